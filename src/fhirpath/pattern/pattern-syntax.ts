/** Parses regular expressions in the syntax of JavaScript and Java. FHIRPath N1 §5.6. */
import { FhirPathFault } from '../errors.ts'

export type Pattern =
  /** One character, by JavaScript's own test. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'anchor'; readonly anchor: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'all'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'any'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'group'; readonly part: Pattern; readonly index: number }
  | { readonly kind: 'look'; readonly part: Pattern; readonly isNegated: boolean }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly bounds: Bounds; readonly isLazy: boolean }

export type Bounds = readonly [least: number, most: number]

export type ParsedPattern = {
  readonly pattern: Pattern
  readonly groups: number
  readonly names: ReadonlyMap<string, number>
}

const maxLength = 2000
const maxNesting = 50

const classEscape = /\\(?:[dDwWsS]|[pP]\{[^}]*\}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[fnrtv0])/y
const plainEscape = /\\([\s\S])/y
const boundsPattern = /\{(\d{1,5})(?:(,)(\d{1,5})?)?\}/y
const namePattern = /\(\?<(\w+)>/y

/** Characters that are literal in JavaScript's syntax only after a backslash. */
const special = /[\\^$.*+?()[\]{}|/]/

class Parser {
  readonly text: string
  readonly names = new Map<string, number>()
  groups = 0
  at = 0
  depth = 0

  constructor(text: string) {
    this.text = text
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found !== null) this.at = pattern.lastIndex
    return found ?? undefined
  }

  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  parseChoice(): Pattern {
    this.depth += 1
    if (this.depth > maxNesting) throw new FhirPathFault('pattern')
    const parts = [this.parseSequence()]
    while (this.take('|')) parts.push(this.parseSequence())
    this.depth -= 1
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'any', parts }
  }

  parseSequence(): Pattern {
    const parts: Pattern[] = []
    while (this.at < this.text.length && this.text[this.at] !== '|' && this.text[this.at] !== ')')
      parts.push(this.parseRepeated())
    return { kind: 'all', parts }
  }

  parseRepeated(): Pattern {
    const part = this.parseAtom()
    const bounds = this.parseBounds()
    if (bounds === undefined) return part
    const isLazy = this.take('?')
    return { kind: 'repeat', part, bounds, isLazy }
  }

  parseBounds(): Bounds | undefined {
    if (this.take('*')) return [0, Infinity]
    if (this.take('+')) return [1, Infinity]
    if (this.take('?')) return [0, 1]
    const match = this.match(boundsPattern)
    if (match === undefined) return undefined
    const least = Number(match[1])
    return [least, match[2] === undefined ? least : match[3] === undefined ? Infinity : Number(match[3])]
  }

  parseAtom(): Pattern {
    const letter = this.text[this.at]
    if (letter === '(') return this.parseGroup()
    if (letter === '[') return { kind: 'character', source: this.parseClass() }
    if (letter === '\\') return this.parseEscape()
    if (letter === '*' || letter === '+' || letter === '?') throw new FhirPathFault('pattern')
    if (this.take('^')) return { kind: 'anchor', anchor: '^' }
    if (this.take('$')) return { kind: 'anchor', anchor: '$' }
    if (this.take('.')) return { kind: 'character', source: '.' }
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
    this.at += character.length
    return { kind: 'character', source: quote(character) }
  }

  parseEscape(): Pattern {
    const known = this.match(classEscape)
    if (known !== undefined) return { kind: 'character', source: known[0] }
    const [, letter] = this.match(plainEscape) ?? []
    if (letter === 'b' || letter === 'B') return { kind: 'anchor', anchor: letter }
    if (letter === undefined || /\w/.test(letter)) throw new FhirPathFault('pattern')
    return { kind: 'character', source: quote(letter) }
  }

  /** As JavaScript reads it: unknown escapes are dropped. */
  parseClass(): string {
    const start = this.at
    this.at += this.text.startsWith('[^', this.at) ? 2 : 1
    let source = this.text.slice(start, this.at)
    while (!this.take(']')) {
      if (this.at >= this.text.length) throw new FhirPathFault('pattern')
      source += this.parseClassPart()
    }
    return `${source}]`
  }

  parseClassPart(): string {
    const known = this.match(classEscape)
    if (known !== undefined) return known[0]
    const [, escaped] = this.match(plainEscape) ?? []
    if (escaped !== undefined) return escaped === 'b' || escaped === '-' ? `\\${escaped}` : quote(escaped)
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
    this.at += character.length
    return character
  }

  parseGroup(): Pattern {
    if (this.take('(?:')) return this.close(this.parseChoice())
    if (this.take('(?=')) return { kind: 'look', part: this.close(this.parseChoice()), isNegated: false }
    if (this.take('(?!')) return { kind: 'look', part: this.close(this.parseChoice()), isNegated: true }
    const name = this.match(namePattern)?.[1]
    if (name === undefined && this.text.startsWith('(?', this.at)) throw new FhirPathFault('pattern')
    if (name === undefined) this.at += 1
    this.groups += 1
    const index = this.groups
    if (name !== undefined) this.names.set(name, index)
    return { kind: 'group', part: this.close(this.parseChoice()), index }
  }

  close(part: Pattern): Pattern {
    if (!this.take(')')) throw new FhirPathFault('pattern')
    return part
  }
}

const quote = (character: string): string => (special.test(character) ? `\\${character}` : character)

/** Throws FhirPathFault if it is none, or too long; back references and lookbehinds are not supported. */
export function parsePattern(text: string): ParsedPattern {
  if (text.length > maxLength) throw new FhirPathFault('limit')
  const parser = new Parser(text)
  const pattern = parser.parseChoice()
  if (parser.at < text.length) throw new FhirPathFault('pattern')
  return { pattern, groups: parser.groups, names: parser.names }
}
