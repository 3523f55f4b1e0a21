'use strict'

// Text to text: format, patch, mergePatch, equal, lines; and coders that keep their options.

const test = require('node:test')
const assert = require('node:assert')
const fastjson = require('../index.cjs')
const { format, patch, mergePatch, equal, stringifyLines, Parser, Serializer } = fastjson

test('format lays a text out anew, and gives the kind that it got', () => {
  const text = '{"b":[1.0,2e2],"a":"é"}'
  const pretty = { indent: '  ', space: ' ', objectNl: '\n', arrayNl: '\n', sortKeys: true }
  const expected = '{\n  "a": "é",\n  "b": [\n    1.0,\n    200.0\n  ]\n}'
  assert.strictEqual(format(text, pretty), expected)
  assert.deepStrictEqual(format(Buffer.from(text), pretty), Buffer.from(expected))
  assert.strictEqual(
    format('[1.50, 2 /*x*/]', undefined, { allowComments: true, bigNumbers: 'decimal' }),
    '[1.50,2]'
  )
  assert.strictEqual(format('"é/"', { asciiOnly: true, scriptSafe: true }), '"\\u00e9\\/"')
  assert.strictEqual(format('{"b":1.0,"a":2}', { canonical: true }), '{"a":2,"b":1}')
  assert.strictEqual(format('[NaN]', { nan: 'literal' }, { allowNan: true }), '[NaN]')
})

test('format: faults of the text are parse errors, faults of writing generate errors', () => {
  assert.throws(() => format('[1,\n x]'), {
    name: 'JSONParseError',
    code: 'unexpected_byte',
    line: 2,
    offset: 5
  })
  assert.throws(() => format('[1,NaN]', {}, { allowNan: true }), {
    name: 'JSONGenerateError',
    code: 'nan',
    pointer: '/1'
  })
  assert.throws(() => format('[1,2]', { maxOutputBytes: 3 }), { name: 'JSONGenerateError', code: 'limit' })
  assert.throws(() => format('"\ud800"'), { name: 'JSONParseError', code: 'invalid_utf8', offset: 2 })
  assert.throws(() => format('1', { bigNumbers: 'text' }), TypeError)
  assert.throws(() => format('1', {}, { indent: ' ' }), TypeError)
})

test('patch and mergePatch follow the examples of RFC 6902 and RFC 7396', () => {
  const text = '{"foo":["bar","baz"],"n":1.0}'
  assert.strictEqual(
    patch(text, '[{"op":"add","path":"/foo/1","value":"qux"}]'),
    '{"foo":["bar","qux","baz"],"n":1.0}'
  )
  assert.strictEqual(
    patch(
      '{"a":1,"b":2}',
      Buffer.from('[{"op":"remove","path":"/a"},{"op":"move","from":"/b","path":"/c"}]')
    ),
    '{"c":2}'
  )
  assert.ok(Buffer.isBuffer(patch(Buffer.from('[]'), '[]')))
  assert.strictEqual(
    mergePatch('{"a":"b","c":{"d":"e","f":"g"}}', '{"a":"z","c":{"f":null}}'),
    '{"a":"z","c":{"d":"e"}}'
  )
  assert.strictEqual(mergePatch('["a"]', '"c"'), '"c"')
})

test('patch: what does not hold, and whose fault it is', () => {
  const bad = (operations, code, pointer) => {
    assert.throws(() => patch('{"a":1}', JSON.stringify(operations)), {
      name: 'JSONParseError',
      code,
      pointer
    })
  }
  bad([{ op: 'test', path: '/a', value: 2 }], 'patch_test', '/0/path')
  bad([{ op: 'add', path: '/b/c', value: 2 }], 'not_found', '/0/path')
  bad([{ op: 'what', path: '' }], 'patch', '/0/op')
  assert.throws(() => patch('{"a"', '[]'), { code: 'unexpected_end', offset: 4 })
  assert.throws(() => patch('{}', '[\n"\ud800"]'), { code: 'invalid_utf8', offset: 4, line: 2 })
  const copies = JSON.stringify(Array.from({ length: 20 }, () => ({ op: 'copy', from: '', path: '/a' })))
  assert.throws(() => patch('{"a":1}', copies, { maxCopied: 10 }), { code: 'limit' })
  assert.throws(() => patch('{}', '[]', { maxCopied: -1 }), TypeError)
  assert.throws(() => mergePatch('{}', '{}', { maxCopied: 1 }), TypeError)
})

