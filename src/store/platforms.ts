/** Platform configs: each version a row; every process has the newest of its tenants in memory. docs/design/hub.md#platform-config. */
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
import type { Queryable } from './postgres/queryable.ts'
import { checkServed } from './tenants/check-served.ts'
import { bumpGeneration } from './tenants/generation.ts'
import type { Platforms, Tenant } from './tenants/tenant.ts'
import type { Tx } from './transaction.ts'

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

/** The config for a spoke: its own and the tenant's together. In a tenant that is not active everything is off. D75, D77 */
export const platformOf = ({ platforms, state }: Switching, spoke: string): Platform =>
  state === 'active' ? (platforms.get(spoke) ?? platforms.get(tenantWide) ?? openPlatform) : unreadablePlatform

type Asked = { readonly feature: Feature; readonly spokes: Iterable<string> }

/** True if it is off for any of these spokes: the caller's and the thing's. D75 */
export const isOffForAny = (tenant: Switching, { feature, spokes }: Asked): boolean =>
  [...spokes].some((spoke) => isOff(platformOf(tenant, spoke), feature))

/** As `isOffForAny`, but only for features that are stopped, not for those that are not offered. */
export const isKilledForAny = (tenant: Switching, { feature, spokes }: Asked): boolean =>
  [...spokes].some((spoke) => isKilled(platformOf(tenant, spoke), feature))

/** True if any config of the tenant switches it off. If none does, nobody has to look up the spoke of a thing. */
export const isOffSomewhere = ({ platforms, state }: Switching, feature: Feature): boolean =>
  state !== 'active' || [...platforms.values()].some((platform) => isOff(platform, feature))

/** Throws if it is off for the spoke of the thing; the caller's spoke was checked before. The tenant may have been disabled since. D75, D77 */
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

/** Version 1 is the default of every spoke. */
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

/** Writes the next version. A lost race is a conflict. Every process knows it within two seconds. */
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
