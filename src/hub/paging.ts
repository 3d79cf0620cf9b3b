/** Lists: `limit`, an opaque sealed `cursor`, newest first unless a queue. docs/design/hub.md#requests-and-answers. */
import { z } from 'zod'
import { type JsonObject, parseJson } from '../core/json.ts'
import { invalidField } from '../core/problems.ts'
import { openCursor, sealCursor } from '../store/resources/search/cursor.ts'
import type { Position, Search } from '../store/resources/search/search.ts'
import type { Tx } from '../store/transaction.ts'
import { withoutDenied } from './consents/consent-denials.ts'

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
})
export type PageQuery = z.output<typeof pageQuery>

/** A cursor holds the end of the last page and the name of the list; a cursor of another list is refused. */
export function readCursor<At = Position>(tx: Tx, list: string, query: PageQuery): At | undefined {
  if (query.cursor === undefined) return undefined
  const text = openCursor(tx, list, query.cursor)
  if (text === undefined) throw invalidField('cursor', 'is not a cursor of this list')
  // We sealed the cursor, so it has this form.
  return parseJson(text) as JsonObject as unknown as At
}

export const writeCursor = (tx: Tx, list: string, next: object | undefined): string | null =>
  next === undefined ? null : sealCursor(tx, list, JSON.stringify(next))

/** For the audit: the patient of a list. */
export const concerned = ({ patientId }: { readonly patientId?: string | undefined }): { patientId?: string } =>
  patientId === undefined ? {} : { patientId }

type HubList = Pick<Search, 'type' | 'where' | 'order'> & { readonly list: string; readonly query: PageQuery }

/** A page of Hub resources from the query's cursor, with the cursor of the next page. */
export async function readPage(tx: Tx, { list, query, ...search }: HubList) {
  const after = readCursor(tx, list, query)
  const visible = withoutDenied(tx, search.type ?? '')
  const { items, next } = await tx.search({
    ...search,
    ...visible,
    space: 'hub',
    limit: query.limit,
    ...(after ? { after } : {}),
  })
  return { items, nextCursor: writeCursor(tx, list, next) }
}

/** The page of an empty list. */
export const nothing = { items: [], nextCursor: null } as const

/** Cuts rows that were read one beyond `limit`, and makes the next cursor; such lists are ordered by `seq`. */
export function cutPage<T extends { readonly seq: string }>(found: readonly T[], limit: number) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next: Position | undefined = found.length > limit && last !== undefined ? { d: '', key: last.seq } : undefined
  return { items, next }
}
