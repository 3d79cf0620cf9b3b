/** The statement that replaces a resource's index rows and leaves its version as it is. docs/design/store.md#search. */
import type pg from 'pg'
import { perPart, type Tables } from '../postgres/parts.ts'
import type { HashedIndex } from '../resources/index-rows.ts'
import type { Stored } from '../resources/types.ts'
import type { Tenant } from '../tenants/tenant.ts'

/** Writes the row only if it changes; writes the entries in any case. */
const replaceText = ({ resource, token, range }: Tables): string => `
with old as (
  select *, coalesce($6::timestamptz, created_at) as new_d from ${resource}
  where tenant = $1 and space = $2 and type = $3 and id = $4 and version = $5 and not deleted
), changed as (
  update ${resource} r set d = old.new_d, d_end = $7, is_long = coalesce($7::timestamptz > $6::timestamptz + interval '31 days', false),
    tokens = $8::bigint[], drivers = cardinality($9::bigint[]), refs = $10::bigint[], range_hashes = $11::bigint[], range_lows = $12::float8[], range_highs = $13::float8[]
  from old where r.tenant = $1 and r.key = old.key and r.version = old.version
    and (old.d, old.d_end, old.tokens, old.refs, old.range_hashes, old.range_lows, old.range_highs)
      is distinct from (old.new_d, $7::timestamptz, $8::bigint[], $10::bigint[], $11::bigint[], $12::float8[], $13::float8[])
), removed as (
  delete from ${token} t using old
  where t.tenant = $1 and t.key = old.key and t.d = old.d and t.hash = any (old.tokens) and (old.d <> old.new_d or t.hash <> all ($9::bigint[]))
), added as (
  insert into ${token} (tenant, hash, d, key) select $1, hash, old.new_d, old.key from old, unnest($9::bigint[]) as hash on conflict do nothing
), old_ranges as (
  select hash, lo, hi from old, unnest(old.range_hashes, old.range_lows, old.range_highs) as entry (hash, lo, hi)
), new_ranges as (
  select hash, lo, hi from unnest($11::bigint[], $12::float8[], $13::float8[]) as entry (hash, lo, hi)
), removed_ranges as (
  delete from ${range} g using old, (select * from old_ranges except select * from new_ranges) e
  where g.tenant = $1 and g.hash = e.hash and g.lo = e.lo and g.hi = e.hi and g.key = old.key
)
insert into ${range} (tenant, hash, lo, hi, key) select $1, e.hash, e.lo, e.hi, old.key from old, new_ranges e on conflict do nothing`

const replace = perPart((tables) => ({ name: `resource-reindex-${tables.part}`, text: replaceText(tables) }))

const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

/** A resource and its present index rows. */
export type Reindexed = {
  readonly stored: Stored
  readonly index: {
    readonly tokens: readonly string[]
    readonly refs: readonly string[]
    readonly rangeHashes: readonly string[]
    readonly rangeLows: readonly number[]
    readonly rangeHighs: readonly number[]
  }
}

/** True if it has these rows already. The columns do not say which tokens are access tokens of which release. */
export function hasRows({ index }: Reindexed, { tokens, refs, ranges }: HashedIndex): boolean {
  const { rangeHashes, rangeLows, rangeHighs } = index
  const has = rangeHashes.map((hash, at) => `${hash} ${rangeLows[at]} ${rangeHighs[at]}`)
  const wanted = ranges.map(({ hash, low, high }) => `${hash} ${low} ${high}`)
  return isEqual(index.tokens, tokens) && isEqual(index.refs, refs) && isEqual(has, wanted)
}

const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.toSorted().join() === others.toSorted().join()

export function replacement(tenant: Tenant, { stored }: Reindexed, rows: HashedIndex): pg.QueryConfig {
  const { space, type, id, version } = stored
  return {
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
  }
}
