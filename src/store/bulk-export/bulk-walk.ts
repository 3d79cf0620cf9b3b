/**
 * The versions that a snapshot sees, in bounded steps: every page of an export shows the same instant, whatever is written since, whichever
 * process goes on, and no transaction stays open meanwhile. docs/design/store.md#writes.
 */

import { perPart, type Tables } from '../postgres/parts.ts'
import { compartmentHash } from '../resources/index-rows.ts'
import { openRow, type ResourceRow, resourceColumns } from '../resources/read/rows.ts'
import type { VersionPosition } from '../resources/read/versions.ts'
import type { Reader, Stored } from '../resources/types.ts'

export type BulkStep = {
  readonly type: string
  readonly snapshot: string
  /** Versions written at or after this instant. */
  readonly since?: string
  /** `Type/id` of the compartments; a resource must belong to one of them. */
  readonly compartments?: readonly string[]
  readonly after?: VersionPosition
  /** Largest number of versions, and of bytes, in one step. One version may be larger. */
  readonly limit: number
  readonly maxBytes: number
}

export type BulkPage = {
  /** The last version of each resource that the snapshot sees; it may be a tombstone. */
  readonly items: readonly Stored[]
  /** Undefined after the last step. */
  readonly next: VersionPosition | undefined
}

type Row = Omit<ResourceRow, 'position'> & { readonly at: string; readonly wanted: boolean; readonly looked: number }

const own = `v.tenant = $1 and v.space = 'fhir' and v.type = $2 and v.updated_at >= coalesce($4::timestamptz, '-infinity')
  and (v.updated_at, v.key, v.version) > (coalesce($5::timestamptz, '-infinity'), $6::bigint, $7::int)`

// biome-ignore format: many on a line
const columns = ['space', 'type', 'id', 'key', 'version', 'deleted', 'owner', 'created_at', 'updated_at', 'tx', 'content']

type Kept = 'resource' | 'history'

const source = (tables: Tables, table: Kept, isKept: boolean): string =>
  `(select ${columns.map((name) => `v.${name}`).join(', ')} ${isKept ? ', v.tokens' : ''}, '${table}' as source from ${tables[table]} v
    where ${own} order by v.updated_at, v.key, v.version limit $8)`

const superseded = (tables: Tables, table: Kept): string =>
  `exists (select from ${tables[table]} n where n.tenant = $1 and n.space = 'fhir' and n.type = $2 and n.id = v.id
    and n.version = v.version + 1 and pg_visible_in_snapshot(n.tx, $3::pg_snapshot))`

/** A superseded version keeps its place in this order. */
const stepText = (tables: Tables, isKept: boolean): string => `
  with wide as materialized (
    select v.* from (${source(tables, 'resource', isKept)} union all ${source(tables, 'history', isKept)}) v order by v.updated_at, v.key, v.version limit $8
  ), step as materialized (
    select v.* from (
      select v.*, sum(coalesce(octet_length(v.content), 0)) over (order by v.updated_at, v.key, v.version
        rows between unbounded preceding and 1 preceding) as bytes_before from wide v
    ) v where coalesce(v.bytes_before, 0) < $9
  ), kept as (
    ${isKept ? 'select v.key, v.version from step v cross join unnest(v.tokens) as t (hash) join unnest($10::bigint[]) as k (hash) using (hash)' : 'select null where false'}
  )
  select ${resourceColumns('v').replace('v.content', 'case when s.wanted then v.content end as content')},
    v.updated_at::text as at, s.wanted, (select count(*)::int from wide) as looked
  from step v cross join lateral (
    select pg_visible_in_snapshot(v.tx, $3::pg_snapshot)
      and (v.source = 'resource' or not (${superseded(tables, 'resource')} or ${superseded(tables, 'history')}))
      ${isKept ? 'and (v.key, v.version) in (select k.key, k.version from kept k)' : ''} as wanted
  ) s order by v.updated_at, v.key, v.version`

const textsOf = perPart((tables) => ({ kept: stepText(tables, true), whole: stepText(tables, false) }))

/** One step through a type, oldest versions first. Time and memory depend on its limits, not on how much it finds. */
export async function readBulkStep({ client, tenant }: Reader, step: BulkStep): Promise<BulkPage> {
  const { type, snapshot, since, compartments, after, limit, maxBytes } = step
  const kept = compartments?.map((target) => compartmentHash(tenant, 'fhir', target))
  const { rows } = await client.query<Row>({
    name: `bulk-step-${kept === undefined ? 'whole' : 'kept'}-${tenant.tables.part}`,
    text: textsOf(tenant)[kept === undefined ? 'whole' : 'kept'],
    values: [
      tenant.number,
      type,
      snapshot,
      since ?? null,
      after?.at ?? null,
      after?.key ?? '0',
      after?.version ?? 0,
      limit,
      maxBytes,
      ...(kept === undefined ? [] : [`{${kept.join(',')}}`]),
    ],
  })
  const last = rows.at(-1)
  const isLast = last === undefined || (rows.length === last.looked && rows.length < limit)
  return {
    items: rows.flatMap(({ at: _at, looked: _looked, wanted, ...row }) => (wanted ? [openRow(tenant, row)] : [])),
    next: isLast ? undefined : { at: last.at, key: last.key, version: last.version },
  }
}

/** True if this server shows everything that was committed by then: a replica may be behind. */
export async function hasReached({ client }: Reader, lsn: string): Promise<boolean> {
  const { rows } = await client.query<{ reached: boolean }>({
    name: 'bulk-reached',
    text: 'select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    values: [lsn],
  })
  return rows[0]?.reached === true
}
