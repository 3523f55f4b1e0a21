// Linting of all JavaScript here, by eslint's own recommended rules.
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['build*/**', '**/node_modules/**'] },
  js.configs.recommended,
  { languageOptions: { globals: globals.node } },
];
