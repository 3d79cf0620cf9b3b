/** Versions of a resource: the current one, a superseded one, and pages of them. R4 http.html#history; docs/design/store.md#writes. */
import { utc } from '../../columns.ts'
import { perPart, type Tables } from '../../postgres/parts.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { ReadScope } from '../search/access-scope.ts'
import type { Reader, ResourceAddress, Space, Stored } from '../types.ts'
import { openRow, type ResourceRow, resourceColumns, rowColumns } from './rows.ts'
import { judgeFor, seenPage } from './seen-versions.ts'

/** `share` makes writers wait until the transaction ends; `update` also readers with a lock. */
export type Lock = 'share' | 'update'

const currentText = (lock: string) =>
  perPart(({ part, resource }) => ({
    name: `resource-find-${lock || 'plain'}-${part}`,
    text: `select ${resourceColumns('r')} from ${resource} r where r.tenant = $1 and r.space = $2 and r.type = $3 and r.id = $4 ${lock}`,
  }))

const currentTexts = { plain: currentText(''), share: currentText('for share'), update: currentText('for update') }

/** The current version, which may be a tombstone. */
export async function findCurrent(
  { client, tenant }: Reader,
  place: ResourceAddress,
  lock?: Lock,
): Promise<Stored | undefined> {
  const { rows } = await client.query<ResourceRow>({
    ...currentTexts[lock ?? 'plain'](tenant),
    values: [tenant.number, place.space, place.type, place.id],
  })
  return rows[0] && openRow(tenant, rows[0])
}

/** The current versions in the order of the addresses, undefined for a resource that never was. Locks in the order of their names. */
export async function findAllCurrent(
  { client, tenant }: Reader,
  places: readonly ResourceAddress[],
  lock?: Lock,
): Promise<readonly (Stored | undefined)[]> {
  if (places.length === 0) return []
  const sorted = places.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const { rows } = await client.query<ResourceRow>({
    name: `resource-find-all-${lock ?? 'plain'}-${tenant.tables.part}`,
    text: `select ${resourceColumns('r')} from unnest($2::text[], $3::text[], $4::text[]) as wanted (space, type, id)
           cross join lateral (
             select * from ${tenant.tables.resource} r where r.tenant = $1 and r.space = wanted.space and r.type = wanted.type and r.id = wanted.id
             offset 0 ${lock === undefined ? '' : `for ${lock}`}
           ) r`,
    values: [
      tenant.number,
      sorted.map(({ space }) => space),
      sorted.map(({ type }) => type),
      sorted.map(({ id }) => id),
    ],
  })
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return places.map((place) => {
    const row = found.get(keyOf(place))
    return row && openRow(tenant, row)
  })
}

/** A row whose address is known. */
export type PlacedRow = Omit<ResourceRow, keyof ResourceAddress | 'position'>

/** As `findAllCurrent`, but the rows stay sealed. */
export async function findRowsTogether(
  { client, tenant }: Reader,
  places: readonly ResourceAddress[],
): Promise<readonly (PlacedRow | undefined)[]> {
  const { rows } = await client.query<PlacedRow & { readonly at: number }>({
    ...togetherText(tenant),
    values: [
      tenant.number,
      places.map(({ space }) => space),
      places.map(({ type }) => type),
      places.map(({ id }) => id),
    ],
  })
  const found: (PlacedRow | undefined)[] = places.map(() => undefined)
  for (const { at, ...row } of rows) found[at] = row
  return found
}

const togetherText = perPart(({ part, resource }) => ({
  name: `resource-find-together-${part}`,
  text: `select wanted.at::int - 1 as at, ${rowColumns('r')} from unnest($2::text[], $3::text[], $4::text[]) with ordinality as wanted (space, type, id, at)
         cross join lateral (
           select * from ${resource} r where r.tenant = $1 and r.space = wanted.space and r.type = wanted.type and r.id = wanted.id offset 0
         ) r`,
}))

const keyOf = ({ space, type, id }: ResourceAddress): string => `${space}/${type}/${id}`

/** One version, current or superseded; it may be a tombstone. */
export async function findVersion(
  { client, tenant }: Reader,
  place: ResourceAddress,
  version: number,
): Promise<Stored | undefined> {
  const { rows } = await client.query<ResourceRow>({
    ...findText(tenant),
    values: [tenant.number, place.space, place.type, place.id, version],
  })
  return rows[0] && openRow(tenant, rows[0])
}

const findText = perPart(({ part, resource, history }) => ({
  name: `version-find-${part}`,
  text: [resource, history]
    .map(
      (table) => `select ${resourceColumns('v')} from ${table} v
        where v.tenant = $1 and v.space = $2 and v.type = $3 and v.id = $4 and v.version = $5`,
    )
    .join(' union all '),
}))

