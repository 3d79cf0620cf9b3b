/** Legal hold of a message: nothing of it is pruned until the hold is lifted. D250; docs/channels.md#how-long-messages-are-kept. */
import { Problem } from '../../core/problems.ts'
import type { AuditFields } from '../audit/audit.ts'
import { readDelivery } from '../operations/deliveries.ts'
import type { Tx } from '../transaction.ts'
import { patientOf, readReceived } from './received-messages.ts'
import { findSentMessage } from './sent-messages.ts'

export type MessageHold = {
  readonly isHeld: boolean
  /** A reason from the list of the API. */
  readonly reason: string
}

/**
 * Sets or lifts the hold, with its audit record. Throws `not-found`, `gone` if the content has been pruned, and `invalid-transition` if the message
 * is already on hold, or already not on hold.
 */
export async function putMessageHold(tx: Tx, id: string, { isHeld, reason }: MessageHold): Promise<void> {
  const isSent = (await findSentMessage(tx, id)) !== undefined
  const about = isSent ? await lockSent(tx, id) : await lockReceived(tx, id)
  const { rowCount } = await tx.client.query(
    `update ${isSent ? 'delivery' : 'received_message'} set legal_hold = $3 where tenant = $1 and id = $2 and legal_hold <> $3`,
    [tx.tenant.number, id, isHeld],
  )
  if (rowCount !== 1)
    throw new Problem('invalid-transition', {
      detail: isHeld ? 'The message is on legal hold' : 'The message is not on legal hold',
    })
  const kind = isHeld ? 'message.hold-set' : 'message.hold-lifted'
  tx.record(kind, { resourceType: 'Message', resourceId: id, ...about, reason })
}

async function lockReceived(tx: Tx, id: string): Promise<AuditFields> {
  const { blobId, resources } = await readReceived(tx, id, 'update')
  if (blobId === undefined) throw new Problem('gone')
  return patientOf(resources)
}

async function lockSent(tx: Tx, id: string): Promise<AuditFields> {
  const { artifactId } = await readDelivery(tx, id, 'update')
  const { rows } = await tx.client.query<{ isPruned: boolean }>(
    `select coalesce(bool_and(pruned_at is not null), false) as "isPruned" from attempt where tenant = $1 and delivery_id = $2`,
    [tx.tenant.number, id],
  )
  if (rows[0]?.isPruned === true) throw new Problem('gone')
  return { artifactId }
}
