/** Rules about the settings of issuers elsewhere. D161, D162, D163. */
import { isGiven, refuseBroken, type SettingRule } from './setting-rule.ts'

type Setting = string | undefined

type Outside = {
  readonly issuer: string
  readonly issuers: readonly string[]
  readonly claimMapFile: Setting
  readonly introspectionIssuer: Setting
  readonly introspectionUrl: Setting
  readonly introspectionClient: Setting
  readonly introspectionSecret: Setting
  readonly introspectionTokens: string
  readonly smartCapabilities: readonly string[]
}

/** Those that an issuer can have: SMART App Launch 2.2 conformance.html#capability-sets. App state would be ours. */
const capabilities: readonly string[] = [
  ...['launch-ehr', 'launch-standalone', 'authorize-post'],
  ...['client-public', 'client-confidential-symmetric', 'client-confidential-asymmetric'],
  ...['sso-openid-connect', 'context-banner', 'context-style', 'context-ehr-patient', 'context-ehr-encounter'],
  ...['context-standalone-patient', 'context-standalone-encounter', 'permission-offline', 'permission-online'],
  ...['permission-patient', 'permission-user', 'permission-v1', 'permission-v2'],
]

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hash === '' && url.username === '' && url.password === ''
}

/** Tokens and the secret would go in the clear, although the issuer has TLS. */
const isClear = ({ introspectionIssuer: issuer, introspectionUrl: url }: Outside): boolean =>
  issuer?.startsWith('https:') === true && url?.startsWith('http:') === true

const hasParts = (s: Outside): boolean =>
  isGiven(s.introspectionUrl) || isGiven(s.introspectionClient) || isGiven(s.introspectionSecret)

// biome-ignore format: one row a line
const rules: readonly SettingRule<Outside>[] = [
  { variable: 'BANKSIA_CLAIM_MAP_FILE',       isWrong: (s) => isGiven(s.claimMapFile) && s.issuers.length === 0,              sentence: 'needs BANKSIA_ISSUERS' },
  { variable: 'BANKSIA_INTROSPECTION_ISSUER', isWrong: (s) => isGiven(s.introspectionIssuer) && !s.issuers.includes(s.introspectionIssuer ?? ''), sentence: 'must be one of BANKSIA_ISSUERS, as it is written there' },
  { variable: 'BANKSIA_INTROSPECTION_ISSUER', isWrong: (s) => !isGiven(s.introspectionIssuer) && hasParts(s),                 sentence: 'is needed with the other settings of introspection' },
  { variable: 'BANKSIA_INTROSPECTION_CLIENT', isWrong: (s) => isGiven(s.introspectionIssuer) && !isGiven(s.introspectionClient),  sentence: 'is needed with BANKSIA_INTROSPECTION_ISSUER' },
  { variable: 'BANKSIA_INTROSPECTION_SECRET', isWrong: (s) => isGiven(s.introspectionIssuer) && !isGiven(s.introspectionSecret),  sentence: 'or BANKSIA_INTROSPECTION_SECRET_FILE is needed with BANKSIA_INTROSPECTION_ISSUER' },
  { variable: 'BANKSIA_INTROSPECTION_URL',    isWrong: (s) => isGiven(s.introspectionUrl) && !isEndpoint(s.introspectionUrl ?? ''), sentence: 'must be an http or https address without fragment or user' },
  { variable: 'BANKSIA_INTROSPECTION_TOKENS', isWrong: (s) => s.introspectionTokens === 'all' && !isGiven(s.introspectionIssuer), sentence: 'all needs BANKSIA_INTROSPECTION_ISSUER' },
  { variable: 'BANKSIA_INTROSPECTION_URL',    isWrong: isClear,                                                           sentence: 'must be an https address, as its issuer is' },
  { variable: 'BANKSIA_SMART_CAPABILITIES',   isWrong: (s) => s.smartCapabilities.length > 0 && (s.issuer === 'embedded' || s.issuers.length === 0), sentence: 'is for an issuer of BANKSIA_ISSUERS with BANKSIA_ISSUER=external: the embedded one describes itself' },
  { variable: 'BANKSIA_SMART_CAPABILITIES',   isWrong: (s) => s.smartCapabilities.some((name) => !capabilities.includes(name)), sentence: `must be capabilities of SMART App Launch: ${capabilities.join(', ')}` },
]

/** Throws ConfigError. */
export const checkOutsideIssuers = (settings: Outside): void => refuseBroken(rules, settings)
