/** A page of the versions of a record, the newest first. */
import { invalidField } from '../core/problems.ts'
import type { HubType } from '../store/hub-resources.ts'
import type { VersionPosition } from '../store/resources/read/versions.ts'
import { openCursor, sealCursor } from '../store/resources/search/cursor.ts'
import type { Tx } from '../store/transaction.ts'
import type { PageQuery } from './paging.ts'

/** A version is an integer of the database. */
export const maxVersion = 2_147_483_647

type VersionList = {
  /** The name of the list, to which its cursors belong. */
  readonly list: string
  readonly type: HubType
  readonly id: string
  readonly query: PageQuery
}

/** Lists versions without tombstones. */
export async function listVersionPage(tx: Tx, { list, type, id, query }: VersionList) {
  const after = readPosition(tx, list, query)
  const page = await tx.listVersions({
    ...{ space: 'hub', types: [type], id, limit: query.limit },
    ...(after === undefined ? {} : { after }),
  })
  const nextCursor = page.next === undefined ? null : sealCursor(tx, list, JSON.stringify(page.next))
  return { items: page.items.filter(({ deleted }) => !deleted), nextCursor }
}

function readPosition(tx: Tx, list: string, { cursor }: PageQuery): VersionPosition | undefined {
  if (cursor === undefined) return undefined
  const text = openCursor(tx, list, cursor)
  if (text === undefined) throw invalidField('cursor', 'is not a cursor of this list')
  // We sealed the cursor, so it has this form.
  return JSON.parse(text) as VersionPosition
}
