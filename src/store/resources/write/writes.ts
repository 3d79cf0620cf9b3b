/** The two statements that write resources, with what has to be known, and to be recorded, for it: one trip. STORE.md "Writes". */
import { type AuditEntry, auditText, auditValue } from '../../audit/audit.ts'
import type { Tenant } from '../../keys/tenants.ts'
import { perPart, type Tables } from '../../postgres/parts.ts'
import type { Statement } from '../../postgres/pipeline.ts'
import type { Space, Stored } from '../content.ts'
import type { HashedRows } from '../index-rows.ts'
import type { Reader } from '../reader.ts'
import { missingText, type PendingReference, pendingValues } from './missing-references.ts'
import { dropRangesText, dropTokensText, keepText } from './superseded.ts'

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

/** What a row is written with, or not at all. */
export type Conditions = {
  /** Where one of them is missing, the row is not written. */
  readonly pending: readonly PendingReference[]
  /** They are added where the row is written. */
  readonly entries: readonly AuditEntry[]
}

export type RowWrite = Conditions & {
  readonly row: WriteRow
  /** New resources that tell of this version: they are written where it is. */
  readonly beside?: readonly BesideRow[]
}

export type BesideRow = Pick<Conditions, 'entries'> & { readonly row: WriteRow }

export type Written = {
  readonly key: string
  readonly owner: Stored['owner']
  readonly createdAt: string
  readonly updatedAt: string
}

export type Outcome = {
  /** Undefined where the row was not written. */
  readonly written: Written | undefined
  readonly missing: readonly PendingReference[]
}

type OutcomeRow = {
  readonly n: number
  readonly missing: number | null
  readonly key: string
  readonly owner: Stored['owner']
  readonly created: string
  readonly updated: string
}

/** A statement for each shape and part. */
function perShape(name: string, build: (tables: Tables, shape: Shape) => string) {
  const made = perPart((tables) => {
    const of = (rows: Shape['rows'], condition: Condition) => ({
      name: `resource-${name}-${rows}-${condition}-${tables.part}`,
      text: build(tables, { rows, condition }),
    })
    const all = (rows: Shape['rows']) => ({
      none: of(rows, 'none'),
      references: of(rows, 'references'),
      version: of(rows, 'version'),
    })
    return { one: all('one'), many: all('many') }
  })
  return (tenant: Tenant, { rows, condition }: Shape): Statement => made(tenant)[rows][condition]
}

/** Rows are written where their references are there, or where this transaction has written one version. */
type Condition = 'none' | 'references' | 'version'

/** A row alone, or several. */
type Shape = { readonly rows: 'one' | 'many'; readonly condition: Condition }

/** The drivers are the first of the tokens. */
const oneText = `input as materialized (
  select 1 as n, $3::text as space, $4::text as type, $5::text as id, $6::bigint as self, $7::int as version, $8::text as owner,
    $9::timestamptz as d, $10::timestamptz as d_end, coalesce($10::timestamptz > $9::timestamptz + interval '31 days', false) as is_long,
    $2::bytea as content, $11::bigint[] as tokens, ($11::bigint[])[1:$12::int] as drivers, $13::bigint[] as refs,
    $14::bigint[] as hashes, $15::float8[] as lows, $16::float8[] as highs
)`

/** Contents, tokens and the like of all rows come as one value each, cut by how many of it lie before the row's and are the row's. */
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

/** What comes before the parameters of the conditions. */
const inputs = { one: { text: oneText, parameters: 16 }, many: { text: manyText, parameters: 24 } } as const

const conditionParameter = ({ rows }: Shape, at: number): string => `$${inputs[rows].parameters + at}`

function beginText(tables: Tables, shape: Shape): string {
  const { text } = inputs[shape.rows]
  const of = (at: number): string => conditionParameter(shape, at)
  if (shape.condition === 'none') return text
  if (shape.condition === 'version') return `${text}, ${unwrittenText(tables, [of(1), of(2), of(3)])}`
  return `${text}, ${missingText(tables, [of(1), of(2), of(3), of(4)])}`
}

/** All rows are missing their condition where this transaction did not write that version. */
const unwrittenText = ({ resource }: Tables, [type, id, version]: readonly [string, string, string]): string =>
  `missing as materialized (
  select n, null::int as number from input where not exists (
    select from ${resource} r where r.tenant = $1 and r.space = 'fhir' and r.type = ${type}::text and r.id = ${id}::text
      and r.version = ${version}::int and r.tx = pg_current_xact_id())
)`

/** Where something is missing, there is nothing to write. */
const whereText = ({ condition }: Shape): string =>
  condition === 'none' ? '' : 'where i.n not in (select n from missing)'

/** The parameter of the audit records comes after those of the condition. */
const conditionParameters = { none: 0, references: 4, version: 3 } as const satisfies Record<Condition, number>

const writtenText = `select n, null::int as missing, key, owner, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated from written`

