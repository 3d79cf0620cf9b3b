/** Opens queues, worker threads and, if the role has them, the workers. */

import { type Backend, openBackend } from '../../queues/backend.ts'
import { openChannelTests } from '../channels/acceptance/acceptance.ts'
import { openTellAlert } from '../channels/alerts/tell-alert.ts'
import { closeTransports, openTransports } from '../channels/channels.ts'
import { openAnswerFolders } from '../channels/pick-up/pick-up.ts'
import { openRestHook } from '../channels/rest-hook.ts'
import { systemClock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import { dayMs, hourMs, minuteMs } from '../core/durations.ts'
import type { RecordSpan } from '../core/span.ts'
import { openFilterExpressions } from '../domain/channel/filter-expression.ts'
import type { DeliveryFigures } from '../http/pages/delivery-figures.ts'
import { readTlsFiles, type TlsFiles } from '../http/tls/tls-files.ts'
import type { Intake } from '../intake/receive/take-message.ts'
import type { Store } from '../store/store.ts'
import { listSpokenNames, readNamesGeneration } from '../terminology/loaded-names.ts'
import { openThreadPools, openThreads, type Threads } from '../threads/threads.ts'
import { openVocabularyReader } from '../threads/vocabulary.ts'
import type { Database } from './database.ts'
import { openAnswerPort } from './open-answer-port.ts'
import type { Clinical } from './open-clinical.ts'
import type { Opening } from './opening.ts'
import { openProviders } from './providers/providers.ts'
import { toRedisError } from './start-errors.ts'

export type Queues = { readonly backend: Backend; readonly threads: Threads }

/** D272: nobody waits for a worker process, so its threads end when they have no more work. */
const idleThreadMs = minuteMs

/** A web process needs these too: it leaves work for workers, and runs some in its own threads. */
export async function openQueues(
  { config, log, closings, threadPools }: Opening,
  { database, store }: { readonly database: Database; readonly store: Store },
): Promise<Queues> {
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
  const idleMs = config.role === 'worker' ? idleThreadMs : undefined
  const threads = openThreads(undefined, readVocabulary, threadPools ?? openThreadPools({ idleMs }))
  closings.push(threads.close)
  return { backend, threads }
}

type Parts = Queues & {
  readonly intake: Intake
  readonly store: Store
  readonly tlsFiles: TlsFiles | undefined
  readonly clinical: Clinical
  readonly recordSpan: RecordSpan | undefined
  readonly deliveryFigures: DeliveryFigures
}

export async function openWorkers(opening: Opening, parts: Parts): Promise<void> {
  const { config, log, policy, closings } = opening
  const { store, backend, threads, clinical, recordSpan } = parts
  // A web process does not load what only workers need.
  const { openAnswers, startWorkers } = await import('../../queues/workers.ts')
  const { operateOnOne } = await import('../hub/deliveries/operate.ts')
  const answers = openAnswers({ store, log })
  closings.push(answers.stop)
  const transports = openTransports(policy, {
    folders: config.fileFolders,
    // The log has its error.
    hear: (answer) => answers.hear(answer).catch(() => undefined),
  })
  closings.push(() => closeTransports(transports))
  const { searchParameters: parameters, subscriptionRules: rules } = clinical
  const workers = await startWorkers({
    ...{ store, backend, transports, threads, log, recordSpan },
    pickUp: { answers, openFolder: openAnswerFolders(policy, config.fileFolders) },
    noteAttempt: parts.deliveryFigures.note,
    testChannel: openChannelTests({ policy, folders: config.fileFolders }),
    alerts: { tell: openTellAlert(policy), readOwnEnd: ownEndOf(config) },
    operate: operateOnOne({ filterExpressions: openFilterExpressions(clinical.definitions.fhirPathTypes) }),
    bulk: { parameters, keptMs: config.exportHours * hourMs },
    subscriptions: { rules, send: openRestHook(policy), attempts: config.subscriptionAttempts },
    providers: await openProviders(config, policy),
    keeping: { keptMs: config.audioDays * dayMs, quarantinedMs: config.audioQuarantineDays * dayMs },
  })
  closings.push(workers.stop)
  await openAnswerPort(opening, { intake: parts.intake, tlsFiles: parts.tlsFiles, answers })
}

/** Reads the files each time, because they may have been renewed. Undefined without TLS, and while they are not whole. */
const ownEndOf = (config: Config) => (): number | undefined => {
  try {
    return readTlsFiles(config, systemClock())?.pair.certificate.validToDate.getTime()
  } catch {
    // The watch of the port says in the log that they are not whole.
    return undefined
  }
}
