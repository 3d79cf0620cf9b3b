/** The FHIR interface over a real store and loopback; the bearer text names the caller. */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type pg from 'pg'
import type { WakeUp } from '../../queues/queues.ts'
import { isHookAddress } from '../../src/channels/rest-hook.ts'
import { developmentTenants, type Role, readNamed } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import type { Log } from '../../src/core/log.ts'
import { after } from '../../src/core/maybe-promise.ts'
import { spokes } from '../../src/core/spokes.ts'
import { ownAddressesOf } from '../../src/fhir/own-addresses.ts'
import { indexResource } from '../../src/fhir-search/index/index-resource.ts'
import { searchParameterHook, withSearchParameter } from '../../src/fhir-search/index/own-parameters.ts'
import { SearchParameters } from '../../src/fhir-search/parameters/search-parameters.ts'
import { serveCapabilityStatement } from '../../src/fhir-server/capabilities/serve-capability-statement.ts'
import { definitionHooks, OwnDefinitions, withDefinition } from '../../src/fhir-server/definitions/own-definitions.ts'
import { serveFhir } from '../../src/fhir-server/fhir-server.ts'
import { writeOutcome } from '../../src/fhir-server/reply/write-reply.ts'
import { subscriptionHook } from '../../src/fhir-server/subscriptions/subscription-hook.ts'
import { authenticateFhir } from '../../src/http/checks/authenticate.ts'
import { applyPlatform } from '../../src/http/checks/platform.ts'
import { recordRefusals } from '../../src/http/checks/record-refusals.ts'
import { operationOutcome } from '../../src/http/reply/operation-outcome.ts'
import { correlate } from '../../src/http/request/correlate.ts'
import { type RequestState, stack, under } from '../../src/http/request/request-state.ts'
import { buildServer } from '../../src/http/server.ts'
import type { Identify } from '../../src/identity/identity.ts'
import { openSpokeBounds } from '../../src/identity/spoke-bounds.ts'
import { checkSoon } from '../../src/profiles/check.ts'
import { openValidator, type Validator } from '../../src/profiles/validator/validator.ts'
import { openStore } from '../../src/store/open-store.ts'
import { listDue } from '../../src/store/operations/due.ts'
import type { Store } from '../../src/store/store.ts'
import { developmentTenantSettings } from '../../src/store/tenants/tenants.ts'
import { withAnswers } from '../../src/terminology/answer-codes.ts'
import { openCodeLookup } from '../../src/terminology/code-lookup.ts'
import { openPrepareCodes, openTerminology, type TerminologyOptions } from '../../src/terminology/terminology.ts'
import { openTerminologyServer } from '../../src/terminology/terminology-server.ts'
import { createDatabase, openOwner } from '../database.ts'
import { waitUntil } from '../patience.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

type Person = {
  readonly tenant?: 1 | 2 | 3
  readonly issuer?: string
  readonly subject?: string
  readonly client?: string
  /** As the claim names it. */
  readonly fhirUser?: string
  readonly roles?: readonly Role[]
  readonly scopes?: readonly string[]
  readonly patient?: string
}

export type FhirApp = {
  readonly base: string
  readonly store: Store
  /** The connection of the database's owner. */
  readonly connection: pg.PoolConfig
  readonly masterKey: KeyObject
  readonly parameters: SearchParameters
  readonly ownDefinitions: OwnDefinitions<Validator>
  readonly log: Log
  readonly owner: pg.Pool
  readonly errors: readonly unknown[]
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<Answer>
  /** Sends a body byte for byte. */
  readonly sendRaw: (method: string, path: string, options?: SendOptions) => Promise<RawAnswer>
  readonly close: () => Promise<void>
}

type SendOptions = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly as?: Person
}

type RawAnswer = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }

type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  readonly body: any
}

const identify: Identify = async (authorization = '') => {
  const person = JSON.parse(Buffer.from(authorization.replace('Bearer ', ''), 'base64').toString('utf8')) as Person
  return {
    issuer: person.issuer ?? 'https://login.example.org',
    subject: person.subject ?? 'tester',
    client: person.client ?? 'test',
    tenants: [testTenants[(person.tenant ?? 1) - 1] ?? ''],
    spokes: ['connect'],
    roles: person.roles ?? ['clinician'],
    scopes: person.scopes ?? ['user/*.cruds'],
    ...readNamed(person.fhirUser),
    ...(person.patient === undefined ? {} : { patient: person.patient }),
    proof: 'oidc',
  }
}

/** The development tenants, and a second one that takes base R4. */
export const testTenants = [...developmentTenants, '00000000-0000-7000-8000-000000000003'] as const

const third = { ...developmentTenantSettings[1], id: testTenants[2] }

