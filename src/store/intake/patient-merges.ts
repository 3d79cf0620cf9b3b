/** Merges of two patients' records (patient_merge), and the one writer of their state. docs/inbound.md#merges. */
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { transitionOf } from '../transitions.ts'

export const mergeStates = ['open', 'confirmed', 'undone'] as const
export type MergeState = (typeof mergeStates)[number]

export type PatientMerge = {
  readonly id: string
  readonly seq: string
  /** Ids of the record that remains, and of the one that leads there. */
  readonly survivorId: string
  readonly mergedId: string
  readonly state: MergeState
  /** `Patient.active` of the merged record before; absent if it had none. */
  readonly wasActive?: boolean
  readonly senderId: string
  readonly createdAt: string
  readonly updatedAt: string
}

const mergeTransitions = [
  { operation: 'confirm', from: ['open'], to: 'confirmed' },
  { operation: 'undo', from: ['open', 'confirmed'], to: 'undone' },
] as const satisfies readonly {
  readonly operation: string
  readonly from: readonly MergeState[]
  readonly to: MergeState
}[]

export type MergeOperation = (typeof mergeTransitions)[number]['operation']

const columns = `id, seq, survivor_id as "survivorId", merged_id as "mergedId", state, was_active as "wasActive", sender_id as "senderId",
  ${utc('created_at')} as "createdAt", ${utc('updated_at')} as "updatedAt"`

const readRow = (row: Record<string, unknown> | undefined): PatientMerge | undefined =>
  row && present<PatientMerge>(row)

export async function putMerge(
  tx: Tx,
  merge: Pick<PatientMerge, 'survivorId' | 'mergedId' | 'wasActive' | 'senderId'>,
): Promise<string> {
  const id = newId()
  await tx.client.query(
    `insert into patient_merge (tenant, id, survivor_id, merged_id, state, was_active, sender_id) values ($1, $2, $3, $4, 'open', $5, $6)`,
    [tx.tenant.number, id, merge.survivorId, merge.mergedId, merge.wasActive ?? null, merge.senderId],
  )
  return id
}

/** Throws `not-found`, or `invalid-transition` if its state does not allow it. */
export async function moveMerge(tx: Tx, id: string, operation: MergeOperation): Promise<PatientMerge> {
  const { from, to } = transitionOf(mergeTransitions, operation)
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `update patient_merge set state = $3, updated_at = clock_timestamp() where tenant = $1 and id = $2 and state = any ($4::text[]) returning ${columns}`,
    [tx.tenant.number, id, to, from],
  )
  const moved = readRow(rows[0])
  if (moved !== undefined) return moved
  const { state } = await readMerge(tx, id)
  throw new Problem('invalid-transition', { detail: `The operation ${operation} is not open from the state ${state}` })
}

/** Throws `not-found`. */
export async function readMerge(tx: Tx, id: string): Promise<PatientMerge> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from patient_merge where tenant = $1 and id = $2`,
    [tx.tenant.number, id],
  )
  const found = readRow(rows[0])
  if (found === undefined) throw new Problem('not-found')
  return found
}

type MergeList = {
  readonly limit: number
  /** `seq` of the last one of the page before. */
  readonly before: string | undefined
  readonly state: MergeState | undefined
}

/** The newest first. */
export async function listMerges(tx: Tx, { limit, before, state }: MergeList): Promise<readonly PatientMerge[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from patient_merge where tenant = $1 and seq < coalesce($2::bigint, 9223372036854775807) and ($3::text is null or state = $3)
     order by seq desc limit $4`,
    [tx.tenant.number, before ?? null, state ?? null, limit],
  )
  return rows.map((row) => present<PatientMerge>(row))
}

/** The merge, open or confirmed, by which this record leads to another one. */
export async function findMergeOf(tx: Tx, mergedId: string): Promise<PatientMerge | undefined> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from patient_merge where tenant = $1 and merged_id = $2 and state <> 'undone'`,
    [tx.tenant.number, mergedId],
  )
  return readRow(rows[0])
}

/** Ids of the records that lead to this one by confirmed merges, directly or through one another. */
export async function listMergedInto(tx: Tx, survivorId: string): Promise<readonly string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    `with recursive led (id) as (
       select merged_id from patient_merge where tenant = $1 and survivor_id = $2 and state = 'confirmed'
       union select m.merged_id from patient_merge m join led on m.survivor_id = led.id where m.tenant = $1 and m.state = 'confirmed')
     select id from led`,
    [tx.tenant.number, survivorId],
  )
  return rows.map(({ id }) => id)
}

/** Those of the patients whose record an open merge is about. */
export async function listMerging(tx: Tx, patientIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'merge-list-merging',
    text: `select wanted.id from unnest($2::text[]) as wanted (id)
     where exists (select from patient_merge m where m.tenant = $1 and m.state = 'open' and m.survivor_id = wanted.id)
       or exists (select from patient_merge m where m.tenant = $1 and m.state = 'open' and m.merged_id = wanted.id)`,
    values: [tx.tenant.number, [...new Set(patientIds)]],
  })
  return new Set(rows.map(({ id }) => id))
}
