/** How a session of ours begins: as which role, and with which settings. docs/design/store.md#connections, #tenants-and-keys. */
import type pg from 'pg'

export type SessionRole = 'banksia_app' | 'banksia_system'

const settings = {
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_generic_plan',
} as const

/** The same database under the role. Options of the address itself come first. */
export function sessionAs(role: SessionRole, { connectionString, ...rest }: pg.PoolConfig): pg.PoolConfig {
  const own = Object.entries({ role, ...settings }).map(([name, value]) => `-c ${name}=${value}`)
  const { address, options } = takeOptions(connectionString)
  return {
    ...rest,
    ...(address === undefined ? {} : { connectionString: address }),
    options: [rest.options, options, ...own].filter((one) => one !== undefined).join(' '),
  }
}

/** The driver would prefer the options of the address. */
function takeOptions(connectionString: string | undefined): { address?: string; options?: string } {
  if (connectionString === undefined) return {}
  if (!URL.canParse(connectionString)) return { address: connectionString }
  const url = new URL(connectionString)
  const options = url.searchParams.get('options')
  if (options === null) return { address: connectionString }
  url.searchParams.delete('options')
  return { address: url.href, options }
}
