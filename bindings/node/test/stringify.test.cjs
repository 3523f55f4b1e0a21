'use strict'

const test = require('node:test')
const assert = require('node:assert')
const { parse, stringify, stringifyToBuffer, JSONGenerateError } = require('../index.cjs')
const { documents, records } = require('./support.cjs')

// Both functions, often enough that the code for a shape is compiled.
function same(value, expected = JSON.stringify(value), ...rest) {
  for (let i = 0; i < 8; i++) {
    assert.strictEqual(stringify(value, ...rest), expected)
    assert.strictEqual(stringifyToBuffer(value, ...rest)?.toString(), expected)
  }
}

function codeOf(value, ...rest) {
  try {
    stringify(value, ...rest)
  } catch (error) {
    assert.ok(error instanceof JSONGenerateError && error instanceof TypeError, String(error))
    return [error.code, error.pointer]
  }
  return assert.fail('written')
}

for (const [name, text] of documents()) {
  test(`stringify and stringifyToBuffer write the bytes of JSON.stringify: ${name}`, () => {
    const value = JSON.parse(text)
    const expected = JSON.stringify(value)
    for (let i = 0; i < 6; i++) {
      assert.ok(stringify(value) === expected)
      assert.ok(stringifyToBuffer(value).toString() === expected)
    }
    assert.ok(stringify(value, null, 2) === JSON.stringify(value, null, 2))
  })
}

test('undefined, functions and symbols are left out, null in arrays, undefined at the top', () => {
  same({ a: undefined, b: () => 1, c: Symbol('x'), d: 1 })
  same([undefined, () => 1, Symbol('x')])
  for (const value of [undefined, () => 1, Symbol('x'), { toJSON: () => undefined }]) {
    assert.strictEqual(stringify(value), undefined)
    assert.strictEqual(stringifyToBuffer(value), undefined)
  }
})

test('boxed values are written as what is in them, dates by toJSON', () => {
  same([Object('x'), Object(1), Object(false), Object(Symbol('x')), new Date(0), new Date(NaN)])
  same({
    a: Object('x'),
    b: new Map([[1, 2]]),
    c: new Set([1]),
    d: new Uint8Array(2),
    e: /x/,
    f: new Error('g')
  })
  same([Object(12n)], '[12]')
  same(Object.assign(Object(5), { a: 1 }))
})

test('BigInt is written as its digits, unless it has a toJSON', () => {
  same({ a: 12345678901234567890n, b: [-1n, 0n] }, '{"a":12345678901234567890,"b":[-1,0]}')
  BigInt.prototype.toJSON = function () {
    return this.toString()
  }
  try {
    same([5n], '["5"]')
  } finally {
    delete BigInt.prototype.toJSON
  }
})

test('toJSON gets the key or index as a string, and its result is not asked again', () => {
  const echo = { toJSON: (key) => [typeof key, key] }
  same({ a: echo, b: [echo, echo], c: { toJSON: () => echo } })
  same(echo)
  same(Object.assign(() => 1, { toJSON: () => 7 }))
  same({ toJSON: 5, a: 1 })
})

test('NaN and infinities are null, an error or literals', () => {
  same([NaN, Infinity, -Infinity, 1])
  same({ a: NaN })
  assert.deepStrictEqual(codeOf({ a: [1, NaN] }, { nan: 'error' }), ['nan', '/a/1'])
  same([NaN, -Infinity], '[NaN,-Infinity]', { nan: 'literal' })
})

test('numbers have the text of ECMAScript', () => {
  const numbers = [
    0,
    -0,
    1e21,
    1e-7,
    123456789012345680000,
    5e-324,
    1.7976931348623157e308,
    0.1 + 0.2,
    2 ** 53
  ]
  same(numbers.concat([2147483648, -2147483648, 134217728, -134217729, 1e6, 0.000001]))
  same(Object.fromEntries(numbers.map((number, i) => [`k${i}`, number])))
})

test('lone surrogates are escaped, an error or replaced; pairs are not', () => {
  same({ '\ud83d': ['\ude00\ud83d', '😀', 'é\udfff'] })
  assert.deepStrictEqual(codeOf(['x', '\ud83d'], { loneSurrogates: 'error' }), ['lone_surrogate', '/1'])
  same(['\ud83d!'], '["\ufffd!"]', { loneSurrogates: 'replace' })
})

test('keys of every kind are written, in order', () => {
  same({ b: 1, 2: 2, 1: 3, __proto__: 5, 'a"\\\n': 4, é: 5, '\u2028': 6, '': 7 })
  same(JSON.parse('{"__proto__":1,"x":{"__proto__":{"y":2}}}'))
  same(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } }))
  same(Object.assign(Object.create(null), { a: 1 }))
  class Point {
    x = 1
    get y() {
      return 2
    }
  }
  same(new Point())
})

