/** The authorisation server over HTTP: oidc-provider, and endpoints of ours beside it. docs/design/identity.md. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errorFields } from '../../core/log.ts'
import { Problem } from '../../core/problems.ts'
import { asOneRequest } from '../../store/issuer/seen-in-request.ts'
import { describeReason } from '../authentication-required.ts'
import type { CheckProof } from '../holder/check-proof.ts'
import { ProofError } from '../holder/dpop-proof.ts'
import type { IdentifySender } from '../holder/identify-holder.ts'
import type { Identity } from '../identity.ts'
import type { TrustedIssuer } from '../key-set.ts'
import { openOrigins } from '../page-origins.ts'
import { answerPage } from '../pages/layout.ts'
import { problemPage } from '../pages/problem-pages.ts'
import { readSmallBody } from '../small-body.ts'
import type { Accounts } from './accounts.ts'
import { answerJson, readJsonObject } from './answers.ts'
import { addSmart, askForConsent } from './around-provider.ts'
import { type IsRegisteredOrigin, openClientOrigins } from './client-origins.ts'
import { introspectScope } from './granted-scopes.ts'
import { openInteracting } from './interacting.ts'
import { introspect } from './introspection.ts'
import { endpointPaths, isOfSignOut, isOwnPath, issuerOf, issuerPath } from './issuer-config.ts'
import { type IssuerParts, withServedTenants } from './issuer-parts.ts'
import { answerLaunch } from './launch-endpoint.ts'
import { type FindOwnToken, findOwnTokens } from './own-tokens.ts'
import { openProvider } from './provider.ts'
import { nameRefreshingClient } from './refresh-request.ts'
import { answerClosed, isOfPeople } from './services-only.ts'
import { toPublished, toSigningKeys } from './signing-keys.ts'
import { SmartContexts } from './smart-context.ts'

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type Issuer = TrustedIssuer & {
  readonly findToken: FindOwnToken
  readonly isRegisteredOrigin: IsRegisteredOrigin
  /** Whether people sign in here, and not services alone. */
  readonly isForPeople: () => Promise<boolean>
  /** Answers requests whose path starts with `/oidc`. `identify` knows who calls its endpoints for resource servers and EHRs. */
  readonly serve: (identify: IdentifySender, checkProof: CheckProof) => Handle
}

/** Further endpoints below `/oidc`: by method, a blank and path. */
export type Endpoints = Readonly<Record<`${'GET' | 'POST'} ${string}`, Handle>>

export type IssuerOptions = Omit<IssuerParts, 'contexts' | 'isListedOrigin'> & {
  readonly endpoints?: Endpoints
}

export function openIssuer(options: IssuerOptions): Issuer {
  const { config, store } = options
  const contexts = new SmartContexts(store.state)
  const accounts = withServedTenants(options.accounts, options.clinical)
  const parts: IssuerParts = { ...options, accounts, contexts, isListedOrigin: openOrigins(config) }
  const readProvider = keepProvider(parts)
  const isRegisteredOrigin = openClientOrigins(store)
  const mayCall = async (origin: string | undefined): Promise<boolean> =>
    origin === undefined || parts.isListedOrigin(origin) || (await isRegisteredOrigin(origin))
  return {
    issuer: issuerOf(config),
    loadKeys: async () => toPublished(await toSigningKeys(await store.readKeys())),
    findToken: findOwnTokens(store, issuerOf(config)),
    isRegisteredOrigin,
    isForPeople: () => isOpen(parts.accounts),
    serve: (identify, checkProof) => {
      const own = ownEndpoints(parts, { identify, readProvider, endpoints: options.endpoints ?? {} })
      const added = new Set(Object.keys(options.endpoints ?? {}).map((name) => name.split(' ')[1]))
      const asked = askProven(askProvider(parts, readProvider), checkProof)
      const answer: Handle = async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', config.baseUrl)
        const path = pathname.slice(issuerPath.length) || '/'
        if (!isOwnPath(path) && !added.has(path)) return answerNothing(response)
        const seconds = isProving(path) ? parts.guard?.findWait(request) : undefined
        if (seconds !== undefined) return answerTooMany(response, seconds)
        if (isScripted(path) && !(await mayCall(request.headers.origin))) return refusePage(response)
        // Nothing is stored for a sign-in that cannot succeed.
        if (isOfPeople(path) && !(await isOpen(parts.accounts))) return answerClosed(response)
        const handle = own.find((row) => row.isMet(path, request))?.handle
        await (handle ?? asked)(request, response)
      }
      return (request, response) => {
        // The rest of a body that was refused for its length: a client that still sends it would not read the answer.
        response.once('finish', () => request.resume())
        return asOneRequest(() => answer(request, response)).catch((error: unknown) =>
          fail(options, error, { request, response }),
        )
      }
    },
  }
}

