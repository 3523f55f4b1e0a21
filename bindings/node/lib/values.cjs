'use strict'

// Values other than the one of a whole text: several in one text, those of a text that comes in pieces, the
// one at a JSON Pointer, and that of a text that is not finished.

const { Transform } = require('node:stream')
const { native, header, status } = require('./native.cjs')
const { memory, KEPT } = require('./memory.cjs')
const { build, buildMany, append, canCompile } = require('./build.cjs')
const { JSONParseError } = require('./errors.cjs')
const { toChoice, toBoolean } = require('./options.cjs')
const { prepare, hand, textOf, fail, DEPTH_RECURSIVE } = require('./parse.cjs')

const KINDS = ['values', 'lines', 'one']
const SCOPES = ['whole', 'first']
const SEQUENCE = header.SEQUENCE >> 1
const BATCH_WORDS = 3 * 65536 // a batch stops at 65,536 bytes of text
const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))

const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00

let places // where each value of a batch ends

function isDeep() {
  return memory.words[header.DEPTH] > DEPTH_RECURSIVE || !canCompile()
}

function reserve(words) {
  if (memory.capacity < words) memory.reserve(words)
}

function tooLong() {
  return new JSONParseError({
    code: 'limit',
    message: 'a string is longer than a JavaScript string can be',
    offset: 0,
    line: 1,
    column: 1,
    pointer: ''
  })
}

// ---- one value

// Calls until the memory suffices; gives what the addon gave.
function readOne(read) {
  for (;;) {
    const chunks = read()
    switch (memory.words[header.STATUS]) {
      case 0:
        return chunks
      case status.OVERFLOW:
        reserve(Math.max(memory.words[header.LENGTH], 2 * memory.capacity))
        break
      case status.TOO_LONG:
        memory.trim()
        throw tooLong()
      default: {
        const error = fail()
        memory.trim()
        throw error
      }
    }
  }
}

function buildOne(chunks, prepared) {
  try {
    return build(chunks, isDeep(), prepared.digits)
  } finally {
    if (memory.capacity > KEPT) memory.trim()
  }
}

function getBy(text, pointer, scope, prepared) {
  if (typeof pointer !== 'string') throw new TypeError('pointer: a string is wanted')
  text = textOf(text)
  const read = () => {
    hand(prepared)
    memory.words[header.KIND] = scope
    return native.get(text, pointer)
  }
  return buildOne(readOne(read), prepared)
}

function get(text, pointer, options) {
  const prepared = prepare(options, ['scope'])
  return getBy(text, pointer, scopeOf(options?.scope), prepared)
}

function scopeOf(scope) {
  return scope === undefined ? 0 : toChoice('scope', scope, SCOPES)
}

function parseUnfinishedBy(text, prepared) {
  text = textOf(text)
  // The first half of a surrogate pair at the end is a character that is not whole.
  if (typeof text === 'string' && isHigh(text.charCodeAt(text.length - 1))) text = text.slice(0, -1)
  const read = () => {
    hand(prepared)
    return native.unfinished(text)
  }
  const chunks = readOne(read)
  if (memory.words[header.COUNT] === 0) return { value: undefined, complete: false, used: 0 }
  const complete = memory.words[header.KIND] === 1
  const used = memory.doubles[SEQUENCE]
  return { value: buildOne(chunks, prepared), complete, used }
}

function parseUnfinished(text, options) {
  return parseUnfinishedBy(text, prepare(options))
}

// ---- several values of one text

function kindOf(kind, kinds) {
  return kind === undefined ? 0 : toChoice('kind', kind, kinds)
}

// What was read of a batch: its values, and where each of them ends.
function batch(chunks, prepared) {
  const count = memory.words[header.COUNT]
  const ends = places.slice(0, count)
  return { values: buildMany(chunks, count, isDeep(), prepared.digits), ends }
}

class Values {
  #bytes
  #kind
  #prepared
  #sequence = new Float64Array(5) // as fj_sequence: where the next batch begins, and the library's own
  #values = []
  #ends = []
  #at = 0
  #offset = 0
  #isOver = false

  constructor(text, kind, prepared) {
    text = textOf(text)
    places ??= new Float64Array(native.places())
    const isString = typeof text === 'string'
    // Memory that is shared may change: it is copied once.
    const isShared = !isString && text.buffer instanceof SharedArrayBuffer
    this.#bytes = isString ? native.bytes(text) : isShared ? Buffer.from(text) : text
    this.#kind = kind
    this.#prepared = prepared
  }

  // In bytes: behind the value that was given last (with kind `lines` the next line).
  get offset() {
    return this.#offset
  }

