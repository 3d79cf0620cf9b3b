/** Describes what keeps a server or command from starting: names the setting and the remedy, and repeats no value. D79. */
import { ConfigError } from '../core/config.ts'
import { DataDirectoryError } from '../postgres-embedded/data-directory-error.ts'
import { DefinitionError } from '../profiles/definitions/definition-error.ts'
import { PackageError } from '../profiles/definitions/packages/package-error.ts'
import { MasterKeyError } from '../store/keys/keys.ts'

type Row = { readonly codes: RegExp; readonly sentence: string }

/** SQLSTATE, or the code of the system, of name resolution or of TLS, or the driver's own message. The first matching row counts. */
// biome-ignore format: one row a line
const databaseRows: readonly Row[] = [
  { codes: /^28P01$|client password must be/, sentence: 'names a user whose password is another, or is missing. Correct it in the address' },
  { codes: /^28000$/, sentence: 'names a user whom the server does not let in. Correct the user, or pg_hba.conf of the server' },
  { codes: /^3D000$/, sentence: 'names a database that is not there. Make it (createdb), or name another one' },
  { codes: /^42501$/, sentence: 'names a user who may not make tables in that database. Let the user own the database' },
  { codes: /^57P0[123]$/, sentence: 'names a server that is starting or stopping. Start again in a moment' },
  { codes: /^53300$/, sentence: 'names a server that takes no more connections. Raise its max_connections' },
  { codes: /^(?:53100|ENOSPC)$/, sentence: 'names a server whose disk is full. Make room there' },
  { codes: /^(?:ENOTFOUND|EAI_\w+)$/, sentence: 'names a host that has no address. Correct the host' },
  { codes: /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT|08\w{3}|Connection terminated.*)$/, sentence: 'names a server that does not answer. Start it, or correct host and port' },
  { codes: /does not support SSL/, sentence: 'names a server without TLS. Take sslmode out of the address, or give the server a certificate' },
  { codes: /CERT|SIGNATURE|TLS|SSL/, sentence: 'names a server whose certificate is not trusted. Name its authority by sslrootcert in the address' },
]

// biome-ignore format: one row a line
const listenRows: readonly Row[] = [
  { codes: /^EADDRINUSE$/, sentence: 'The port is taken: set PORT to a free one.' },
  { codes: /^EACCES$/, sentence: 'PORT is one that this user may not open. Set it to one above 1023.' },
  { codes: /^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_\w+)$/, sentence: 'HOST is no address of this machine. Set it to one, or to 0.0.0.0 for all.' },
]

/** The driver's own refusals have a message only. */
const codeOf = (error: unknown): string => String(Object(error).code ?? Object(error).message ?? '')

/** Turns an error of the driver at the start into a sentence about DATABASE_URL; leaves others unchanged. */
export function toDatabaseError(error: unknown): unknown {
  const row = databaseRows.find(({ codes }) => codes.test(codeOf(error)))
  return row === undefined ? error : new ConfigError('DATABASE_URL', row.sentence, { cause: error })
}

export const toRedisError = (cause: unknown): unknown =>
  new ConfigError('REDIS_URL', 'names a server that does not answer as Redis. Start it, or correct the address', {
    cause,
  })

/** Why a folder of ours cannot be used: a file has its name, or this user may not write there. */
export function toDirectoryError(error: unknown): unknown {
  return /^(?:ENOTDIR|EEXIST|EACCES|EPERM|EROFS)$/.test(codeOf(error))
    ? new DataDirectoryError('not-accessible', { cause: error })
    : error
}

export function toListenError(error: unknown): unknown {
  const row = listenRows.find(({ codes }) => codes.test(codeOf(error)))
  return row === undefined ? error : new ListenError(row.sentence, { cause: error })
}

class ListenError extends Error {}

/** A sentence for an error that an operator can mend; undefined for a fault. */
export function describeStartError(error: unknown): string | undefined {
  if (error instanceof MasterKeyError)
    return 'BANKSIA_KEY_FILE or BANKSIA_KEY holds another key than the one that this database was made with. Name the file with that key, or set that key; in development it is development.key in BANKSIA_DATA_DIR.'
  if (error instanceof PackageError || error instanceof DefinitionError) return `BANKSIA_PACKAGES: ${error.message}`
  const isTold = error instanceof ConfigError || error instanceof DataDirectoryError || error instanceof ListenError
  return isTold ? error.message : undefined
}
