/**
 * Resources indexed again, type by type, beside the work of everyone else. A row says how far it has come, so that it goes on after a
 * crash; each batch is one transaction. docs/design/store.md#search.
 */
import type pg from 'pg'
import { sendPipelined } from '../postgres/pipeline.ts'
import { readContent, readResource } from '../resources/content.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import { bumpGeneration } from '../tenants/generation.ts'
import type { Tx } from '../transaction.ts'
import { endOutdated, type ReindexPlace } from './reindex-queue.ts'
import { hasRows, type Reindexed, replacement } from './reindex-rows.ts'

/** By then every process knows of a change. */
const knownAfter = `interval '3 seconds'`

type ReindexRow = { readonly fenced: boolean; readonly open: boolean; readonly after_id: string }

/** Locked, so that a change of the parameter waits for the batch. */
const readText = `select fenced_at is not null as fenced, coalesce(fenced_at < settled_at(), false) as open, after_id
  from reindex where tenant = $1 and space = $2 and type = $3 for update`

/** `waiting`: transactions that began before the change was known have not ended yet. */
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
  const last = batch.at(-1)?.stored
  if (last === undefined) return (await isLeft(tx, own, row.after_id)) ? 'more' : finish(tx, own)
  const progress = {
    text: 'update reindex set after_id = $4, done = done + $5 where tenant = $1 and space = $2 and type = $3',
    values: [...own, last.id, batch.length],
  }
  if (tx.tenant.isOutdated) for (const { stored } of batch) await tx.renewHook(stored)
  await sendPipelined(tx.client, [...batch.flatMap((one) => replaceRows(tx, one)), progress])
  return 'more'
}

/** Nothing if the rows are unchanged. Rows of an earlier release are made again in any case. */
function replaceRows(tx: Tx, one: Reindexed): pg.QueryConfig[] {
  const content = (one.stored.space === 'hub' ? readContent : readResource)(one.stored)
  const rows = tx.hashIndex({ ...one.stored, content })
  return !tx.tenant.isOutdated && hasRows(one, rows) ? [] : [replacement(tx.tenant, one, rows)]
}

/**
 * All types of the tenant at once, so that they wait together. A type whose row another batch holds is fenced by that batch: two that
 * waited for each other's rows would be a deadlock.
 */
async function fence(tx: Tx): Promise<void> {
  await tx.client.query(
    `update reindex r set fenced_at = clock_timestamp() + ${knownAfter}
     from (select space, type from reindex where tenant = $1 and fenced_at is null for update skip locked) free
     where r.tenant = $1 and r.space = free.space and r.type = free.type`,
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

/** Content of one batch, unless one resource is larger. */
const maxBatchBytes = 4 * 1024 * 1024

/** Resources in the order of their ids, locked until the batch ends. */
async function readBatch(
  tx: Tx,
  own: readonly unknown[],
  { after, limit }: { after: string; limit: number },
): Promise<Reindexed[]> {
  const { resource } = tx.tenant.tables
  const { rows } = await tx.client.query<ResourceRow & Reindexed['index']>(
    `with next as (
       select id, row_number() over (order by id) as place, sum(octet_length(content)) over (order by id) as bytes from (
         select id, content from ${resource} where tenant = $1 and space = $2 and type = $3 and id > $4 and not deleted order by id limit $5) n)
     select ${resourceColumns('r')}, r.tokens, r.refs, r.range_hashes as "rangeHashes", r.range_lows as "rangeLows", r.range_highs as "rangeHighs"
     from next join ${resource} r on r.tenant = $1 and r.space = $2 and r.type = $3 and r.id = next.id
     where not r.deleted and (next.place = 1 or next.bytes <= $6) order by r.id for update of r`,
    [...own, after, limit, maxBatchBytes],
  )
  return rows.map(({ tokens, refs, rangeHashes, rangeLows, rangeHighs, ...row }) => ({
    stored: openRow(tx.tenant, row),
    index: { tokens, refs, rangeHashes, rangeLows, rangeHighs },
  }))
}

/** The next resource may have been deleted before it was locked. */
async function isLeft(tx: Tx, own: readonly unknown[], after: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select from ${tx.tenant.tables.resource} where tenant = $1 and space = $2 and type = $3 and id > $4 and not deleted limit 1`,
    [...own, after],
  )
  return rowCount === 1
}

/** A search may use it from now on. The tenant is locked first: of two types that end at once, the later one sees that nothing is left. */
async function finish(tx: Tx, own: readonly unknown[]): Promise<'done'> {
  await bumpGeneration(tx)
  await tx.client.query('delete from reindex where tenant = $1 and space = $2 and type = $3', [...own])
  await tx.client.query(
    `update search_parameter set ready = true where tenant = $1 and $2 = 'fhir' and type = $3 and not ready`,
    [...own],
  )
  await endOutdated(tx)
  return 'done'
}
