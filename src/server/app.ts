/** The one Koa application: its layers in the order of a request. ARCHITECTURE.md. */
import Koa from 'koa'
import { madeOnce } from '../core/cache/made-once.ts'
import { type Clock, isoAt, systemClock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { JsonObject } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { RecordSpan } from '../core/span.ts'
import { spokes } from '../core/spokes.ts'
import { version } from '../core/version.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { serveCapabilityStatement } from '../fhir-server/capabilities/serve-capability-statement.ts'
import { serveFhir } from '../fhir-server/fhir-server.ts'
import { writeOutcome } from '../fhir-server/reply/write-reply.ts'
import { applyConsentDenials } from '../http/checks/apply-consent-denials.ts'
import { authenticateFhir, authenticateHub } from '../http/checks/authenticate.ts'
import {
  type FailureLimit,
  failuresPerMinute,
  limitFailures,
  limitRequests,
  openFailureLimit,
} from '../http/checks/limit-failures.ts'
import { loopbackHost } from '../http/checks/loopback-host.ts'
import { applyPlatform, checkPlatform } from '../http/checks/platform.ts'
import { limitRate } from '../http/checks/rate-limit.ts'
import { recordRefusals } from '../http/checks/record-refusals.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import { type Metrics, type Operational, operationalPages } from '../http/pages/metrics.ts'
import { problemPages } from '../http/pages/problem-pages.ts'
import { serveOpenapi } from '../http/pages/serve-openapi.ts'
import { serveSmartConfiguration } from '../http/pages/serve-smart-configuration.ts'
import { operationOutcome } from '../http/reply/operation-outcome.ts'
import { nothingHere, problemDetails } from '../http/reply/problem-details.ts'
import { securityHeaders } from '../http/reply/security-headers.ts'
import { shareBodyRoom } from '../http/request/body-room.ts'
import { type FindAddress, openAddresses } from '../http/request/client-address.ts'
import { correlate } from '../http/request/correlate.ts'
import { delegate, type Layer, type RequestState, stack, under } from '../http/request/request-state.ts'
import { logLost, logRequest } from '../http/request-log.ts'
import { serveRoutes } from '../http/serve-routes.ts'
import { dropCertificateHeaders, type FindCertificate } from '../http/tls/client-certificate.ts'
import { joinTrace, traceRequests } from '../http/trace-requests.ts'
import { type Watch, watchRequests } from '../http/watch-requests.ts'
import { openStreams } from '../hub/audit/streams.ts'
import { findDeniedNames, receivesContent } from '../hub/consents/consent-denials.ts'
import { serveDocs } from '../hub/docs/serve-docs.ts'
import type { Hub } from '../hub/hub.ts'
import { buildOpenapi } from '../hub/openapi/openapi.ts'
import { hubRoutes } from '../hub/routes.ts'
import { linkPage } from '../hub/shares/link/link-page.ts'
import { withBasic } from '../identity/basic.ts'
import type { CheckProof } from '../identity/holder/check-proof.ts'
import { identifyHolder, type Proofs } from '../identity/holder/identify-holder.ts'
import type { Identify } from '../identity/identity.ts'
import type { Issuer } from '../identity/issuer/issuer.ts'
import { endpointOf, issuerPath } from '../identity/issuer/issuer-config.ts'
import { hubScope } from '../identity/scopes.ts'
import type { Discovery } from '../identity/smart-configuration.ts'
import { openSpokeBounds, type SpokeBounds } from '../identity/spoke-bounds.ts'
import { serveInbound } from '../intake/receive/serve-inbound.ts'
import type { Intake } from '../intake/receive/take-message.ts'
import type { Store } from '../store/store.ts'
import type { PrepareCodes, Terminology } from '../terminology/terminology.ts'

export type AppOptions = {
  readonly config: Config
  readonly store: Store
  readonly searchParameters: SearchParameters
  readonly terminology: Terminology
  /** Absent where no messages are taken in. */
  readonly intake?: Intake
  readonly prepareCodes?: PrepareCodes
  readonly identify: Identify
  readonly findCertificate: FindCertificate
  readonly checkProof: CheckProof
  /** Absent unless this server is an authorisation server itself. */
  readonly issuer?: Issuer
  /** Issuer of clients' tokens; absent if no issuer is trusted. */
  readonly readSmartConfiguration?: () => Promise<Discovery>
  /** The things that the Hub's handlers get besides the store. */
  readonly hub: Omit<Hub, 'transact' | 'config' | 'log' | 'streams' | 'observe'>
  readonly operational: Operational
  readonly log: Log
  readonly clock?: Clock
  /** Absent without an observer. */
  readonly recordSpan?: RecordSpan | undefined
}

export function buildApp(options: AppOptions): Koa<RequestState> {
  const { config, issuer, log, clock = systemClock, operational } = options
  const { metrics } = operational
  const problems = problemDetails(config.problemBase, log)
  const app = new Koa<RequestState>()
  app.on('error', logLost(log))
  // Made for its first reader: a start is sooner by a tenth of a second of processor time.
  const describe = madeOnce(() => describeHub(config, issuer?.issuer))
  const rate = limitRate(config.requestsPerMinute, clock)
  const findAddress = openAddresses(config)
  const failures = openFailureLimit(failuresPerMinute(config), findAddress, clock)
  const { render } = options.hub
  const links = linkPage({ store: options.store, timeoutMs: config.handlerTimeoutMs, findAddress, failures, render })
  const guessing = limitFailures(failures)
  const layers = [
    dropCertificateHeaders(config),
    watchRequests([metrics.measure, logRequest(log), tracing(options)], clock),
    ...(config.mode === 'development' ? [problems, loopbackHost] : []),
    crossOrigin(config, issuer?.isRegisteredOrigin),
    shareBodyRoom(),
    securityHeaders(config.mode),
    ...(issuer === undefined ? [] : [issuerLayer(issuer, options, { problems, findAddress })]),
    operationalPages(operational),
    serveOpenapi(describe),
    serveDocs(describe),
    ...(options.intake === undefined
      ? []
      : [inboundLayer(options.intake, options, { problems, findAddress, failures })]),
    under('/v1', hubLayer(options, metrics, { problems, rate, guessing })),
    under('/fhir/R4', fhirLayer(options, { rate, guessing })),
    ...[problems, correlate(false), links, problemPages(config.problemBase), nothingHere],
  ]
  // One layer for Koa, which would make a promise for each.
  app.use(stack(layers))
  return app
}

/** OpenAPI of `/v1` under these settings. `issuer`: issuer of clients' tokens. */
export const describeHub = (config: Config, issuer = config.issuers[0] ?? `${config.baseUrl}/oidc`): JsonObject =>
  buildOpenapi(hubRoutes(config.maxTranscriptBytes), {
    baseUrl: config.baseUrl,
    problemBase: config.problemBase,
    scopes: { read: hubScope(config.scopeNamespace, 'read'), write: hubScope(config.scopeNamespace, 'write') },
    spokes: spokes(config.iosSpoke),
    issuer,
    version,
  })

/** SMART App Launch 2.2 conformance.html: clients that do not know the configuration file read these. */
const oauthUrisOf = (config: Config) => ({
  authorize: endpointOf(config, 'authorization'),
  token: endpointOf(config, 'token'),
  introspect: endpointOf(config, 'introspection'),
  revoke: endpointOf(config, 'revocation'),
})

const spokeIdsOf = (config: Config): readonly string[] => spokes(config.iosSpoke).map((spoke) => spoke.id)

const boundsOf = ({ iosSpoke, scopeNamespace }: Config): SpokeBounds =>
  openSpokeBounds(spokes(iosSpoke), scopeNamespace)

const tracing = ({ store, recordSpan }: AppOptions): Watch =>
  traceRequests({ recordRequest: (record) => store.recordRequest(record), recordSpan })

const platformLayer = (store: Store): Layer => applyPlatform((caller) => store.readPlatform(caller))

/** Whoever is there may call it, and each request may store a row: the address is all that is known of them. D167. */
function issuerLayer(
  issuer: Issuer,
  options: AppOptions,
  { problems, findAddress }: { readonly problems: Layer; readonly findAddress: FindAddress },
): Layer {
  const { config, checkProof, clock = systemClock } = options
  const limit = limitRequests(openFailureLimit(config.requestsPerMinute, findAddress, clock))
  const answer = issuer.serve(identifyHolder(options), checkProof)
  return under(issuerPath, stack([problems, limit, delegate(issuerPath, answer)]))
}

function inboundLayer(
  intake: Intake,
  { findCertificate }: AppOptions,
  parts: { readonly problems: Layer; readonly findAddress: FindAddress; readonly failures: FailureLimit },
): Layer {
  const { problems, ...known } = parts
  return under('/v1/inbound', stack([problems, correlate(false), serveInbound({ intake, findCertificate, ...known })]))
}

function hubLayer(
  options: AppOptions,
  metrics: Metrics,
  { problems, rate, guessing }: Record<'problems' | 'rate' | 'guessing', Layer>,
): Layer {
  const { config, store, hub, log } = options
  const rest = { ...hub, config, log, streams: openStreams(), observe: metrics.observe }
  const routes = serveRoutes<Hub>({
    routes: hubRoutes(config.maxTranscriptBytes),
    store: { ...rest, transact: (caller, work) => store.transact(caller, work) },
    idempotent: (caller, request, run) => store.idempotent(caller, request, (view) => run({ ...rest, ...view })),
    findReplay: (caller, request) => store.findReplay(caller, request),
    guard: findDeniedNames((caller, work) => store.transact(caller, work)),
    config,
  })
  const refusals = recordRefusals({ store, log })
  const authenticate = authenticateHub(options, boundsOf(config))
  const consentDenials = applyConsentDenials({ store, log }, receivesContent)
  const own = [guessing, authenticate, platformLayer(store), rate, refusals, consentDenials, routes]
  return stack([problems, correlate(true), joinTrace, ...own])
}

function fhirLayer(options: AppOptions, { rate, guessing }: Record<'rate' | 'guessing', Layer>): Layer {
  const { config, store, searchParameters, terminology, prepareCodes, identify, readSmartConfiguration, hub, log } =
    options
  const { clock = systemClock } = options
  const proofs: Proofs = {
    checkProof: options.checkProof,
    identify: config.mode === 'development' ? withBasic(identify, spokeIdsOf(config)) : identify,
    findCertificate: options.findCertificate,
  }
  const server = {
    store,
    parameters: searchParameters,
    terminology,
    ...(prepareCodes === undefined ? {} : { prepareCodes }),
    config,
    log,
    softwareVersion: hub.softwareVersion,
    ...(options.issuer === undefined ? {} : { oauthUris: oauthUrisOf(config) }),
  }
  return stack([
    operationOutcome(log, writeOutcome(server)),
    correlate(false),
    joinTrace,
    serveCapabilityStatement(server, isoAt(clock())),
    ...(readSmartConfiguration === undefined ? [] : [serveSmartConfiguration(readSmartConfiguration)]),
    guessing,
    authenticateFhir(proofs, boundsOf(config)),
    platformLayer(store),
    checkPlatform,
    rate,
    recordRefusals(server),
    applyConsentDenials(server, () => true),
    serveFhir(server),
  ])
}
