/**
 * Resources indexed again, type by type, beside the work of everyone else. A row says how far it has come, so that it goes on after a
 * crash; each batch is one transaction. STORE.md "Search".
 */
import type pg from 'pg'
import { readContent, readResource, type Space } from './content.ts'
import { bumpGeneration } from './generation.ts'
import type { Runner } from './reader.ts'
import { type Reindexed, updateIndexRows } from './reindex-rows.ts'
import { openRow, resourceColumns } from './rows.ts'
import type { Tx } from './transaction.ts'

export type ReindexPlace = { readonly space: Exclude<Space, 'definitions'>; readonly type: string }

/** From the beginning again where it is under way. */
export async function queueReindex(tx: Tx, { space, type }: ReindexPlace): Promise<void> {
  await tx.client.query(
    `insert into reindex (tenant, space, type) values ($1, $2, $3)
     on conflict (tenant, space, type) do update set fenced_at = null, after_id = '', done = 0, total = null`,
    [tx.tenant.number, space, type],
  )
  tx.enqueue('reindex.queued', `${space}_${type}`)
}

/** Until a process knows of a change. */
const knownAfter = `interval '3 seconds'`

type ReindexRow = { readonly fenced: boolean; readonly open: boolean; readonly after_id: string }

/** Locked, so that a change that comes meanwhile waits for the batch. */
const readText = `select fenced_at is not null as fenced, coalesce(fenced_at < least(clock_timestamp(), (
    select min(xact_start) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())), false) as open, after_id
  from reindex where tenant = $1 and space = $2 and type = $3 for update`

/** `waiting`: what was begun before the change was known has not ended yet. */
export type BatchOutcome = 'more' | 'waiting' | 'done'

export async function reindexBatch(tx: Tx, place: ReindexPlace, limit: number): Promise<BatchOutcome> {
  const own = [tx.tenant.number, place.space, place.type]
  const { rows } = await tx.client.query<ReindexRow>(readText, own)
  const [row] = rows
  if (row === undefined) return 'done'
  if (!row.fenced) await fence(tx)
  if (!row.open) return 'waiting'
  if (row.after_id === '') await count(tx, own)
  const batch = await readBatch(tx, own, { after: row.after_id, limit })
  for (const one of batch) {
    const content = (place.space === 'hub' ? readContent : readResource)(one.stored)
    await updateIndexRows(tx, one, tx.hashIndex({ ...one.stored, content }))
  }
  if (batch.length < limit) return finish(tx, own)
  await tx.client.query(
    'update reindex set after_id = $4, done = done + $5 where tenant = $1 and space = $2 and type = $3',
    [...own, batch.at(-1)?.stored.id, batch.length],
  )
  return 'more'
}

/** Of all types of the tenant, so that they wait together. */
async function fence(tx: Tx): Promise<void> {
  await tx.client.query(
    `update reindex set fenced_at = clock_timestamp() + ${knownAfter} where tenant = $1 and fenced_at is null`,
    [tx.tenant.number],
  )
}

async function count(tx: Tx, own: readonly unknown[]): Promise<void> {
  await tx.client.query(
    `update reindex set total = (
       select count(*) from ${tx.tenant.tables.resource} where tenant = $1 and space = $2 and type = $3 and not deleted)
     where tenant = $1 and space = $2 and type = $3`,
    [...own],
  )
}

const microseconds = (column: string): string => `(extract(epoch from ${column}) * 1000000)::float8`

/** Resources in the order of their ids, with the index rows that they have; nobody changes them until the batch ends. */
async function readBatch(
  tx: Tx,
  own: readonly unknown[],
  { after, limit }: { after: string; limit: number },
): Promise<Reindexed[]> {
  const { rows } = await tx.client.query(
    `select ${resourceColumns('r')}, r.tokens, r.refs, r.range_hashes as "rangeHashes", r.range_lows as "rangeLows",
       r.range_highs as "rangeHighs", ${microseconds('r.d')} as d, ${microseconds('r.d_end')} as "dEnd", ${microseconds('r.created_at')} as since
     from ${tx.tenant.tables.resource} r
     where r.tenant = $1 and r.space = $2 and r.type = $3 and r.id > $4 and not r.deleted order by r.id limit $5 for update`,
    [...own, after, limit],
  )
  return rows.map(({ tokens, refs, rangeHashes, rangeLows, rangeHighs, d, dEnd, since, ...row }) => ({
    stored: openRow(tx.tenant, row),
    index: { tokens, refs, rangeHashes, rangeLows, rangeHighs, d, dEnd, since },
  }))
}

/** From now on a search may rely on it. */
async function finish(tx: Tx, own: readonly unknown[]): Promise<'done'> {
  await tx.client.query('delete from reindex where tenant = $1 and space = $2 and type = $3', [...own])
  await tx.client.query(
    `update search_parameter set ready = true where tenant = $1 and $2 = 'fhir' and type = $3 and not ready`,
    [...own],
  )
  await bumpGeneration(tx.client, tx.tenant.number)
  return 'done'
}

export type ReindexProgress = ReindexPlace & { readonly done: number; readonly total: number | null }

/** What is still being indexed. */
export async function listReindexes(client: Runner, tenant: number): Promise<readonly ReindexProgress[]> {
  const { rows } = await client.query<ReindexProgress>(
    'select space, type, done, total from reindex where tenant = $1 order by space, type',
    [tenant],
  )
  return rows
}

/** Of all tenants, what nobody is at. */
export async function listDueReindexes(pool: pg.Pool, limit: number): Promise<{ tenant: string; subject: string }[]> {
  const { rows } = await pool.query<{ tenant: string; subject: string }>(
    `select t.id as tenant, r.space || '_' || r.type as subject from reindex r join tenant t on t.number = r.tenant
     where not exists (select from lease l
       where l.tenant = r.tenant and l.name = 'reindex_' || r.space || '_' || r.type and l.until > now())
     order by r.tenant, r.space, r.type limit $1`,
    [limit],
  )
  return rows
}

/** `fhir_Patient`; undefined for anything else. */
export function parseReindexSubject(subject: string): ReindexPlace | undefined {
  const [, space, type] = /^(hub|fhir)_([A-Za-z]+)$/.exec(subject) ?? []
  return type === undefined || (space !== 'hub' && space !== 'fhir') ? undefined : { space, type }
}
