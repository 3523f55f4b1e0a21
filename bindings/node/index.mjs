// The same functions as ES module exports; there is one instance of the library, whichever way it is loaded.

import fastjson from './index.cjs'

export const {
  parse,
  stringify,
  stringifyToBuffer,
  validate,
  minify,
  JSONParseError,
  JSONGenerateError,
  engine,
  version,
  library
} = fastjson
export default fastjson
