/** The two statements that write resources, with what has to be known, and to be recorded, for it: one trip. STORE.md "Writes". */
import { type AuditEntry, auditText, auditValue } from './audit.ts'
import type { Space, Stored } from './content.ts'
import type { HashedRows } from './index-rows.ts'
import { missingText, type PendingReference, pendingValues } from './missing-references.ts'
import { perPart, type Tables } from './parts.ts'
import type { Reader } from './reader.ts'
import { dropRangesText, dropTokensText, keepText } from './superseded.ts'
import type { Statement } from './trip.ts'

export type WriteRow = HashedRows & {
  readonly space: Space
  readonly type: string
  readonly id: string
  readonly self: string
  readonly version: number
  /** Null: whose it was, or the client's. */
  readonly owner: string | null
  readonly d: string | null
  readonly dEnd: string | null
  readonly content: Buffer
}

/** What the rows are written with, or not at all. */
export type Conditions = {
  /** Where one of them is missing, nothing is written. */
  readonly pending: readonly PendingReference[]
  /** They are added where all the rows are written. */
  readonly entries: readonly AuditEntry[]
}

export const unconditional: Conditions = { pending: [], entries: [] }

export type Written = {
  readonly key: string
  readonly owner: Stored['owner']
  readonly createdAt: string
  readonly updatedAt: string
}

/** `written`: in the order of the rows; undefined for one that was not. */
export type Outcome = {
  readonly written: readonly (Written | undefined)[]
  readonly missing: readonly PendingReference[]
}

type OutcomeRow = {
  readonly n: number | null
  readonly missing: number | null
  readonly key: string
  readonly owner: Stored['owner']
  readonly created: string
  readonly updated: string
}

/** Contents come as one value, cut by where each starts: an array of them would travel as text, at twice their length. */
const inputText = `input as materialized (
  select n::int, space, type, id, self, version, owner, d, d_end, coalesce(d_end > d + interval '31 days', false) as is_long,
    substr($2::bytea, start, size) as content, tokens::bigint[], drivers::bigint[], refs::bigint[],
    hashes::bigint[], lows::float8[], highs::float8[]
  from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::int[], $12::int[],
    $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[]) with ordinality
    as i (space, type, id, self, version, owner, d, d_end, start, size, tokens, drivers, refs, hashes, lows, highs, n)
)`

const endText = (tables: Tables): string => `recorded as (
  ${auditText(tables, '$22')} where (select count(*) from written) = (select count(*) from input)
)
select n, null as missing, key, owner, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated from written
union all select null, number, null, null, null, null from missing`

const insert = perPart((tables) => {
  const { part, resource, token, range } = tables
  return {
    name: `resource-insert-${part}`,
    text: `with ${inputText}, ${missingText(tables, ['$19', '$20', '$21'])}, keyed as materialized (
  select i.*, nextval('resource_key') as key, clock_timestamp() as at from input i where not exists (select from missing)
), made as (
  insert into ${resource} (tenant, space, type, id, key, self, version, owner, created_at, updated_at, d, d_end, is_long, content,
    tokens, drivers, refs, range_hashes, range_lows, range_highs)
  select $1, space, type, id, key, self, version, coalesce(owner, 'client'), at, at, coalesce(d, at), d_end, is_long, content, tokens, cardinality(drivers), refs, hashes, lows, highs from keyed
  on conflict do nothing
  returning key, owner, d, created_at, updated_at
), written as (select i.n, m.*, i.drivers, i.hashes, i.lows, i.highs from made m join keyed i using (key)), tokens as (
  insert into ${token} (tenant, hash, d, key) select $1, hash, d, key from written, unnest(drivers) as hash
), ranges as (
  insert into ${range} (tenant, hash, lo, hi, key)
  select $1, hash, lo, hi, key from written, unnest(hashes, lows, highs) as entry (hash, lo, hi)
), ${endText(tables)}`,
  }
})

