/** Why the keys of an issuer cannot be read: one of a closed set of reasons, with the host. D79. */
import { OutboundError, type PolicyRule } from '../outbound/outbound-error.ts'

export type IssuerReason =
  | 'refused'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'closed'
  | 'too-large'
  /** A status other than 2xx; a redirect counts, and is not followed. */
  | 'status'
  /** The document of another issuer. */
  | 'mismatch'
  /** No JSON, or another form. */
  | 'malformed'
  /** An https issuer with keys without TLS. */
  | 'clear'

/** For an operator: without path and value. */
export type IssuerFailure = {
  readonly host: string
  readonly reason: IssuerReason
  /** The setting that refuses the host, or `address` for one that is never called. */
  readonly setting?: string
}

export class IssuerError extends Error {
  readonly failure: IssuerFailure

  constructor(failure: IssuerFailure, options?: ErrorOptions) {
    super(failure.reason, options)
    this.name = 'IssuerError'
    this.failure = failure
  }
}

const settings: Readonly<Record<PolicyRule, string>> = {
  hosts: 'BANKSIA_OUTBOUND_HOSTS',
  private: 'BANKSIA_OUTBOUND_PRIVATE',
  address: 'address',
}

export const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** The reason why that address did not answer. */
export function toIssuerError(address: string, cause: unknown): IssuerError {
  const host = hostOf(address)
  if (!(cause instanceof OutboundError)) return new IssuerError({ host, reason: 'connect' }, { cause })
  const { reason, rule } = cause
  if (reason === 'refused-by-policy')
    return new IssuerError(
      { host, reason: 'refused', ...(rule === undefined ? {} : { setting: settings[rule] }) },
      { cause },
    )
  return new IssuerError({ host, reason: reason === 'cancelled' ? 'timeout' : reason }, { cause })
}
