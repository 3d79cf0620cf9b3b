/** Finds the resources that a page includes: those that its own refer to, or that refer to them. R4 search.html#include, #revinclude. */

import type { Tenant } from '../../tenants/tenant.ts'
import { openRow, type ResourceRow, resourceColumns } from '../read/rows.ts'
import type { Reader, Stored } from '../types.ts'
import { type AccessScope, restrictionOf } from './access-scope.ts'
import { pointsTo, testRow } from './predicate-sql.ts'
import { listConstants } from './search-hashes.ts'
import { type Scope, Statement } from './search-scope.ts'

export type Include = {
  readonly isReverse: boolean
  /** The resources that refer. */
  readonly sources: readonly { readonly type: string; readonly parameters: readonly string[] }[]
  /** Types of the included resources. */
  readonly types: readonly string[]
}

/** More are left out, and the reply says so. */
export const maxIncluded = 1000

/** Rows that the page `shown` includes, without its own rows. */
export function includedText(scope: Scope, includes: readonly Include[]): string {
  const keys = includes.map((include) =>
    include.isReverse ? reverseText(scope, include) : forwardText(scope, include),
  )
  return `select r.* from ${scope.tenant.tables.resource} r where r.tenant = ${scope.statement.tenant(scope.tenant)} and r.key = any (array(${keys.join(' union ')}))
      and r.key not in (select key from shown)
    limit ${scope.statement.bind(maxIncluded + 1)}`
}

function forwardText(scope: Scope, { sources, types }: Include): string {
  const { statement } = scope
  const target = { ...scope, types }
  const points = sources.map(({ type, parameters }) => {
    const constants = listConstants({ ...scope, types: [type] }, parameters)
    return `shown.type = ${statement.bind(type)} and ${pointsTo(statement, constants, { row: 'shown', self: 'ref' })}`
  })
  return `select i.key from (select * from ${scope.tenant.tables.resource} where tenant = ${statement.tenant(scope.tenant)} and self = any (array(
    select ref from shown cross join unnest(shown.refs) as ref where ${points.map((point) => `(${point})`).join(' or ')})) offset 0) i
    where ${testRow(target, 'i')}`
}

function reverseText(scope: Scope, { sources, types }: Include): string {
  const { statement, tenant } = scope
  const constants = sources.flatMap(({ type, parameters }) => listConstants({ ...scope, types: [type] }, parameters))
  return `select i.key from (select * from ${tenant.tables.resource} where tenant = ${statement.tenant(tenant)} and key = any (array(
    select t.key from shown cross join unnest(${statement.array(constants)}) as k
    cross join lateral (select t.key from ${tenant.tables.token} t where t.tenant = ${statement.tenant(tenant)} and t.hash = (shown.self # k) offset 0) t)) offset 0) i
    where ${testRow({ ...scope, types }, 'i')}`
}

export type Included = { readonly items: readonly Stored[]; readonly isCut: boolean }

/** Finds the resources that these include. */
export async function findIncluded(
  { client, tenant }: Reader,
  { of, include, scope: accessScope }: { of: readonly Stored[]; include: readonly Include[]; scope: AccessScope },
): Promise<Included> {
  if (of.length === 0 || include.length === 0) return { items: [], isCut: false }
  const statement = new Statement()
  const scope = { tenant, space: 'fhir' as const, types: [], restriction: restrictionOf(accessScope), statement }
  const keys = statement.array(of.map(({ key }) => key))
  const { rows } = await client.query<ResourceRow>(
    `with shown as materialized (select * from ${tenant.tables.resource} where tenant = ${statement.tenant(tenant)} and key = any (${keys})), included as (${includedText(scope, include)})
     select ${resourceColumns('included')} from included`,
    statement.values,
  )
  return openIncluded(tenant, rows)
}

export const openIncluded = (tenant: Tenant, rows: readonly ResourceRow[]): Included => ({
  items: rows.slice(0, maxIncluded).map((row) => openRow(tenant, row)),
  isCut: rows.length > maxIncluded,
})
