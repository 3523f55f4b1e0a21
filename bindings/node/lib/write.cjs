'use strict'

// Lays values out as a tape (core/include/fastjson/hosts.h says what its words mean) and has C write the
// text.
//
// What JSON.stringify does, in the same order: toJSON, then the keys, then each value. An object's keys are
// compared with those of the object that stood at the same place before; if they are the same, compiled code
// for just these keys takes the values, and the tape holds the number of the shape in place of the keys.
// Strings are gathered in one long string, which C takes over as a whole.
//
// Deep values, and those for which keys are chosen or sorted or each value is shown to a function, are laid
// out by one plain loop with a stack of its own (putDeep).

const { isBoxedPrimitive } = require('node:util').types
const { isRawJSON } = JSON // of Node 21 and later
const { native, header, flag } = require('./native.cjs')
const { JSONGenerateError } = require('./errors.cjs')
const { canCompile } = require('./build.cjs')
const { generateBuiltin, NOT_HERE } = require('./builtin.cjs')
const { paceOf, isForBuiltin, begin, took, learn, distrust } = require('./ways.cjs')

const CONST = 0
const INT = 1
const INT32 = 2
const DOUBLE = 3
const STRING = 4
const DIGITS = 8
const ARRAY = 9
const RUN = 11
const OBJECT = 12
const END = 14
const PAIRS = 15
const NULL = CONST
const FALSE = (1 << 4) | CONST
const TRUE = (2 << 4) | CONST
const ABSENT = (3 << 4) | CONST

const FIRST = header.WORDS
const SHAPE_KEYS = 64 // keys of the largest object that gets compiled code
const ROOM = 4 * SHAPE_KEYS + 16 // words that are always free when a container is begun
const KEPT = 1 << 20 // words that stay between calls: 4 MiB
const DEPTH_RECURSIVE = 96
const NESTING = 1024
const DEFINE_AFTER = 2 // objects of a shape before C is told of it
const COMPILE_AFTER = 100 // and then, before it gets code of its own
const SHAPES_MAX = 2048
const NODES_MAX = 16384
const STRING_MAX = 0x0fffffff // units of one string on a tape
const ARRAY_MAX = 0x07ffffff // elements: no array in memory has more, only sparse ones claim to
// Units that are gathered before a new string is begun, and those of a string that crosses by itself: V8
// puts the gathered strings together in memory of the young, and narrow ones stay narrow.
const PIECE = 16384
const LONG = 2048
const SLAB = 16384
const SLAB_USE = SLAB / 4 // bytes of the longest Buffer that is cut from a slab

// ---- state: of the one generating that goes on; set aside while a callback generates something itself

const S = {
  words: new Int32Array(0),
  doubles: new Float64Array(0),
  limit: 0, // a container may be begun while `at` is not beyond
  at: FIRST,
  text: '',
  pieces: null, // strings gathered before `text`
  depth: 0,
  cold: 0, // members of objects without a shape
  nesting: NESTING,
  isLent: true, // the words are those that C knows
  isBusy: false,
  keys: null, // what a failed guess has looked up already
  toJSON: undefined,
  replacer: null,
  list: null,
  sort: false,
  strict: false
}

let slab = new ArrayBuffer(SLAB)
let slabAt = 0

function setWords(words) {
  S.words = words
  S.doubles = new Float64Array(words.buffer)
  S.limit = words.length - ROOM
}

function lend() {
  native.lend(S.words.buffer, slab)
}

function setDefaults() {
  const { words, doubles } = S
  words.fill(0, 0, FIRST)
  words[header.NAN] = 1
  doubles[header.LIMITS >> 1] = 0
}

setWords(new Int32Array(16384))
setDefaults()
lend()

function grow() {
  const words = new Int32Array(2 * S.words.length)
  words.set(S.words.subarray(0, S.at))
  setWords(words)
  if (S.isLent) lend()
}

// No piece is empty.
function flush() {
  if (S.pieces === null) S.pieces = []
  if (S.text !== '') S.pieces.push(S.text)
  S.text = ''
}

