/** Rules about the settings of issuers elsewhere. D161, D162, D163. */
import { ConfigError } from './config-error.ts'

type Setting = string | undefined

type Outside = {
  readonly issuer: string
  readonly issuers: readonly string[]
  readonly claimMapFile: Setting
  readonly introspectionIssuer: Setting
  readonly introspectionUrl: Setting
  readonly introspectionClient: Setting
  readonly introspectionSecret: Setting
  readonly smartCapabilities: readonly string[]
}

type Row = {
  readonly variable: string
  readonly isWrong: (settings: Outside) => boolean
  readonly sentence: string
}

/** Those that an issuer can have: SMART App Launch 2.2 conformance.html#capability-sets. App state would be ours. */
const capabilities: readonly string[] = [
  ...['launch-ehr', 'launch-standalone', 'authorize-post'],
  ...['client-public', 'client-confidential-symmetric', 'client-confidential-asymmetric'],
  ...['sso-openid-connect', 'context-banner', 'context-style', 'context-ehr-patient', 'context-ehr-encounter'],
  ...['context-standalone-patient', 'context-standalone-encounter', 'permission-offline', 'permission-online'],
  ...['permission-patient', 'permission-user', 'permission-v1', 'permission-v2'],
]

const has = (setting: Setting): boolean => setting !== undefined

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hash === '' && url.username === '' && url.password === ''
}

/** Tokens and the secret would go in the clear, although the issuer has TLS. */
const isClear = ({ introspectionIssuer: issuer, introspectionUrl: url }: Outside): boolean =>
  issuer?.startsWith('https:') === true && url?.startsWith('http:') === true

const hasParts = (s: Outside): boolean =>
  has(s.introspectionUrl) || has(s.introspectionClient) || has(s.introspectionSecret)

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { variable: 'BANKSIA_CLAIM_MAP_FILE',       isWrong: (s) => has(s.claimMapFile) && s.issuers.length === 0,              sentence: 'needs BANKSIA_ISSUERS' },
  { variable: 'BANKSIA_INTROSPECTION_ISSUER', isWrong: (s) => has(s.introspectionIssuer) && !s.issuers.includes(s.introspectionIssuer ?? ''), sentence: 'must be one of BANKSIA_ISSUERS, as it is written there' },
  { variable: 'BANKSIA_INTROSPECTION_ISSUER', isWrong: (s) => !has(s.introspectionIssuer) && hasParts(s),                 sentence: 'is needed with the other settings of introspection' },
  { variable: 'BANKSIA_INTROSPECTION_CLIENT', isWrong: (s) => has(s.introspectionIssuer) && !has(s.introspectionClient),  sentence: 'is needed with BANKSIA_INTROSPECTION_ISSUER' },
  { variable: 'BANKSIA_INTROSPECTION_SECRET', isWrong: (s) => has(s.introspectionIssuer) && !has(s.introspectionSecret),  sentence: 'or BANKSIA_INTROSPECTION_SECRET_FILE is needed with BANKSIA_INTROSPECTION_ISSUER' },
  { variable: 'BANKSIA_INTROSPECTION_URL',    isWrong: (s) => has(s.introspectionUrl) && !isEndpoint(s.introspectionUrl ?? ''), sentence: 'must be an http or https address without fragment or user' },
  { variable: 'BANKSIA_INTROSPECTION_URL',    isWrong: isClear,                                                           sentence: 'must be an https address, as its issuer is' },
  { variable: 'BANKSIA_SMART_CAPABILITIES',   isWrong: (s) => s.smartCapabilities.length > 0 && (s.issuer === 'embedded' || s.issuers.length === 0), sentence: 'is for an issuer of BANKSIA_ISSUERS with BANKSIA_ISSUER=external: the embedded one describes itself' },
  { variable: 'BANKSIA_SMART_CAPABILITIES',   isWrong: (s) => s.smartCapabilities.some((name) => !capabilities.includes(name)), sentence: `must be capabilities of SMART App Launch: ${capabilities.join(', ')}` },
]

/** Throws ConfigError. */
export function checkOutsideIssuers(settings: Outside): void {
  const wrong = rows.find(({ isWrong }) => isWrong(settings))
  if (wrong !== undefined) throw new ConfigError(wrong.variable, wrong.sentence)
}
