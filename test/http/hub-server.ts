/** A Hub over loopback: every layer, the development issuer, and a table of a few routes. */
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { z } from 'zod'
import { roles } from '../../src/core/caller.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { type Config, readConfig } from '../../src/core/config.ts'
import type { Log, LogFields } from '../../src/core/log.ts'
import { openPlatform } from '../../src/core/platform.ts'
import { spokes } from '../../src/core/spokes.ts'
import { authenticateFhir, authenticateHub, readCaller } from '../../src/http/checks/authenticate.ts'
import { loopbackHost } from '../../src/http/checks/loopback-host.ts'
import { applyPlatform } from '../../src/http/checks/platform.ts'
import { limitRate } from '../../src/http/checks/rate-limit.ts'
import { problemPages } from '../../src/http/pages/problem-pages.ts'
import { operationOutcome } from '../../src/http/reply/operation-outcome.ts'
import { nothingHere, problemDetails } from '../../src/http/reply/problem-details.ts'
import { created, ok, writeReply } from '../../src/http/reply/reply.ts'
import { securityHeaders } from '../../src/http/reply/security-headers.ts'
import { correlate } from '../../src/http/request/correlate.ts'
import { delegate, type RequestState, stack, under } from '../../src/http/request/request-state.ts'
import { logRequest } from '../../src/http/request-log.ts'
import { type Route, route } from '../../src/http/route.ts'
import { serveRoutes } from '../../src/http/serve-routes.ts'
import { buildServer } from '../../src/http/server.ts'
import { watchRequests } from '../../src/http/watch-requests.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { withBasic } from '../../src/identity/basic.ts'
import { openBearer } from '../../src/identity/bearer.ts'
import { openDevelopmentIssuer } from '../../src/identity/development-issuer.ts'
import { openProofs } from '../../src/identity/holder/check-proof.ts'
import { identifyHolder } from '../../src/identity/holder/identify-holder.ts'
import type { Issuer } from '../../src/identity/issuer/issuer.ts'
import { openKeySets, type TrustedIssuer } from '../../src/identity/key-set.ts'
import { openSpokeBounds } from '../../src/identity/spoke-bounds.ts'
import type { IdempotentRequest } from '../../src/store/idempotency.ts'
import { newMasterKey, parseMasterKey } from '../../src/store/keys/keys.ts'
import { openStore } from '../../src/store/open-store.ts'
import { developmentTenantSettings } from '../../src/store/tenants/tenants.ts'
import { createDatabase } from '../database.ts'

type Store = { calls: number }

const encounterSchema = z.strictObject({
  patientId: z.uuid(),
  class: z.enum(['AMB', 'VR']),
  period: z.strictObject({ start: z.iso.datetime({ offset: true }) }).optional(),
  tags: z.array(z.string().max(5)).max(3).optional(),
})
const read = { method: 'GET', scope: 'read', roles, idempotent: false, success: 200, spec: '4.1' } as const
const write = {
  method: 'POST',
  scope: 'write',
  roles: ['clinician'],
  idempotent: true,
  success: 200,
  spec: '4.1',
} as const

const testRoutes: readonly Route<Store>[] = [
  route({ ...read, path: '/v1/spokes/whoami', handler: async ({ caller }, _store: Store) => ok(caller) }),
  route({
    ...read,
    path: '/v1/encounters',
    response: z.unknown(),
    query: z.strictObject({ limit: z.string().regex(/^\d+$/).transform(Number).optional() }),
    handler: async ({ query }, _store: Store) => ok({ limit: query.limit ?? 50 }),
  }),
  route({
    ...write,
    path: '/v1/encounters',
    response: z.unknown(),
    body: encounterSchema,
    success: 201,
    handler: async ({ body }, store: Store) => {
      store.calls += 1
      return created({ id: body.patientId, version: 1 }, '/v1/encounters/1')
    },
  }),
  route({
    ...read,
    path: '/v1/encounters/{encounterId}',
    handler: async ({ params }, _store: Store) => ok({ id: params.encounterId, version: 7 }),
  }),
  route({
    ...write,
    path: '/v1/artifacts/{artifactId}:approve',
    precondition: 'read-version',
    handler: async ({ params, expected }, _store: Store) => ok({ id: params.artifactId, expected }),
  }),
  route({
    ...write,
    path: '/v1/artifacts/{artifactId}:verify',
    precondition: 'version-or-any',
    body: z.strictObject({ attestations: z.array(z.string()).default([]) }).default({ attestations: [] }),
    signs: ({ attestations }) => attestations.length > 0,
    handler: async ({ expected }, _store: Store) => ok({ expected }),
  }),
  route({
    ...write,
    method: 'PATCH',
    path: '/v1/artifacts/{artifactId}',
    precondition: 'version',
    handler: async ({ expected }, _store: Store) => ok({ expected }),
  }),
  route({
    ...write,
    method: 'PUT',
    path: '/v1/transcripts/{transcriptId}/diarisation',
    precondition: 'version-or-new',
    handler: async ({ expected }, _store: Store) => ok({ expected }),
  }),
  route({
    ...read,
    path: '/v1/release-gates/{gateName}/queue',
    params: { gateName: /^[a-z_]{1,40}$/ },
    handler: async ({ params }, _store: Store) => ok({ gate: params.gateName }),
  }),
  route({
    ...write,
    path: '/v1/chunks',
    takes: ['application/octet-stream'],
    headers: z.strictObject({ 'X-Chunk-Index': z.coerce.number().int().min(0) }),
    deprecation: { on: '2026-11-20', sunsetOn: '2027-11-20' },
    handler: async ({ headers, body }, _store: Store) => ok({ index: headers['X-Chunk-Index'], bytes: body.length }),
  }),
  route({ ...read, path: '/v1/broken', handler: async (_request, _store: Store) => JSON.parse('Zebulon Quuxworthy') }),
  route({ ...read, path: '/v1/slow', handler: async (_request, _store: Store) => new Promise(() => undefined) }),
]

