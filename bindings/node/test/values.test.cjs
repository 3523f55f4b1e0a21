'use strict'

// Several values of one text, a text in pieces, one value of a text, a text that is not finished.

const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { Readable } = require('node:stream')
const { pipeline } = require('node:stream/promises')
const fastjson = require('../index.cjs')
const { parse, get, parseMany, parseUnfinished, parseStream, Stream, JSONParseError } = fastjson
const { Random, randomValue, builtinParse, records } = require('./support.cjs')

function outcome(work) {
  try {
    return { value: work() }
  } catch (error) {
    assert.ok(error instanceof JSONParseError, String(error.stack))
    return placeOf(error)
  }
}

const placeOf = ({ code, offset, line, column, pointer }) => ({ code, offset, line, column, pointer })

// ---- get

test('get gives the value at a JSON Pointer', () => {
  const text = JSON.stringify({ a: [1, { 'b/c': 'é', '~': [] }], '': { '': 2 }, '😀': records(3) })
  for (const from of [text, Buffer.from(text)]) {
    for (const scope of ['whole', 'first']) {
      assert.deepStrictEqual(get(from, '', { scope }), builtinParse(text))
      assert.strictEqual(get(from, '/a/1/b~1c', { scope }), 'é')
      assert.deepStrictEqual(get(from, '/a/1/~0', { scope }), [])
      assert.strictEqual(get(from, '//', { scope }), 2)
      assert.deepStrictEqual(get(from, '/😀/2', { scope }), records(3)[2])
    }
  }
})

test('get: what is not there, what is no pointer, what is wrong in the text', () => {
  const text = '{"a":[1,2],\n"b":{"c":tru}}'
  assert.throws(() => get('{"a":1}', '/b'), { name: 'JSONParseError', code: 'not_found' })
  assert.throws(() => get('{"a":[1]}', '/a/1'), { code: 'not_found' })
  assert.throws(() => get('{"a":1}', 'a'), { code: 'pointer' })
  assert.deepStrictEqual(
    outcome(() => get(text, '/a/0')),
    outcome(() => parse(text))
  )
  assert.strictEqual(get(text, '/a/0', { scope: 'first' }), 1)
  assert.throws(() => get(text, '/a', { scope: 'half' }), TypeError)
  assert.throws(() => get(text, '/a', { kind: 'lines' }), TypeError)
  assert.throws(() => get(text), TypeError)
})

test('get: a number beyond double in the value has its place in the whole text', () => {
  const text = `{"x":1,\n "a":{"b":[0,${'9'.repeat(400)}]}}`
  assert.deepStrictEqual(
    outcome(() => get(text, '/a/b')),
    outcome(() => parse(text))
  )
  assert.deepStrictEqual(get(text, '/a/b/1', { bigNumbers: 'bigint' }), BigInt('9'.repeat(400)))
})

test('get: of keys that stand twice the last counts, or the first with scope first', () => {
  const text = '{"a":1,"a":2}'
  assert.strictEqual(get(text, '/a'), 2)
  assert.strictEqual(get(text, '/a', { scope: 'first' }), 1)
})

// ---- parseMany

test('parseMany gives values that stand one after the other, and where each ends', () => {
  const text = '{"a":1}{"a":2} [1,"é"]\n"😀" 5 null'
  for (const from of [text, Buffer.from(text)]) {
    const values = parseMany(from)
    const ends = []
    const all = []
    for (const value of values) {
      all.push(value)
      ends.push(values.offset)
    }
    assert.deepStrictEqual(all, [{ a: 1 }, { a: 2 }, [1, 'é'], '😀', 5, null])
    assert.deepStrictEqual(ends, [7, 14, 23, 30, 32, 37])
  }
  assert.deepStrictEqual([...parseMany(' \n ')], [])
  assert.deepStrictEqual([...parseMany('')], [])
})

test('parseMany: memory that is shared, and an iterator that is left early', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(3))
  shared.set([0x31, 0x20, 0x32])
  assert.deepStrictEqual([...parseMany(shared)], [1, 2])
  const values = parseMany('1 2 3')
  for (const value of values) if (value === 2) break
  assert.deepStrictEqual([...values], [])
  assert.strictEqual(values[Symbol.iterator](), values)
})

