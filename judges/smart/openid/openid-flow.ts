/** npm `openid-client` in Node: discovery, sign-in and proofs of its clients. */

import * as client from 'openid-client'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { register } from '../../../test/identity/issuer/register.ts'
import { asPage, startApp } from '../app-server.ts'
import type { Served } from '../judge.ts'
import { type Alg, generateKeys } from '../keys.ts'
import { signIn } from '../sign-in.ts'

type Members = Readonly<Record<string, unknown>>

export const discover = (
  { server }: Served,
  id: string,
  proof: client.ClientAuth,
  metadata: Partial<client.ClientMetadata> = {},
): Promise<client.Configuration> =>
  client.discovery(new URL(`${server.base}/oidc`), id, metadata, proof, { execute: [client.allowInsecureRequests] })

type Read = {
  readonly config: client.Configuration
  readonly token: string
  readonly path: string
  readonly DPoP?: client.DPoPHandle
}

export const readFhir = async ({ server }: Served, { config, token, path, DPoP }: Read) => {
  const address = new URL(`${server.base}/fhir/R4/${path}`)
  const bound = DPoP === undefined ? {} : { DPoP }
  const answer = await client.fetchProtectedResource(config, token, address, 'GET', undefined, undefined, bound)
  // biome-ignore lint/suspicious/noExplicitAny: a judge looks into answers of any shape
  return { status: answer.status, body: (await answer.json()) as any }
}

const scope = 'launch/patient openid fhirUser offline_access patient/Patient.rs'

type Flow = {
  readonly config: client.Configuration
  readonly callback: URL
  readonly checks: client.AuthorizationCodeGrantChecks
}

/** The person signs in, and the browser is back at the app with a code. */
export async function signInFor(
  served: Served,
  { members, secret }: { readonly members: Members; readonly secret?: string },
): Promise<Flow> {
  const app = await startApp((path) => (path === '/callback' ? asPage('') : undefined))
  const redirect = `${app.origin}/callback`
  const all = { redirect_uris: [redirect], scope, ...members }
  const id = await register(served.server.site.pool, all, secret)
  const config = await discover(served, id, secret === undefined ? client.None() : client.ClientSecretBasic(secret))
  client.enableNonRepudiationChecks(config)
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const checks = { pkceCodeVerifier, expectedState: client.randomState(), expectedNonce: client.randomNonce() }
  const address = client.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirect, scope, aud: `${served.server.base}/fhir/R4` },
    ...{ state: checks.expectedState, nonce: checks.expectedNonce },
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  try {
    const callback = await served.browser.asPerson(async (page) => {
      await page.goto(address.href)
      await signIn(page, '/callback', served.records.patient)
      return new URL(page.url())
    })
    return { config, callback, checks }
  } finally {
    await app.stop()
  }
}

export const isAnswered = (error: string) => (thrown: unknown) =>
  thrown instanceof client.ResponseBodyError && thrown.error === error

/** RFC 6750 section 3.1, as the library reads it. */
export const isChallenged = (error: string) => (thrown: unknown) =>
  thrown instanceof client.WWWAuthenticateChallengeError &&
  thrown.cause.some(({ parameters }) => parameters.error === error)

export type Service = { readonly key: client.PrivateKey; readonly id: string; readonly endpoint: string }

export async function registerService({ server }: Served, alg: Alg): Promise<Service> {
  const { privateKey, publicJwk } = await generateKeys(alg)
  const kid = newId()
  const jwks = { keys: [{ ...publicJwk, kid }] }
  const members = { type: 'backend', jwks, tenant: developmentTenants[0], scope: 'system/Patient.rs' }
  const id = await register(server.site.pool, members)
  return { key: { key: privateKey, kid }, id, endpoint: `${server.base}/oidc/token` }
}

/** By itself the library writes the issuer as `aud`; SMART wants the token endpoint. */
export const proveAt = ({ key }: Service, audience: string): client.ClientAuth =>
  client.PrivateKeyJwt(key, {
    [client.modifyAssertion]: (_header, payload) => {
      payload['aud'] = audience
    },
  })