// ---- failures: the walk stops, and C tells the place where the tape ends

class Stop {
  constructor(code, message) {
    this.code = code
    this.message = message
  }
}

function stop(code, message) {
  throw new Stop(code, message)
}

// ---- shapes

const NO_SHAPE = { number: -1, keys: [], uses: 0, guesses: [], walk: null, fill: null }

let root = { next: null, uses: 0, shape: null }
let nodes = 0
let shapes = 0
let top = NO_SHAPE

// Only between calls: a tape that is being written holds the numbers of shapes.
function forgetShapes() {
  root = { next: null, uses: 0, shape: null }
  nodes = shapes = 0
  top = NO_SHAPE
}

function defineShape(keys) {
  const number = shapes++
  native.define(number, keys)
  return { number, keys, uses: 0, guesses: keys.map(() => NO_SHAPE), walk: null, fill: null }
}

function compileShape(shape) {
  const { number, keys } = shape
  const literals = keys.map((key) =>
    JSON.stringify(key)
      .replace(/\u2028/g, '\\u2028')
      .replace(/\u2029/g, '\\u2029')
  )
  const guesses = keys.map((_, i) => `g${i} = NO_SHAPE`)
  const members = literals.map(
    (key, i) => `
    v = o[${key}]
    if (typeof v === 'string' && v.length <= ${LONG}) {
      words[at++] = (v.length << 4) | ${STRING}
      S.text += v
    } else if (typeof v === 'number' && (v | 0) === v && (v + 134217728) >>> 28 === 0) {
      words[at++] = (v << 4) | ${INT}
    } else {
      S.at = at
      g${i} = put(v, ${key}, g${i})
      at = S.at
      words = S.words
    }`
  )
  const source = `
  let ${guesses.join(', ')}
  const fill = (o) => {
    let words = S.words
    let at = S.at
    let v
    words[at++] = ${(number << 4) | OBJECT}${members.join('')}
    S.at = at
  }
  const walk = (o) => {
    if ((S.toJSON = o.toJSON) !== undefined) return false
    const k = (S.keys = Object.keys(o))
    if (k.length !== ${keys.length}) return false
    ${keys.map((_, i) => `if (k[${i}] !== keys[${i}]) return false`).join('\n    ')}
    fill(o)
    return true
  }
  return { walk, fill }`
  // walk: the whole of it, false if the object has other keys or a toJSON; fill: the values alone.
  const { walk, fill } = new Function('S', 'put', 'keys', 'NO_SHAPE', source)(S, put, keys, NO_SHAPE)
  shape.walk = walk
  shape.fill = fill
  shape.guesses = null
}

// Until a shape has code of its own: the values of its keys, got by this one loop.
function fillShape(shape, object) {
  if (shape.fill !== null) {
    shape.fill(object)
    return
  }
  if (++shape.uses > COMPILE_AFTER && canCompile()) {
    compileShape(shape)
    shape.fill(object)
    return
  }
  const { keys, guesses } = shape
  S.words[S.at++] = (shape.number << 4) | OBJECT
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i]]
    if (typeof value === 'string') putString(value)
    else guesses[i] = put(value, keys[i], guesses[i])
  }
}

function hasKeys(shape, keys) {
  const known = shape.keys
  if (keys.length !== known.length) return false
  for (let i = 0; i < known.length; i++) if (keys[i] !== known[i]) return false
  return true
}

// The shape of these keys if it is worth one, or null.
function shapeOf(keys) {
  if (keys.length > SHAPE_KEYS || keys.length === 0 || keys[0] === '0' || keys[0] === 'rawJSON') return null
  let node = root
  for (let i = 0; i < keys.length; i++) {
    if (node.next === null) node.next = new Map()
    let child = node.next.get(keys[i])
    if (child === undefined) {
      if (nodes >= NODES_MAX) return null
      nodes++
      child = { next: null, uses: 0, shape: null }
      node.next.set(keys[i], child)
    }
    node = child
  }
  if (node.shape === null) {
    if (++node.uses <= DEFINE_AFTER || shapes >= SHAPES_MAX) return null
    node.shape = defineShape(keys)
  }
  return node.shape
}

