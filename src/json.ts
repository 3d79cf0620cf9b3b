/**
 * The one reader of untrusted JSON, and its writer. RFC 8259, narrowed: no duplicate keys, NUL or lone surrogates, bounded depth.
 * Number text is kept: `1.00` read is `1.00` written, although its value is the number 1.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export type JsonObject = { [key: string]: JsonValue }

/** Where reading stopped, 1-based; `reason` is a fixed text and never holds input. */
export class JsonError extends Error {
  readonly line: number
  readonly column: number
  readonly reason: string

  constructor(reason: string, line: number, column: number) {
    super(`${reason} at line ${line}, column ${column}`)
    this.name = 'JsonError'
    this.reason = reason
    this.line = line
    this.column = column
  }
}

/** Texts of the numbers below an object or array that JavaScript would write otherwise; spread copies it along. */
const numberTexts = Symbol('numberTexts')
type Annotated = { [numberTexts]?: Record<string, string> }

/** Keeps how a number is written that is or will be this member of an object, or item of an array. */
export function keepNumberText(parent: object, key: string, text: string): void {
  if (String(Number(text)) === text) return
  const annotated = parent as Annotated
  annotated[numberTexts] ??= {}
  annotated[numberTexts][key] = text
}

/** How a number of an object or array was written, where JavaScript would write it otherwise. */
export const findNumberText = (parent: object, key: string | number): string | undefined =>
  (parent as Annotated)[numberTexts]?.[key]

