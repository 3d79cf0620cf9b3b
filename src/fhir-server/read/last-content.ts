/** What a version says, and where it is a tombstone, what the resource said before: whom it concerned, who may know of it. */
import type { JsonObject } from '../../core/json.ts'
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import type { Reading } from '../../store/resources/reader.ts'

type Last = { readonly type: string; readonly id: string; readonly content: JsonObject }

export async function readLast(tx: Reading, stored: Stored): Promise<Last> {
  const last = stored.deleted ? await tx.readVersion(stored, stored.version - 1) : stored
  let content: JsonObject | undefined
  return {
    type: stored.type,
    id: stored.id,
    // Most often nobody asks.
    get content() {
      content ??= parseForReading(last)
      return content
    },
  }
}
