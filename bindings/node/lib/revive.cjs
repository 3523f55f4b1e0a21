'use strict'

// JSON.parse with a reviver, for the versions of V8 whose own misreads escaped keys (see parse.cjs). What goes
// in is a text that was found to be valid; what comes out is what the reviver leaves of it. The reviver is called
// as there, with the source of each value that it has not changed. Only strings and numbers are read by JSON.parse.

const TOKEN = /[ \t\n\r]*("|[[\]{},:]|[^ \t\n\r[\]{},:"]+)/y

function define(object, key, value) {
  // A reviver may have made the holder immutable: as in JSON.parse, that is no error.
  return Reflect.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

// A record of each value: { value, source } of one without members, { value, members } of another, where members
// has the records by key. Of a key that stands twice the last counts.
class Reader {
  constructor(text) {
    this.text = text
    this.at = 0
  }

  next() {
    TOKEN.lastIndex = this.at
    const token = TOKEN.exec(this.text)[1]
    this.at = TOKEN.lastIndex
    if (token !== '"') return token
    const start = this.at - 1
    // By an expression a string of millions of escapes would need too much stack.
    do this.at = this.text.indexOf('"', this.at) + 1
    while (this.isEscaped(this.at - 1))
    return this.text.slice(start, this.at)
  }

  isEscaped(at) {
    let start = at
    while (this.text[start - 1] === '\\') start--
    return (at - start) % 2 === 1
  }

  record(token) {
    if (token === '{') return this.members({}, '}')
    if (token === '[') return this.members([], ']')
    return { value: JSON.parse(token), source: token }
  }

  members(value, end) {
    const members = new Map()
    const isArray = end === ']'
    for (let token = this.next(); token !== end; token = this.next()) {
      if (token === ',') token = this.next()
      const key = isArray ? String(members.size) : JSON.parse(token)
      if (!isArray) {
        this.next() // the colon
        token = this.next()
      }
      const record = this.record(token)
      members.set(key, record)
      define(value, key, record.value)
    }
    return { value, members }
  }
}

// InternalizeJSONProperty of the language's specification.
function internalize(holder, key, record, reviver) {
  const value = holder[key]
  const isSame = record !== undefined && Object.is(record.value, value)
  if (value !== null && typeof value === 'object') {
    const members = isSame ? record.members : undefined
    const isArray = Array.isArray(value)
    const keys = isArray ? undefined : Object.keys(value)
    const count = isArray ? value.length : keys.length
    for (let i = 0; i < count; i++) {
      const name = isArray ? String(i) : keys[i]
      const revived = internalize(value, name, members?.get(name), reviver)
      if (revived === undefined) Reflect.deleteProperty(value, name)
      else define(value, name, revived)
    }
  }
  const context = isSame && record.source !== undefined ? { source: record.source } : {}
  return Reflect.apply(reviver, holder, [key, value, context])
}

function revive(text, reviver) {
  const reader = new Reader(text)
  const record = reader.record(reader.next())
  return internalize({ '': record.value }, '', record, reviver)
}

module.exports = { revive }