test('objects with the same keys and other values share a shape, others do not', () => {
  const rows = [
    { a: 1, b: 2 },
    { a: 'x', b: null },
    { a: undefined, b: [1] },
    { b: 1, a: 2 },
    { a: 1 },
    { a: 1, b: 2, c: 3 }
  ]
  same(rows.flatMap((row) => [row, { ...row }, { row }]))
})

test('the layout is that of JSON.stringify for every space', () => {
  const value = { a: [1, { b: [] }, {}], c: 'x' }
  for (const space of [
    0,
    1,
    2,
    10,
    11,
    -1,
    1.9,
    NaN,
    '',
    '\t',
    '--',
    'é',
    '12345678901',
    Object(3),
    Object('ab'),
    true
  ]) {
    same(value, JSON.stringify(value, null, space), null, space)
  }
})

test('a function or a list as replacer is used as by JSON.stringify', () => {
  const value = { a: [1, { b: 2, c: 3 }], d: new Date(0), 1: 'x', e: undefined }
  const logs = [[], []]
  const replacer = (log) =>
    function (key, item) {
      log.push([key, item, this])
      return key === 'b' ? undefined : key === 'c' ? Object(9) : item
    }
  assert.strictEqual(stringify(value, replacer(logs[0]), 1), JSON.stringify(value, replacer(logs[1]), 1))
  assert.deepStrictEqual(logs[0], logs[1])
  const list = ['a', 1, Object('c'), 'a', {}, 'nothing']
  same(value, JSON.stringify(value, list), list)
})

test('options: layout, ASCII, script, sorting', () => {
  same([1, { a: 2 }], '[\n  1,\n  {\n    "a" : 2\n  }\n]', {
    indent: '  ',
    spaceBefore: ' ',
    space: ' ',
    objectNl: '\n',
    arrayNl: '\n'
  })
  same({ é: '\x7f\u0080😀' }, '{"\\u00e9":"\x7f\\u0080\\ud83d\\ude00"}', { asciiOnly: true })
  same({ 'a/': '</script>\u2028' }, '{"a\\/":"<\\/script>\\u2028"}', { scriptSafe: true })
  same({ b: 1, a: { '\ufffd': 1, '😀': 2, 10: 3, 9: 4 } }, '{"a":{"10":3,"9":4,"😀":2,"\ufffd":1},"b":1}', {
    sortKeys: true
  })
  same(
    { b: [1e21, -0, 12345678901234567890n], a: 1 },
    '{"a":1,"b":[1e+21,0,12345678901234567890]}',
    undefined,
    {
      canonical: true
    }
  )
  assert.throws(() => stringify(1, { canonical: true, asciiOnly: true }), TypeError)
  assert.throws(() => stringify(1, { sort_keys: true }), TypeError)
  assert.throws(() => stringify(1, { indent: 'x' }), TypeError)
  assert.throws(() => stringify(1, { nan: 'other' }), TypeError)
  assert.strictEqual(codeOf([undefined], { strict: true })[0], 'type')
  assert.strictEqual(codeOf('x'.repeat(100), { maxOutputBytes: 50 })[0], 'limit')
})

test('canonical text of exact integers survives reading and writing', () => {
  const text = '{"a":[9007199254740993,123456789012345678901234567890,1.5],"b":-9223372036854775809}'
  assert.strictEqual(stringify(parse(text, { bigNumbers: 'bigint' }), { canonical: true }), text)
})

test('a value that contains itself is an error, wherever it does', () => {
  const object = { a: {} }
  object.a.b = [object]
  assert.strictEqual(codeOf(object)[0], 'circular')
  assert.strictEqual(codeOf(object, { sortKeys: true })[0], 'circular')
  assert.strictEqual(codeOf(object, { maxNesting: Infinity })[0], 'circular')
  const array = []
  array.push(array)
  assert.strictEqual(codeOf(array)[0], 'circular')
  const twice = { x: 1 }
  same([twice, twice, { twice }])
})

test('deep values are a nesting error by default, and are written without a limit', () => {
  let value = 1
  for (let i = 0; i < 1024; i++) value = i % 2 === 0 ? [value] : { a: value }
  const expected = JSON.stringify(value)
  assert.strictEqual(stringify(value), expected)
  assert.strictEqual(codeOf([value])[0], 'nesting')
  assert.deepStrictEqual(codeOf({ a: [[]] }, { maxNesting: 2 }), ['nesting', '/a/0'])
  let deep = []
  for (let i = 0; i < 100000; i++) deep = [deep]
  assert.strictEqual(stringify(deep, { maxNesting: Infinity }).length, 200002)
  const endless = { toJSON: () => ({ x: { toJSON: () => endless } }) }
  assert.strictEqual(codeOf({ endless: Array.from({ length: 3 }, () => records(1)), deep })[0], 'nesting')
})

