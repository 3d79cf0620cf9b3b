/** The host and port of an http or https address. RFC 9110 4.2. */
import type { Endpoint, TlsSettings } from './connect.ts'
import type { Target } from './policy.ts'

/** The host in the form that settings and records use: IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export function targetOf(url: URL): Target {
  const clear = url.protocol !== 'https:'
  return { host: hostOf(url), port: Number(url.port || (clear ? 80 : 443)), clear }
}

/** `tls` is used for https only. */
export function endpointOf(url: URL, tls: TlsSettings = {}): Endpoint {
  const { host, port, clear } = targetOf(url)
  return { host, port, ...(clear ? {} : { tls }) }
}
