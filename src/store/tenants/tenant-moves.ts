/** Changes that an operator makes to a tenant: settings and state, each recorded in the tenant's own audit. D77. */
import type pg from 'pg'
import { systemCaller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { type AuditFields, auditStatement } from '../audit/audit.ts'
import type { EventKind } from '../events.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import { findTables } from '../postgres/parts.ts'
import { type TenantOperation, type TenantState, tenantTransitions } from '../transitions.ts'
import { findListedTenant, type ListedTenant } from './listed-tenants.ts'
import { isShorter, shortened } from './shortened-retention.ts'
import type { TenantSettings } from './tenant.ts'

/** Why a tenant does not change: it does not exist, or its state does not allow it. */
export type Unmoved = { readonly refused: TenantState | 'missing' }
export type Moved = { readonly tenant: ListedTenant; readonly isChanged: boolean } | Unmoved

/** Moves the tenant by the table of transitions. If it is in that state already, nothing changes. */
export async function moveTenant(pool: pg.Pool, id: string, operation: TenantOperation): Promise<Moved> {
  return inTransaction(pool, async (client) => {
    const tenant = await findListedTenant(client, id, 'lock')
    return tenant === undefined ? { refused: 'missing' } : moveLocked(client, tenant, { operation })
  })
}

type Move = { readonly operation: TenantOperation; readonly fields?: AuditFields }

/** For a transaction that has locked it. */
export async function moveLocked(
  client: pg.ClientBase,
  tenant: ListedTenant,
  { operation, fields }: Move,
): Promise<Moved> {
  const { from, to, event } = tenantTransitions.find((row) => row.operation === operation) ?? tenantTransitions[0]
  if (tenant.state === to) return { tenant, isChanged: false }
  if (!(from as readonly TenantState[]).includes(tenant.state)) return { refused: tenant.state }
  await client.query('update tenant set state = $2 where number = $1', [tenant.number, to])
  await recordOf(client, tenant, { kind: event, fields: { fromState: tenant.state, toState: to, ...fields } })
  return { tenant: { ...tenant, state: to }, isChanged: true }
}

export type ChangedSettings = Partial<Omit<TenantSettings, 'id'>>

/** Every process applies the new settings within two seconds; stored resources stay as they are. */
export async function setTenant(pool: pg.Pool, id: string, change: ChangedSettings): Promise<Moved> {
  return inTransaction(pool, async (client) => {
    const tenant = await findListedTenant(client, id, 'lock')
    if (tenant === undefined) return { refused: 'missing' }
    if (tenant.state !== 'active' && tenant.state !== 'disabled') return { refused: tenant.state }
    const changed = { ...tenant, ...change }
    if (listDifferences(tenant, change).length === 0) return { tenant, isChanged: false }
    await client.query(
      'update tenant set name = $2, required_profiles = $3, reference_policy = $4, time_zone = $5, message_days = $6 where number = $1',
      [
        tenant.number,
        changed.name,
        changed.requiredProfiles,
        changed.references,
        changed.timeZone,
        changed.messageDays,
      ],
    )
    const fields = isShorter(changed.messageDays, tenant.messageDays) ? { reason: shortened } : {}
    await recordOf(client, tenant, { kind: 'tenant.changed', fields })
    return { tenant: (await findListedTenant(client, id)) ?? changed, isChanged: true }
  })
}

/** The settings in which a tenant differs from the wanted ones. */
export const listDifferences = (tenant: ListedTenant, asked: ChangedSettings): readonly (keyof ChangedSettings)[] =>
  (['name', 'requiredProfiles', 'references', 'timeZone', 'messageDays'] as const).filter(
    (setting) => asked[setting] !== undefined && asked[setting] !== tenant[setting],
  )

async function recordOf(
  client: pg.ClientBase,
  { id, number }: ListedTenant,
  { kind, fields }: { readonly kind: EventKind; readonly fields?: AuditFields },
): Promise<void> {
  const entry = { caller: systemCaller(id, newId()), record: { id: newId(), kind, ...fields } }
  await client.query(auditStatement({ number, tables: await findTables(client, number) }, [entry]))
}
