'use strict'

// V8's own JSON.stringify, where it is quicker: for values whose shapes do not repeat.
//
// It must do all that the tape does, and nothing twice. So it is taken from a realm of its own, made when it
// is first wanted: what it throws itself is told from what a callback throws by its prototype, and
// BigInt.prototype of that realm has a toJSON of ours, which nobody else can see. The realm holds nothing
// of the program's; objects keep the prototypes they have.
//
// What it cannot do, or would do otherwise (a value that contains itself, that is nested too deeply, or whose
// text is too long; a BigInt object), is NOT_HERE: the tape does it from the beginning.

const vm = require('node:vm')
const { randomBytes } = require('node:crypto')
const { native } = require('./native.cjs')

const NOT_HERE = Symbol('not here')
const NESTING = 1024
const MARK_BYTES = 16

let there // the realm's stringify and its errors; null if there is none to be had
let mark // begins the string that stands for a BigInt: nobody can have guessed it
let bigints = 0 // written by the call that goes on

function digits() {
  bigints++
  return mark + this.toString()
}

function open() {
  try {
    there = vm.runInContext(
      '({ stringify: JSON.stringify, TypeError, RangeError, prototype: BigInt.prototype })',
      vm.createContext({ __proto__: null })
    )
    mark = randomBytes(MARK_BYTES).toString('hex')
    Object.defineProperty(there.prototype, 'toJSON', {
      get() {
        const toJSON = this.toJSON // as the program's own realm has it
        return typeof toJSON === 'function' ? toJSON : digits
      }
    })
  } catch {
    there = null
  }
}

function hasBuiltin() {
  if (there === undefined) open()
  return there !== null
}

// The strings that stand for numbers become these.
function unmark(text) {
  text = text.replace(new RegExp(`"${mark}(-?[0-9]+)"`, 'g'), '$1')
  return text.includes(mark) ? NOT_HERE : text
}

// The text of the value, as a string or as bytes; undefined if it has none.
function generateBuiltin(value, toString) {
  const outer = bigints
  let text
  bigints = 0
  try {
    text = there.stringify(value)
    if (bigints !== 0) text = unmark(text)
  } catch (error) {
    if (!(error instanceof there.TypeError || error instanceof there.RangeError)) throw error
    return NOT_HERE
  } finally {
    bigints = outer
  }
  if (typeof text !== 'string') return text
  const result = toString ? text : Buffer.from(text)
  return text.length > 2 * NESTING && native.isDeep(result, NESTING) ? NOT_HERE : result
}

module.exports = { hasBuiltin, generateBuiltin, NOT_HERE }
