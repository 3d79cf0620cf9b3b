/** Deliveries: operational rows; the queue only wakes a worker. docs/design/hub.md#release, docs/design/exports-and-delivery.md#deliveries. */
import type pg from 'pg'
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { present, utc } from '../columns.ts'
import type { ChannelContent } from '../hub-resources.ts'
import type { Tx } from '../transaction.ts'
import type { DeliveryState } from '../transitions.ts'

export type Delivery = {
  readonly id: string
  readonly seq: string
  readonly artifactId: string
  readonly channelId: string
  readonly documentId: string
  readonly kind: 'original' | 'recall'
  readonly format: string
  readonly preset: string
  readonly lane: number
  readonly state: DeliveryState
  readonly reason?: string
  readonly attempts: number
  /** Attempts since it was queued or replayed; the channel's retry rule counts these. */
  readonly tries: number
  readonly dueAt: string
  readonly bytes?: number
  readonly sha256?: string
  readonly acknowledgement?: string
  readonly controlId?: string
  readonly fileName?: string
  /** Whom its last attempt was addressed to: the hash of `recipients.ts`, empty for nobody; absent before the first. D139 */
  readonly recipient?: string
  /** The mapping tables of its last attempt: the hash of `mapping-choices.ts`, empty for none; absent before the first. D248 */
  readonly mapping?: string
  /** The share that it carries out, if a clinician asked for it. */
  readonly shareId?: string
  /** When it first arrived. */
  readonly arrivedAt?: string
  /** Until then the answer of the receiver's application is awaited. */
  readonly answerDueAt?: string
  readonly requestId: string
  /** Its place in a trace. */
  readonly trace?: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type NewDelivery = Pick<
  Delivery,
  | 'artifactId'
  | 'channelId'
  | 'documentId'
  | 'kind'
  | 'format'
  | 'preset'
  | 'lane'
  | 'shareId'
  | 'recipient'
  | 'mapping'
> & {
  /** Absent for a delivery that follows another to the same channel. */
  readonly transport?: ChannelContent['transport']
}

export const deliveryColumns = `id, seq, artifact_id as "artifactId", channel_id as "channelId", document_id as "documentId", kind, format, preset, lane, state, reason,
  attempts, tries, ${utc('due_at')} as "dueAt", bytes, sha256, acknowledgement, control_id as "controlId", file_name as "fileName", recipient, mapping,
  share_id as "shareId", ${utc('arrived_at')} as "arrivedAt", ${utc('answer_due_at')} as "answerDueAt", request_id as "requestId", trace, ${utc('created_at')} as "createdAt", ${utc('updated_at')} as "updatedAt"`

type Row = Record<string, unknown>

const auditFields = (delivery: Delivery) => ({
  resourceType: 'Delivery',
  resourceId: delivery.id,
  artifactId: delivery.artifactId,
  toState: delivery.state,
})

/** Queues a delivery with its audit record and outbox row; one for each artifact, channel and kind. */
export async function putDelivery(tx: Tx, delivery: NewDelivery): Promise<Delivery | undefined> {
  const { rows } = await tx.client.query<Row>(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id, share_id, trace, recipient, transport, mapping)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'queued', $10, $11, $12, $13,
       coalesce($14, (select transport from delivery where tenant = $1 and channel_id = $4 and transport is not null limit 1)), $15) on conflict (tenant, artifact_id, channel_id, kind) do nothing returning ${deliveryColumns}`,
    [
      tx.tenant.number,
      newId(),
      delivery.artifactId,
      delivery.channelId,
      delivery.documentId,
      delivery.kind,
      delivery.format,
      delivery.preset,
      delivery.lane,
      tx.caller.requestId,
      delivery.shareId ?? null,
      tx.caller.trace ?? null,
      delivery.recipient ?? null,
      delivery.transport ?? null,
      delivery.mapping ?? null,
    ],
  )
  if (rows[0] === undefined) return undefined
  const queued = present<Delivery>(rows[0])
  tx.record('delivery.queued', auditFields(queued))
  tx.enqueue('delivery.queued', laneName(queued))
  return queued
}

/** A lane of a destination: its deliveries go out one after the other. */
export const laneName = (lane: { readonly channelId: string; readonly lane: number }): string =>
  `${lane.channelId}_${lane.lane}`

export async function readDelivery(tx: Tx, id: string, lock?: 'update'): Promise<Delivery> {
  const { rows } = await tx.client.query<Row>(
    `select ${deliveryColumns} from delivery where tenant = $1 and id = $2 ${lock === undefined ? '' : `for ${lock}`}`,
    [tx.tenant.number, id],
  )
  if (rows[0] === undefined) throw new Problem('not-found')
  return present<Delivery>(rows[0])
}

/** The delivery of that kind for the artifact and channel; there is at most one. */
export async function findDelivery(
  tx: Tx,
  { artifactId, channelId }: Pick<Delivery, 'artifactId' | 'channelId'>,
): Promise<Delivery | undefined> {
  const { rows } = await tx.client.query<Row>(
    `select ${deliveryColumns} from delivery where tenant = $1 and artifact_id = $2 and channel_id = $3 and kind = 'original'`,
    [tx.tenant.number, artifactId, channelId],
  )
  return rows[0] && present<Delivery>(rows[0])
}

/** Number of deliveries of a channel that wait or are being sent. */
export async function countOpenDeliveries(tx: Tx, channelId: string): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from delivery where tenant = $1 and channel_id = $2 and state in ('held', 'queued', 'sending')`,
    [tx.tenant.number, channelId],
  )
  return rows[0]?.count ?? 0
}