test('parseMany with kind lines: each line is a text; reading goes on behind a fault', () => {
  const text = '{"a":1}\r\n\n  \n[1] x\n"é"\n5'
  const values = parseMany(text, { kind: 'lines' })
  assert.deepStrictEqual(values.next().value, { a: 1 })
  assert.strictEqual(values.offset, 9)
  const fault = outcome(() => values.next())
  assert.deepStrictEqual(fault, { code: 'trailing_content', offset: 17, line: 4, column: 5, pointer: '' })
  assert.deepStrictEqual([...values], ['é', 5])
  assert.throws(() => parseMany('1', { kind: 'one' }), TypeError)
})

test('parseMany: a fault comes after the values before it, again and again', () => {
  const values = parseMany('[1] [2] [3')
  assert.deepStrictEqual([values.next().value, values.next().value], [[1], [2]])
  for (let i = 0; i < 3; i++) {
    assert.deepStrictEqual(outcome(() => values.next()).offset, 10)
    assert.strictEqual(values.offset, 7)
  }
})

test('parseMany: options, and places of what only Node refuses', () => {
  const many = (text, options) => [...parseMany(text, options)]
  assert.deepStrictEqual(many('1 /*x*/ 2', { allowComments: true }), [1, 2])
  assert.deepStrictEqual(many('// x\n1\n/*y*/\n2', { allowComments: true, kind: 'lines' }), [1, 2])
  assert.deepStrictEqual(many('[18446744073709551616]\n1.50', { bigNumbers: 'decimal', kind: 'lines' }), [
    [18446744073709551616n],
    '1.50'
  ])
  for (const kind of ['values', 'lines']) {
    assert.throws(() => many('{"a":1,"a":2}', { duplicateKey: 'error', kind }), { code: 'duplicate_key' })
    assert.throws(() => many('[1]\n[1,2]', { maxInputBytes: 4, kind }), { code: 'limit', line: 2 })
    const fault = outcome(() => many(`[1]\n {"a":${'9'.repeat(400)}}`, { kind }))
    assert.deepStrictEqual(fault, {
      code: 'number_out_of_range',
      offset: 10,
      line: 2,
      column: 7,
      pointer: '/a'
    })
    assert.deepStrictEqual(
      outcome(() => many('1\n"\ud800"', { kind })),
      { code: 'invalid_utf8', offset: 4, line: 2, column: 3, pointer: '' }
    )
  }
})

test('parseMany: many lines, lines of any length, and other calls between two values', () => {
  const random = new Random(77)
  const lines = Array.from({ length: 5000 }, (_, i) =>
    JSON.stringify(
      i % 500 === 7 ? 'é'.repeat(i * 60) + '日' : i % 3 ? records(2)[1] : randomValue(random, true)
    ).replace(/\\ud[89a-f]../g, '')
  )
  const expected = lines.map((line) => builtinParse(line))
  for (const [kind, end] of [
    ['lines', '\n'],
    ['values', ' '],
    ['lines', '\r\n']
  ]) {
    const text = lines.join(end)
    for (const from of [text, Buffer.from(text)]) {
      const values = parseMany(from, { kind })
      for (let i = 0; i < lines.length; i++) {
        if (i % 100 === 0) parse('[1,"other",{"q":1}]')
        assert.deepStrictEqual(values.next().value, expected[i])
      }
      assert.ok(values.next().done)
      assert.strictEqual(values.offset, Buffer.byteLength(text))
    }
  }
})

test('parseMany reads the NDJSON of the corpus as JSON.parse reads its lines', () => {
  const file = path.join(__dirname, '..', '..', '..', '..', 'shared', 'corpus', 'amazon_cellphones.ndjson')
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.from('{"a":1}\n'.repeat(1000))
  const expected = bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => builtinParse(line))
  for (const kind of ['lines', 'values']) assert.deepStrictEqual([...parseMany(bytes, { kind })], expected)
})

