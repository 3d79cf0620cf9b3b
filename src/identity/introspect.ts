/** Asks an issuer about an opaque token of its own, and holds the answer to what a JSON Web Token is held to. RFC 7662; D162. */
import type { JWTPayload } from 'jose'
import type { Clock } from '../core/clock.ts'
import { isJsonObject, type JsonObject, tryParseJson } from '../core/json.ts'
import type { Reason } from './authentication-required.ts'
import { hostOf, IssuerError, toIssuerError } from './issuer-error.ts'

const timeoutMs = 5_000
const skewSeconds = 5
/** Where an issuer is asked, is looked up again after this time. */
const endpointMs = 10 * 60_000

export type Introspection = {
  readonly issuer: string
  /** Throws IssuerError. */
  readonly findEndpoint: () => Promise<string>
  readonly client: string
  readonly secret: string
  readonly audience: string
  readonly fetchOut: typeof fetch
  readonly clock: Clock
}

/** The claims, or why they do not count. */
export type Introspected = { readonly payload: JWTPayload } | { readonly reason: Reason }

/** Throws IssuerError if there is no answer. */
export type Introspect = (token: string) => Promise<Introspected>

export function openIntrospect(options: Introspection): Introspect {
  let known: { readonly address: string; readonly until: number } | undefined
  return async (token) => {
    const now = options.clock().getTime()
    if (known === undefined || known.until <= now)
      known = { address: await options.findEndpoint(), until: now + endpointMs }
    return readAnswer(await post(known.address, token, options), { ...options, now: now / 1000 })
  }
}

async function post(address: string, token: string, { client, secret, fetchOut }: Introspection): Promise<string> {
  const unanswered = (cause: unknown): never => {
    throw toIssuerError(address, cause)
  }
  const response = await fetchOut(address, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: basic(client, secret),
    },
    body: String(new URLSearchParams({ token, token_type_hint: 'access_token' })),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(unanswered)
  // RFC 7662 2.3: it refuses this server, and says nothing of the token.
  if (response.status !== 200) throw new IssuerError({ host: hostOf(address), reason: 'status' })
  return response.text().catch(unanswered)
}

/** RFC 6749 2.3.1: both are encoded as in a form first. */
const basic = (client: string, secret: string): string =>
  `Basic ${Buffer.from([client, secret].map(encodeURIComponent).join(':')).toString('base64')}`

type Held = Pick<Introspection, 'issuer' | 'audience'> & { readonly now: number }

/** The first that is broken is the reason. */
// biome-ignore format: one row a line
const rules: readonly { readonly reason: Reason; readonly isBroken: (claims: JsonObject, held: Held) => boolean }[] = [
  { reason: 'unknown',  isBroken: ({ active }) => active !== true },
  { reason: 'type',     isBroken: ({ token_type: type }) => type !== undefined && (typeof type !== 'string' || type.toLowerCase() !== 'bearer') },
  { reason: 'issuer',   isBroken: ({ iss }, { issuer }) => iss !== issuer },
  { reason: 'audience', isBroken: ({ aud }, { audience }) => ![aud].flat().includes(audience) },
  { reason: 'claims',   isBroken: ({ sub, exp }) => typeof sub !== 'string' || typeof exp !== 'number' || !Number.isFinite(exp) },
  { reason: 'expired',  isBroken: ({ exp }, { now }) => Number(exp) <= now - skewSeconds },
  { reason: 'early',    isBroken: ({ nbf }, { now }) => nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + skewSeconds) },
]

function readAnswer(text: string, held: Held): Introspected {
  // A JSON text that is no object, or that repeats a name, has no claims.
  const answer = tryParseJson(text)
  const claims = isJsonObject(answer) ? answer : undefined
  const broken = claims === undefined ? undefined : rules.find(({ isBroken }) => isBroken(claims, held))
  if (claims === undefined || broken !== undefined) return { reason: broken?.reason ?? 'unknown' }
  return { payload: claims as JWTPayload } // the rules have checked the registered claims
}
