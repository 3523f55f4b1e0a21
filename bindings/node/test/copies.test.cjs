'use strict'

// The library loaded more than once into one process, as test runners and bundled copies do: each copy
// has a state of its own, whatever the other does meanwhile.

const test = require('node:test')
const assert = require('node:assert')
const path = require('node:path')

const entry = path.join(__dirname, '..', 'index.cjs')

function load() {
  for (const name of Object.keys(require.cache)) {
    if (name.startsWith(path.join(__dirname, '..', 'lib')) || name === entry) delete require.cache[name]
  }
  return require(entry)
}

const value = (i) => ({ id: i, [`key${i % 7}`]: [i, i + 0.5, `text ${i}`, null, { deep: [true, 'é'] }] })

test('copies of the library do not disturb each other', () => {
  const copies = [load(), load()]
  assert.notStrictEqual(copies[0].parse, copies[1].parse)
  for (let i = 0; i < 400; i++) {
    if (i % 50 === 49) copies.push(load())
    for (const copy of copies) {
      const values = Array.from({ length: i % 9 }, (_, k) => value(i + k))
      const text = JSON.stringify(values)
      assert.deepStrictEqual(copy.parse(text), values)
      assert.deepStrictEqual(copy.parse(Buffer.from(text)), values)
      assert.strictEqual(copy.stringify(values), text)
      assert.strictEqual(copy.stringifyToBuffer(values).toString(), text)
    }
  }
  const long = value(1)
  long.list = Array.from({ length: 50000 }, (_, k) => value(k)) // the tape grows
  assert.strictEqual(copies[0].stringify(long), JSON.stringify(long))
  for (const copy of copies) assert.deepStrictEqual(copy.parse(JSON.stringify(long)), long)
})
