/** Resources that refer to a Binary or attach it, by the index of references. R4 datatypes.html#Attachment; D86. */

import { attachedHash } from '../index-rows.ts'
import type { Reader, Stored } from '../types.ts'
import { openRow, type ResourceRow, resourceColumns } from './rows.ts'

/** With more of them nobody tries to tell whose it is. */
const mostAttaching = 1000

type Row = ResourceRow & { readonly hash: string }

/** By `Binary/id`, in one statement. Undefined if it cannot be known: too many, or the tenant is being indexed again. D65. */
export async function findAttaching(
  { client, tenant }: Reader,
  binaries: readonly string[],
): Promise<ReadonlyMap<string, readonly Stored[]> | undefined> {
  if (binaries.length === 0) return new Map()
  if (tenant.isOutdated) return undefined
  const targets = new Map(binaries.map((target) => [attachedHash(tenant, target), target]))
  const { rows } = await client.query<Row>({
    name: `resource-find-attaching-${tenant.tables.part}`,
    text: `select t.hash::text as hash, ${resourceColumns('r')} from ${tenant.tables.token} t
             join ${tenant.tables.resource} r on r.tenant = $1 and r.key = t.key
           where t.tenant = $1 and t.hash = any ($2::bigint[]) and r.space = 'fhir' and not r.deleted
           limit ${mostAttaching + 1}`,
    values: [tenant.number, `{${[...targets.keys()]}}`],
  })
  if (rows.length > mostAttaching) return undefined
  const found = new Map<string, Stored[]>()
  for (const { hash, ...row } of rows) {
    const target = targets.get(hash) ?? ''
    found.set(target, [...(found.get(target) ?? []), openRow(tenant, row)])
  }
  return found
}
