'use strict'

// Every option of reading and of writing, alone and together. Expected values come from the meaning that
// docs/text-form.md and the public header give.

const test = require('node:test')
const assert = require('node:assert')
const {
  parse,
  validate,
  stringify,
  stringifyToBuffer,
  JSONParseError,
  JSONGenerateError
} = require('../index.cjs')

// From a string and from a Buffer, often enough that shapes have code.
function reads(text, options, expected) {
  for (let i = 0; i < 8; i++) {
    assert.deepStrictEqual(parse(text, options), expected)
    assert.deepStrictEqual(parse(Buffer.from(text), options), expected)
  }
  validate(text, options)
}

function refuses(text, options, code, offset) {
  for (const from of [text, Buffer.from(text)]) {
    for (const read of [parse, validate]) {
      assert.throws(
        () => read(from, options),
        (error) => {
          assert.ok(error instanceof JSONParseError, String(error))
          assert.deepStrictEqual([error.code, error.offset], [code, offset])
          return true
        }
      )
    }
  }
}

function writes(value, options, expected) {
  for (let i = 0; i < 4; i++) {
    assert.strictEqual(stringify(value, options), expected)
    assert.strictEqual(stringifyToBuffer(value, options).toString(), expected)
  }
}

function fails(value, options, code, pointer) {
  for (const write of [stringify, stringifyToBuffer]) {
    assert.throws(
      () => write(value, options),
      (error) => {
        assert.ok(error instanceof JSONGenerateError, String(error))
        assert.deepStrictEqual([error.code, error.pointer], [code, pointer])
        return true
      }
    )
  }
}

test('maxNesting counts arrays and objects; 0 and Infinity are no limit', () => {
  reads('[{"a":[]}]', { maxNesting: 3 }, [{ a: [] }])
  refuses('[{"a":[]}]', { maxNesting: 2 }, 'nesting', 6)
  for (const maxNesting of [0, Infinity]) {
    let value = parse('['.repeat(3000) + ']'.repeat(3000), { maxNesting })
    let depth = 1
    for (; value.length === 1; depth++) value = value[0]
    assert.strictEqual(depth, 3000)
  }
  writes([{ a: [] }], { maxNesting: 3 }, '[{"a":[]}]')
  fails([{ a: [] }], { maxNesting: 2 }, 'nesting', '/0/a')
})

test('allowNan reads NaN and the infinities, and reals beyond double as infinite', () => {
  reads('[NaN,Infinity,-Infinity,1e400,-1e400]', { allowNan: true }, [
    NaN,
    Infinity,
    -Infinity,
    Infinity,
    -Infinity
  ])
  reads(`[${'9'.repeat(400)}]`, { allowNan: true }, [Infinity])
  refuses('[NaN]', {}, 'unexpected_byte', 1)
})

test('allowComments, allowTrailingComma, allowControlCharacters, allowInvalidEscape', () => {
  reads('// a\n[1,/* b */2]/*c*/', { allowComments: true }, [1, 2])
  refuses('[1,/* b */2]', {}, 'unexpected_byte', 3)
  reads('{"a":[1,],}', { allowTrailingComma: true }, { a: [1] })
  refuses('[1,]', {}, 'unexpected_byte', 3)
  refuses('[1,,]', { allowTrailingComma: true }, 'unexpected_byte', 3)
  reads('["a\tb\n\u0000"]', { allowControlCharacters: true }, ['a\tb\n\0'])
  refuses('["a\tb"]', {}, 'control_character', 3)
  reads('["\\q\\é"]', { allowInvalidEscape: true }, ['qé'])
  refuses('["\\q"]', {}, 'invalid_escape', 3)
})

test('duplicateKey: the last value at the place of the first, or an error', () => {
  reads('{"a":1,"b":2,"\\u0061":3}', {}, { a: 3, b: 2 })
  assert.deepStrictEqual(Object.keys(parse('{"a":1,"b":2,"a":3}', { duplicateKey: 'last' })), ['a', 'b'])
  refuses('{"a":1,"b":2,"\\u0061":3}', { duplicateKey: 'error' }, 'duplicate_key', 13)
})

test('bigNumbers: double, bigint, decimal, text', () => {
  const text = '[1,-2.50,9007199254740993,18446744073709551616,1e2,0.1]'
  reads(text, { bigNumbers: 'double' }, [1, -2.5, 9007199254740992, 18446744073709551616, 100, 0.1])
  reads(text, { bigNumbers: 'bigint' }, [1, -2.5, 9007199254740993n, 18446744073709551616n, 100, 0.1])
  reads(text, { bigNumbers: 'decimal' }, [1, '-2.50', 9007199254740993n, 18446744073709551616n, '1e2', '0.1'])
  reads(text, { bigNumbers: 'text' }, [
    '1',
    '-2.50',
    '9007199254740993',
    '18446744073709551616',
    '1e2',
    '0.1'
  ])
  reads('{"a":1e999}', { bigNumbers: 'decimal' }, { a: '1e999' })
  refuses('[1e999]', { bigNumbers: 'bigint' }, 'number_out_of_range', 1)
  assert.throws(() => parse('[1,' + '9'.repeat(309) + ']'), { code: 'number_out_of_range', offset: 3 })
})

