// The Node driver: answers a request file as tests/harness/README.md describes.
//
//     driver.mjs REQUESTS hash|bytes > ANSWERS

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dump, fastjson, optionsOf } from './wire.mjs'

const FORMS = [
  {},
  { indent: '  ', space: ' ', objectNl: '\n', arrayNl: '\n' },
  { asciiOnly: true },
  { scriptSafe: true },
  { sortKeys: true }
]

const [, , requests, mode] = process.argv
const field = (data) =>
  mode === 'bytes' ? Buffer.from(data).toString('base64') : createHash('sha256').update(data).digest('hex')

function generated(value, options) {
  if (options.maxNesting === Infinity && options.indent) return '-' // n levels of it take n * n bytes
  try {
    const bytes = fastjson.stringifyToBuffer(value, options)
    const text = fastjson.stringify(value, options)
    if (Buffer.compare(bytes, Buffer.from(text)) !== 0) {
      throw new Error('stringify and stringifyToBuffer disagree')
    }
    return field(bytes)
  } catch (error) {
    if (!error.code || error.offset === undefined) throw error
    return `!${error.code}`
  }
}

// A string has to be read as the same text in a Buffer: same values, same error at the same place.
function checkString(text, options, outcome) {
  const string = text.toString()
  if (Buffer.compare(Buffer.from(string), text) !== 0) return // not UTF-8: no string is that text
  let got
  try {
    got = dump(fastjson.parse(string, options)).toString('latin1')
  } catch (error) {
    got = `${error.code} ${error.offset} ${error.line} ${error.column} ${error.pointer}`
  }
  if (got !== outcome) throw new Error(`parse of a string and of a Buffer disagree: ${got}`)
}

const EMPTY = ['-', '-', '-', '-', '-', '-', '-']
const lines = readFileSync(requests, 'latin1').split('\n').slice(0, -1)
const answers = []
for (const request of lines) {
  const [name, optionText, encoded] = request.split('\t')
  const text = Buffer.from(encoded, 'base64')
  const options = optionsOf(optionText)
  let value
  let exact
  try {
    value = fastjson.parse(text, options)
    exact = options.bigNumbers ? value : fastjson.parse(text, { ...options, bigNumbers: 'bigint' })
  } catch (error) {
    if (!(error instanceof SyntaxError) || error.pointer === undefined) {
      console.error(`at ${name}:`)
      throw error
    }
    const pointer = Buffer.from(error.pointer).toString('base64')
    const { code, offset, line, column } = error
    checkString(text, options, `${code} ${offset} ${line} ${column} ${error.pointer}`)
    answers.push([name, code, offset, line, column, pointer, ...EMPTY])
    continue
  }
  const values = dump(value)
  checkString(text, options, values.toString('latin1'))
  const nesting = 'maxNesting' in options ? { maxNesting: options.maxNesting } : {}
  const texts = FORMS.map((form) => generated(value, { ...form, ...nesting }))
  texts.push(generated(exact, { canonical: true, ...nesting }))
  answers.push([name, 'ok', '-', '-', '-', '-', field(values), ...texts])
}
process.stdout.write(answers.map((answer) => `${answer.join('\t')}\n`).join(''))
