/** SNOMED CT Expression Constraint Language 2.2, for hierarchy and reference sets only; refinements are not evaluated. */
import { type Concept, isBelow, type SystemContent } from './concepts.ts'

type Met = boolean | undefined
export type Constraint = (system: SystemContent, concept: Concept) => Met

const maxLength = 4000
const maxDepth = 20

/** Undefined for an expression that is not supported. */
export function parseConstraint(text: string): Constraint | undefined {
  if (text.length > maxLength) return undefined
  const tokens =
    text.replaceAll(/\|[^|]*\|/g, ' ').match(/<<!|<<|<!|<|>>!|>>|>!|>|\^|\(|\)|\*|,|[A-Za-z]+|\d+|\S/g) ?? []
  const parsed = parseExpression(tokens, 0, 0)
  return parsed?.next === tokens.length ? parsed.constraint : undefined
}

type Parsed = { readonly constraint: Constraint; readonly next: number } | undefined
type Tokens = readonly string[]

const or = (a: Met, b: Met): Met =>
  a === true || b === true ? true : a === undefined || b === undefined ? undefined : false
const not = (a: Met): Met => (a === undefined ? undefined : !a)
const and = (a: Met, b: Met): Met => not(or(not(a), not(b)))

// biome-ignore format: one row a line
const joins: Readonly<Record<string, (a: Met, b: Met) => Met>> = {
  AND:   and,
  ',':   and,
  OR:    or,
  MINUS: (a, b) => and(a, not(b)),
}

// biome-ignore format: one row a line
const operators: Readonly<Record<string, (system: SystemContent, concept: Concept, code: string) => Met>> = {
  '':   (_, concept, code) => concept.code === code,
  '<':  (system, concept, code) => isBelow(system, concept.code, code),
  '<<': (system, concept, code) => concept.code === code || isBelow(system, concept.code, code),
  '<!': (_, concept, code) => concept.parents.includes(code),
  '<<!':(_, concept, code) => concept.code === code || concept.parents.includes(code),
  '>':  (system, concept, code) => (system.find(code) === undefined ? undefined : isBelow(system, code, concept.code)),
  '>>': (system, concept, code) => concept.code === code || (system.find(code) === undefined ? undefined : isBelow(system, code, concept.code)),
  '>!': (system, concept, code) => system.find(code)?.parents.includes(concept.code),
  '>>!':(system, concept, code) => concept.code === code || system.find(code)?.parents.includes(concept.code),
  '^':  (_, concept, code) => concept.properties.some((one) => one.code === 'refset' && one.value === code),
}

/** One kind of join between parts: the language has no precedence among them. */
function parseExpression(tokens: Tokens, at: number, depth: number): Parsed {
  let parsed = depth > maxDepth ? undefined : parsePart(tokens, at, depth)
  let used: string | undefined
  while (parsed !== undefined) {
    const name = tokens[parsed.next]?.toUpperCase() ?? ''
    const join = joins[name]
    if (join === undefined) return parsed
    if (used !== undefined && (used !== name || name === 'MINUS')) return undefined
    used = name
    const left = parsed.constraint
    const right = parsePart(tokens, parsed.next + 1, depth)
    parsed = right && {
      next: right.next,
      constraint: (system, concept) => join(left(system, concept), right.constraint(system, concept)),
    }
  }
  return undefined
}

function parsePart(tokens: Tokens, at: number, depth: number): Parsed {
  const token = tokens[at] ?? ''
  const [name, from] = token !== '' && operators[token] !== undefined ? [token, at + 1] : ['', at]
  const focus = tokens[from] ?? ''
  const apply = operators[name]
  if (/^\d{6,18}$/.test(focus) && apply !== undefined)
    return { next: from + 1, constraint: (system, concept) => apply(system, concept, focus) }
  if (focus === '*') return name === '' || name === '<<' ? { next: from + 1, constraint: () => true } : undefined
  if (focus !== '(' || name !== '') return undefined
  const inner = parseExpression(tokens, from + 1, depth + 1)
  return inner !== undefined && tokens[inner.next] === ')' ? { ...inner, next: inner.next + 1 } : undefined
}
