// The contenders in Node: libfastjson and the JSON that Node comes with.
//
// Nothing is loaded before a contender is asked for, so that the first call of a process can be timed. A
// way takes one argument and returns what the task makes of it.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export const OURS = 'libfastjson'
export const NAMES = [OURS, 'JSON']

// What each task starts from: the text as Buffer or string, or the value.
export const INPUTS = {
  parse: 'buffers',
  'parse string': 'strings',
  generate: 'values',
  'generate string': 'values',
  validate: 'buffers',
  minify: 'buffers',
  pointer: 'buffers'
}

function load() {
  return require(process.env.FASTJSON_NODE_PACKAGE ?? '../../bindings/node/index.cjs')
}

export function version(name) {
  if (name === 'JSON') return `JSON of Node ${process.versions.node}`
  const fastjson = load()
  return `libfastjson ${fastjson.version} (${fastjson.engine})`
}

// The value at a JSON Pointer, as a program without a library for it would look for it.
export function walk(value, pointer) {
  for (const step of pointer.split('/').slice(1)) {
    value = value[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return value
}

// The contender's ways by task. A task that it cannot do is not there.
export function ways(name, pointer = '') {
  const found = name === OURS ? ours(load(), pointer) : builtin(pointer)
  if (pointer === '') delete found.pointer
  return found
}

function ours(fastjson, pointer) {
  const { parse, stringify, stringifyToBuffer, validate, minify, get } = fastjson
  const found = {
    parse: (buffer) => parse(buffer),
    'parse string': (string) => parse(string),
    generate: (value) => stringifyToBuffer(value),
    'generate string': (value) => stringify(value),
    validate: (buffer) => validate(buffer),
    minify: (buffer) => minify(buffer)
  }
  if (get !== undefined) {
    found.pointer = (buffer) => get(buffer, pointer)
    found['pointer first'] = (buffer) => get(buffer, pointer, { scope: 'first' })
  }
  return found
}

function builtin(pointer) {
  return {
    parse: (buffer) => JSON.parse(buffer.toString()),
    'parse string': (string) => JSON.parse(string),
    generate: (value) => Buffer.from(JSON.stringify(value)),
    'generate string': (value) => JSON.stringify(value),
    validate: (buffer) => JSON.parse(buffer.toString()),
    minify: (buffer) => Buffer.from(JSON.stringify(JSON.parse(buffer.toString()))),
    pointer: (buffer) => walk(JSON.parse(buffer.toString()), pointer)
  }
}
