/** The table of tenants: made, found with all that is kept of one, and listed. D77. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { developmentTenants } from '../../core/caller.ts'
import { noAddresses, type OwnAddresses } from '../../fhir/own-addresses.ts'
import { listConsentDenials } from '../consent-denials.ts'
import { listOwnDefinitions } from '../definitions/own-definitions.ts'
import { holdMasterKey } from '../keys/check-master-key.ts'
import type { HashCache } from '../keys/hash-cache.ts'
import { createTenantKeys, readTenantKeys } from '../keys/keys.ts'
import { listPlatforms } from '../platforms.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import { findTables } from '../postgres/parts.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { listOwnParameters } from '../reindex/own-parameters.ts'
import { indexVersion } from '../reindex/reindex-queue.ts'
import type { TenantState } from '../transitions.ts'
import type { Tenant, TenantSettings } from './tenant.ts'

const [first, second] = developmentTenants

/** The development tenants: the first enforces AU Core, the second takes base R4. */
// biome-ignore format: one row a line
export const developmentTenantSettings = [
  { id: first, requiredProfiles: 'au-core', references: 'enforce', timeZone: 'Australia/Sydney', name: 'Development, AU Core' },
  { id: second, requiredProfiles: 'base', references: 'allow', timeZone: 'Australia/Sydney', name: 'Development, base R4' },
] as const satisfies readonly TenantSettings[]

/** Makes the tenant and its first keys if it does not exist. Several processes may call it at once. */
export async function createTenant(
  pool: pg.Pool,
  { id, requiredProfiles, references, timeZone, messageDays = null, name = '' }: TenantSettings,
  { master, state = 'active' }: { readonly master: KeyObject; readonly state?: TenantState },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `insert into tenant (id, required_profiles, reference_policy, time_zone, name, state, index_version, message_days)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning number`,
      [id, requiredProfiles, references, timeZone, name, state, indexVersion, messageDays],
    )
    for (const { number } of rows) {
      await holdMasterKey(client, master)
      await createTenantKeys(client, number, master)
    }
  })
}

type TenantRow = {
  readonly number: number
  readonly id: string
  readonly required_profiles: TenantSettings['requiredProfiles']
  readonly reference_policy: TenantSettings['references']
  readonly time_zone: string
  readonly name: string
  readonly state: TenantState
  readonly generation: string
  readonly index_version: number
}

type Finding = {
  readonly master: KeyObject
  readonly hashes?: HashCache
  readonly runnerOf: (tenant: number) => Queryable
  readonly addresses?: OwnAddresses | undefined
}

/** Its keys are destroyed and its rows are being deleted: it is no longer a tenant. */
export const isErased = (state: TenantState): boolean => state === 'erasing' || state === 'erased'

/** Undefined if there is none, or it is erased. `runnerOf` runs in the tenant's name. */
export async function findTenant(
  pool: pg.Pool,
  id: string,
  { master, hashes, runnerOf, addresses = noAddresses }: Finding,
): Promise<Tenant | undefined> {
  const { rows } = await pool.query<TenantRow>('select * from tenant where id = $1', [id])
  const row = rows[0]
  if (row === undefined || isErased(row.state)) return undefined
  const client = runnerOf(row.number)
  // The generation is read first, so a later change causes another read.
  const tenant = {
    number: row.number,
    addresses,
    id: row.id,
    requiredProfiles: row.required_profiles,
    references: row.reference_policy,
    timeZone: row.time_zone,
    name: row.name,
    state: row.state,
    generation: row.generation,
    isOutdated: row.index_version < indexVersion,
    tables: await findTables(pool, row.number),
    keys: await readTenantKeys(client, row.number, { master, hashes }),
    parameters: [],
    definitions: [],
    consentDenials: [],
    platforms: await listPlatforms(client, row.number),
  }
  const parameters = await listOwnParameters(client, tenant)
  const definitions = await listOwnDefinitions(client, tenant)
  return { ...tenant, parameters, definitions, consentDenials: await listConsentDenials(client, tenant) }
}

/** Ids of those that are served, or will be again. */
export async function listServed(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from tenant where state not in ('erasing', 'erased') order by number`,
  )
  return rows.map((row) => row.id)
}

/** Every tenant, also erased ones, by its number in the store; or the one with this id. */
export async function listTenants(
  client: pg.ClientBase | pg.Pool,
  id?: string,
): Promise<{ readonly id: string; readonly number: number }[]> {
  const { rows } = await client.query<{ id: string; number: number }>(
    'select id, number from tenant where $1::uuid is null or id = $1 order by number',
    [id ?? null],
  )
  return rows
}
