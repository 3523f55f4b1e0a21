'use strict'

// Builds values from the tape that C wrote (core/include/fastjson/hosts.h says what its words mean).
//
// One factory an object shape, `{a: next(), b: next()}` as compiled code: V8 makes such an object in one
// allocation and never looks a key up. A shape is worth that only when it comes again, so at first its
// objects are made key by key. Arrays of numbers are copied from typed arrays.
//
// buildDeep does the same without recursion and without compiled code: for deep texts, and where code
// generation from strings is not allowed.

const { native, header } = require('./native.cjs')
const { memory } = require('./memory.cjs')

const CONST = 0
const INT = 1
const INT32 = 2
const DOUBLE = 3
const NARROW = 4
const WIDE = 5
const CHUNK = 6
const WHOLE = 7
const DIGITS = 8
const LIST = 9
const INTS = 10
const DOUBLES = 11
const OBJECT = 12
const MEMBERS = 13

// How a number that comes as its text is given.
const DIGITS_BIGINT = 0
const DIGITS_TEXT = 1
const DIGITS_DECIMAL = 2 // integers as BigInt, all else as text

const SHAPES = 8192 // as many as C has at most
const COMPILE_AFTER = 4 // objects of a shape, made key by key before its factory is compiled
const FACTORIES_MAX = 2048 // compiled ones; all are dropped when there would be more

const CONSTANTS = [null, false, true]

let canCompile = true
try {
  new Function('')
} catch {
  canCompile = false
}

// The state of the one building that goes on: no callback runs meanwhile.
let words = memory.words
let doubles = memory.doubles
let at = 0
let narrow = '' // the open chunk, and the place in it
let narrowAt = 0
let narrowNext = 0 // of the chunk that comes then
let wide = ''
let wideAt = 0
let wideNext = 0
let digits = DIGITS_BIGINT

// Elements that are there already, so that setting one never looks at Array.prototype.
const places = (count, value) => Array.from(new Uint8Array(count), () => value)
let epoch = -1
const factories = places(SHAPES, undefined) // by shape: a function, or undefined
const shapes = places(SHAPES, undefined) // by shape: { keys, uses }
let compiled = 0

function shapeOf(number) {
  return (shapes[number] ??= { keys: number === 0 ? [] : native.shape(number), uses: 0 })
}

function compile(keys) {
  // A key becomes a string literal; __proto__ is computed, else it would set the prototype.
  const members = keys.map((key) => {
    const literal = JSON.stringify(key)
      .replace(/\u2028/g, '\\u2028')
      .replace(/\u2029/g, '\\u2029')
    return `${key === '__proto__' ? `[${literal}]` : literal}: next()`
  })
  return new Function('next', `return () => ({${members.join(', ')}})`)(next)
}

// What an assignment would look for in the prototype: a setter, or a property that cannot be written.
// Those of the language can be, __proto__ apart, unless the prototype is frozen, or somebody touched them.
const ROOT = Object.prototype
const ROOT_KEYS = Reflect.ownKeys(ROOT)
const ROOT_NAMES = new Set(ROOT_KEYS)
let isRootPlain // of this building; undefined until many keys are defined
let defined = 0 // keys

function lookAtRoot() {
  isRootPlain = Object.isExtensible(ROOT) && Reflect.ownKeys(ROOT).length === ROOT_KEYS.length
  return isRootPlain
}

function define(object, key, value) {
  // A look at the whole prototype costs as much as some thirty of these.
  if (isRootPlain === undefined && ++defined > 30) lookAtRoot()
  if (isRootPlain === true ? !ROOT_NAMES.has(key) : !(key in object)) {
    object[key] = value
  } else {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  }
}

// The same for elements: an index that is in a prototype of arrays. Array.prototype is an array, and has none
// if its length is 0. Arrays of up to FILL elements never meet it: they are copied with all places there.
const FILL = 64
const ANY = places(FILL, undefined)
const INTEGERS = places(FILL, 0)
const REALS = places(FILL, 0.5)
const ARRAY = Array.prototype
const isIndex = (key) => typeof key === 'string' && key >= '0' && key < ':'
let isArrayPlain // of this building; undefined until it is asked for

