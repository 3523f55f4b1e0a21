// The Node driver of the functions beyond parse and generate: answers a request file as tests/harness/README.md
// describes.
//
//     calls.mjs REQUESTS > ANSWERS

import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { dump, fastjson, optionsOf } from './wire.mjs'

const FAULTS_MAX = 8

const base64 = (data) => Buffer.from(data).toString('base64')
const valueEvent = (value) => `v${base64(dump(value))}`

// The events of what was thrown; what it is not made for goes on.
function fault(error) {
  if (error instanceof fastjson.JSONGenerateError) {
    return [`g${error.code},${base64(error.pointer)},${base64(error.message)}`]
  }
  if (error instanceof fastjson.JSONParseError) {
    const { code, offset, line, column, pointer, message } = error
    const before = (error.values ?? []).map(valueEvent)
    return [...before, `e${code},${offset},${line},${column},${base64(pointer)},${base64(message)}`]
  }
  if (error.constructor === TypeError && /option/.test(error.message)) return ['o']
  throw error
}

function textEvent(result, given) {
  if (typeof given === 'string' ? typeof result !== 'string' : !Buffer.isBuffer(result)) {
    throw new Error('a text of another kind than was given')
  }
  return `t${base64(result)}`
}

// An iterator of JavaScript ends when it throws; this one goes on.
function* many(text, argument, reading) {
  const values = fastjson.parseMany(text, { ...reading, kind: argument })
  for (let faults = 0; faults < FAULTS_MAX;) {
    try {
      const { value, done } = values.next()
      if (done) return
      yield valueEvent(value)
    } catch (error) {
      yield* fault(error)
      faults += argument === 'lines' ? 1 : FAULTS_MAX / 2
    }
    yield `@${values.offset}`
  }
}

function* stream(text, argument, reading) {
  const [kind, ...cuts] = argument.split(':')
  const lines = kind === 'lines'
  const reader = new fastjson.Stream({ ...reading, kind })
  let faults = 0
  let begin = 0
  function* step(call) {
    try {
      for (const value of call()) yield valueEvent(value)
    } catch (error) {
      yield* fault(error)
      faults++
    }
    yield `@${reader.offset}`
  }
  for (const cut of cuts) {
    if (faults >= FAULTS_MAX) return
    const end = cut === '-' ? text.length : Number(cut)
    let piece = text.subarray(begin, end)
    begin = end
    for (let before = -1; faults !== before && (before < 0 || lines) && faults < FAULTS_MAX;) {
      before = faults
      yield* step(() => reader.feed(piece))
      piece = piece.subarray(0, 0)
    }
    if (faults > 0 && !lines) break
  }
  if (!lines) faults = 0
  for (let before = -1; faults !== before && (before < 0 || lines) && faults < FAULTS_MAX;) {
    before = faults
    yield* step(() => reader.finish())
  }
}

// stringifyLines gives all or nothing: the lines before a fault are made by themselves.
function* lines(text, argument, reading, writing) {
  fastjson.stringifyLines([], writing) // options come before the text
  const values = [...fastjson.parseMany(text, reading)]
  try {
    yield textEvent(fastjson.stringifyLines(values, writing), '')
  } catch (error) {
    yield* fault(error)
  }
}

function* unfinished(text, argument, reading) {
  const { value, complete, used } = fastjson.parseUnfinished(text, reading)
  if (used > 0) yield valueEvent(value)
  else if (value !== undefined) throw new Error('a value of nothing')
  yield `u${complete ? 1 : 0},${used}`
}

function* generate(text, argument, reading, writing) {
  const value = fastjson.parse(text, reading)
  let bytes
  try {
    bytes = fastjson.stringifyToBuffer(value, writing)
  } catch (error) {
    yield* fault(error)
    return
  }
  const same = [fastjson.stringify(value, writing), new fastjson.Serializer(writing).stringify(value)]
  if (!same.every((each) => Buffer.from(each).equals(bytes))) throw new Error('three ways disagree')
  yield textEvent(bytes, bytes)
}

function isText(text, reading) {
  try {
    fastjson.validate(text, reading)
    return true
  } catch {
    return false
  }
}

function* patch(text, argument, reading, writing, other) {
  try {
    yield textEvent(fastjson.patch(text, other, reading), text)
  } catch (error) {
    if (
      !(error instanceof fastjson.JSONParseError) ||
      ![text, other].every((each) => isText(each, reading))
    ) {
      throw error
    }
    yield `p${error.code},${base64(error.pointer)},${base64(error.message)}`
  }
}

const CALLS = {
  many,
  stream,
  lines,
  unfinished,
  generate,
  patch,
  *validate(text, argument, reading) {
    fastjson.validate(text, reading)
    yield '=1'
  },
  *minify(text, argument, reading) {
    yield textEvent(fastjson.minify(text, reading), text)
  },
  *format(text, argument, reading, writing) {
    yield textEvent(fastjson.format(text, writing, reading), text)
  },
  *get(text, argument, reading, writing, other) {
    yield valueEvent(fastjson.get(text, other.toString(), { ...reading, scope: argument }))
  },
  *merge(text, argument, reading, writing, other) {
    yield textEvent(fastjson.mergePatch(text, other, reading), text)
  },
  *equal(text, argument, reading, writing, other) {
    yield `=${fastjson.equal(text, other, reading) ? 1 : 0}`
  }
}

function events(name, ...request) {
  const found = []
  try {
    for (const event of CALLS[name](...request)) found.push(event)
  } catch (error) {
    found.push(...fault(error))
  }
  return found
}

const requests = readFileSync(process.argv[2], 'latin1').split('\n').slice(0, -1)
const answers = []
for (const request of requests) {
  const [name, call, argument, reading, writing, encoded, other] = request.split('\t')
  const text = Buffer.from(encoded, 'base64')
  const rest = [argument, optionsOf(reading), optionsOf(writing), Buffer.from(other, 'base64')]
  try {
    let found = events(call, text, ...rest)
    const string = text.toString()
    if (call !== 'stream' && text.equals(Buffer.from(string))) {
      const again = events(call, string, ...rest)
      if (!isDeepStrictEqual(again, found)) found = ['of a string other than of a Buffer:', ...again]
    }
    answers.push([name, ...found])
  } catch (error) {
    console.error(`at ${name}:`)
    throw error
  }
}
process.stdout.write(answers.map((answer) => `${answer.join('\t')}\n`).join(''))
