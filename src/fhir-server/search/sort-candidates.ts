/** Orders resources that a search has opened, and cuts the page out. R4 search.html#sort; D112. */
import { parseForReading } from '../../store/resources/content.ts'
import type { Changed, Seen } from '../../store/resources/search/changed-since.ts'
import type { Order } from '../../store/resources/search/search.ts'
import type { Stored } from '../../store/resources/types.ts'
import { isFirst, type Looked, type Matched } from './looked.ts'
import { pause } from './resolve-criteria.ts'
import type { After } from './search-cursor.ts'
import { compareSorted, readSortValues, type Sorted } from './sort-values.ts'
import { formerPlace, mergePlaces, placeOf } from './sorted-pages.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export type Candidates = {
  readonly kept: readonly Stored[]
  readonly changed: readonly Changed[]
  readonly seen: Seen | undefined
}

export function sortByPlace(looked: Looked, order: Order, { kept, changed, seen }: Candidates): Matched {
  const places = [kept.map(placeOf), changed.map((one) => formerPlace(looked, order, one))]
  const merged = mergePlaces(places, order, looked.after.position)
  return cut(looked, merged, ({ position }) => ({ position, ...(seen && { seen }) }))
}

export async function sortByValues(looked: Looked, { kept, changed, seen }: Candidates): Promise<Matched> {
  const { exchange, asked, after } = looked
  const { parameters } = exchange.server
  const read = (stored: Stored) =>
    readSortValues(parameters, asked.sort, { type: stored.type, content: parseForReading(stored) })
  const sorted = new Map<string, Sorted & { readonly stored: Stored }>()
  const all = [
    ...kept.map((stored) => ({ stored, former: stored })),
    ...changed.map(({ stored, former }) => ({ stored, former: former.stored })),
  ]
  for (const [index, { stored, former }] of all.entries()) {
    if (index % pause === pause - 1) await nextTurn()
    sorted.set(stored.key, { stored, key: stored.key, values: read(former) })
  }
  const inOrder = [...sorted.values()].sort((a, b) => compareSorted(asked.sort, a, b))
  const { sorted: last } = after
  const rest = last === undefined ? inOrder : inOrder.filter((one) => compareSorted(asked.sort, one, last) > 0)
  const found = cut(looked, rest, ({ values, key }) => ({ sorted: { values, key }, ...(seen && { seen }) }))
  return { ...found, total: inOrder.length }
}

function cut<T extends { readonly stored: Stored }>(
  looked: Looked,
  all: readonly T[],
  afterOf: (one: T) => After,
): Matched {
  const { asked } = looked
  const page = all.slice(0, asked.count)
  const last = page.at(-1)
  const next = all.length > asked.count && last !== undefined ? afterOf(last) : undefined
  const items = page.map(({ stored }) => stored)
  return { items, included: undefined, next, total: isFirst(looked) ? all.length : undefined }
}
