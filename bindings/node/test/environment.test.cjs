'use strict'

const test = require('node:test')
const assert = require('node:assert')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const { Worker } = require('node:worker_threads')
const fastjson = require('../index.cjs')
const { records } = require('./support.cjs')

const index = JSON.stringify(path.join(__dirname, '..', 'index.cjs'))

function run(source, ...flags) {
  return execFileSync(process.execPath, [...flags, '-e', source], { encoding: 'utf8' })
}

test('require and import give the same functions', async () => {
  const module = await import('../index.mjs')
  assert.strictEqual(module.parse, fastjson.parse)
  assert.deepStrictEqual(
    Object.keys(module.default).sort(),
    Object.keys(module)
      .filter((name) => name !== 'default')
      .sort()
  )
})

test('the library beside the addon is the one that is loaded', () => {
  assert.ok(path.isAbsolute(fastjson.library), fastjson.library)
  assert.match(fastjson.library, /libfastjson\.so\.1/)
  assert.match(fastjson.version, /^\d+\.\d+\.\d+$/)
})

test('keys are defined, whatever Object.prototype holds: a setter, or what cannot be written', () => {
  const source = (touch) => `
    const { parse } = require(${index})
    const assert = require('node:assert')
    ${touch}
    const same = (text) => {
      for (const from of [text, Buffer.from(text)]) {
        assert.deepStrictEqual(Object.entries(parse(from)).flat(), Object.entries(JSON.parse(text)).flat())
      }
    }
    for (let i = 0; i < 8; i++) {
      same('{"q":1,"toString":2,"__proto__":3,"valueOf":{"constructor":4}}')
      same('{"b":[{"q":1},{"r":2,"toString":3}],"k' + i + '":{"hasOwnProperty":1,"q":2}}')
    }
    console.log('same')`
  const setter = `Object.defineProperty(Object.prototype, 'q', { set() { throw new Error('set') }, configurable: true })`
  const fixed = `Object.defineProperty(Object.prototype, 'q', { value: 1, configurable: true })`
  for (const touch of ['Object.freeze(Object.prototype)', setter, fixed]) {
    assert.strictEqual(run(source(touch)).trim(), 'same')
    assert.strictEqual(run(source(touch), '--disallow-code-generation-from-strings').trim(), 'same')
  }
})

test('without code generation from strings the results are the same', () => {
  const source = `
    const fastjson = require(${index})
    const assert = require('node:assert')
    const text = ${JSON.stringify(JSON.stringify(records(40)))}
    assert.strictEqual(fastjson.engine, 'builtin')
    for (let i = 0; i < 10; i++) {
      const value = fastjson.parse(text)
      assert.deepStrictEqual(value, JSON.parse(text))
      assert.deepStrictEqual(fastjson.parse(Buffer.from('{"__proto__":[1,{"a":2}]}')), JSON.parse('{"__proto__":[1,{"a":2}]}'))
      assert.strictEqual(fastjson.stringify(value), text)
      assert.strictEqual(fastjson.stringifyToBuffer(value).toString(), text)
      assert.deepStrictEqual(fastjson.parse('[12345678901234567890]', { bigNumbers: 'bigint' }), [12345678901234567890n])
      assert.throws(() => fastjson.parse('[1e400]'), { code: 'number_out_of_range' })
    }
    console.log('same')`
  assert.strictEqual(run(source, '--disallow-code-generation-from-strings').trim(), 'same')
  assert.strictEqual(fastjson.engine, 'tape')
})

test('workers read and write at the same time, and end at any moment', async () => {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    const fastjson = require(${index})
    const value = fastjson.parse(workerData)
    for (let i = 0; i < 200; i++) {
      if (fastjson.stringify(fastjson.parse(fastjson.stringifyToBuffer(value))) !== workerData) throw new Error('differs')
    }
    parentPort.postMessage('done')
    if (workerData.length % 2) for (;;) fastjson.parse(workerData)`
  const ends = Array.from({ length: 6 }, (_, i) => {
    const worker = new Worker(source, { eval: true, workerData: JSON.stringify(records(20 + i)) })
    return new Promise((resolve, reject) => {
      worker.on('error', reject)
      worker.on('message', () => worker.terminate().then(resolve, reject))
    })
  })
  await Promise.all(ends)
})

test('memory does not grow with texts, errors, shapes or values', () => {
  const source = `
    const fastjson = require(${index})
    const records = ${JSON.stringify(records(30))}
    const text = JSON.stringify(records)
    const bytes = Buffer.from(text)
    const faults = ['Whatever', '[[[{"a":', '{"a":1,"b":tru', '"\\\\ud800', '[' + '9'.repeat(20000) + ']']
    const circular = {}
    circular.self = circular
    let keys = 0
    function work() {
      for (let i = 0; i < 300; i++) {
        fastjson.parse(bytes)
        fastjson.parse(text)
        fastjson.stringify(records)
        fastjson.stringifyToBuffer(records, null, 2)
        fastjson.minify(bytes)
        for (const fault of faults) try { fastjson.parse(fault, { bigNumbers: 'bigint' }) } catch {}
        for (const fault of faults) try { fastjson.parse(Buffer.from(fault)) } catch {}
        try { fastjson.stringify(circular) } catch {}
        try { fastjson.stringify([{ toJSON() { throw 1 } }]) } catch {}
        const fresh = [{}, {}, {}, {}, {}, {}].map(() => ({ ['k' + keys]: 1, ['l' + keys]: 2 }))
        keys++
        if (fastjson.stringify(fastjson.parse(fastjson.stringify(fresh))) !== JSON.stringify(fresh)) throw new Error('differs')
      }
      gc()
      gc()
      return process.memoryUsage.rss()
    }
    for (let i = 0; i < 12; i++) work()
    const before = work()
    for (let i = 0; i < 12; i++) work()
    console.log(Math.round((work() - before) / 1024))`
  const grown = Number(run(source, '--expose-gc'))
  assert.ok(grown < 24 * 1024, `${grown} KiB more after twelve rounds`)
})

test('a short string of a large text does not keep the text in memory', () => {
  const source = `
    const fastjson = require(${index})
    const text = Buffer.from('["' + Array.from({ length: 200000 }, (_, i) => 'value number ' + i).join('","') + '"]')
    const kept = []
    for (let i = 0; i < 40; i++) kept.push(fastjson.parse(text)[i * 10])
    gc()
    gc()
    console.log(Math.round(process.memoryUsage().heapUsed / 1024))`
  assert.ok(Number(run(source, '--expose-gc')) < 20 * 1024)
})

test('an array of ten million numbers is read in bounded memory', () => {
  const source = `
    const fastjson = require(${index})
    const text = Buffer.from('[' + '1,'.repeat(9999999) + '1]')
    const value = fastjson.parse(text)
    console.log(value.length, process.memoryUsage.rss() < 900e6)`
  assert.match(run(source), /^10000000 true/)
})
