// A file as the tasks see it: its texts, their values, and a pointer into each. And whether what a contender
// made of a text is what the text says.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { INPUTS, walk } from './contenders.mjs'

export class Document {
  constructor(path) {
    this.name = basename(path)
    const text = readFileSync(path, 'utf8')
    this.strings = path.endsWith('.ndjson') ? text.split('\n').filter((line) => line !== '') : [text]
    this.buffers = this.strings.map((string) => Buffer.from(string))
    this.values = this.strings.map((string) => JSON.parse(string))
    const sidecar = `${path}.pointer`
    this.pointer = existsSync(sidecar) ? readFileSync(sidecar, 'utf8') : ''
  }

  inputs(task) {
    return this[INPUTS[task]]
  }

  // Why the way may not be timed, null if it may.
  refusal(task, way) {
    try {
      const differs = this.inputs(task).some((input, i) => {
        const made = way(input)
        if (task === 'validate') return false
        const wanted = task === 'pointer' ? walk(this.values[i], this.pointer) : this.values[i]
        const text = task.startsWith('generate') || task === 'minify'
        return !isDeepStrictEqual(text ? JSON.parse(made.toString()) : made, wanted)
      })
      return differs ? 'makes another value of it' : null
    } catch (error) {
      return `refuses it: ${error.name} ${error.message}`.replace(/\s+/g, ' ').slice(0, 100)
    }
  }
}
