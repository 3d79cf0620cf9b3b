/** The server process put together: database, store, issuer, queues, HTTP. Wiring only. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBackend } from '../../queues/backend.ts'
import type { Workers } from '../../queues/workers.ts'
import { openChannelTests } from '../channels/channel-tests.ts'
import { channelRulesWithin, closeTransports, openTransports } from '../channels/channels.ts'
import { isHookAddress, openRestHook } from '../channels/rest-hook.ts'
import { systemClock } from '../core/clock.ts'
import { type Config, ConfigError } from '../core/config.ts'
import { errorFields, type Log } from '../core/log.ts'
import { after } from '../core/maybe-promise.ts'
import { spokes } from '../core/spokes.ts'
import { version } from '../core/version.ts'
import { denialCompanion } from '../domain/consent/hide-denied.ts'
import { fhirPath, ownAddressesOf } from '../fhir/own-addresses.ts'
import { definitionCompanions, OwnDefinitions, withDefinition } from '../fhir-server/definitions/own-definitions.ts'
import { openIndex } from '../fhir-server/index/index-resource.ts'
import { searchParameterCompanion, withSearchParameter } from '../fhir-server/index/own-parameters.ts'
import { SearchParameters } from '../fhir-server/search/search-parameters.ts'
import { subscriptionCompanion } from '../fhir-server/subscriptions/subscription-companion.ts'
import { openGauges } from '../http/pages/gauges.ts'
import { type MetricsAccess, openMetrics, operationalPages } from '../http/pages/metrics.ts'
import { listenForStatus } from '../http/pages/status-server.ts'
import { answerStopping } from '../http/reply/answer-stopping.ts'
import { openDraining } from '../http/reply/drain.ts'
import { buildServer } from '../http/server.ts'
import { limitLongNotes } from '../hub/artifacts/long-notes.ts'
import { limitRendering } from '../hub/artifacts/preview.ts'
import { seedDevelopmentRecords } from '../hub/encounters/development-records.ts'
import type { Hub } from '../hub/hub.ts'
import { indexHubResource } from '../hub/index-rows.ts'
import { seedTenant } from '../hub/templates/seed.ts'
import { openBearer } from '../identity/bearer.ts'
import { type DevelopmentIssuer, openDevelopmentIssuer } from '../identity/development-issuer.ts'
import { issuerPath } from '../identity/development-token.ts'
import { fetchDiscovery, fetchKeys } from '../identity/discovery.ts'
import { type IssuerState, openKeySets, type TrustedIssuer } from '../identity/key-set.ts'
import { openSmartConfiguration } from '../identity/smart-configuration.ts'
import { fetchTrusting, withHost } from '../outbound/fetch.ts'
import { openSpanExporter } from '../outbound/otlp.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { checkSoon } from '../profiles/check.ts'
import { openDefinitions } from '../profiles/definitions/definitions.ts'
import { openValidator } from '../profiles/validator/validator.ts'
import { developmentTenantSettings } from '../store/keys/tenants.ts'
import { readGauges } from '../store/operations/gauges.ts'
import { adoptIssuer } from '../store/operations/issuers.ts'
import { dropAllLeases } from '../store/operations/leases.ts'
import { withPool } from '../store/postgres/with-pool.ts'
import { reindexMoved } from '../store/reindex/own-addresses.ts'
import { queueOutdated } from '../store/reindex/reindex-queue.ts'
import { openStore } from '../store/store.ts'
import { withAnswers } from '../terminology/answer-codes.ts'
import { openCodeLookup } from '../terminology/code-lookup.ts'
import { listSpokenNames, readNamesGeneration } from '../terminology/loaded-names.ts'
import { findTermCodings } from '../terminology/term-codings.ts'
import { openPrepareCodes, openTerminology } from '../terminology/terminology.ts'
import { openTerminologyServer } from '../terminology/terminology-server.ts'
import { openThreads, type Threads } from '../threads/threads.ts'
import { openVocabularyReader } from '../threads/vocabulary.ts'
import { type AppOptions, buildApp } from './app.ts'
import { openDatabase } from './database.ts'
import { readMasterKey } from './master-key.ts'
import { openProviders } from './providers.ts'
import { openReadiness } from './readiness.ts'
import { toDatabaseError, toDirectoryError, toListenError, toRedisError } from './start-errors.ts'

export type RunningProcess = {
  readonly port: number | undefined
  /** Finishes what is under way, then ends every child. May be called again. */
  readonly stop: () => Promise<void>
}

