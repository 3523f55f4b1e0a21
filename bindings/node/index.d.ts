import type { Transform } from 'node:stream'

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
  /** Of a Stream: the values before the fault that the same call read. */
  readonly values?: unknown[]
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
   * `decimal`: the same, and reals as strings, as they stand. `text`: every number as a string, byte for byte.
   */
  bigNumbers?: 'double' | 'bigint' | 'decimal' | 'text'
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

/** The text laid out anew, with the numbers' form of C (1.0 stays 1.0); NaN is an error unless `nan` says else. */
export function format(text: string, options?: StringifyOptions, parseOptions?: ParseOptions): string
export function format(
  text: Exclude<Text, string>,
  options?: StringifyOptions,
  parseOptions?: ParseOptions
): Buffer

export interface GetOptions extends ParseOptions {
  /** `first`: reading stops behind the value, and nothing is promised of what follows. Default `whole`. */
  scope?: 'whole' | 'first'
}
/** The value at a JSON Pointer (RFC 6901); nothing else is built. JSONParseError `not_found`, `pointer`. */
export function get(text: Text, pointer: string, options?: GetOptions): any

export interface ManyOptions extends ParseOptions {
  /** One after the other, or one a line (NDJSON). Default `values`. */
  kind?: 'values' | 'lines'
}
export interface Values extends IterableIterator<any> {
  /** In bytes of the text as UTF-8: behind the value given last; with `lines` the next line. */
  readonly offset: number
}
/** The values of a text, as they are asked for. With `lines` next() goes on behind a line with a fault. */
export function parseMany(text: Text, options?: ManyOptions): Values

export interface StreamOptions extends ParseOptions {
  /** `one`: one value and nothing else. Default `values`. */
  kind?: 'values' | 'lines' | 'one'
}
/** Reads a text that comes in pieces, cut anywhere. */
export class Stream {
  constructor(options?: StreamOptions)
  /** The values that this piece makes whole. */
  feed(piece: Text): any[]
  /** The text has ended: what it makes whole. */
  finish(): any[]
  /** In bytes of all pieces: behind the value given last. */
  readonly offset: number
}
/** A Transform of chunks of text to values; null can be given only with `offsets`, as { value, offset }. */
export function parseStream(options?: StreamOptions & { offsets?: boolean }): Transform

/** The value of the valid beginning of a text; `undefined` with `used` 0 if nothing is left. `used`: in bytes. */
export function parseUnfinished(
  text: Text,
  options?: ParseOptions
): { value: any; complete: boolean; used: number }

/** Each value and LF (NDJSON); maxOutputBytes counts all of them. */
export function stringifyLines(values: Iterable<unknown>, options?: StringifyOptions): string

export interface PatchOptions extends ParseOptions {
  /** Values that all copy operations together may make. Default 16,777,216. */
  maxCopied?: number
}
/** The text with a JSON Patch (RFC 6902) applied; of the kind that was given. */
export function patch(text: string, patch: Text, options?: PatchOptions): string
export function patch(text: Exclude<Text, string>, patch: Text, options?: PatchOptions): Buffer
/** The text with a JSON Merge Patch (RFC 7396) applied. */
export function mergePatch(text: string, patch: Text, options?: ParseOptions): string
export function mergePatch(text: Exclude<Text, string>, patch: Text, options?: ParseOptions): Buffer
/** Whether two texts are the same value: numbers by their exact value, members in any order. */
export function equal(a: Text, b: Text, options?: ParseOptions): boolean

/** Reads by options that are looked at once. */
export class Parser {
  constructor(options?: ParseOptions)
  parse(text: Text): any
  validate(text: Text): void
  minify(text: string): string
  minify(text: Exclude<Text, string>): Buffer
  get(text: Text, pointer: string, scope?: 'whole' | 'first'): any
  parseMany(text: Text, kind?: 'values' | 'lines'): Values
  parseUnfinished(text: Text): { value: any; complete: boolean; used: number }
}
/** Writes by options that are looked at once. */
export class Serializer {
  constructor(options?: StringifyOptions)
  stringify(value: unknown): string
  stringifyToBuffer(value: unknown): Buffer
  stringifyLines(values: Iterable<unknown>): string
}

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
  format: typeof format
  get: typeof get
  parseMany: typeof parseMany
  Stream: typeof Stream
  parseStream: typeof parseStream
  parseUnfinished: typeof parseUnfinished
  stringifyLines: typeof stringifyLines
  patch: typeof patch
  mergePatch: typeof mergePatch
  equal: typeof equal
  Parser: typeof Parser
  Serializer: typeof Serializer
  JSONParseError: typeof JSONParseError
  JSONGenerateError: typeof JSONGenerateError
  engine: typeof engine
  version: typeof version
  library: typeof library
}
export default fastjson
