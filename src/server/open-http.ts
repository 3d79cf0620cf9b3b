/** Opens HTTP: the status port and, if the role serves clients, `/v1` and `/fhir/R4`. */
import { alertTargetsWithin } from '../channels/alerts/alert-targets.ts'
import { channelRulesWithin } from '../channels/channels.ts'
import { systemClock } from '../core/clock.ts'
import { type Config, ConfigError } from '../core/config.ts'
import type { RecordSpan } from '../core/span.ts'
import { version } from '../core/version.ts'
import { openFilterExpressions } from '../domain/channel/filter-expression.ts'
import type { DeliveryFigures } from '../http/pages/delivery-figures.ts'
import { openGauges } from '../http/pages/gauges.ts'
import type { InboundFigures } from '../http/pages/inbound-figures.ts'
import { type MetricsAccess, type Operational, openMetrics, operationalPages } from '../http/pages/metrics.ts'
import { listenForStatus } from '../http/pages/status-server.ts'
import { openCertificates } from '../http/tls/client-certificate.ts'
import type { TlsFiles } from '../http/tls/tls-files.ts'
import { limitLongNotes } from '../hub/artifacts/long-notes.ts'
import { limitRendering } from '../hub/render.ts'
import { openBearer } from '../identity/bearer.ts'
import { openProofs } from '../identity/holder/check-proof.ts'
import { openTryMessage, runMessage } from '../intake/receive/run-message.ts'
import type { Intake } from '../intake/receive/take-message.ts'
import { withHost } from '../outbound/fetch.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { readGauges } from '../store/operations/gauges.ts'
import type { Store } from '../store/store.ts'
import { findTermCodings } from '../terminology/term-codings.ts'
import { openPrepareCodes, type PrepareCodes } from '../terminology/terminology.ts'
import type { Threads } from '../threads/threads.ts'
import { type AppOptions, buildApp } from './app.ts'
import type { Database } from './database.ts'
import type { Clinical } from './open-clinical.ts'
import { type Issuers, openIssuers } from './open-issuers.ts'
import { openServing, type Serving } from './open-serving.ts'
import type { Queues } from './open-workers.ts'
import type { Opening } from './opening.ts'
import { openRevisions, openSecondReadings } from './providers/providers.ts'
import { openReadiness, type Readiness } from './readiness.ts'
import { renderOrRefuse } from './render-or-refuse.ts'

type Parts = Queues & {
  readonly database: Database
  readonly store: Store
  readonly clinical: Clinical
  readonly recordSpan: RecordSpan | undefined
  readonly deliveryFigures: DeliveryFigures
  readonly inboundFigures: InboundFigures
  readonly tlsFiles: TlsFiles | undefined
  readonly intake: Intake
}

/** Answers the port for clients, if there is one. */
export async function openHttp(opening: Opening, parts: Parts): Promise<number | undefined> {
  const { config, policy, closings } = opening
  const { store, backend } = parts
  const isServing = config.role !== 'worker'
  const issuers = await openIssuers(opening, { store, isServing, clinical: parts.clinical })
  const { listStates } = issuers
  const serving = isServing ? openServing(opening, parts.tlsFiles) : undefined
  const readCertificate = serving?.readCertificate
  const readiness = openReadiness({
    config,
    store,
    // A probe opens a connection and sends nothing.
    policy: { ...withProviders(config, policy), isClearRefused: false },
    isQueueReady: backend.isReady,
    listIssuerStates: listStates,
    ...(readCertificate === undefined ? {} : { readCertificate }),
  })
  closings.push(readiness.close)
  const renderGauges = openGauges(() => readGauges(store.system), systemClock)
  const pages = {
    metrics: openMetrics({
      renderGauges,
      renderDeliveries: parts.deliveryFigures.render,
      renderInbound: parts.inboundFigures.render,
      listIssuerStates: listStates,
      readCertificate,
    }),
    listFailed: async () =>
      serving?.isDraining() === true ? [{ name: 'process', reason: 'stopping' }] : await readiness.listFailed(),
  }
  await openStatus(opening, pages)
  if (serving === undefined) return undefined
  const options = await describeApp(opening, { ...parts, issuers, readiness, pages })
  return serve(opening, { ...parts, options, serving })
}

