'use strict'

// Options that are looked at once: a Parser reads by them, a Serializer writes by them, any number of times.

const { parsePrepared, validateBy, prepare, textOf } = require('./parse.cjs')
const { minifyBy } = require('./texts.cjs')
const { getBy, scopeOf, Values, kindOf, KINDS, parseUnfinishedBy } = require('./values.cjs')
const { howOf, linesHow, linesBy } = require('./stringify.cjs')
const { generateBy } = require('./write.cjs')

class Parser {
  #prepared

  constructor(options) {
    this.#prepared = prepare(options)
  }

  parse(text) {
    return parsePrepared(textOf(text), this.#prepared)
  }

  validate(text) {
    validateBy(textOf(text), this.#prepared)
  }

  minify(text) {
    return minifyBy(text, this.#prepared)
  }

  get(text, pointer, scope) {
    return getBy(text, pointer, scopeOf(scope), this.#prepared)
  }

  parseMany(text, kind) {
    return new Values(text, kindOf(kind, KINDS.slice(0, 2)), this.#prepared)
  }

  parseUnfinished(text) {
    return parseUnfinishedBy(text, this.#prepared)
  }
}

class Serializer {
  #options
  #how
  #lines

  constructor(options) {
    this.#options = options === undefined ? undefined : { ...options }
    this.#how = howOf(undefined, undefined, options)
  }

  stringify(value) {
    return generateBy(value, true, this.#how)
  }

  stringifyToBuffer(value) {
    return generateBy(value, false, this.#how)
  }

  stringifyLines(values) {
    return linesBy(values, (this.#lines ??= linesHow(this.#options)))
  }
}

module.exports = { Parser, Serializer }
