/**
 * Filters as conditions of one statement. What stands at the end of a chain and cannot be told by index rows is looked up first.
 * R4 search.html#chaining, #has; STORE.md "Search".
 */
import type { JsonObject } from '../../core/json.ts'
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import { nothing } from '../../store/resources/search/search-conditions.ts'
import type { Restriction } from '../../store/resources/search/search-tests.ts'
import { checkPartAccess } from '../access.ts'
import type { ReadExchange } from '../exchange.ts'
import { leaveOutStored } from '../hidden/hidden.ts'
import { listTargets } from '../index/index-values.ts'
import { answerLeaf } from './filter-conditions.ts'
import { meetsFilter } from './filter-match.ts'
import { tooCostly } from './parse-filter.ts'
import type { Answer } from './path-conditions.ts'
import type { Filter, TypeFilter } from './search-filters.ts'
import type { Parameter } from './search-parameters.ts'

/** STORE.md "Search": how many resources one search opens to look at them. */
export const maxCandidates = 5000

/** Through how many resources a step of a chain leads whoever has somebody hidden from them: each of these is judged. D95. */
export const maxLinking = 1000

export type Looking = {
  readonly exchange: ReadExchange
  readonly restriction: Restriction | undefined
  /** Conditions on the resources that a filter is of: its chain begins at no others. Empty where nothing is hidden from the caller. */
  readonly beside: readonly Condition[]
}

/** No statement can tell all that is hidden from a caller, and nothing is found through it. D95. */
const isJudged = ({ exchange }: Looking): boolean => exchange.tx.caller.hidden !== undefined

export async function resolveFilter(looking: Looking, type: string, filter: Filter): Promise<Answer> {
  const { server } = looking.exchange
  if (filter.kind === 'chain') return { condition: await resolveChain(looking, type, filter), isExact: true }
  if (filter.kind === 'has') return { condition: await resolveHas(looking, type, filter), isExact: true }
  return answerLeaf(server.parameters, type, filter)
}

const keysOf = ({ exchange }: Looking, type: string, parameter: Parameter): string[] => [
  ...new Set(exchange.server.parameters.paths(type, parameter).map(({ key }) => key)),
]

type Of<K extends Filter['kind']> = Filter & { readonly kind: K }

async function resolveChain(looking: Looking, type: string, { parameter, ends }: Of<'chain'>): Promise<Condition> {
  const parameters = keysOf(looking, type, parameter)
  const reaching = comingFrom(looking, (where) => ({ kind: 'has', parameters, type, where }))
  const conditions: Condition[] = []
  let left = maxLinking
  for (const end of ends) {
    const answer = await resolveFilter(reaching, end.type, end.filter)
    if (isTold(looking, answer))
      conditions.push({ kind: 'chain', parameters, types: [end.type], where: [answer.condition] })
    else {
      const found = await findMeeting(reaching, end, { answer, limit: left })
      if (isJudged(looking)) left -= found.length
      const targets = found.map(({ id }) => `${end.type}/${id}`)
      conditions.push(targets.length === 0 ? nothing : { kind: 'references', parameters, targets })
    }
  }
  const [only] = conditions
  return only !== undefined && conditions.length === 1 ? only : { kind: 'any', of: conditions }
}

async function resolveHas(looking: Looking, type: string, { parameter, source }: Of<'has'>): Promise<Condition> {
  const parameters = keysOf(looking, source.type, parameter)
  const reaching = comingFrom(looking, (where) => ({ kind: 'chain', parameters, types: [type], where }))
  const answer = await resolveFilter(reaching, source.type, source.filter)
  if (isTold(looking, answer)) return { kind: 'has', parameters, type: source.type, where: [answer.condition] }
  const { parameters: known } = looking.exchange.server
  const paths = known.paths(source.type, parameter)
  const sources = await findMeeting(reaching, source, { answer, limit: maxLinking })
  const targets = sources.flatMap((stored) =>
    paths.flatMap((path) => path.read(parseForReading(stored)).flatMap((node) => listTargets(known.addresses, node))),
  )
  const ids = new Set(
    targets.flatMap((target) => (target.startsWith(`${type}/`) ? [target.slice(type.length + 1)] : [])),
  )
  const any = [...ids].map((value) => ({ parameter: '_id', value }))
  return any.length === 0 ? nothing : { kind: 'tokens', any, drivers: any }
}

/** The statement of the search itself tells it. */
const isTold = (looking: Looking, { isExact }: Answer): boolean => isExact && !isJudged(looking)

/** One step further it is looked for nothing but what the step before leads to. */
const comingFrom = (looking: Looking, step: (where: readonly Condition[]) => Condition): Looking => ({
  ...looking,
  beside: looking.beside.length === 0 ? [] : [step(looking.beside)],
})

type Meeting = { readonly answer: Answer; readonly limit: number }

/** Resources that an answer lets through, that do meet the filter, and of which none is hidden from the caller. */
async function findMeeting(
  looking: Looking,
  { type, filter }: TypeFilter,
  { answer: { condition, isExact }, limit }: Meeting,
): Promise<readonly Stored[]> {
  const { tx, server } = looking.exchange
  const { restriction, beside } = looking
  const page = await tx.search({
    space: 'fhir',
    type,
    where: [condition, ...beside],
    limit: isExact ? limit + 1 : maxCandidates,
    ...(restriction === undefined ? {} : { restriction }),
  })
  if (page.next !== undefined) throw isExact ? tooManyLinking(filter) : tooMany(filter)
  const meets = (content: JsonObject) => isLeaf(filter) && meetsFilter(server.parameters, filter, { type, content })
  const found = isExact ? page.items : await keepMeeting(page.items, meets)
  if (isJudged(looking) && found.length > limit) throw tooManyLinking(filter)
  return leaveOutStored(looking.exchange, found)
}

export const isLeaf = (filter: Filter): filter is Of<'value' | 'missing'> =>
  filter.kind === 'value' || filter.kind === 'missing'

const pause = 100

/** Other requests have their turn in between. */
export async function keepMeeting(
  items: readonly Stored[],
  meets: (content: ReturnType<typeof parseForReading>) => boolean,
): Promise<Stored[]> {
  const kept: Stored[] = []
  for (const [index, stored] of items.entries()) {
    if (index % pause === pause - 1) await new Promise((resolve) => setImmediate(resolve))
    if (meets(parseForReading(stored))) kept.push(stored)
  }
  return kept
}

/** Names what to add, and never a value. */
export const tooMany = (filter: Filter | undefined): ReturnType<typeof tooCostly> =>
  tooCostly(
    filter?.parameter.code ?? '_sort',
    'leaves more than 5000 resources to look at: add a parameter such as patient, identifier, code or date',
  )

const tooManyLinking = (filter: Filter): ReturnType<typeof tooCostly> =>
  tooCostly(
    filter.parameter.code,
    'leads through more than 1000 resources: narrow its end, or add a parameter such as patient, encounter or date',
  )

/** Types that a filter looks at, beside the one that is searched. */
export const listLookedAt = (filter: Filter): string[] =>
  filter.kind === 'chain'
    ? filter.ends.flatMap((end) => [end.type, ...listLookedAt(end.filter)])
    : filter.kind === 'has'
      ? [filter.source.type, ...listLookedAt(filter.source.filter)]
      : []

/** What is found through a type tells of it: the caller must be allowed to search it. */
export function checkLookedAt({ exchange }: Pick<Looking, 'exchange'>, filters: readonly Filter[]): void {
  for (const type of new Set(filters.flatMap(listLookedAt))) checkPartAccess(exchange.tx.caller, type, 'search-type')
}
