/** Reads the text of untrusted JSON, value by value. RFC 8259; ../json.ts names what it refuses. */
import { keepNumberText } from './json-numbers.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export type JsonObject = { [key: string]: JsonValue }

/** The place where reading stopped, from 1; `reason` is a fixed text and never holds input. */
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

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const plainText = /[^"\\\u0000-\u001f]*/y
/** At most 4,096 at a time, because a match keeps a step for each character. */
const escapedText = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,4096}/y
const backslash = 0x5c
const blank = /[ \t\r\n]*/y

type Container = JsonValue[] | JsonObject

/** Reads without recursion, so that it can stop after any value and continue later. */
export class JsonReader {
  readonly text: string
  readonly maxDepth: number
  at = 0
  private result: JsonValue = null
  /** Open objects and arrays, the innermost last, with the name of the next value in each. */
  private readonly open: Container[] = []
  private readonly names: string[] = []

  constructor(text: string, maxDepth: number) {
    this.text = text
    this.maxDepth = maxDepth
  }

  fail(reason: string, at = this.at): never {
    const { text } = this
    let line = 1
    for (let index = 0; index < at; index += 1) if (text.charCodeAt(index) === 0x0a) line += 1
    // Nothing stands before the first character, so its column is 1.
    throw new JsonError(reason, line, at === 0 ? 1 : at - text.lastIndexOf('\n', at - 1))
  }

  skipBlank(): void {
    const code = this.text.charCodeAt(this.at)
    if (code > 0x20 || Number.isNaN(code)) return
    blank.lastIndex = this.at
    blank.test(this.text)
    this.at = blank.lastIndex
  }

  /** Reads to `end` or a little further; answers whether the document is complete. */
  readTo(end: number): boolean {
    if (this.at === 0) this.skipBlank()
    do {
      if (!this.readValue()) continue
      while (this.open.length > 0 && !this.hasNext()) {
        this.open.pop()
        this.names.pop()
      }
      if (this.open.length === 0) return true
      this.readName()
    } while (this.at < end)
    return false
  }

  finish(): JsonValue {
    this.skipBlank()
    if (this.at < this.text.length) this.fail('unexpected text after the value')
    return this.result
  }

  /** Reads a value. If it is a non-empty object or array, reads only its beginning and answers that it is incomplete. */
  private readValue(): boolean {
    const character = this.text[this.at]
    if (character === '{' || character === '[') return this.readBeginning(character === '{' ? {} : [])
    this.put(this.readSimple(character))
    return true
  }

  private readSimple(character: string | undefined): JsonValue {
    switch (character) {
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
        return this.readNumber()
    }
  }

  private readBeginning(container: Container): boolean {
    if (this.open.length >= this.maxDepth) this.fail('nested too deeply')
    this.at += 1
    this.skipBlank()
    this.put(container)
    if (this.text[this.at] === closeOf(container)) {
      this.at += 1
      return true
    }
    this.open.push(container)
    this.names.push('')
    this.readName()
    return false
  }

  private put(value: JsonValue): void {
    const { length } = this.open
    const parent = this.open[length - 1]
    if (parent === undefined) this.result = value
    else if (Array.isArray(parent)) parent.push(value)
    else parent[this.names[length - 1] ?? ''] = value
  }

  private readWord<T extends boolean | null>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('unexpected character')
    this.at += word.length
    return value
  }

  private readNumber(): number {
    numberPattern.lastIndex = this.at
    const text = numberPattern.exec(this.text)?.[0]
    if (text === undefined) return this.fail('unexpected character')
    const value = Number(text)
    if (!Number.isFinite(value)) this.fail('number out of range')
    this.at += text.length
    const { length } = this.open
    const parent = this.open[length - 1]
    if (parent !== undefined && String(value) !== text)
      keepNumberText(parent, Array.isArray(parent) ? String(parent.length) : (this.names[length - 1] ?? ''), text)
    return value
  }

  private readString(): string {
    const start = this.at
    plainText.lastIndex = start + 1
    plainText.test(this.text)
    this.at = plainText.lastIndex
    const isPlain = this.text[this.at] === '"'
    const out = isPlain ? this.text.slice(start + 1, this.at) : this.readEscaped(start)
    this.at += 1
    if (!out.isWellFormed()) this.fail('lone surrogate in string', start)
    if (!isPlain && out.includes('\u0000')) this.fail('NUL in string', start)
    return out
  }

  /** The string that starts at `start`. Everything before its first escape has been read. */
  private readEscaped(start: number): string {
    const end = this.findEnd()
    if (end < 0) return this.failInString()
    try {
      // The platform's reader follows RFC 8259 on escapes.
      const text: string = JSON.parse(this.text.slice(start, end + 1))
      this.at = end
      return text
    } catch {
      return this.failInString()
    }
  }

  /** The quotation mark that no backslash escapes; below zero if there is none. */
  private findEnd(): number {
    for (let end = this.text.indexOf('"', this.at); end >= 0; end = this.text.indexOf('"', end + 1)) {
      let first = end
      while (first > this.at && this.text.charCodeAt(first - 1) === backslash) first -= 1
      if ((end - first) % 2 === 0) return end
    }
    return -1
  }

  private failInString(): never {
    escapedText.lastIndex = this.at
    while (escapedText.test(this.text)) this.at = escapedText.lastIndex
    const character = this.text[this.at]
    if (character === undefined) return this.fail('unexpected end of string')
    return this.fail(character === '\\' ? 'malformed escape' : 'control character in string')
  }

  /** Reads a comma and answers true, or the end of the innermost object or array and answers false. */
  private hasNext(): boolean {
    const container = this.open[this.open.length - 1]
    const close = container === undefined ? '' : closeOf(container)
    this.skipBlank()
    const character = this.text[this.at]
    if (character !== ',' && character !== close) this.fail(`expected a comma or ${close}`)
    this.at += 1
    if (character !== ',') return false
    this.skipBlank()
    return true
  }

  /** Reads the name of the next member, if the innermost is an object. */
  private readName(): void {
    const object = this.open[this.open.length - 1]
    if (object === undefined || Array.isArray(object)) return
    const start = this.at
    if (this.text[start] !== '"') this.fail('expected a member name')
    const name = this.readString()
    if (name === '__proto__') this.fail('forbidden member name', start)
    if (Object.hasOwn(object, name)) this.fail('duplicate member name', start)
    this.skipBlank()
    if (this.text[this.at] !== ':') this.fail('expected a colon')
    this.at += 1
    this.skipBlank()
    this.names[this.names.length - 1] = name
  }
}

const closeOf = (container: Container): string => (Array.isArray(container) ? ']' : '}')
