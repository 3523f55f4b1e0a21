// One worker of the threads' race: does what it is told for as long as it is told, and says how often.

import { parentPort, workerData } from 'node:worker_threads'
import { ways } from './contenders.mjs'
import { Document } from './document.mjs'

const document = new Document(workerData)

parentPort.on('message', ({ task, contender, ns }) => {
  const way = ways(contender, document.pointer)[task]
  const items = document.inputs(task)
  const start = Number(process.hrtime.bigint())
  let calls = 0
  let spent = 0
  do {
    for (let i = 0; i < 10; i++) {
      for (const item of items) way(item)
    }
    calls += 10 * items.length
    spent = Number(process.hrtime.bigint()) - start
  } while (spent < ns)
  parentPort.postMessage({ calls, spent })
})
