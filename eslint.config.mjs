// Linting of all JavaScript here, by eslint's own recommended rules. FASTJSON_NPM names a folder with
// eslint's packages when they are not above this file.
import { createRequire } from 'node:module'

const require = createRequire(process.env.FASTJSON_NPM ?? import.meta.url)
const js = require('@eslint/js')
const globals = require('globals')

export default [
  { ignores: ['build*/**', '**/node_modules/**'] },
  js.configs.recommended,
  { languageOptions: { globals: globals.node } },
  { rules: { 'no-empty': ['error', { allowEmptyCatch: true }] } }
]
