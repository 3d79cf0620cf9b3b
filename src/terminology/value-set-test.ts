/** Membership in a value set, decided for each include without expanding it. R4 valueset.html#composition. */
import type { ValueSet, ValueSetComposeInclude } from '@medplum/fhirtypes'
import type { Code, Membership } from '../profiles/code-lookup.ts'
import { type Concept, isInactive, type SystemContent, type Systems } from './concepts.ts'
import { compileFilter } from './filters.ts'
import { checkSyntax } from './syntaxes.ts'

/** A code to test; without a system if the question has only the code. */
export type Asked = Code & { readonly code: string }

/** Compiled once for each value set; the caller gives the code systems. */
export type ValueSetTest = (asked: Asked, systems: Systems) => Membership

/** The test of an imported value set; undefined if it is unknown, or imports this one. */
export type FindTest = (canonical: string) => ValueSetTest | undefined

const unknown: ValueSetTest = () => 'unknown'

/** The result of any of them, the surest first. */
const anyOf =
  (tests: readonly ValueSetTest[]): ValueSetTest =>
  (asked, systems) => {
    let answer: Membership = 'not-member'
    for (const test of tests) {
      const one = test(asked, systems)
      if (one === 'member') return one
      if (one === 'unknown') answer = one
    }
    return answer
  }

const allOf =
  (tests: readonly ValueSetTest[]): ValueSetTest =>
  (asked, systems) => {
    let answer: Membership = 'member'
    for (const test of tests) {
      const one = test(asked, systems)
      if (one === 'not-member') return one
      if (one === 'unknown') answer = one
    }
    return answer
  }

export function compileValueSet(valueSet: ValueSet, findTest: FindTest): ValueSetTest {
  const expanded = compileExpansion(valueSet)
  if (valueSet.compose === undefined) return expanded ?? unknown
  const isActiveOnly = valueSet.compose.inactive === false
  const compile = (include: ValueSetComposeInclude): ValueSetTest => compileInclude(include, { findTest, isActiveOnly })
  const included = anyOf((valueSet.compose.include ?? []).map(compile))
  const excluded = anyOf((valueSet.compose.exclude ?? []).map(compile))
  return (asked, systems) => {
    const answer = subtract(included(asked, systems), () => excluded(asked, systems))
    return answer === 'unknown' && expanded !== undefined ? expanded(asked, systems) : answer
  }
}

function subtract(included: Membership, excluded: () => Membership): Membership {
  if (included === 'not-member') return included
  const out = excluded()
  if (out === 'member') return 'not-member'
  return out === 'unknown' ? out : included
}

type IncludeContext = { readonly findTest: FindTest; readonly isActiveOnly: boolean }

/** Within one include everything applies: the system's part and every value set. */
export function compileInclude(
  include: ValueSetComposeInclude,
  { findTest, isActiveOnly }: IncludeContext,
): ValueSetTest {
  const imported = (include.valueSet ?? []).map((canonical) => findTest(canonical) ?? unknown)
  if (include.system === undefined) return imported.length === 0 ? () => 'not-member' : allOf(imported)
  const own = include.concept === undefined ? testFilters(include, isActiveOnly) : testListed(include, isActiveOnly)
  const { system } = include
  const ofSystem: ValueSetTest = (asked, systems) =>
    asked.system !== undefined && asked.system !== system ? 'not-member' : own(asked, systems)
  return imported.length === 0 ? ofSystem : allOf([ofSystem, ...imported])
}

/** Listed codes need no content of their system, except for upper and lower case. */
function testListed(
  { system = '', version, concept = [] }: ValueSetComposeInclude,
  isActiveOnly: boolean,
): ValueSetTest {
  const codes = new Set(concept.map(({ code = '' }) => code))
  let folded: ReadonlySet<string> | undefined
  return ({ code }, systems) => {
    const isListed = codes.has(code)
    if (isListed && !isActiveOnly) return 'member'
    const content = systems.findSystem(system, version)
    if (content !== undefined && !content.isCaseSensitive && !isListed) {
      folded ??= new Set([...codes].map((one) => one.toLowerCase()))
      return folded.has(code.toLowerCase()) ? 'member' : 'not-member'
    }
    const found = isListed ? content?.find(code) : undefined
    return isListed && (found === undefined || !isInactive(found)) ? 'member' : 'not-member'
  }
}

function testFilters(
  { system = '', version, filter = [] }: ValueSetComposeInclude,
  isActiveOnly: boolean,
): ValueSetTest {
  const tests = filter.map(compileFilter)
  const meets = (content: SystemContent, concept: Concept): Membership => {
    if (isActiveOnly && isInactive(concept)) return 'not-member'
    let answer: Membership = 'member'
    for (const test of tests) {
      const met = test(content, concept)
      if (met === false) return 'not-member'
      if (met === undefined) answer = 'unknown'
    }
    return answer
  }
  return ({ code }, systems) => {
    const content = systems.findSystem(system, version)
    const concept = content?.find(code)
    if (content !== undefined && concept !== undefined) return meets(content, concept)
    if (content?.isComplete === true) return 'not-member'
    const syntax = checkSyntax(system, code)
    if (syntax === 'invalid' || syntax === 'impossible') return 'not-member'
    return syntax === 'valid' && filter.length === 0 ? 'member' : 'unknown'
  }
}

/** A complete published expansion replaces a composition that cannot be evaluated here. */
function compileExpansion({ expansion }: ValueSet): ValueSetTest | undefined {
  const contains = expansion?.contains
  if (contains === undefined || expansion?.offset !== undefined) return undefined
  const keys = new Set<string>()
  const codes = new Set<string>()
  const visit = (items: typeof contains): void => {
    for (const { system, code, abstract, contains: inner } of items) {
      if (code !== undefined && abstract !== true) {
        keys.add(`${system ?? ''}|${code}`)
        codes.add(code)
      }
      visit(inner ?? [])
    }
  }
  visit(contains)
  if (expansion?.total !== undefined && expansion.total > keys.size) return undefined
  return ({ system, code }) =>
    (system === undefined ? codes.has(code) : keys.has(`${system}|${code}`)) ? 'member' : 'not-member'
}
