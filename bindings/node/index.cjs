'use strict'

// The public functions. `engine` says which way is in use: compiled code over a tape, or, where code
// generation from strings is not allowed, the tape and JSON.parse without it.

const { parse, validate, minify } = require('./lib/parse.cjs')
const { stringify, stringifyToBuffer } = require('./lib/stringify.cjs')
const { JSONParseError, JSONGenerateError } = require('./lib/errors.cjs')
const { canCompile } = require('./lib/build.cjs')
const { native } = require('./lib/native.cjs')

module.exports = {
  parse,
  stringify,
  stringifyToBuffer,
  validate,
  minify,
  JSONParseError,
  JSONGenerateError,
  engine: canCompile() ? 'tape' : 'builtin',
  version: native.version,
  library: native.library
}
