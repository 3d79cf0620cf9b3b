/** Attempts of deliveries: when each was sent, under which MSH-10, from which bytes, and how it was answered. docs/design/exports-and-delivery.md#deliveries. */
import type pg from 'pg'
import { present, utc } from '../columns.ts'
import { openSealed } from '../keys/keys.ts'
import { seal } from '../keys/seal.ts'
import type { Tx } from '../transaction.ts'

type Row = Record<string, unknown>

/** One attempt of a delivery, by its number. */
export type AttemptKey = { readonly deliveryId: string; readonly number: number }

export type NewAttempt = AttemptKey & {
  /** MSH-10. */
  readonly controlId: string
  /** Hash of the address that it goes to, if its answer may come by another way than the answer to the call. */
  readonly endpoint: string | undefined
  /** Of the rendering that it sends. */
  readonly blobId: string
  /** Fields of MSH that it writes over those of the rendering, by their numbers; absent in a form without a header. */
  readonly header: object | undefined
}

/** They are written with the commit of the transaction. */
export function putAttempts(tx: Tx, attempts: readonly NewAttempt[]): void {
  tx.endWith({
    name: 'attempt-put',
    text: `insert into attempt (tenant, delivery_id, number, started_at, control_id, endpoint, blob_id, header)
     select $1, a."deliveryId", a.number, clock_timestamp(), a."controlId", a.endpoint, a."blobId", a.header
     from jsonb_to_recordset($2::jsonb) as a ("deliveryId" uuid, number int, "controlId" text, endpoint text, "blobId" uuid, header jsonb)`,
    values: [tx.tenant.number, JSON.stringify(attempts)],
  })
}

export type AttemptOutcome = AttemptKey & {
  readonly state: string
  readonly reason?: string
  readonly acknowledgement?: string
  /** Of the bytes that went out; absent if nothing did. */
  readonly bytes?: number
  readonly sha256?: string
  /** What the receiver has answered, as it came. It is stored sealed. */
  readonly reply?: Uint8Array | undefined
}

/** A reply of an attempt: the first one, or the later one of the application. */
type ReplyColumn = 'reply' | 'answer_reply'

const replyContext = ({ tenant }: Tx, { deliveryId, number }: AttemptKey, column: ReplyColumn): string =>
  `attempt|${tenant.number}|${deliveryId}|${number}|${column}`

const sealReply = (tx: Tx, key: AttemptKey, column: ReplyColumn, reply: Uint8Array): Buffer =>
  seal(reply, tx.tenant.keys.current, replyContext(tx, key, column))

/** They are written with the commit of the transaction. */
export function finishAttempts(tx: Tx, outcomes: readonly AttemptOutcome[]): void {
  const rows = outcomes.map(({ reply, ...outcome }) => ({
    ...outcome,
    ...(reply === undefined ? {} : { reply: sealReply(tx, outcome, 'reply', reply).toString('base64') }),
  }))
  tx.endWith({
    name: 'attempt-finish',
    text: `update attempt set finished_at = clock_timestamp(), outcome = o.state, reason = o.reason, acknowledgement = o.acknowledgement,
       bytes = o.bytes, sha256 = o.sha256, reply = decode(o.reply, 'base64')
     from jsonb_to_recordset($2::jsonb) as o ("deliveryId" uuid, number int, state text, reason text, acknowledgement text, bytes int, sha256 text, reply text)
     where tenant = $1 and delivery_id = o."deliveryId" and attempt.number = o.number`,
    values: [tx.tenant.number, JSON.stringify(rows)],
  })
}

export type SentContent = {
  /** Of the rendering; absent once it is pruned, and for an attempt of an earlier release. */
  readonly blobId?: string
  readonly header?: Readonly<Record<string, string>>
  readonly sha256?: string
  readonly reply?: Buffer
  readonly answerReply?: Buffer
}

type ContentRow = Pick<SentContent, 'blobId' | 'header' | 'sha256'> & {
  readonly reply: Buffer | null
  readonly answer_reply: Buffer | null
}

