/** Resources that were written since the first page of a search, each with the version that the first page saw. docs/design/store.md#search. */
import { Problem } from '../../../core/problems.ts'
import { utc } from '../../columns.ts'
import { openRow, type ResourceRow, resourceColumns } from '../read/rows.ts'
import type { Reader, Stored } from '../types.ts'
import { type AccessScope, restrictionOf } from './access-scope.ts'
import { testAll, testRow } from './predicate-sql.ts'
import type { Predicate } from './predicates.ts'
import { type Scope, Statement } from './search-scope.ts'

/** What the first page saw. Everything written before `settledAt` is in the snapshot. */
export type Seen = { readonly snapshot: string; readonly settledAt: string }

export type ChangedSearch = {
  readonly types: readonly string[]
  readonly where: readonly Predicate[]
  readonly scope: AccessScope
  readonly seen: Seen
}

/** `former`: the version that the first page saw. Its times, to the microsecond, as the database writes them. */
export type Changed = {
  readonly stored: Stored
  readonly former: { readonly stored: Stored; readonly createdAt: string; readonly updatedAt: string }
}

const mostChanges = 10_000

type Row = ResourceRow & {
  readonly changes: string
  readonly former_version: number | null
  readonly former_created: string
  readonly former_updated: string
  readonly former_created_at: string
  readonly former_updated_at: string
  readonly former_content: Buffer | null
}

/** Those that match now and were there then. Throws if more were written meanwhile than one page may look at. */
export async function findChanged({ client, tenant }: Reader, search: ChangedSearch): Promise<readonly Changed[]> {
  const statement = new Statement()
  const scope: Scope = {
    ...{ tenant, statement, space: 'fhir', types: search.types },
    restriction: restrictionOf(search.scope),
  }
  const text = changedText(scope, search)
  const { rows } = await client.query<Row>({ text, values: statement.values })
  if (Number(rows[0]?.changes ?? 0) > mostChanges) throw tooManyChanges()
  return rows.flatMap((row) => {
    if (row.key === null || row.former_version === null) return []
    const now: ResourceRow = row
    const { former_version: version, former_content: content, former_created: created, former_updated: updated } = row
    const former = openRow(tenant, { ...ownColumns(now), version, content, created, updated })
    return [
      {
        stored: openRow(tenant, ownColumns(now)),
        former: { stored: former, createdAt: row.former_created_at, updatedAt: row.former_updated_at },
      },
    ]
  })
}

const ownColumns = ({ space, type, id, key, version, deleted, owner, created, updated, content }: ResourceRow) => ({
  ...{ space, type, id, key, version, deleted, owner, created, updated, content },
})

function changedText(scope: Scope, { types, where, seen }: ChangedSearch): string {
  const { statement, tenant } = scope
  const snapshot = `${statement.bind(seen.snapshot)}::pg_snapshot`
  return `with changed as materialized (
      select r.* from ${tenant.tables.resource} r
      where r.tenant = ${statement.tenant(tenant)} and r.space = ${statement.bind(scope.space)} and r.type = any (${statement.texts(types)})
        and r.updated_at >= ${statement.bind(seen.settledAt)}::timestamptz and not pg_visible_in_snapshot(r.tx, ${snapshot})
      order by r.updated_at, r.key limit ${mostChanges + 1}
    ), found as (
      select ${resourceColumns('c')}, h.version as former_version, h.content as former_content,
        ${utc('h.created_at')} as former_created, ${utc('h.updated_at')} as former_updated,
        h.created_at::text as former_created_at, h.updated_at::text as former_updated_at
      from changed c cross join lateral (
        select h.* from ${tenant.tables.history} h where h.tenant = c.tenant and h.space = c.space and h.type = c.type and h.id = c.id
          and pg_visible_in_snapshot(h.tx, ${snapshot}) order by h.version desc limit 1
      ) h
      where not h.deleted and ${testRow(scope, 'c')} and ${testAll(scope, where, 'c')}
    )
    select found.*, counted.changes from (select count(*) as changes from changed) counted left join found on true`
}

const tooManyChanges = (): Problem =>
  new Problem('validation', {
    errors: [
      {
        field: '_cursor',
        message: 'more than 10000 resources were written since the first page: search anew',
        code: 'too-costly',
      },
    ],
  })