  #fill() {
    this.#values = []
    this.#at = 0
    reserve(BATCH_WORDS)
    for (;;) {
      hand(this.#prepared)
      memory.words[header.KIND] = this.#kind
      memory.doubles.set(this.#sequence, SEQUENCE)
      const chunks = native.readMany(this.#bytes)
      this.#sequence.set(memory.doubles.subarray(SEQUENCE, SEQUENCE + 5))
      switch (memory.words[header.STATUS]) {
        case 0: {
          const { values, ends } = batch(chunks, this.#prepared)
          this.#values = values
          this.#ends = ends
          if (memory.capacity > KEPT) memory.trim()
          return
        }
        case status.END:
          this.#offset = this.#sequence[0]
          this.#bytes = Buffer.alloc(0)
          this.#isOver = true
          return
        case status.OVERFLOW:
          reserve(Math.max(memory.words[header.LENGTH], 2 * memory.capacity))
          break
        case status.TOO_LONG:
          throw tooLong()
        default:
          this.#offset = this.#sequence[0]
          throw fail()
      }
    }
  }

  next() {
    if (this.#at === this.#values.length) {
      if (!this.#isOver) this.#fill()
      if (this.#isOver) return { value: undefined, done: true }
    }
    this.#offset = this.#ends[this.#at]
    return { value: this.#values[this.#at++], done: false }
  }

  return(value) {
    this.#isOver = true
    this.#bytes = Buffer.alloc(0)
    this.#values = []
    this.#at = 0
    return { value, done: true }
  }
}
Object.setPrototypeOf(Values.prototype, IteratorPrototype)

function parseMany(text, options) {
  const prepared = prepare(options, ['kind'])
  return new Values(text, kindOf(options?.kind, KINDS.slice(0, 2)), prepared)
}

// ---- a text in pieces

class Pieces {
  #stream
  #prepared
  #isLines
  #high = '' // of a surrogate pair that two pieces share
  #rest // what came behind a fault, when lines go on
  offset = 0

  constructor(options, others) {
    this.#prepared = prepare(options, others)
    const kind = kindOf(options?.kind, KINDS)
    this.#isLines = KINDS[kind] === 'lines'
    places ??= new Float64Array(native.places())
    hand(this.#prepared)
    memory.words[header.KIND] = kind
    this.#stream = native.stream()
  }

  // Reads a piece, or without one the end; `each` gets the values and their ends.
  read(piece, each) {
    if (this.#rest !== undefined) {
      const rest = this.#rest
      this.#rest = undefined
      try {
        this.#readBytes(rest, each)
      } catch (error) {
        // The piece waits as well.
        const bytes = this.#bytesOf(piece)
        if (bytes !== undefined) this.#rest = Buffer.concat([this.#rest ?? Buffer.alloc(0), bytes])
        throw error
      }
    }
    if (piece === undefined && this.#high !== '') {
      const high = native.bytes(this.#high)
      this.#high = ''
      this.#readBytes(high, each)
    }
    this.#readBytes(this.#bytesOf(piece), each)
  }

  #bytesOf(piece) {
    if (piece === undefined) return undefined
    piece = textOf(piece)
    if (typeof piece !== 'string') {
      if (this.#high !== '') throw new TypeError('piece: a string with the other half of a pair is wanted')
      return piece
    }
    piece = this.#high + piece
    this.#high = ''
    if (isHigh(piece.charCodeAt(piece.length - 1))) {
      this.#high = piece.slice(-1)
      piece = piece.slice(0, -1)
    }
    return native.bytes(piece)
  }

  #readBytes(bytes, each) {
    let from = 0
    reserve(BATCH_WORDS)
    for (;;) {
      hand(this.#prepared)
      const chunks = native.streamRead(this.#stream, bytes, from)
      from += memory.doubles[SEQUENCE]
      switch (memory.words[header.STATUS]) {
        case 0: {
          const { values, ends } = batch(chunks, this.#prepared)
          if (memory.capacity > KEPT) memory.trim()
          this.offset = ends[ends.length - 1]
          each(values, ends)
          reserve(BATCH_WORDS)
          break
        }
        case status.MORE:
        case status.END:
          return
        case status.OVERFLOW:
          reserve(Math.max(memory.words[header.LENGTH], 2 * memory.capacity))
          break
        case status.TOO_LONG:
          throw tooLong()
        default: {
          const error = fail()
          if (this.#isLines && bytes !== undefined && from < bytes.length) {
            this.#rest = Buffer.from(bytes.subarray(from))
          }
          throw error
        }
      }
    }
  }
}

class Stream {
  #pieces

  constructor(options) {
    this.#pieces = new Pieces(options, ['kind'])
  }

  // In bytes of all pieces: behind the value that was given last.
  get offset() {
    return this.#pieces.offset
  }

  #read(piece) {
    const all = []
    try {
      this.#pieces.read(piece, (values) => {
        for (let i = 0; i < values.length; i++) append(all, values[i])
      })
    } catch (error) {
      if (error instanceof JSONParseError) error.values = all
      throw error
    }
    return all
  }

  // The values that this piece makes whole. A fault has those before it in `values`.
  feed(piece) {
    if (piece === undefined) textOf(piece)
    return this.#read(piece)
  }

  // The text has ended: the last value, if there is one, in an array.
  finish() {
    return this.#read(undefined)
  }
}

// A Transform from chunks of text to values.
function parseStream(options) {
  const { offsets = false, ...others } = options ?? {}
  toBoolean('offsets', offsets)
  const pieces = new Pieces(others, ['kind'])
  const read = (transform, piece, done) => {
    try {
      pieces.read(piece, (values, ends) => {
        for (let i = 0; i < values.length; i++) {
          if (offsets) transform.push({ value: values[i], offset: ends[i] })
          else if (values[i] !== null) transform.push(values[i])
          else throw new TypeError('parseStream: null would end the stream; take the option offsets')
        }
      })
    } catch (error) {
      return done(error)
    }
    done()
  }
  return new Transform({
    readableObjectMode: true,
    decodeStrings: false,
    transform(chunk, encoding, done) {
      const isText = typeof chunk !== 'string' || encoding === 'utf8' || encoding === 'utf-8'
      read(this, isText ? chunk : Buffer.from(chunk, encoding), done)
    },
    flush(done) {
      read(this, undefined, done)
    }
  })
}

module.exports = {
  get,
  getBy,
  scopeOf,
  parseMany,
  Values,
  kindOf,
  KINDS,
  parseUnfinished,
  parseUnfinishedBy,
  Stream,
  parseStream
}
