/** The one writer of the state of deliveries, and the rows of a lane that come next. docs/design/exports-and-delivery.md#deliveries. */
import { Problem } from '../../core/problems.ts'
import { present } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { type DeliveryOperation, deliveryTransitions, transitionOf } from '../transitions.ts'
import { type Delivery, deliveryColumns, readDelivery } from './deliveries.ts'

type Lane = { readonly channelId: string; readonly lane: number }

type Row = Record<string, unknown>

export type NextDelivery = Delivery & { readonly due: boolean }

/** Recalls first, then in order. */
const nextText = (columns: string): string =>
  `select ${columns}, due_at <= now() as due from delivery
   where tenant = $1 and channel_id = $2 and lane = $3 and state in ('queued', 'sending')
   order by (kind = 'recall') desc, seq limit $4`

const lookText = nextText('artifact_id as "artifactId"')
const lockText = `${nextText(deliveryColumns)} for update`

/** Where the next deliveries of the lane come from. They are not locked. */
export async function listNextArtifacts(
  tx: Tx,
  { channelId, lane }: Lane,
  limit: number,
): Promise<readonly Pick<NextDelivery, 'artifactId' | 'due'>[]> {
  const values = [tx.tenant.number, channelId, lane, limit]
  const { rows } = await tx.client.query<Pick<NextDelivery, 'artifactId' | 'due'>>({
    ...{ name: 'delivery-next-artifacts', text: lookText, values },
  })
  return rows
}

/** Locks the next deliveries of the lane. They stay queued until they are claimed. */
export async function lockNextDeliveries(
  tx: Tx,
  { channelId, lane }: Lane,
  limit: number,
): Promise<readonly NextDelivery[]> {
  const values = [tx.tenant.number, channelId, lane, limit]
  const { rows } = await tx.client.query<Row>({ name: 'delivery-next-lock', text: lockText, values })
  return rows.map((row) => present<NextDelivery>(row))
}

export type DeliveryChange = {
  readonly reason?: string
  readonly acknowledgement?: string
  readonly delayMs?: number
  readonly bytes?: number
  readonly sha256?: string
  readonly controlId?: string
  readonly fileName?: string
  readonly shareId?: string
  /** At its claim. */
  readonly recipient?: string
  /** Set at the claim: the hash of its mapping tables. */
  readonly mapping?: string
  /** At a replay. */
  readonly preset?: string
  /** How long the answer of the receiver's application is awaited. Any other move ends the wait. */
  readonly answerWithinMs?: number
  /** Moves it only while this is its last attempt. */
  readonly attempt?: number
}

export type DeliveryMove = {
  readonly id: string
  readonly operation: DeliveryOperation
  readonly change?: DeliveryChange | undefined
}

/** By these a document arrives, or is known to have arrived. */
export const arrivals: ReadonlySet<DeliveryOperation> = new Set(['send', 'commit', 'accept', 'confirm'])
const again: ReadonlySet<DeliveryOperation> = new Set(['replay', 'repeat'])
/** How many attempts each adds: what comes back unsent was no attempt. */
const counted: Readonly<Partial<Record<DeliveryOperation, number>>> = { claim: 1, unsend: -1 }

/** As much of a moved delivery as its record needs: times are written out for those alone who show them. */
export type MovedDelivery = Pick<Delivery, 'id' | 'artifactId' | 'channelId' | 'lane' | 'state' | 'attempts' | 'tries'>

const movedColumns = `id, artifact_id as "artifactId", channel_id as "channelId", lane, state, attempts, tries`

/** An operation that takes an attempt back also takes back its MSH-10 and its reason. */
const moveText = `update delivery set state = m.target, reason = m.why, acknowledgement = coalesce(m.answer, acknowledgement),
    due_at = now() + make_interval(secs => m.delay), bytes = coalesce(m.size, bytes), sha256 = coalesce(m.digest, sha256),
    control_id = case when m.step < 0 then m.control else coalesce(m.control, control_id) end, file_name = coalesce(m.file, file_name),
    attempts = attempts + m.step, tries = case when m.anew then 0 else tries + m.step end, updated_at = now(),
    share_id = coalesce(m.share, share_id), arrived_at = case when m.arrives then coalesce(arrived_at, now()) else arrived_at end,
    recipient = coalesce(m.addressee, recipient), mapping = coalesce(m.tables, mapping), preset = coalesce(m.form, preset),
    answer_due_at = now() + make_interval(secs => m.awaits)
  from jsonb_to_recordset($2::jsonb) as m (subject uuid, target text, sources text[], why text, answer text, delay float8, size int, digest text,
    control text, file text, step int, anew boolean, share uuid, arrives boolean, addressee text, tables text, form text, attempt int, awaits float8)
  where tenant = $1 and id = m.subject and state = any (m.sources) and attempts = coalesce(m.attempt, attempts)`

const movesText = `${moveText} returning ${movedColumns}`
const moveOneText = `${moveText} returning ${deliveryColumns}`

function rowOf({ id, operation, change = {} }: DeliveryMove) {
  const { from, to } = transitionOf(deliveryTransitions, operation)
  return {
    subject: id,
    target: to,
    sources: from,
    why: change.reason,
    answer: change.acknowledgement,
    delay: (change.delayMs ?? 0) / 1000,
    size: change.bytes,
    digest: change.sha256,
    control: change.controlId,
    file: change.fileName,
    step: counted[operation] ?? 0,
    anew: again.has(operation),
    share: change.shareId,
    arrives: arrivals.has(operation),
    addressee: change.recipient,
    tables: change.mapping,
    form: change.preset,
    attempt: change.attempt,
    awaits: change.answerWithinMs === undefined ? undefined : change.answerWithinMs / 1000,
  }
}

/** Moves deliveries, one move each, in one statement. Answers those that were in a state that allows it, by their ids. */
export async function moveDeliveries(
  tx: Tx,
  moves: readonly DeliveryMove[],
): Promise<ReadonlyMap<string, MovedDelivery>> {
  if (moves.length === 0) return new Map()
  const values = [tx.tenant.number, JSON.stringify(moves.map(rowOf))]
  const { rows } = await tx.client.query<MovedDelivery>({ name: 'delivery-moves', text: movesText, values })
  return new Map(rows.map((moved) => [moved.id, moved]))
}

/** Moves a delivery. Throws `invalid-transition` if its state does not allow it. */
export async function moveDelivery(
  tx: Tx,
  id: string,
  operation: DeliveryOperation,
  change: DeliveryChange = {},
): Promise<Delivery> {
  const values = [tx.tenant.number, JSON.stringify([rowOf({ id, operation, change })])]
  const { rows } = await tx.client.query<Row>({ name: 'delivery-move', text: moveOneText, values })
  if (rows[0] !== undefined) return present<Delivery>(rows[0])
  const { state } = await readDelivery(tx, id)
  throw new Problem('invalid-transition', { detail: `The operation ${operation} is not open from the state ${state}` })
}
