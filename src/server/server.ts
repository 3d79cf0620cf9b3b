/** Puts a process together: database, definitions, store, queues, workers, HTTP. */
import { systemClock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import { errorFields, type Log } from '../core/log.ts'
import type { RecordSpan } from '../core/span.ts'
import { version } from '../core/version.ts'
import { openDeliveryFigures } from '../http/pages/delivery-figures.ts'
import { openInboundFigures } from '../http/pages/inbound-figures.ts'
import { readTlsFiles } from '../http/tls/tls-files.ts'
import { withHost } from '../outbound/fetch.ts'
import { openSpanExporter } from '../outbound/otlp.ts'
import { policyOf } from '../outbound/policy.ts'
import { openDatabase } from './database.ts'
import { checkGivenKey } from './master-key.ts'
import { openClinical } from './open-clinical.ts'
import { openHttp } from './open-http.ts'
import { openIntake } from './open-intake.ts'
import { openStorage } from './open-storage.ts'
import { openQueues, openWorkers } from './open-workers.ts'
import type { Closing, Opening, Starting } from './opening.ts'

export type RunningProcess = {
  readonly port: number | undefined
  /** Finishes running work, then ends every child. May be called again. */
  readonly stop: () => Promise<void>
}

/** Starts the parts of BANKSIA_ROLE. */
export async function startServer(config: Config, log: Log, starting: Starting = {}): Promise<RunningProcess> {
  const closings: Closing[] = []
  const policy = policyOf(config)
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= closeAll(closings)
    return stopping
  }
  try {
    return { port: await start({ config, log, policy, closings, ...starting }), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** In the reverse order of opening. */
async function closeAll(closings: readonly Closing[]): Promise<void> {
  for (const close of closings.toReversed()) await close()
}

async function start(opening: Opening): Promise<number | undefined> {
  const { config, log, closings } = opening
  await checkGivenKey(config)
  const hasPort = config.role !== 'worker' || config.mllpPort !== undefined
  const tlsFiles = hasPort ? readTlsFiles(config, systemClock()) : undefined
  const database = await openDatabase(config, log)
  closings.push(database.close)
  const clinical = await openClinical(opening)
  const store = await openStorage(opening, { database, clinical })
  const recordSpan = openSpans(opening)
  const queues = await openQueues(opening, { database, store })
  const inboundFigures = openInboundFigures()
  const intake = openIntake(opening, { store, note: inboundFigures.note })
  const parts = {
    ...queues,
    database,
    store,
    clinical,
    recordSpan,
    tlsFiles,
    deliveryFigures: openDeliveryFigures(),
    inboundFigures,
    intake,
  }
  if (config.role !== 'web') await openWorkers(opening, parts)
  return openHttp(opening, parts)
}

/** The operator has named the collector, so it may be on any network; spans hold no content. */
function openSpans({ config, policy, log, closings }: Opening): RecordSpan | undefined {
  const { otlpEndpoint, otlpHeaders, otlpServiceName } = config
  if (otlpEndpoint === undefined) return undefined
  const spans = openSpanExporter({
    policy: { ...withHost(policy, otlpEndpoint), allowPrivate: true, isClearRefused: false },
    endpoint: otlpEndpoint,
    headers: otlpHeaders,
    serviceName: otlpServiceName,
    version,
    onFailure: (error) => log.warn('spans.lost', errorFields(error)),
  })
  closings.push(spans.close)
  return spans.record
}
