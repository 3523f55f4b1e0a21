import js from '@eslint/js'
import globals from 'globals'

export default [
  { ignores: ['native/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: globals.node }
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node }
  },
  {
    rules: {
      'prefer-const': 'error',
      'no-var': 'error',
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: true }]
    }
  }
]
