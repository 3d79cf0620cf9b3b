/** Splits an expression into tokens. FHIRPath N1 §8 (lexical elements). */
import { FhirPathSyntaxError } from './errors.ts'

export type TokenKind =
  | 'identifier'
  /** In back quotes: never a keyword. */
  | 'delimited'
  | 'string'
  | 'number'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'variable'
  | 'special'
  | 'symbol'
  | 'end'

export type Token = { readonly kind: TokenKind; readonly text: string; readonly at: number }

const time = String.raw`\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?`
const day = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?`

/** The first match is the token; one without a kind is left out. */
const patterns: readonly (readonly [TokenKind | undefined, RegExp])[] = [
  [undefined, /(?:\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)/y],
  ['dateTime', new RegExp(`@${day}T(?:${time}(?:Z|[+-]\\d\\d:\\d\\d)?)?`, 'y')],
  ['date', new RegExp(`@${day}`, 'y')],
  ['time', new RegExp(`@T${time}`, 'y')],
  ['number', /\d+(?:\.\d+)?/y],
  ['string', /'(?:[^'\\]|\\[\s\S])*'/y],
  ['delimited', /`(?:[^`\\]|\\[\s\S])*`/y],
  ['variable', /%(?:[A-Za-z_][\w-]*|`(?:[^`\\]|\\[\s\S])*`|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")/y],
  ['special', /\$(?:this|index|total)\b/y],
  ['identifier', /[A-Za-z_]\w*/y],
  ['symbol', /(?:!=|!~|<=|>=|[.,()[\]{}+\-*/|&=~<>])/y],
]

/** The last token is the end. Throws FhirPathSyntaxError. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const [kind, length] = matchAt(text, at)
    const raw = text.slice(at, at + length)
    if (kind !== undefined) tokens.push({ kind, text: readText(kind, raw, at), at })
    at += length
  }
  return [...tokens, { kind: 'end', text: '', at }]
}

function matchAt(text: string, at: number): readonly [TokenKind | undefined, number] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const length = pattern.test(text) ? pattern.lastIndex - at : 0
    if (length > 0) return [kind, length]
  }
  throw new FhirPathSyntaxError('unexpected character', at)
}

const quoted = /^['`"]/

function readText(kind: TokenKind, raw: string, at: number): string {
  const text = kind === 'variable' || kind === 'special' || kind.startsWith('date') ? raw.slice(1) : raw
  if (kind === 'time') return raw.slice(2)
  return quoted.test(text) ? unquote(text.slice(1, -1), at) : text
}

const escapes: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '`': '`',
  '\\': '\\',
  '/': '/',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function unquote(text: string, at: number): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g, (_, code: string | undefined, letter: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    const plain = escapes[letter]
    if (plain === undefined) throw new FhirPathSyntaxError('unknown escape in a string that begins', at)
    return plain
  })
}