// ---- values

function putString(string) {
  if (string.length > STRING_MAX) stop('limit', 'a string is too long')
  S.words[S.at++] = (string.length << 4) | STRING
  if (string.length > LONG) {
    flush()
    S.pieces.push(string)
  } else {
    if (S.text.length > PIECE) flush()
    S.text += string
  }
}

function putNumber(number) {
  const words = S.words
  if ((number | 0) === number) {
    if ((number + 134217728) >>> 28 === 0) {
      words[S.at++] = (number << 4) | INT
    } else {
      words[S.at] = INT32
      words[S.at + 1] = number
      S.at += 2
    }
  } else {
    words[S.at] = DOUBLE
    const place = (S.at + 2) >> 1
    S.doubles[place] = number
    S.at = 2 * place + 2
  }
}

function putDigits(bigint) {
  const text = bigint.toString()
  S.words[S.at++] = (text.length << 4) | DIGITS
  S.text += text
}

// What JSON.rawJSON made.
function putRaw(object) {
  const text = object.rawJSON
  if (text === 'null' || text === 'true' || text === 'false' || text[0] === '"') {
    return putScalar(JSON.parse(text))
  }
  S.words[S.at++] = (text.length << 4) | DIGITS
  S.text += text
}

function isRaw(object) {
  return isRawJSON !== undefined && isRawJSON(object)
}

// A value that has no toJSON to be asked any more; containers excepted.
function putScalar(value) {
  switch (typeof value) {
    case 'string':
      return putString(value)
    case 'number':
      return putNumber(value)
    case 'boolean':
      S.words[S.at++] = value ? TRUE : FALSE
      return
    case 'bigint':
      return putDigits(value)
    case 'object':
      S.words[S.at++] = NULL
      return
    default:
      S.words[S.at++] = ABSENT
  }
}

// The primitive in a Number, String, Boolean or BigInt object; all else is given back.
function unbox(value) {
  if (!isBoxedPrimitive(value)) return value
  try {
    return BigInt.prototype.valueOf.call(value)
  } catch {}
  try {
    return Boolean.prototype.valueOf.call(value)
  } catch {}
  try {
    Number.prototype.valueOf.call(value)
  } catch {
    try {
      String.prototype.valueOf.call(value)
    } catch {
      return value // a Symbol object: no keys, {}
    }
    return `${value}`
  }
  return +value
}

function lengthOf(array) {
  let length = array.length
  if (typeof length !== 'number' || !(length >= 0 && length <= 0xffffffff && length % 1 === 0)) {
    length = Math.min(Math.max(Math.trunc(Number(length)) || 0, 0), Number.MAX_SAFE_INTEGER)
  }
  return length
}

// Gives the shape of the last object among the elements, for the next array in its place.
function putArray(array, guess) {
  const length = lengthOf(array)
  S.words[S.at++] = (length << 4) | ARRAY
  if (length > ARRAY_MAX) stop('limit', 'an array claims more elements than memory can hold')
  let i = 0
  if (length !== 0) {
    let value = array[0]
    if (typeof value === 'number') {
      i = putRun(array, length, value)
      if (i === length) return guess
      value = S.pending
    }
    for (;;) {
      if (typeof value === 'string') putString(value)
      else guess = put(value, i, guess)
      if (S.at > S.limit) grow()
      if (++i >= length) break
      value = array[i]
    }
  }
  return guess
}

// The numbers that an array begins with. The first other value is left in S.pending: it was got already.
S.pending = undefined
function putRun(array, length, value) {
  const head = S.at
  let place = (head + 2) >> 1
  let i = 0
  let doubles = S.doubles
  let last = S.limit >> 1
  do {
    if (place >= last) {
      S.at = 2 * place
      grow()
      doubles = S.doubles
      last = S.limit >> 1
    }
    doubles[place++] = value
    i++
  } while (i < length && typeof (value = array[i]) === 'number')
  S.words[head] = (i << 4) | RUN
  S.at = 2 * place
  S.pending = i < length ? value : undefined
  return i
}

