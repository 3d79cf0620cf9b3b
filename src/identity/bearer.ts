/** OIDC bearer access tokens: JSON Web Tokens of trusted issuers, opaque ones of our own and of an issuer that is asked. R5.1; RFC 6750, RFC 9068. */
import { hash } from 'node:crypto'
import { decodeJwt, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { findBinding } from '../core/certificate/match-certificate.ts'
import type { Clock } from '../core/clock.ts'
import { type Config, everyTenant, tenantsOfIssuers } from '../core/config.ts'
import { ownAddressesOf } from '../fhir/own-addresses.ts'
import { authenticationRequired, type Reason } from './authentication-required.ts'
import { type ClaimMap, grantByMap } from './claim-map.ts'
import { type ClaimNames, parseClaims } from './claims.ts'
import type { FindForeignToken } from './foreign-tokens.ts'
import type { Identify, Identity } from './identity.ts'
import type { FindOwnToken } from './issuer/own-tokens.ts'
import type { KeySets } from './key-set.ts'

export type BearerOptions = {
  readonly keySets: KeySets
  readonly config: ClaimNames & Pick<Config, 'audience' | 'baseUrl' | 'formerBaseUrls' | 'issuerTenants'>
  readonly clock: Clock
  /** Absent without an authorisation server of our own. */
  readonly findOwnToken?: FindOwnToken | undefined
  /** Absent if no issuer is asked about opaque tokens. */
  readonly findForeignToken?: FindForeignToken | undefined
  /** The issuer that is also asked about its JSON Web Tokens; absent: none is. D175. */
  readonly askedIssuer?: string | undefined
  /** Absent: every issuer's claims say themselves what they grant. */
  readonly claimMap?: ClaimMap | undefined
}

/** Asymmetric only: a public key must never serve as a shared secret. RFC 8725 3.1. */
const algorithms: readonly string[] = ['RS256', 'RS384', 'ES256', 'ES384', 'PS256']
/** RFC 9068 2.1, and types of issuers that do not follow it. Identity and logout tokens are neither. */
const tokenTypes: readonly string[] = ['at+jwt', 'application/at+jwt', 'jwt']
const skewSeconds = 5
/** docs/security.md#whose-tokens-count-for-what: how long a verified token counts without another check. */
const cacheMs = 60_000
/** docs/design/identity.md#tokens: a revocation reaches every process within two seconds. */
const ownCacheMs = 1_500
const maxCached = 10_000

type Sent = { readonly authorization: string; readonly digest: string }
type Missing = { readonly digest: string; readonly now: number }
type Verified = { readonly identity: Identity; readonly until: number }

const noMap: ClaimMap = new Map()

export function openBearer(options: BearerOptions): Identify {
  const { config, clock, claimMap = noMap } = options
  const addresses = ownAddressesOf(config)
  const bound = tenantsOfIssuers(config)
  const cache = new Map<string, Verified>()
  const senders = new WeakMap<object, Sent>()

  /** A client repeats the same header on the same connection. */
  const digestOf = (authorization: string | undefined, connection: object = {}): string => {
    const last = senders.get(connection)
    if (last !== undefined && last.authorization === authorization) return last.digest
    const digest = hash('sha256', parseBearer(authorization), 'base64')
    senders.set(connection, { authorization: authorization ?? '', digest })
    return digest
  }

  return (authorization, connection) => {
    const digest = digestOf(authorization, connection)
    const now = clock().getTime()
    const known = cache.get(digest)
    return known !== undefined && known.until > now ? known.identity : verify(authorization, { digest, now })
  }

  async function verify(authorization: string | undefined, { digest, now }: Missing): Promise<Identity> {
    const token = parseBearer(authorization)
    const own = await findOwn(token, options)
    const payload = own ?? (await readForeign(token, options))
    const claimed = grantByMap(claimMap, payload, parseClaims(payload, config, addresses))
    const identity = keepTo(bound, { ...claimed, ...readBinding(payload) })
    const trustedMs = own === undefined ? cacheMs : ownCacheMs
    cache.set(digest, { identity, until: Math.min(now + trustedMs, Number(payload.exp) * 1000) })
    if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '')
    return identity
  }
}

