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
  readonly identifiers?: readonly MessageIdentifier[] | undefined
  readonly senderId?: string | undefined
  readonly outcome?: ReceivedOutcome['outcome'] | undefined
  /** Whether it is on legal hold. Absent: both. */
  readonly legalHold?: boolean | undefined
  /** Id of a message: those before it follow. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Each condition that is there, and no other: a plan for all of them together would use no index. */
export async function findMessages(tx: Tx, search: MessageSearch): Promise<readonly StoredMessage[]> {
  const { identifiers, senderId, outcome, legalHold, before, limit } = search
  const values: unknown[] = [tx.tenant.number, limit]
  const value = (of: unknown): string => `$${values.push(of)}`
  const hashes = identifiers?.map((identifier) => hashIdentifier(tx.tenant.keys, identifier))
  const named = 'select message_id from message_identifier where tenant = $1 and hash = any'
  const where = [
    ...(hashes === undefined ? [] : [`id in (${named} (${value(hashes)}::bytea[]))`]),
    ...(senderId === undefined ? [] : [`sender_id = ${value(senderId)}`]),
    ...(outcome === undefined ? [] : [`outcome = ${value(outcome)}`]),
    ...(legalHold === undefined ? [] : [legalHold ? 'legal_hold' : 'not legal_hold']),
    ...(before === undefined ? [] : [`id < ${value(before)}`]),
  ]
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${storedMessageColumns} from received_message where ${['tenant = $1', ...where].join(' and ')} order by id desc limit $2`,
    values,
  )
  return rows.map((row) => present<StoredMessage>(row))
}

/** True if one of the identifiers is among those of the message. */
export async function isNamedIn(tx: Tx, id: string, identifiers: readonly MessageIdentifier[]): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select from message_identifier where tenant = $1 and message_id = $2 and hash = any ($3::bytea[]) limit 1',
    [tx.tenant.number, id, identifiers.map((identifier) => hashIdentifier(tx.tenant.keys, identifier))],
  )
  return rowCount !== 0
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
