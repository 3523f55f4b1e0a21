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
const ARRAY = 9
const INTS = 10
const DOUBLES = 11
const OBJECT = 12
const MEMBERS = 13

const COMPILE_AFTER = 4 // objects of a shape, made key by key before its factory is compiled
const FACTORIES_MAX = 2048 // compiled ones; all are dropped when there would be more

const CONSTANTS = [null, false, true]
const NO_CHUNKS = []

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
let narrowChunks = NO_CHUNKS
let narrowNext = 0
let wide = ''
let wideAt = 0
let wideChunks = NO_CHUNKS
let wideNext = 0
let digitsAsText = false

let epoch = -1
let factories = [] // by shape: a function, or undefined
let shapes = [] // by shape: { keys, uses }
let compiled = 0

function shapeOf(number) {
  let shape = shapes[number]
  if (shape === undefined) {
    shape = { keys: number === 0 ? [] : native.shape(number), uses: 0 }
    for (let i = shapes.length; i <= number; i++) {
      shapes.push(undefined)
      factories.push(undefined)
    }
    shapes[number] = shape
  }
  return shape
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
let isRootPlain // of this building; undefined until a key is defined

function lookAtRoot() {
  isRootPlain = Object.isExtensible(ROOT) && Reflect.ownKeys(ROOT).length === ROOT_KEYS.length
  return isRootPlain
}

function define(object, key, value) {
  if ((isRootPlain ?? lookAtRoot()) ? !ROOT_NAMES.has(key) : !(key in object)) {
    object[key] = value
  } else {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  }
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
  const values = new Array(count)
  for (let i = 0; i < count; i++) values[i] = next()
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
  }
  const array = []
  for (let i = 0; i < count; i++) array.push(next())
  return array
}

function nextInts(count) {
  const first = at
  at = first + count
  if (count === 1) return [words[first]]
  if (count === 2) return [words[first], words[first + 1]]
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
  const array = []
  for (let i = first; i < first + count; i++) array.push(doubles[i])
  return array
}

function nextChunk(isWide) {
  if (isWide === 0) {
    narrow = narrowChunks[narrowNext++]
    narrowAt = 0
  } else {
    wide = wideChunks[wideNext++]
    wideAt = 0
  }
}

function nextDigits(length) {
  const text = narrow.substring(narrowAt, (narrowAt += length))
  return digitsAsText ? text : BigInt(text)
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
      case ARRAY:
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
        return argument === 0 ? narrowChunks[narrowNext++] : wideChunks[wideNext++]
      case DIGITS:
        return nextDigits(argument)
      case CHUNK:
        nextChunk(argument)
    }
  }
}

// One word as next() would take it, but of a container only its beginning.
function nextDeep() {
  const top = []
  let container = top // what is being filled
  let keys = null // its keys, if it is an object of known shape
  let count = 1 // how many values it wants
  let isMembers = false
  const stack = []
  for (;;) {
    while (container.length === count) {
      if (container === top) return top[0]
      let value = container
      if (keys !== null || isMembers) {
        value = {}
        for (let i = 0; i < count; i++) define(value, isMembers ? next() : keys[i], container[i])
      }
      isMembers = stack.pop()
      count = stack.pop()
      keys = stack.pop()
      container = stack.pop()
      container.push(value)
    }
    const word = words[at]
    const operation = word & 15
    if (operation === ARRAY || operation === OBJECT || operation === MEMBERS) {
      at++
      stack.push(container, keys, count, isMembers)
      container = []
      keys = operation === OBJECT ? shapeOf(word >>> 4).keys : null
      count = operation === OBJECT ? keys.length : word >>> 4
      isMembers = operation === MEMBERS
    } else {
      container.push(next())
    }
  }
}

// `chunks` is what the addon's read function gave.
function build(chunks, deep, digits) {
  words = memory.words
  doubles = memory.doubles
  at = header.WORDS
  digitsAsText = digits
  isRootPlain = undefined
  narrowAt = wideAt = 0
  const isSingle = typeof chunks === 'string'
  if (isSingle) {
    narrow = chunks
  } else if (chunks !== undefined) {
    narrowChunks = chunks[0]
    wideChunks = chunks[1]
    narrow = narrowChunks[0] ?? ''
    wide = wideChunks[0] ?? ''
    narrowNext = wideNext = 1
  }
  if (words[header.EPOCH] !== epoch) {
    epoch = words[header.EPOCH]
    factories = []
    shapes = []
    compiled = 0
  }
  const value = deep ? nextDeep() : next()
  // Nothing of the text stays behind.
  narrow = ''
  if (!isSingle) {
    wide = ''
    narrowChunks = wideChunks = NO_CHUNKS
  }
  return value
}

module.exports = { build, canCompile: () => canCompile }