const isOpen = async ({ isAnybodyHere }: Accounts): Promise<boolean> => (await isAnybodyHere?.()) ?? true

const answerNothing = (response: ServerResponse): void =>
  answerJson(response, 404, { error: 'invalid_request', error_description: 'nothing is at this address' })

/** A fault of ours: the caller reads no more than that. */
function fail({ log }: IssuerOptions, error: unknown, { request, response }: Exchange): void {
  log.error('issuer.failed', errorFields(error), error)
  if (response.headersSent) response.destroy()
  else if (/\btext\/html\b/.test(request.headers.accept ?? '')) answerPage(response, problemPage('failed'))
  else answerJson(response, 500, { error: 'server_error' })
}

/** Where scripts go. The sign-in is a page of its own. */
const isScripted = (path: string): boolean => path === endpointPaths.token || path.startsWith(`${endpointPaths.token}/`)

/** Where clients prove themselves. D167. */
const isProving = (path: string): boolean => isScripted(path) || path === endpointPaths.pushed

const answerTooMany = (response: ServerResponse, seconds: number): void =>
  answerJson(response, 429, { error: 'temporarily_unavailable' }, { 'Retry-After': String(seconds) })

/** The provider would show its refusals to every page. */
const refusePage = (response: ServerResponse): void =>
  answerJson(response, 400, { error: 'invalid_request', error_description: 'pages of this origin are not let in' })

/** One provider for each set of keys: it takes none while it runs. */
function keepProvider(parts: IssuerParts): ReadProvider {
  let known: (OpenProvider & { readonly ring: string }) | undefined
  return async () => {
    const ring = await parts.store.readKeys()
    const ids = [...ring.signing.map(({ id }) => id), ...ring.cookies].join(' ')
    if (known?.ring === ids) return known
    const provider = openProvider(parts, { signing: await toSigningKeys(ring), cookies: ring.cookies })
    addSmart(provider, parts)
    provider.on('server_error', (_ctx, error) => parts.log.error('issuer.failed', errorFields(error), error))
    known = { ring: ids, provider, answer: provider.callback() }
    return known
  }
}

type OpenProvider = { readonly provider: Provider; readonly answer: Handle }

type ReadProvider = () => Promise<OpenProvider>

/**
 * OAuth 2.0 Form Post Response Mode: the page posts itself to the app, by a script whose digest the provider adds. `form-action` would also hold for
 * where the app goes on to.
 */
const formPolicy = "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Addresses come from the settings and never from a request, whatever stands in front. */
const askProvider =
  ({ config, store }: IssuerParts, readProvider: ReadProvider): Handle =>
  async (request, response) => {
    const url = new URL(request.url ?? '/', config.baseUrl)
    if (config.mode === 'production') {
      const { host, protocol } = new URL(config.baseUrl)
      Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
    }
    const path = url.pathname.slice(issuerPath.length) || '/'
    if (path === endpointPaths.authorization) askForConsent(url.searchParams)
    if (isOfSignOut(path)) request.headers.accept = 'text/html'
    else if (!isOfBrowser(path)) request.headers.accept = 'application/json'
    if (isOfPeople(path) || isOfSignOut(path)) response.setHeader('Content-Security-Policy', formPolicy)
    Object.assign(request, { originalUrl: `${url.pathname}${url.search}`, url: `${path}${url.search}` })
    const named = path === endpointPaths.token ? await nameRefreshingClient(store, request) : { request }
    if ('refused' in named) return answerJson(response, 400, named.refused)
    await (await readProvider()).answer(named.request, response)
  }

/** Elsewhere programs ask, and read JSON (RFC 6749 5.2): to one that takes HTML first, as those in Java do by themselves, the provider would answer by a page. */
const isOfBrowser = (path: string): boolean =>
  path === endpointPaths.authorization || path.startsWith(`${endpointPaths.authorization}/`)

/** The provider would take a proof that is five minutes old, or of the future, and know it again for five minutes alone. D176. */
const askProven =
  (ask: Handle, checkProof: CheckProof): Handle =>
  async (request, response) => {
    try {
      if (request.headers['dpop'] !== undefined) await checkProof(request, {})
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      const body = { error: 'invalid_dpop_proof', error_description: describeReason(error.reason) }
      return answerJson(response, 400, body)
    }
    await ask(request, response)
  }