export type ScopedSpace =
  | { readonly space: 'fhir'; readonly scope: ReadScope }
  | { readonly space: Exclude<Space, 'fhir'>; readonly scope?: undefined }

/** The end of a page: time of writing (microseconds, as text), key and version. */
export type VersionPosition = { readonly at: string; readonly key: string; readonly version: number }

export type VersionSearch = ScopedSpace & {
  readonly types: readonly string[]
  /** Versions of this resource only; `types` then holds its type. */
  readonly id?: string
  /** Versions written at or after this instant. */
  readonly since?: string
  /** Versions that were current at some time from the first instant to the second. */
  readonly at?: readonly [string, string]
  readonly limit: number
  readonly after?: VersionPosition
  /** The snapshot of the first page. Later pages see the same, whatever is written since. */
  readonly snapshot?: string
}

export type VersionPage = {
  readonly items: readonly Stored[]
  readonly next: VersionPosition | undefined
  readonly snapshot: string
}

const kept = ['resource', 'history'] as const
type Kept = (typeof kept)[number]

type VersionRow = ResourceRow & { readonly at: string; readonly snapshot: string }

const source = (tables: Tables, table: Kept, conditions: string): string =>
  `(select v.updated_at, v.key, v.version, v.type, v.id, '${table}' as source from ${tables[table]} v
    where v.tenant = $1 and v.space = $2 and v.type = wanted.type ${conditions}
    order by v.updated_at desc, v.key desc, v.version desc limit $4)`

/** The version was not yet superseded at that instant. */
const lasted = (tables: Tables, instant: string): string =>
  kept
    .map(
      (table) => `and not exists (select from ${tables[table]} n where n.tenant = v.tenant and n.space = v.space
        and n.type = v.type and n.id = v.id and n.version = v.version + 1 and n.updated_at <= ${instant})`,
    )
    .join(' ')

/** One page, newest first. A version is in `resource` or in `history`, and keeps its `tx` when it moves. */
export async function listVersions({ client, tenant }: Reader, search: VersionSearch): Promise<VersionPage> {
  const judge = judgeFor(search)
  const values: unknown[] = [tenant.number, search.space, search.types, search.limit + 1]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions: string[] = []
  if (search.id !== undefined) conditions.push(`and v.id = ${bind(search.id)}`)
  if (search.since !== undefined) conditions.push(`and v.updated_at >= ${bind(search.since)}::timestamptz`)
  if (search.at !== undefined) {
    conditions.push(`and v.updated_at <= ${bind(search.at[1])}::timestamptz`)
    conditions.push(lasted(tenant.tables, `${bind(search.at[0])}::timestamptz`))
  }
  if (search.snapshot !== undefined)
    conditions.push(`and pg_visible_in_snapshot(v.tx, ${bind(search.snapshot)}::pg_snapshot)`)
  if (search.after !== undefined) {
    const { at, key, version } = search.after
    conditions.push(
      `and (v.updated_at, v.key, v.version) < (${bind(at)}::timestamptz, ${bind(key)}::bigint, ${bind(version)}::int)`,
    )
  }
  const { rows } = await client.query<VersionRow>(pageText(tenant.tables, conditions.join(' ')), values)
  const page = rows.slice(0, search.limit)
  const last = page.at(-1)
  return seenPage(judge, {
    items: page.map((row) => openRow(tenant, row)),
    next:
      rows.length > search.limit && last !== undefined
        ? { at: last.at, key: last.key, version: last.version }
        : undefined,
    snapshot: search.snapshot ?? rows[0]?.snapshot ?? '',
  })
}

/** Keys first, so that contents outside the page are never read. */
const pageText = (tables: Tables, conditions: string): string => `
  with page as materialized (
    select found.* from unnest($3::text[]) as wanted (type)
      cross join lateral (${source(tables, 'resource', conditions)} union all ${source(tables, 'history', conditions)}) found
    order by found.updated_at desc, found.key desc, found.version desc limit $4
  ), opened as (
    select ${resourceColumns('r')}, r.updated_at from page join ${tables.resource} r on r.tenant = $1 and r.key = page.key where page.source = 'resource'
    union all
    select ${resourceColumns('h')}, h.updated_at from page join ${tables.history} h on h.tenant = $1 and h.space = $2
      and h.type = page.type and h.id = page.id and h.version = page.version where page.source = 'history'
  )
  select opened.*, updated_at::text as at, pg_current_snapshot()::text as snapshot
  from opened order by updated_at desc, key desc, version desc`

/** Every version written before this instant can be read. A statement of its own, before the one that reads the versions. */
export async function findSettledAt(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ at: string }>(`select ${utc('settled_at()')} as at`)
  return rows[0]?.at ?? ''
}
