/** Lists: `limit`, an opaque sealed `cursor`, newest first unless a queue. hub-contract "Requests and answers". */
import { z } from 'zod'
import { type JsonObject, parseJson } from '../core/json.ts'
import { invalidField } from '../core/problems.ts'
import { openCursor, sealCursor } from '../store/resources/search/cursor.ts'
import type { Position, Search } from '../store/resources/search/search.ts'
import type { Tx } from '../store/transaction.ts'
import { withoutWithheld } from './consents/withheld.ts'

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
})
export type PageQuery = z.output<typeof pageQuery>

/** A cursor holds where the last page ended and for which list; another list's is refused. */
export function readCursor(tx: Tx, list: string, query: PageQuery): Position | undefined {
  if (query.cursor === undefined) return undefined
  const text = openCursor(tx, list, query.cursor)
  if (text === undefined) throw invalidField('cursor', 'is not a cursor of this list')
  return parseJson(text) as JsonObject as unknown as Position
}

export const writeCursor = (tx: Tx, list: string, next: Position | undefined): string | null =>
  next === undefined ? null : sealCursor(tx, list, JSON.stringify(next))

/** For the audit: whose record a list was asked of. */
export const concerned = ({ patientId }: { readonly patientId?: string | undefined }): { patientId?: string } =>
  patientId === undefined ? {} : { patientId }

type HubList = Pick<Search, 'type' | 'where' | 'order'> & { readonly list: string; readonly query: PageQuery }

/** A page of the Hub's resources from where the query's cursor says, and the cursor of the next one. */
export async function readPage(tx: Tx, { list, query, ...search }: HubList) {
  const after = readCursor(tx, list, query)
  const visible = withoutWithheld(tx, search.type ?? '')
  const { items, next } = await tx.search({
    ...search,
    ...visible,
    space: 'hub',
    limit: query.limit,
    ...(after ? { after } : {}),
  })
  return { items, nextCursor: writeCursor(tx, list, next) }
}

/** The page of a list that holds nothing. */
export const nothing = { items: [], nextCursor: null } as const

/** A page of rows that were asked for one beyond `limit`, and where the next one begins; such lists go by `seq`. */
export function cutPage<T extends { readonly seq: string }>(found: readonly T[], limit: number) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next: Position | undefined = found.length > limit && last !== undefined ? { d: '', key: last.seq } : undefined
  return { items, next }
}
