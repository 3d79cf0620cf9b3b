/** The second pass of a check: which referenced resources the tenant does not have. DESIGN.md "Profiles, decided". */
import type pg from 'pg'
import type { Checked, CheckFinding } from './check-rows.ts'
import type { Space } from './content.ts'
import { selfHash } from './index-rows.ts'
import type { Tenant, TenantSettings } from './tenants.ts'

/** A reference that only the store can answer. */
export type PendingReference = {
  readonly type: string
  readonly id: string
  /** Of a reference to one version, which is there after the resource was deleted, too. R4 references.html#literal. */
  readonly version?: number
  readonly expression: string
}

/** What a check left open; nothing where the tenant takes any reference. */
export const listPending = ({ references }: TenantSettings, { pending }: Checked): readonly PendingReference[] =>
  references === 'allow'
    ? []
    : pending.references.map(({ reference, expression }) => {
        // What is no `Type/id` (a URN that nothing resolved) names nothing here.
        const [type = '', id = '', , version] = reference.split('/')
        return { type, id, expression, ...(version === undefined ? {} : { version: Number(version) }) }
      })

export async function findMissing(
  client: pg.ClientBase,
  tenant: Tenant,
  pending: readonly PendingReference[],
): Promise<readonly PendingReference[]> {
  if (pending.length === 0) return []
  const { rows } = await client.query<{ type: string; id: string; version: number; deleted: boolean }>(
    `select r.type, r.id, r.version, r.deleted from ${tenant.tables.resource} r join unnest($2::text[], $3::text[]) as wanted (type, id) on r.type = wanted.type and r.id = wanted.id
     where r.tenant = $1 and r.space = 'fhir'`,
    [tenant.number, pending.map((item) => item.type), pending.map((item) => item.id)],
  )
  const found = new Map(rows.map((row) => [`${row.type}/${row.id}`, row]))
  return pending.filter(({ type, id, version }) => {
    const row = found.get(`${type}/${id}`)
    // No version is ever left out.
    return row === undefined || (version === undefined ? row.deleted : !(version >= 1 && version <= row.version))
  })
}

export const missingFinding = ({ expression }: PendingReference): CheckFinding => ({
  severity: 'error',
  code: 'not-found',
  expression,
  message: 'The referenced resource does not exist',
})

type Target = { readonly space: Space; readonly type: string; readonly id: string }

/** Whether a current resource refers to one of these, other than to say where it came from (D19); asked only where the tenant enforces references. */
export async function isReferred(client: pg.ClientBase, tenant: Tenant, targets: readonly Target[]): Promise<boolean> {
  if (tenant.references === 'allow' || targets.length === 0) return false
  const selves = targets.map((target) => selfHash(tenant, target))
  const { rows } = await client.query<{ referred: boolean }>(
    `select exists (select from ${tenant.tables.resource} where tenant = $1 and space = 'fhir' and type <> 'Provenance' and not deleted and refs && $2::bigint[]) as referred`,
    [tenant.number, `{${selves.join(',')}}`],
  )
  return rows[0]?.referred === true
}
