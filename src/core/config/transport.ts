/** Rules about the settings of TLS, of client certificates and of the token that keeps the key. D157, D158, D159. */
import { ConfigError } from './config-error.ts'

type Setting = string | undefined

type Transport = {
  readonly port: number
  readonly statusPort: number | undefined
  readonly baseUrl: string
  readonly trustedProxies: readonly string[]
  readonly trustedProxyCertHeader: string
  readonly tlsCertFile: Setting
  readonly tlsKeyFile: Setting
  readonly tlsClientPort: number | undefined
  readonly tlsClientCaFile: Setting
  readonly tlsClientCrlFile: Setting
  readonly tlsClientBaseUrl: Setting
  readonly keyFile: Setting
  readonly key: Setting
  readonly pkcs11Module: Setting
  readonly pkcs11Token: Setting
  readonly pkcs11Key: Setting
  readonly pkcs11Pin: Setting
}

type Row = {
  readonly variable: string
  readonly isWrong: (settings: Transport) => boolean
  readonly sentence: string
}

const has = (setting: Setting | number): boolean => setting !== undefined

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { variable: 'BANKSIA_TLS_KEY_FILE',        isWrong: (s) => has(s.tlsCertFile) && !has(s.tlsKeyFile),                     sentence: 'is needed with BANKSIA_TLS_CERT_FILE' },
  { variable: 'BANKSIA_TLS_CERT_FILE',       isWrong: (s) => has(s.tlsKeyFile) && !has(s.tlsCertFile),                     sentence: 'is needed with BANKSIA_TLS_KEY_FILE' },
  { variable: 'BANKSIA_BASE_URL',            isWrong: (s) => has(s.tlsCertFile) && !s.baseUrl.startsWith('https://'),      sentence: 'must be an https address with BANKSIA_TLS_CERT_FILE' },
  { variable: 'BANKSIA_TLS_CERT_FILE',       isWrong: (s) => has(s.tlsClientPort) && !has(s.tlsCertFile),                  sentence: 'is needed with BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_CA_FILE',  isWrong: (s) => has(s.tlsClientPort) && !has(s.tlsClientCaFile),              sentence: 'is needed with BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_PORT',     isWrong: (s) => has(s.tlsClientCaFile) && !has(s.tlsClientPort),              sentence: 'is needed with BANKSIA_TLS_CLIENT_CA_FILE: no other port asks for certificates' },
  { variable: 'BANKSIA_TLS_CLIENT_PORT',     isWrong: (s) => has(s.tlsClientPort) && [s.port, s.statusPort].includes(s.tlsClientPort), sentence: 'must be another port than PORT and BANKSIA_STATUS_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_CRL_FILE', isWrong: (s) => has(s.tlsClientCrlFile) && !has(s.tlsClientCaFile),           sentence: 'needs BANKSIA_TLS_CLIENT_CA_FILE' },
  { variable: 'BANKSIA_TLS_CLIENT_BASE_URL', isWrong: (s) => has(s.tlsClientBaseUrl) && !has(s.tlsClientPort),             sentence: 'needs BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_BASE_URL', isWrong: (s) => s.tlsClientBaseUrl?.startsWith('http://') === true,           sentence: 'must be an https address' },
  { variable: 'BANKSIA_TRUSTED_PROXIES',     isWrong: (s) => s.trustedProxyCertHeader !== 'none' && s.trustedProxies.length === 0, sentence: 'is needed with BANKSIA_TRUSTED_PROXY_CERT_HEADER' },
  { variable: 'BANKSIA_KEY_FILE',            isWrong: (s) => has(s.pkcs11Module) && !has(s.keyFile),                       sentence: 'is needed with BANKSIA_PKCS11_MODULE: it has the key as the token decrypts it' },
  { variable: 'BANKSIA_PKCS11_TOKEN',        isWrong: (s) => has(s.pkcs11Module) && !has(s.pkcs11Token),                   sentence: 'is needed with BANKSIA_PKCS11_MODULE' },
  { variable: 'BANKSIA_PKCS11_KEY',          isWrong: (s) => has(s.pkcs11Module) && !/^([0-9a-f]{2}){1,32}$/i.test(s.pkcs11Key ?? ''), sentence: 'must be the id of a key, in pairs of hexadecimal digits' },
  { variable: 'BANKSIA_PKCS11_PIN',          isWrong: (s) => has(s.pkcs11Module) && !has(s.pkcs11Pin),                     sentence: 'is needed with BANKSIA_PKCS11_MODULE, or BANKSIA_PKCS11_PIN_FILE' },
  { variable: 'BANKSIA_PKCS11_MODULE',       isWrong: (s) => !has(s.pkcs11Module) && [s.pkcs11Token, s.pkcs11Key, s.pkcs11Pin].some(has), sentence: 'is needed with the other settings of PKCS#11' },
]

/** Throws ConfigError for the first broken rule. */
export function checkTransport(settings: Transport): void {
  const row = rows.find(({ isWrong }) => isWrong(settings))
  if (row !== undefined) throw new ConfigError(row.variable, row.sentence)
}

/** Where mutual TLS is reached, for `mtls_endpoint_aliases` (RFC 8705 5). Undefined without it. */
export function mutualTlsAddress(
  settings: Pick<Transport, 'baseUrl' | 'tlsClientPort' | 'tlsClientBaseUrl'>,
): string | undefined {
  const { baseUrl, tlsClientPort, tlsClientBaseUrl } = settings
  if (tlsClientPort === undefined || tlsClientBaseUrl !== undefined) return tlsClientBaseUrl
  const address = new URL(baseUrl)
  address.port = String(tlsClientPort)
  return address.href.replace(/\/+$/, '')
}
