'use strict'

const test = require('node:test')
const assert = require('node:assert')
const { parse, parseMany, validate, minify, JSONParseError } = require('../index.cjs')
const { revive } = require('../lib/revive.cjs')
const { Random, randomValue, builtinParse, documents } = require('./support.cjs')

function faultOf(text, options) {
  try {
    parse(text, options)
  } catch (error) {
    assert.ok(error instanceof JSONParseError && error instanceof SyntaxError, String(error))
    return error
  }
  return assert.fail(`accepted: ${String(text).slice(0, 100)}`)
}

// Often enough that shapes are known and their code is compiled and optimised.
function often(check, times = 12) {
  for (let i = 0; i < times; i++) check()
}

for (const [name, text] of documents()) {
  test(`parse gives the value of JSON.parse, from a string and from a Buffer: ${name}`, () => {
    const expected = builtinParse(text)
    const bytes = Buffer.from(text)
    often(() => {
      assert.deepStrictEqual(parse(text), expected)
      assert.deepStrictEqual(parse(bytes), expected)
    }, 6)
    assert.strictEqual(JSON.stringify(parse(bytes)), JSON.stringify(expected))
  })
}

test('scalars stand alone as texts', () => {
  for (const text of ['null', 'true', 'false', '0', '-1.5e3', '""', '"é"', '[]', '{}', ' 1 ']) {
    assert.deepStrictEqual(parse(text), JSON.parse(text))
  }
})

test('-0 stays negative, among integers and among reals', () => {
  assert.ok(Object.is(parse('-0'), -0))
  assert.ok(Object.is(parse('[1,-0]')[1], -0))
  assert.ok(Object.is(parse('[1.5,-0]')[1], -0))
  assert.ok(Object.is(parse('{"a":-0}').a, -0))
  assert.ok(Object.is(parse('[1,-0,"x"]')[1], -0))
})

test('numbers of an array stay what they are when other values follow', () => {
  const texts = [
    '[1,2,2147483647,-2147483648,134217728,"x",3]',
    '[1.5,2,3.25,null,4]',
    '[1,2,1.5,[],2]',
    '[[0.1,"a"],[1,0.1,"a"],[0.1,0.2,0.3,{}]]',
    '[9007199254740993,18446744073709551615,123456789012345678901234567890]'
  ]
  for (const text of texts) assert.deepStrictEqual(parse(text), JSON.parse(text))
})

test('a key that comes twice is the first fault though another follows', () => {
  for (const rest of ['"\\ud800"}', '"\\x"}', '01}', '1e999}', '[1 2]}', '1', '1}]', 'tru', '"\x01"}']) {
    const fault = faultOf(`{"a":1,"a":${rest}`, { duplicateKey: 'error' })
    assert.deepStrictEqual([fault.code, fault.offset], ['duplicate_key', 7])
  }
})

test('__proto__ is a key like any other and no prototype changes', () => {
  const text = '{"__proto__":{"admin":true},"\\u005f_proto__x":1}'
  often(() => {
    const value = parse(text)
    assert.ok(Object.hasOwn(value, '__proto__'))
    assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
    assert.strictEqual(value.admin, undefined)
    assert.deepStrictEqual(Object.keys(value), ['__proto__', '__proto__x'])
  })
  assert.strictEqual({}.admin, undefined)
})

test('integer-like keys stand in the order that JavaScript gives them', () => {
  const text = '{"b":0,"4294967295":1,"4294967294":2,"-1":3,"0":4,"01":5}'
  often(() => assert.deepStrictEqual(Object.keys(parse(text)), Object.keys(JSON.parse(text))))
})

test('of a key that stands twice the last value counts, at the first place', () => {
  often(() => {
    assert.strictEqual(JSON.stringify(parse('{"a":1,"b":2,"a":3}')), '{"a":3,"b":2}')
    assert.strictEqual(JSON.stringify(parse('{"__proto__":1,"b":2,"__proto__":3}')), '{"__proto__":3,"b":2}')
  })
  assert.strictEqual(faultOf('{"a":1,"\\u0061":2}', { duplicateKey: 'error' }).code, 'duplicate_key')
})

test('shapes that differ little are not taken for each other', () => {
  const keys = ['cf_status_firefox67', 'cf_status_firefox57', 'cf_status_firefox68', 'cf_status_firefo', '']
  const text = JSON.stringify(keys.flatMap((key) => [{ [key]: 1 }, { [key]: 1, z: 2 }, { z: 2, [key]: 1 }]))
  often(() => assert.deepStrictEqual(parse(text), JSON.parse(text)))
})

