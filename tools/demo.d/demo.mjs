// The demo in Node: libfastjson beside JSON. Bytes in, bytes out. See demo.c for arguments and rows.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const binding = process.env.FASTJSON_NODE_PACKAGE
const fastjson = await import(binding ? pathToFileURL(binding).href : 'libfastjson')

const [, , path, form, rounds] = process.argv
const text = readFileSync(path)
const value = fastjson.parse(text)
const tasks = [
  () => fastjson.parse(text),
  () => JSON.parse(text.toString()),
  () => fastjson.stringifyToBuffer(value),
  () => Buffer.from(JSON.stringify(value))
]

function timed(task, times) {
  const start = process.hrtime.bigint()
  for (let i = 0; i < times; i++) task()
  return Number(process.hrtime.bigint() - start) / times
}

// A service runs for long: both ways are timed after the just-in-time compiler has seen them often.
const WARM_NS = 4e8
for (const task of tasks) {
  for (let spent = 0; spent < WARM_NS;) spent += timed(task, 10) * 10
}
const times = tasks.map((task) => Math.max(1, Math.ceil(2e6 / (timed(task, 20) + 1))))
const samples = Array.from({ length: Number(rounds) }, () => tasks.map((task, i) => timed(task, times[i])))
const medians = tasks.map((_, i) => {
  const sample = samples.map((round) => round[i]).sort((a, b) => a - b)
  return Math.round(sample[sample.length >> 1])
})
const exact = form === 'canonical' ? fastjson.parse(text, { bigNumbers: 'bigint' }) : value
const options = form === 'canonical' ? { canonical: true } : {}
const sha = createHash('sha256').update(fastjson.stringifyToBuffer(exact, options)).digest('hex')
const peer = `JSON of Node ${process.versions.node}`
console.log(['parse', medians[0], medians[1], sha, peer].join('\t'))
console.log(['generate', medians[2], medians[3], sha, peer].join('\t'))
