'use strict'

const { parse, validate, minify } = require('./lib/parse.cjs')
module.exports = { parse, validate, minify }