test('more shapes than are kept are read all the same', () => {
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 500 }, (_, i) => ({ [`k${round}_${i}`]: i, [`l${i}`]: { round } }))
    const text = JSON.stringify([rows, rows])
    assert.deepStrictEqual(parse(text, { bigNumbers: 'bigint' }), JSON.parse(text))
    assert.deepStrictEqual(parse(text), JSON.parse(text))
  }
})

test('texts whose shapes never repeat are read by the same rules', () => {
  for (let i = 0; i < 300; i++) {
    const text = JSON.stringify(
      Array.from({ length: 40 }, (_, j) => ({ [`n${i}_${j}`]: j, [`m${j}_${i}`]: [j] }))
    )
    assert.deepStrictEqual(parse(text), JSON.parse(text))
    for (const fault of ['1e400', '1'.repeat(400)]) {
      const { code, offset } = faultOf(`${text.slice(0, -1)},[${fault}]]`)
      assert.deepStrictEqual([code, offset], ['number_out_of_range', Buffer.byteLength(text) + 1])
    }
    assert.strictEqual(faultOf(`${text.slice(0, -1)},"\\ud800"]`).code, 'invalid_surrogate')
  }
})

test('a real out of range is an error, and infinite with allowNan', () => {
  for (const text of ['1e400', '[-1E400]', '1'.repeat(400)]) {
    assert.strictEqual(faultOf(text).code, 'number_out_of_range')
  }
  assert.deepStrictEqual(parse('[1e400,-1e400,NaN,Infinity,-Infinity]', { allowNan: true }), [
    Infinity,
    -Infinity,
    NaN,
    Infinity,
    -Infinity
  ])
})

test('errors name code, byte offset, line, column in characters and pointer', () => {
  const fault = faultOf('{"ß":["😊",\r\n x]}')
  const { code, offset, line, column, pointer } = fault
  assert.deepStrictEqual(
    { code, offset, line, column, pointer },
    {
      code: 'unexpected_byte',
      offset: 17,
      line: 2,
      column: 2,
      pointer: '/ß/1'
    }
  )
  assert.strictEqual(fault.name, 'JSONParseError')
  const table = [
    ['', 'unexpected_end', 0],
    ['[1', 'unexpected_end', 2],
    ['[1,]', 'unexpected_byte', 3],
    ['01', 'trailing_content', 1],
    ['{}{}', 'trailing_content', 2],
    ['"\\x"', 'invalid_escape', 2],
    ['"\\ud800"', 'invalid_surrogate', 7],
    ['"a\tb"', 'control_character', 2],
    ['\ufeff{}', 'unexpected_byte', 0]
  ]
  for (const [text, expected, at] of table) {
    for (const given of [text, Buffer.from(text)]) {
      const got = faultOf(given)
      assert.deepStrictEqual(
        [got.code === 'invalid_number' ? expected : got.code, got.offset],
        [expected, at],
        text
      )
    }
  }
})

test('bytes that are not UTF-8 are an error, not U+FFFD', () => {
  assert.strictEqual(faultOf(Buffer.from([0x22, 0xff, 0x22])).code, 'invalid_utf8')
})

// As everywhere: at the second of the three bytes that UTF-8 would have, which no valid text has there.
test('a lone surrogate in a string is an error at its offset, and U+FFFD is not', () => {
  for (const [text, offset] of [
    ['"\ud800"', 2],
    ['["é\udc00x"]', 5],
    ['"\ud83d', 2]
  ]) {
    const fault = faultOf(text)
    assert.deepStrictEqual([fault.code, fault.offset], ['invalid_utf8', offset])
  }
  assert.strictEqual(parse('"\ufffd"'), '\ufffd')
})

test('escaped lone surrogates are kept or replaced when asked, in keys as well', () => {
  const text = '[{"\\ud800":"a\\udc00"},{"\\ud800":"b"},{"\\ud800":"c"}]'
  often(() => {
    assert.deepStrictEqual(parse(text, { loneSurrogates: 'keep' }), JSON.parse(text))
    assert.strictEqual(parse('"a\\ud800"', { loneSurrogates: 'replace' }), 'a\ufffd')
  })
})

