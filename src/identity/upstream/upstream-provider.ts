/** The OpenID provider of a hospital, at which its people sign in: code flow with PKCE. OpenID Connect Core 1.0; RFC 7636, RFC 9207; D173. */
import * as openid from 'openid-client'
import { keepFresh } from '../../core/cache/keep-fresh.ts'
import { findClaim } from '../claim-path.ts'
import { fetchDiscovery } from '../discovery.ts'
import { hostOf, IssuerError } from '../issuer-error.ts'
import { SignInFault, toSignInFault } from './sign-in-fault.ts'

export type UpstreamSettings = {
  readonly issuer: string
  readonly clientId: string
  /** Absent: a public client. */
  readonly clientSecret?: string | undefined
  readonly scopes: readonly string[]
  /** Whose value binds a person here to one there. */
  readonly claim: string
  /** The address to which the provider sends the browser back. */
  readonly returnAddress: string
  readonly fetchOut: typeof fetch
}

/** What an app asks of the sign-in. OpenID Connect Core 3.1.2.1. */
export type AskedSignIn = {
  /** `prompt=login`: a session at the provider does not count. */
  readonly isFresh: boolean
  /** Another person may sit there than the one of the provider's session: it is asked to have them sign in. D188. */
  readonly mayBeOther?: boolean | undefined
  /** Seconds since the person was there in person. */
  readonly maxAge?: number | undefined
}

/** What the way back is held to. Sealed with the state. */
export type Checks = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Seconds since 1970: an earlier sign-in at the provider does not count. */
  readonly notBefore?: number | undefined
  /** That also without a time a sign-in counts: nobody but the person is to be protected. */
  readonly mayLackTime?: boolean | undefined
}

export type SignedIn = {
  /** The value of the claim that binds. */
  readonly subject: string
  /** Seconds since 1970. */
  readonly authenticatedAt?: number | undefined
}

export type UpstreamProvider = {
  readonly issuer: string
  /** Where the browser goes. Throws IssuerError. */
  readonly begin: (asked: AskedSignIn) => Promise<{ readonly address: URL; readonly checks: Checks }>
  /** `query`: with which the browser came back. Throws SignInFault. */
  readonly finish: (query: URLSearchParams, checks: Checks) => Promise<SignedIn>
}

/** Asymmetric only: everybody who has the client's secret could sign with it. RFC 8725 3.1. */
const algorithms: readonly string[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
const timeoutSeconds = 5
const skewSeconds = 5
/** Its description is read again after this time. */
const describedMs = 10 * 60_000
/** A provider that did not answer is left alone as long. */
const awayMs = 5_000

export function openUpstreamProvider(settings: UpstreamSettings): UpstreamProvider {
  const { read: readConfiguration } = keepFresh(() => configure(settings), { freshMs: describedMs, failedMs: awayMs })
  return {
    issuer: settings.issuer,
    begin: async (asked) => {
      const configuration = await readConfiguration()
      const checks: Checks = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        notBefore: earliestOf(asked),
        mayLackTime: !asked.isFresh && asked.maxAge === undefined,
      }
      const challenge = await openid.calculatePKCECodeChallenge(checks.verifier)
      return {
        address: openid.buildAuthorizationUrl(configuration, paramsOf(settings, { asked, checks, challenge })),
        checks,
      }
    },
    finish: async (query, checks) => {
      try {
        return await redeem(settings, await readConfiguration(), { query, checks })
      } catch (error) {
        throw toSignInFault(settings.issuer, error)
      }
    },
  }
}

const now = (): number => Math.floor(Date.now() / 1000)

const earliestOf = ({ isFresh, mayBeOther, maxAge }: AskedSignIn): number | undefined => {
  const age = isFresh || mayBeOther ? 0 : maxAge
  return age === undefined ? undefined : now() - age - skewSeconds
}

type Sent = { readonly asked: AskedSignIn; readonly checks: Checks; readonly challenge: string }

/** `max_age=0` with `prompt=login`: then `auth_time` comes back, by which the answer is checked. OpenID Connect Core 2. */
const paramsOf = ({ scopes, returnAddress }: UpstreamSettings, { asked, checks, challenge }: Sent) => ({
  redirect_uri: returnAddress,
  scope: [...new Set(['openid', ...scopes])].join(' '),
  state: checks.state,
  nonce: checks.nonce,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...(asked.isFresh || asked.mayBeOther
    ? { prompt: 'login', max_age: '0' }
    : asked.maxAge === undefined
      ? {}
      : { max_age: String(asked.maxAge) }),
})

type Returned = { readonly query: URLSearchParams; readonly checks: Checks }

async function redeem(
  { returnAddress, claim }: UpstreamSettings,
  configuration: openid.Configuration,
  { query, checks }: Returned,
): Promise<SignedIn> {
  const address = new URL(returnAddress)
  address.search = query.toString()
  const answer = await openid.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: checks.verifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  })
  const claims = answer.claims()
  if (claims === undefined) throw new SignInFault('untrusted')
  const { auth_time: authenticatedAt } = claims
  if (isStale(checks, authenticatedAt)) throw new SignInFault('stale')
  const subject = findClaim(claims, claim)
  // OpenID Connect Core 5.7: an address that nobody has verified may be that of another.
  const isUnsure = claim === 'email' && claims['email_verified'] !== true
  if (typeof subject !== 'string' || subject === '' || subject.length > longestSubject || isUnsure)
    throw new SignInFault('unnamed')
  return { subject, ...(authenticatedAt === undefined ? {} : { authenticatedAt }) }
}

const longestSubject = 1000

const isStale = ({ notBefore, mayLackTime = false }: Checks, authenticatedAt: unknown): boolean => {
  if (notBefore === undefined) return false
  return typeof authenticatedAt === 'number' ? authenticatedAt < notBefore : !mayLackTime
}

async function configure({
  issuer,
  clientId,
  clientSecret,
  fetchOut,
}: UpstreamSettings): Promise<openid.Configuration> {
  const described = (await fetchDiscovery(issuer, fetchOut)) as openid.ServerMetadata // `issuer` is checked; the library checks each member that it uses
  const { authorization_endpoint: address, id_token_signing_alg_values_supported: listed = ['RS256'] } = described
  if (typeof address !== 'string' || !isSafe(issuer, address))
    throw new IssuerError({ host: hostOf(issuer), reason: 'malformed' })
  const metadata = { [openid.clockTolerance]: skewSeconds }
  const server = {
    ...described,
    id_token_signing_alg_values_supported: listed.filter((one) => algorithms.includes(one)),
  }
  const configuration = new openid.Configuration(server, clientId, metadata, proofOf(clientSecret, described))
  configuration[openid.customFetch] = (input, init) => fetchOut(input, init as RequestInit) // with the members that `fetch` has, too
  configuration.timeout = timeoutSeconds
  openid.enableNonRepudiationChecks(configuration)
  // Settings refuse such an issuer in production.
  if (issuer.startsWith('http:')) openid.allowInsecureRequests(configuration)
  return configuration
}

/** The person enters a password there. */
function isSafe(issuer: string, address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && issuer.startsWith('http:')))
}

/** RFC 6749 2.3.1: Basic, unless the provider takes the secret in the form alone. */
function proofOf(
  secret: string | undefined,
  { token_endpoint_auth_methods_supported: methods }: openid.ServerMetadata,
) {
  if (secret === undefined) return openid.None()
  const isForm =
    methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  return isForm ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret)
}
