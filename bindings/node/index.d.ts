/** Where a text is at fault. */
export class JSONParseError extends SyntaxError {
  /** What is wrong, in the words that all languages of libfastjson use: `unexpected_end`, `nesting`, ... */
  readonly code: string
  /** In bytes of the text as UTF-8: the first one after which no text could be valid. */
  readonly offset: number
  /** From 1; lines end with LF. */
  readonly line: number
  /** From 1, in code points. */
  readonly column: number
  /** JSON Pointer (RFC 6901) of the place. */
  readonly pointer: string
}

/** A value that cannot be written. */
export class JSONGenerateError extends TypeError {
  /** `nesting`, `circular`, `nan`, `lone_surrogate`, `limit`, `type`, ... */
  readonly code: string
  /** 0, as `line` and `column`: there is no text. */
  readonly offset: number
  readonly line: number
  readonly column: number
  /** JSON Pointer (RFC 6901) of the place in the value. */
  readonly pointer: string
}

export interface ParseOptions {
  /** Levels of arrays and objects; 0 or Infinity: no limit. Default 1024. */
  maxNesting?: number
  /** NaN, Infinity and -Infinity, and reals beyond the largest double as infinite. */
  allowNan?: boolean
  allowComments?: boolean
  /** One comma before `]` or `}`. */
  allowTrailingComma?: boolean
  /** U+0000 to U+001F unescaped in strings. */
  allowControlCharacters?: boolean
  /** A backslash before any other character is that character. */
  allowInvalidEscape?: boolean
  /** A key twice in one object: the last value counts, or it is an error. Default `last`. */
  duplicateKey?: 'last' | 'error'
  /**
   * `double` (default): every number as JSON.parse reads it. `bigint`: integers beyond 2^53 as BigInt.
   * `text`: every number as a string, byte for byte.
   */
  bigNumbers?: 'double' | 'bigint' | 'text'
  /** An escaped surrogate without its other half. Default `error`. */
  loneSurrogates?: 'error' | 'replace' | 'keep'
  maxInputBytes?: number
  /** Of integers beyond 64 bits and numbers kept as text. Default 4300. */
  maxNumberDigits?: number
  maxStringBytes?: number
  /** Of one array or object. */
  maxMembers?: number
}

export interface StringifyOptions {
  /** The five layout strings: spaces, tabs and line ends. */
  indent?: string
  space?: string
  spaceBefore?: string
  objectNl?: string
  arrayNl?: string
  /** Beyond U+007F as \uXXXX. */
  asciiOnly?: boolean
  /** `/` as `\/`, U+2028 and U+2029 escaped: safe inside an HTML script element. */
  scriptSafe?: boolean
  /** Members by key, in order of UTF-16 code units. */
  sortKeys?: boolean
  /** RFC 8785, with integers exact. */
  canonical?: boolean
  /** Default `null`, as JSON.stringify; `error` with canonical. */
  nan?: 'error' | 'null' | 'literal'
  /** Default `escape`, as JSON.stringify. */
  loneSurrogates?: 'escape' | 'error' | 'replace'
  /** Levels of arrays and objects; 0 or Infinity: no limit. Default 1024. */
  maxNesting?: number
  /** Refuse what is not of JSON's own types (or BigInt) instead of leaving it out. */
  strict?: boolean
  maxOutputBytes?: number
}

export type Text = string | Uint8Array | ArrayBuffer | ArrayBufferView
type Reviver = (this: unknown, key: string, value: unknown) => unknown
type Replacer = ((this: unknown, key: string, value: unknown) => unknown) | (string | number)[] | null
type Space = string | number | null

/** The value of one JSON text (RFC 8259). Throws JSONParseError. */
export function parse(text: Text, options?: ParseOptions | Reviver | null): any

/** As JSON.stringify, but BigInt is written as its digits. Throws JSONGenerateError. */
export function stringify(value: unknown, options: StringifyOptions): string
export function stringify(
  value: unknown,
  replacer?: Replacer,
  space?: Space | StringifyOptions,
  options?: StringifyOptions
): string

/** The same as UTF-8; undefined where stringify gives undefined. */
export function stringifyToBuffer(value: unknown, options: StringifyOptions): Buffer
export function stringifyToBuffer(
  value: unknown,
  replacer?: Replacer,
  space?: Space | StringifyOptions,
  options?: StringifyOptions
): Buffer

/** Throws JSONParseError if the text is not one JSON text. */
export function validate(text: Text, options?: ParseOptions): void

/** The text without white space and comments, all else byte for byte; of the kind that was given. */
export function minify(text: string, options?: ParseOptions): string
export function minify(text: Exclude<Text, string>, options?: ParseOptions): Buffer

/** `tape`: compiled code for object shapes; `builtin`: code generation from strings is not allowed. */
export const engine: 'tape' | 'builtin'
/** The version of the C library. */
export const version: string
/** The path of the C library that was loaded. */
export const library: string

declare const fastjson: {
  parse: typeof parse
  stringify: typeof stringify
  stringifyToBuffer: typeof stringifyToBuffer
  validate: typeof validate
  minify: typeof minify
  JSONParseError: typeof JSONParseError
  JSONGenerateError: typeof JSONGenerateError
  engine: typeof engine
  version: typeof version
  library: typeof library
}
export default fastjson
