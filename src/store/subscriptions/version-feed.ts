/**
 * Follows the FHIR versions of a tenant, each exactly once: transactions below the oldest running one, in their order. It uses the index
 * by time of writing, so that writers pay for no other; the cursor knows the earliest time at which its transactions can have written.
 * docs/design/store.md#writes.
 */

import { perPart, type Tables } from '../postgres/parts.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import type { Stored } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'

export type Followed = {
  readonly stored: Stored
  /** The number of its transaction. */
  readonly tx: string
  readonly interaction: 'create' | 'update' | 'delete'
}

type Window = {
  readonly from: string
  readonly until: string
  readonly floorAt: string
  readonly cursor: Cursor
}

type Cursor = {
  readonly nextTx: string
  readonly floorAt: string
  readonly markTx: string
  readonly markAt: string
}

/** One process at a time follows the versions of a tenant. */
export async function tryFollow(tx: Tx): Promise<boolean> {
  const { rows } = await tx.client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('version-feed', $1)) as taken`,
    [tx.tenant.number],
  )
  return rows[0]?.taken === true
}

/**
 * The range of times to read. A cursor moves its floor to the last mark once every transaction before that mark has ended. A clock that
 * was set back makes it look further back, and so does the start of collecting: no transaction lasts ten minutes.
 */
const windowText = `
with now as (select pg_current_snapshot() as seen, statement_timestamp() as at),
begun as (
  select min(pg_snapshot_xmin(since)::text::int8)::text::xid8 as tx, min(since_at) - interval '10 minutes' as at, max(since_at) as last_at
  from subscription where tenant = $1 and since is not null
), moved as (
  select pg_snapshot_xmin(now.seen) as until, greatest(c.next_tx, begun.tx) as next_tx,
    case when now.at < greatest(c.mark_at, begun.last_at) then now.at - interval '10 minutes' else greatest(c.floor_at, begun.at) end as floor_at,
    case when now.at < c.mark_at then now.at - interval '5 seconds'
      when pg_snapshot_xmin(now.seen) >= c.mark_tx then c.mark_at - interval '5 seconds' else c.floor_at end as new_floor,
    case when pg_snapshot_xmin(now.seen) >= c.mark_tx then pg_snapshot_xmax(now.seen) else c.mark_tx end as new_mark_tx,
    case when pg_snapshot_xmin(now.seen) >= c.mark_tx then now.at else least(c.mark_at, now.at) end as new_mark_at,
    pg_snapshot_xmax(now.seen) as seen_max, now.at as seen_at
  from now cross join begun left join subscription_cursor c on c.tenant = $1
)
select until::text, next_tx::text as "from", floor_at::text as "floorAt", coalesce(new_floor, floor_at)::text as "newFloorAt",
  coalesce(new_mark_tx, seen_max)::text as "markTx", coalesce(new_mark_at, seen_at)::text as "markAt"
