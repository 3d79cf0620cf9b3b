/** The resources of one page of a search, with what they bring along. R4 search.html; STORE.md "Search". */
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import type { Page, Position } from '../../store/resources/search/search.ts'
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import type { Included } from '../../store/resources/search/search-includes.ts'
import type { Restriction } from '../../store/resources/search/search-tests.ts'
import type { ReadExchange } from '../exchange.ts'
import { leaveOutStored } from '../hidden/hidden.ts'
import { type Between, listBetween } from '../index/blind-range.ts'
import { answerLeaf } from './filter-conditions.ts'
import { meetsFilter } from './filter-match.ts'
import { isLeaf, keepMeeting, maxCandidates, resolveFilter, tooMany } from './resolve-filters.ts'
import type { After } from './search-cursor.ts'
import type { Filter } from './search-filters.ts'
import { orderOf, type SearchRequest } from './search-request.ts'
import { compareSorted, readSortValues, type Sorted } from './sort-values.ts'

export type Looked = {
  readonly exchange: ReadExchange
  readonly asked: SearchRequest
  readonly after: After
  /** Beside what was asked for. */
  readonly also: readonly Condition[]
  readonly restriction: Restriction | undefined
}

export type Found = {
  readonly items: readonly Stored[]
  readonly included: Included
  readonly next: After | undefined
  readonly total: number | undefined
}

export async function findMatches(looked: Looked): Promise<Found> {
  const { exchange, asked, also, restriction } = looked
  const [type = ''] = asked.types
  const again: Filter[] = []
  const conditions = new Map<Filter, Condition>()
  const looking = { exchange, restriction, beside: listBeside(looked) }
  for (const filter of asked.filters) {
    const answer = await resolveFilter(looking, type, filter)
    conditions.set(filter, answer.condition)
    if (!answer.isExact) again.push(filter)
  }
  const where = [...also, ...joinBetween(listBetween(exchange.server.parameters, type, asked.filters), conditions)]
  const order = orderOf(asked)
  const found =
    again.length === 0 && order !== undefined
      ? await findPage(looked, where)
      : await findAmongCandidates(looked, where, again)
  if (exchange.tx.caller.hidden !== undefined) return withoutHidden(looked, found, { where, again })
  return { ...found, included: await repeatIncludes(looked, found) }
}

/** What is asked of the resources themselves narrows what a chain leads through. Where nothing is hidden the statement does that. D95. */
function listBeside({ exchange: { tx, server }, asked, also }: Looked): readonly Condition[] {
  if (tx.caller.hidden === undefined) return []
  const [type = ''] = asked.types
  const own = asked.filters.filter(isLeaf).map((filter) => answerLeaf(server.parameters, type, filter).condition)
  return [...also, ...own]
}

/** What the index is asked for, and what it cannot tell. */
type Matching = { readonly where: readonly Condition[]; readonly again: readonly Filter[] }

/**
 * The index knows the references that search parameters name; what is shown is looked through for all of them, and nothing is included
 * for the sake of what is not shown. D56, D95.
 */
async function withoutHidden(looked: Looked, found: Matched, matching: Matching): Promise<Found> {
  const { exchange, asked } = looked
  const items = await leaveOutStored(exchange, found.items)
  const included = await repeatIncludes(looked, { ...found, items, included: undefined })
  if (found.total === undefined) return { ...found, items, included }
  const isAll = asked.count > 0 && isFirst(looked) && found.next === undefined
  return { ...found, items, included, total: isAll ? items.length : await countSeen(looked, matching) }
}

const isFirst = ({ after }: Looked): boolean => after.position === undefined && after.sorted === undefined

/** Undefined where there are too many to look at: a total that is not told tells nothing. R4 bundle.html, Bundle.total; D86. */
async function countSeen(looked: Looked, { where, again }: Matching): Promise<number | undefined> {
  const { exchange, asked } = looked
  const page = await exchange.tx.search({
    space: 'fhir',
    types: asked.types,
    where,
    limit: maxCandidates,
    ...restrictionOf(looked),
  })
  if (page.next !== undefined) return undefined
  return (await leaveOutStored(exchange, await keepAgain(looked, page.items, again))).length
}

/** What index rows cannot tell is asked of the resources. */
const keepAgain = (
  { exchange: { server } }: Looked,
  items: readonly Stored[],
  again: readonly Filter[],
): Promise<readonly Stored[]> =>
  keepMeeting(items, (content) => {
    const type = String(content['resourceType'])
    return again.every((filter) => isLeaf(filter) && meetsFilter(server.parameters, filter, { type, content }))
  })

/** What is asked of a birth date from both sides is one condition; the others are as they are. */
function joinBetween(between: readonly Between[], conditions: ReadonlyMap<Filter, Condition>): Condition[] {
  const joined = new Set(between.flatMap(({ filters }) => [...filters]))
  const listOf = (has: (filter: Filter) => boolean) => [...conditions].filter(([filter]) => has(filter))
  const others = listOf((filter) => !joined.has(filter)).map(([, condition]) => condition)
  const ranges = between.map(({ filters, within, reaching }): Condition => {
    const own = listOf((filter) => filters.has(filter)).map(([, condition]) => condition)
    return { kind: 'any', of: [within, { kind: 'all', of: [reaching, ...own] }] }
  })
  return [...ranges, ...others]
}