test('parseMany gives many values as parse gives each, wherever batches end', () => {
  const random = new Random(31)
  const texts = Array.from({ length: 3000 }, (_, i) => {
    if (i % 500 === 499) return JSON.stringify([`${'é'.repeat(20000)}${i}`, '日'.repeat(40000), 'x'])
    if (i % 700 === 699) return '['.repeat(300) + ']'.repeat(300)
    if (i % 3 === 0) return JSON.stringify({ id: i, name: `n${i}`, place: { x: i / 3, y: '日本' } })
    return (JSON.stringify(randomValue(random)) ?? 'null').replace(/\\ud[89a-f]../g, 'x')
  })
  const values = texts.map((text) => parse(text))
  for (const [kind, end] of [
    ['values', '\n'],
    ['lines', '\n'],
    ['values', ' \t\r\n\n'],
    ['values', ' ']
  ]) {
    const text = texts.join(end) + end
    for (const given of [text, Buffer.from(text)]) {
      const many = parseMany(given, { kind })
      let offset = 0
      for (let i = 0; i < texts.length; i++) {
        const { value } = many.next()
        assert.deepStrictEqual(value, values[i])
        offset += Buffer.byteLength(texts[i]) + (kind === 'lines' ? end.length : 0)
        assert.strictEqual(many.offset, offset)
        offset += kind === 'lines' ? 0 : end.length
      }
      assert.strictEqual(many.next().done, true)
    }
    assert.deepStrictEqual(new Stream({ kind }).feed(text), values)
  }
})

test('a fault among many values comes after those before it, at its place', () => {
  const lines = Array.from({ length: 40 }, (_, i) => JSON.stringify({ id: i, text: 'é日' }))
  for (const at of [0, 1, 17, 39]) {
    const text = [...lines.slice(0, at), '{"id":1,"x":[2,]}', ...lines.slice(at)].join('\n')
    for (const kind of ['values', 'lines']) {
      const many = parseMany(text, { kind })
      for (let i = 0; i < at; i++) assert.deepStrictEqual(many.next().value, builtinParse(lines[i]))
      const { line, column, pointer } = outcome(() => many.next())
      assert.deepStrictEqual({ line, column, pointer }, { line: at + 1, column: 16, pointer: '/x/1' })
    }
  }
})

// ---- pieces

// All values and faults of a text that comes in pieces of these sizes.
function inPieces(text, options, cut) {
  const stream = new Stream(options)
  const all = []
  const take = (work) => {
    try {
      all.push(...work().map((value) => ({ value })))
    } catch (error) {
      all.push(...error.values.map((value) => ({ value })), placeOf(error))
      return error
    }
  }
  let at = 0
  while (at < text.length) {
    const size = cut()
    const piece = text.slice(at, at + size)
    at += size
    const error = take(() => stream.feed(piece))
    if (error !== undefined && options.kind !== 'lines') return all
  }
  for (;;) if (take(() => stream.finish()) === undefined || options.kind !== 'lines') return all
}

function atOnce(text, options) {
  const all = []
  if (options.kind === 'one') return [outcome(() => parse(text))]
  const values = parseMany(text, options)
  for (;;) {
    const result = outcome(() => values.next())
    if (result.code === undefined) {
      if (result.value.done) return all
      all.push({ value: result.value.value })
    } else {
      all.push(result)
      if (options.kind !== 'lines') return all
    }
  }
}

test('a Stream gives the values, faults and places of one call, wherever the text is cut', () => {
  const texts = [
    '{"a":[1,"é😀\\ud83d\\ude00"]}\n[2.5e3,true]\nnull\n"x"\n12',
    '{"a":1}\n{"b" 2}\n[1\n3 4\n"\u0001"\n5\n',
    '[1][2]{}"a""b" 1 tru',
    '{"k":"日本"} x',
    ''
  ]
  const random = new Random(5)
  for (const text of texts) {
    for (const kind of ['values', 'lines', 'one']) {
      const expected = atOnce(text, { kind })
      for (const from of [text, Buffer.from(text)]) {
        for (let i = 0; i < 12; i++) {
          const cut = i === 0 ? () => 1 : () => 1 + random.below(i * 3)
          assert.deepStrictEqual(inPieces(from, { kind }, cut), expected)
        }
      }
    }
  }
})

test('a Stream of long and of many values', () => {
  const value = records(400)
  const text = Array.from({ length: 40 }, (_, i) => JSON.stringify(i % 2 ? value : i)).join('\n')
  for (const kind of ['values', 'lines']) {
    const random = new Random(9)
    const all = inPieces(Buffer.from(text), { kind }, () => random.below(40000))
    assert.deepStrictEqual(
      all.map((each) => each.value),
      Array.from({ length: 40 }, (_, i) => (i % 2 ? value : i))
    )
  }
  const stream = new Stream()
  assert.strictEqual(stream.feed(Buffer.from('[1,{"a":2}] '.repeat(50000))).length, 50000)
  assert.strictEqual(stream.offset, 600000 - 1)
  assert.deepStrictEqual(stream.finish(), [])
  assert.throws(() => stream.feed('1'), { code: 'state' })
})

