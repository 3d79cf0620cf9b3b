/** Parses the text of `_filter`. R4 search_filter.html; D115. */
import { Problem } from '../../core/problems.ts'
import { notSupported } from './search-values.ts'

export type FilterTest = {
  readonly kind: 'test'
  /** The names of the path: the last one is a parameter, those before it are references. */
  readonly path: readonly string[]
  readonly operator: string
  readonly value: string
  /** The place of the path, counted in characters from 1. */
  readonly at: number
}

export type FilterNode =
  | FilterTest
  | { readonly kind: 'and' | 'or'; readonly of: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly of: FilterNode }

/** A refusal names a place of the text, and never a part of it. */
export const filterProblem = (at: number, message: string): Problem =>
  new Problem('validation', { errors: [notSupported('_filter', `at character ${at}: ${message}`)] })

const maxCharacters = 10_000
const maxTests = 100
const maxDepth = 20

type Reader = { readonly text: string; at: number; tests: number }

const patterns = {
  space: /\s+/y,
  name: /[_A-Za-z][\w-]*/y,
  operator: /[A-Za-z]+/y,
  logic: /(?:and|or)(?=[\s(]|$)/iy,
  not: /not(?=\s*\()/iy,
  open: /\(/y,
  close: /\)/y,
  dot: /\./y,
  bracket: /\[/y,
  string: /"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/y,
  word: /[^\s)\]"][^\s)\]]*/y,
}

function take(reader: Reader, name: keyof typeof patterns): string | undefined {
  const pattern = patterns[name]
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0]
  if (found !== undefined) reader.at += found.length
  return found
}

const fail = ({ at }: Reader, message: string): Problem => filterProblem(at + 1, message)

/** Throws 400 with the place of a fault. */
export function parseFilterText(text: string): FilterNode {
  const reader: Reader = { text, at: 0, tests: 0 }
  if (text.length > maxCharacters) throw filterProblem(maxCharacters, 'the filter is too long')
  const node = readFilter(reader, 0)
  if (reader.at < text.length) throw fail(reader, 'and, or, or the end is expected')
  return node
}

/** From left to right: `and` and `or` have the same precedence. */
function readFilter(reader: Reader, depth: number): FilterNode {
  if (depth > maxDepth) throw fail(reader, 'the parentheses are too deep')
  let node = readOne(reader, depth)
  for (;;) {
    const isApart = take(reader, 'space') !== undefined || reader.text[reader.at - 1] === ')'
    const logic = isApart ? take(reader, 'logic')?.toLowerCase() : undefined
    if (logic === undefined) return node
    const kind = logic === 'and' ? 'and' : 'or'
    const next = readOne(reader, depth)
    node = { kind, of: node.kind === kind ? [...node.of, next] : [node, next] }
  }
}

function readOne(reader: Reader, depth: number): FilterNode {
  take(reader, 'space')
  const isNegated = take(reader, 'not') !== undefined
  if (isNegated) take(reader, 'space')
  if (take(reader, 'open') === undefined) return readTest(reader)
  const node = readFilter(reader, depth + 1)
  take(reader, 'space')
  if (take(reader, 'close') === undefined) throw fail(reader, 'and, or, or a closing parenthesis is expected')
  return isNegated ? { kind: 'not', of: node } : node
}

function readTest(reader: Reader): FilterTest {
  reader.tests += 1
  if (reader.tests > maxTests) throw fail(reader, 'there are more than 100 comparisons')
  const at = reader.at + 1
  const path = readPath(reader)
  if (take(reader, 'space') === undefined) throw fail(reader, 'a space and an operator are expected')
  const operator = take(reader, 'operator')?.toLowerCase()
  if (operator === undefined) throw fail(reader, 'an operator is expected')
  if (take(reader, 'space') === undefined) throw fail(reader, 'a space and a value are expected')
  return { kind: 'test', path, operator, value: readValue(reader), at }
}

function readPath(reader: Reader): string[] {
  const path: string[] = []
  do {
    const name = take(reader, 'name')
    if (name === undefined) throw fail(reader, 'the name of a search parameter is expected')
    path.push(name)
    if (take(reader, 'bracket') !== undefined) throw fail(reader, 'a filter in brackets is not supported')
  } while (take(reader, 'dot') !== undefined)
  return path
}

function readValue(reader: Reader): string {
  const quoted = take(reader, 'string')
  if (quoted !== undefined) return parseString(reader, quoted)
  const word = take(reader, 'word')
  if (word === undefined) throw fail(reader, 'a value is expected: a JSON string, or a text without spaces')
  return word
}

function parseString(reader: Reader, quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch (cause) {
    if (cause instanceof SyntaxError) throw fail(reader, 'the text before is no JSON string')
    throw cause
  }
}