function putPairs(object, keys) {
  S.words[S.at++] = PAIRS
  S.cold += keys.length
  let guess = NO_SHAPE
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    const value = object[key]
    // The key comes first, and is taken back if the value turns out to be left out.
    const { at, text, pieces } = S
    const count = pieces === null ? 0 : pieces.length
    putString(key)
    const value_at = S.at
    guess = put(value, key, guess)
    if (S.words[value_at] === ABSENT && S.at === value_at + 1) {
      S.at = at
      S.text = text
      if (S.pieces !== null) S.pieces.length = count
    }
    if (S.at > S.limit) grow()
  }
  S.words[S.at++] = END
}

// An object of which the keys are known, and that it has no toJSON. Gives the shape, for the next guess.
function putObject(object, keys, guess) {
  const inside = isBoxedPrimitive(object) ? unbox(object) : object
  if (inside !== object) {
    putScalar(inside)
    return guess
  }
  const shape = shapeOf(keys)
  if (shape !== null) {
    fillShape(shape, object)
    return shape
  }
  if (keys[0] === 'rawJSON' && isRaw(object)) {
    putRaw(object)
    return guess
  }
  putPairs(object, keys)
  return guess
}

// Any value: `key` is where it stands (a string, or an index), `guess` what stood there before.
function put(value, key, guess) {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'bigint' || typeof value === 'function') {
      const toJSON = value.toJSON
      if (typeof toJSON === 'function') {
        putContainer(Reflect.apply(toJSON, value, [`${key}`]))
        return guess
      }
    }
    putScalar(value)
    return guess
  }
  if (++S.depth > DEPTH_RECURSIVE) {
    S.depth--
    putDeep(null, value, key)
    return guess
  }
  if (S.text.length > PIECE) flush()
  let toJSON
  if (Array.isArray(value)) {
    toJSON = value.toJSON
    if (typeof toJSON !== 'function') {
      guess = putArray(value, guess)
      S.depth--
      if (S.at > S.limit) grow()
      return guess
    }
  } else {
    let keys
    if (guess.walk !== null) {
      if (guess.walk(value)) {
        S.depth--
        if (S.at > S.limit) grow()
        return guess
      }
      toJSON = S.toJSON
      keys = toJSON === undefined ? S.keys : null
    } else {
      toJSON = value.toJSON
      keys = null
      if (guess !== NO_SHAPE && toJSON === undefined) {
        keys = Object.keys(value)
        if (hasKeys(guess, keys)) {
          fillShape(guess, value)
          S.depth--
          if (S.at > S.limit) grow()
          return guess
        }
      }
    }
    if (typeof toJSON !== 'function') {
      guess = putObject(value, keys ?? Object.keys(value), guess)
      S.depth--
      if (S.at > S.limit) grow()
      return guess
    }
  }
  S.depth--
  putContainer(Reflect.apply(toJSON, value, [`${key}`]))
  return guess
}

// What toJSON gave: its own toJSON is not asked.
function putContainer(value) {
  if (typeof value !== 'object' || value === null) return putScalar(value)
  if (++S.depth > DEPTH_RECURSIVE) {
    S.depth--
    return putDeep(null, value, null)
  }
  if (Array.isArray(value)) putArray(value, NO_SHAPE)
  else {
    const inside = unbox(value)
    if (inside !== value) putScalar(inside)
    else if (isRaw(value)) putRaw(value)
    else putPairs(value, Object.keys(value))
  }
  S.depth--
  if (S.at > S.limit) grow()
}

// ---- the plain loop

