/** Filters of an include. R4 valueset.html#filter, filter-operator; child-of and descendent-leaf are R5's. */
import type { ValueSetComposeIncludeFilter } from '@medplum/fhirtypes'
import { codeSystems } from '../profiles/code-systems.ts'
import { type Concept, isBelow, isInactive, type SystemContent } from './concepts.ts'
import { parseConstraint } from './ecl.ts'
import { compileWholePattern, type WholePattern } from './whole-pattern.ts'

type Subject = { readonly system: SystemContent; readonly concept: Concept }
type Tried = Subject & {
  readonly property: string
  readonly value: string
  /** The wanted values, if there may be several. */
  readonly wanted: ReadonlySet<string>
  readonly pattern: WholePattern | undefined
}

/** Undefined: it cannot be decided here. */
export type Met = boolean | undefined
export type FilterTest = (system: SystemContent, concept: Concept) => Met

const isCode = (property: string): boolean => property === 'concept' || property === 'code'

/** Values of a concept for a property, including its code and place. R4 codesystem.html#defined-props. */
function listValues({ system, concept }: Subject, property: string): readonly string[] {
  if (isCode(property)) return [concept.code]
  if (property === 'display') return concept.display === undefined ? [] : [concept.display]
  if (property === 'definition') return concept.definition === undefined ? [] : [concept.definition]
  if (property === 'designation') return concept.designations.map(({ value }) => value)
  const named = concept.properties.flatMap(({ code, value }) => (code === property ? [value] : []))
  if (named.length > 0) return named
  if (property === 'parent') return concept.parents
  if (property === 'ancestor') return [...system.listAncestors(concept.code)]
  if (property === 'inactive') return [String(isInactive(concept))]
  return []
}

const isAtOrBelow = ({ system, concept, value }: Tried): boolean =>
  concept.code === value || isBelow(system, concept.code, value)

/** If a code is known, so are the codes above it. */
const isAtOrAbove = ({ system, concept, value }: Tried): Met => {
  if (concept.code === value) return true
  return system.list === undefined && system.find(value) === undefined
    ? undefined
    : isBelow(system, value, concept.code)
}

/** R4 snomedct.html#filters: it names a reference set instead of codes; members of the set have it as a property. */
const isIn = (tried: Tried): boolean => {
  const isRefset = isCode(tried.property) && tried.system.url === codeSystems.snomed
  return listValues(tried, isRefset ? 'refset' : tried.property).some((one) => tried.wanted.has(one))
}

function isMatching(tried: Tried): Met {
  const answers = listValues(tried, tried.property).map((value) => tried.pattern?.(value))
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false)
}

function isLeafBelow({ system, concept, value }: Tried): Met {
  if (!isBelow(system, concept.code, value)) return false
  return system.hasChildren === undefined ? undefined : !system.hasChildren(concept.code)
}

// biome-ignore format: one row a line
const filters: Readonly<Record<string, (tried: Tried) => Met>> = {
  '=':               (tried) => listValues(tried, tried.property).includes(tried.value),
  'is-a':            isAtOrBelow,
  'descendent-of':   ({ system, concept, value }) => isBelow(system, concept.code, value),
  'is-not-a':        (tried) => !isAtOrBelow(tried),
  regex:             isMatching,
  in:                isIn,
  'not-in':          (tried) => !isIn(tried),
  generalizes:       isAtOrAbove,
  exists:            (tried) => (listValues(tried, tried.property).length > 0) === (tried.value === 'true'),
  'child-of':        ({ concept, value }) => concept.parents.includes(value),
  'descendent-leaf': isLeafBelow,
}

export function compileFilter({ property = '', op, value = '' }: ValueSetComposeIncludeFilter): FilterTest {
  const meets = filters[op ?? '']
  if (meets === undefined) return () => undefined
  if (property === 'constraint' || property === 'expression') return parseConstraint(value) ?? (() => undefined)
  const wanted = new Set(value.split(',').map((one) => one.trim()))
  const pattern = op === 'regex' ? compileWholePattern(value) : undefined
  // R4 snomedct.html#filters: an attribute, whose relationships are not loaded.
  const isAttribute = /^\d{6,18}$/.test(property)
  return (system, concept) =>
    isAttribute && system.url === codeSystems.snomed
      ? undefined
      : meets({ system, concept, property, value, wanted, pattern })
}
