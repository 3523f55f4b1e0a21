'use strict'

// The two errors: one for each direction, each a kind of what JSON.parse and JSON.stringify throw.

class JSONParseError extends SyntaxError {
  constructor(fault) {
    super(fault.message)
    this.code = fault.code
    this.offset = fault.offset
    this.line = fault.line
    this.column = fault.column
    this.pointer = fault.pointer
  }
}

class JSONGenerateError extends TypeError {
  constructor(fault) {
    super(fault.message)
    this.code = fault.code
    this.offset = this.line = this.column = 0 // there is no text
    this.pointer = fault.pointer
  }
}

for (const each of [JSONParseError, JSONGenerateError]) {
  Object.defineProperty(each.prototype, 'name', { value: each.name, writable: true, configurable: true })
}

module.exports = { JSONParseError, JSONGenerateError }
