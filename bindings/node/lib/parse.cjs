'use strict'

// parse: from the arguments to one call of the addon, and from its answer to a value or an error. The options
// of all that reads are prepared here.

const { native, header, status, flag } = require('./native.cjs')
const { memory, KEPT } = require('./memory.cjs')
const { build, canCompile, DIGITS_BIGINT, DIGITS_TEXT, DIGITS_DECIMAL } = require('./build.cjs')
const { JSONParseError } = require('./errors.cjs')
const { revive } = require('./revive.cjs')
const { toChoice, toBoolean, toNesting, toLimit } = require('./options.cjs')

const DEPTH_RECURSIVE = 128 // beyond this, values are built without recursion
const ROOM = 16 // words that a tape needs beside those for its text

const STRING_MAX = 0x1fffffe8 // units of the longest string that every version of Node can make
// V8 13 and 14 take an escaped key for another one (seen in Node 24.15 and 26.5; 18, 20, 22, 24.22 and 26.12 do not):
// for the key that alone has followed the same members before, if the text between the quotes begins with its
// characters and both keys are as long. So "\"" is read as "\\" once {"\\":0} was read. Mended versions
// are not told apart.
const MISREADS = parseInt(process.versions.v8, 10) >= 13
const HUGE = 64 * 1024 * 1024 // bytes: beyond, memory for the largest possible tape is not taken at once

const DEFAULT = {
  flags: 0,
  nesting: 0,
  duplicateKey: 0,
  numbers: 0,
  surrogates: 0,
  limits: [0, 0, 0, 0],
  digits: DIGITS_BIGINT
}

function fail() {
  const fault = native.error()
  // Options that do not go together, as any other that cannot be.
  return fault.code === 'option' ? new TypeError(fault.message) : new JSONParseError(fault)
}

// ---- options

const FLAGS = {
  allowNan: flag.ALLOW_NAN,
  allowComments: flag.COMMENTS,
  allowTrailingComma: flag.TRAILING_COMMA,
  allowControlCharacters: flag.CONTROL_CHARACTERS,
  allowInvalidEscape: flag.INVALID_ESCAPE
}
const LIMITS = ['maxInputBytes', 'maxNumberDigits', 'maxStringBytes', 'maxMembers']

const BIG_NUMBERS = ['double', 'bigint', 'decimal', 'text']

// `others`: names of options that are not of reading, and that the caller looks at.
function prepare(options, others) {
  if (options === undefined) return DEFAULT
  if (options === null || typeof options !== 'object') throw new TypeError('options: an object is wanted')
  const prepared = { ...DEFAULT, limits: [0, 0, 0, 0], bigNumbers: 'double' }
  for (const name of Object.keys(options)) {
    const value = options[name]
    if (value === undefined) continue
    if (Object.hasOwn(FLAGS, name)) {
      if (toBoolean(name, value)) prepared.flags |= FLAGS[name]
    } else if (LIMITS.includes(name)) {
      // No limit on digits is a limit that no text reaches.
      prepared.limits[LIMITS.indexOf(name)] =
        name === 'maxNumberDigits' && value === Infinity ? Number.MAX_SAFE_INTEGER : toLimit(name, value)
    } else if (name === 'maxNesting') {
      prepared.nesting = toNesting(name, value)
    } else if (name === 'duplicateKey') {
      prepared.duplicateKey = toChoice(name, value, ['last', 'error'])
    } else if (name === 'loneSurrogates') {
      prepared.surrogates = toChoice(name, value, ['error', 'replace', 'keep'])
    } else if (name === 'bigNumbers') {
      prepared.bigNumbers = BIG_NUMBERS[toChoice(name, value, BIG_NUMBERS)]
    } else if (others === undefined || !others.includes(name)) {
      throw new TypeError(`unknown option: ${name}`)
    }
  }
  switch (prepared.bigNumbers) {
    case 'bigint':
      prepared.flags |= flag.BIGINT
      break
    case 'decimal':
      prepared.flags |= flag.BIGINT
      prepared.numbers = 1
      prepared.digits = DIGITS_DECIMAL
      break
    case 'text':
      prepared.numbers = 2
      prepared.digits = DIGITS_TEXT
  }
  // JSON.parse may stand in only where it reads the same.
  prepared.plain =
    prepared.flags === 0 && prepared.numbers === 0 && prepared.surrogates === 0 && prepared.duplicateKey === 0
  if (!prepared.plain) prepared.flags |= flag.ALWAYS
  return prepared
}