// toJSON, the function, boxed values. `key` null: toJSON was asked already. `isMember`: of an object whose
// key is not on the tape yet; a failure puts it there, for the place.
function prepare(holder, key, value, isMember) {
  if (key !== null && value !== null) {
    const type = typeof value
    if (type === 'object' || type === 'function' || type === 'bigint') {
      const toJSON = value.toJSON
      if (typeof toJSON === 'function') value = Reflect.apply(toJSON, value, [`${key}`])
    }
  }
  if (S.replacer !== null) value = Reflect.apply(S.replacer, holder, [`${key}`, value])
  if (typeof value === 'object' && value !== null) {
    if (S.strict && !isPlain(value)) {
      stopAt(key, isMember, 'an object that is neither an array nor a plain object has no JSON form')
    }
    return unbox(value)
  }
  if (
    S.strict &&
    (typeof value === 'undefined' || typeof value === 'function' || typeof value === 'symbol')
  ) {
    stopAt(key, isMember, `a value of type ${typeof value} has no JSON form`)
  }
  return value
}

function stopAt(key, isMember, message) {
  if (isMember) putString(key)
  stop('type', message)
}

function isPlain(value) {
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function keysOf(object) {
  if (S.list !== null) return S.sort ? [...S.list].sort() : S.list
  const keys = Object.keys(object)
  return S.sort ? keys.sort() : keys // by UTF-16 code units
}

function putDeep(holder, value, key) {
  const stack = []
  const ancestors = new Set()
  let frame = null
  const first = S.depth
  value = prepare(holder, key, value, false)
  for (;;) {
    // Puts `value`, or begins it.
    if (S.at > S.limit) grow()
    if (typeof value !== 'object' || value === null) {
      putScalar(value)
    } else if (isRaw(value)) {
      putRaw(value)
    } else {
      if (ancestors.has(value)) {
        S.words[S.at++] = PAIRS // where the place is looked for
        stop('circular', 'container contains itself')
      }
      const isArray = Array.isArray(value)
      const keys = isArray ? null : keysOf(value)
      const count = isArray ? lengthOf(value) : keys.length
      S.words[S.at++] = isArray ? (count << 4) | ARRAY : PAIRS
      if (++S.depth > S.nesting) stop('nesting', 'nested deeper than max_nesting allows')
      if (count > ARRAY_MAX) stop('limit', 'an array claims more elements than memory can hold')
      if (frame !== null) stack.push(frame)
      frame = { value, keys, count, index: 0 }
      ancestors.add(value)
    }
    // On to the next value.
    for (;;) {
      if (frame === null) return
      if (frame.index < frame.count) {
        const index = frame.index++
        if (frame.keys === null) {
          value = prepare(frame.value, index, frame.value[index], false)
          break
        }
        const next = frame.keys[index]
        value = prepare(frame.value, next, frame.value[next], true)
        if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
        putString(next)
        break
      }
      if (S.at > S.limit) grow()
      if (frame.keys !== null) S.words[S.at++] = END
      ancestors.delete(frame.value)
      S.depth--
      frame = S.depth === first ? null : stack.pop()
    }
  }
}

// ---- calls

function failure(error) {
  return new JSONGenerateError(error)
}

// Lets C look for the place at which the tape ends, and gives the error; one that C finds before that comes first.
function stopped(signal, layout) {
  const at = S.at
  if (S.pieces !== null || S.text !== '') flush()
  S.words[header.FLAGS] &= ~flag.TO_STRING
  native.writeWith(S.pieces ?? [], at, S.isLent ? undefined : S.words, layout)
  const place = native.error()
  if (place.code !== 'argument') return failure(place)
  const pointer = signal.code === 'limit' ? '' : place.pointer // what is too long is so as a whole
  return failure({ pointer, code: signal.code, message: signal.message })
}

function cut(length) {
  const buffer = Buffer.from(slab, slabAt, length)
  slabAt = (slabAt + length + 7) & ~7
  if (slabAt > SLAB - SLAB_USE) {
    slab = new ArrayBuffer(SLAB)
    slabAt = 0
    lend()
  }
  return buffer
}

// A long text comes in parts; undefined if it is longer than a string can be.
function join(text) {
  try {
    for (;;) {
      const part = native.part()
      if (part === undefined) return text
      text += part
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// The tape is whole: the text of it, or undefined if there is none.
function finish(toString, layout) {
  const words = S.words
  const at = S.at
  if (words[FIRST] === ABSENT && at === FIRST + 1) return undefined
  words[header.FLAGS] = toString
    ? words[header.FLAGS] | flag.TO_STRING
    : words[header.FLAGS] & ~flag.TO_STRING
  let result
  if (S.isLent && S.pieces === null && layout === undefined) {
    words[header.PLACE] = slabAt
    words[header.LENGTH] = S.text.length
    result = native.write(S.text, at)
  } else {
    words[header.PLACE] = -1
    flush()
    result = native.writeWith(S.pieces, at, S.isLent ? undefined : words, layout)
  }
  if (words[header.STATUS] !== 0) throw failure(native.error())
  if (result !== undefined) {
    if (!toString || words[header.COUNT] === 0) return result
    result = join(result)
    if (result !== undefined) return result
  }
  if (!toString && words[header.LENGTH] > 0) return cut(words[header.LENGTH])
  throw failure({
    ...native.error(),
    code: 'limit',
    message: 'the text is longer than a string or Buffer can be',
    pointer: ''
  })
}

function done() {
  S.isBusy = false
  S.cold = 0
  S.text = ''
  S.pieces = null
  S.depth = 0
  S.keys = S.toJSON = S.pending = undefined
  if (!S.isLent) return
  if (S.words.length > KEPT) {
    setWords(new Int32Array(KEPT))
    setDefaults()
    lend()
  }
  if (shapes >= SHAPES_MAX || nodes >= NODES_MAX) forgetShapes()
}

function generateDefault(value, toString) {
  const pace = paceOf(toString)
  const begun = begin(pace)
  if (isForBuiltin(pace)) {
    const result = generateBuiltin(value, toString)
    if (result !== NOT_HERE) {
      if (result !== undefined) took(pace, 'builtin', begun, result.length)
      return result
    }
    distrust()
  }
  const result = S.isBusy ? aside(() => generateTape(value, toString)) : generateTape(value, toString)
  if (result !== undefined) took(pace, 'tape', begun, result.length)
  return result
}

function generateTape(value, toString) {
  S.isBusy = true
  S.at = FIRST
  try {
    top = put(value, '', top)
    if (S.isLent) learn(S.at - FIRST, S.cold)
    return finish(toString, undefined)
  } catch (error) {
    throw error instanceof Stop ? stopped(error, undefined) : error
  } finally {
    done()
  }
}

// A callback of one generating starts another: it gets words of its own.
function aside(generate) {
  const outer = { ...S }
  const outerTop = top
  top = NO_SHAPE
  setWords(new Int32Array(2048))
  Object.assign(S, {
    isBusy: false,
    isLent: false,
    text: '',
    pieces: null,
    depth: 0,
    cold: 0,
    nesting: NESTING,
    replacer: null,
    list: null,
    sort: false,
    strict: false
  })
  setDefaults()
  try {
    return generate()
  } finally {
    Object.assign(S, outer)
    top = outerTop
  }
}

// `how`: replacer, list, sort, strict, nesting, layout, and the header's values.
function generateBy(value, toString, how) {
  if (S.isBusy) return aside(() => generateBy(value, toString, how))
  const { words, doubles } = S
  S.isBusy = true
  S.at = FIRST
  S.replacer = how.replacer
  S.list = how.list
  S.sort = how.sort
  S.strict = how.strict
  S.nesting = how.nesting === 0 ? NESTING : how.nesting === -1 ? Infinity : how.nesting
  words[header.FLAGS] = how.flags
  words[header.NESTING] = how.nesting
  words[header.SURROGATES] = how.surrogates
  words[header.NAN] = how.nan
  doubles[header.LIMITS >> 1] = how.maxOutputBytes
  try {
    if (how.replacer !== null || how.list !== null || how.sort || how.strict)
      putDeep({ '': value }, value, '')
    else top = put(value, '', top)
    return finish(toString, how.layout)
  } catch (error) {
    throw error instanceof Stop ? stopped(error, how.layout) : error
  } finally {
    S.replacer = S.list = null
    S.sort = S.strict = false
    S.nesting = NESTING
    setDefaults()
    done()
  }
}

module.exports = { generateDefault, generateBy }