test('a Stream: options, faults in them, and what is no piece', () => {
  const stream = new Stream({ kind: 'lines', bigNumbers: 'bigint', allowComments: true })
  assert.deepStrictEqual(stream.feed('// c\n[9007199254740993]\n'), [[9007199254740993n]])
  assert.throws(() => new Stream({ kind: 'all' }), TypeError)
  assert.throws(() => new Stream({ what: 1 }), TypeError)
  assert.throws(() => stream.feed(), TypeError)
  assert.throws(() => stream.feed(5), TypeError)
  const beyond = new Stream()
  assert.throws(() => beyond.feed(`1 {"a":${'9'.repeat(400)}} `), {
    code: 'number_out_of_range',
    pointer: '/a',
    line: 1
  })
  const half = new Stream()
  assert.deepStrictEqual(half.feed('"\ud83d'), [])
  assert.throws(() => half.finish(), { code: 'invalid_utf8', offset: 2 })
})

test('parseStream turns chunks into values, and a fault into the error of the stream', async () => {
  const collect = async (chunks, options) => {
    const out = []
    for await (const value of Readable.from(chunks).pipe(parseStream(options))) out.push(value)
    return out
  }
  assert.deepStrictEqual(await collect(['{"a":1} [2', '] "x', ' y"5']), [{ a: 1 }, [2], 'x y', 5])
  const bytes = Buffer.from('"é"\n{"b":"😀"}\n')
  assert.deepStrictEqual(
    await collect(
      [...bytes].map((byte) => Buffer.of(byte)),
      { kind: 'lines' }
    ),
    ['é', { b: '😀' }]
  )
  assert.deepStrictEqual(await collect(['1 null'], { offsets: true }), [
    { value: 1, offset: 1 },
    { value: null, offset: 6 }
  ])
  await assert.rejects(collect(['1 null 2']), TypeError)
  const seen = []
  await assert.rejects(
    pipeline(Readable.from(['{"a":1}', '\n{x}']), parseStream(), async (values) => {
      for await (const value of values) seen.push(value)
    }),
    { code: 'unexpected_byte', line: 2, offset: 9 }
  )
  assert.ok(seen.length <= 1)
  assert.throws(() => parseStream({ offsets: 1 }), TypeError)
  assert.throws(() => parseStream({ highWaterMark: 1 }), TypeError)
})

// ---- unfinished

test('parseUnfinished gives what is there of a text that stops', () => {
  const cases = [
    ['{"a":[1,2,{"b":"x', { a: [1, 2, { b: 'x' }] }, 17],
    ['{"a":1,"b', { a: 1 }, 6],
    ['[1, 23', [1], 2],
    ['"é\\ud83d', 'é', 3],
    ['[tru', [], 1],
    ['[1', [], 1]
  ]
  for (const [text, value, used] of cases) {
    for (const from of [text, Buffer.from(text)]) {
      assert.deepStrictEqual(parseUnfinished(from), { value, complete: false, used })
    }
  }
  for (const text of ['', ' ', 'tru', '-']) {
    assert.deepStrictEqual(parseUnfinished(text), { value: undefined, complete: false, used: 0 })
  }
  assert.deepStrictEqual(parseUnfinished(' [1,null] '), { value: [1, null], complete: true, used: 10 })
  assert.deepStrictEqual(parseUnfinished('[9007199254740993,"', { bigNumbers: 'bigint' }).value, [
    9007199254740993n,
    ''
  ])
})

test('parseUnfinished: every beginning of a text is taken, what is wrong is refused', () => {
  const text = JSON.stringify(records(3))
  for (let i = 0; i < text.length; i++) {
    const { complete, used } = parseUnfinished(text.slice(0, i))
    assert.ok(!complete && used <= Buffer.byteLength(text.slice(0, i)))
    assert.strictEqual(parseUnfinished(Buffer.from(text).subarray(0, i)).complete, false)
  }
  assert.deepStrictEqual(parseUnfinished(text).value, records(3))
  assert.deepStrictEqual(
    outcome(() => parseUnfinished('{"a":1 x')),
    { code: 'unexpected_byte', offset: 7, line: 1, column: 8, pointer: '/a' }
  )
  assert.throws(() => parseUnfinished(`{"a":[${'9'.repeat(400)},"`), {
    code: 'number_out_of_range',
    offset: 6,
    pointer: '/a/0'
  })
})
