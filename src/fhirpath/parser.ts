/** Parses an expression by operator precedence. FHIRPath N1 §6.8, §8. */
import { FhirPathSyntaxError } from './errors.ts'
import { type Token, tokenize } from './lexer.ts'
import type { Syntax, TypeName } from './syntax.ts'

/** A greater number binds more tightly; all associate to the left. */
const precedence: ReadonlyMap<string, number> = new Map(
  Object.entries({
    implies: 1,
    ...{ or: 2, xor: 2 },
    and: 3,
    ...{ in: 4, contains: 4 },
    ...{ '=': 5, '~': 5, '!=': 5, '!~': 5 },
    ...{ '<': 6, '>': 6, '<=': 6, '>=': 6 },
    '|': 7,
    ...{ is: 8, as: 8 },
    ...{ '+': 9, '-': 9, '&': 9 },
    ...{ '*': 10, '/': 10, div: 10, mod: 10 },
  }),
)
const signPrecedence = 11

/** N1 §4.1.8, with their words in UCUM. */
const calendarUnits = /^(?:year|month|week|day|hour|minute|second|millisecond)s?$/

export const maxExpressionLength = 20_000
const maxTokens = 4000
const maxNesting = 200

class Parser {
  readonly tokens: readonly Token[]
  at = 0
  depth = 0

  constructor(text: string) {
    if (text.length > maxExpressionLength) throw new FhirPathSyntaxError('the expression is too long', 0)
    this.tokens = tokenize(text)
    if (this.tokens.length > maxTokens) throw new FhirPathSyntaxError('the expression is too long', 0)
  }

  get next(): Token {
    // The last token is the end, and never taken.
    return this.tokens[this.at] ?? { kind: 'end', text: '', at: 0 }
  }

  fail(reason: string): never {
    throw new FhirPathSyntaxError(reason, this.next.at)
  }

  isNext(text: string): boolean {
    return this.next.kind === 'symbol' && this.next.text === text
  }

  take(text: string): void {
    if (!this.isNext(text)) this.fail(`expected ${text}`)
    this.at += 1
  }

  parseWhole(): Syntax {
    const syntax = this.parseBinary(0)
    if (this.next.kind !== 'end') this.fail('unexpected text')
    return syntax
  }

  parseBinary(least: number): Syntax {
    this.depth += 1
    if (this.depth > maxNesting) this.fail('nested too deeply')
    let left = this.parseSigned()
    for (;;) {
      const { kind, text, at } = this.next
      const own = kind === 'symbol' || kind === 'identifier' ? (precedence.get(text) ?? 0) : 0
      if (own <= least) break
      this.at += 1
      left =
        text === 'is' || text === 'as'
          ? { kind: 'type', operator: text, of: left, type: this.parseType(), at }
          : { kind: 'binary', operator: text, left, right: this.parseBinary(own), at }
    }
    this.depth -= 1
    return left
  }

  parseSigned(): Syntax {
    const { at, text } = this.next
    if (!this.isNext('+') && !this.isNext('-')) return this.parsePath()
    this.at += 1
    return { kind: 'sign', sign: text === '-' ? '-' : '+', of: this.parseBinary(signPrecedence), at }
  }

  parsePath(): Syntax {
    let of = this.parseTerm()
    for (;;) {
      const { at } = this.next
      if (this.isNext('.')) {
        this.at += 1
        of = this.parseInvocation(of)
      } else if (this.isNext('[')) {
        this.at += 1
        of = { kind: 'index', of, index: this.parseBinary(0), at }
        this.take(']')
      } else return of
    }
  }

  parseTerm(): Syntax {
    const { kind, text, at } = this.next
    if (this.isNext('(')) return this.parseBetween('(', ')')
    if (this.isNext('{')) {
      this.at += 1
      this.take('}')
      return { kind: 'empty', at }
    }
    if (kind === 'string') return this.literal({ kind: 'literal', type: 'String', value: text, at })
    if (kind === 'number') return this.parseNumber()
    if (kind === 'date') return this.literal({ kind: 'literal', type: 'Date', value: text, at })
    if (kind === 'dateTime') return this.literal({ kind: 'literal', type: 'DateTime', value: text, at })
    if (kind === 'time') return this.literal({ kind: 'literal', type: 'Time', value: text, at })
    if (kind === 'variable') return this.literal({ kind: 'variable', name: text, at })
    if (kind === 'identifier' && (text === 'true' || text === 'false'))
      return this.literal({ kind: 'literal', type: 'Boolean', value: text === 'true', at })
    return this.parseInvocation(undefined)
  }

  literal(syntax: Syntax): Syntax {
    this.at += 1
    return syntax
  }

  parseBetween(open: string, close: string): Syntax {
    this.take(open)
    const syntax = this.parseBinary(0)
    this.take(close)
    return syntax
  }

  parseNumber(): Syntax {
    const { text, at } = this.next
    this.at += 1
    const value = Number(text)
    const { kind, text: unit } = this.next
    if (kind === 'string' || (kind === 'identifier' && calendarUnits.test(unit)))
      return this.literal({
        kind: 'quantity',
        value,
        unit: kind === 'string' ? unit : unit.replace(/s$/, ''),
        text,
        at,
      })
    return text.includes('.')
      ? { kind: 'literal', type: 'Decimal', value, text, at }
      : { kind: 'literal', type: 'Integer', value, at }
  }

  /** A member, a function, `$this` and so on: after a dot every word is a name. */
  parseInvocation(of: Syntax | undefined): Syntax {
    const { kind, text: name, at } = this.next
    if (kind === 'special' && of !== undefined) this.fail('expected a name')
    if (kind !== 'identifier' && kind !== 'delimited' && kind !== 'special') this.fail('expected an expression')
    this.at += 1
    if (kind === 'special') return { kind, name, at }
    const left = of === undefined ? {} : { of }
    if (kind === 'identifier' && this.isNext('('))
      return { kind: 'call', ...left, name, args: this.parseArguments(), at }
    return { kind: 'member', ...left, name, at }
  }

  parseArguments(): readonly Syntax[] {
    const args: Syntax[] = []
    this.take('(')
    while (!this.isNext(')')) {
      if (args.length > 0) this.take(',')
      args.push(this.parseArgument())
    }
    this.take(')')
    return args
  }

  parseArgument(): Syntax {
    const of = this.parseBinary(0)
    const { kind, text, at } = this.next
    if (kind !== 'identifier' || (text !== 'asc' && text !== 'desc')) return of
    this.at += 1
    return { kind: 'direction', of, isDescending: text === 'desc', at }
  }

  parseType(): TypeName {
    const name = this.parseName()
    if (!this.isNext('.')) return { name }
    this.at += 1
    return { namespace: name, name: this.parseName() }
  }

  parseName(): string {
    const { kind, text } = this.next
    if (kind !== 'identifier' && kind !== 'delimited') this.fail('expected the name of a type')
    this.at += 1
    return text
  }
}

/** Throws FhirPathSyntaxError. */
export const parseFhirPath = (text: string): Syntax => new Parser(text).parseWhole()