export type HubServer = {
  readonly base: string
  readonly config: Config
  readonly issuer: Issuer
  readonly lines: readonly { readonly event: string; readonly fields: LogFields }[]
  readonly keyed: readonly IdempotentRequest[]
  readonly close: () => Promise<void>
}

export type HubServerOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: Clock
  readonly issuers?: readonly TrustedIssuer[]
}

export async function startHub({
  env = {},
  clock = systemClock,
  issuers = [],
}: HubServerOptions = {}): Promise<HubServer> {
  const app = new Koa<RequestState>()
  const server = buildServer('http://localhost/problems')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const config = readConfig({ PORT: String(port), ...env })
  const lines: { event: string; fields: LogFields }[] = []
  const note = (event: string, fields: LogFields = {}): unknown => lines.push({ event, fields })
  const log: Log = { info: note, warn: note, error: note }
  const spokeIds = spokes(config.iosSpoke).map((spoke) => spoke.id)
  const bounds = openSpokeBounds(spokes(config.iosSpoke), config.scopeNamespace)
  const database = await createDatabase()
  const stored = await openStore({
    connection: database.config,
    masterKey: parseMasterKey(newMasterKey()),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
    tenants: developmentTenantSettings,
  })
  const issuer = await openDevelopmentIssuer({
    config,
    store: stored.issuer,
    spokeIds,
    clinical: {
      isServed: async () => true,
      hasPatient: async () => false,
      findPatientOfEncounter: async () => undefined,
    },
    fetchOut: fetch,
    log,
  })
  const identify = openBearer({
    keySets: openKeySets([issuer, ...issuers], { clock }),
    config,
    clock,
    findOwnToken: issuer.findToken,
  })
  const keyed: IdempotentRequest[] = []
  const store = { calls: 0 }
  const routes = serveRoutes({
    routes: testRoutes,
    store,
    idempotent: async (_caller, request, run) => {
      keyed.push(request)
      return run(store)
    },
    findReplay: async () => undefined,
    config,
  })
  app.use(watchRequests([logRequest(log)], clock))
  app.use(stack([problemDetails(config.problemBase, log), loopbackHost]))
  const proofs = { identify, findCertificate: () => undefined }
  const checkProof = openProofs({ config, clock, state: stored.issuer.state })
  app.use(delegate('/oidc', issuer.serve(identifyHolder(proofs), checkProof)))
  app.use(securityHeaders(config.mode))
  const rate = limitRate(config.requestsPerMinute, clock)
  const hub = [
    problemDetails(config.problemBase, log),
    correlate(true),
    authenticateHub({ identify, findCertificate: () => undefined }, bounds),
    applyPlatform(async () => openPlatform),
    rate,
    routes,
  ]
  app.use(under('/v1', stack(hub)))
  const echo = stack([
    operationOutcome(log),
    correlate(false),
    authenticateFhir({ identify: withBasic(identify, spokeIds), findCertificate: () => undefined }, bounds),
    applyPlatform(async () => openPlatform),
    rate,
    async (ctx) =>
      ctx.path === '/fhir/R4/nothing' ? nothingHere(ctx, async () => undefined) : writeReply(ctx, ok(readCaller(ctx))),
  ])
  app.use(under('/fhir/R4', echo))
  app.use(
    stack([problemDetails(config.problemBase, log), correlate(false), problemPages(config.problemBase), nothingHere]),
  )
  server.on('request', app.callback())
  let dropping: Promise<void> | undefined
  const drop = (): Promise<void> => {
    dropping ??= stored.close().then(database.drop)
    return dropping
  }
  return {
    base: `http://127.0.0.1:${port}`,
    config,
    issuer,
    lines,
    keyed,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await drop()
    },
  }
}
