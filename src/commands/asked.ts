/** Input of several subcommands: settings, a tenant, the form of the result, the wish to stop. */
import { type Config, ConfigError, readConfig } from '../core/config.ts'
import { isUuid } from '../core/ids.ts'
import { UsageError, type Values } from './subcommand.ts'

/** A wrong setting counts as wrong usage. */
export async function withConfig<T>(work: (config: Config) => Promise<T>): Promise<T> {
  try {
    return await work(readConfig(process.env))
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message, { cause: error }) : error
  }
}

/** Absent: all. */
export function readTenant(values: Values): string | undefined {
  const tenant = values.text('tenant')
  if (tenant !== undefined && !isUuid(tenant.toLowerCase())) throw new UsageError('--tenant is a UUID')
  return tenant
}

export function isJsonAsked(values: Values): boolean {
  const format = values.has('json') ? 'json' : (values.text('format') ?? 'table')
  if (format !== 'table' && format !== 'json') throw new UsageError('--format is table or json')
  return format === 'json'
}

/** Says why the subcommand does not do it, and ends with exit code 1. */
export function refuse(message: string): 1 {
  process.stderr.write(`banksia: ${message}\n`)
  return 1
}

/** Aborted by SIGINT and SIGTERM, and when the program that started this one has gone. */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop)
  // It had a channel, and lost it before anyone listened.
  if (process.connected === false) stop()
  return controller.signal
}
