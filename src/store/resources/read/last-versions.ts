/** The last content of resources: if one is deleted, the version before its tombstone. */
import { perPart } from '../../postgres/parts.ts'
import type { Reader, Stored } from '../types.ts'
import { openRow, type ResourceRow, resourceColumns } from './rows.ts'

const findText = perPart(({ part, resource, history }) => ({
  name: `resource-find-last-${part}`,
  text: `with wanted as materialized (
      select r.* from unnest($2::text[], $3::text[]) as named (type, id)
        join ${resource} r on r.tenant = $1 and r.space = 'fhir' and r.type = named.type and r.id = named.id
    )
    select ${resourceColumns('w')} from wanted w where not w.deleted
    union all
    select ${resourceColumns('h')} from wanted w
      join ${history} h on h.tenant = $1 and h.space = 'fhir' and h.type = w.type and h.id = w.id and h.version = w.version - 1
    where w.deleted`,
}))

/** Finds those of these `Type/id` that exist or existed, in one statement. */
export async function findLast({ client, tenant }: Reader, targets: readonly string[]): Promise<readonly Stored[]> {
  if (targets.length === 0) return []
  const parts = targets.map((target) => target.split('/'))
  const { rows } = await client.query<ResourceRow>({
    ...findText(tenant),
    values: [tenant.number, parts.map(([type]) => type), parts.map(([, id]) => id)],
  })
  return rows.map((row) => openRow(tenant, row))
}