/** `beside`: another process over the same database, which is closed before that one. */
export async function startFhir(beside?: FhirApp, env: Readonly<Record<string, string>> = {}): Promise<FhirApp> {
  const database =
    beside === undefined ? await createDatabase() : { config: beside.connection, drop: async () => undefined }
  const masterKey = beside?.masterKey ?? createSecretKey(randomBytes(32))
  const definitions = await openTestDefinitions()
  const terminology = openTerminology(definitions.registry, askingOf(env))
  const ownDefinitions = new OwnDefinitions(definitions.registry, (registry) =>
    openValidator({
      registry,
      codes: withAnswers(openCodeLookup(registry), terminology.answers),
      model: definitions,
      searchParameters: definitions.searchParameters,
      clock: () => new Date(),
    }),
  )
  const server = buildServer('urn:problem:')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // No test of a slow machine is about the time limit, but those that set it.
  const config = readConfig({ BANKSIA_BASE_URL: origin, BANKSIA_HANDLER_TIMEOUT_MS: '300000', ...env })
  const addresses = ownAddressesOf(config)
  const parameters = new SearchParameters(definitions, { addresses })
  const rules = { parameters, base: `${origin}/fhir/R4`, isAddress: isHookAddress }
  const store = await openStore({
    connection: database.config,
    masterKey,
    addresses,
    index: (tenant, indexed) => indexResource(parameters.of(tenant), indexed),
    check: (tenant, resource) => {
      const { requiredProfiles } = tenant
      return after(checkSoon(resource, { validator: ownDefinitions.of(tenant).made, requiredProfiles }), (checked) => {
        const usable = withDefinition(ownDefinitions, { tenant, resource }, checked)
        return withSearchParameter(parameters.of(tenant), resource, usable)
      })
    },
    hooks: {
      ...definitionHooks(definitions.registry),
      SearchParameter: searchParameterHook(parameters),
      Subscription: subscriptionHook(rules),
    },
    tenants: [...developmentTenantSettings, third],
  })
  const owner = openOwner(database)
  // Its own, so that a test which holds the owner's connection holds up no request.
  const codes = openOwner(database)
  const errors: unknown[] = []
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event, fields) => errors.push([event, fields]),
  }
  const prepareCodes = openPrepareCodes({
    terminology,
    runner: codes,
    listPending: (caller, resource) =>
      store.view(caller, async ({ tenant }) => {
        const { requiredProfiles } = tenant
        const options = { validator: ownDefinitions.of(tenant).made, requiredProfiles }
        return (await checkSoon(resource, options)).pending.codes
      }),
  })
  const deps = { store, parameters, terminology, prepareCodes, config, log, softwareVersion: '0.0.0' }
  const app = new Koa<RequestState>()
  const layers = [
    operationOutcome(log, writeOutcome(deps)),
    correlate(false),
    serveCapabilityStatement(deps, '2026-01-01'),
    authenticateFhir({ identify, findCertificate: () => undefined }, openSpokeBounds(spokes('ios'), 'banksia')),
    applyPlatform((caller) => store.readPlatform(caller)),
    recordRefusals({ store, log }),
    serveFhir(deps),
  ]
  app.use(under('/fhir/R4', stack(layers)))
  server.on('request', app.callback())
  const base = `${origin}/fhir/R4`
  return {
    base,
    store,
    connection: database.config,
    masterKey,
    parameters,
    ownDefinitions,
    log,
    owner,
    errors,
    send: (method, path, options) => send(`${base}${path}`, method, options),
    sendRaw: (method, path, options) => sendRaw(`${base}${path}`, method, options),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await store.close()
      await Promise.all([owner.end(), codes.end()])
      await database.drop()
    },
  }
}

function askingOf(env: Readonly<Record<string, string>>): TerminologyOptions {
  const { terminologyUrl: url, terminologyTimeoutMs: timeoutMs, terminologyFail } = readConfig(env)
  if (url === undefined) return {}
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const askServer = openTerminologyServer(policy, { url, timeoutMs }, () => new Date())
  return { askServer, isClosed: terminologyFail === 'closed' }
}

async function sendRaw(
  url: string,
  method: string,
  { body, headers = {}, as = {} }: SendOptions = {},
): Promise<RawAnswer> {
  const token = Buffer.from(JSON.stringify(as)).toString('base64')
  const sent = request(url, { method, headers: { authorization: `Bearer ${token}`, ...headers } })
  sent.end(typeof body === 'string' || body instanceof Uint8Array ? body : undefined)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) }
}

async function send(url: string, method: string, { body, headers = {}, as = {} }: SendOptions = {}): Promise<Answer> {
  const token = Buffer.from(JSON.stringify(as)).toString('base64')
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/fhir+json',
      ...(payload === undefined ? {} : { 'content-type': 'application/fhir+json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const text = await answer.text()
  const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '') && text !== ''
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

/** The types that a worker is to index again. */
export const listDueReindexes = async (pool: pg.Pool): Promise<readonly WakeUp[]> =>
  (await listDue(pool, { limit: 200, aheadMs: 0 }))
    .filter(({ topic }) => topic === 'reindex.queued')
    .map(({ tenant, subject }) => ({ tenant, subject }))

/** Until the process of `app` knows of the last change of the tenant's settings, parameters and profiles. */
export async function untilKnown({ owner, store }: FhirApp, tenant: string): Promise<void> {
  const { rows } = await owner.query('select generation from tenant where id = $1', [tenant])
  await waitUntil(async () => (await store.readTenant(tenant)).generation === rows[0].generation)
}
