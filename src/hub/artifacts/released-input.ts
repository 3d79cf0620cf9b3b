/** What a renderer needs of a released document. */
import type { Bundle } from '@medplum/fhirtypes'
import { buildRecalledDocument } from '../../documents/recall.ts'
import { readAppearance } from '../../domain/artifact/appearance.ts'
import { type ArtifactContent, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import type { RenderInput } from '../render.ts'

/** The document as its receivers have it; after a recall, as the recall sends it. */
export async function readReleasedInput(tx: Tx, content: ArtifactContent): Promise<RenderInput> {
  const { documentId, approval, recall } = content
  const kept = readResourceAs<Bundle>(await tx.read(wholeAddress('Bundle', documentId)))
  const { recipientClass } = content
  const own = {
    timeZone: tx.tenant.timeZone,
    documentId,
    ...(recipientClass === undefined ? {} : { recipientClass }),
  }
  const shown =
    recall === undefined
      ? ({ bundle: kept, at: approval?.at ?? '', status: 'original' } as const)
      : ({ bundle: buildRecalledDocument(kept, recall.at), at: recall.at, status: 'recalled' } as const)
  return { ...own, ...shown, appearance: await readAppearance(tx, content, shown) }
}
