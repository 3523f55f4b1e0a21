'use strict'

// What the other files promise holds as well where code generation from strings is not allowed.

const test = require('node:test')
const assert = require('node:assert')
const path = require('node:path')
const { spawnSync } = require('node:child_process')

for (const name of ['options', 'values', 'texts', 'parse', 'stringify', 'builtin', 'prototypes']) {
  test(`${name}, without code generation from strings`, () => {
    const file = path.join(__dirname, `${name}.test.cjs`)
    const env = { ...process.env, NODE_TEST_CONTEXT: '' }
    const child = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', file], {
      encoding: 'utf8',
      env
    })
    assert.strictEqual(child.status, 0, child.stdout.slice(-4000) + child.stderr.slice(-4000))
    assert.match(child.stdout, /^(# |ℹ )pass [1-9]/m)
  })
}