export type DeliveryList = {
  readonly limit: number
  readonly before?: string
  readonly artifactId?: string
  readonly channelId?: string
  readonly state?: string
  readonly updatedSince?: string
}

export async function listDeliveries(tx: Tx, list: DeliveryList): Promise<Delivery[]> {
  const { rows } = await tx.client.query<Row>(
    `select ${deliveryColumns} from delivery where tenant = $1 and seq < coalesce($2::bigint, 9223372036854775807)
       and ($3::uuid is null or artifact_id = $3) and ($4::uuid is null or channel_id = $4) and ($5::text is null or state = $5)
       and ($7::timestamptz is null or updated_at >= $7)
     order by seq desc limit $6`,
    [
      tx.tenant.number,
      list.before ?? null,
      list.artifactId ?? null,
      list.channelId ?? null,
      list.state ?? null,
      list.limit,
      list.updatedSince ?? null,
    ],
  )
  return rows.map((row) => present<Delivery>(row))
}

/** Beyond it nobody counts. */
const mostAhead = 1_000

/**
 * The place of each delivery that is queued or being sent in its lane, from 1: recalls go first. One with a thousand others before it has none.
 * Each lane is read once, along its index.
 */
export async function listPositions(tx: Tx, deliveries: readonly Delivery[]): Promise<ReadonlyMap<string, number>> {
  const waiting = deliveries.filter(({ state }) => state === 'queued' || state === 'sending')
  if (waiting.length === 0) return new Map()
  const lanes = new Map(waiting.map(({ channelId, lane }) => [laneName({ channelId, lane }), { channelId, lane }]))
  const { rows } = await tx.client.query<{ id: string; position: number }>(
    `select d.id, (row_number() over (partition by l."channelId", l.lane order by (d.kind = 'recall') desc, d.seq))::int as position
     from jsonb_to_recordset($2::jsonb) as l ("channelId" uuid, lane int) cross join lateral (
       select id, kind, seq from delivery
       where tenant = $1 and channel_id = l."channelId" and lane = l.lane and state in ('queued', 'sending')
       order by (kind = 'recall') desc, seq limit $3) d`,
    [tx.tenant.number, JSON.stringify([...lanes.values()]), mostAhead],
  )
  const wanted = new Set(waiting.map(({ id }) => id))
  return new Map(rows.filter(({ id }) => wanted.has(id)).map(({ id, position }) => [id, position]))
}

export type Unanswered = { readonly tenant: string; readonly id: string; readonly requestId: string }

/** Committed deliveries of all tenants whose applications have not answered in time, the longest first. */
export async function listUnanswered(pool: pg.Pool, limit: number): Promise<readonly Unanswered[]> {
  const { rows } = await pool.query<Unanswered>(
    `select tenant.id as tenant, d.id, d.request_id as "requestId" from delivery d join tenant on tenant.number = d.tenant
     where tenant.state = 'active' and d.state = 'committed' and d.answer_due_at <= now() order by d.answer_due_at limit $1`,
    [limit],
  )
  return rows
}

/** Those that are held for this reason. */
export async function listHeldFor(tx: Tx, reason: string): Promise<readonly Delivery[]> {
  const { rows } = await tx.client.query<Row>(
    `select ${deliveryColumns} from delivery where tenant = $1 and state = 'held' and reason = $2 order by seq`,
    [tx.tenant.number, reason],
  )
  return rows.map((row) => present<Delivery>(row))
}

export type FileAnswered = { readonly tenant: string; readonly channelId: string }

type FilePage = { readonly limit: number; readonly after: FileAnswered | undefined }

/** Channels of all tenants whose answers come as files, if a delivery waits for an answer, or got none in time within the last seven days. Leaves out channels that a process looks after already. In the order of their ids. */
export async function listFileAnswered(pool: pg.Pool, { limit, after }: FilePage): Promise<readonly FileAnswered[]> {
  const { rows } = await pool.query<FileAnswered>(
    `select tenant.id as tenant, w.channel_id as "channelId" from tenant join (
       select tenant, channel_id from delivery
         where state = 'committed' and answer_due_at is not null and transport in ('file', 'sftp')
       union
       select tenant, channel_id from delivery
         where state = 'dead' and reason = 'no-application-answer' and transport in ('file', 'sftp') and updated_at > now() - interval '7 days'
     ) w on w.tenant = tenant.number
     where tenant.state = 'active' and ($2::uuid is null or (tenant.id, w.channel_id) > ($2::uuid, $3::uuid))
       and not exists (select from lease l where l.tenant = w.tenant and l.name = 'pick-up_' || w.channel_id and l.until > now())
     order by tenant.id, w.channel_id limit $1`,
    [limit, after?.tenant ?? null, after?.channelId ?? null],
  )
  return rows
}

/** Makes deliveries that waited for a paused channel due at once. */
export async function wakeDeliveries(tx: Tx, channelId: string): Promise<void> {
  const { rows } = await tx.client.query<{ lane: number }>(
    `update delivery set due_at = now() where tenant = $1 and channel_id = $2 and state = 'queued' and reason = 'channel_paused' returning lane`,
    [tx.tenant.number, channelId],
  )
  for (const lane of new Set(rows.map((row) => row.lane))) tx.enqueue('delivery.queued', laneName({ channelId, lane }))
}
