/** Finds elements in the JSON text that they were read from: one pass, only if a finding needs it. RFC 8259. */
import type { Position } from './outcome.ts'

/** Wanted below a value, by member name or index. */
type Wanted = { readonly expressions: string[]; readonly below: Map<string, Wanted> }

const newWanted = (): Wanted => ({ expressions: [], below: new Map() })

/** For a text that was read as JSON. A missing element is at its nearest parent. */
export function locateInJson(text: string, expressions: Iterable<string>): ReadonlyMap<string, Position> {
  const root = newWanted()
  for (const expression of expressions) want(root, expression)
  const scanner = new Scanner(text)
  scanner.scan(root)
  return scanner.positions
}

/** `Patient.name[0].given[1]`: the type means the resource itself. */
function want(root: Wanted, expression: string): void {
  const steps = expression
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .slice(1)
  let at = root
  for (const step of steps) {
    const next = at.below.get(step) ?? newWanted()
    at.below.set(step, next)
    at = next
  }
  at.expressions.push(expression)
}

const opening = /[{[]/
const blank = /[\s,:]*/y
const simple = /[^\s,\]}]*/y

class Scanner {
  readonly positions = new Map<string, Position>()
  private readonly text: string
  private at = 0
  private line = 1
  private lineStart = 0
  private counted = 0

  constructor(text: string) {
    this.text = text
  }

  scan(wanted: Wanted): void {
    this.skip(blank)
    this.place(wanted)
    const bracket = this.text[this.at] ?? ''
    if (bracket === '{') this.scanMembers(wanted)
    else if (bracket === '[') this.scanItems(wanted)
    else if (bracket === '"') this.skipString()
    else this.skip(simple)
  }

  /** Everything wanted below counts as here until it is found further down. */
  private place({ expressions, below }: Wanted): void {
    if (expressions.length > 0) {
      const position = this.position()
      for (const expression of expressions) this.positions.set(expression, position)
    }
    for (const inner of below.values()) this.place(inner)
  }

  private scanMembers(wanted: Wanted): void {
    for (this.at++, this.skip(blank); this.at < this.text.length && this.text[this.at] !== '}'; this.skip(blank)) {
      const name = this.readName()
      this.next(wanted.below.get(name.startsWith('_') ? name.slice(1) : name))
    }
    this.at++
  }

  /** A path may name an element without an index although it is an array. */
  private scanItems(wanted: Wanted): void {
    this.at++
    this.skip(blank)
    for (let index = 0; this.at < this.text.length && this.text[this.at] !== ']'; index++, this.skip(blank))
      this.next(wanted.below.get(String(index)))
    this.at++
  }

  private next(wanted: Wanted | undefined): void {
    if (wanted !== undefined) this.scan(wanted)
    else this.pass()
  }

  /** Skips a value in which nothing is wanted. */
  private pass(): void {
    this.skip(blank)
    let depth = 0
    do {
      const sign = this.text[this.at] ?? ''
      if (sign === '"') this.skipString()
      else if (opening.test(sign) || sign === '}' || sign === ']') {
        depth += opening.test(sign) ? 1 : -1
        this.at++
      } else this.skip(simple)
      if (depth > 0) this.skip(blank)
    } while (depth > 0 && this.at < this.text.length)
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at
    this.at += pattern.exec(this.text)?.[0].length ?? 0
  }

  /** From quote to quote: a pattern with a choice for each character would keep a step for each, and a long text would exhaust its stack. */
  private skipString(): void {
    let end = this.text.indexOf('"', this.at + 1)
    while (end !== -1 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1)
    this.at = end === -1 ? this.text.length : end + 1
  }

  /** A character after an odd number of backslashes is escaped. */
  private isEscaped(index: number): boolean {
    let before = index - 1
    while (this.text[before] === '\\') before--
    return (index - before) % 2 === 0
  }

  /** The text was read already, so its escapes are sound. */
  private readName(): string {
    const start = this.at
    this.skipString()
    const name = this.text.slice(start + 1, this.at - 1)
    return name.includes('\\') ? JSON.parse(`"${name}"`) : name
  }

  /** Lines are counted once, from the last place. */
  private position(): Position {
    for (; this.counted < this.at; this.counted++)
      if (this.text.charCodeAt(this.counted) === 10) {
        this.line++
        this.lineStart = this.counted + 1
      }
    return { line: this.line, column: this.at - this.lineStart + 1 }
  }
}
