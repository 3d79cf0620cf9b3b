/** Removes the content of messages whose time is over, by the days of their tenant. D250; docs/channels.md#how-long-messages-are-kept. */
import type pg from 'pg'
import { deleteBlobs } from '../audio/uploads.ts'
import { prunesFrom } from '../tenants/shortened-retention.ts'
import type { Tx } from '../transaction.ts'
import type { DeliveryState } from '../transitions.ts'
import { patientOf, type ReceivedOutcome } from './received-messages.ts'

/** Outcomes of messages that may be pruned. A message that is held or apart waits for a person, who may run it again from its bytes. The index `received_message_settled` has the same outcomes. */
const settled = [
  'stored',
  'unchanged',
  'older',
  'refused',
  'answered',
] as const satisfies readonly ReceivedOutcome['outcome'][]

/** States of deliveries that may be pruned. A delivery that waits, is being sent or needs a person keeps its content. */
const finished = ['sent', 'committed', 'accepted', 'expired', 'cancelled'] as const satisfies readonly DeliveryState[]

const listOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** SQL that is never true for a tenant that keeps messages for good, nor on the day after its days were shortened. A change counts from the next statement. */
const isOver = (at: string): string =>
  `${at} < now() - make_interval(days => (select message_days from tenant where number = $1)) and coalesce(${prunesFrom('$1')} <= now(), true)`

/** Lists the tenants that limit the time of messages, by their UUIDs. */
export async function listPruningTenants(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from tenant where state = 'active' and message_days is not null order by number`,
  )
  return rows.map(({ id }) => id)
}

/** Without this lock, two processes could each prune one of two messages that share a content, and both leave the content behind. */
const lockName = 'message-pruning'

type ReceivedRow = {
  readonly id: string
  readonly bytes: number
  readonly blobId: string
  readonly digest: Buffer
  readonly resources: readonly string[]
}

const receivedText = `select id, bytes, blob_id as "blobId", digest, resources from received_message
  where tenant = $1 and blob_id is not null and not legal_hold and outcome in (${listOf(settled)}) and ${isOver('settled_at')}
  order by settled_at limit $2 for update skip locked`

/** The most bytes that one transaction deletes; at least one message in any case. */
const mostBytes = 32 * 1024 * 1024

function firstOf(rows: readonly ReceivedRow[]): readonly ReceivedRow[] {
  let total = 0
  return rows.filter(({ bytes }, at) => {
    total += bytes
    return at === 0 || total <= mostBytes
  })
}

/**
 * Removes the content of the oldest received messages and the identifiers by which they are found, except MSH-10. The row stays, so that a
 * repetition gets the same answer. Answers how many messages it pruned.
 */
export async function pruneReceived(tx: Tx, limit: number): Promise<number> {
  await tx.lock(lockName)
  const { rows } = await tx.client.query<ReceivedRow>(receivedText, [tx.tenant.number, limit])
  const pruned = firstOf(rows)
  if (pruned.length === 0) return 0
  const ids = pruned.map(({ id }) => id)
  await tx.client.query(
    'update received_message set blob_id = null, pruned_at = clock_timestamp() where tenant = $1 and id = any ($2::uuid[])',
    [tx.tenant.number, ids],
  )
  await tx.client.query(
    `delete from message_identifier i using received_message m
     where i.tenant = $1 and i.message_id = any ($2::uuid[]) and m.tenant = $1 and m.id = i.message_id and i.hash is distinct from m.control`,
    [tx.tenant.number, ids],
  )
  await deleteBlobs(tx, await listUnnamed(tx, pruned))
  for (const { id, resources } of pruned)
    tx.record('message.pruned', { resourceType: 'Message', resourceId: id, ...patientOf(resources) })
  return pruned.length
}

/** Lists the contents that no message names any more. A message that shares one locks a row that names it, and a locked row is not pruned now. */
async function listUnnamed(tx: Tx, pruned: readonly ReceivedRow[]): Promise<readonly string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select distinct b.id from unnest($2::uuid[], $3::bytea[]) as b (id, digest)
     where not exists (select from received_message m where m.tenant = $1 and m.digest = b.digest and m.blob_id = b.id)`,
    [tx.tenant.number, pruned.map(({ blobId }) => blobId), pruned.map(({ digest }) => digest)],
  )
  return rows.map(({ id }) => id)
}

type SentRow = { readonly id: string; readonly artifactId: string; readonly startedAt: string }

const sentText = `select d.id, d.artifact_id as "artifactId", a.started_at::text as "startedAt"
  from attempt a join delivery d on d.tenant = a.tenant and d.id = a.delivery_id
  where a.tenant = $1 and a.blob_id is not null and a.started_at >= $3::timestamptz and ${isOver('a.started_at')}
    and d.state in (${listOf(finished)}) and not (d.state = 'committed' and d.answer_due_at is not null)
    and not d.legal_hold and ${isOver('d.updated_at')}
  order by a.started_at limit $2 for update of d skip locked`

/** `from`: the point at which the next batch begins. */
export type PrunedSent = { readonly count: number; readonly from: string }

/**
 * Removes the parts of the oldest attempts from which their bytes are built again, and the answers. The rendering belongs to the document and stays. `from`: the
 * attempts before this point were looked at already.
 */
export async function pruneSent(tx: Tx, limit: number, from = '-infinity'): Promise<PrunedSent> {
  await tx.lock(lockName)
  const { rows } = await tx.client.query<SentRow>(sentText, [tx.tenant.number, limit, from])
  const pruned = new Map(rows.map((row) => [row.id, row]))
  if (pruned.size === 0) return { count: 0, from }
  await tx.client.query(
    `update attempt set blob_id = null, header = null, reply = null, answer_reply = null, pruned_at = clock_timestamp()
     where tenant = $1 and delivery_id = any ($2::uuid[]) and pruned_at is null`,
    [tx.tenant.number, [...pruned.keys()]],
  )
  for (const { id, artifactId } of pruned.values())
    tx.record('message.pruned', { resourceType: 'Message', resourceId: id, artifactId })
  return { count: pruned.size, from: rows.at(-1)?.startedAt ?? from }
}
