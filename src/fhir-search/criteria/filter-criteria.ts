/** Comparisons of `_filter` as search criteria, by the type of their parameter. R4 search_filter.html#ops; D115. */
import { Problem } from '../../core/problems.ts'
import type { Prefix } from '../../store/resources/search/predicates.ts'
import type { Parameter, ParameterType } from '../parameters/search-parameters.ts'
import { type FilterNode, type FilterTest, filterProblem, parseFilterText } from './filter-syntax.ts'
import { type CriterionContext, findReady, listTargetTypes, parseCriterion } from './parse-criterion.ts'
import {
  type GivenParameter,
  listConjuncts,
  type SearchCriterion,
  type SearchFilter,
  type TypeCriterion,
  type ValueTest,
} from './search-criteria.ts'
import { escapeValue, splitValue, unsupported } from './search-values.ts'

type Asked = { readonly test: FilterTest; readonly type: string; readonly parameter: Parameter }

/** A criterion of one parameter. Several of them for one comparison must all hold. */
type Compare = (context: CriterionContext, asked: Asked) => readonly SearchCriterion[]

/** Criteria that the steps of all paths may become. */
const maxCriteria = 200

type Walk = { readonly context: CriterionContext; criteria: number }

/** The parts of `_filter` that must all hold. Throws 400 with the place of a comparison that the index cannot answer. */
export function parseFilters(
  context: CriterionContext,
  types: readonly string[],
  { name, value }: GivenParameter,
): readonly SearchFilter[] {
  const [type = '', ...others] = types
  if (name !== '_filter') throw unsupported('_filter', 'the modifier is not supported')
  if (others.length > 0) throw unsupported('_filter', 'needs a search of one type')
  return value.trim() === '' ? [] : listConjuncts(buildFilter(context, type, parseFilterText(value)))
}

const buildFilter = (context: CriterionContext, type: string, node: FilterNode): SearchFilter =>
  build({ context, criteria: 0 }, type, node)

function build(walk: Walk, type: string, node: FilterNode): SearchFilter {
  if (node.kind === 'not') return { kind: 'not', of: build(walk, type, node.of) }
  if (node.kind !== 'test') return { kind: node.kind, of: node.of.map((one) => build(walk, type, one)) }
  // The set is empty also where a step before leads nowhere.
  const isAbsent = node.operator === 'pr' && node.value.toLowerCase() === 'false'
  const found = follow(walk, type, { test: isAbsent ? { ...node, value: 'true' } : node, rest: node.path })
  if (found === undefined) throw filterProblem(node.at, 'the type has no search parameter of this name')
  const all: SearchFilter = { kind: 'and', of: found.map((criterion) => ({ kind: 'test', criterion })) }
  return isAbsent ? { kind: 'not', of: all } : all
}

type Step = { readonly test: FilterTest; readonly rest: readonly string[] }

/** Undefined if the type does not have the parameter. */
function follow(walk: Walk, type: string, { test, rest }: Step): readonly SearchCriterion[] | undefined {
  const [name = '', ...after] = rest
  walk.criteria += 1
  if (walk.criteria > maxCriteria) throw filterProblem(test.at, 'the path may lead to too many types')
  const parameter = placed(test, () => findReady(walk.context, type, name))
  if (parameter === undefined) return undefined
  if (after.length === 0) return compare(walk.context, { test, type, parameter })
  if (parameter.type !== 'reference') throw filterProblem(test.at, 'only a reference has a name after it')
  const ends = listTargetTypes(walk.context, type, parameter).flatMap((end): TypeCriterion[] => {
    const found = follow(walk, end, { test, rest: after })
    const [criterion, ...others] = found ?? []
    if (others.length > 0)
      throw filterProblem(test.at, `the operator ${test.operator} is not supported after a reference`)
    return criterion === undefined ? [] : [{ type: end, criterion }]
  })
  return ends.length === 0 ? undefined : [{ kind: 'chain', parameter, ends }]
}

function compare(context: CriterionContext, asked: Asked): readonly SearchCriterion[] {
  const { test, parameter } = asked
  const known = Object.hasOwn(operators, test.operator) ? operators[test.operator] : undefined
  if (known === undefined) throw filterProblem(test.at, 'this is no operator')
  const made = known[parameter.type]
  // Both names are of a table.
  if (made === undefined)
    throw filterProblem(
      test.at,
      `the operator ${test.operator} is not supported for a parameter of type ${parameter.type}`,
    )
  return placed(test, () => made(context, asked))
}

