/**
 * Filters as conditions of one statement. What stands at the end of a chain and cannot be told by index rows is looked up first.
 * R4 search.html#chaining, #has; STORE.md "Search".
 */
import { glanceAt, type Stored } from '../../store/resources/content.ts'
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import { nothing } from '../../store/resources/search/search-conditions.ts'
import type { Restriction } from '../../store/resources/search/search-tests.ts'
import { checkPartAccess } from '../access.ts'
import type { ReadExchange } from '../exchange.ts'
import { listTargets } from '../index/index-values.ts'
import { answerLeaf } from './filter-conditions.ts'
import { meetsFilter } from './filter-match.ts'
import { tooCostly } from './parse-filter.ts'
import type { Answer } from './path-conditions.ts'
import type { Filter, TypeFilter } from './search-filters.ts'
import type { Parameter } from './search-parameters.ts'

/** STORE.md "Search": how many resources one search opens to look at them. */
export const maxCandidates = 5000

export type Looking = { readonly exchange: ReadExchange; readonly restriction: Restriction | undefined }

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
  const conditions: Condition[] = []
  for (const end of ends) {
    const answer = await resolveFilter(looking, end.type, end.filter)
    if (answer.isExact) conditions.push({ kind: 'chain', parameters, types: [end.type], where: [answer.condition] })
    else {
      const targets = (await findMeeting(looking, end, answer)).map(({ id }) => `${end.type}/${id}`)
      conditions.push(targets.length === 0 ? nothing : { kind: 'references', parameters, targets })
    }
  }
  const [only] = conditions
  return only !== undefined && conditions.length === 1 ? only : { kind: 'any', of: conditions }
}

async function resolveHas(looking: Looking, type: string, { parameter, source }: Of<'has'>): Promise<Condition> {
  const answer = await resolveFilter(looking, source.type, source.filter)
  const parameters = keysOf(looking, source.type, parameter)
  if (answer.isExact) return { kind: 'has', parameters, type: source.type, where: [answer.condition] }
  const { parameters: known } = looking.exchange.server
  const paths = known.paths(source.type, parameter)
  const sources = await findMeeting(looking, source, answer)
  const targets = sources.flatMap((stored) =>
    paths.flatMap((path) => path.read(glanceAt(stored)).flatMap((node) => listTargets(known.addresses, node))),
  )
  const ids = new Set(
    targets.flatMap((target) => (target.startsWith(`${type}/`) ? [target.slice(type.length + 1)] : [])),
  )
  const any = [...ids].map((value) => ({ parameter: '_id', value }))
  return any.length === 0 ? nothing : { kind: 'tokens', any, drivers: any }
}

/** Resources that a rough answer lets through and that do meet the filter. */
async function findMeeting(looking: Looking, { type, filter }: TypeFilter, { condition }: Answer): Promise<Stored[]> {
  const { tx, server } = looking.exchange
  const { restriction } = looking
  const page = await tx.search({
    space: 'fhir',
    type,
    where: [condition],
    limit: maxCandidates,
    ...(restriction === undefined ? {} : { restriction }),
  })
  if (page.next !== undefined) throw tooMany(filter)
  return keepMeeting(
    page.items,
    (content) => isLeaf(filter) && meetsFilter(server.parameters, filter, { type, content }),
  )
}

export const isLeaf = (filter: Filter): filter is Of<'value' | 'missing'> =>
  filter.kind === 'value' || filter.kind === 'missing'

const pause = 100

/** Other requests have their turn in between. */
export async function keepMeeting(
  items: readonly Stored[],
  meets: (content: ReturnType<typeof glanceAt>) => boolean,
): Promise<Stored[]> {
  const kept: Stored[] = []
  for (const [index, stored] of items.entries()) {
    if (index % pause === pause - 1) await new Promise((resolve) => setImmediate(resolve))
    if (meets(glanceAt(stored))) kept.push(stored)
  }
  return kept
}

/** Names what to add, and never a value. */
export const tooMany = (filter: Filter | undefined): ReturnType<typeof tooCostly> =>
  tooCostly(
    filter?.parameter.code ?? '_sort',
    'leaves more than 5000 resources to look at: add a parameter such as patient, identifier, code or date',
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