/** What an attempt sent, as it can be built again, and what it was answered. Undefined if there is no such attempt. */
export async function findSentContent(tx: Tx, key: AttemptKey): Promise<SentContent | undefined> {
  const { rows } = await tx.client.query<ContentRow>(
    'select blob_id as "blobId", header, sha256, reply, answer_reply from attempt where tenant = $1 and delivery_id = $2 and number = $3',
    [tx.tenant.number, key.deliveryId, key.number],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { reply, answer_reply, ...sent } = row
  const open = (sealed: Buffer | null, column: ReplyColumn) =>
    sealed === null ? null : openSealed(tx.tenant.keys, sealed, replyContext(tx, key, column))
  return present({ ...sent, reply: open(reply, 'reply'), answerReply: open(answer_reply, 'answer_reply') })
}

/** Removes attempts of which nothing was sent. */
export async function removeAttempts(tx: Tx, keys: readonly AttemptKey[]): Promise<void> {
  await tx.client.query(
    `delete from attempt using jsonb_to_recordset($2::jsonb) as k ("deliveryId" uuid, number int)
     where tenant = $1 and delivery_id = k."deliveryId" and attempt.number = k.number and finished_at is null`,
    [tx.tenant.number, JSON.stringify(keys)],
  )
}

export type Attempt = {
  readonly number: number
  readonly startedAt: string
  readonly finishedAt?: string
  readonly outcome?: string
  readonly reason?: string
  readonly acknowledgement?: string
  /** The code by which the receiver's application has answered later, and when. */
  readonly answer?: string
  readonly answeredAt?: string
  readonly controlId: string
  /** The time at which the answers, and the header fields from which the bytes are built again, were removed. */
  readonly prunedAt?: string
}

export async function listAttempts(tx: Tx, deliveryId: string): Promise<Attempt[]> {
  const { rows } = await tx.client.query<Row>(
    `select number, ${utc('started_at')} as "startedAt", ${utc('finished_at')} as "finishedAt", outcome, reason, acknowledgement,
       answer, ${utc('answered_at')} as "answeredAt", control_id as "controlId",
       ${utc('pruned_at')} as "prunedAt"
     from attempt where tenant = $1 and delivery_id = $2 order by number`,
    [tx.tenant.number, deliveryId],
  )
  return rows.map((row) => present<Attempt>(row))
}

export type SentAttempt = {
  /** UUID of the tenant. */
  readonly tenant: string
  readonly deliveryId: string
  readonly channelId: string
  readonly artifactId: string
  readonly requestId: string
  readonly trace?: string
  readonly number: number
  /** Absent for an attempt of an earlier release. */
  readonly endpoint?: string
}

/** The attempts of any tenant that went over a connection under this MSH-10. In a folder those alone whose answers come as files. */
export async function listSentAttempts(pool: pg.Pool, controlId: string): Promise<readonly SentAttempt[]> {
  const { rows } = await pool.query<Row>(
    `select tenant.id as tenant, a.delivery_id as "deliveryId", d.channel_id as "channelId", d.artifact_id as "artifactId",
       d.request_id as "requestId", d.trace, a.number, a.endpoint
     from attempt a join tenant on tenant.number = a.tenant join delivery d on d.tenant = a.tenant and d.id = a.delivery_id
     where a.control_id = $1 and (d.transport = 'mllp' or d.transport in ('file', 'sftp') and a.endpoint is not null) and tenant.state = 'active' limit 10`,
    [controlId],
  )
  return rows.map((row) => present<SentAttempt>(row))
}

/** Notes the later answer of the application to an attempt. False if it has answered before: the first answer counts. */
export async function putAnswer(
  tx: Tx,
  attempt: Pick<SentAttempt, 'deliveryId' | 'number'>,
  { code, reply }: { readonly code: string; readonly reply: Uint8Array | undefined },
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update attempt set answer = $4, answered_at = clock_timestamp(), answer_reply = case when pruned_at is null then $5::bytea end
     where tenant = $1 and delivery_id = $2 and number = $3
       and answer is null and coalesce(acknowledgement, '') <> all (array['AA', 'AE', 'AR'])`,
    [
      tx.tenant.number,
      attempt.deliveryId,
      attempt.number,
      code,
      reply === undefined ? null : sealReply(tx, attempt, 'answer_reply', reply),
    ],
  )
  return rowCount === 1
}