/** What a value of a search is refused for, with the place in the filter. */
function placed<T>({ at }: FilterTest, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.some(({ field }) => field === '_filter')) throw error
    const [first] = error.errors
    throw filterProblem(at, `the value or the parameter is refused: it ${first?.message ?? 'is not usable'}`)
  }
}

/** One value of a search by the parameter: its text is in the form of a search. */
function search(
  context: CriterionContext,
  { test, type, parameter }: Asked,
  value: string,
  modifier = '',
): SearchCriterion {
  if (splitValue(value, ',').length > 1)
    throw filterProblem(test.at, 'the value has a comma: join several comparisons by or')
  const criterion = value === '' ? null : parseCriterion(context, type, { name: `${parameter.code}${modifier}`, value })
  if (criterion == null) throw filterProblem(test.at, 'the value is empty')
  return criterion
}

const change = (criterion: SearchCriterion, to: (test: ValueTest) => ValueTest): SearchCriterion =>
  criterion.kind === 'value' ? { ...criterion, tests: criterion.tests.map(to) } : criterion

/** With the prefix of a search. R4 search.html#prefix. */
const prefixed =
  (prefix: Prefix): Compare =>
  (context, asked) => [search(context, asked, `${prefix}${spellSystem(asked.test.value)}`)]

/** R4 search_filter.html#ops: codes that may be written in place of the addresses of their systems. */
const systems: Readonly<Record<string, string>> = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  rxnorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  ucum: 'http://unitsofmeasure.org',
}

const spellSystem = (value: string): string =>
  splitValue(value, '|')
    .map((part, index, all) => (index === all.length - 1 ? part : (systems[part.toLowerCase()] ?? part)))
    .join('|')

const token: Compare = (context, asked) => [search(context, asked, spellSystem(asked.test.value))]

const text =
  (how: 'starts' | 'equals'): Compare =>
  (context, asked) => [
    change(search(context, asked, escapeValue(asked.test.value)), (test) =>
      test.kind === 'text' ? { ...test, how } : test,
    ),
  ]

const plain: Compare = (context, asked) => [search(context, asked, escapeValue(asked.test.value))]

const present: Compare = (context, asked) => {
  if (asked.test.value.toLowerCase() !== 'true') throw filterProblem(asked.test.at, 'the value must be true or false')
  return [search(context, asked, 'false', ':missing')]
}

const primitives: ReadonlySet<string> = new Set(['boolean', 'code', 'id', 'string', 'uri', 'url', 'canonical'])

/** `ne` holds if one item of the set is unequal. Hashes tell that only if the set has at most one item. */
const unequal =
  (equal: Compare): Compare =>
  (context, asked) => {
    const { test, type, parameter } = asked
    const paths = context.parameters.paths(type, parameter)
    const isOne =
      paths.length === 1 && paths.every(({ isSingle, types }) => isSingle && types.every((one) => primitives.has(one)))
    if (!isOne || parameter.code.startsWith('_'))
      throw filterProblem(
        test.at,
        'the operator ne is not supported where there may be several values: use not(... eq ...)',
      )
    const negated = equal(context, asked).map((criterion) =>
      criterion.kind === 'value' ? { ...criterion, isNegated: true } : criterion,
    )
    return [search(context, asked, 'false', ':missing'), ...negated]
  }

/** Overlaps: a search's `ap` without its margin. */
const overlaps: Compare = (context, asked) => [
  change(search(context, asked, `eq${asked.test.value}`), (test) =>
    test.kind === 'interval' ? { ...test, test: { ...test.test, prefix: 'ap' } } : test,
  ),
]

const ordered = (prefix: Prefix) => ({ number: prefixed(prefix), date: prefixed(prefix), quantity: prefixed(prefix) })

type Row = Readonly<Partial<Record<ParameterType, Compare>>>

/** R4 search_filter.html#ops. A type that is missing is refused. */
// biome-ignore format: one row a line
const operators: Readonly<Record<string, Row>> = {
  eq: { ...ordered('eq'), string: text('equals'), token, uri: plain },
  ne: { ...ordered('ne'), token: unequal(token), uri: unequal(plain) },
  gt: ordered('gt'),
  lt: ordered('lt'),
  ge: ordered('ge'),
  le: ordered('le'),
  sa: ordered('sa'),
  eb: ordered('eb'),
  ap: ordered('ap'),
  sw: { string: text('starts') },
  po: { date: overlaps },
  re: { reference: plain },
  pr: { number: present, date: present, string: present, token: present, reference: present, quantity: present, uri: present },
  co: {},
  ew: {},
  ss: {},
  sb: {},
  in: {},
  ni: {},
}
