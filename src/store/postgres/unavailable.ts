/** When the database, or the disk, cannot do its work for now. https://www.postgresql.org/docs/18/errcodes-appendix.html, errno(3) */
import { Problem } from '../../core/problems.ts'

export type UnavailableReason =
  | 'no_connection'
  | 'disk_full'
  | 'read_only'
  | 'io_error'
  | 'out_of_memory'
  | 'too_many_connections'

type Row = { readonly codes: RegExp; readonly reason: UnavailableReason; readonly detail: string }

/** The first row that matches. A code is an SQLSTATE, or the system's own. */
// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { codes: /^(?:08.{3}|57P0[1-5]|ECONNRESET|ENOTCONN|EPIPE|ETIMEDOUT)$/, reason: 'no_connection', detail: 'The database cannot be reached' },
  { codes: /^(?:53100|ENOSPC|EDQUOT)$/, reason: 'disk_full', detail: 'The disk is full' },
  { codes: /^(?:25006|EROFS)$/, reason: 'read_only', detail: 'The database takes no writes' },
  { codes: /^(?:58030|EIO)$/, reason: 'io_error', detail: 'The disk fails' },
  { codes: /^(?:53300|EMFILE|ENFILE)$/, reason: 'too_many_connections', detail: 'There are too many connections' },
  { codes: /^53.{3}$/, reason: 'out_of_memory', detail: 'The database is short of memory' },
]
const [noConnection] = rows as readonly [Row, ...Row[]]

/** Errors of the driver itself have no code. */
const messages = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/

/** No connection is available. */
class NoConnection extends Error {}

export function failToConnect(cause: unknown): never {
  throw new NoConnection('no connection to the database', { cause })
}

function rowOf(error: unknown): Row | undefined {
  if (error instanceof NoConnection) return rowOf(error.cause) ?? noConnection
  const { code, message, syscall } = Object(error) as Readonly<Record<'code' | 'message' | 'syscall', unknown>>
  if (syscall === 'connect' || (code === undefined && messages.test(String(message)))) return noConnection
  return rows.find(({ codes }) => codes.test(String(code)))
}

/** True if nobody knows whether the statement ran, and another connection may answer. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof NoConnection || rowOf(error)?.reason === 'no_connection'

const transientCodes: ReadonlySet<unknown> = new Set(['40P01', '40001'])

/** Deadlock, serialization failure: the same work may succeed when it runs again. */
export const isTransient = (error: unknown): boolean => transientCodes.has((error as { code?: unknown }).code)

/** Why the database cannot work now; undefined if the error has another reason. */
export const findUnavailable = (error: unknown): UnavailableReason | undefined =>
  rowOf(error instanceof Problem ? error.cause : error)?.reason

/** The refusal for the caller; any other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof Problem) return error
  const row = rowOf(error)
  if (row === undefined) return error
  const headers = { 'Retry-After': '5' }
  return new Problem('dependency-unavailable', { detail: row.detail, headers, cause: error })
}

/** Reads once more if the connection was lost, because another one may work. */
export async function lookAgain<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    return look()
  }
}
