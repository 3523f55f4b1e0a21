'use strict'

// Values whose shapes do not repeat are left to V8's own JSON.stringify after a while. Nothing but the time
// may tell: the same text, the same calls of callbacks, the same errors as by the tape.

const test = require('node:test')
const assert = require('node:assert')
const { stringify, stringifyToBuffer, JSONGenerateError } = require('../index.cjs')
const { isAsleep, isForBuiltin, trust, paces } = require('../lib/ways.cjs')
const { native } = require('../lib/native.cjs')
const { documents, records } = require('./support.cjs')

let next = 0
function unrepeated() {
  return Array.from({ length: 60 }, () => ({ [`a${next++}`]: next, [`b${next}`]: { [`c${next}`]: 'x' } }))
}

// Until the next call is one of the built-in function.
function cool() {
  trust()
  for (let i = 0; i < 10000 && !isAsleep(); i++) stringify(unrepeated())
  assert.ok(isAsleep())
}

function outcome(generate, make) {
  const log = []
  try {
    const text = generate(make(log))
    return { text: typeof text === 'object' ? text.toString() : text, log }
  } catch (error) {
    const { name, message, code, pointer } = error
    return { error: { name, message, code, pointer }, ours: error instanceof JSONGenerateError, log }
  }
}

// `make` gives a new value, whose callbacks write to the log. With options the tape is always taken.
function same(make) {
  const expected = outcome((value) => stringify(value, {}), make)
  for (const generate of [stringify, stringifyToBuffer]) {
    cool()
    assert.deepStrictEqual(outcome(generate, make), expected)
  }
  return expected
}

test('the built-in function is taken where shapes do not repeat, and left where they do', () => {
  cool()
  const value = unrepeated()
  for (let i = 0; i < 2000; i++) assert.strictEqual(stringify(value), JSON.stringify(value))
  const rows = records(50)
  for (let i = 0; i < 3000; i++) stringify(rows)
  assert.ok(!isAsleep())
})

test('of large values the quicker way is taken, the other one now and then', () => {
  trust()
  const rows = records(400)
  const expected = JSON.stringify(rows)
  for (let i = 0; i < 400; i++) {
    assert.ok(stringify(rows) === expected)
    assert.ok(stringifyToBuffer(rows).toString() === expected)
  }
  for (const pace of [paces.string, paces.bytes]) {
    assert.ok(pace.tape > 0 && pace.builtin > 0)
    for (const [tape, builtin] of [
      [1, 2],
      [2, 1]
    ]) {
      Object.assign(pace, { tape, builtin, calls: 1024, isLarge: true })
      const chosen = Array.from({ length: 128 }, () => isForBuiltin(pace))
      assert.strictEqual(chosen.filter((each) => each === builtin < tape).length, 126)
    }
  }
})

for (const [name, text] of documents()) {
  test(`the same text both ways: ${name}`, () => {
    const value = JSON.parse(text)
    assert.strictEqual(same(() => value).text, JSON.stringify(value))
  })
}

test('scalars, numbers, strings and boxed values', () => {
  const values = [1.5, -0, NaN, 1e21, 1e-7, 2 ** 53, 'é\ud83d\u2028\x7f\x1f"\\/', '', null, true, undefined]
  values.push(Symbol('x'), () => 1, Object('x'), Object(1), Object(false), new Date(0), new Map([[1, 2]]))
  for (const value of values) {
    same(() => value)
    same(() => [value, { value }])
  }
})

test('BigInt is written as its digits', () => {
  assert.strictEqual(
    same(() => [1n, { a: -123456789012345678901234567890n }, 'x', 0n]).text.slice(0, 3),
    '[1,'
  )
  assert.strictEqual(same(() => 5n).text, '5')
  assert.strictEqual(same(() => [Object(5n)]).text, '[5]')
  assert.strictEqual(same(() => ({ toJSON: () => 7n })).text, '7')
  BigInt.prototype.toJSON = function (key) {
    return [typeof this, key, this.toString()]
  }
  try {
    assert.strictEqual(same(() => ({ a: 5n })).text, JSON.stringify({ a: 5n }))
  } finally {
    delete BigInt.prototype.toJSON
  }
  assert.strictEqual(BigInt.prototype.toJSON, undefined)
})