const endText = (tables: Tables, shape: Shape): string =>
  shape.condition !== 'none'
    ? `, recorded as (
  ${auditText(tables, conditionParameter(shape, conditionParameters[shape.condition] + 1))} where r.n in (select n from written)
)
${writtenText} union all select n, number, null, null, null, null from missing`
    : ` ${writtenText}`

const insert = perShape('insert', (tables, shape) => {
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

/** The index rows of the version before and of this one are compared, so that what stays is not touched. */
const update = perShape('update', (tables, shape) => {
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

const literal = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

const arraysOf = ({ tokens, drivers, refs, ranges }: WriteRow): unknown[] => [
  literal(tokens),
  drivers.length,
  literal(refs),
  ...rangesOf(ranges),
]

const rangesOf = (ranges: WriteRow['ranges']): string[] => [
  literal(ranges.map(({ hash }) => hash)),
  literal(ranges.map(({ low }) => low)),
  literal(ranges.map(({ high }) => high)),
]

const oneOf = (row: WriteRow): unknown[] => [
  row.content,
  row.space,
  row.type,
  row.id,
  row.self,
  row.version,
  row.owner,
  row.d,
  row.dEnd,
  ...arraysOf(row),
]

/** Where the part of each row begins in what holds all of them, and how long it is. */
function partsOf(sizes: readonly number[]): [from: string, size: string] {
  let end = 0
  const from = sizes.map((size) => {
    end += size
    return end - size
  })
  return [literal(from), literal(sizes)]
}

function manyOf(rows: readonly WriteRow[]): unknown[] {
  const of = <T>(read: (row: WriteRow) => T): T[] => rows.map(read)
  return [
    Buffer.concat(of(({ content }) => content)),
    of(({ space }) => space),
    of(({ type }) => type),
    of(({ id }) => id),
    literal(of(({ self }) => self)),
    literal(of(({ version }) => version)),
    of(({ owner }) => owner),
    of(({ d }) => d),
    of(({ dEnd }) => dEnd),
    literal(rows.flatMap(({ tokens }) => tokens)),
    literal(rows.flatMap(({ refs }) => refs)),
    ...rangesOf(rows.flatMap(({ ranges }) => ranges)),
    ...partsOf(of(({ content }) => content.length)),
    ...partsOf(of(({ tokens }) => tokens.length)),
    literal(of(({ drivers }) => drivers.length)),
    ...partsOf(of(({ refs }) => refs.length)),
    ...partsOf(of(({ ranges }) => ranges.length)),
  ]
}

/** Rows of version 1 are new: what is in the way of one keeps it from being written. Others follow the version before, where it is current. */
export function writeStatement(
  { tenant }: Pick<Reader, 'tenant'>,
  rows: readonly [WriteRow, ...WriteRow[]],
  conditions?: readonly Conditions[],
): Statement {
  const condition = conditions === undefined ? 'none' : 'references'
  const asked =
    conditions === undefined
      ? []
      : [...pendingValues(conditions.map(({ pending }) => pending)), entriesOf(tenant, conditions)]
  const { values, shape } = inputOf(rows)
  return {
    ...(rows[0].version === 1 ? insert : update)(tenant, { rows: shape, condition }),
    values: [tenant.number, ...values, ...asked],
  }
}

/** New rows that are written where this transaction has written that version; sent after the statement that does. */
export function besideStatement(
  { tenant }: Pick<Reader, 'tenant'>,
  { type, id, version }: Pick<WriteRow, 'type' | 'id' | 'version'>,
  beside: readonly [BesideRow, ...BesideRow[]],
): Statement {
  const [first, ...others] = beside
  const { values, shape } = inputOf([first.row, ...others.map(({ row }) => row)])
  return {
    ...insert(tenant, { rows: shape, condition: 'version' }),
    values: [tenant.number, ...values, type, id, version, entriesOf(tenant, beside)],
  }
}

function inputOf(rows: readonly [WriteRow, ...WriteRow[]]): {
  readonly values: readonly unknown[]
  readonly shape: Shape['rows']
} {
  return rows.length > 1 ? { values: manyOf(rows), shape: 'many' } : { values: oneOf(rows[0]), shape: 'one' }
}

const entriesOf = (tenant: Tenant, rows: readonly Pick<Conditions, 'entries'>[]): string =>
  auditValue(
    tenant,
    rows.map(({ entries }) => entries),
  )

/** In the order of the rows. */
export function readOutcome(
  found: readonly unknown[],
  rows: readonly WriteRow[],
  conditions: readonly Conditions[] = [],
): readonly Outcome[] {
  const written: (Written | undefined)[] = rows.map(() => undefined)
  const missing: PendingReference[][] = rows.map(() => [])
  const pending = conditions.flatMap((own) => own.pending)
  // Rows of the statement above.
  for (const row of found as readonly OutcomeRow[]) {
    const absent = pending[(row.missing ?? 0) - 1]
    if (absent !== undefined) missing[row.n - 1]?.push(absent)
    else written[row.n - 1] = { key: row.key, owner: row.owner, createdAt: row.created, updatedAt: row.updated }
  }
  return rows.map((_, at) => ({ written: written[at], missing: missing[at] ?? [] }))
}
