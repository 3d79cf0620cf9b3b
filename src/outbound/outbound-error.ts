/** Why a call to the outside failed, as one of a closed set of reasons. DESIGN.md "outbound". */

export type OutboundReason =
  | 'refused-by-policy'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'closed'
  | 'cancelled'

/** The host is in no list; it lies on a private network; or nobody calls such an address, or calls it without TLS. */
export type PolicyRule = 'hosts' | 'private' | 'address'

type Because = { readonly cause?: unknown; readonly rule?: PolicyRule }

/** `sent` tells whether the other side may have received the request; the message names neither host nor content. */
export class OutboundError extends Error {
  readonly reason: OutboundReason
  readonly sent: boolean
  /** Of `refused-by-policy`, what refuses. */
  readonly rule: PolicyRule | undefined

  constructor(reason: OutboundReason, sent: boolean, { cause, rule }: Because = {}) {
    super(reason, { cause })
    this.name = 'OutboundError'
    this.reason = reason
    this.sent = sent
    this.rule = rule
  }
}

/** Turns what a socket threw into an OutboundError; an aborted signal explains more than the error that it caused. */
export function asOutboundError(error: unknown, signal: AbortSignal, sent: boolean): OutboundError {
  if (error instanceof OutboundError) return error
  if (signal.aborted) {
    const timedOut = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    return new OutboundError(timedOut ? 'timeout' : 'cancelled', sent, { cause: error })
  }
  // A client certificate that the server refuses shows only after the TLS 1.3 handshake is done.
  if (isTlsError(error)) return new OutboundError('tls', sent, { cause: error })
  return new OutboundError('closed', sent, { cause: error })
}

/** OpenSSL's alerts. Certificate errors arise earlier, in `connect`. */
const isTlsError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code).startsWith('ERR_SSL')
