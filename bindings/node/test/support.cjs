'use strict'

// For the tests: random values from a seed, and documents: made here, and those of ../shared where it is
// there.

const fs = require('node:fs')
const path = require('node:path')

class Random {
  constructor(seed) {
    this.state = seed >>> 0
  }

  // mulberry32
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  below(n) {
    return Math.floor(this.next() * n)
  }

  of(list) {
    return list[this.below(list.length)]
  }
}

const STRINGS = [
  '',
  'a',
  'id',
  '__proto__',
  'constructor',
  '0',
  '1',
  '42',
  '-1',
  '4294967295',
  'é',
  '日本',
  '\u2028'
]
STRINGS.push('😀', '\ud800', '\udc00x', 'a"b', '\\', '\n', '\x01', '/', 'x'.repeat(20), 'y'.repeat(20000))

function randomString(random) {
  if (random.next() < 0.7) return random.of(STRINGS)
  const units = Array.from({ length: random.below(40) }, () =>
    random.next() < 0.8 ? 32 + random.below(95) : random.below(65536)
  )
  return String.fromCharCode(...units)
}

function randomNumber(random) {
  const big = 10 ** (random.below(600) - 300)
  return random.of([
    0,
    -0,
    random.below(100),
    -random.below(1e6),
    random.below(2 ** 32) - 2 ** 31,
    random.next(),
    random.next() * big,
    (random.next() - 0.5) * 2 ** 60
  ])
}

// A value of any kind that JSON.stringify takes; `only`: of JSON's own kinds.
function randomValue(random, only, depth = 0) {
  const kind = random.below(depth > 5 ? 6 : 12)
  if (kind < 2) return randomNumber(random)
  if (kind < 4) return randomString(random)
  if (kind === 4) return random.of([true, false, null])
  if (kind === 5) {
    if (only || random.next() < 0.7) return randomNumber(random)
    return random.of([
      undefined,
      () => 1,
      Symbol('x'),
      NaN,
      -Infinity,
      new Date(0),
      new Date(NaN),
      Object(3),
      Object('x'),
      Object(false),
      Object(Symbol('y')),
      new Map([[1, 2]])
    ])
  }
  if (kind < 9) {
    const length = random.below(random.next() < 0.1 ? 200 : 6)
    const mode = random.below(4)
    return Array.from({ length }, () => {
      if (mode === 0) return randomNumber(random)
      if (mode === 1) return random.below(1000)
      return mode === 2 ? randomString(random) : randomValue(random, only, depth + 1)
    })
  }
  const object = {}
  const count = random.below(random.next() < 0.05 ? 100 : 7)
  for (let i = 0; i < count; i++) {
    const key = random.next() < 0.8 ? 'abcdefg'[i % 7] : randomString(random)
    const value = randomValue(random, only, depth + 1)
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
  }
  if (!only && random.next() < 0.05) object.toJSON = (key) => ({ key, one: 1 })
  return object
}

// JSON.parse; where there are escapes, slowly and member by member, for that of some versions of Node 24 and 26
// takes an escaped key for another one that was read before.
function builtinParse(text) {
  const value = JSON.parse(text)
  if (!text.includes('\\')) return value
  const tokens = text.match(/"(?:[^"\\]|\\[^])*"|[[\]{},:]|[^ \t\n\r[\]{},:"]+/g)
  let at = 0
  function next() {
    const token = tokens[at++]
    if (token === '[') {
      const array = []
      while (tokens[at] !== ']') {
        array.push(next())
        if (tokens[at] === ',') at++
      }
      at++
      return array
    }
    if (token !== '{') return JSON.parse(token)
    const object = {}
    while (tokens[at] !== '}') {
      const key = JSON.parse(tokens[at])
      at += 2
      const member = next()
      Object.defineProperty(object, key, {
        value: member,
        enumerable: true,
        writable: true,
        configurable: true
      })
      if (tokens[at] === ',') at++
    }
    at++
    return object
  }
  return next()
}

function records(count) {
  return Array.from({ length: count }, (_, i) => ({
    id: i * 7919,
    name: `Name ${i} — Jürgen 日本 😀`,
    tags: ['a', 'b"c', `t${i % 5}`],
    place: { x: i / 3, y: -1 - i * 1.5, at: [i, i + 1, i + 0.25] },
    note: i % 3 === 0 ? null : 'line\n'.repeat(i % 4),
    big: 2 ** 31 + i,
    ok: i % 2 === 0
  }))
}

function documents() {
  const made = [
    ['records', JSON.stringify(records(500))],
    ['records, indented', JSON.stringify(records(50), null, 2)],
    ['one key an object', JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ [`key${i}`]: i })))],
    [
      'one large object',
      JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, `v${i}`])))
    ],
    ['numbers', JSON.stringify(Array.from({ length: 3000 }, (_, i) => Math.sin(i) * 10 ** ((i % 40) - 20)))],
    ['long strings', JSON.stringify(['é'.repeat(40000), 'z'.repeat(40000), '日'.repeat(40000), 'short'])]
  ]
  const corpus = path.join(__dirname, '..', '..', '..', '..', 'shared', 'corpus')
  if (fs.existsSync(corpus)) {
    for (const name of fs.readdirSync(corpus)) {
      if (name.endsWith('.json')) made.push([name, fs.readFileSync(path.join(corpus, name), 'utf8')])
    }
  }
  return made
}

module.exports = { Random, randomValue, builtinParse, records, documents }
