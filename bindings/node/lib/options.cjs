'use strict'

// Checks of option values, common to both directions. A value that is not of the named kind is a TypeError.

const UNLIMITED = -1 // FJ_UNLIMITED, as an int32

function toChoice(name, value, choices) {
  const index = choices.indexOf(value)
  if (index < 0) throw new TypeError(`option ${name}: one of ${choices.join(', ')} is wanted`)
  return index
}

function toBoolean(name, value) {
  if (typeof value !== 'boolean') throw new TypeError(`option ${name}: true or false is wanted`)
  return value
}

// 0 is the default to C, so that no limit is said by Infinity or 0 here.
function toNesting(name, value) {
  if (value === Infinity || value === 0) return UNLIMITED
  if (!Number.isInteger(value) || value < 0 || value > 0x7fffffff) {
    throw new TypeError(`option ${name}: a whole number is wanted, 0 or Infinity for no limit`)
  }
  return value
}

function toLimit(name, value) {
  if (value === Infinity) return 0
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new TypeError(`option ${name}: a positive whole number is wanted, Infinity for no limit`)
  }
  return value
}

function toLayout(name, value) {
  if (value === null) return ''
  if (typeof value !== 'string' || value.length > 256 || !/^[ \t\n\r]*$/.test(value)) {
    throw new TypeError(`option ${name}: a string of at most 256 spaces, tabs and line ends is wanted`)
  }
  return value
}

module.exports = { toChoice, toBoolean, toNesting, toLimit, toLayout }
