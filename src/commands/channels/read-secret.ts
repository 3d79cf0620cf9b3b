/** A secret that the file of a channel names. docs/channels.md#files */
import { readSecretFile } from '../../core/config/secret-file.ts'
import { ConfigError } from '../../core/config.ts'
import { UsageError } from '../subcommand.ts'

/** From `CHANNEL_SECRET_<NAME>`, or from the file that `CHANNEL_SECRET_<NAME>_FILE` names. */
export function readSecret(name: string, isProduction: boolean): string | undefined {
  const variable = `CHANNEL_SECRET_${name}`
  const path = process.env[`${variable}_FILE`]
  try {
    if (path !== undefined && path !== '') return readSecretFile({ variable: `${variable}_FILE`, path, isProduction })
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message, { cause: error }) : error
  }
  return process.env[variable] || undefined
}
