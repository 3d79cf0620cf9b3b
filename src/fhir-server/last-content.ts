/** What a version says, and where it is a tombstone, what the resource said before: whom it concerned, who may know of it. */
import type { JsonObject } from '../json.ts'
import { readResource, type Stored } from '../store/content.ts'
import type { Tx } from '../store/transaction.ts'

type Last = { readonly type: string; readonly id: string; readonly content: JsonObject }

export async function readLast(tx: Tx, stored: Stored): Promise<Last> {
  const last = stored.deleted ? await tx.readVersion(stored, stored.version - 1) : stored
  return { type: stored.type, id: stored.id, content: readResource(last) }
}
