// The race in Node: libfastjson next to JSON.
//
//     run.mjs [--seconds S] [--task TASK]... FILE...            a race of each task over each file
//     run.mjs [--seconds S] [--task TASK]... --threads FILE...  in 1, 2 and 4 workers
//     run.mjs --memory CONTENDER FILE                           bytes for one parse: peak, touched
//     run.mjs --first CONTENDER FILE                            ns of the first load, parse and generate
//     run.mjs --names                                           versions
//
// Rows and files are those of bench/core/main.cc; the area is BENCH_AREA, "node" if that is not set. Times
// are of the clock on the wall: threads of Node's own collect garbage beside the one that is timed.

import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { INPUTS, NAMES, OURS, version, ways } from './contenders.mjs'
import { Document } from './document.mjs'

const AREA = process.env.BENCH_AREA ?? 'node'
const LEAST_ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SAMPLE_NS = 2e6
const WARM = 2 // times the seconds of a race: in a service the just-in-time compiler has seen each way often
const KEPT = 3 // values that fill what loading has left free, before memory is counted
const PAGE = 4096

function row(task, document, contender, time, ratio, note) {
  console.log([AREA, task, document, contender, time, ratio, '-', note].join('\t'))
}

function now() {
  return Number(process.hrtime.bigint())
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}

function waysTo(task, document) {
  const found = new Map()
  for (const name of NAMES) {
    const all = ways(name, document.pointer)
    if (all[task] !== undefined) found.set(name, all[task])
    if (task === 'pointer' && all['pointer first'] !== undefined && document.pointer !== '') {
      found.set(`${name}, first scope`, all['pointer first'])
    }
  }
  return found
}

// The contenders that may be timed; the others are named.
function admitted(task, document) {
  const found = waysTo(task, document)
  if (!found.has(OURS)) row(task, document.name, OURS, '-', '-', 'not in this version')
  for (const [name, way] of found) {
    const reason = document.refusal(task, way)
    if (reason === null) continue
    row(task, document.name, name, '-', '-', reason)
    found.delete(name)
  }
  return found
}

// ns for one item.
function timed(way, items, number) {
  const start = now()
  for (let i = 0; i < number; i++) {
    for (const item of items) way(item)
  }
  return (now() - start) / number / items.length
}

function report(task, document, samples) {
  const ours = samples.get(OURS)
  for (const [name, times] of samples) {
    const ratio = median(times.map((time, i) => time / ours[i]))
    row(task, document, name, median(times).toFixed(1), ratio.toPrecision(4), '')
  }
}

function race(task, document, seconds) {
  if (task === 'pointer' && document.pointer === '') return
  const found = admitted(task, document)
  if (!found.has(OURS)) return
  const items = document.inputs(task)
  const numbers = new Map()
  for (const [name, way] of found) {
    const end = now() + WARM * seconds * 1e9
    do numbers.set(name, Math.max(1, Math.floor(SAMPLE_NS / (timed(way, items, 1) * items.length + 1))))
    while (now() < end)
  }
  const samples = new Map([...found.keys()].map((name) => [name, []]))
  const start = now()
  while (now() - start < seconds * 1e9 * found.size || samples.get(OURS).length < LEAST_ROUNDS) {
    for (const [name, way] of found) {
      if (numbers.get(name) > 1) timed(way, items.slice(0, 100), 1) // back from its neighbour's caches to its own
      samples.get(name).push(timed(way, items, numbers.get(name)))
    }
  }
  report(task, document.name, samples)
}

async function answer(worker, message) {
  worker.postMessage(message)
  const [reply] = await once(worker, 'message') // fails with the worker
  return reply
}

async function raceThreads(path, task, document, seconds) {
  const found = admitted(task, document)
  if (!found.has(OURS)) return
  for (const threads of [1, 2, 4]) {
    const url = new URL('./worker.mjs', import.meta.url)
    const workers = Array.from({ length: threads }, () => new Worker(url, { workerData: path }))
    const samples = new Map([...found.keys()].map((name) => [name, []]))
    const runAll = async (contender, ns) => {
      const answers = await Promise.all(workers.map((worker) => answer(worker, { task, contender, ns })))
      return 1 / answers.reduce((sum, { calls, spent }) => sum + calls / spent, 0)
    }
    for (const name of found.keys()) await runAll(name, WARM * seconds * 1e9)
    for (let round = 0; round < LEAST_ROUNDS; round++) {
      for (const name of found.keys()) {
        samples.get(name).push(await runAll(name, (seconds * 1e9) / LEAST_ROUNDS))
      }
    }
    await Promise.all(workers.map((worker) => worker.terminate()))
    report(`${task}, ${threads} thread${threads > 1 ? 's' : ''}`, document.name, samples)
  }
}

function statusBytes(name) {
  const line = readFileSync('/proc/self/status', 'ascii').match(new RegExp(`^${name}:\\s*(\\d+)`, 'm'))
  return line === null ? 0 : Number(line[1]) * 1024
}

function printMemory(contender, path) {
  const { parse } = ways(contender)
  const buffer = readFileSync(path)
  const kept = Array.from({ length: KEPT }, () => parse(buffer))
  writeFileSync('/proc/self/clear_refs', '5') // VmHWM begins anew
  const before = statusBytes('VmRSS')
  const faults = process.resourceUsage().minorPageFault
  kept.push(parse(buffer))
  const touched = (process.resourceUsage().minorPageFault - faults) * PAGE
  const peak = statusBytes('VmHWM') - before
  console.log([peak, Math.max(peak, touched)].join('\t'))
}

function printFirst(contender, path) {
  const buffer = readFileSync(path)
  const begun = now()
  const { parse, generate } = ways(contender)
  const loaded = now()
  const value = parse(buffer)
  const parsed = now()
  generate(value)
  console.log([loaded - begun, parsed - loaded, now() - parsed].join('\t'))
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '0.2' },
    task: { type: 'string', multiple: true },
    threads: { type: 'boolean' },
    memory: { type: 'string' },
    first: { type: 'string' },
    names: { type: 'boolean' }
  }
})

if (options.names) {
  for (const name of NAMES) console.log(version(name))
} else if (options.memory !== undefined) {
  printMemory(options.memory, positionals[0])
} else if (options.first !== undefined) {
  printFirst(options.first, positionals[0])
} else {
  const tasks = options.task ?? (options.threads ? ['parse', 'generate'] : Object.keys(INPUTS))
  for (const path of positionals) {
    const document = new Document(path)
    for (const task of tasks) {
      if (options.threads) await raceThreads(path, task, document, Number(options.seconds))
      else race(task, document, Number(options.seconds))
    }
  }
}
