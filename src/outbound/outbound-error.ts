/** Why an outgoing call failed: one of a closed set of reasons. docs/security.md. */

export type OutboundReason =
  | 'refused-by-policy'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'closed'
  | 'cancelled'

/** The host is in no list; it is on a private network; or the address may never be called, or not without TLS. */
export type PolicyRule = 'hosts' | 'private' | 'address'

type Because = { readonly cause?: unknown; readonly rule?: PolicyRule }

/** `sent`: whether the other side may have received the request. The message names neither host nor content. */
export class OutboundError extends Error {
  readonly reason: OutboundReason
  readonly sent: boolean
  /** For `refused-by-policy`: the setting that refuses. */
  readonly rule: PolicyRule | undefined

  constructor(reason: OutboundReason, sent: boolean, { cause, rule }: Because = {}) {
    super(reason, { cause })
    this.name = 'OutboundError'
    this.reason = reason
    this.sent = sent
    this.rule = rule
  }
}

/** Turns an error of a socket into an OutboundError; an aborted signal explains more than its consequence. */
export function asOutboundError(error: unknown, signal: AbortSignal, sent: boolean): OutboundError {
  if (error instanceof OutboundError) return error
  if (signal.aborted) {
    const timedOut = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    return new OutboundError(timedOut ? 'timeout' : 'cancelled', sent, { cause: error })
  }
  // If the server refuses a client certificate, that shows only after the TLS 1.3 handshake.
  if (isTlsError(error)) return new OutboundError('tls', sent, { cause: error })
  return new OutboundError('closed', sent, { cause: error })
}

/** OpenSSL's alerts. Certificate errors arise earlier, in `connect`. */
const isTlsError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code).startsWith('ERR_SSL')
