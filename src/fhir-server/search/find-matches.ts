/** The resources of one page of a search, with those that they include. R4 search.html; docs/design/store.md#search. */

import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import { type Between, listBetween } from '../../fhir-search/criteria/blind-range.ts'
import { meetsCriterion } from '../../fhir-search/criteria/criterion-match.ts'
import { buildLeafPredicate } from '../../fhir-search/criteria/criterion-predicates.ts'
import type { SearchCriterion } from '../../fhir-search/criteria/search-criteria.ts'
import { isLeaf } from '../../fhir-search/criteria/search-criteria.ts'
import type { Changed } from '../../store/resources/search/changed-since.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import type { Order, Page, Position } from '../../store/resources/search/search.ts'
import type { Included } from '../../store/resources/search/search-includes.ts'
import type { Stored } from '../../store/resources/types.ts'
import { resolveListed } from './list-members.ts'
import { type Found, isFirst, type Looked, type Matched } from './looked.ts'
import { keepMeeting, maxCandidates, maxSorted, resolveCriterion, tooMany } from './resolve-criteria.ts'
import { resolveSearchFilter } from './resolve-filter.ts'
import type { After } from './search-cursor.ts'
import { newest, orderOf, type SearchRequest } from './search-request.ts'
import { sortByPlace, sortByValues } from './sort-candidates.ts'
import { formerPlace, isSettling, listChanged, mergePlaces, placeOf, seenBy } from './sorted-pages.ts'

export async function findMatches(given: Looked): Promise<Found> {
  const { exchange, asked, scope } = given
  const listed: Predicate[] = []
  for (const lists of asked.lists) listed.push(await resolveListed(exchange, lists))
  const also = [...given.also, ...listed]
  const looked = { ...given, also }
  const [type = ''] = asked.types
  const again: SearchCriterion[] = []
  const predicates = new Map<SearchCriterion, Predicate>()
  const looking = { exchange, scope, types: asked.types, beside: listBeside(looked) }
  for (const criterion of asked.criteria) {
    const built = await resolveCriterion(looking, type, criterion)
    predicates.set(criterion, built.predicate)
    if (!built.isExact) again.push(criterion)
  }
  const filtered: Predicate[] = []
  for (const filter of asked.filters) filtered.push(await resolveSearchFilter(looking, type, filter))
  const where = [
    ...also,
    ...filtered,
    ...joinBetween(listBetween(exchange.server.parameters, type, asked.criteria), predicates),
  ]
  const order = orderOf(asked)
  const found =
    again.length === 0 && order !== undefined
      ? await findPage(looked, where)
      : await findAmongCandidates(looked, where, again)
  if (exchange.tx.caller.deniedPatients !== undefined) return withoutDenied(looked, found, { where, again })
  return { ...found, included: await repeatIncludes(looked, found) }
}

/** Criteria on the resources themselves narrow the start of a chain. If nothing is denied to the caller, the statement does that. D95. */
function listBeside({ exchange: { tx, server }, asked, also }: Looked): readonly Predicate[] {
  if (tx.caller.deniedPatients === undefined) return []
  const [type = ''] = asked.types
  const own = asked.criteria
    .filter(isLeaf)
    .map((criterion) => buildLeafPredicate(server.parameters, type, criterion).predicate)
  return [...also, ...own]
}

/** The predicates of the statement, and the criteria that index rows cannot decide. */
type Matching = { readonly where: readonly Predicate[]; readonly again: readonly SearchCriterion[] }

/**
 * The index knows only references of search parameters. Shown resources are checked for every reference, and a resource that is not
 * shown includes nothing. D56, D95.
 */
async function withoutDenied(looked: Looked, found: Matched, matching: Matching): Promise<Found> {
  const { exchange, asked } = looked
  const items = await leaveOutStored(exchange, found.items)
  const included = await repeatIncludes(looked, { ...found, items, included: undefined })
  if (found.total === undefined) return { ...found, items, included }
  const isAll = asked.count > 0 && isFirst(looked) && found.next === undefined
  return { ...found, items, included, total: isAll ? items.length : await countSeen(looked, matching) }
}

/** Undefined if there are too many to look at: a missing total reveals nothing. R4 bundle.html, Bundle.total; D86. */
async function countSeen(looked: Looked, { where, again }: Matching): Promise<number | undefined> {
  const { exchange, asked } = looked
  const page = await exchange.tx.search({
    space: 'fhir',
    types: asked.types,
    where,
    limit: maxCandidates,
    scope: looked.scope,
  })
  if (page.next !== undefined) return undefined
  return (await leaveOutStored(exchange, await keepAgain(looked, page.items, again))).length
}

/** Opens the resources for criteria that index rows cannot decide. */
const keepAgain = (
  { exchange: { server } }: Looked,
  items: readonly Stored[],
  again: readonly SearchCriterion[],
): Promise<readonly Stored[]> | readonly Stored[] =>
  again.length === 0
    ? items
    : keepMeeting(items, (content) => {
        const type = String(content['resourceType'])
        return again.every(
          (criterion) => isLeaf(criterion) && meetsCriterion(server.parameters, criterion, { type, content }),
        )
      })