type Own = {
  readonly isMet: (path: string, request: IncomingMessage) => boolean
  readonly handle: Handle
}

type OwnParts = {
  readonly identify: IdentifySender
  readonly readProvider: ReadProvider
  readonly endpoints: Endpoints
}

const isPostTo =
  (wanted: string) =>
  (path: string, { method }: IncomingMessage): boolean =>
    path === wanted && method === 'POST'

const isGetOf =
  (wanted: string) =>
  (path: string, { method }: IncomingMessage): boolean =>
    path === wanted && method === 'GET'

/** Below an interaction, so that its cookie goes along. */
const isUpstream = ({ url = '', method }: IncomingMessage): boolean =>
  method === 'GET' && (url.split('?')[0] ?? '').endsWith('/upstream')

const isNamed =
  (name: string) =>
  (path: string, { method }: IncomingMessage): boolean =>
    name === `${method} ${path}`

const hasToken = ({ headers }: IncomingMessage): boolean => /^(bearer|dpop) /i.test(headers.authorization ?? '')

function ownEndpoints(parts: IssuerParts, { identify, readProvider, endpoints }: OwnParts): readonly Own[] {
  const { authorization, introspection, interaction, launch, signOut, signedIn, enrolUpstream } = endpointPaths
  const isIntrospection = isPostTo(introspection)
  const { upstream } = parts
  return [
    { isMet: isPostTo(authorization), handle: asQueryOf(authorization) },
    { isMet: isPostTo(signOut), handle: asQueryOf(signOut) },
    {
      isMet: (path, request) => isIntrospection(path, request) && hasToken(request),
      handle: withCaller(identify, introspectFor(parts), parts),
    },
    { isMet: isPostTo(launch), handle: withCaller(identify, launchFor(parts), parts) },
    {
      isMet: (path) => path.startsWith(`${interaction}/`),
      handle: async (request, response) => {
        const { provider } = await readProvider()
        const interacting = openInteracting(provider, parts, { request, response })
        const answer = isUpstream(request) ? upstream?.answerInteraction : undefined
        await (answer ?? parts.pages.answer)(interacting, request, response)
      },
    },
    ...(upstream === undefined
      ? []
      : [
          { isMet: isGetOf(signedIn), handle: upstream.answerReturn },
          { isMet: isPostTo(enrolUpstream), handle: upstream.answerEnrolment },
        ]),
    ...Object.entries(endpoints).map(([name, handle]) => ({ isMet: isNamed(name), handle })),
  ]
}

/** SMART App Launch 2.2 app-launch.html, authorize-post; OpenID Connect RP-Initiated Logout 1.0 section 2: the browser comes again with a GET, to which its cookies go along. */
const asQueryOf =
  (path: string): Handle =>
  async (request, response) => {
    const form = request.headers['content-type']?.split(';')[0]?.trim() === 'application/x-www-form-urlencoded'
    const body = form ? await readSmallBody(request) : undefined
    if (body === undefined)
      return answerJson(response, 400, {
        error: 'invalid_request',
        error_description: 'the body must be a form of at most 8 KB',
      })
    const query = new URLSearchParams(body).toString()
    response.writeHead(303, {
      Location: `${issuerPath}${path}?${query}`,
      'Cache-Control': 'no-store',
    })
    response.end()
  }

type ForCaller = (identity: Identity, exchange: Exchange) => Promise<void>

const withCaller =
  (identify: IdentifySender, answer: ForCaller, { guard }: IssuerParts): Handle =>
  async (request, response) => {
    try {
      await answer(await identify(request), { request, response })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.slug === 'authentication-required') guard?.noteFailed(request, undefined)
      answerJson(response, error.row.status, { error: 'invalid_token', error_description: error.detail }, error.headers)
    }
  }

const introspectFor =
  (parts: IssuerParts): ForCaller =>
  async ({ scopes }, { request, response }) => {
    const scope = introspectScope(parts.config.scopeNamespace)
    if (!scopes.includes(scope))
      return answerJson(response, 403, { error: 'insufficient_scope', error_description: `the token lacks ${scope}` })
    const token = new URLSearchParams((await readSmallBody(request)) ?? '').get('token')
    if (token === null)
      return answerJson(response, 400, { error: 'invalid_request', error_description: 'token is needed' })
    answerJson(response, 200, await introspect(parts, token))
  }

const launchFor =
  (parts: IssuerParts): ForCaller =>
  async (identity, { request, response }) => {
    const { status, body } = await answerLaunch(parts, identity, await readJsonObject(request))
    answerJson(response, status, body)
  }