/** A number of an object or array as it was read. */
export function numberTextOf(parent: object, key: string, value: number): string {
  const text = findNumberText(parent, key)
  return text !== undefined && Number(text) === value ? text : JSON.stringify(value)
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const plainText = /[^"\\\u0000-\u001f]*/y
const blank = /[ \t\r\n]*/y
const hex4 = /[0-9a-fA-F]{4}/y

class Reader {
  readonly text: string
  readonly maxDepth: number
  at = 0

  constructor(text: string, maxDepth: number) {
    this.text = text
    this.maxDepth = maxDepth
  }

  fail(reason: string, at = this.at): never {
    const before = this.text.slice(0, at)
    const lastBreak = before.lastIndexOf('\n')
    throw new JsonError(reason, before.split('\n').length, at - lastBreak)
  }

  skipBlank(): void {
    const code = this.text.charCodeAt(this.at)
    if (code > 0x20 || Number.isNaN(code)) return
    blank.lastIndex = this.at
    blank.test(this.text)
    this.at = blank.lastIndex
  }

  readDocument(): JsonValue {
    this.skipBlank()
    const value = this.readValue(0, undefined, '')
    this.skipBlank()
    if (this.at < this.text.length) this.fail('unexpected text after the value')
    return value
  }

  readValue(depth: number, parent: object | undefined, key: string): JsonValue {
    switch (this.text[this.at]) {
      case '{':
        return this.readObject(depth + 1)
      case '[':
        return this.readArray(depth + 1)
      case '"':
        return this.readString()
      case 't':
        return this.readWord('true', true)
      case 'f':
        return this.readWord('false', false)
      case 'n':
        return this.readWord('null', null)
      case undefined:
        return this.fail('unexpected end')
      default:
        return this.readNumber(parent, key)
    }
  }

  readWord<T extends boolean | null>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('unexpected character')
    this.at += word.length
    return value
  }

  readNumber(parent: object | undefined, key: string): number {
    numberPattern.lastIndex = this.at
    const text = numberPattern.exec(this.text)?.[0]
    if (text === undefined) return this.fail('unexpected character')
    const value = Number(text)
    if (!Number.isFinite(value)) this.fail('number out of range')
    this.at += text.length
    if (parent !== undefined) keepNumberText(parent, key, text)
    return value
  }

  readString(): string {
    const start = this.at
    this.at += 1
    let out = ''
    for (;;) {
      plainText.lastIndex = this.at
      plainText.test(this.text)
      out += this.text.slice(this.at, plainText.lastIndex)
      this.at = plainText.lastIndex
      const character = this.text[this.at]
      if (character === '"') break
      if (character === '\\') out += this.readEscape()
      else this.fail(character === undefined ? 'unexpected end of string' : 'control character in string')
    }
    this.at += 1
    if (!out.isWellFormed()) this.fail('lone surrogate in string', start)
    if (out.includes('\u0000')) this.fail('NUL in string', start)
    return out
  }

  readEscape(): string {
    const letter = this.text[this.at + 1] ?? ''
    if (letter === 'u') {
      hex4.lastIndex = this.at + 2
      const digits = hex4.exec(this.text)?.[0]
      if (digits === undefined) return this.fail('malformed escape')
      this.at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const plain = escapes[letter]
    if (plain === undefined) return this.fail('malformed escape')
    this.at += 2
    return plain
  }

  enter(depth: number): void {
    if (depth > this.maxDepth) this.fail('nested too deeply')
    this.at += 1
    this.skipBlank()
  }

  /** Consumes a comma and answers true, or the closing bracket and answers false. */
  hasNext(close: string): boolean {
    this.skipBlank()
    const character = this.text[this.at]
    if (character !== ',' && character !== close) this.fail(`expected a comma or ${close}`)
    this.at += 1
    this.skipBlank()
    return character === ','
  }

  readArray(depth: number): JsonValue[] {
    this.enter(depth)
    const array: JsonValue[] = []
    if (this.text[this.at] === ']') {
      this.at += 1
      return array
    }
    do array.push(this.readValue(depth, array, String(array.length)))
    while (this.hasNext(']'))
    return array
  }

  readObject(depth: number): JsonObject {
    this.enter(depth)
    const object: JsonObject = {}
    if (this.text[this.at] === '}') {
      this.at += 1
      return object
    }
    do this.readMember(object, depth)
    while (this.hasNext('}'))
    return object
  }

  readMember(object: JsonObject, depth: number): void {
    const start = this.at
    if (this.text[this.at] !== '"') this.fail('expected a member name')
    const key = this.readString()
    if (key === '__proto__') this.fail('forbidden member name', start)
    if (Object.hasOwn(object, key)) this.fail('duplicate member name', start)
    this.skipBlank()
    if (this.text[this.at] !== ':') this.fail('expected a colon')
    this.at += 1
    this.skipBlank()
    object[key] = this.readValue(depth, object, key)
  }
}

export const maxJsonDepth = 64

/** Reads one JSON document. Throws JsonError with the place. */
export function parseJson(text: string, maxDepth: number = maxJsonDepth): JsonValue {
  return new Reader(text.startsWith('\ufeff') ? text.slice(1) : text, maxDepth).readDocument()
}

/** Strict UTF-8 bytes to a JSON value. */
export function parseJsonBytes(bytes: Uint8Array, maxDepth: number = maxJsonDepth): JsonValue {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonError('not UTF-8', 1, 1)
  }
  return parseJson(text, maxDepth)
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Minified JSON, member order and number text kept. Members that are `undefined` are left out. */
export function stringifyJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) text += `${at === 0 ? '' : ','}${member(value, String(at), value[at])}`
    return `[${text}]`
  }
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key]
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${member(value, key, item)}`
  }
  return `{${text}}`
}

function member(parent: object, key: string, value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'number' ? numberTextOf(parent, key, value) : stringifyJson(value)
}

/** The same text for whatever is the same JSON: members by name, no blanks, numbers as the decimals that they are. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number') return canonicalNumber(String(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((_, at) => canonicalMember(value, String(at))).join()}]`
  const members = Object.keys(value).toSorted()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalMember(value, key)}`).join()}}`
}

function canonicalMember(parent: JsonValue[] | JsonObject, key: string): string {
  const value = (parent as JsonObject)[key] ?? null
  return typeof value === 'number' ? canonicalNumber(numberTextOf(parent, key, value)) : canonicalJson(value)
}

/** `1.50`, `15e-1` and `1.5` are one number, with more digits than a double holds. */
function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`
}
