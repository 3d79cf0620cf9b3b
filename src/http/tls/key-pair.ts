/** The certificate of the server with its key, checked before it is used. RFC 5280 4.1, RFC 8446 4.4.2. D158. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext, rootCertificates } from 'node:tls'
import { TlsFileError, type TlsFileReason } from './tls-file-error.ts'

export type KeyPair = {
  /** PEM: the certificate, then its intermediates. */
  readonly cert: string
  readonly key: string
  readonly certificate: X509Certificate
  /** It came without intermediates, and none of the built-in roots has signed it: clients may not find the way to its root. */
  readonly isAlone: boolean
}

const certificateVariable = 'BANKSIA_TLS_CERT_FILE'
const keyVariable = 'BANKSIA_TLS_KEY_FILE'

/** Checks the texts of both files. Throws TlsFileError. */
export function parsePair({ cert, key }: Pick<KeyPair, 'cert' | 'key'>, now: Date): KeyPair {
  const chain = parseCertificates(certificateVariable, cert)
  const [certificate] = chain
  if (certificate === undefined) throw new TlsFileError(certificateVariable, 'no-certificate')
  if (!certificate.checkPrivateKey(parseKey(key))) throw new TlsFileError(keyVariable, 'other-key')
  checkDates(certificate, now)
  attempt([certificateVariable, 'unusable'], () => createSecureContext({ cert, key }))
  return { cert, key, certificate, isAlone: chain.length === 1 && !isIssuedByRoot(certificate) }
}

/** Throws TlsFileError. */
export function checkDates(certificate: X509Certificate, now: Date): void {
  if (now > certificate.validToDate) throw new TlsFileError(certificateVariable, 'expired')
  if (now < certificate.validFromDate) throw new TlsFileError(certificateVariable, 'not-yet-valid')
}

/** Every certificate of a PEM file; a half-written one is an error. Throws TlsFileError. */
export function parseCertificates(variable: string, text: string): readonly X509Certificate[] {
  const blocks = cutPem(text, 'CERTIFICATE')
  if (blocks === undefined) throw new TlsFileError(variable, 'no-certificate')
  return attempt([variable, 'no-certificate'], () => blocks.map((block) => new X509Certificate(block)))
}

/** The blocks of a PEM file (RFC 7468); undefined if there is none, or one without its end. */
export function cutPem(text: string, label: string): readonly string[] | undefined {
  const blocks = text.match(new RegExp(`-----BEGIN ${label}-----[A-Za-z0-9+/=\\s]+-----END ${label}-----`, 'g'))
  const begun = text.match(/-----BEGIN /g)
  return blocks !== null && blocks.length === begun?.length ? blocks : undefined
}

function parseKey(text: string): KeyObject {
  if (/-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(text)) throw new TlsFileError(keyVariable, 'encrypted-key')
  return attempt([keyVariable, 'no-key'], () => createPrivateKey(text))
}

function attempt<T>([variable, reason]: readonly [string, TlsFileReason], work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new TlsFileError(variable, reason, { cause })
  }
}

const isIssuedByRoot = (certificate: X509Certificate): boolean =>
  certificate.issuer === certificate.subject ||
  rootCertificates.some((root) => certificate.checkIssued(new X509Certificate(root)))
