/** Clients that prove themselves by a certificate: how they are described, and how oidc-provider finds them. RFC 8705 section 2; D177. */
import { X509Certificate } from 'node:crypto'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { parseName } from '../../core/certificate/distinguished-name.ts'
import { isOfClient } from '../../core/certificate/match-certificate.ts'
import { describeCertificate } from '../../core/certificate/verified-certificate.ts'
import type { Proofs } from '../holder/identify-holder.ts'

/** A client is known by one of them. RFC 8705 2.1.2 */
export const subjectMembers = [
  'tls_client_auth_subject_dn',
  'tls_client_auth_san_dns',
  'tls_client_auth_san_uri',
  'tls_client_auth_san_ip',
  'tls_client_auth_san_email',
] as const

export type SubjectMember = (typeof subjectMembers)[number]

export const certificateMethods = ['tls_client_auth', 'self_signed_tls_client_auth'] as const

export const isByCertificate = ({
  token_endpoint_auth_method: method,
}: {
  readonly token_endpoint_auth_method?: unknown
}) => (certificateMethods as readonly unknown[]).includes(method)

export const isName = (text: string): boolean => parseName(text) !== undefined

/** Undefined if the text is no certificate. */
export function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

type Described = { readonly certificate?: string | undefined } & {
  readonly [member in SubjectMember]?: string | undefined
}

/** Metadata of a client that is described by a certificate, with which each of its tokens is bound. Undefined for another client. */
export function describeByCertificate(client: Described): Readonly<Record<string, unknown>> | undefined {
  const bound = { tls_client_certificate_bound_access_tokens: true }
  const known = client.certificate === undefined ? undefined : readCertificate(client.certificate)
  if (known !== undefined) {
    const { thumbprint, encoded } = describeCertificate(known)
    const key = { ...known.publicKey.export({ format: 'jwk' }), kid: thumbprint, x5c: [encoded] }
    // RFC 8705 2.2.2.
    return { ...bound, token_endpoint_auth_method: 'self_signed_tls_client_auth', jwks: { keys: [key] } }
  }
  const named = subjectMembers.flatMap((name) => (client[name] === undefined ? [] : [[name, client[name]] as const]))
  if (named.length === 0) return undefined
  return { ...bound, token_endpoint_auth_method: 'tls_client_auth', ...Object.fromEntries(named) }
}

type FindCertificate = Proofs['findCertificate']

/** The certificate has been verified, or there is none: D159. */
export function mutualTls(find: FindCertificate | undefined): NonNullable<Configuration['features']>['mTLS'] {
  if (find === undefined) return { enabled: false }
  const certificateOf = ({ req }: KoaContextWithOIDC) => find(req)
  return {
    enabled: true,
    certificateBoundAccessTokens: true,
    tlsClientAuth: true,
    selfSignedTlsClientAuth: true,
    getCertificate: (ctx) => certificateOf(ctx)?.encoded,
    certificateAuthorized: (ctx) => certificateOf(ctx) !== undefined,
    certificateSubjectMatches: (ctx, property, expected) => {
      const certificate = certificateOf(ctx)
      return certificate !== undefined && isOfClient(certificate, { [property]: expected })
    },
  }
}
