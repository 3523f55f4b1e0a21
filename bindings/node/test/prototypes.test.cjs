'use strict'

// Nothing that was put into Array.prototype or Object.prototype is called or seen while values are built.

const test = require('node:test')
const assert = require('node:assert')
const { parse, parseMany, Stream, get } = require('../index.cjs')

const numbers = Array.from({ length: 12 }, (_, i) => i)
const value = [
  numbers,
  numbers.map((n) => n + 0.5),
  numbers.map((n) => `s${n}`),
  { a: [1, 'x', null, [], {}, 2], b: { c: [numbers, 1] } },
  ['é'.repeat(20000), '日'.repeat(40000)]
]

function deep(levels) {
  return '['.repeat(levels) + '1,2' + ']'.repeat(levels)
}

// The setters must be gone before anything is compared.
function under(prototype, keys, work) {
  let called = ''
  for (const key of keys) {
    Object.defineProperty(prototype, key, {
      configurable: true,
      get: () => (called += `get ${key};`),
      set: () => {
        called += `set ${key};`
      }
    })
  }
  try {
    const result = work()
    return { result, called }
  } finally {
    for (const key of keys) delete prototype[key]
  }
}

for (const prototype of [Array.prototype, Object.prototype]) {
  const name = prototype === Array.prototype ? 'Array.prototype' : 'Object.prototype'
  test(`setters for indexes in ${name} are not called`, () => {
    const text = JSON.stringify(value)
    const bytes = Buffer.from(text)
    const unrepeated = JSON.stringify(Object.fromEntries(numbers.map((n) => [`key${n}${name}`, [n, 'x']])))
    for (let i = 0; i < 8; i++) {
      const { result, called } = under(prototype, ['0', '1', '4', '5', '11'], () => {
        return {
          text: parse(text),
          bytes: parse(bytes),
          other: parse(unrepeated),
          deep: parse(deep(200)),
          got: get(text, '/3')
        }
      })
      assert.strictEqual(called, '')
      assert.deepStrictEqual(result.text, value)
      assert.deepStrictEqual(result.bytes, value)
      assert.deepStrictEqual(result.other, JSON.parse(unrepeated))
      assert.deepStrictEqual(result.deep, JSON.parse(deep(200)))
      assert.deepStrictEqual(result.got, value[3])
    }
  })

  test(`nor while several values are read, in ${name}`, () => {
    const { result, called } = under(prototype, ['0', '1', '4'], () => {
      const many = parseMany('[1,"x",3,4,5,6] {"a":[1,2,3,4,5,"y"]} 3')
      const first = many.next().value
      const second = many.next().value
      return { first, second, pieces: new Stream().feed('[1,2,"x",4,5,6] ') }
    })
    assert.strictEqual(called, '')
    assert.deepStrictEqual(result.first, [1, 'x', 3, 4, 5, 6])
    assert.deepStrictEqual(result.second, { a: [1, 2, 3, 4, 5, 'y'] })
    assert.deepStrictEqual(result.pieces, [[1, 2, 'x', 4, 5, 6]])
  })
}
