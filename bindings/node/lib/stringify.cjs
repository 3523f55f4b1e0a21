'use strict'

// stringify and stringifyToBuffer: from the arguments, those of JSON.stringify and options, to how the text
// is to be written.

const { flag } = require('./native.cjs')
const { JSONGenerateError } = require('./errors.cjs')
const { generateDefault, generateBy } = require('./write.cjs')
const { toChoice, toBoolean, toNesting, toLimit, toLayout } = require('./options.cjs')

const FLAGS = { asciiOnly: flag.ASCII_ONLY, scriptSafe: flag.SCRIPT_SAFE, canonical: flag.CANONICAL }
const LAYOUT = ['indent', 'space', 'spaceBefore', 'objectNl', 'arrayNl'] // in the order of the C struct
const NAN = ['error', 'null', 'literal']

function plainHow() {
  return {
    replacer: null,
    list: null,
    sort: false,
    strict: false,
    nesting: 0,
    flags: 0,
    surrogates: 0,
    nan: 1,
    maxOutputBytes: 0,
    layout: undefined
  }
}

// The five strings, each ended by U+0000, then a gap of any kind.
function layoutOf(strings, gap) {
  return strings.map((string) => `${string}\0`).join('') + gap
}

function isOptions(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Number) &&
    !(value instanceof String)
  )
}

// `nanDefault`: what is done with NaN where neither `nan` nor canonical says it.
function applyOptions(how, options, nanDefault = 1) {
  if (!isOptions(options)) throw new TypeError('options: an object is wanted')
  const layout = ['', '', '', '', '']
  let nan
  for (const name of Object.keys(options)) {
    const value = options[name]
    if (value === undefined) continue
    if (Object.hasOwn(FLAGS, name)) {
      if (toBoolean(name, value)) how.flags |= FLAGS[name]
    } else if (LAYOUT.includes(name)) {
      layout[LAYOUT.indexOf(name)] = toLayout(name, value)
    } else if (name === 'sortKeys') {
      how.sort = toBoolean(name, value)
    } else if (name === 'strict') {
      how.strict = toBoolean(name, value)
    } else if (name === 'nan') {
      nan = toChoice(name, value, NAN)
    } else if (name === 'loneSurrogates') {
      how.surrogates = toChoice(name, value, ['escape', 'error', 'replace'])
    } else if (name === 'maxNesting') {
      how.nesting = toNesting(name, value)
    } else if (name === 'maxOutputBytes') {
      how.maxOutputBytes = toLimit(name, value)
    } else {
      throw new TypeError(`unknown option: ${name}`)
    }
  }
  const isCanonical = (how.flags & flag.CANONICAL) !== 0
  if (isCanonical) {
    const other = (how.flags & (flag.ASCII_ONLY | flag.SCRIPT_SAFE)) !== 0 || layout.some((s) => s !== '')
    if (other || nan === NAN.indexOf('literal') || how.layout !== undefined) {
      throw new TypeError('option canonical: layout, asciiOnly, scriptSafe and literal NaN do not go with it')
    }
    how.sort = true
  }
  how.nan = nan ?? (isCanonical ? 0 : nanDefault)
  if (layout.some((string) => string !== '')) {
    if (how.layout !== undefined) throw new TypeError('options: layout strings and space exclude each other')
    how.layout = layoutOf(layout, '')
  }
}

// As JSON.stringify reads its third argument.
function applySpace(how, space) {
  if (typeof space === 'object' && space !== null) {
    if (space instanceof Number) space = Number(space)
    else if (space instanceof String) space = String(space)
  }
  let gap = ''
  if (typeof space === 'number') gap = ' '.repeat(Math.min(10, Math.max(0, Math.trunc(space) || 0)))
  else if (typeof space === 'string') gap = space.slice(0, 10)
  if (gap === '') return
  if (/[\ud800-\udfff]/u.test(gap)) throw new TypeError('space: a lone surrogate cannot be written')
  how.layout = /^[ \t\n\r]*$/.test(gap)
    ? layoutOf([gap, ' ', '', '\n', '\n'], '')
    : layoutOf(['', '', '', '', ''], gap)
}

// As JSON.stringify reads its second argument.
function applyReplacer(how, replacer) {
  if (typeof replacer === 'function') {
    how.replacer = replacer
  } else if (Array.isArray(replacer)) {
    const list = new Set()
    for (let i = 0; i < replacer.length; i++) {
      const item = replacer[i]
      if (typeof item === 'string') list.add(item)
      else if (typeof item === 'number' || item instanceof Number || item instanceof String)
        list.add(String(item))
    }
    how.list = [...list]
  }
}

function howOf(replacer, space, options) {
  const how = plainHow()
  if (options === undefined) {
    if (isOptions(replacer)) {
      options = replacer
      replacer = undefined
    } else if (isOptions(space)) {
      options = space
      space = undefined
    }
  }
  applyReplacer(how, replacer)
  applySpace(how, space)
  if (options !== undefined) applyOptions(how, options)
  return how
}

const { stringify: builtin } = JSON
const SHORT = 4096 // units of a string

// Its text is the same both ways, and calls nothing: it need not leave JavaScript.
function isShort(value) {
  if (typeof value === 'string') return value.length <= SHORT
  return typeof value === 'number' || typeof value === 'boolean'
}

function stringify(value, replacer, space, options) {
  if (replacer === undefined && space === undefined && options === undefined) {
    return isShort(value) ? builtin(value) : generateDefault(value, true)
  }
  return generateBy(value, true, howOf(replacer, space, options))
}

function stringifyToBuffer(value, replacer, space, options) {
  if (replacer === undefined && space === undefined && options === undefined) {
    return generateDefault(value, false)
  }
  return generateBy(value, false, howOf(replacer, space, options))
}

// ---- lines

// For one value a line: no line end may stand within.
function linesHow(options) {
  const how = plainHow()
  if (options !== undefined) applyOptions(how, options)
  if (how.layout !== undefined && /[\n\r]/.test(how.layout)) {
    throw new TypeError('options: layout strings of lines hold no line end')
  }
  return how
}

// Each value and LF. What is left out of an object has no line: an error.
function linesBy(values, how) {
  const limit = how.maxOutputBytes
  let out = ''
  let bytes = 0
  for (const value of values) {
    const text = generateBy(
      value,
      true,
      limit === 0 ? how : { ...how, maxOutputBytes: Math.max(limit - bytes - 1, 1) }
    )
    if (text === undefined) {
      throw new JSONGenerateError({
        code: 'type',
        message: `a value of type ${typeof value} has no JSON form`,
        pointer: ''
      })
    }
    if (limit !== 0) {
      bytes += Buffer.byteLength(text) + 1
      if (bytes > limit) {
        throw new JSONGenerateError({
          code: 'limit',
          message: 'larger than a limit allows',
          pointer: ''
        })
      }
    }
    out += text + '\n'
  }
  return out
}

function stringifyLines(values, options) {
  return linesBy(values, linesHow(options))
}

module.exports = {
  stringify,
  stringifyToBuffer,
  stringifyLines,
  linesHow,
  linesBy,
  plainHow,
  applyOptions,
  howOf
}
