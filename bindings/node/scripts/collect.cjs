'use strict'

// Before packing: copies the addon and the library it needs into native/, where the package looks first.

const fs = require('node:fs')
const path = require('node:path')

const build = process.env.LIBFASTJSON_BUILD ?? path.join(__dirname, '..', '..', '..', 'build')
const native = path.join(__dirname, '..', 'native')
fs.mkdirSync(native, { recursive: true })
for (const name of ['fastjson.node', 'libfastjson.so.1']) {
  fs.copyFileSync(fs.realpathSync(path.join(build, name)), path.join(native, name))
}
