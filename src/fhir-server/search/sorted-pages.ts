/**
 * The order of a sorted search through all its pages: each resource keeps the place that it had when the first page was read. So a
 * resource that changes meanwhile is neither shown twice nor missed. docs/design/store.md#search; D112.
 */
import { findPrincipalDate } from '../../fhir-search/index/principal-dates.ts'
import { parseForReading } from '../../store/resources/content.ts'
import { type Changed, findChanged, type Seen } from '../../store/resources/search/changed-since.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import type { Order, Position } from '../../store/resources/search/search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Looked } from './looked.ts'
import { orderOf, type SearchRequest } from './search-request.ts'

/** An id never changes, so its order needs nothing. Without `_sort` pages are in the order of care, as it is at the time. */
export const isSettling = (asked: SearchRequest): boolean => asked.sort.length > 0 && orderOf(asked)?.by !== 'id'

/** Leaves the resources that were written since the first page to `listChanged`. */
export const seenBy = (seen: Seen | undefined): readonly Predicate[] =>
  seen === undefined ? [] : [{ kind: 'seen', snapshot: seen.snapshot }]

/** Asked after the page itself: a resource that is written in between is in both, and never in neither. */
export const listChanged = (
  { exchange: { tx }, asked, scope, after: { seen } }: Looked,
  where: readonly Predicate[],
): Promise<readonly Changed[]> =>
  seen === undefined ? Promise.resolve([]) : findChanged(tx, { types: asked.types, where, scope, seen })

/** A resource with its place, in microseconds. */
export type Placed = { readonly stored: Stored; readonly at: number; readonly position: Position }

/** The place of a resource in a page of the database. */
export const placeOf = (stored: Stored): Placed => {
  const d = stored.position ?? ''
  return { stored, at: toMicroseconds(d), position: { d, key: stored.key } }
}

/** The place that a changed resource had. */
export function formerPlace(looked: Looked, order: Order, { stored, former }: Changed): Placed {
  const { zone } = looked.exchange.server.parameters
  const own = () => findPrincipalDate(zone, former.stored.type, parseForReading(former.stored)).d ?? former.createdAt
  const d = order.by === 'updated' ? former.updatedAt : own()
  return { stored: { ...stored, position: d }, at: toMicroseconds(d), position: { d, key: stored.key } }
}

/** In the order of the pages, each once, from behind the last page. */
export function mergePlaces(
  lists: readonly (readonly Placed[])[],
  order: Order,
  after: Position | undefined,
): readonly Placed[] {
  const direction = order.isDescending ? -1 : 1
  const compare = (a: Place, b: Place): number =>
    (a.at - b.at || Number(a.position.key) - Number(b.position.key)) * direction
  const last = after && { at: toMicroseconds(after.d), position: after }
  const all = new Map(lists.flat().map((one) => [one.stored.key, one]))
  return [...all.values()].filter((one) => last === undefined || compare(one, last) > 0).toSorted(compare)
}

type Place = Pick<Placed, 'at' | 'position'>

const instant =
  /^(\d{4,6}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?(?:Z|([+-])(\d{2})(?::(\d{2}))?(?::(\d{2}))?)$/

/** An instant as the database writes it, or as RFC 3339 does. */
function toMicroseconds(text: string): number {
  const [, day = '', time = '', fraction = '', sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    instant.exec(text) ?? []
  if (day === '') return text.startsWith('-') || text.endsWith('BC') ? -Infinity : Infinity
  // Old local times are ahead by odd seconds.
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1 : 1)
  const ms = Date.parse(`${day.length > 10 ? `+${day.padStart(12, '0')}` : day}T${time}Z`) - ahead * 1000
  return ms * 1000 + Number(fraction.padEnd(6, '0'))
}