/** Bounds on both sides of a birth date become one predicate; other predicates stay. */
function joinBetween(between: readonly Between[], predicates: ReadonlyMap<SearchCriterion, Predicate>): Predicate[] {
  const joined = new Set(between.flatMap(({ criteria }) => [...criteria]))
  const listOf = (has: (criterion: SearchCriterion) => boolean) =>
    [...predicates].filter(([criterion]) => has(criterion))
  const others = listOf((criterion) => !joined.has(criterion)).map(([, predicate]) => predicate)
  const ranges = between.map(({ criteria, within, reaching }): Predicate => {
    const own = listOf((criterion) => criteria.has(criterion)).map(([, predicate]) => predicate)
    return { kind: 'any', of: [within, { kind: 'all', of: [reaching, ...own] }] }
  })
  return [...ranges, ...others]
}

const positionOf = (position: Position | undefined): { after?: Position } =>
  position === undefined ? {} : { after: position }

/** One statement, except for repeated includes and for what was written since the first page. */
async function findPage(looked: Looked, where: readonly Predicate[]): Promise<Matched> {
  const { exchange, asked, after } = looked
  const order = orderOf(asked) ?? newest
  const page = await exchange.tx.search({
    space: 'fhir',
    types: asked.types,
    where: [...where, ...seenBy(after.seen)],
    order,
    limit: asked.count,
    // Denied resources are left out first, and include nothing.
    include: asked.count === 0 || exchange.tx.caller.deniedPatients !== undefined ? [] : asked.includes,
    isCounted: asked.isCounted,
    isSettling: isSettling(asked) && isFirst(looked),
    ...positionOf(after.position),
    scope: looked.scope,
  })
  const changed = asked.count === 0 ? [] : await listChanged(looked, where)
  if (changed.length > 0) return joinChanged(looked, order, { page, changed })
  const seen = after.seen ?? page.seen
  const next = asked.count === 0 || page.next === undefined ? undefined : { position: page.next, ...(seen && { seen }) }
  return {
    items: page.items,
    included: page.included,
    next,
    total: totalOf(page, asked, { isFirst: isFirst(looked), next }),
  }
}

type Joined = { readonly page: Page; readonly changed: readonly Changed[] }

/** Puts changed resources where they were, among those of the page. */
function joinChanged(looked: Looked, order: Order, { page, changed }: Joined): Matched {
  const { asked, after } = looked
  const places = [page.items.map(placeOf), changed.map((one) => formerPlace(looked, order, one))]
  const merged = mergePlaces(places, order, after.position)
  const shown = merged.slice(0, asked.count)
  const last = shown.at(-1)
  const isMore = merged.length > shown.length || page.next !== undefined
  return {
    items: shown.map(({ stored }) => stored),
    included: undefined,
    next: isMore && last !== undefined ? { ...after, position: last.position } : undefined,
    total: page.total === undefined ? undefined : page.total + changed.length,
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

/** If index rows cannot decide or order, the resources are opened and compared. */
async function findAmongCandidates(
  looked: Looked,
  where: readonly Predicate[],
  again: readonly SearchCriterion[],
): Promise<Matched> {
  const { exchange, asked, after } = looked
  const order = orderOf(asked)
  const limit = asked.sort.length > 0 ? maxSorted : maxCandidates
  const page = await exchange.tx.search({
    space: 'fhir',
    types: asked.types,
    where: [...where, ...seenBy(after.seen)],
    order: order ?? newest,
    limit,
    isSettling: isSettling(asked) && isFirst(looked),
    ...(order === undefined ? {} : positionOf(after.position)),
    scope: looked.scope,
  })
  if (page.next !== undefined) throw tooMany(again[0], limit)
  const seen = after.seen ?? page.seen
  const kept = await keepAgain(looked, page.items, again)
  const changed = await listChanged(looked, where)
  const met = new Set(
    (
      await keepAgain(
        looked,
        changed.map(({ stored }) => stored),
        again,
      )
    ).map(({ key }) => key),
  )
  const still = changed.filter(({ stored }) => met.has(stored.key))
  const candidates = { kept, changed: still, seen }
  return order === undefined ? sortByValues(looked, candidates) : sortByPlace(looked, order, candidates)
}

const maxRounds = 8

/** R4 search.html#include: `:iterate` continues with included resources until nothing new comes. */
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

/** Finds the resources that these include and that the caller may see. */
async function include(
  { exchange, scope }: Looked,
  of: readonly Stored[],
  includes: SearchRequest['includes'],
): Promise<Included> {
  const { items, isCut } = await exchange.tx.findIncluded(of, includes, scope)
  return { items: await leaveOutStored(exchange, items), isCut }
}

const maxIncludedInAll = 1000
