/** What the driver says when a connection to the database has gone. https://www.postgresql.org/docs/18/errcodes-appendix.html */
import { Problem } from '../../problems.ts'

/** The server ends the session, stops or was killed; the socket's own errors. Class 08 beside them. */
const codes: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ENOTCONN', 'EPIPE', 'ETIMEDOUT'])

/** The driver's own errors have no code. */
const messages = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/

/** There is none to be had. */
class NoConnection extends Error {}

export function failToConnect(cause: unknown): never {
  throw new NoConnection('no connection to the database', { cause })
}

export function isConnectionLost(error: unknown): boolean {
  if (error instanceof NoConnection) return true
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return code === undefined ? messages.test(String(message)) : codes.has(code) || /^08.{3}$/.test(String(code))
}

/** A lost connection as the refusal that it is for whoever asked; anything else as it is. */
export const toUnavailable = (error: unknown): unknown =>
  isConnectionLost(error)
    ? new Problem('dependency-unavailable', {
        detail: 'The database cannot be reached',
        headers: { 'Retry-After': '5' },
        cause: error,
      })
    : error
