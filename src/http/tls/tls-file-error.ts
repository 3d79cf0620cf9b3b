/** Why a file of TLS cannot be used: one of a closed set of reasons, with the sentence that an operator reads. D158. */
import { ConfigError } from '../../core/config/config-error.ts'

const sentences = {
  'no-certificate':
    'names a file without a whole certificate in PEM. Write the certificate first, then its intermediates',
  'no-key': 'names a file without a whole private key in PEM',
  'encrypted-key': 'names a key under a passphrase. Take it off: openssl pkey -in OLD -out NEW',
  'other-key': 'names the key of another certificate than the first one in BANKSIA_TLS_CERT_FILE',
  expired: 'names a certificate that has expired',
  'not-yet-valid': 'names a certificate that is not valid yet. Correct the clock, or wait',
  unusable: 'names a certificate or key that TLS refuses: it is too weak, or of a kind that TLS 1.3 lacks',
  'no-authority': 'names a certificate that is no authority (CA:TRUE)',
  'no-root': 'names an authority without those above it. Write its root and all between them into the file',
  'no-list': 'names a file without a whole revocation list in PEM (BEGIN X509 CRL)',
  'other-list': 'names a revocation list of none of the authorities in BANKSIA_TLS_CLIENT_CA_FILE',
  'missing-list': 'lacks the revocation list of an authority in BANKSIA_TLS_CLIENT_CA_FILE. Write one for each into it',
  'list-expired': 'names a revocation list whose next update is past. Write the present one',
} as const

export type TlsFileReason = keyof typeof sentences

export class TlsFileError extends ConfigError {
  readonly reason: TlsFileReason

  constructor(variable: string, reason: TlsFileReason, options?: ErrorOptions) {
    super(variable, sentences[reason], options)
    this.reason = reason
  }
}