type Closing = () => Promise<void>

/** Starts what BANKSIA_ROLE names. */
export async function startServer(config: Config, log: Log): Promise<RunningProcess> {
  const closings: Closing[] = []
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= closeAll(closings)
    return stopping
  }
  try {
    return { port: await start(config, { log, closings }), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** In the reverse order of their opening. */
async function closeAll(closings: readonly Closing[]): Promise<void> {
  for (const close of closings.toReversed()) await close()
}

type Starting = { readonly log: Log; readonly closings: Closing[] }

async function start(config: Config, { log, closings }: Starting): Promise<number | undefined> {
  // Before a database is started that nobody could use.
  if (config.keyFile !== undefined) await readMasterKey(config)
  const database = await openDatabase(config, log)
  closings.push(database.close)
  const published = await openDefinitions(join(config.dataDir, 'cache')).catch((error: unknown) => {
    throw toDirectoryError(error)
  })
  const definitions = await published.withPackages(config.packages)
  const addresses = ownAddressesOf(config)
  const searchParameters = new SearchParameters(definitions, { addresses })
  const policy: OutboundPolicy = {
    allowedHosts: config.outboundHosts,
    allowPrivate: config.outboundPrivate === 'allow',
  }
  const terminology = openTerminology(definitions.registry, {
    askServer: openAskServer(config, policy),
    isClosed: config.terminologyFail === 'closed',
  })
  const ownDefinitions = new OwnDefinitions(definitions.registry, (registry) =>
    openValidator({
      registry,
      codes: withAnswers(openCodeLookup(registry), terminology.answers),
      model: definitions,
      clock: systemClock,
    }),
  )
  const isDevelopment = config.mode === 'development'
  const rules = { parameters: searchParameters, base: `${config.baseUrl}${fhirPath}`, isAddress: isHookAddress }
  const store = await openStore({
    connection: database.connection,
    masterKey: await readMasterKey(config),
    readMasterKey: () => readMasterKey(config),
    addresses,
    index: openIndex(searchParameters, indexHubResource),
    check: (tenant, resource) =>
      after(
        checkSoon(resource, {
          validator: ownDefinitions.of(tenant).made,
          requiredProfiles: tenant.requiredProfiles,
        }),
        (checked) =>
          withSearchParameter(
            searchParameters.of(tenant),
            resource,
            withDefinition(ownDefinitions, { tenant, resource }, checked),
          ),
      ),
    companions: {
      ...definitionCompanions(definitions.registry),
      Consent: denialCompanion,
      SearchParameter: searchParameterCompanion(searchParameters),
      Subscription: subscriptionCompanion(rules),
    },
    tenants: isDevelopment ? developmentTenantSettings : [],
    ...(database.replica === undefined ? {} : { replica: database.replica }),
  }).catch((error: unknown) => {
    throw config.databaseUrl === undefined ? error : toDatabaseError(error)
  })
  store.onForgotten((tenant) => ownDefinitions.forget(tenant))
  closings.push(() => store.close())
  const prepareCodes = openPrepareCodes({
    terminology,
    runner: store.system,
    listPending: (caller, resource) =>
      store.view(caller, async ({ tenant }) => {
        const { requiredProfiles } = tenant
        const options = { validator: ownDefinitions.of(tenant).made, requiredProfiles }
        return (await checkSoon(resource, options)).pending.codes
      }),
    isClosedFor: async (caller) => (await store.readPlatform(caller)).failClosed.terminology === true,
  })
  if (database.isExclusive) await dropAllLeases(store.system)
  await withPool(database.connection, queueOutdated)
  await withPool(database.connection, (pool) => adoptIssuer(pool, findOnlyIssuer(config)))
  for (const tenant of await store.listTenantIds()) {
    await store.transactAsSystem(tenant, reindexMoved)
    await seedTenant(store, tenant)
    if (isDevelopment) await seedDevelopmentRecords(store, tenant)
  }
  const spans = openSpans(config, policy, log)
  if (spans !== undefined) closings.push(spans.close)
  const recordSpan = spans?.record
  const backend = await openBackend({
    database: database.connection,
    log,
    ...(config.redisUrl === undefined ? {} : { redisUrl: config.redisUrl }),
  }).catch((error: unknown) => {
    throw config.redisUrl === undefined ? error : toRedisError(error)
  })
  closings.push(backend.close)
  const readVocabulary = openVocabularyReader(
    {
      readGeneration: () => readNamesGeneration(store.system),
      listTerms: () => listSpokenNames(store.system),
    },
    log,
  )
  const threads = openThreads(undefined, readVocabulary)
  closings.push(threads.close)
  if (config.role === 'all' || config.role === 'worker') {
    const transports = openTransports(policy, { folders: config.fileFolders })
    closings.push(() => closeTransports(transports))
    const testChannel = openChannelTests({ policy, folders: config.fileFolders })
    const bulk = {
      parameters: searchParameters,
      base: `${config.baseUrl}${fhirPath}`,
      keptMs: config.exportHours * 3_600_000,
    }
    const subscriptions = { rules, send: openRestHook(policy), attempts: config.subscriptionAttempts }
    // What workers alone need stays out of a web process.
    const { startWorkers } = await import('../../queues/workers.ts')
    const workers: Workers = await startWorkers({
      ...{ store, backend, transports, testChannel, threads, bulk, subscriptions, log, recordSpan },
      providers: await openProviders(config, policy),
      keeping: { keptMs: config.audioDays * dayMs, quarantinedMs: config.audioQuarantineDays * dayMs },
    })
    closings.push(workers.stop)
  }
  const isServing = config.role === 'all' || config.role === 'web'
  const issuer =
    isDevelopment && isServing
      ? await openDevelopmentIssuer(
          config,
          spokes(config.iosSpoke).map(({ id }) => id),
        )
      : undefined
  const keySets = openKeySets(isServing ? listIssuers(config, issuer, policy) : [], {
    clock: systemClock,
    onChange: reportIssuer(log),
  })
  const listIssuerStates = () => [...keySets.values()].map((keySet) => keySet.check())
  // Asked from the beginning, so that the first token need not wait.
  listIssuerStates()
  const readiness = openReadiness({
    config,
    store,
    policy: withProviders(config, policy),
    isQueueReady: backend.isReady,
    listIssuerStates,
  })
  closings.push(readiness.close)
  const renderGauges = openGauges(() => readGauges(store.system), systemClock)
  const metrics = openMetrics({ renderGauges, listIssuerStates })
  let isStopping = (): boolean => false
  const listFailed = async () => (isStopping() ? [{ name: 'process', reason: 'stopping' }] : readiness.listFailed())
  if (config.statusPort !== undefined) {
    const pages = operationalPages({ metrics, listFailed, access: 'open' })
    const listening = { port: config.statusPort, host: config.host, pages, log }
    const status = await listenForStatus(listening).catch((error: unknown) => {
      throw error instanceof Error && Object(error).code === 'EADDRINUSE'
        ? new ConfigError('BANKSIA_STATUS_PORT', 'is taken: set it to a free port')
        : error
    })
    closings.push(status.close)
  }
  if (!isServing) {
    threads.warm(['render', 'draft'])
    return undefined
  }
  const server = buildServer(config.problemBase)
  const draining = openDraining(server, answerStopping(config.problemBase))
  isStopping = draining.isDraining
  const app = buildApp({
    config,
    store,
    searchParameters,
    terminology,
    prepareCodes,
    identify: openBearer({ keySets, config, clock: systemClock }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(issuer === undefined ? describeIssuer(config.issuers[0], policy) : describeIssuer(issuer.issuer, policy)),
    hub: {
      ...buildHub(config, readiness.probes, threads),
      channelRules: channelRulesWithin({ folders: config.fileFolders, policy }),
      findTermCodings: (runner, terms) => findTermCodings(runner, terminology.ground, terms),
    },
    operational: { metrics, listFailed, access: await metricsAccess(config) },
    log,
    recordSpan,
  })
  server.on('request', app.callback())
  server.listen(config.port, config.host)
  await once(server, 'listening').catch((error: unknown) => {
    throw toListenError(error)
  })
  closings.push(draining.drain)
  if (config.role === 'all') threads.warm(['render', 'draft'])
  if (config.verifier === 'embedded') threads.warm(['verify'])
  database.recordPort(config.port)
  return config.port
}

const dayMs = 86_400_000

/** At the port that clients come to. */
async function metricsAccess({ mode, metricsTokenFile }: Config): Promise<MetricsAccess> {
  if (metricsTokenFile === undefined) return mode === 'development' ? 'open' : 'closed'
  const token = (await readFile(metricsTokenFile, 'utf8').catch(() => '')).trim()
  if (token.length < 16)
    throw new ConfigError('BANKSIA_METRICS_TOKEN_FILE', 'must name a file with a token of at least 16 characters')
  return { token }
}

const buildHub = (
  config: Config,
  probes: Hub['probes'],
  threads: Threads,
): Omit<Hub, 'transact' | 'config' | 'log' | 'streams' | 'observe' | 'channelRules'> => ({
  verify: config.verifier === 'embedded' ? limitLongNotes(threads.verify, 2) : undefined,
  render: limitRendering(threads.render, 4),
  probes,
  softwareVersion: version,
})

/** Undefined where there are several, or none. */
const findOnlyIssuer = ({ mode, issuers, baseUrl }: Config): string | undefined => {
  const all = mode === 'development' ? [`${baseUrl}${issuerPath}`, ...issuers] : issuers
  return all.length === 1 ? all[0] : undefined
}

const listIssuers = (
  config: Config,
  issuer: DevelopmentIssuer | undefined,
  policy: OutboundPolicy,
): readonly TrustedIssuer[] => [
  ...(issuer === undefined ? [] : [issuer]),
  ...config.issuers.map((address) => ({
    issuer: address,
    loadKeys: () => fetchKeys(address, fetchTrusting(policy, address)),
  })),
]

/** One line for each change, however many requests meet it. */
const reportIssuer =
  (log: Log) =>
  ({ host, failure }: IssuerState): void => {
    if (failure === undefined) log.info('issuer.available', { host })
    else log.warn('issuer.unavailable', failure)
  }

/** Clients are sent to the first. */
const describeIssuer = (
  issuer: string | undefined,
  policy: OutboundPolicy,
): Pick<AppOptions, 'readSmartConfiguration'> => {
  if (issuer === undefined) return {}
  const discover = () => fetchDiscovery(issuer, fetchTrusting(policy, issuer))
  return { readSmartConfiguration: openSmartConfiguration({ issuer, discover }, systemClock) }
}

function openAskServer({ terminologyUrl: url, terminologyTimeoutMs: timeoutMs }: Config, policy: OutboundPolicy) {
  return url === undefined ? undefined : openTerminologyServer(withHost(policy, url), { url, timeoutMs }, systemClock)
}

/** The operator has named the collector, wherever it lies. */
function openSpans({ otlpEndpoint, otlpHeaders, otlpServiceName }: Config, policy: OutboundPolicy, log: Log) {
  if (otlpEndpoint === undefined) return undefined
  return openSpanExporter({
    policy: { ...withHost(policy, otlpEndpoint), allowPrivate: true },
    endpoint: otlpEndpoint,
    headers: otlpHeaders,
    serviceName: otlpServiceName,
    version,
    onFailure: (error) => log.warn('spans.lost', errorFields(error)),
  })
}

/** What the settings name may be looked for. */
const withProviders = ({ transcriptionUrl, terminologyUrl }: Config, policy: OutboundPolicy): OutboundPolicy =>
  [transcriptionUrl, terminologyUrl].reduce((own, url) => (url === undefined ? own : withHost(own, url)), policy)
