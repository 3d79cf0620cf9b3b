/** A small SMART server on loopback by oidc-provider: one that keeps every rule, and with `faults` one that breaks some. SMART App Launch 2.2. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JWK } from 'jose'
import Provider, { type AccessToken, type ClientCredentials } from 'oidc-provider'
import { buildSettings, MemoryRows, scopesOfApp, type World } from './settings.ts'

/** What a wrong issuer does; absent: it keeps the rule. */
export type Faults = {
  readonly ignoresAudience?: boolean
  readonly ignoresChallenge?: boolean
  readonly takesCodesTwice?: boolean
  readonly goesAnywhere?: boolean
  readonly keepsRefreshTokens?: boolean
  readonly takesAssertionsTwice?: boolean
  readonly takesAnyAssertion?: boolean
  readonly describesToAnybody?: boolean
  readonly keepsRevoked?: boolean
  /** Granted beside what was asked for. */
  readonly adds?: string
  /** Whatever it advertises, this it has not. */
  readonly lacks?: ReadonlySet<'post' | 'refresh' | 'id_token' | 'launch' | 'introspection' | 'revocation'>
}

export type SmallIssuer = {
  /** Of its FHIR interface. */
  readonly base: string
  readonly launchEndpoint: string
  readonly close: () => Promise<void>
}

/** The EHR's own. */
export const ehrToken = 'the-token-of-the-ehr'

export async function startIssuer(serviceKeys: readonly JWK[], faults: Faults = {}): Promise<SmallIssuer> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const world: World = { origin, faults, rows: new MemoryRows(), launches: new Map(), patients: new Map() }
  const provider = new Provider(origin, buildSettings(world, serviceKeys))
  if (faults.goesAnywhere) Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true })
  addPatient(provider, world)
  const answer = provider.callback()
  http.on('request', (request, response) => {
    void serve({ world, provider }, request, response).then(async (isServed) => {
      if (!isServed) await answer(request, response)
    })
  })
  return {
    base: `${origin}/fhir`,
    launchEndpoint: `${origin}/launch`,
    close: () => new Promise((resolve) => http.close(() => resolve()).closeAllConnections()),
  }
}

type Open = { readonly world: World; readonly provider: Provider }

/** SMART's members of the token response. */
function addPatient(provider: Provider, { patients, faults }: World): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx
    if (oidc?.route !== 'token') return
    ctx.set('Pragma', 'no-cache')
    const { Grant: grant } = oidc.entities
    if (ctx.status !== 200 || grant === undefined) return
    const { id_token: idToken, ...rest } = Object(ctx.body)
    const isLeftOut = idToken === undefined || faults.lacks?.has('id_token')
    ctx.body = { ...rest, ...(isLeftOut ? {} : { id_token: idToken }), patient: patients.get(grant.jti) }
  })
}

function answerJson(response: ServerResponse, status: number, body: object): true {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
  response.end(JSON.stringify(body))
  return true
}

/** Answers, or leaves the request to the provider. */
async function serve(open: Open, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { world } = open
  const url = new URL(request.url ?? '/', world.origin)
  if (url.pathname.startsWith('/fhir')) return serveFhir(open, url, request, response)
  if (url.pathname.startsWith('/interaction/')) return signIn(open, request, response)
  if (url.pathname === '/launch') return makeLaunch(world, request, response)
  if (url.pathname === '/introspect' && !world.faults.lacks?.has('introspection'))
    return introspect(open, request, response)
  if (url.pathname === '/token/revocation' && world.faults.keepsRevoked) return answerJson(response, 200, {})
  if (url.pathname === '/auth') return prepareRequest(world, url, request, response)
  if (url.pathname === '/token' && world.faults.ignoresChallenge) {
    const form = new URLSearchParams(await text(request))
    form.delete('code_verifier')
    Object.assign(request, { body: Object.fromEntries(form) })
  }
  return false
}

/** A form becomes a GET, and the faults change what the provider sees. */
async function prepareRequest(
  { faults }: World,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method === 'POST') {
    if (faults.lacks?.has('post')) return answerJson(response, 405, {})
    response.writeHead(303, { Location: `/auth?${await text(request)}` }).end()
    return true
  }
  if (faults.ignoresChallenge)
    for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
  if (faults.adds !== undefined) url.searchParams.set('scope', `${url.searchParams.get('scope')} ${faults.adds}`)
  request.url = `${url.pathname}${url.search}`
  return false
}

const page = `<!doctype html><form method="post"><label>Who <input name="account"></label>
<label>Patient <input name='patient' value=""></label><input type="hidden" name="from" value="page &amp; form">
<button name="answer" value="no">No</button><button name="answer" value="yes">Yes</button></form>`

async function signIn({ provider }: Open, request: IncomingMessage, response: ServerResponse): Promise<true> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
    return true
  }
  const form = new URLSearchParams(await text(request))
  const isRight = form.get('answer') === 'yes' && form.get('from') === 'page & form'
  const result = isRight
    ? { login: { accountId: form.get('account') ?? '' }, consent: {}, context: { patient: form.get('patient') } }
    : { error: 'access_denied' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  return true
}

async function makeLaunch({ launches }: World, request: IncomingMessage, response: ServerResponse): Promise<true> {
  if (request.headers.authorization !== `Bearer ${ehrToken}`) return answerJson(response, 401, {})
  const launch = crypto.randomUUID()
  launches.set(launch, String(Object(JSON.parse(await text(request))).patient))
  return answerJson(response, 201, { launch })
}

type Found = AccessToken | ClientCredentials | undefined

async function findBearer({ provider }: Open, request: IncomingMessage): Promise<Found> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token))
}

async function serveFhir(open: Open, url: URL, request: IncomingMessage, response: ServerResponse): Promise<true> {
  if (url.pathname === '/fhir/.well-known/smart-configuration') return answerJson(response, 200, describe(open.world))
  if (url.pathname === '/fhir/metadata') return answerJson(response, 200, { resourceType: 'CapabilityStatement' })
  const found = await findBearer(open, request)
  return answerJson(response, found === undefined ? 401 : 200, { resourceType: 'Patient' })
}

async function introspect(open: Open, request: IncomingMessage, response: ServerResponse): Promise<true> {
  const asker = await findBearer(open, request)
  if (!asker?.scopes.has('introspect') && !open.world.faults.describesToAnybody)
    return answerJson(response, 401, { error: 'invalid_token' })
  const token = new URLSearchParams(await text(request)).get('token') ?? ''
  const found = await open.provider.AccessToken.find(token)
  if (found === undefined) return answerJson(response, 200, { active: false })
  return answerJson(response, 200, {
    ...{ active: true, scope: found.scope, client_id: found.clientId, exp: found.exp, sub: found.accountId },
    ...{ iss: open.world.origin, patient: open.world.patients.get(found.grantId ?? '') },
  })
}

const describe = ({ origin }: World): object => ({
  issuer: origin,
  jwks_uri: `${origin}/jwks`,
  authorization_endpoint: `${origin}/auth`,
  token_endpoint: `${origin}/token`,
  introspection_endpoint: `${origin}/introspect`,
  revocation_endpoint: `${origin}/token/revocation`,
  grant_types_supported: ['authorization_code', 'client_credentials'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: scopesOfApp,
  capabilities: [
    ...['launch-ehr', 'launch-standalone', 'authorize-post', 'client-public', 'client-confidential-asymmetric'],
    ...['sso-openid-connect', 'context-ehr-patient', 'context-standalone-patient', 'permission-offline'],
    ...['permission-patient', 'permission-user', 'permission-v2'],
  ],
})