type Matched = Omit<Found, 'included'> & { readonly included: Included | undefined }

const restrictionOf = ({ restriction }: Looked): { restriction?: Restriction } =>
  restriction === undefined ? {} : { restriction }

const positionOf = (position: Position | undefined): { after?: Position } =>
  position === undefined ? {} : { after: position }

/** One statement, but for what is included again and again. */
async function findPage(looked: Looked, where: readonly Condition[]): Promise<Matched> {
  const { exchange, asked, after } = looked
  const order = orderOf(asked) ?? 'newest'
  const page = await exchange.tx.search({
    space: 'fhir',
    types: asked.types,
    where,
    order,
    limit: asked.count,
    // What is hidden is left out first, and includes nothing.
    include: asked.count === 0 || exchange.tx.caller.hidden !== undefined ? [] : asked.includes,
    isCounted: asked.isCounted,
    ...positionOf(after.position),
    ...restrictionOf(looked),
  })
  const next = asked.count === 0 || page.next === undefined ? undefined : { position: page.next }
  return {
    items: page.items,
    included: page.included,
    next,
    total: totalOf(page, asked, { isFirst: isFirst(looked), next }),
  }
}

function totalOf(
  page: Page,
  asked: SearchRequest,
  { isFirst, next }: { isFirst: boolean; next: After | undefined },
): number | undefined {
  if (asked.isCounted) return page.total
  return isFirst && next === undefined ? page.items.length : undefined
}

/** What index rows cannot tell, or cannot order, is opened and looked at. */
async function findAmongCandidates(
  looked: Looked,
  where: readonly Condition[],
  again: readonly Filter[],
): Promise<Matched> {
  const { exchange, asked, after } = looked
  const { parameters } = exchange.server
  const page = await exchange.tx.search({
    space: 'fhir',
    types: asked.types,
    where,
    order: orderOf(asked) ?? 'newest',
    limit: maxCandidates,
    ...positionOf(after.position),
    ...restrictionOf(looked),
  })
  if (page.next !== undefined) throw tooMany(again[0])
  const sorted: (Sorted & { readonly stored: Stored })[] = []
  const isSorted = orderOf(asked) === undefined
  const kept = await keepAgain(looked, page.items, again)
  if (!isSorted) return cut(looked, kept, (stored) => ({ position: { d: stored.position ?? '', key: stored.key } }))
  for (const stored of kept) {
    const subject = { type: stored.type, content: parseForReading(stored) }
    sorted.push({ stored, key: stored.key, values: readSortValues(parameters, asked.sort, subject) })
  }
  sorted.sort((a, b) => compareSorted(asked.sort, a, b))
  const { sorted: last } = after
  const rest = last === undefined ? sorted : sorted.filter((one) => compareSorted(asked.sort, one, last) > 0)
  const found = cut(
    looked,
    rest.map(({ stored }) => stored),
    (stored) => {
      const own = sorted.find((one) => one.stored === stored)
      return { sorted: { values: own?.values ?? [], key: stored.key } }
    },
  )
  return { ...found, total: sorted.length }
}

function cut(looked: Looked, items: readonly Stored[], afterOf: (stored: Stored) => After): Matched {
  const { asked } = looked
  const page = items.slice(0, asked.count)
  const last = page.at(-1)
  const next = items.length > asked.count && last !== undefined ? afterOf(last) : undefined
  return { items: page, included: undefined, next, total: isFirst(looked) ? items.length : undefined }
}

const maxRounds = 8

/** R4 search.html#include: `:iterate` goes on with what was included, until nothing new comes. */
async function repeatIncludes(looked: Looked, { items, included }: Matched): Promise<Included> {
  const { asked } = looked
  const repeated = asked.includes.filter(({ isRepeated }) => isRepeated)
  const first = included ?? (await include(looked, items, asked.includes))
  const keys = new Set([...items, ...first.items].map(({ key }) => key))
  const all = [...first.items]
  let isCut = first.isCut
  let fresh: readonly Stored[] = first.items
  for (let round = 1; round < maxRounds && fresh.length > 0 && repeated.length > 0 && !isCut; round += 1) {
    const more = await include(looked, fresh, repeated)
    fresh = more.items.filter(({ key }) => !keys.has(key))
    for (const stored of fresh) keys.add(stored.key)
    all.push(...fresh)
    isCut = more.isCut || all.length > maxIncludedInAll
  }
  return { items: all.slice(0, maxIncludedInAll), isCut }
}

/** What these bring along, as far as the caller may see it. */
async function include(
  { exchange, restriction }: Looked,
  of: readonly Stored[],
  includes: SearchRequest['includes'],
): Promise<Included> {
  const { items, isCut } = await exchange.tx.findIncluded(of, includes, restriction)
  return { items: await leaveOutStored(exchange, items), isCut }
}

const maxIncludedInAll = 1000
