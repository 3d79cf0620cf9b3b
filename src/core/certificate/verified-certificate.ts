/** The client certificate that came with a request, after somebody whom we trust has verified it. RFC 8705. D159. */
import { createHash, type X509Certificate } from 'node:crypto'
import { nameOfLines } from './distinguished-name.ts'

/** A subject alternative name. RFC 5280 4.2.1.6 */
export type AlternativeName = { readonly kind: 'dns' | 'uri' | 'ip' | 'email'; readonly value: string }

export type VerifiedCertificate = {
  /** `x5t#S256`: SHA-256 of the certificate, in base64url. RFC 8705 3.1 */
  readonly thumbprint: string
  /** RFC 4514. */
  readonly subject: string
  readonly names: readonly AlternativeName[]
  /** DER in base64. */
  readonly encoded: string
}

export const describeCertificate = (certificate: X509Certificate): VerifiedCertificate => ({
  thumbprint: createHash('sha256').update(certificate.raw).digest('base64url'),
  subject: nameOfLines(certificate.subject),
  names: readNames(certificate.subjectAltName ?? ''),
  encoded: certificate.raw.toString('base64'),
})

const kinds: Readonly<Record<string, AlternativeName['kind']>> = {
  DNS: 'dns',
  URI: 'uri',
  'IP Address': 'ip',
  email: 'email',
}

/** As `node:crypto` prints them: a value with other than plain characters is a string of JSON. */
const item = /([A-Za-z][\w .-]*):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy

function readNames(text: string): readonly AlternativeName[] {
  return [...text.matchAll(item)].flatMap(([, label = '', value = '']) => {
    const kind = kinds[label]
    return kind === undefined ? [] : [{ kind, value: value.startsWith('"') ? String(JSON.parse(value)) : value }]
  })
}