test('integers beyond 2^53 are BigInt when asked, all other numbers as ever', () => {
  const text =
    '[9007199254740991,9007199254740993,-9223372036854775809,123456789012345678901234567890,1.5,1e2,-0]'
  assert.deepStrictEqual(parse(text, { bigNumbers: 'bigint' }), [
    9007199254740991,
    9007199254740993n,
    -9223372036854775809n,
    123456789012345678901234567890n,
    1.5,
    100,
    -0
  ])
  assert.deepStrictEqual(parse('[1.10,2e400]', { bigNumbers: 'text' }), ['1.10', '2e400'])
  assert.strictEqual(faultOf('9'.repeat(5000), { bigNumbers: 'bigint' }).code, 'limit')
  assert.strictEqual(
    parse('9'.repeat(5000), { bigNumbers: 'bigint', maxNumberDigits: Infinity }),
    BigInt('9'.repeat(5000))
  )
})

test('deep texts are a nesting error by default, and are read without a limit', () => {
  const deep = '['.repeat(100000) + ']'.repeat(100000)
  const fault = faultOf(deep)
  assert.deepStrictEqual([fault.code, fault.offset], ['nesting', 1024])
  assert.strictEqual(faultOf('[[1]]', { maxNesting: 1 }).code, 'nesting')
  for (const maxNesting of [0, Infinity]) {
    let value = parse(deep, { maxNesting })
    let depth = 0
    for (; Array.isArray(value); value = value[0]) depth++
    assert.strictEqual(depth, 100000)
  }
  const objects = '{"a":'.repeat(1000) + '1' + '}'.repeat(1000)
  assert.strictEqual(JSON.stringify(parse(objects)), objects)
})

test('deep texts are read from a deep stack', () => {
  const text = '{"a":['.repeat(500) + '1' + ']}'.repeat(500)
  const dive = (n) => (n === 0 ? parse(text) : dive(n - 1))
  assert.strictEqual(JSON.stringify(dive(3000)), text)
})

test('grammar options are obeyed', () => {
  assert.deepStrictEqual(
    parse('[1,/* c */2,// d\n]', { allowComments: true, allowTrailingComma: true }),
    [1, 2]
  )
  assert.strictEqual(parse('"a\tb\\q"', { allowControlCharacters: true, allowInvalidEscape: true }), 'a\tbq')
  assert.strictEqual(faultOf('[,]', { allowTrailingComma: true }).code, 'unexpected_byte')
  assert.strictEqual(faultOf('[1,2,3]', { maxMembers: 2 }).code, 'limit')
  assert.strictEqual(faultOf('"abc"', { maxStringBytes: 2 }).code, 'limit')
  assert.strictEqual(faultOf('"abc"', { maxInputBytes: 4 }).code, 'limit')
})

test('null in place of a reviver or options is neither, as in JSON.parse', () => {
  assert.deepEqual(parse('[1]', null), [1])
  assert.throws(() => parse('[1', null), JSONParseError)
})

test('an unknown option, a wrong value or a text of another kind is a TypeError', () => {
  const wrong = [
    [{ maxnesting: 1 }],
    [{ max_nesting: 1 }],
    [{ allowNan: 1 }],
    [{ maxNesting: -1 }],
    [{ bigNumbers: 'exact' }],
    ['x'],
    [7]
  ]
  for (const [options] of wrong) assert.throws(() => parse('1', options), TypeError)
  for (const text of [undefined, null, 1, {}, [], Symbol('x')]) assert.throws(() => parse(text), TypeError)
})

test('every view of memory is read as its bytes', () => {
  const bytes = new Uint8Array([0x20, 0x5b, 0x31, 0x5d, 0x20])
  assert.deepStrictEqual(parse(bytes.subarray(1, 4)), [1])
  assert.deepStrictEqual(parse(bytes.buffer), [1])
  assert.deepStrictEqual(parse(new DataView(bytes.buffer, 1, 3)), [1])
  const shared = new Uint8Array(new SharedArrayBuffer(3))
  shared.set([0x5b, 0x32, 0x5d])
  assert.deepStrictEqual(parse(shared), [2])
  assert.strictEqual(faultOf(new Uint8Array(0)).code, 'unexpected_end')
})

test('a reviver is called as by JSON.parse', () => {
  const logs = [[], []]
  const text = '{"a":[1,{"b":2}],"c":3}'
  const reviver = (log) =>
    function (key, value) {
      log.push([key, value, this])
      return key === 'b' ? undefined : value
    }
  assert.deepStrictEqual(parse(Buffer.from(text), reviver(logs[0])), JSON.parse(text, reviver(logs[1])))
  assert.deepStrictEqual(logs[0], logs[1])
})

