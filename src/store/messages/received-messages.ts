/** Messages that senders have sent to us: each kept once, sealed, with what became of it. D219, D220; docs/channels.md#messages. */
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { present, utc } from '../columns.ts'
import { putBlob, readBlob } from '../operations/blobs.ts'
import type { Tx } from '../transaction.ts'
import { hashContent, hashIdentifier, hashIdentifiers, type MessageIdentifier } from './message-identifiers.ts'

export type ReceivedMessage = {
  readonly senderId: string
  /** MSH-10; undefined: kept apart, never equal to another. */
  readonly controlId: string | undefined
  readonly bytes: Uint8Array
  /** `ADT^A08`; a text of another form is not kept. */
  readonly type?: string | undefined
  /** MSH-10 is added to them. */
  readonly identifiers: readonly MessageIdentifier[]
}

export const receivedOutcomes = ['stored', 'unchanged', 'older', 'held', 'apart', 'refused', 'answered'] as const

export type ReceivedOutcome = {
  /**
   * stored: it changed the record; unchanged: the record had it; older: a later edition is there; held: waits for a person;
   * apart: could not be applied, can be run again; refused: of a type that is not read; answered: an acknowledgement of ours.
   */
  readonly outcome: (typeof receivedOutcomes)[number]
  /** A code, and the place (PID-7), never a value. */
  readonly reason?: string
  /** The acknowledgement code that the sender got, so that a repetition gets the same. */
  readonly answer: string
  /** `Patient/<id>`: what it has written. */
  readonly resources?: readonly string[]
  /** Milliseconds since the last byte of the message came; absent for a message that is run again. */
  readonly tookMs?: number
}

export type Kept = {
  readonly id: string
  /** False if the sender has sent this MSH-10 before. */
  readonly isNew: boolean
  /** False if the one that was kept before has other bytes. */
  readonly isSame: boolean
  /** What became of the one that was kept before. */
  readonly earlier?: ReceivedOutcome
}

/** HL7 v2.4 tables 0076 and 0003. Any other text may be anything, also a name. */
const messageType = /^[A-Z]{3}(\^[A-Z][0-9]{2})?$/

/**
 * Keeps a message within the transaction that applies it. Two copies of one sender and MSH-10 are serialised: the second waits for the
 * transaction of the first, and gets its outcome. If the first rolls back, the second is new.
 */
export async function keepReceived(tx: Tx, message: ReceivedMessage): Promise<Kept> {
  const { keys } = tx.tenant
  const digest = hashContent(keys, message.bytes)
  const control = controlOf(tx, message)
  // What is kept apart may come again and again.
  const shared = control === undefined ? await findContent(tx, digest) : undefined
  const blobId = shared ?? newId()
  for (;;) {
    const id = await insert(tx, { message, digest, control, blobId })
    if (id !== undefined) {
      if (shared === undefined) await putBlob(tx, message.bytes, blobId)
      return { id, isNew: true, isSame: true }
    }
    const kept = await findKept(tx, message.senderId, control)
    // Pruned just now: it is new after all.
    if (kept === undefined) continue
    const { digest: before, ...earlier } = kept
    return { ...earlier, isNew: false, isSame: before.equals(digest) }
  }
}

const controlOf = ({ tenant }: Tx, { controlId }: ReceivedMessage): Buffer | undefined =>
  controlId === undefined || controlId === ''
    ? undefined
    : hashIdentifier(tenant.keys, { kind: 'control', value: controlId })

/** Locked, so that nobody prunes it meanwhile. */
async function findContent(tx: Tx, digest: Buffer): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ blob_id: string }>(
    'select blob_id from received_message where tenant = $1 and digest = $2 and blob_id is not null limit 1 for share',
    [tx.tenant.number, digest],
  )
  return rows[0]?.blob_id
}

type Inserting = {
  readonly message: ReceivedMessage
  readonly digest: Buffer
  readonly control: Buffer | undefined
  readonly blobId: string
}

/** With its identifiers. Undefined if the sender has sent this MSH-10 before. */
async function insert(tx: Tx, { message, digest, control, blobId }: Inserting): Promise<string | undefined> {
  const { senderId, controlId, bytes, type = '', identifiers } = message
  const own: readonly MessageIdentifier[] = controlId === undefined ? [] : [{ kind: 'control', value: controlId }]
  const { rows } = await tx.client.query<{ id: string }>(
    `with kept as (
       insert into received_message (tenant, id, sender_id, type, control, digest, bytes, blob_id) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (tenant, sender_id, control) do nothing returning id),
     named as (insert into message_identifier (tenant, hash, message_id) select $1, hash, kept.id from kept, unnest($9::bytea[]) as hash)
     select id from kept`,
    [
      tx.tenant.number,
      newId(),
      senderId,
      messageType.test(type) ? type : null,
      control ?? null,
      digest,
      bytes.length,
      blobId,
      hashIdentifiers(tx.tenant.keys, [...own, ...identifiers]),
    ],
  )
  return rows[0]?.id
}

