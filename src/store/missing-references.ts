/** The second pass of a check: which referenced resources the tenant does not have. DESIGN.md "Profiles, decided". */
import type pg from 'pg'
import type { Checked, CheckFinding } from './check-rows.ts'
import type { Space } from './content.ts'
import { selfHash } from './index-rows.ts'
import type { Tenant, TenantSettings } from './tenants.ts'

/** A reference that only the store can answer. */
export type PendingReference = { readonly type: string; readonly id: string; readonly expression: string }

/** What a check left open; nothing where the tenant takes any reference. */
export const listPending = ({ references }: TenantSettings, { pending }: Checked): readonly PendingReference[] =>
  references === 'allow'
    ? []
    : pending.references.map(({ reference, expression }) => {
        // What is no `Type/id` (a URN that nothing resolved) names nothing here.
        const [type = '', id = ''] = reference.split('/')
        return { type, id, expression }
      })

export async function findMissing(
  client: pg.ClientBase,
  tenant: Tenant,
  pending: readonly PendingReference[],
): Promise<readonly PendingReference[]> {
  if (pending.length === 0) return []
  const { rows } = await client.query<{ type: string; id: string }>(
    `select r.type, r.id from ${tenant.tables.resource} r join unnest($2::text[], $3::text[]) as wanted (type, id) on r.type = wanted.type and r.id = wanted.id
     where r.tenant = $1 and r.space = 'fhir' and not r.deleted`,
    [tenant.number, pending.map((item) => item.type), pending.map((item) => item.id)],
  )
  const present = new Set(rows.map((row) => `${row.type}/${row.id}`))
  return pending.filter((item) => !present.has(`${item.type}/${item.id}`))
}

export const missingFinding = ({ expression }: PendingReference): CheckFinding => ({
  severity: 'error',
  code: 'not-found',
  expression,
  message: 'The referenced resource does not exist',
})

type Target = { readonly space: Space; readonly type: string; readonly id: string }

/** Whether a current resource refers to one of these; asked only where the tenant enforces references. */
export async function isReferred(client: pg.ClientBase, tenant: Tenant, targets: readonly Target[]): Promise<boolean> {
  if (tenant.references === 'allow' || targets.length === 0) return false
  const selves = targets.map((target) => selfHash(tenant, target))
  const { rows } = await client.query<{ referred: boolean }>(
    `select exists (select from ${tenant.tables.resource} where tenant = $1 and space = 'fhir' and not deleted and refs && $2::bigint[]) as referred`,
    [tenant.number, `{${selves.join(',')}}`],
  )
  return rows[0]?.referred === true
}
