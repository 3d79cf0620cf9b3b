/** Writes a sender with its row, which says of which tenant it is. docs/inbound.md#senders. */
import { randomBytes } from 'node:crypto'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { SenderContent } from '../../store/senders/sender-content.ts'
import { putSenderRow } from '../../store/senders/senders.ts'
import type { Tx } from '../../store/transaction.ts'
import { claimTimes } from './claim-times.ts'

const secretBytes = 32

/** Of 256 bits, in base64url. */
export const newSenderSecret = (): string => randomBytes(secretBytes).toString('base64url')

type Given = {
  readonly id: string
  readonly content: SenderContent
  /** Absent for a new sender. */
  readonly before?: Stored<'hub'>
  readonly kind: 'sender.created' | 'sender.changed' | 'sender.disabled' | 'sender.rotated'
}

export async function putSender(tx: Tx, { id, content, before, kind }: Given): Promise<Stored> {
  const known = before && { content: hubContent('Sender', before), createdAt: before.createdAt }
  const claimed = { ...content, ...claimTimes(content, tx.at, known) }
  const stored = await tx.put({
    ...hubAddress('Sender', id),
    content: asJson(claimed),
    expected: before?.version ?? 0,
  })
  await putSenderRow(tx, { id, state: content.status, version: stored.version })
  tx.record(kind, { resourceType: 'Sender', resourceId: id, version: stored.version })
  return stored
}
