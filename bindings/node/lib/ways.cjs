'use strict'

// The way that a value takes to its text: by the tape, or by the built-in function, whose text is the same
// (see builtin.cjs). It is chosen before the value is looked at, by what was seen of the values before it.
//
// Small values: the built-in function writes values whose shapes do not repeat two to three times as fast
// as the tape does. Known shapes make the writing warmer, members without a shape colder; when it is cold, some
// calls are left to the built-in function, more of them each time, before the tape is tried again.
//
// Large ones: both ways are timed, the slower one now and then. What a wrong guess costs is bounded by
// how rare these tries are; a process whose values change is known by them.

const { performance } = require('node:perf_hooks')
const { hasBuiltin } = require('./builtin.cjs')

const WARM = 4096
const COLD = -16384
const COLD_TRY = 1024
const COLD_MEMBER = 6 // words of known shapes that are as much gain as such a member is loss
const SLEEP_MIN = 8
const SLEEP_MAX = 1024

const LARGE = 8192 // units of text: what timing costs is nothing then
const TAPE_FIRST = 64 // calls in which its code is compiled
const TRY_NEAR = 16 // calls from try to try, when one way is not much quicker
const TRY_FAR = 64
const FAR = 1.5

let isTrusted = true // until a value comes that the built-in function cannot do
let warmth = 0
let asleep = 0 // calls that it gets
let sleep = SLEEP_MIN // how many the next time

// What is known of one kind of result: milliseconds a unit, 0 if they are not known yet.
function newPace() {
  return { tape: 0, builtin: 0, calls: 0, isLarge: false }
}
const paces = { string: newPace(), bytes: newPace() }

function paceOf(toString) {
  return toString ? paces.string : paces.bytes
}

// Whether the next value is for the built-in function.
function isForBuiltin(pace) {
  if (asleep !== 0) {
    asleep--
    return true
  }
  if (!pace.isLarge || ++pace.calls <= TAPE_FIRST || !isTrusted) return false
  if (pace.builtin === 0) return hasBuiltin()
  const isQuicker = pace.builtin < pace.tape
  const ratio = pace.builtin / pace.tape
  const every = ratio > FAR || ratio < 1 / FAR ? TRY_FAR : TRY_NEAR
  return pace.calls % every === 0 ? !isQuicker : isQuicker
}

// Before a value is written: a time for `took`.
function begin(pace) {
  return pace.isLarge ? performance.now() : 0
}

function took(pace, way, begun, units) {
  const wasLarge = pace.isLarge
  pace.isLarge = units >= LARGE
  if (!wasLarge || !pace.isLarge) return
  const spent = (performance.now() - begun) / units
  const known = pace[way]
  // Something else may have taken the time.
  pace[way] = known === 0 ? spent : known + (Math.min(spent, 2 * known) - known) / 8
}

// After a value was written by the tape.
function learn(words, cold) {
  warmth += Math.min(words, 4 * WARM) - COLD_MEMBER * cold
  if (warmth > WARM) {
    warmth = WARM
    sleep = SLEEP_MIN
  } else if (warmth < COLD) {
    warmth = COLD + COLD_TRY // the next try is short
    if (isTrusted && hasBuiltin()) asleep = sleep
    sleep = Math.min(2 * sleep, SLEEP_MAX)
  }
}

// A value came that the built-in function cannot do; the tape has called its callbacks again. Once is enough.
function distrust() {
  asleep = 0
  isTrusted = false
}

module.exports = {
  paceOf,
  isForBuiltin,
  begin,
  took,
  learn,
  distrust,
  // For tests.
  trust: () => (isTrusted = true),
  isAsleep: () => asleep !== 0,
  paces
}