function lookAtArray() {
  isArrayPlain =
    Object.getPrototypeOf(ARRAY) === ROOT && ARRAY.length === 0 && !isIndex(Reflect.ownKeys(ROOT)[0]) // indexes come first
  return isArrayPlain
}

function append(array, value) {
  if (isArrayPlain ?? lookAtArray()) array.push(value)
  else
    Object.defineProperty(array, array.length, {
      value,
      writable: true,
      enumerable: true,
      configurable: true
    })
}

function nextObject(number) {
  const shape = shapeOf(number)
  if (canCompile && ++shape.uses > COMPILE_AFTER) {
    if (++compiled > FACTORIES_MAX) {
      factories.fill(undefined)
      for (const each of shapes) if (each !== undefined) each.uses = 0
      compiled = 1
    }
    return (factories[number] = compile(shape.keys))()
  }
  const object = {}
  const keys = shape.keys
  for (let i = 0; i < keys.length; i++) define(object, keys[i], next())
  return object
}

function nextMembers(count) {
  const values = nextArray(count)
  const object = {}
  for (let i = 0; i < count; i++) define(object, next(), values[i])
  return object
}

function nextArray(count) {
  switch (count) {
    case 0:
      return []
    case 1:
      return [next()]
    case 2:
      return [next(), next()]
    case 3:
      return [next(), next(), next()]
    case 4:
      return [next(), next(), next(), next()]
    case 5:
      return [next(), next(), next(), next(), next()]
    case 6:
      return [next(), next(), next(), next(), next(), next()]
  }
  if (count <= FILL) {
    const array = ANY.slice(0, count)
    for (let i = 0; i < count; i++) array[i] = next()
    return array
  }
  const array = []
  if (isArrayPlain ?? lookAtArray()) for (let i = 0; i < count; i++) array.push(next())
  else for (let i = 0; i < count; i++) append(array, next())
  return array
}

function nextInts(count) {
  const first = at
  at = first + count
  if (count === 1) return [words[first]]
  if (count === 2) return [words[first], words[first + 1]]
  if (count === 3) return [words[first], words[first + 1], words[first + 2]]
  if (count <= FILL) {
    const array = INTEGERS.slice(0, count)
    for (let i = 0; i < count; i++) array[i] = words[first + i]
    return array
  }
  if (!(isArrayPlain ?? lookAtArray())) return Array.from(words.subarray(first, at))
  const array = []
  for (let i = first; i < first + count; i++) array.push(words[i])
  return array
}

function nextDoubles(count) {
  const first = (at + 1) >> 1
  at = 2 * (first + count)
  switch (count) {
    case 1:
      return [doubles[first]]
    case 2:
      return [doubles[first], doubles[first + 1]]
    case 3:
      return [doubles[first], doubles[first + 1], doubles[first + 2]]
  }
  if (count <= FILL) {
    const array = REALS.slice(0, count)
    for (let i = 0; i < count; i++) array[i] = doubles[first + i]
    return array
  }
  if (!(isArrayPlain ?? lookAtArray())) return Array.from(doubles.subarray(first, first + count))
  const array = []
  for (let i = first; i < first + count; i++) array.push(doubles[i])
  return array
}

function nextChunk(isWide) {
  if (isWide === 0) {
    narrow = native.chunk(2 * narrowNext++)
    narrowAt = 0
  } else {
    wide = native.chunk(2 * wideNext++ + 1)
    wideAt = 0
  }
}

function nextDigits(length) {
  const text = narrow.substring(narrowAt, (narrowAt += length))
  if (digits === DIGITS_TEXT || (digits === DIGITS_DECIMAL && /[.eE]/.test(text))) return text
  return BigInt(text)
}