test('equal compares values, not texts', () => {
  assert.strictEqual(equal('{"a":1,"b":[2]}', Buffer.from(' {"b":[2.0],"a":10e-1}')), true)
  assert.strictEqual(equal('[1,2]', '[2,1]'), false)
  assert.strictEqual(equal('9007199254740993', '9007199254740992'), false)
  assert.strictEqual(equal('[1,]', '[1]', { allowTrailingComma: true }), true)
  assert.throws(() => equal('[1]', '[1'), { code: 'unexpected_end' })
  assert.throws(() => equal('[1]', 1), TypeError)
})

test('stringifyLines writes one value a line', () => {
  assert.strictEqual(stringifyLines([{ a: 1 }, 'x\n', null]), '{"a":1}\n"x\\n"\nnull\n')
  assert.strictEqual(stringifyLines(new Set([1, 2])), '1\n2\n')
  assert.strictEqual(stringifyLines([]), '')
  assert.strictEqual(stringifyLines([{ b: 1, a: 2 }], { sortKeys: true, space: ' ' }), '{"a": 2,"b": 1}\n')
  assert.throws(() => stringifyLines([1], { arrayNl: '\n' }), TypeError)
  assert.throws(() => stringifyLines([1, undefined]), { name: 'JSONGenerateError', code: 'type' })
  assert.strictEqual(stringifyLines([1, 22], { maxOutputBytes: 5 }), '1\n22\n')
  assert.throws(() => stringifyLines([1, 222], { maxOutputBytes: 5 }), { code: 'limit' })
  assert.throws(() => stringifyLines(5), TypeError)
})

test('a Parser and a Serializer keep their options, whatever is called between', () => {
  const parser = new Parser({ bigNumbers: 'bigint', allowComments: true })
  const serializer = new Serializer({ sortKeys: true, asciiOnly: true })
  for (let i = 0; i < 6; i++) {
    assert.deepStrictEqual(parser.parse('[1 /*x*/,9007199254740993]'), [1, 9007199254740993n])
    assert.deepStrictEqual(fastjson.parse('[9007199254740993]'), [9007199254740992])
    assert.throws(() => fastjson.parse('[1 /*x*/]'), { code: 'unexpected_byte' })
    assert.strictEqual(serializer.stringify({ b: 'é', a: 1 }), '{"a":1,"b":"\\u00e9"}')
    assert.strictEqual(fastjson.stringify({ b: 'é', a: 1 }), '{"b":"é","a":1}')
    assert.strictEqual(serializer.stringifyToBuffer({ b: 1, a: 'é' }).toString(), '{"a":"\\u00e9","b":1}')
  }
  parser.validate('[/**/]')
  assert.strictEqual(parser.minify('[ /**/ 1 ]'), '[1]')
  assert.strictEqual(parser.get('[1,[18446744073709551616]]', '/1/0'), 18446744073709551616n)
  assert.deepStrictEqual([...parser.parseMany('1\n/**/2', 'lines')], [1, 2])
  assert.deepStrictEqual(parser.parseUnfinished('[/**/1,2').value, [1])
  assert.strictEqual(serializer.stringifyLines([{ b: 1, a: 2 }]), '{"a":2,"b":1}\n')
  assert.throws(() => new Parser({ indent: ' ' }), TypeError)
  assert.throws(() => new Serializer({ kind: 'x' }), TypeError)
  assert.deepStrictEqual(new Parser().parse('[1]'), [1])
  assert.strictEqual(new Serializer().stringify([1]), '[1]')
})

test('a Serializer may be used within a callback of another generating', () => {
  const inner = new Serializer({ sortKeys: true })
  const outer = new Serializer({ nan: 'literal' })
  const value = { z: NaN, y: { toJSON: () => inner.stringify({ b: format('[ 1 ]'), a: NaN }) } }
  for (let i = 0; i < 5; i++) {
    assert.strictEqual(outer.stringify(value), '{"z":NaN,"y":"{\\"a\\":null,\\"b\\":\\"[1]\\"}"}')
  }
})
