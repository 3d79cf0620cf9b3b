/** A page of the versions of a record, the newest first. */
import type { HubType } from '../store/hub-resources.ts'
import type { VersionPosition } from '../store/resources/read/versions.ts'
import type { Tx } from '../store/transaction.ts'
import { type PageQuery, readCursor, writeCursor } from './paging.ts'

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
  const after = readCursor<VersionPosition>(tx, list, query)
  const page = await tx.listVersions({
    ...{ space: 'hub', types: [type], id, limit: query.limit },
    ...(after === undefined ? {} : { after }),
  })
  return { items: page.items.filter(({ deleted }) => !deleted), nextCursor: writeCursor(tx, list, page.next) }
}
