/** The texts of the statements that write resources: an insert and an update, each for one row or for many, and for the rows that they depend on. docs/design/store.md#writes. */
import { auditText } from '../../audit/audit.ts'
import { perPart, type Tables } from '../../postgres/parts.ts'
import type { Statement } from '../../postgres/pipeline.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { missingText } from './missing-references.ts'
import { dropRangesText, dropTokensText, keepText } from './superseded.ts'

/** Rows are written if their references exist, or if this transaction has written one version. */
type Condition = 'none' | 'references' | 'version'

/** One row, or several. */
export type Shape = { readonly rows: 'one' | 'many'; readonly condition: Condition }

/** A statement for each of these conditions, and for each shape and part. */
function perShape<const C extends Condition>(
  name: string,
  conditions: readonly C[],
  build: (tables: Tables, shape: Shape) => string,
): (tenant: Tenant, shape: Shape & { readonly condition: C }) => Statement {
  const made = perPart((tables) => {
    const of = (rows: Shape['rows']) =>
      Object.fromEntries(
        conditions.map((condition) => [
          condition,
          {
            name: `resource-${name}-${rows}-${condition}-${tables.part}`,
            text: build(tables, { rows, condition }),
          },
        ]),
      ) as Readonly<Record<C, Statement>>
    return { one: of('one'), many: of('many') }
  })
  return (tenant, { rows, condition }) => made(tenant)[rows][condition]
}

/** The access tokens are the first of the tokens. */
const oneText = `input as materialized (
  select 1 as n, $3::text as space, $4::text as type, $5::text as id, $6::bigint as self, $7::int as version, $8::text as owner,
    $9::timestamptz as d, $10::timestamptz as d_end, coalesce($10::timestamptz > $9::timestamptz + interval '31 days', false) as is_long,
    $2::bytea as content, $11::bigint[] as tokens, ($11::bigint[])[1:$12::int] as drivers, $13::bigint[] as refs,
    $14::bigint[] as hashes, $15::float8[] as lows, $16::float8[] as highs
)`

/** The contents, tokens and so on of all rows come as one value each, cut by offset and length. */
const manyText = `input as materialized (
  select n::int, space, type, id, self, version, owner, d, d_end, coalesce(d_end > d + interval '31 days', false) as is_long,
    substr($2::bytea, content_from + 1, content_size) as content,
    ($11::bigint[])[token_from + 1 : token_from + token_size] as tokens, ($11::bigint[])[token_from + 1 : token_from + driver_size] as drivers,
    ($12::bigint[])[ref_from + 1 : ref_from + ref_size] as refs, ($13::bigint[])[range_from + 1 : range_from + range_size] as hashes,
    ($14::float8[])[range_from + 1 : range_from + range_size] as lows, ($15::float8[])[range_from + 1 : range_from + range_size] as highs
  from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[], $9::timestamptz[], $10::timestamptz[],
    $16::int[], $17::int[], $18::int[], $19::int[], $20::int[], $21::int[], $22::int[], $23::int[], $24::int[]) with ordinality
    as i (space, type, id, self, version, owner, d, d_end, content_from, content_size, token_from, token_size, driver_size,
      ref_from, ref_size, range_from, range_size, n)
)`

/** The parameters before those of the conditions. */
const inputs = { one: { text: oneText, parameters: 16 }, many: { text: manyText, parameters: 24 } } as const

/** Number of a parameter after those of the input. */
const furtherParameter = ({ rows }: Shape, at: number): number => inputs[rows].parameters + at

function beginText(tables: Tables, shape: Shape): string {
  const { text } = inputs[shape.rows]
  const of = (at: number): string => `$${furtherParameter(shape, at)}`
  if (shape.condition === 'none') return text
  if (shape.condition === 'version') return `${text}, ${unwrittenText(tables, [of(1), of(2), of(3)])}`
  return `${text}, ${missingText(tables, [of(1), of(2), of(3), of(4)])}`
}

/** All rows fail their condition if this transaction did not write that version. */
const unwrittenText = ({ resource }: Tables, [type, id, version]: readonly [string, string, string]): string =>
  `missing as materialized (
  select n, null::int as number from input where not exists (
    select from ${resource} r where r.tenant = $1 and r.space = 'fhir' and r.type = ${type}::text and r.id = ${id}::text
      and r.version = ${version}::int and r.tx = pg_current_xact_id())
)`

/** If something is missing, nothing is written. */
const whereText = ({ condition }: Shape): string =>
  condition === 'none' ? '' : 'where i.n not in (select n from missing)'

/** The parameters of the audit records follow those of the condition. */
const conditionParameters = { none: 0, references: 4, version: 3 } as const satisfies Record<Condition, number>

const writtenText = `select n, null::int as missing, key, owner, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated from written`

const endText = (tables: Tables, shape: Shape): string =>
  shape.condition !== 'none'
    ? `, recorded as (
  ${auditText(tables, furtherParameter(shape, conditionParameters[shape.condition] + 1))} where r.n in (select n from written)
)
${writtenText} union all select n, number, null, null, null, null from missing`
    : ` ${writtenText}`

export const insert = perShape('insert', ['none', 'references', 'version'], (tables, shape) => {
  const { resource, token, range } = tables
  return `with ${beginText(tables, shape)}, keyed as materialized (
  select i.*, nextval('resource_key') as key, clock_timestamp() as at from input i ${whereText(shape)}
), made as (
  insert into ${resource} (tenant, space, type, id, key, self, version, owner, created_at, updated_at, d, d_end, is_long, content,
    tokens, drivers, refs, range_hashes, range_lows, range_highs)
  select $1, space, type, id, key, self, version, coalesce(owner, 'client'), at, at, coalesce(d, at), d_end, is_long, content,
    tokens, cardinality(drivers), refs, hashes, lows, highs from keyed
  on conflict do nothing
  returning key, owner, d, created_at, updated_at
), written as (select i.n, m.*, i.drivers, i.hashes, i.lows, i.highs from made m join keyed i using (key)), tokens as (
  insert into ${token} (tenant, hash, d, key) select $1, hash, d, key from written, unnest(drivers) as hash
), ranges as (
  insert into ${range} (tenant, hash, lo, hi, key)
  select $1, hash, lo, hi, key from written, unnest(hashes, lows, highs) as entry (hash, lo, hi)
)${endText(tables, shape)}`
})

/** Compares the index rows of both versions, so that unchanged ones are not touched. */
export const update = perShape('update', ['none', 'references'], (tables, shape) => {
  const { resource, token, range } = tables
  return `with ${beginText(tables, shape)}, old as materialized (
  select i.n, r.* from input i cross join lateral (
    select r.ctid as place, r.* from ${resource} r
    where r.tenant = $1 and r.space = i.space and r.type = i.type and r.id = i.id and r.version = i.version - 1 offset 0
  ) r ${whereText(shape)}
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
)${endText(tables, shape)}`
})