function hand(prepared) {
  const { words, doubles } = memory
  words[header.FLAGS] = prepared.flags
  words[header.NESTING] = prepared.nesting
  words[header.DUPLICATE_KEY] = prepared.duplicateKey
  words[header.NUMBERS] = prepared.numbers
  words[header.SURROGATES] = prepared.surrogates
  for (let i = 0; i < 4; i++) doubles[(header.LIMITS >> 1) + i] = prepared.limits[i]
}

// ---- texts

// A string or bytes; other views of memory are taken as their bytes.
function textOf(text) {
  if (typeof text === 'string' || text instanceof Uint8Array) return text
  if (ArrayBuffer.isView(text)) return new Uint8Array(text.buffer, text.byteOffset, text.byteLength)
  if (text instanceof ArrayBuffer) return new Uint8Array(text)
  throw new TypeError('text: a string, Buffer or Uint8Array is wanted')
}

function stringOf(text) {
  return typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length).toString()
}

function hasEscape(text) {
  return text.includes(typeof text === 'string' ? '\\' : 0x5c)
}

function read(text, isString, prepared) {
  if (prepared !== null) {
    hand(prepared)
    return isString ? native.readStringWith(text) : native.readBytesWith(text)
  }
  return isString ? native.readString(text) : native.readBytes(text)
}

// All but the usual outcome.
function parseUnusual(text, isString, prepared) {
  let chunks
  switch (memory.words[header.STATUS]) {
    case status.DECLINED:
      if (MISREADS && hasEscape(text)) {
        return parsePrepared(text, { ...(prepared ?? DEFAULT), flags: flag.ALWAYS })
      }
      return JSON.parse(stringOf(text))
    case status.OVERFLOW:
      memory.reserve(2 * text.length * (isString ? 3 : 1) + ROOM)
      memory.words[header.LENGTH] = text.length
      chunks = read(text, isString, prepared)
      if (memory.words[header.STATUS] === 0) return finish(text, isString, prepared, chunks)
      return parseUnusual(text, isString, prepared)
    case status.TOO_LONG:
      memory.trim()
      throw new JSONParseError({
        code: 'limit',
        message: 'a string is longer than a JavaScript string can be',
        offset: 0,
        line: 1,
        column: 1,
        pointer: ''
      })
    default: {
      const error = fail()
      memory.trim()
      throw error
    }
  }
}

function finish(text, isString, prepared, chunks) {
  try {
    const deep = memory.words[header.DEPTH] > DEPTH_RECURSIVE || !canCompile()
    return build(chunks, deep, prepared === null ? DIGITS_BIGINT : prepared.digits)
  } finally {
    if (memory.capacity > KEPT) memory.trim()
  }
}

function parsePrepared(text, prepared) {
  const isString = typeof text === 'string'
  const length = text.length
  if (length + ROOM > memory.capacity) {
    if (length < HUGE) memory.reserve(length + ROOM)
    else if (length / 2 > memory.capacity) memory.reserve(Math.ceil(length / 2))
    // JSON.parse cannot stand in for what is no string.
    if (length > STRING_MAX && prepared === null) prepared = { ...DEFAULT, flags: flag.ALWAYS }
  }
  const words = memory.words
  words[header.LENGTH] = length
  const chunks = read(text, isString, prepared)
  if (words[header.STATUS] !== 0) return parseUnusual(text, isString, prepared)
  if (words[header.DEPTH] > DEPTH_RECURSIVE || length > KEPT || !canCompile()) {
    return finish(text, isString, prepared, chunks)
  }
  return build(chunks, false, prepared === null ? DIGITS_BIGINT : prepared.digits)
}

function parse(text, options) {
  text = typeof text === 'string' || text instanceof Uint8Array ? text : textOf(text)
  // As in JSON.parse, null is no reviver.
  if (options === undefined || options === null) return parsePrepared(text, null)
  if (typeof options === 'function') {
    validateBy(text, DEFAULT)
    return MISREADS && hasEscape(text) ? revive(stringOf(text), options) : JSON.parse(stringOf(text), options)
  }
  return parsePrepared(text, prepare(options))
}

function validateBy(text, prepared) {
  hand(prepared)
  native.validate(text)
  if (memory.words[header.STATUS] !== 0) throw fail()
}

module.exports = { parse, parsePrepared, validateBy, prepare, hand, textOf, fail, DEFAULT, DEPTH_RECURSIVE }
