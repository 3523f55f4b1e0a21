// What the Node drivers share: the library, the dump of a value, and options in design terms, as
// tests/harness/README.md describes them.

import { pathToFileURL } from 'node:url'

const binding = process.env.FASTJSON_NODE_PACKAGE
export const fastjson = await import(binding ? pathToFileURL(binding).href : 'libfastjson')

// A string with the number of its bytes, each of them as one character. A lone surrogate takes three bytes, as if UTF-8
// had them.
function string(text) {
  const parts = text.split(/([\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])/)
  const bytes = parts.map((part, at) => {
    if (at % 2 === 0) return Buffer.from(part)
    const unit = part.charCodeAt(0)
    return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)])
  })
  const whole = Buffer.concat(bytes)
  return `s${whole.length}:${whole.toString('latin1')}`
}

// With a stack of its own, so that nesting is bounded by nothing here.
export function dump(root) {
  const out = []
  const todo = [root]
  while (todo.length > 0) {
    const value = todo.pop()
    if (value === null) out.push('n')
    else if (value === true) out.push('t')
    else if (value === false) out.push('f')
    else if (typeof value === 'string') out.push(string(value))
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
  return Buffer.from(out.join(''), 'latin1')
}

const LAYOUT = ['indent', 'space', 'spaceBefore', 'objectNl', 'arrayNl']
const WORDS = ['duplicateKey', 'bigNumbers', 'loneSurrogates', 'nan']
const LETTERS = { s: ' ', t: '\t', n: '\n', r: '\r' }

function optionValue(key, value) {
  if (LAYOUT.includes(key)) return value.replace(/./g, (letter) => LETTERS[letter])
  if (WORDS.includes(key)) return value
  if (key.startsWith('max')) return value === 'unlimited' ? Infinity : Number(value)
  return value === '1'
}

export function optionsOf(text) {
  const options = {}
  for (const pair of text === '-' ? [] : text.split(',')) {
    const [name, value] = pair.split('=')
    const key = name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
    options[key] = optionValue(key, value)
  }
  return options
}
