// Times reading and writing of files by the Node binding; see run.py.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { parse, stringify } = await import(process.env.FASTJSON_NODE_PACKAGE)

// Processor time of the process; the collector's threads count as well, as they must.
const now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const least = (action) => {
  let best = 1e9
  let total = 0
  for (let turn = 0; turn < 60; turn++) {
    const begun = now()
    action()
    const took = now() - begun
    best = Math.min(best, took)
    total += took
    if (turn >= 8 && total > 0.005) break
  }
  return best
}

const [folder, ...names] = process.argv.slice(2)
for (const name of names) {
  const text = readFileSync(join(folder, name))
  const value = parse(text)
  console.log([name, 'parse', least(() => parse(text))].join('\t'))
  console.log([name, 'generate', least(() => stringify(value))].join('\t'))
}
