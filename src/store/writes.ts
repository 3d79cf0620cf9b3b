/** The two statements that write a resource: one round trip each. STORE.md "Writes". */
import type { Space } from './content.ts'
import type { HashedRows } from './index-rows.ts'
import { perPart, type Tables } from './parts.ts'
import type { Reader } from './reader.ts'

export type WriteRow = HashedRows & {
  readonly space: Space
  readonly type: string
  readonly id: string
  readonly self: string
  readonly version: number
  readonly owner: string
  readonly d: string | null
  readonly dEnd: string | null
  readonly content: Buffer
}

type Written = { readonly key: string; readonly createdAt: string; readonly updatedAt: string }
type WrittenRow = { readonly key: string; readonly created: string; readonly updated: string }

const returned = `key, d, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated`

const isLong = `coalesce($9::timestamptz > $8::timestamptz + interval '31 days', false)`

const insertText = ({ resource, token, range }: Tables): string => `
with clock as materialized (select clock_timestamp() as at), written as (
  insert into ${resource} (tenant, space, type, id, self, version, owner, created_at, updated_at, d, d_end, is_long, content,
    tokens, refs, range_hashes, range_lows, range_highs)
  select $1, $2, $3, $4, $5::bigint, $6, $7, clock.at, clock.at, coalesce($8::timestamptz, clock.at), $9::timestamptz, ${isLong}, $10::bytea,
    $11::bigint[], $13::bigint[], $14::bigint[], $15::float8[], $16::float8[] from clock
  on conflict do nothing
  returning ${returned}
), tokens as (
  insert into ${token} (tenant, hash, d, key) select $1, hash, written.d, written.key from written, unnest($12::bigint[]) as hash
), ranges as (
  insert into ${range} (tenant, hash, lo, hi, key)
  select $1, hash, lo, hi, written.key from written, unnest($14::bigint[], $15::float8[], $16::float8[]) as entry (hash, lo, hi)
)
select key, created, updated from written`

/** The index rows of the version before and of this one are compared, so that what stays is not touched. */
const updateText = ({ resource, history, token, range }: Tables): string => `
with old as (
  select * from ${resource} where tenant = $1 and space = $2 and type = $3 and id = $4 and version = $6 - 1
), written as (
  update ${resource} r set version = $6, owner = $7, deleted = false, self = $5, updated_at = greatest(clock_timestamp(), old.updated_at),
    d = coalesce($8::timestamptz, old.created_at), d_end = $9, is_long = ${isLong}, content = $10, tx = pg_current_xact_id(),
    tokens = $11::bigint[], refs = $13::bigint[], range_hashes = $14::bigint[], range_lows = $15::float8[], range_highs = $16::float8[]
  from old where r.tenant = $1 and r.key = old.key and r.version = old.version
  returning r.key, r.d, old.d as old_d, case when old.deleted then '{}' else old.tokens end as old_tokens,
    to_char(r.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
    to_char(r.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated
), kept as (
  insert into ${history} (key, version, tenant, space, type, id, deleted, owner, created_at, updated_at, tokens, content, tx)
  select o.key, o.version, o.tenant, o.space, o.type, o.id, o.deleted, o.owner, o.created_at, o.updated_at, o.tokens, o.content, o.tx
  from old o join written using (key)
), removed as (
  delete from ${token} t using written w
  where t.tenant = $1 and t.key = w.key and t.d = w.old_d and t.hash = any (w.old_tokens) and (w.d <> w.old_d or t.hash <> all ($12::bigint[]))
), added as (
  insert into ${token} (tenant, hash, d, key)
  select $1, hash, w.d, w.key from written w, unnest($12::bigint[]) as hash where w.d <> w.old_d or hash <> all (w.old_tokens)
), old_ranges as (
  select hash, lo, hi from old, unnest(old.range_hashes, old.range_lows, old.range_highs) as entry (hash, lo, hi)
), new_ranges as (
  select hash, lo, hi from unnest($14::bigint[], $15::float8[], $16::float8[]) as entry (hash, lo, hi)
), removed_ranges as (
  delete from ${range} g using written w, (select * from old_ranges except select * from new_ranges) e
  where g.tenant = $1 and g.hash = e.hash and g.lo = e.lo and g.hi = e.hi and g.key = w.key
), added_ranges as (
  insert into ${range} (tenant, hash, lo, hi, key)
  select $1, e.hash, e.lo, e.hi, w.key from written w, (select * from new_ranges except select * from old_ranges) e
)
select key, created, updated from written`

const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

async function run(
  { client, tenant }: Reader,
  statement: { name: string; text: string },
  row: WriteRow,
): Promise<Written | undefined> {
  const { rows } = await client.query<WrittenRow>({
    ...statement,
    values: [
      tenant.number,
      row.space,
      row.type,
      row.id,
      row.self,
      row.version,
      row.owner,
      row.d,
      row.dEnd,
      row.content,
      arrayText(row.tokens),
      arrayText(row.drivers),
      arrayText(row.refs),
      arrayText(row.ranges.map(({ hash }) => hash)),
      arrayText(row.ranges.map(({ low }) => low)),
      arrayText(row.ranges.map(({ high }) => high)),
    ],
  })
  const written = rows[0]
  return written && { key: written.key, createdAt: written.created, updatedAt: written.updated }
}

const insert = perPart((tables) => ({ name: `resource-insert-${tables.part}`, text: insertText(tables) }))
const update = perPart((tables) => ({ name: `resource-update-${tables.part}`, text: updateText(tables) }))

/** Nothing where the identifier is taken. */
export const insertResource = (reader: Reader, row: WriteRow): Promise<Written | undefined> =>
  run(reader, insert(reader.tenant), row)

/** Nothing where the version before is no longer current. */
export const updateResource = (reader: Reader, row: WriteRow): Promise<Written | undefined> =>
  run(reader, update(reader.tenant), row)