type Pages = Omit<Operational, 'access'>

async function openStatus({ config, log, closings }: Opening, shown: Pages): Promise<void> {
  if (config.statusPort === undefined) return
  const pages = operationalPages({ ...shown, access: 'open' })
  const listening = { port: config.statusPort, host: config.host, pages, log }
  const status = await listenForStatus(listening).catch((error: unknown) => {
    throw error instanceof Error && Object(error).code === 'EADDRINUSE'
      ? new ConfigError('BANKSIA_STATUS_PORT', 'is taken: set it to a free port')
      : error
  })
  closings.push(status.close)
}

type Described = Parts & { readonly issuers: Issuers; readonly readiness: Readiness; readonly pages: Pages }

async function describeApp({ config, policy, log }: Opening, parts: Described): Promise<AppOptions> {
  const { store, clinical, issuers, readiness, pages, threads, recordSpan, intake } = parts
  const { searchParameters, terminology } = clinical
  return {
    ...{ config, store, searchParameters, terminology, log, recordSpan, intake },
    ...issuers.described,
    prepareCodes: prepareBy(store, clinical),
    identify: openBearer({
      keySets: issuers.keySets,
      config,
      clock: systemClock,
      findOwnToken: issuers.described.issuer?.findToken,
      findForeignToken: issuers.findForeignToken,
      askedIssuer: config.introspectionTokens === 'all' ? config.introspectionIssuer : undefined,
      claimMap: issuers.claimMap,
    }),
    findCertificate: openCertificates(config),
    checkProof: openProofs({ config, clock: systemClock, state: store.issuer.state }),
    hub: {
      verify: config.verifier === 'off' ? undefined : limitLongNotes(threads.verify, 2),
      secondReadings: await openSecondReadings(config, policy),
      revisions: await openRevisions(config, policy, threads.code),
      render: limitRendering(renderOrRefuse(threads), 4),
      probes: readiness.probes,
      softwareVersion: version,
      alertTargets: alertTargetsWithin(policy),
      filterExpressions: openFilterExpressions(clinical.definitions.fhirPathTypes),
      messageRuns: { attempt: openTryMessage(log), run: runMessage },
      channelRules: channelRulesWithin({ folders: config.fileFolders, policy }),
      findTermCodings: (runner, terms) => findTermCodings(runner, terminology.ground, terms),
    },
    operational: { ...pages, access: metricsAccess(config) },
  }
}

const prepareBy = (store: Store, { terminology, listPendingCodes }: Clinical): PrepareCodes =>
  openPrepareCodes({
    terminology,
    runner: store.system,
    listPending: (caller, resource) => store.view(caller, ({ tenant }) => listPendingCodes(tenant, resource)),
    isClosedFor: async (caller) => (await store.readPlatform(caller)).failClosed.terminology === true,
  })

/** Other work of the start comes first, and a process that ends soon needs no thread. */
const warmAfterMs = 10_000

function warmSoon({ config, closings }: Opening, threads: Threads): void {
  const timer = setTimeout(() => {
    if (config.role === 'all') threads.warm(['render', 'draft'])
    if (config.verifier !== 'off') threads.warm(['verify'])
  }, warmAfterMs)
  timer.unref()
  closings.push(async () => clearTimeout(timer))
}

type Served = Parts & { readonly options: AppOptions; readonly serving: Serving }

async function serve(opening: Opening, parts: Served): Promise<number> {
  const { config, isCold = false } = opening
  const { options, threads, database, serving } = parts
  await serving.listen(buildApp(options).callback())
  if (!isCold) warmSoon(opening, threads)
  database.recordPort(config.port)
  return config.port
}

/** At the port for clients. */
function metricsAccess({ mode, metricsToken: token }: Config): MetricsAccess {
  if (token === undefined) return mode === 'development' ? 'open' : 'closed'
  if (token.length < 16) throw new ConfigError('BANKSIA_METRICS_TOKEN', 'must have at least 16 characters')
  return { token }
}

/** Hosts in settings may be called. */
const withProviders = ({ transcriptionUrl, terminologyUrl }: Config, policy: OutboundPolicy): OutboundPolicy =>
  [transcriptionUrl, terminologyUrl].reduce((own, url) => (url === undefined ? own : withHost(own, url)), policy)
