/** The statement that replaces a resource's index rows and leaves its version as it is. STORE.md "Search". */
import type { Stored } from './content.ts'
import type { HashedIndex } from './index-rows.ts'
import { perPart, type Tables } from './parts.ts'
import type { Reader } from './reader.ts'

/** A resource and the index rows that it has; times in microseconds since 1970. */
export type Reindexed = {
  readonly stored: Stored
  readonly index: {
    readonly tokens: readonly string[]
    readonly refs: readonly string[]
    readonly rangeHashes: readonly string[]
    readonly rangeLows: readonly number[]
    readonly rangeHighs: readonly number[]
    readonly d: number
    readonly dEnd: number | null
    /** Its creation. */
    readonly since: number
  }
}

/** What drives is put whether or not it was a mark before. */
const replaceText = ({ resource, token, range }: Tables): string => `
with old as (
  select * from ${resource} where tenant = $1 and space = $2 and type = $3 and id = $4 and version = $5 and not deleted
), written as (
  update ${resource} r set d = coalesce($6::timestamptz, old.created_at), d_end = $7,
    is_long = coalesce($7::timestamptz > $6::timestamptz + interval '31 days', false),
    tokens = $8::bigint[], refs = $10::bigint[], range_hashes = $11::bigint[], range_lows = $12::float8[], range_highs = $13::float8[]
  from old where r.tenant = $1 and r.key = old.key and r.version = old.version
  returning r.key, r.d, old.d as old_d, old.tokens as old_tokens
), removed as (
  delete from ${token} t using written w
  where t.tenant = $1 and t.key = w.key and t.d = w.old_d and t.hash = any (w.old_tokens) and (w.d <> w.old_d or t.hash <> all ($9::bigint[]))
), added as (
  insert into ${token} (tenant, hash, d, key) select $1, hash, w.d, w.key from written w, unnest($9::bigint[]) as hash on conflict do nothing
), old_ranges as (
  select hash, lo, hi from old, unnest(old.range_hashes, old.range_lows, old.range_highs) as entry (hash, lo, hi)
), new_ranges as (
  select hash, lo, hi from unnest($11::bigint[], $12::float8[], $13::float8[]) as entry (hash, lo, hi)
), removed_ranges as (
  delete from ${range} g using written w, (select * from old_ranges except select * from new_ranges) e
  where g.tenant = $1 and g.hash = e.hash and g.lo = e.lo and g.hi = e.hi and g.key = w.key
)
insert into ${range} (tenant, hash, lo, hi, key) select $1, e.hash, e.lo, e.hi, w.key from written w, new_ranges e on conflict do nothing`

const replace = perPart((tables) => ({ name: `resource-reindex-${tables.part}`, text: replaceText(tables) }))

const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

/** Writes nothing where they are what they were. */
export async function updateIndexRows({ client, tenant }: Reader, old: Reindexed, rows: HashedIndex): Promise<void> {
  if (isSame(old.index, rows)) return
  const { space, type, id, version } = old.stored
  await client.query({
    ...replace(tenant),
    values: [
      tenant.number,
      space,
      type,
      id,
      version,
      rows.d ?? null,
      rows.dEnd ?? null,
      arrayText(rows.tokens),
      arrayText(rows.drivers),
      arrayText(rows.refs),
      arrayText(rows.ranges.map(({ hash }) => hash)),
      arrayText(rows.ranges.map(({ low }) => low)),
      arrayText(rows.ranges.map(({ high }) => high)),
    ],
  })
}

function isSame(
  { tokens, refs, rangeHashes, rangeLows, rangeHighs, d, dEnd, since }: Reindexed['index'],
  rows: HashedIndex,
): boolean {
  const ranges = rangeHashes.map((hash, index) => `${hash} ${rangeLows[index]} ${rangeHighs[index]}`)
  return (
    isEqual(tokens, rows.tokens) &&
    isEqual(refs, rows.refs) &&
    isEqual(
      ranges,
      rows.ranges.map(({ hash, low, high }) => `${hash} ${low} ${high}`),
    ) &&
    d === (rows.d === undefined ? since : timeOf(rows.d)) &&
    dEnd === (rows.dEnd === undefined ? null : timeOf(rows.dEnd))
  )
}

const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.toSorted().join() === others.toSorted().join()

/** `2026-01-01T00:00:00.000Z` with up to six digits after the point. */
function timeOf(text: string): number {
  if (text.endsWith('infinity')) return text.startsWith('-') ? -Infinity : Infinity
  return Date.parse(`${text.slice(0, 23)}Z`) * 1000 + Number(text.slice(23, -1))
}
