/** Tenants and their settings. DESIGN.md "FHIR". */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { developmentTenants } from '../../caller.ts'
import { noAddresses, type OwnAddresses } from '../../fhir/own-addresses.ts'
import { findTables, type Tables } from '../connections/parts.ts'
import { listOwnDefinitions, type OwnDefinition } from '../definitions/own-definitions.ts'
import { type Denial, listDenials } from '../denials.ts'
import type { HashCache } from '../hash-cache.ts'
import { listPlatforms, type Platforms } from '../platforms.ts'
import type { Runner } from '../reader.ts'
import { listOwnParameters, type OwnParameter } from '../reindex/own-parameters.ts'
import { indexVersion } from '../reindex/reindex-queue.ts'
import { createTenantKeys, readTenantKeys, type TenantKeys } from './keys.ts'

export type TenantSettings = {
  readonly id: string
  readonly requiredProfiles: 'au-core' | 'base'
  readonly references: 'enforce' | 'allow'
  /** IANA name; used in documents and HL7 time stamps. */
  readonly timeZone: string
}

export type Tenant = TenantSettings & {
  readonly number: number
  /** By which references are read. */
  readonly addresses: OwnAddresses
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

/** The development tenants. DESIGN.md "FHIR": the first enforces AU Core, the second takes base R4. */
export const developmentTenantSettings = [
  { id: first, requiredProfiles: 'au-core', references: 'enforce', timeZone: 'Australia/Sydney' },
  { id: second, requiredProfiles: 'base', references: 'allow', timeZone: 'Australia/Sydney' },
] as const satisfies readonly TenantSettings[]

export async function createTenant(pool: pg.Pool, settings: TenantSettings, master: KeyObject): Promise<void> {
  await pool.query(
    `insert into tenant (id, required_profiles, reference_policy, time_zone, index_version) values ($1, $2, $3, $4, $5) on conflict (id) do nothing`,
    [settings.id, settings.requiredProfiles, settings.references, settings.timeZone, indexVersion],
  )
  const { rows } = await pool.query<{ number: number }>('select number from tenant where id = $1', [settings.id])
  for (const row of rows) await createTenantKeys(pool, row.number, master)
}

type TenantRow = {
  readonly number: number
  readonly id: string
  readonly required_profiles: TenantSettings['requiredProfiles']
  readonly reference_policy: TenantSettings['references']
  readonly time_zone: string
  readonly generation: string
  readonly index_version: number
}

type Finding = {
  readonly master: KeyObject
  readonly hashes?: HashCache
  readonly runnerOf: (tenant: number) => Runner
  readonly addresses?: OwnAddresses | undefined
}

/** `runnerOf` runs in the tenant's name. */
export async function findTenant(
  pool: pg.Pool,
  id: string,
  { master, hashes, runnerOf, addresses = noAddresses }: Finding,
): Promise<Tenant | undefined> {
  const { rows } = await pool.query<TenantRow>('select * from tenant where id = $1', [id])
  const row = rows[0]
  if (row === undefined) return undefined
  const client = runnerOf(row.number)
  // The generation is read first: what changes after it is read again.
  const tenant = {
    number: row.number,
    addresses,
    id: row.id,
    requiredProfiles: row.required_profiles,
    references: row.reference_policy,
    timeZone: row.time_zone,
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

/** Every tenant, by its number inside the store; or the one of this id. */
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
