/** The content of a version; for a tombstone the content before it, which says whom it concerned and who may see it. */
import type { JsonObject } from '../core/json.ts'
import { wholeAddress } from '../store/hub-resources.ts'
import { parseForReading } from '../store/resources/content.ts'
import type { Stored } from '../store/resources/types.ts'
import type { View } from '../store/resources/view.ts'

type Last = { readonly type: string; readonly id: string; readonly content: JsonObject }

export async function readLast(tx: Pick<View, 'readVersion'>, stored: Stored): Promise<Last> {
  const { type, id, version, deleted } = stored
  const last = deleted ? await tx.readVersion(wholeAddress(type, id), version - 1) : stored
  let content: JsonObject | undefined
  return {
    type,
    id,
    // Most callers do not ask.
    get content() {
      content ??= parseForReading(last)
      return content
    },
  }
}
