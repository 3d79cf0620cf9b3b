/** `banksia keys`: new content keys, and a new key-encryption key, beside running servers or without any. docs/design/store.md#resources. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { type Config, ConfigError } from '../core/config.ts'
import { checkStrength, readKeyOfOption, readMasterKey } from '../server/master-key.ts'
import { MasterKeyError } from '../store/keys/keys.ts'
import { rewrapKeys as rewrap, rotateContentKey } from '../store/keys/rotation.ts'
import { withPool } from '../store/postgres/with-pool.ts'
import type { Tenant } from '../store/tenants/tenant.ts'
import { findTenant, listTenants } from '../store/tenants/tenants.ts'
import { readTenant, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function rotateKeys(values: Values): Promise<0> {
  const id = readTenant(values)
  return withConfig((config) => rotate(config, id))
}

async function rotate(config: Config, id: string | undefined): Promise<0> {
  const master = await readMasterKey(config)
  await useDatabase(config, ({ connection }) =>
    withPool(connection, async (pool) => {
      for (const tenant of await readTenants(pool, { id, master })) {
        const key = await rotateContentKey(pool, tenant, { master })
        process.stdout.write(`tenant ${tenant.id}: key ${key}\n`)
      }
    }),
  )
  return 0
}

export async function rewrapKeys(values: Values): Promise<0> {
  const [old = '', new_ = ''] = [values.text('old'), values.text('new')]
  if (old === '' || new_ === '') throw new UsageError('--old and --new are needed')
  const count = await withConfig(async (config) => {
    const from = await readKey(config, old, '--old')
    const to = await readKey(config, new_, '--new')
    if (config.mode === 'production') checkStrength(to, '--new')
    return useDatabase(config, ({ connection }) =>
      withPool(connection, async (pool) => rewrap(pool, await readTenants(pool, { master: from }), { from, to })).catch(
        nameOld,
      ),
    )
  })
  process.stdout.write(`${count} keys\n`)
  return 0
}

/** The setting plays no part here. */
function nameOld(error: unknown): never {
  if (!(error instanceof MasterKeyError)) throw error
  const message = 'the key of --old does not open this database: name the file with the one that it was made with'
  throw new Error(message, { cause: error })
}

type Asked = { readonly id?: string | undefined; readonly master: KeyObject }

async function readTenants(pool: pg.Pool, { id, master }: Asked): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  for (const known of await listTenants(pool, id)) {
    const tenant = await findTenant(pool, known.id, { master, runnerOf: () => pool })
    if (tenant !== undefined) tenants.push(tenant)
  }
  if (tenants.length === 0 && id !== undefined) throw new Error('there is no such tenant')
  return tenants
}

async function readKey(config: Config, path: string, option: string): Promise<KeyObject> {
  try {
    return await readKeyOfOption(config, path, option)
  } catch (cause) {
    // It has a sentence about the file, or about a setting of the token.
    if (cause instanceof ConfigError) throw cause
    throw new UsageError(`the file of ${option} holds no key`, { cause })
  }
}