test('loneSurrogates, reading: an error, U+FFFD, or kept, in values and in keys', () => {
  const text = '{"\\ud800":"a\\udc00b","c":"\\ud83d\\ude00"}'
  refuses(text, {}, 'invalid_surrogate', 8)
  reads(text, { loneSurrogates: 'replace' }, { '\ufffd': 'a\ufffdb', c: '😀' })
  reads(text, { loneSurrogates: 'keep' }, { '\ud800': 'a\udc00b', c: '😀' })
})

test('limits of reading: the value at the limit is read, one more is refused', () => {
  reads('[1,2]', { maxInputBytes: 5 }, [1, 2])
  refuses('[1,2] ', { maxInputBytes: 5 }, 'limit', 0)
  reads('["é"]', { maxStringBytes: 2 }, ['é'])
  refuses('["éx"]', { maxStringBytes: 2 }, 'limit', 1)
  refuses('{"abc":1}', { maxStringBytes: 2 }, 'limit', 1)
  reads('[[1,2],{"a":1,"b":2}]', { maxMembers: 2 }, [[1, 2], { a: 1, b: 2 }])
  assert.throws(() => parse('[1,2,3]', { maxMembers: 2 }), { code: 'limit', pointer: '/2' })
  const digits = '1'.repeat(30)
  reads(`[${digits}]`, { maxNumberDigits: 30, bigNumbers: 'bigint' }, [BigInt(digits)])
  refuses(`[${digits}1]`, { maxNumberDigits: 30, bigNumbers: 'bigint' }, 'limit', 1)
  refuses('[12.345]', { maxNumberDigits: 4, bigNumbers: 'text' }, 'limit', 1)
  reads(`[${'1'.repeat(5000)}]`, { maxNumberDigits: Infinity, bigNumbers: 'bigint' }, [
    BigInt('1'.repeat(5000))
  ])
  for (const name of ['maxInputBytes', 'maxNumberDigits', 'maxStringBytes', 'maxMembers']) {
    assert.throws(() => parse('1', { [name]: 0 }), TypeError)
    assert.throws(() => parse('1', { [name]: '5' }), TypeError)
    assert.strictEqual(parse('1', { [name]: undefined }), 1)
  }
})

test('all options of reading together', () => {
  const options = {
    maxNesting: 4,
    allowNan: true,
    allowComments: true,
    allowTrailingComma: true,
    allowControlCharacters: true,
    allowInvalidEscape: true,
    duplicateKey: 'error',
    bigNumbers: 'decimal',
    loneSurrogates: 'keep',
    maxInputBytes: 200,
    maxNumberDigits: 25,
    maxStringBytes: 10,
    maxMembers: 5
  }
  const text = '/*x*/{"a\tb":[NaN,-Infinity,1.50,12345678901234567890,],"\\q":"\\ud800","d":{"e":[],},}//y'
  reads(text, options, { 'a\tb': [NaN, -Infinity, '1.50', 12345678901234567890n], q: '\ud800', d: { e: [] } })
  refuses('{"a":1,/**/"a":2}', options, 'duplicate_key', 11)
  refuses('[[[[[1]]]]]', options, 'nesting', 4)
  refuses('["\\ud800\\ud800\\ud800\\ud800"]', options, 'limit', 1)
  refuses('[12345678901234567890123456]', options, 'limit', 1)
})

test('the five layout strings stand where the header says', () => {
  const value = { a: [1, { b: 2 }], c: [], d: {} }
  writes(value, { indent: '\t' }, '{\t"a":[\t\t1,\t\t{\t\t\t"b":2}],\t"c":[],\t"d":{}}')
  writes(value, { space: ' ' }, '{"a": [1,{"b": 2}],"c": [],"d": {}}')
  writes(value, { spaceBefore: '\t' }, '{"a"\t:[1,{"b"\t:2}],"c"\t:[],"d"\t:{}}')
  writes(value, { objectNl: '\n' }, '{\n"a":[1,{\n"b":2\n}],\n"c":[],\n"d":{}\n}')
  writes(value, { arrayNl: '\n' }, '{"a":[\n1,\n{"b":2}\n],"c":[],"d":{}}')
  writes(
    [{ a: 1 }],
    { indent: ' ', space: '  ', spaceBefore: ' ', objectNl: '\r\n', arrayNl: '\n' },
    '[\n {\r\n  "a" :  1\r\n }\n]'
  )
  assert.throws(() => stringify(1, { indent: 'x' }), TypeError)
})

