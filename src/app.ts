/** The one Koa application, in the order in which a request meets it. STYLE.md section 1. */
import Koa from 'koa'
import { type Clock, isoAt, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { serveFhir } from './fhir-server/fhir-server.ts'
import type { SearchParameters } from './fhir-server/search/search-parameters.ts'
import { serveCapabilityStatement } from './fhir-server/serve-capability-statement.ts'
import { writeOutcome } from './fhir-server/write-reply.ts'
import { authenticateFhir, authenticateHub } from './http/authenticate.ts'
import { correlate } from './http/correlate.ts'
import { loopbackHost } from './http/loopback-host.ts'
import { openMetrics, operationalPages } from './http/metrics.ts'
import { operationOutcome } from './http/operation-outcome.ts'
import { nothingHere, problemDetails } from './http/problem-details.ts'
import { problemPages } from './http/problem-pages.ts'
import { limitRate } from './http/rate-limit.ts'
import { recordRefusals } from './http/record-refusals.ts'
import { logLost, requestLog } from './http/request-log.ts'
import { delegate, type Layer, type RequestState, stack, under } from './http/request-state.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { serveSmartConfiguration } from './http/serve-smart-configuration.ts'
import type { Hub } from './hub/hub.ts'
import { hubRoutes } from './hub/routes.ts'
import { withBasic } from './identity/basic.ts'
import type { DevelopmentIssuer } from './identity/development-issuer.ts'
import type { Identify } from './identity/identity.ts'
import type { Discovery } from './identity/smart-configuration.ts'
import type { Log } from './log.ts'
import { spokes } from './spokes.ts'
import type { Store } from './store/store.ts'
import type { PrepareCodes, Terminology } from './terminology/terminology.ts'

export type AppOptions = {
  readonly config: Config
  readonly store: Store
  readonly searchParameters: SearchParameters
  readonly terminology: Terminology
  readonly prepareCodes?: PrepareCodes
  readonly identify: Identify
  /** In development mode only. */
  readonly issuer?: DevelopmentIssuer
  /** Where clients get their tokens; absent where no issuer is trusted. */
  readonly readSmartConfiguration?: () => Promise<Discovery>
  /** What the Hub's handlers get beside the store. */
  readonly hub: Omit<Hub, 'transact' | 'config' | 'log'>
  readonly isReady: () => Promise<boolean>
  readonly log: Log
  readonly clock?: Clock
}

export function buildApp(options: AppOptions): Koa<RequestState> {
  const { config, issuer, log, clock = systemClock, isReady } = options
  const metrics = openMetrics()
  const problems = problemDetails(config.problemBase, log)
  const app = new Koa<RequestState>()
  app.on('error', logLost(log))
  app.use(metrics.measure)
  app.use(requestLog(log, clock))
  if (config.mode === 'development') app.use(stack([problems, loopbackHost]))
  if (issuer !== undefined) app.use(delegate('/oidc', issuer.handle))
  app.use(securityHeaders(config.mode))
  app.use(operationalPages(metrics, isReady))
  const rate = limitRate(config.requestsPerMinute, clock)
  app.use(under('/v1', hubLayer(options, problems, rate)))
  app.use(under('/fhir/R4', fhirLayer(options, rate)))
  app.use(stack([problems, correlate(false), problemPages(config.problemBase), nothingHere]))
  return app
}

const spokeIdsOf = (config: Config): readonly string[] => spokes(config.iosSpoke).map((spoke) => spoke.id)

function hubLayer({ config, store, hub, identify, log }: AppOptions, problems: Layer, rate: Layer): Layer {
  const rest = { ...hub, config, log }
  const routes = serveRoutes<Hub>({
    routes: hubRoutes(config.maxTranscriptBytes),
    store: { ...rest, transact: (caller, work) => store.transact(caller, work) },
    idempotent: (caller, request, run) => store.idempotent(caller, request, (view) => run({ ...rest, ...view })),
    config,
  })
  const refusals = recordRefusals({ store, log })
  return stack([problems, correlate(true), authenticateHub(identify, spokeIdsOf(config)), rate, refusals, routes])
}

function fhirLayer(
  {
    config,
    store,
    searchParameters,
    terminology,
    prepareCodes,
    identify,
    readSmartConfiguration,
    hub,
    log,
    clock = systemClock,
  }: AppOptions,
  rate: Layer,
): Layer {
  const spokeIds = spokeIdsOf(config)
  const known = config.mode === 'development' ? withBasic(identify, spokeIds) : identify
  const server = {
    store,
    parameters: searchParameters,
    terminology,
    ...(prepareCodes === undefined ? {} : { prepareCodes }),
    config,
    log,
    softwareVersion: hub.softwareVersion,
  }
  return stack([
    operationOutcome(log, writeOutcome(server)),
    correlate(false),
    serveCapabilityStatement(server, isoAt(clock())),
    ...(readSmartConfiguration === undefined ? [] : [serveSmartConfiguration(readSmartConfiguration)]),
    authenticateFhir(known, spokeIds),
    rate,
    recordRefusals(server),
    serveFhir(server),
  ])
}