test('an array that claims four billion elements ends at once in an error', () => {
  const start = process.hrtime.bigint()
  assert.strictEqual(codeOf(new Array(4294967295))[0], 'limit')
  assert.strictEqual(codeOf({ a: { length: 1 }, b: new Array(4294967295) }, { sortKeys: true })[0], 'limit')
  assert.ok(process.hrtime.bigint() - start < 5_000_000_000n)
  same([1, , 3]) // eslint-disable-line no-sparse-arrays
})

test('an exception from a callback comes out as it is, and the next call works', () => {
  const error = new Error('mine')
  const fail = () => {
    throw error
  }
  const values = [
    { toJSON: fail },
    { a: [1, { toJSON: fail }] },
    Object.defineProperty({}, 'x', { get: fail, enumerable: true }),
    new Proxy({}, { ownKeys: fail }),
    [new Proxy({ a: 1 }, { get: fail })],
    new Proxy([], { get: fail })
  ]
  for (const value of values) {
    assert.throws(
      () => stringify(value),
      (thrown) => thrown === error
    )
    assert.throws(
      () => stringifyToBuffer(value, null, 2),
      (thrown) => thrown === error
    )
    same({ a: [1] })
  }
  assert.throws(
    () => stringify({ a: 1 }, fail),
    (thrown) => thrown === error
  )
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  assert.throws(() => stringify([proxy]), TypeError)
})

test('a Proxy sees the traps that JSON.stringify makes it see', () => {
  const traced = (target, log) =>
    new Proxy(
      target,
      Object.fromEntries(
        Object.getOwnPropertyNames(Reflect).map((trap) => [
          trap,
          (...args) => {
            log.push([trap, typeof args[1] === 'symbol' ? 'symbol' : args[1]])
            return Reflect[trap](...args)
          }
        ])
      )
    )
  for (let i = 0; i < 8; i++) {
    for (const target of [{ a: 1, b: { c: 2 } }, [1, 'x', { a: 1 }]]) {
      const logs = [[], []]
      same({ a: 1, b: { c: 2 } })
      assert.strictEqual(stringify([traced(target, logs[0])]), JSON.stringify([traced(target, logs[1])]))
      assert.deepStrictEqual(logs[0], logs[1])
    }
  }
})

test('a value that changes while it is written is read as JSON.stringify reads it', () => {
  const make = () => {
    const object = { a: 1, b: 2, c: [1, 2, 3] }
    object.d = {
      toJSON() {
        object.e = 'new'
        delete object.f
        object.c.length = 1
        return 'd'
      }
    }
    object.f = 3
    return object
  }
  for (let i = 0; i < 10; i++) {
    assert.strictEqual(stringify(make()), JSON.stringify(make()))
    const shrink = () => {
      const array = [{ toJSON: () => (array.length = 1) }, 2, 3]
      return array
    }
    assert.strictEqual(stringify(shrink()), JSON.stringify(shrink()))
  }
})

test('callbacks may call the library again', () => {
  const inner = records(3)
  const value = {
    a: 'before',
    b: {
      toJSON() {
        assert.strictEqual(stringify(inner), JSON.stringify(inner))
        assert.strictEqual(stringifyToBuffer([inner], null, 2).toString(), JSON.stringify([inner], null, 2))
        assert.deepStrictEqual(parse(JSON.stringify(inner)), inner)
        assert.throws(() => parse('['), SyntaxError)
        return parse(stringifyToBuffer(inner))
      }
    },
    get c() {
      return stringify({ d: [1.5, 'x'] })
    },
    e: 'after'
  }
  same(
    [value, value],
    JSON.stringify([
      { a: 'before', b: inner, c: '{"d":[1.5,"x"]}', e: 'after' },
      { a: 'before', b: inner, c: '{"d":[1.5,"x"]}', e: 'after' }
    ])
  )
})

test('every Buffer has bytes of its own', () => {
  const buffers = Array.from({ length: 2000 }, (_, i) => stringifyToBuffer({ i, x: 'y'.repeat(i % 50) }))
  buffers.forEach((buffer, i) => {
    assert.ok(Buffer.isBuffer(buffer))
    assert.strictEqual(buffer.toString(), JSON.stringify({ i, x: 'y'.repeat(i % 50) }))
  })
})
