/** BANKSIA_CLAIM_MAP_FILE, read at the start. D161. */
import { readFile } from 'node:fs/promises'
import { type Config, ConfigError, everyTenant, tenantsOfIssuers } from '../core/config.ts'
import { Problem } from '../core/problems.ts'
import { spokes } from '../core/spokes.ts'
import { type ClaimMap, listMappedTenants, parseClaimMap } from '../identity/claim-map.ts'
import type { Store } from '../store/store.ts'

const variable = 'BANKSIA_CLAIM_MAP_FILE'
const mostFaults = 5

/** Undefined without such a file. Throws ConfigError. */
export async function readClaimMap(config: Config, store: Pick<Store, 'readTenant'>): Promise<ClaimMap | undefined> {
  const { claimMapFile: path } = config
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(variable, 'names a file that cannot be read', { cause })
  })
  const bound = tenantsOfIssuers(config)
  const parsed = parseClaimMap(text, {
    issuers: config.issuers,
    spokes: spokes(config.iosSpoke).map(({ id }) => id),
    scopeNamespace: config.scopeNamespace,
    mayName(issuer, tenant) {
      const tenants = bound.get(issuer)
      return tenants === undefined || tenants.has(everyTenant) || tenants.has(tenant)
    },
  })
  if ('faults' in parsed)
    throw new ConfigError(variable, `is not understood: ${parsed.faults.slice(0, mostFaults).join('; ')}`)
  for (const tenant of listMappedTenants(parsed.map)) await checkTenant(tenant, store)
  return parsed.map
}

/** An identifier of a tenant is no secret. */
async function checkTenant(tenant: string, store: Pick<Store, 'readTenant'>): Promise<void> {
  try {
    await store.readTenant(tenant)
  } catch (error) {
    throw error instanceof Problem && error.slug === 'tenant-unknown'
      ? new ConfigError(variable, `names a tenant that is not here: ${tenant}`, { cause: error })
      : error
  }
}
