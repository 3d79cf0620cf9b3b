/** Attempts of deliveries: when each was sent, under which MSH-10, and how it was answered. docs/design/exports-and-delivery.md#deliveries. */
import type pg from 'pg'
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'

type Row = Record<string, unknown>

/** One attempt of a delivery, by its number. */
export type AttemptKey = { readonly deliveryId: string; readonly number: number }

export type NewAttempt = AttemptKey & {
  /** MSH-10. */
  readonly controlId: string
  /** Hash of the address that it goes to, if its answer may come by another way than the answer to the call. */
  readonly endpoint: string | undefined
}

export async function putAttempts(tx: Tx, attempts: readonly NewAttempt[]): Promise<void> {
  await tx.client.query(
    `insert into attempt (tenant, delivery_id, number, started_at, control_id, endpoint)
     select $1, a."deliveryId", a.number, clock_timestamp(), a."controlId", a.endpoint
     from jsonb_to_recordset($2::jsonb) as a ("deliveryId" uuid, number int, "controlId" text, endpoint text)`,
    [tx.tenant.number, JSON.stringify(attempts)],
  )
}

export type AttemptOutcome = AttemptKey & {
  readonly state: string
  readonly reason?: string
  readonly acknowledgement?: string
}

export async function finishAttempts(tx: Tx, outcomes: readonly AttemptOutcome[]): Promise<void> {
  await tx.client.query(
    `update attempt set finished_at = clock_timestamp(), outcome = o.state, reason = o.reason, acknowledgement = o.acknowledgement
     from jsonb_to_recordset($2::jsonb) as o ("deliveryId" uuid, number int, state text, reason text, acknowledgement text)
     where tenant = $1 and delivery_id = o."deliveryId" and attempt.number = o.number`,
    [tx.tenant.number, JSON.stringify(outcomes)],
  )
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
}

export async function listAttempts(tx: Tx, deliveryId: string): Promise<Attempt[]> {
  const { rows } = await tx.client.query<Row>(
    `select number, ${utc('started_at')} as "startedAt", ${utc('finished_at')} as "finishedAt", outcome, reason, acknowledgement,
       answer, ${utc('answered_at')} as "answeredAt", control_id as "controlId"
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

/** The attempts of any tenant that went over a connection under this MSH-10. A folder gets no answers. */
export async function listSentAttempts(pool: pg.Pool, controlId: string): Promise<readonly SentAttempt[]> {
  const { rows } = await pool.query<Row>(
    `select tenant.id as tenant, a.delivery_id as "deliveryId", d.channel_id as "channelId", d.artifact_id as "artifactId",
       d.request_id as "requestId", d.trace, a.number, a.endpoint
     from attempt a join tenant on tenant.number = a.tenant join delivery d on d.tenant = a.tenant and d.id = a.delivery_id
     where a.control_id = $1 and d.transport = 'mllp' and tenant.state = 'active' limit 10`,
    [controlId],
  )
  return rows.map((row) => present<SentAttempt>(row))
}

/** Notes the later answer of the application to an attempt. False if it has answered before: the first answer counts. */
export async function putAnswer(
  tx: Tx,
  attempt: Pick<SentAttempt, 'deliveryId' | 'number'>,
  answer: string,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update attempt set answer = $4, answered_at = clock_timestamp()
     where tenant = $1 and delivery_id = $2 and number = $3
       and answer is null and coalesce(acknowledgement, '') <> all (array['AA', 'AE', 'AR'])`,
    [tx.tenant.number, attempt.deliveryId, attempt.number, answer],
  )
  return rowCount === 1
}
