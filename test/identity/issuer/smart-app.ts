/** A SMART app and the browser of its user, against a running server. */
import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { newId } from '../../../src/core/ids.ts'

export type Server = { readonly base: string }

type Cookie = { readonly name: string; readonly value: string; readonly path: string }

function parseCookie(line: string): Cookie {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split('=')
  const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/'
  return { name, value, path }
}

/** RFC 6265 5.1.4. */
const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

/** Follows no redirect, and keeps cookies. */
export type Browse = (address: string, init?: RequestInit) => Promise<Response>

export function openBrowser(server: Server): Browse {
  const cookies = new Map<string, Cookie>()
  return async (address, init = {}) => {
    const url = new URL(address, server.base)
    const sent = [...cookies.values()].filter(({ path }) => isWithin(url.pathname, path))
    const headers = { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '), ...init.headers }
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const cookie = parseCookie(line)
      cookies.set(`${cookie.name} ${cookie.path}`, cookie)
    }
    return response
  }
}

export const redirectUri = 'http://127.0.0.1:53535/callback'
export const verifier = randomBytes(32).toString('base64url')
export const challengeOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

type Changes = Readonly<Record<string, string | undefined>>

const withChanges = (params: Changes): string =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]])),
  ).toString()

/** The query of an authorization request; an undefined change takes a parameter away. */
export const authorization = (server: Server, changes: Changes = {}): string =>
  withChanges({
    client_id: 'development-app',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid fhirUser user/Patient.rs',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'the-state',
    aud: `${server.base}/fhir/R4`,
    ...changes,
  })

export type Returned = { readonly code: string | null; readonly error: string | null; readonly query: URLSearchParams }

/** Signs in, and comes back to the app. `form`: what the person enters on the page. */
export async function authorize(
  server: Server,
  changes: Changes = {},
  {
    form = { account: 'clinician-1' },
    browse = openBrowser(server),
  }: { readonly form?: Record<string, string>; readonly browse?: Browse } = {},
): Promise<Returned> {
  let response = await browse(`/oidc/auth?${authorization(server, changes)}`)
  for (let hop = 0; hop < 8; hop += 1) {
    const location = response.headers.get('Location')
    if (location === null) throw new Error(`no way back: ${response.status} ${await response.text()}`)
    const url = new URL(location, server.base)
    if (url.pathname === '/callback') return readReturned(url)
    const isPage = url.pathname.startsWith('/oidc/interaction/')
    response = await browse(
      `${url.pathname}${url.search}`,
      isPage ? { method: 'POST', body: new URLSearchParams(form) } : {},
    )
  }
  throw new Error('too many redirects')
}

const readReturned = (url: URL): Returned => ({
  code: url.searchParams.get('code'),
  error: url.searchParams.get('error'),
  query: url.searchParams,
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
export type TokenAnswer = { readonly status: number; readonly headers: Headers; readonly body: any }

export async function postForm(
  server: Server,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  const response = await fetch(`${server.base}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

export const exchange = (
  server: Server,
  code: string | null,
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> =>
  postForm(server, '/oidc/token', {
    grant_type: 'authorization_code',
    client_id: 'development-app',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  })

export const refresh = (
  server: Server,
  token: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> =>
  postForm(server, '/oidc/token', {
    grant_type: 'refresh_token',
    client_id: 'development-app',
    refresh_token: token,
    ...changes,
  })

/** A launch from beginning to end; answers the token response. */
export async function launch(
  server: Server,
  changes: Changes = {},
  form?: Record<string, string>,
): Promise<TokenAnswer> {
  const { code, query } = await authorize(server, changes, form === undefined ? {} : { form })
  if (code === null) throw new Error(`no code: ${query}`)
  return exchange(server, code)
}

export const readFhir = (server: Server, token: string, path: string): Promise<Response> =>
  fetch(`${server.base}/fhir/R4/${path}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/fhir+json' },
  })

export const statusOf = async (server: Server, token: string): Promise<number> => {
  const response = await readFhir(server, token, 'Patient?_count=1')
  await response.body?.cancel()
  return response.status
}

/** Of `POST /oidc/launch`. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
export type LaunchMade = { readonly status: number; readonly body: any }

/** An EHR with this token makes the context of a launch. */
export async function postLaunch(server: Server, token: string, body: object): Promise<LaunchMade> {
  const response = await fetch(`${server.base}/oidc/launch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: 'development-app', ...body }),
  })
  return { status: response.status, body: await response.json() }
}

/** A service with a key pair. */
export type Service = {
  readonly id: string
  readonly jwks: { readonly keys: readonly JWK[] }
  /** A header and a payload of the test's own, with a signature. */
  readonly sign: (signed: string) => Promise<string>
  readonly assert: (
    server: Server,
    changes?: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, string>>,
  ) => Promise<string>
}

export async function makeService(alg: 'RS384' | 'ES384' = 'ES384', id: string = newId()): Promise<Service> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const kid = `${alg}-key`
  return {
    id,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }] },
    sign: async (signed) => {
      const hash = alg === 'ES384' ? { name: 'ECDSA', hash: 'SHA-384' } : 'RSASSA-PKCS1-v1_5'
      const signature = await crypto.subtle.sign(hash, privateKey, Buffer.from(signed))
      return `${signed}.${Buffer.from(signature).toString('base64url')}`
    },
    assert: (server, changes = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: id, sub: id, aud: `${server.base}/oidc/token`, jti: newId(), exp: now + 240, ...changes }
      return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey)
    },
  }
}

export const assertionOf = (assertion: string): Readonly<Record<string, string>> => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
})

export const askForService = (server: Server, assertion: string, scope: string): Promise<TokenAnswer> =>
  postForm(server, '/oidc/token', { grant_type: 'client_credentials', scope, ...assertionOf(assertion) })
