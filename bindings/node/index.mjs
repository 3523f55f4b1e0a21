// The same functions as ES module exports; there is one instance of the library, whichever way it is loaded.

import fastjson from './index.cjs'

export const {
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
  engine,
  version,
  library
} = fastjson
export default fastjson
