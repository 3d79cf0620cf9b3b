/** For a subcommand that stores rows of a tenant. */
import { UnknownTenantError } from '../../store/issuer/issuer-clients.ts'
import { UsageError } from '../subcommand.ts'

/** Throws the error again; if the tenant is not there, as UsageError with the option. */
export function nameTenant(error: unknown): never {
  throw error instanceof UnknownTenantError ? new UsageError(`--tenant: ${error.message}`, { cause: error }) : error
}
