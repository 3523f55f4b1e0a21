'use strict'

// Loads the addon, and names the words of the memory that it shares with JavaScript (src/environment.h).
// The addon's own folder comes first, then the build folder of the source tree. The library beside the
// addon is loaded by the linker through $ORIGIN and checked by the addon itself.

const fs = require('node:fs')
const path = require('node:path')

function find() {
  const asked = process.env.LIBFASTJSON_NODE
  if (asked) return path.resolve(asked)
  const places = [
    path.join(__dirname, '..', 'native', 'fastjson.node'),
    path.join(__dirname, '..', '..', '..', 'build', 'fastjson.node')
  ]
  const found = places.find((place) => fs.existsSync(place))
  if (found === undefined) {
    throw new Error(`libfastjson: the addon is in none of: ${places.join(', ')}. Build it: npm run build`)
  }
  return found
}

// Not by require, which gives every copy of these files in the process (a test runner's, a bundled one) the
// same addon: its state belongs to one copy alone.
function load(file) {
  const loaded = { exports: {} }
  process.dlopen(loaded, file)
  return loaded.exports
}

const native = load(find())

module.exports = {
  native,
  header: {
    STATUS: 0,
    DEPTH: 1,
    EPOCH: 2,
    LENGTH: 3,
    FLAGS: 4,
    NESTING: 5,
    DUPLICATE_KEY: 6,
    NUMBERS: 7,
    SURROGATES: 8,
    NAN: 9,
    PLACE: 10,
    WIDE: 11,
    LIMITS: 12,
    KIND: 20,
    COUNT: 21,
    SEQUENCE: 22,
    WORDS: 32
  },
  status: { DECLINED: -1, OVERFLOW: -2, TOO_LONG: -3, END: -4, MORE: -5 },
  flag: {
    BIGINT: 1,
    ALWAYS: 2,
    ALLOW_NAN: 4,
    COMMENTS: 8,
    TRAILING_COMMA: 16,
    CONTROL_CHARACTERS: 32,
    INVALID_ESCAPE: 64,
    ASCII_ONLY: 128,
    SCRIPT_SAFE: 256,
    CANONICAL: 512,
    CUSTOM_GAP: 1024,
    TO_STRING: 2048,
    SORT_KEYS: 4096
  }
}
