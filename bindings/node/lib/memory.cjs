'use strict'

// The memory that C and JavaScript share: a header, then the tape. One for reading and writing both: each
// use is over before the next begins, except where a callback calls the library again (see write.cjs).

const { native, header } = require('./native.cjs')

const KEPT = 4 * 1024 * 1024 // words that stay between calls: 16 MiB

const memory = {
  words: new Int32Array(0),
  doubles: new Float64Array(0),
  capacity: 0,
  // Makes room for `words` words of tape. What was on the tape is lost.
  reserve(words) {
    const buffer = native.reserve(words)
    memory.words = new Int32Array(buffer)
    memory.doubles = new Float64Array(buffer, 0, buffer.byteLength >> 3)
    memory.capacity = words
  },
  // After a text of unusual size.
  trim() {
    if (memory.capacity > KEPT) memory.reserve(KEPT)
  }
}
memory.reserve(16 * 1024 - header.WORDS)

module.exports = { memory, KEPT }
