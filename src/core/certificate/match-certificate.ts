/** Whose certificate it is, by what a client has registered, and what a token is bound to. RFC 8705 2.1.2, 3.1; RFC 9449 6.1. */
import { isIPv6 } from 'node:net'
import { isSameName } from './distinguished-name.ts'
import type { AlternativeName, VerifiedCertificate } from './verified-certificate.ts'

/** Exactly one of the members; the last for a certificate that is known itself. */
export type RegisteredCertificate = {
  readonly tls_client_auth_subject_dn?: string
  readonly tls_client_auth_san_dns?: string
  readonly tls_client_auth_san_uri?: string
  readonly tls_client_auth_san_ip?: string
  readonly tls_client_auth_san_email?: string
  readonly 'x5t#S256'?: string
}

type Match = (certificate: VerifiedCertificate, registered: string) => boolean

const same = (text: string): string => text
const withoutCase = (text: string): string => text.toLowerCase()
/** RFC 5321 2.4: the part before the sign may depend on case. */
const withoutCaseOfHost = (text: string): string => text.replace(/[^@]*$/, withoutCase)
/** An IPv6 address in the form that URLs have. RFC 5952 */
const plainAddress = (text: string): string => (isIPv6(text) ? new URL(`http://[${text}]`).hostname : text)

const byName =
  (kind: AlternativeName['kind'], normalise: (text: string) => string): Match =>
  ({ names }, registered) =>
    names.some((name) => name.kind === kind && normalise(name.value) === normalise(registered))

const matches: Readonly<Record<keyof RegisteredCertificate, Match>> = {
  tls_client_auth_subject_dn: ({ subject }, registered) => isSameName(subject, registered),
  tls_client_auth_san_dns: byName('dns', withoutCase),
  tls_client_auth_san_uri: byName('uri', same),
  tls_client_auth_san_ip: byName('ip', plainAddress),
  tls_client_auth_san_email: byName('email', withoutCaseOfHost),
  'x5t#S256': ({ thumbprint }, registered) => thumbprint === registered,
}

/** Whether the certificate is the one of a client that has registered so. Several members, or none, match nothing. */
export function isOfClient(certificate: VerifiedCertificate, registered: RegisteredCertificate): boolean {
  const given = Object.entries(registered).filter(([, value]) => value !== undefined)
  const [name, value] = given[0] ?? []
  const match = Object.hasOwn(matches, name ?? '') ? matches[name as keyof RegisteredCertificate] : undefined
  return given.length === 1 && typeof value === 'string' && value !== '' && match?.(certificate, value) === true
}

/** What a token is bound to: `x5t#S256` of a certificate (RFC 8705 3.1), or `jkt` of a key (RFC 9449 6.1). */
export type Binding = { readonly kind: 'certificate' | 'key'; readonly thumbprint: string }

const bindings: ReadonlyMap<string, Binding['kind']> = new Map([
  ['x5t#S256', 'certificate'],
  ['jkt', 'key'],
])

/** What a token is bound to by its `cnf`; undefined if there is anything else in it. RFC 7800 3.1 */
export function findBinding(confirmation: unknown): Binding | undefined {
  if (typeof confirmation !== 'object' || confirmation === null) return undefined
  const [[name, thumbprint] = ['', undefined], ...others] = Object.entries(confirmation)
  const kind = bindings.get(name)
  if (kind === undefined || others.length > 0) return undefined
  return typeof thumbprint === 'string' && /^[\w-]{43}$/.test(thumbprint) ? { kind, thumbprint } : undefined
}
