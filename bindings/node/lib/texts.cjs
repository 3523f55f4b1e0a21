'use strict'

// From text to text, or to an answer about it, without values in between: a string gives a string, bytes
// give a Buffer.

const { native, header, flag } = require('./native.cjs')
const { memory } = require('./memory.cjs')
const { JSONGenerateError } = require('./errors.cjs')
const { toLimit } = require('./options.cjs')
const { prepare, hand, textOf, fail, validateBy } = require('./parse.cjs')
const { plainHow, applyOptions } = require('./stringify.cjs')

const NAN_ERROR = 0

function isFault() {
  return memory.words[header.STATUS] !== 0
}

function validate(text, options) {
  validateBy(textOf(text), prepare(options))
}

function minifyBy(text, prepared) {
  text = textOf(text)
  hand(prepared)
  const result = native.minify(text)
  if (isFault()) throw fail()
  return result
}

function minify(text, options) {
  return minifyBy(text, prepare(options))
}

// How a text is to be laid out, in the form of the header that C reads. NaN, where the text has it, is an
// error unless the options say what to write.
function formatHow(options) {
  const how = plainHow()
  how.nan = NAN_ERROR
  if (options !== undefined) applyOptions(how, options, NAN_ERROR)
  const words = new Int32Array(header.WORDS)
  words[header.FLAGS] = how.sort ? how.flags | flag.SORT_KEYS : how.flags
  words[header.NESTING] = how.nesting
  words[header.SURROGATES] = how.surrogates
  words[header.NAN] = how.nan
  new Float64Array(words.buffer)[header.LIMITS >> 1] = how.maxOutputBytes
  return { words, layout: how.layout }
}

function format(text, options, parseOptions) {
  const how = formatHow(options)
  text = textOf(text)
  hand(prepare(parseOptions))
  const result = native.format(text, how.words, how.layout)
  if (isFault()) {
    const fault = fail()
    throw fault.line === 0 ? new JSONGenerateError(fault) : fault // what was read, but cannot be written
  }
  return result
}

const PATCH = 0
const MERGE = 1

function change(kind, text, patch, options) {
  const prepared = prepare(options, kind === PATCH ? ['maxCopied'] : undefined)
  const copied = options?.maxCopied
  const most = copied === undefined ? 0 : copied === Infinity ? -1 : toLimit('maxCopied', copied)
  const texts = [textOf(text), textOf(patch)]
  hand(prepared)
  const result = native.patch(texts[0], texts[1], kind, most)
  if (isFault()) throw fail()
  return result
}

function patch(text, operations, options) {
  return change(PATCH, text, operations, options)
}

function mergePatch(text, merge, options) {
  return change(MERGE, text, merge, options)
}

function equal(a, b, options) {
  const texts = [textOf(a), textOf(b)]
  hand(prepare(options))
  const result = native.equal(texts[0], texts[1])
  if (isFault()) throw fail()
  return result
}

module.exports = { validate, minify, minifyBy, format, patch, mergePatch, equal }