function next() {
  for (;;) {
    const word = words[at++]
    const argument = word >>> 4
    switch (word & 15) {
      case NARROW:
        return narrow.substring(narrowAt, (narrowAt += argument))
      case INT:
        return word >> 4
      case OBJECT: {
        const factory = factories[argument]
        return factory === undefined ? nextObject(argument) : factory()
      }
      case CONST:
        return CONSTANTS[argument]
      case LIST:
        return nextArray(argument)
      case DOUBLES:
        return nextDoubles(argument)
      case INTS:
        return nextInts(argument)
      case DOUBLE: {
        const place = (at + 1) >> 1
        at = 2 * place + 2
        return doubles[place]
      }
      case WIDE:
        return wide.substring(wideAt, (wideAt += argument))
      case INT32:
        return words[at++]
      case MEMBERS:
        return nextMembers(argument)
      case WHOLE:
        return argument === 0 ? native.chunk(2 * narrowNext++) : native.chunk(2 * wideNext++ + 1)
      case DIGITS:
        return nextDigits(argument)
      case CHUNK:
        nextChunk(argument)
    }
  }
}

function frameWithin(outer) {
  return { outer, inner: null, container: undefined, keys: null, count: 0, filled: 0, isMembers: false }
}

// One value without recursion: the containers around the one that is being filled wait in frames, which the
// next container as deep takes again. An array has its places from the beginning: one that grows has room
// for 17, five times what it takes itself.
function nextDeep() {
  let frame = frameWithin(null) // where the container waits when another one begins in it
  let container // what is being filled: an array; for an object of known shape the object itself
  let keys = null // its keys, if it is such an object
  let count = 1 // how many values it wants
  let filled = 0
  let isMembers = false // an object whose keys follow its values
  for (;;) {
    const word = words[at]
    const operation = word & 15
    let value
    if (operation === LIST || operation === OBJECT || operation === MEMBERS) {
      at++
      frame.container = container
      frame.keys = keys
      frame.count = count
      frame.filled = filled
      frame.isMembers = isMembers
      frame = frame.inner ??= frameWithin(frame)
      keys = operation === OBJECT ? shapeOf(word >>> 4).keys : null
      count = operation === OBJECT ? keys.length : word >>> 4
      filled = 0
      isMembers = operation === MEMBERS
      if (operation === OBJECT) container = {}
      else if (count === 1) container = [undefined]
      else container = count === 0 || count > FILL ? [] : ANY.slice(0, count)
    } else {
      value = next()
      if (frame.outer === null) return value
      put(container, keys, filled++, value)
    }
    while (filled === count) {
      value = container
      if (isMembers) {
        value = {}
        for (let i = 0; i < count; i++) define(value, next(), container[i])
      }
      frame = frame.outer
      if (frame.outer === null) return value
      ;({ container, keys, count, filled, isMembers } = frame)
      put(container, keys, filled++, value)
    }
  }
}

function put(container, keys, place, value) {
  if (keys !== null) define(container, keys[place], value)
  else if (place < container.length) container[place] = value
  else append(container, value)
}

function open(first, how) {
  words = memory.words
  doubles = memory.doubles
  at = header.WORDS
  digits = how
  isRootPlain = isArrayPlain = undefined
  defined = 0
  narrow = first ?? ''
  narrowAt = wideAt = 0
  narrowNext = 1
  if (words[header.WIDE] !== 0) {
    wide = native.chunk(1)
    wideNext = 1
  }
  if (words[header.EPOCH] !== epoch) {
    epoch = words[header.EPOCH]
    factories.fill(undefined)
    shapes.fill(undefined)
    compiled = 0
  }
}

// Nothing of the text stays behind.
function close() {
  narrow = wide = ''
}

// `first` is what the addon's read function gave.
function build(first, deep, how) {
  open(first, how)
  const value = deep ? nextDeep() : next()
  close()
  return value
}

// Several values that stand one after the other.
function buildMany(first, count, deep, how) {
  open(first, how)
  const values = []
  for (let i = 0; i < count; i++) append(values, deep ? nextDeep() : next())
  close()
  return values
}

module.exports = {
  build,
  buildMany,
  append,
  canCompile: () => canCompile,
  DIGITS_BIGINT,
  DIGITS_TEXT,
  DIGITS_DECIMAL
}
