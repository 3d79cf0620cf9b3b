/** Finds received messages by any of their identifiers, newest first. docs/channels.md#messages. */
import { present } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { hashIdentifier, type MessageIdentifier } from './message-identifiers.ts'
import {
  type ReceivedOutcome,
  readReceived,
  readReceivedContent,
  type StoredMessage,
  storedMessageColumns,
} from './received-messages.ts'

export type MessageSearch = {
  /** Any of them. Absent: every message. */
  readonly identifiers?: readonly MessageIdentifier[]
  readonly senderId?: string
  readonly outcome?: ReceivedOutcome['outcome']
  /** Id of a message: those before it follow. */
  readonly before?: string
  readonly limit: number
}

const named = 'id in (select message_id from message_identifier where tenant = $1 and hash = any ($2::bytea[]))'

export async function findMessages(tx: Tx, search: MessageSearch): Promise<readonly StoredMessage[]> {
  const { identifiers, senderId, outcome, before, limit } = search
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${storedMessageColumns} from received_message
     where tenant = $1 and ($2::bytea[] is null or ${named}) and ($3::uuid is null or sender_id = $3)
       and ($4::text is null or outcome = $4) and ($5::uuid is null or id < $5)
     order by id desc limit $6`,
    [
      tx.tenant.number,
      identifiers?.map((identifier) => hashIdentifier(tx.tenant.keys, identifier)) ?? null,
      senderId ?? null,
      outcome ?? null,
      before ?? null,
      limit,
    ],
  )
  return rows.map((row) => present<StoredMessage>(row))
}

/** With its bytes. Throws `not-found`, and `gone` once the bytes are pruned. */
export async function readMessage(
  tx: Tx,
  id: string,
  lock?: 'update',
): Promise<StoredMessage & { readonly content: Buffer }> {
  const message = await readReceived(tx, id, lock)
  return { ...message, content: await readReceivedContent(tx, message) }
}
