/** Settings of the embedded PostgreSQL, given at each start, so that a new release brings its own. docs/design/store.md#connections. */
import { totalmem } from 'node:os'

type SettingRow = { readonly name: string; readonly value: string }

// biome-ignore format: one row a line
const fixedSettings = [
  { name: 'listen_addresses',                value: '' },
  { name: 'unix_socket_permissions',         value: '0700' },
  { name: 'max_connections',                 value: '100' },
  { name: 'timezone',                        value: 'UTC' },
  { name: 'work_mem',                        value: '16MB' },
  { name: 'random_page_cost',                value: '1.1' },
  { name: 'jit',                             value: 'off' },
  { name: 'max_parallel_workers_per_gather', value: '0' },
  { name: 'plan_cache_mode',                 value: 'force_generic_plan' },
  { name: 'fsync',                           value: 'on' },
  { name: 'wal_compression',                 value: 'off' },
  { name: 'max_wal_size',                    value: '2GB' },
  { name: 'checkpoint_timeout',              value: '30min' },
  { name: 'autovacuum_naptime',              value: '60s' },
  { name: 'autovacuum_analyze_scale_factor', value: '0.02' },
  // docs/design/house.md#patient-data: errors, details and statements may hold values that a caller sent, so none of them is logged.
  { name: 'log_min_messages',                value: 'log' },
  { name: 'log_min_error_statement',         value: 'panic' },
  { name: 'log_error_verbosity',             value: 'terse' },
  { name: 'log_checkpoints',                 value: 'off' },
  { name: 'log_autovacuum_min_duration',     value: '-1' },
  { name: 'log_timezone',                    value: 'UTC' },
] as const satisfies readonly SettingRow[]

/** Command line arguments; `overrides` win. */
export function settingArguments(overrides: Readonly<Record<string, string>>): readonly string[] {
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(fixedSettings.map((row) => [row.name, row.value])),
    shared_buffers: `${sharedBuffersMb()}MB`,
    ...overrides,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** A sixteenth of the memory that this process may use, from 128 to 512 MB: the server shares its machine. */
function sharedBuffersMb(): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.max(128, Math.min(512, Math.floor(bytes / 16 / 2 ** 20)))
}