test('asciiOnly, scriptSafe, sortKeys, canonical', () => {
  const value = { é: '😀\u2028</script>', a: 1, '\ufb33': 2, '\u{1f600}': 3 }
  writes(
    value,
    { asciiOnly: true },
    '{"\\u00e9":"\\ud83d\\ude00\\u2028</script>","a":1,"\\ufb33":2,"\\ud83d\\ude00":3}'
  )
  writes(value, { scriptSafe: true }, '{"é":"😀\\u2028<\\/script>","a":1,"\ufb33":2,"😀":3}')
  writes(value, { sortKeys: true }, '{"a":1,"é":"😀\u2028</script>","😀":3,"\ufb33":2}')
  writes(
    { b: [1e21, 0.5, -0], a: { d: 1, c: 2 } },
    { canonical: true },
    '{"a":{"c":2,"d":1},"b":[1e+21,0.5,0]}'
  )
  writes(
    value,
    { asciiOnly: true, scriptSafe: true, sortKeys: true, space: ' ' },
    '{"a": 1,"\\u00e9": "\\ud83d\\ude00\\u2028<\\/script>","\\ud83d\\ude00": 3,"\\ufb33": 2}'
  )
  for (const other of [{ asciiOnly: true }, { scriptSafe: true }, { indent: ' ' }, { nan: 'literal' }]) {
    assert.throws(() => stringify(1, { canonical: true, ...other }), TypeError)
  }
})

test('nan: null, error, literal', () => {
  const value = [NaN, { a: -Infinity }]
  writes(value, {}, '[null,{"a":null}]')
  writes(value, { nan: 'null' }, '[null,{"a":null}]')
  writes(value, { nan: 'literal' }, '[NaN,{"a":-Infinity}]')
  fails(value, { nan: 'error' }, 'nan', '/0')
  fails([1, { a: Infinity }], { canonical: true }, 'nan', '/1/a')
  writes(value, { nan: 'null', canonical: true }, '[null,{"a":null}]')
})

test('loneSurrogates, writing: its escape, an error, U+FFFD, in values and in keys', () => {
  const value = { '\udc00k': ['a\ud800'] }
  writes(value, {}, '{"\\udc00k":["a\\ud800"]}')
  writes(value, { loneSurrogates: 'replace' }, '{"\ufffdk":["a\ufffd"]}')
  fails(value, { loneSurrogates: 'error' }, 'lone_surrogate', '/\ufffdk')
  fails({ b: ['a\ud800'] }, { loneSurrogates: 'error', sortKeys: true }, 'lone_surrogate', '/b/0')
})

test('strict names the member that has no JSON form', () => {
  writes({ a: [1, 'x', null, true, 5n] }, { strict: true }, '{"a":[1,"x",null,true,5]}')
  fails({ a: { b: [1, { c: undefined }] } }, { strict: true }, 'type', '/a/b/1/c')
  fails({ a: [0, () => 1] }, { strict: true }, 'type', '/a/1')
  fails({ a: 1, b: Symbol('x') }, { strict: true }, 'type', '/b')
  fails({ a: 1, 'b/~': new Map() }, { strict: true }, 'type', '/b~1~0')
  fails({ b: 1, a: { c: new Set() } }, { strict: true, sortKeys: true }, 'type', '/a/c')
  fails(undefined, { strict: true }, 'type', '')
})

test('maxOutputBytes: a text at the limit is written, a longer one is refused', () => {
  writes(['é'], { maxOutputBytes: 6 }, '["é"]')
  assert.throws(() => stringify(['éx'], { maxOutputBytes: 6 }), { code: 'limit' })
  writes([1, 2], { maxOutputBytes: Infinity }, '[1,2]')
  assert.throws(() => stringify(1, { maxOutputBytes: 0 }), TypeError)
})

test('an option that is not known, or not of its kind, is a TypeError', () => {
  for (const options of [
    { allowNaN: true },
    { allow_nan: true },
    { indent: 2 },
    { borrowText: true },
    { kind: 'lines' }
  ]) {
    assert.throws(() => parse('1', options), TypeError)
  }
  for (const options of [
    { allowNan: 1 },
    { duplicateKey: 'first' },
    { bigNumbers: 'exact' },
    { loneSurrogates: 'escape' }
  ]) {
    assert.throws(() => parse('1', options), TypeError)
  }
  for (const options of [
    { allowComments: true },
    { sort_keys: true },
    { sortKeys: 'yes' },
    { nan: 'NaN' },
    { maxNesting: -1 }
  ]) {
    assert.throws(() => stringify(1, options), TypeError)
  }
})
