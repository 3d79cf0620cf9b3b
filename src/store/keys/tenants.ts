/** Tenants and their settings. D77. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { developmentTenants } from '../../core/caller.ts'
import { noAddresses, type OwnAddresses } from '../../fhir/own-addresses.ts'
import { listOwnDefinitions, type OwnDefinition } from '../definitions/own-definitions.ts'
import { type Denial, listDenials } from '../denials.ts'
import { listPlatforms, type Platforms } from '../platforms.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import { findTables, type Tables } from '../postgres/parts.ts'
import { listOwnParameters, type OwnParameter } from '../reindex/own-parameters.ts'
import { indexVersion } from '../reindex/reindex-queue.ts'
import type { HashCache } from '../resources/hash-cache.ts'
import type { Queryable } from '../resources/reader.ts'
import type { TenantState } from '../transitions.ts'
import { createTenantKeys, readTenantKeys, type TenantKeys } from './keys.ts'

export type TenantSettings = {
  readonly id: string
  readonly requiredProfiles: 'au-core' | 'base'
  readonly references: 'enforce' | 'allow'
  /** IANA name; used in documents and HL7 time stamps. */
  readonly timeZone: string
  /** For operators; it appears in no document. */
  readonly name?: string
}

export type Tenant = TenantSettings & {
  readonly number: number
  /** By which references are read. */
  readonly addresses: OwnAddresses
  readonly state: TenantState
  readonly tables: Tables
  readonly keys: TenantKeys
  /** Grows with each change of what is kept here. */
  readonly generation: string
  readonly parameters: readonly OwnParameter[]
  readonly definitions: readonly OwnDefinition[]
  readonly platforms: Platforms
  readonly denials: readonly Denial[]
  /** Some resources are not yet found by what this release finds them by. */
  readonly isOutdated: boolean
}

const [first, second] = developmentTenants

/** The development tenants: the first enforces AU Core, the second takes base R4. */
// biome-ignore format: one row a line
export const developmentTenantSettings = [
  { id: first, requiredProfiles: 'au-core', references: 'enforce', timeZone: 'Australia/Sydney', name: 'Development, AU Core' },
  { id: second, requiredProfiles: 'base', references: 'allow', timeZone: 'Australia/Sydney', name: 'Development, base R4' },
] as const satisfies readonly TenantSettings[]

/** Makes the tenant with its first keys where it is not there; several processes may do so at once. */
export async function createTenant(
  pool: pg.Pool,
  { id, requiredProfiles, references, timeZone, name = '' }: TenantSettings,
  { master, state = 'active' }: { readonly master: KeyObject; readonly state?: TenantState },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `insert into tenant (id, required_profiles, reference_policy, time_zone, name, state, index_version)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing returning number`,
      [id, requiredProfiles, references, timeZone, name, state, indexVersion],
    )
    for (const { number } of rows) await createTenantKeys(client, number, master)
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

/** Its keys are gone, and its rows are on their way: it is no tenant any more. */
export const isErased = (state: TenantState): boolean => state === 'erasing' || state === 'erased'

/** Undefined where there is none, or it is erased. `runnerOf` runs in the tenant's name. */
export async function findTenant(
  pool: pg.Pool,
  id: string,
  { master, hashes, runnerOf, addresses = noAddresses }: Finding,
): Promise<Tenant | undefined> {
  const { rows } = await pool.query<TenantRow>('select * from tenant where id = $1', [id])
  const row = rows[0]
  if (row === undefined || isErased(row.state)) return undefined
  const client = runnerOf(row.number)
  // The generation is read first: what changes after it is read again.
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
    denials: [],
    platforms: await listPlatforms(client, row.number),
  }
  const parameters = await listOwnParameters(client, tenant)
  const definitions = await listOwnDefinitions(client, tenant)
  return { ...tenant, parameters, definitions, denials: await listDenials(client, tenant) }
}

/** Every tenant, erased ones too, by its number inside the store; or the one of this id. */
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