/** What a message that could not be read before is found by from now on. */
export async function nameReceived(tx: Tx, id: string, identifiers: readonly MessageIdentifier[]): Promise<void> {
  await tx.client.query(
    `insert into message_identifier (tenant, hash, message_id) select $1, hash, $2 from unnest($3::bytea[]) as hash
     on conflict do nothing`,
    [tx.tenant.number, id, hashIdentifiers(tx.tenant.keys, identifiers)],
  )
}

type OutcomeRow = {
  readonly outcome: ReceivedOutcome['outcome'] | null
  readonly reason: string | null
  readonly answer: string | null
  readonly resources: readonly string[]
}

/** Undefined before it is settled. */
const outcomeOf = ({ outcome, reason, answer, resources }: OutcomeRow): ReceivedOutcome | undefined =>
  outcome === null ? undefined : { outcome, answer: answer ?? '', ...(reason === null ? {} : { reason }), resources }

type Found = { readonly id: string; readonly digest: Buffer; readonly earlier?: ReceivedOutcome }

async function findKept(tx: Tx, senderId: string, control: Buffer | undefined): Promise<Found | undefined> {
  const { rows } = await tx.client.query<OutcomeRow & Pick<Found, 'id' | 'digest'>>(
    `select id, digest, outcome, reason, answer, resources from received_message
     where tenant = $1 and sender_id = $2 and control = $3 for update`,
    [tx.tenant.number, senderId, control ?? null],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const earlier = outcomeOf(row)
  return { id: row.id, digest: row.digest, ...(earlier === undefined ? {} : { earlier }) }
}

/**
 * Writes what became of a message, with its audit record. A message that was held, kept apart or refused can be settled once more, after it
 * was run again. Throws `invalid-transition` if it is settled for good.
 */
export async function settleReceived(tx: Tx, id: string, settled: ReceivedOutcome): Promise<void> {
  const { outcome, reason, answer, resources = [], tookMs } = settled
  const { rows } = await tx.client.query<{ before: string | null }>(
    `update received_message m set outcome = $3, reason = $4, answer = $5, resources = $6, settled_at = clock_timestamp(), took_ms = coalesce($7, took_ms)
     from (select outcome as before from received_message where tenant = $1 and id = $2 for update) as b
     where m.tenant = $1 and m.id = $2 and (b.before is null or b.before in ('held', 'apart', 'refused')) returning b.before`,
    [tx.tenant.number, id, outcome, reason ?? null, answer, resources, tookMs ?? null],
  )
  const [row] = rows
  if (row === undefined) throw new Problem('invalid-transition', { detail: 'The message is settled' })
  tx.record('message.received', {
    resourceType: 'Message',
    resourceId: id,
    toState: outcome,
    ...(row.before === null ? {} : { fromState: row.before }),
    ...(reason === undefined ? {} : { reason }),
    ...patientOf(resources),
  })
}

/** For the audit: the patient whose resources a message has written. */
export function patientOf(resources: readonly string[]): { readonly patientId?: string } {
  const patientId = resources.find((name) => name.startsWith('Patient/'))?.slice('Patient/'.length)
  return patientId === undefined ? {} : { patientId }
}

export type StoredMessage = {
  readonly id: string
  readonly senderId: string
  readonly receivedAt: string
  readonly type?: string
  readonly bytes: number
  readonly outcome?: ReceivedOutcome['outcome']
  readonly reason?: string
  readonly answer?: string
  readonly resources: readonly string[]
  readonly settledAt?: string
  readonly legalHold: boolean
  /** The time at which the content was removed. */
  readonly prunedAt?: string
  /** Its sealed bytes; absent once they are pruned. */
  readonly blobId?: string
}

export const storedMessageColumns = `id, sender_id as "senderId", ${utc('received_at')} as "receivedAt", type, bytes, outcome, reason, answer, resources,
  ${utc('settled_at')} as "settledAt", legal_hold as "legalHold", ${utc('pruned_at')} as "prunedAt", blob_id as "blobId"`

/** Throws `not-found`. `update` locks it, for the one who runs it again. */
export async function readReceived(tx: Tx, id: string, lock?: 'update'): Promise<StoredMessage> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${storedMessageColumns} from received_message where tenant = $1 and id = $2 ${lock === undefined ? '' : 'for update'}`,
    [tx.tenant.number, id],
  )
  if (rows[0] === undefined) throw new Problem('not-found')
  return present<StoredMessage>(rows[0])
}

/** The bytes as they came. Throws `gone` once they are pruned. */
export async function readReceivedContent(tx: Tx, { blobId }: Pick<StoredMessage, 'blobId'>): Promise<Buffer> {
  if (blobId === undefined) throw new Problem('gone')
  return readBlob(tx, blobId)
}