// Every call of a reviver: key, value, source, and which keys the holder has then.
function callsOf(read, text, change) {
  const calls = []
  const value = read(text, function (key, value, context) {
    calls.push([key, JSON.stringify(value), context?.source, Object.keys(this)])
    return change(key, value, this)
  })
  return [value, calls]
}

test('escaped keys are told apart, whatever keys were read before them', () => {
  // V8 expects a key where one alone has followed the members before it: so these have names of their own.
  let number = 0
  const shapes = [
    (key, name) => `{"${name}":[],"${key}":0}`,
    (key, name) => `{"${name}":1,"x":{"${name}x":1,"${key}":2}}`,
    (key, name) => `[{"${name}":1,"a${key}":2}]`
  ]
  for (const shape of shapes) {
    for (const before of ['\\\\', 'x\\\\', '\\\\u', '\\\\n']) {
      for (const escape of ['\\"', '\\n', '\\\\', '\\u0001', 'x\\t', '\\"\\"', '\\\\n', '\\u00e9']) {
        const name = `named${number++}`
        JSON.parse(shape(before, name))
        const text = shape(escape, name)
        const expected = builtinParse(text)
        for (const from of [text, Buffer.from(text)]) {
          assert.deepStrictEqual(parse(from), expected)
          assert.deepStrictEqual(
            parse(from, (key, value) => value),
            expected
          )
          assert.deepStrictEqual([...parseMany(from)], [expected])
        }
      }
    }
  }
})

test('a reviver is called as by JSON.parse where this stands in for it', () => {
  // Before V8 13 there is none, or that of a member's first value once it was changed.
  const hasSource = parseInt(process.versions.v8, 10) >= 13
  const changes = [
    (key, value) => value,
    (key, value) => (key === 'b' || key === '1' ? undefined : value),
    (key, value, holder) => {
      if (key === 'a' && !Array.isArray(holder)) holder.b = 7
      if (key === '0') holder[2] = 'other'
      return value
    },
    (key, value, holder) => {
      if (typeof value === 'number') Object.freeze(holder)
      return typeof value === 'string' ? [value] : value
    }
  ]
  const texts = [
    '1.50',
    ' { "a" : [ 1.0 , "x\\u0041" ,\n null ] , "b" : -0 , "2":3,"a":{"a":true}, "__proto__":{"q\\"]":1e2}}\t',
    '{"a":1,"b":{"c":2}}',
    '[[],{},[[1,2,3,4]],"]},:"]'
  ]
  for (let i = 0; i < 300; i++) {
    // No escaped keys: what is compared with is to be right.
    texts.push(JSON.stringify(randomValue(new Random(i), true)).replace(/\\./g, '!'))
  }
  for (const text of texts) {
    for (const change of changes) {
      const [value, calls] = callsOf(revive, text, change)
      const [expected, wanted] = callsOf(JSON.parse, text, change)
      if (!hasSource) for (const call of [...calls, ...wanted]) call[2] = undefined
      assert.deepStrictEqual(value, expected)
      assert.deepStrictEqual(calls, wanted)
    }
  }
  const fault = new Error('mine')
  const thrown = () => {
    throw fault
  }
  assert.throws(() => revive('[1]', thrown), fault)
})

test('a string of millions of escapes is revived within the usual stack', () => {
  for (const [unit, value] of [
    ['\\n', '\n'],
    ['\\\\', '\\'],
    ['\\"', '"']
  ]) {
    const count = 4_000_000
    const [string, after] = revive(`["${unit.repeat(count)}",7]`, (key, v) => v)
    assert.ok(string === value.repeat(count), unit)
    assert.strictEqual(after, 7)
  }
})

test('validate accepts and refuses as parse does', () => {
  validate('[1]')
  validate(Buffer.from('{"a":"é"}'))
  assert.throws(() => validate('[1,]'), { name: 'JSONParseError', code: 'unexpected_byte', offset: 3 })
})

test('minify keeps the kind of text and every token as it is', () => {
  assert.strictEqual(minify(' [ 1.0 , "\\u00e9 é" ] '), '[1.0,"\\u00e9 é"]')
  assert.deepStrictEqual(minify(Buffer.from('{ "a" : 1 }')), Buffer.from('{"a":1}'))
  assert.throws(() => minify('[1'), { code: 'unexpected_end' })
})
