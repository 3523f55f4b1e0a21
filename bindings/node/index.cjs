'use strict'

// The public functions. `engine` says which way is in use: compiled code over a tape, or, where code
// generation from strings is not allowed, the tape and JSON.parse without it.

const { parse } = require('./lib/parse.cjs')
const { stringify, stringifyToBuffer, stringifyLines } = require('./lib/stringify.cjs')
const { validate, minify, format, patch, mergePatch, equal } = require('./lib/texts.cjs')
const { get, parseMany, parseUnfinished, Stream, parseStream } = require('./lib/values.cjs')
const { Parser, Serializer } = require('./lib/coders.cjs')
const { JSONParseError, JSONGenerateError } = require('./lib/errors.cjs')
const { canCompile } = require('./lib/build.cjs')
const { native } = require('./lib/native.cjs')

module.exports = {
  parse,
  stringify,
  stringifyToBuffer,
  Parser,
  Serializer,
  validate,
  minify,
  format,
  get,
  parseMany,
  Stream,
  parseStream,
  parseUnfinished,
  stringifyLines,
  patch,
  mergePatch,
  equal,
  JSONParseError,
  JSONGenerateError,
  engine: canCompile() ? 'tape' : 'builtin',
  version: native.version,
  library: native.library
}
