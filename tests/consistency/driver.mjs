// The Node driver: answers a request file as tests/harness/README.md describes.
//
//     driver.mjs REQUESTS hash|bytes > ANSWERS

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const binding = process.env.FASTJSON_NODE_PACKAGE
const fastjson = await import(binding ? pathToFileURL(binding).href : 'libfastjson')

const FORMS = [
  {},
  { indent: '  ', space: ' ', objectNl: '\n', arrayNl: '\n' },
  { asciiOnly: true },
  { scriptSafe: true },
  { sortKeys: true }
]

// With a stack of its own, so that nesting is bounded by nothing here.
function dump(root) {
  const out = []
  const todo = [root]
  while (todo.length > 0) {
    const value = todo.pop()
    if (value === null) out.push('n')
    else if (value === true) out.push('t')
    else if (value === false) out.push('f')
    else if (typeof value === 'string') out.push(`s${Buffer.byteLength(value)}:`, value)
    else if (typeof value === 'bigint') out.push(`i${value};`)
    else if (typeof value === 'number') {
      const bits = Buffer.alloc(8)
      bits.writeDoubleBE(value === 0 ? 0 : value)
      out.push('d', bits.toString('hex'))
    } else if (typeof value === 'symbol') {
      out.push(value.description) // never a value of JSON: the end of a container
    } else if (Array.isArray(value)) {
      out.push('[')
      todo.push(Symbol(']'))
      for (let i = value.length - 1; i >= 0; i--) todo.push(value[i])
    } else if (Object.getPrototypeOf(value) === Object.prototype) {
      out.push('{')
      todo.push(Symbol('}'))
      for (const key of Object.keys(value).reverse()) todo.push(value[key], key)
    } else throw new TypeError(`parse gave a ${typeof value}`)
  }
  return out.join('')
}

const CAMEL = {
  max_nesting: 'maxNesting',
  big_numbers: 'bigNumbers',
  allow_comments: 'allowComments'
}

function optionsOf(text) {
  const options = {}
  for (const pair of text === '-' ? [] : text.split(',')) {
    const [key, value] = pair.split('=')
    if (!(key in CAMEL)) throw new Error(`an unknown option in a request: ${key}`)
    if (key === 'max_nesting') options.maxNesting = value === 'unlimited' ? 0 : Number(value)
    else options[CAMEL[key]] = key === 'allow_comments' ? value === '1' : value
  }
  return options
}

const [, , requests, mode] = process.argv
const field = (data) =>
  mode === 'bytes' ? Buffer.from(data).toString('base64') : createHash('sha256').update(data).digest('hex')

function generated(value, options) {
  if (options.maxNesting === 0 && options.indent) return '-' // n levels of it take n * n bytes
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
    got = dump(fastjson.parse(string, options))
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
  checkString(text, options, values)
  const nesting = 'maxNesting' in options ? { maxNesting: options.maxNesting } : {}
  const texts = FORMS.map((form) => generated(value, { ...form, ...nesting }))
  texts.push(generated(exact, { canonical: true, ...nesting }))
  answers.push([name, 'ok', '-', '-', '-', '-', field(values), ...texts])
}
process.stdout.write(answers.map((answer) => `${answer.join('\t')}\n`).join(''))