/** Of an issuer elsewhere. */
async function readForeign(token: string, options: BearerOptions): Promise<JWTPayload> {
  const { findForeignToken, askedIssuer, config } = options
  if (findForeignToken !== undefined && !hasThreeParts(token)) return findForeignToken(token)
  const isAsked = findForeignToken !== undefined && askedIssuer !== undefined && readIssuer(token) === askedIssuer
  if (!isAsked) return verifyToken(token, options, { audience: config.audience, requiredClaims: ['exp', 'sub'] })
  // What it leaves out of the token it may say in its answer.
  await verifyToken(token, options, { requiredClaims: ['exp'] })
  return findForeignToken(token)
}

type Demanded = Pick<JWTVerifyOptions, 'audience' | 'requiredClaims'>

async function verifyToken(token: string, { keySets, clock }: BearerOptions, demanded: Demanded): Promise<JWTPayload> {
  const keySet = keySets.get(readIssuer(token))
  if (keySet === undefined) throw authenticationRequired('issuer')
  const { payload, protectedHeader } = await jwtVerify(token, keySet.findKey, {
    algorithms: [...algorithms],
    clockTolerance: skewSeconds,
    currentDate: clock(),
    ...demanded,
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? authenticationRequired(findReason(error)) : error
  })
  if (!tokenTypes.includes(protectedHeader.typ?.toLowerCase() ?? 'jwt')) throw authenticationRequired('type')
  return payload
}

/** Undefined if it cannot be one of ours, or an issuer elsewhere may know it. */
async function findOwn(
  token: string,
  { config, findOwnToken, findForeignToken }: BearerOptions,
): Promise<JWTPayload | undefined> {
  if (findOwnToken === undefined || token.includes('.')) return undefined
  const payload = await findOwnToken(token)
  if (payload === undefined && findForeignToken !== undefined) return undefined
  if (payload === undefined) throw authenticationRequired('unknown')
  if (![payload.aud].flat().includes(config.audience)) throw authenticationRequired('audience')
  return payload
}

/** RFC 7515 7.1: a JSON Web Token has them. */
const hasThreeParts = (token: string): boolean => token.split('.').length === 3

/** RFC 7800 3.1: a token that is bound to something that we cannot check proves nothing. */
function readBinding({ cnf }: JWTPayload): Pick<Identity, 'boundTo'> {
  const boundTo = findBinding(cnf)
  if (cnf !== undefined && boundTo === undefined) throw authenticationRequired('bound')
  return boundTo === undefined ? {} : { boundTo }
}

/** It grants nothing for tenants of another issuer. D68. */
function keepTo(bound: ReadonlyMap<string, ReadonlySet<string>>, identity: Identity): Identity {
  const own = bound.get(identity.issuer)
  if (own === undefined || own.has(everyTenant)) return identity
  return { ...identity, tenants: identity.tenants.filter((tenant) => own.has(tenant)) }
}

function parseBearer(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') throw authenticationRequired('missing')
  // Which of the two schemes fits the token: `src/identity/holder/identify-holder.ts`.
  const token = /^(?:Bearer|DPoP) +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1]
  if (token === undefined) throw authenticationRequired('malformed')
  return token
}

/** Read before the signature is checked, and only to choose the keys for that. */
function readIssuer(token: string): string {
  try {
    return String(decodeJwt(token).iss)
  } catch {
    throw authenticationRequired('token')
  }
}

const expectedClaims: Readonly<Record<string, Reason>> = { aud: 'audience', nbf: 'early' }

function findReason(error: errors.JOSEError): Reason {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return expectedClaims[error.claim] ?? 'claims'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return 'signature'
  return 'token'
}
