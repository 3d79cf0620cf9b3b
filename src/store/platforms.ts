/** Platform configs: each version a row; every process has the newest of its tenants in memory. hub-contract "Methods" (platform config). */
import { type Feature, isKilled, isOff } from '../core/features.ts'
import {
  combinePlatforms,
  openPlatform,
  type Platform,
  type PlatformSettings,
  parsePlatform,
  unreadablePlatform,
} from '../core/platform.ts'
import { Problem } from '../core/problems.ts'
import { tenantWide } from '../core/spokes.ts'
import { utc } from './columns.ts'
import { checkServed } from './keys/check-served.ts'
import { bumpGeneration } from './keys/generation.ts'
import type { Tenant } from './keys/tenants.ts'
import type { Queryable } from './resources/reader.ts'
import type { Tx } from './transaction.ts'

export type Platforms = ReadonlyMap<string, Platform>

type Row = { readonly spoke: string; readonly settings: unknown }

export async function listPlatforms(client: Queryable, tenant: number): Promise<Platforms> {
  const { rows } = await client.query<Row>(
    'select distinct on (spoke) spoke, settings from platform_config where tenant = $1 order by spoke, version desc',
    [tenant],
  )
  const own = new Map(rows.map(({ spoke, settings }) => [spoke, parsePlatform(settings)]))
  const everywhere = own.get(tenantWide)
  if (everywhere === undefined) return own
  return new Map([...own].map(([spoke, platform]) => [spoke, combinePlatforms(platform, everywhere)]))
}

type Switching = Pick<Tenant, 'platforms' | 'state'>

/** As it holds for a spoke: by its own config and that of the whole tenant. One that is not active counts as switched off whole. D75, D77 */
export const platformOf = ({ platforms, state }: Switching, spoke: string): Platform =>
  state === 'active' ? (platforms.get(spoke) ?? platforms.get(tenantWide) ?? openPlatform) : unreadablePlatform

type Asked = { readonly feature: Feature; readonly spokes: Iterable<string> }

/** Whether it is off for any of them: who asks, and whose thing it is. D75 */
export const isOffForAny = (tenant: Switching, { feature, spokes }: Asked): boolean =>
  [...spokes].some((spoke) => isOff(platformOf(tenant, spoke), feature))

/** As `isOffForAny`, of what is stopped and not merely not offered. */
export const isKilledForAny = (tenant: Switching, { feature, spokes }: Asked): boolean =>
  [...spokes].some((spoke) => isKilled(platformOf(tenant, spoke), feature))

/** Whether any config of the tenant says so: where none does, nobody needs to ask whose a thing is. */
export const isOffSomewhere = ({ platforms, state }: Switching, feature: Feature): boolean =>
  state !== 'active' || [...platforms.values()].some((platform) => isOff(platform, feature))

/** Throws where it is off for the spoke of what is acted on; the caller's own has been asked before. The tenant may be disabled since. D75, D77 */
export function checkSwitches(
  tx: Pick<Tx, 'tenant'>,
  feature: Feature | undefined,
  ...spokes: readonly string[]
): void {
  if (feature === undefined) return
  checkServed(tx.tenant)
  if (isOffForAny(tx.tenant, { feature, spokes })) throw new Problem('feature-disabled')
}

export type StoredPlatform = {
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly platform: Platform
}

/** Version 1 is what every spoke begins with. */
export async function readPlatform(
  { client, tenant }: Pick<Tx, 'client' | 'tenant'>,
  spoke: string,
): Promise<StoredPlatform> {
  const { rows } = await client.query<Omit<StoredPlatform, 'platform'> & { readonly settings: unknown }>(
    `select coalesce(c.version, 1) as version, ${utc('t.created_at')} as "createdAt", ${utc('coalesce(c.created_at, t.created_at)')} as "updatedAt", c.settings
     from tenant t left join lateral (select * from platform_config where tenant = t.number and spoke = $2 order by version desc limit 1) c on true
     where t.number = $1`,
    [tenant.number, spoke],
  )
  const row = rows[0]
  if (row === undefined) throw new Problem('not-found')
  const { settings, ...stored } = row
  return { ...stored, platform: settings === null ? openPlatform : parsePlatform(settings) }
}

/** The next version; a lost race is a conflict. Every process knows of it within two seconds. */
export async function putPlatform(
  tx: Tx,
  spoke: string,
  { settings, version }: { readonly settings: PlatformSettings; readonly version: number },
): Promise<void> {
  const { rowCount } = await tx.client.query(
    'insert into platform_config (tenant, spoke, version, settings) values ($1, $2, $3, $4) on conflict do nothing',
    [tx.tenant.number, spoke, version, JSON.stringify(settings)],
  )
  if (rowCount !== 1) throw new Problem('conflict')
  await bumpGeneration(tx)
}
