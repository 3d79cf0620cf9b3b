/** Rules about the settings of sign-in, and of sign-in at an upstream provider. D173, D186. */
import { isGiven, refuseBroken, type SettingRule } from './setting-rule.ts'

type Setting = string | undefined

type SignIn = {
  readonly mode: string
  readonly issuer: string
  readonly signInIssuer: Setting
  readonly signInClientId: Setting
  readonly signInClientSecret: Setting
  readonly signInName: Setting
  readonly sessionMinutes: number
  readonly sessionIdleMinutes: number
}

/** A week. */
const mostMinutes = 10_080

const hasParts = (s: SignIn): boolean =>
  isGiven(s.signInClientId) || isGiven(s.signInClientSecret) || isGiven(s.signInName)

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  return isPlain && /^https?:$/.test(url.protocol)
}

// biome-ignore format: one row a line
const rules: readonly SettingRule<SignIn>[] = [
  { variable: 'BANKSIA_SIGN_IN_ISSUER',    isWrong: (s) => !isGiven(s.signInIssuer) && hasParts(s),                                         sentence: 'is needed with the other settings of sign-in' },
  { variable: 'BANKSIA_SIGN_IN_ISSUER',    isWrong: (s) => isGiven(s.signInIssuer) && !isIssuer(s.signInIssuer ?? ''),                       sentence: 'must be an http or https address without query, fragment or user' },
  { variable: 'BANKSIA_SIGN_IN_ISSUER',    isWrong: (s) => isGiven(s.signInIssuer) && s.issuer !== 'embedded',                              sentence: 'needs BANKSIA_ISSUER=embedded' },
  { variable: 'BANKSIA_SIGN_IN_ISSUER',    isWrong: (s) => isGiven(s.signInIssuer) && s.mode !== 'production',                              sentence: 'is for production mode: a development server has accounts of its own' },
  { variable: 'BANKSIA_SIGN_IN_ISSUER',    isWrong: (s) => isGiven(s.signInIssuer) && s.signInIssuer?.startsWith('https://') !== true,      sentence: 'must be an https address' },
  { variable: 'BANKSIA_SIGN_IN_CLIENT_ID', isWrong: (s) => isGiven(s.signInIssuer) && !isGiven(s.signInClientId),                           sentence: 'is needed with BANKSIA_SIGN_IN_ISSUER' },
  { variable: 'BANKSIA_SESSION_MINUTES',   isWrong: (s) => s.sessionMinutes > mostMinutes,                                                  sentence: 'must be at most 10080, which is a week' },
  { variable: 'BANKSIA_SESSION_IDLE_MINUTES', isWrong: (s) => s.sessionIdleMinutes > mostMinutes,                                           sentence: 'must be at most 10080, which is a week' },
]

/** Throws ConfigError. */
export const checkSignIn = (settings: SignIn): void => refuseBroken(rules, settings)
