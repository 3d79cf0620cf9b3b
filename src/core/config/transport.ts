/** Rules about the settings of TLS, of client certificates and of the token that keeps the key. D157, D158, D159. */
import { isGiven, refuseBroken, type SettingRule } from './setting-rule.ts'

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
  readonly mllpPort: number | undefined
  readonly keyFile: Setting
  readonly key: Setting
  readonly pkcs11Module: Setting
  readonly pkcs11Token: Setting
  readonly pkcs11Key: Setting
  readonly pkcs11Pin: Setting
}

// biome-ignore format: one row a line
const rules: readonly SettingRule<Transport>[] = [
  { variable: 'BANKSIA_TLS_KEY_FILE',        isWrong: (s) => isGiven(s.tlsCertFile) && !isGiven(s.tlsKeyFile),                     sentence: 'is needed with BANKSIA_TLS_CERT_FILE' },
  { variable: 'BANKSIA_TLS_CERT_FILE',       isWrong: (s) => isGiven(s.tlsKeyFile) && !isGiven(s.tlsCertFile),                     sentence: 'is needed with BANKSIA_TLS_KEY_FILE' },
  { variable: 'BANKSIA_BASE_URL',            isWrong: (s) => isGiven(s.tlsCertFile) && !s.baseUrl.startsWith('https://'),      sentence: 'must be an https address with BANKSIA_TLS_CERT_FILE' },
  { variable: 'BANKSIA_TLS_CERT_FILE',       isWrong: (s) => isGiven(s.tlsClientPort) && !isGiven(s.tlsCertFile),                  sentence: 'is needed with BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_CA_FILE',  isWrong: (s) => isGiven(s.tlsClientPort) && !isGiven(s.tlsClientCaFile),              sentence: 'is needed with BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_PORT',     isWrong: (s) => isGiven(s.tlsClientCaFile) && !isGiven(s.tlsClientPort) && !isGiven(s.mllpPort), sentence: 'is needed with BANKSIA_TLS_CLIENT_CA_FILE: no other port asks for certificates' },
  { variable: 'BANKSIA_MLLP_PORT',           isWrong: (s) => isGiven(s.mllpPort) && [s.port, s.statusPort, s.tlsClientPort].includes(s.mllpPort), sentence: 'must be another port than PORT, BANKSIA_STATUS_PORT and BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_PORT',     isWrong: (s) => isGiven(s.tlsClientPort) && [s.port, s.statusPort].includes(s.tlsClientPort), sentence: 'must be another port than PORT and BANKSIA_STATUS_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_CRL_FILE', isWrong: (s) => isGiven(s.tlsClientCrlFile) && !isGiven(s.tlsClientCaFile),           sentence: 'needs BANKSIA_TLS_CLIENT_CA_FILE' },
  { variable: 'BANKSIA_TLS_CLIENT_BASE_URL', isWrong: (s) => isGiven(s.tlsClientBaseUrl) && !isGiven(s.tlsClientPort),             sentence: 'needs BANKSIA_TLS_CLIENT_PORT' },
  { variable: 'BANKSIA_TLS_CLIENT_BASE_URL', isWrong: (s) => s.tlsClientBaseUrl?.startsWith('http://') === true,           sentence: 'must be an https address' },
  { variable: 'BANKSIA_TRUSTED_PROXIES',     isWrong: (s) => s.trustedProxyCertHeader !== 'none' && s.trustedProxies.length === 0, sentence: 'is needed with BANKSIA_TRUSTED_PROXY_CERT_HEADER' },
  { variable: 'BANKSIA_KEY_FILE',            isWrong: (s) => isGiven(s.pkcs11Module) && !isGiven(s.keyFile),                       sentence: 'is needed with BANKSIA_PKCS11_MODULE: it has the key as the token decrypts it' },
  { variable: 'BANKSIA_PKCS11_TOKEN',        isWrong: (s) => isGiven(s.pkcs11Module) && !isGiven(s.pkcs11Token),                   sentence: 'is needed with BANKSIA_PKCS11_MODULE' },
  { variable: 'BANKSIA_PKCS11_KEY',          isWrong: (s) => isGiven(s.pkcs11Module) && !/^([0-9a-f]{2}){1,32}$/i.test(s.pkcs11Key ?? ''), sentence: 'must be the id of a key, in pairs of hexadecimal digits' },
  { variable: 'BANKSIA_PKCS11_PIN',          isWrong: (s) => isGiven(s.pkcs11Module) && !isGiven(s.pkcs11Pin),                     sentence: 'is needed with BANKSIA_PKCS11_MODULE, or BANKSIA_PKCS11_PIN_FILE' },
  { variable: 'BANKSIA_PKCS11_MODULE',       isWrong: (s) => !isGiven(s.pkcs11Module) && [s.pkcs11Token, s.pkcs11Key, s.pkcs11Pin].some(isGiven), sentence: 'is needed with the other settings of PKCS#11' },
]

/** Throws ConfigError for the first broken rule. */
export const checkTransport = (settings: Transport): void => refuseBroken(rules, settings)

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