from moved`

type WindowRow = Omit<Window, 'cursor'> & {
  readonly newFloorAt: string
  readonly markTx: string
  readonly markAt: string
}

async function readWindow(tx: Tx): Promise<Window | undefined> {
  const { rows } = await tx.client.query<WindowRow>({
    name: 'version-feed-window',
    text: windowText,
    values: [tx.tenant.number],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { from, until, floorAt, newFloorAt, markTx, markAt } = row
  return { from, until, floorAt, cursor: { nextTx: until, floorAt: newFloorAt, markTx, markAt } }
}

const part = (tables: Tables, table: 'resource' | 'history'): string =>
  `select v.type, v.id, v.key, v.version, v.tx, v.updated_at, '${table}' as source from ${tables[table]} v
    where v.tenant = $1 and v.space = 'fhir' and v.type = wanted.type and v.updated_at >= $3::timestamptz
      and v.tx >= $4::xid8 and v.tx < $5::xid8`

const feed = perPart((tables) => {
  const opened = (alias: string): string => `${resourceColumns(alias)}, found.tx, found.updated_at,
    (select p.deleted from ${tables.history} p where p.tenant = $1 and p.space = 'fhir' and p.type = found.type and p.id = found.id
       and p.version = found.version - 1) as "wasDeleted"`
  return {
    name: `version-feed-${tables.part}`,
    text: `
  with found as materialized (
    select v.* from unnest($2::text[]) as wanted (type)
      cross join lateral (${part(tables, 'resource')} union all ${part(tables, 'history')}) v
    order by v.tx, v.updated_at, v.key, v.version limit $6
  ), opened as (
    select ${opened('r')} from found join ${tables.resource} r on r.tenant = $1 and r.key = found.key where found.source = 'resource'
    union all
    select ${opened('h')} from found join ${tables.history} h on h.tenant = $1 and h.space = 'fhir' and h.type = found.type
      and h.id = found.id and h.version = found.version where found.source = 'history'
  )
  select opened.*, tx::text as "inTx" from opened order by tx, updated_at, key, version`,
  }
})

type FeedRow = ResourceRow & { readonly inTx: string; readonly wasDeleted: boolean | null }

type Span = Pick<Window, 'from' | 'until' | 'floorAt'>

async function readSpan(
  tx: Tx,
  types: readonly string[],
  span: Span,
  limit: number | null,
): Promise<readonly FeedRow[]> {
  const values = [tx.tenant.number, types, span.floorAt, span.from, span.until, limit]
  return (await tx.client.query<FeedRow>({ ...feed(tx.tenant), values })).rows
}

const batch = 500

export type Feed = {
  /** In the order in which they were written. */
  readonly versions: readonly Followed[]
  /** More can be read at once. */
  readonly isCut: boolean
  /** Moves the cursor behind them, in the same transaction. */
  readonly advance: () => Promise<void>
}

/** The next versions of these types. It never splits a transaction. */
export async function readFeed(tx: Tx, types: readonly string[]): Promise<Feed | undefined> {
  const window = await readWindow(tx)
  if (window === undefined) return undefined
  const found = await readSpan(tx, types, window, batch + 1)
  const cutTx = found.length > batch ? found.at(-1)?.inTx : undefined
  if (cutTx === undefined) return feedOf(tx, found, { cursor: window.cursor, isCut: false })
  const whole = found.filter(({ inTx }) => inTx !== cutTx)
  if (whole.length > 0)
    return feedOf(tx, whole, { cursor: { ...window.cursor, nextTx: cutTx, floorAt: window.floorAt }, isCut: true })
  const next = String(BigInt(cutTx) + 1n)
  const all = await readSpan(tx, types, { ...window, until: next }, null)
  return feedOf(tx, all, { cursor: { ...window.cursor, nextTx: next, floorAt: window.floorAt }, isCut: true })
}

type Cut = { readonly cursor: Cursor; readonly isCut: boolean }

function feedOf(tx: Tx, rows: readonly FeedRow[], { cursor, isCut }: Cut): Feed {
  const versions = rows.map(({ inTx, wasDeleted, ...row }): Followed => {
    const stored = openRow(tx.tenant, row)
    const isNew = stored.version === 1 || wasDeleted === true
    return { stored, tx: inTx, interaction: stored.deleted ? 'delete' : isNew ? 'create' : 'update' }
  })
  // A transaction may write a resource after another one, and have begun before that one.
  const ordered = versions.toSorted((a, b) => byTime(a.stored, b.stored))
  return { versions: ordered, isCut, advance: () => putCursor(tx, cursor) }
}

const byTime = (a: Stored, b: Stored): number =>
  a.key === b.key ? a.version - b.version : a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0

async function putCursor(tx: Tx, { nextTx, floorAt, markTx, markAt }: Cursor): Promise<void> {
  await tx.client.query(
    `insert into subscription_cursor (tenant, next_tx, floor_at, mark_tx, mark_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant) do update set next_tx = excluded.next_tx, floor_at = excluded.floor_at, mark_tx = excluded.mark_tx,
       mark_at = excluded.mark_at`,
    [tx.tenant.number, nextTx, floorAt, markTx, markAt],
  )
}
