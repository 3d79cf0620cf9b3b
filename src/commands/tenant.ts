/** `banksia tenant`: makes, lists, changes, disables and erases tenants, beside running servers or without any. D77, D78. */
import type { Config } from '../core/config.ts'
import { seedTenant } from '../hub/templates/seed.ts'
import { withPool } from '../store/postgres/with-pool.ts'
import { type Erasure, eraseTenant as erase } from '../store/tenants/erase-tenant.ts'
import { findListedTenant, type ListedTenant, listAllTenants } from '../store/tenants/listed-tenants.ts'
import type { TenantSettings } from '../store/tenants/tenant.ts'
import {
  listDifferences,
  type Moved,
  moveTenant,
  setTenant as set,
  type Unmoved,
} from '../store/tenants/tenant-moves.ts'
import { createTenant as putTenant } from '../store/tenants/tenants.ts'
import type { TenantOperation } from '../store/transitions.ts'
import { isJsonAsked, refuse, withConfig } from './asked.ts'
import { useDatabase } from './joined-database.ts'
import { startProgress } from './record-progress.ts'
import { hubResources, withStore } from './store/with-store.ts'
import { UsageError, type Values } from './subcommand.ts'
import { flagOf, parseId, parseNew, parseSettings } from './tenant-fields.ts'

/** Complete when it ends: keys, settings and templates exist. An interrupted one is continued. */
export async function createTenant(values: Values): Promise<0 | 1> {
  const asked = parseNew(values)
  const tenant = await withConfig((config) => create(config, asked))
  const differing = listDifferences(tenant, asked)
  if (tenant.state === 'erasing' || tenant.state === 'erased')
    return refuse(`tenant ${asked.id} was erased; take another --id`)
  if (differing.length > 0) {
    const names = differing.map(flagOf).join(', ')
    return refuse(`tenant ${asked.id} is there and differs in ${names}; change it with: banksia tenant set`)
  }
  process.stdout.write(`tenant ${asked.id} is ${tenant.state}\n`)
  return 0
}

const create = (config: Config, asked: TenantSettings): Promise<ListedTenant> =>
  withStore(
    config,
    (store, { connection, masterKey: master }) =>
      withPool(connection, async (pool) => {
        const known = await findListedTenant(pool, asked.id)
        if (known !== undefined && known.state !== 'creating') return known
        await putTenant(pool, asked, { master, state: 'creating' })
        await seedTenant(store, asked.id)
        await moveTenant(pool, asked.id, 'open')
        return readTenantRow(await findListedTenant(pool, asked.id))
      }),
    hubResources,
  )

function readTenantRow(tenant: ListedTenant | undefined): ListedTenant {
  if (tenant === undefined) throw new Error('there is no such tenant')
  return tenant
}

export async function listTenants(values: Values): Promise<0> {
  const isJson = isJsonAsked(values)
  const tenants = await withConfig((config) =>
    useDatabase(config, ({ connection }) => withPool(connection, listAllTenants)),
  )
  const shown = tenants.map(({ number: _number, ...tenant }) => tenant)
  process.stdout.write(isJson ? `${JSON.stringify(shown)}\n` : renderTable(shown))
  return 0
}

type Shown = Omit<ListedTenant, 'number'>

const renderTable = (tenants: readonly Shown[]): string =>
  tenants
    .map(({ id, state, requiredProfiles, references, timeZone, messageDays, prunesFrom, name }) => {
      const days = messageDays === null ? 'forever' : `${messageDays} days`
      const kept = prunesFrom === undefined ? days : `${days} from ${prunesFrom}`
      const columns = [state.padEnd(8), requiredProfiles.padEnd(7), references.padEnd(7), timeZone.padEnd(20)]
      return [id, ...columns, kept.padEnd(10), name].join('  ')
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join('')

export async function setTenant(values: Values): Promise<0 | 1> {
  const id = parseId(values)
  const change = parseSettings(values)
  if (Object.keys(change).length === 0) throw new UsageError('give what is to change, for example --name')
  return report(id, await withTenants((pool) => set(pool, id, change)), 'changed')
}

export const disableTenant = (values: Values): Promise<0 | 1> => move(values, 'disable', 'disabled')
export const enableTenant = (values: Values): Promise<0 | 1> => move(values, 'enable', 'enabled')

async function move(values: Values, operation: TenantOperation, word: string): Promise<0 | 1> {
  const id = parseId(values)
  return report(id, await withTenants((pool) => moveTenant(pool, id, operation)), word)
}

type InPool<T> = Parameters<typeof withPool<T>>[1]

const withTenants = <T>(work: InPool<T>): Promise<T> =>
  withConfig((config) => useDatabase(config, ({ connection }) => withPool(connection, work)))

function report(id: string, moved: Moved, word: string): 0 | 1 {
  if ('refused' in moved) return refuse(describeUnmoved(id, moved))
  process.stdout.write(`tenant ${id} ${moved.isChanged ? `is ${word}` : 'is so already'}\n`)
  const { prunesFrom } = moved.tenant
  if (prunesFrom !== undefined)
    process.stdout.write(
      `messages are removed by the new --message-days from ${prunesFrom}; until then you can undo it\n`,
    )
  return 0
}

const describeUnmoved = (id: string, { refused }: Unmoved): string =>
  refused === 'missing'
    ? `there is no tenant ${id}; banksia tenant list shows those that are here`
    : `tenant ${id} is ${refused}`

/** It cannot be undone, so the id is given twice. */
export async function eraseTenant(values: Values): Promise<0 | 1> {
  const id = parseId(values)
  if (values.text('confirm')?.toLowerCase() !== id) throw new UsageError('--confirm has to repeat the --id')
  const progress = startProgress('rows deleted')
  const asked = { isForced: values.has('force'), onRows: progress.add }
  const erasure = await withTenants((pool) => erase(pool, id, asked)).finally(progress.stop)
  const end = describeErasure(id, erasure)
  if (erasure.kind !== 'erased' && erasure.kind !== 'was-erased') return refuse(end)
  process.stdout.write(`${end}\n`)
  return 0
}

function describeErasure(id: string, erasure: Erasure): string {
  switch (erasure.kind) {
    case 'erased':
      return `tenant ${id} is erased, with ${erasure.rows} rows; its audit stays`
    case 'was-erased':
      return `tenant ${id} was erased before`
    case 'missing':
      return describeUnmoved(id, { refused: 'missing' })
    case 'held':
      return `${erasure.recordings} recordings and ${erasure.messages} messages of tenant ${id} are on legal hold, and nothing is erased; let each go with: banksia audio hold --release, or POST /v1/messages/{messageId}:lift-hold`
    case 'waiting':
      return `${erasure.deliveries} deliveries of tenant ${id} wait, and nothing is erased; give them up with --force`
  }
}
