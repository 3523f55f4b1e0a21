'use strict'

// Random values and texts: what comes out is what JSON.parse and JSON.stringify give. FASTJSON_SEED and
// FASTJSON_SECONDS choose others and more.

const test = require('node:test')
const assert = require('node:assert')
const { parse, stringify, stringifyToBuffer, JSONParseError } = require('../index.cjs')
const { Random, randomValue, builtinParse } = require('./support.cjs')

const seed = Number(process.env.FASTJSON_SEED ?? 20240607)
const seconds = Number(process.env.FASTJSON_SECONDS ?? 4)

function rounds(work) {
  const end = Date.now() + seconds * 1000
  let count = 0
  do {
    const random = new Random(seed + count++)
    work(random)
  } while (Date.now() < end)
  assert.ok(count > 10)
}

function outcome(work) {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

test(`random values are written as by JSON.stringify (seed ${seed})`, () => {
  rounds((random) => {
    const value = randomValue(random, false)
    const space = random.of([undefined, 2, '\t', '--', 11])
    for (let i = 0; i < (random.below(4) === 0 ? 8 : 1); i++) {
      const expected = JSON.stringify(value)
      assert.strictEqual(stringify(value), expected)
      assert.strictEqual(stringifyToBuffer(value)?.toString(), expected)
      assert.strictEqual(stringify(value, null, space), JSON.stringify(value, null, space))
      assert.strictEqual(stringify(value, ['a', 'b', 1]), JSON.stringify(value, ['a', 'b', 1]))
    }
  })
})

test(`random texts are read as by JSON.parse (seed ${seed})`, () => {
  rounds((random) => {
    const value = randomValue(random, true)
    const text = JSON.stringify(value, null, random.below(3)).replace(/\\ud[89a-f]../g, '\\u00e9')
    const expected = builtinParse(text)
    for (let i = 0; i < (random.below(4) === 0 ? 8 : 1); i++) {
      assert.deepStrictEqual(parse(text), expected)
      assert.deepStrictEqual(parse(Buffer.from(text)), expected)
    }
    assert.strictEqual(JSON.stringify(parse(text)), JSON.stringify(expected))
  })
})

test(`damaged texts are refused with a place, or read as by JSON.parse (seed ${seed})`, () => {
  rounds((random) => {
    const text = JSON.stringify(randomValue(random, true))
    const from = random.below(text.length + 1)
    const to = from + random.below(3)
    const damaged = text.slice(0, from) + String.fromCharCode(random.below(160)) + text.slice(to)
    const ours = outcome(() => parse(damaged))
    const theirs = outcome(() => builtinParse(damaged))
    if (ours.error === undefined) {
      assert.deepStrictEqual(ours.value, theirs.value)
    } else {
      assert.ok(ours.error instanceof JSONParseError, String(ours.error))
      assert.ok(ours.error.offset <= Buffer.byteLength(damaged))
      // Only by our own rules is a text refused that JSON.parse takes.
      if (theirs.error === undefined) {
        assert.ok(
          ['invalid_surrogate', 'invalid_utf8', 'number_out_of_range'].includes(ours.error.code),
          damaged
        )
      }
    }
    const bytes = Buffer.from(text)
    bytes[random.below(bytes.length)] = random.below(256)
    const fromBytes = outcome(() => parse(bytes))
    if (fromBytes.error === undefined) assert.deepStrictEqual(fromBytes.value, builtinParse(bytes.toString()))
    else assert.ok(fromBytes.error instanceof JSONParseError, String(fromBytes.error))
  })
})