test('callbacks are called once, in the same order, with the same arguments', () => {
  const make = (log) => ({
    get a() {
      log.push('get a')
      return { toJSON: (key) => (log.push(`toJSON ${key}`), [12n]) }
    },
    b: [1n, new Proxy({ x: 1n, y: { z: 2 } }, { get: (o, key) => (log.push(`get ${String(key)}`), o[key]) })],
    c: { toJSON: (key) => (log.push(`toJSON ${key}`), { toJSON: () => assert.fail(), d: 1n }) }
  })
  const { log, text } = same(make)
  assert.strictEqual(text, '{"a":[12],"b":[1,{"x":1,"y":{"z":2}}],"c":{"d":1}}')
  assert.strictEqual(log.filter((entry) => entry === 'get a').length, 1)
  const plain = [] // by JSON.stringify itself
  const numbers = JSON.stringify(make(plain), (key, value) => (typeof value === 'bigint' ? 1 : value))
  assert.ok(numbers.length > 0)
  assert.deepStrictEqual(log, plain)
})

test('what a callback throws comes out as it is', () => {
  for (const error of [new TypeError('mine'), new RangeError('mine'), 'text', undefined]) {
    let calls = 0
    const value = {
      a: 1n,
      toJSON() {
        calls++
        throw error
      }
    }
    cool()
    try {
      stringify([value])
      assert.fail('written')
    } catch (thrown) {
      assert.strictEqual(thrown, error)
    }
    assert.strictEqual(calls, 1)
  }
  const inner = {}
  inner.self = inner
  const { error, log } = same((log) => [{ toJSON: () => (log.push('called'), JSON.stringify(inner)) }])
  assert.strictEqual(error.code, undefined)
  assert.deepStrictEqual(log, ['called'])
})

test('values that contain themselves or are too deep are the same errors', () => {
  const circle = () => {
    const object = { a: {} }
    object.a.b = [object]
    return object
  }
  assert.strictEqual(same(circle).error.code, 'circular')
  const deep = (levels, inner) => {
    for (let i = 0; i < levels; i++) inner = i % 3 === 0 ? [inner, '}]'] : { '{"\\': ']]', é: inner }
    return inner
  }
  assert.strictEqual(same(() => deep(1024, 1)).error, undefined)
  for (const levels of [1025, 1500, 20000]) {
    const { error } = same(() => deep(levels, '日本'))
    assert.strictEqual(error.code, 'nesting')
  }
})

test('after a value that it cannot do the built-in function is not taken any more', () => {
  cool()
  let calls = 0
  const value = { toJSON: () => (calls++, 7n) } // what toJSON gives has no toJSON asked for
  assert.strictEqual(stringify(value), '7')
  assert.strictEqual(calls, 2)
  for (let i = 0; i < 3000; i++) stringify(unrepeated().slice(0, 3))
  assert.ok(!isAsleep())
  assert.strictEqual(stringify(value), '7')
  assert.strictEqual(calls, 3)
})

test('callbacks may call the library again, whichever way is taken', () => {
  const value = { a: { toJSON: () => stringify([1n, unrepeated().length]) }, b: 2n }
  assert.strictEqual(same(() => value).text, '{"a":"[1,60]","b":2}')
  cool()
  const inner = { toJSON: () => (cool(), stringify({ x: 3n })) }
  assert.strictEqual(stringify([1n, inner, 2n]), '[1,"{\\"x\\":3}",2]')
})

test('what JSON.rawJSON made is written as it is', { skip: JSON.rawJSON === undefined }, () => {
  const raw = JSON.rawJSON
  const make = () => [
    raw('1.000'),
    { a: raw('12345678901234567890') },
    raw('"é"'),
    raw('null'),
    { rawJSON: 'x' }
  ]
  assert.strictEqual(same(make).text, '[1.000,{"a":12345678901234567890},"é",null,{"rawJSON":"x"}]')
  assert.strictEqual(same(() => ({ toJSON: () => raw('1e1') })).text, '1e1')
  assert.strictEqual(
    stringify([raw('1e1')], (key, value) => value),
    '[1e1]'
  )
})

test('the depth of a text is found, whatever stands in its strings', () => {
  let seed = 1
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n
  const parts = ['[', ']', '{', '}', '"', '\\', '\\\\', '\\"', 'a', 'é', '\u225b', '日', '😀']
  const string = () => Array.from({ length: random(40) }, () => parts[random(parts.length)]).join('')
  const value = (levels) => {
    if (levels === 0) return random(2) === 0 ? string() : random(1000)
    const inner = Array.from({ length: 1 + random(3) }, (_, i) =>
      value(i === 0 ? levels - 1 : random(levels))
    )
    return random(2) === 0 ? inner : Object.fromEntries(inner.map((item, i) => [string() + i, item]))
  }
  for (let round = 0; round < 2000; round++) {
    const levels = random(round % 50 === 0 ? 9 : 6)
    const text = JSON.stringify(value(levels))
    for (const given of [text, Buffer.from(text)]) {
      assert.strictEqual(native.isDeep(given, levels), false, text)
      if (levels > 0) assert.strictEqual(native.isDeep(given, levels - 1), true, text)
    }
  }
})