/** The index rows of the version before and of this one are compared, so that what stays is not touched. */
const update = perPart((tables) => {
  const { part, resource, token, range } = tables
  return {
    name: `resource-update-${part}`,
    text: `with ${inputText}, ${missingText(tables, ['$19', '$20', '$21'])}, old as materialized (
  select i.n, r.* from input i cross join lateral (
    select r.ctid as place, r.* from ${resource} r
    where r.tenant = $1 and r.space = i.space and r.type = i.type and r.id = i.id and r.version = i.version - 1 offset 0
  ) r where not exists (select from missing)
), written as (
  update ${resource} r set version = i.version, owner = coalesce(i.owner, old.owner), deleted = false, self = i.self,
    updated_at = greatest(clock_timestamp(), old.updated_at), d = coalesce(i.d, old.created_at), d_end = i.d_end, is_long = i.is_long,
    content = i.content, tx = pg_current_xact_id(), tokens = i.tokens, drivers = cardinality(i.drivers), refs = i.refs,
    range_hashes = i.hashes, range_lows = i.lows, range_highs = i.highs
  from old join input i using (n) where r.ctid = old.place and r.version = old.version
  returning i.n, r.key, r.owner, r.created_at, r.updated_at, r.d, old.d as old_d, case when old.deleted then '{}' else old.tokens[1:old.drivers] end as old_tokens,
    i.drivers, i.hashes, i.lows, i.highs, old.range_hashes as old_hashes, old.range_lows as old_lows, old.range_highs as old_highs
), kept as (
  ${keepText(tables)}
), ${dropTokensText(tables, 'w.d <> w.old_d or gone.hash <> all (w.drivers)')}, added as (
  insert into ${token} (tenant, hash, d, key)
  select $1, hash, w.d, w.key from written w, unnest(w.drivers) as hash where w.d <> w.old_d or hash <> all (w.old_tokens)
), old_ranges as materialized (
  select key, hash, lo, hi from written, unnest(old_hashes, old_lows, old_highs) as entry (hash, lo, hi)
), new_ranges as materialized (
  select key, hash, lo, hi from written, unnest(hashes, lows, highs) as entry (hash, lo, hi)
), ${dropRangesText(tables, 'select * from old_ranges except select * from new_ranges')}, added_ranges as (
  insert into ${range} (tenant, hash, lo, hi, key)
  select $1, hash, lo, hi, key from (select * from new_ranges except select * from old_ranges) e
), ${endText(tables)}`,
  }
})

const literal = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

function valuesOf({ tenant }: Reader, rows: readonly WriteRow[], { pending, entries }: Conditions): unknown[] {
  const of = <T>(read: (row: WriteRow) => T): T[] => rows.map(read)
  const sizes = of(({ content }) => content.length)
  let end = 1
  const starts = sizes.map((size) => {
    const start = end
    end += size
    return start
  })
  return [
    tenant.number,
    rows.length === 1 ? rows[0]?.content : Buffer.concat(of(({ content }) => content)),
    of(({ space }) => space),
    of(({ type }) => type),
    of(({ id }) => id),
    literal(of(({ self }) => self)),
    literal(of(({ version }) => version)),
    of(({ owner }) => owner),
    of(({ d }) => d),
    of(({ dEnd }) => dEnd),
    literal(starts),
    literal(sizes),
    of(({ tokens }) => literal(tokens)),
    of(({ drivers }) => literal(drivers)),
    of(({ refs }) => literal(refs)),
    of(({ ranges }) => literal(ranges.map(({ hash }) => hash))),
    of(({ ranges }) => literal(ranges.map(({ low }) => low))),
    of(({ ranges }) => literal(ranges.map(({ high }) => high))),
    ...pendingValues(pending),
    auditValue(entries),
  ]
}

/** Rows of version 1 are new: what is in the way of one keeps it from being written. Others follow the version before, where it is current. */
export const writeStatement = (reader: Reader, rows: readonly WriteRow[], conditions: Conditions): Statement => ({
  ...(rows[0]?.version === 1 ? insert : update)(reader.tenant),
  values: valuesOf(reader, rows, conditions),
})

export function readOutcome(found: readonly unknown[], rows: readonly WriteRow[], { pending }: Conditions): Outcome {
  const written: (Written | undefined)[] = rows.map(() => undefined)
  const missing: PendingReference[] = []
  // Rows of the statement above.
  for (const row of found as readonly OutcomeRow[]) {
    if (row.n !== null)
      written[row.n - 1] = { key: row.key, owner: row.owner, createdAt: row.created, updatedAt: row.updated }
    missing.push(...pending.slice((row.missing ?? 0) - 1, row.missing ?? 0))
  }
  return { written, missing }
}
