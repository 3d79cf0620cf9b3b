/** Everything that works in the background of one process: the relay and the workers. */
import type { TestChannel } from '../src/channels/acceptance/acceptance.ts'
import type { Transports } from '../src/channels/channels.ts'
import type { Log } from '../src/core/log.ts'
import type { RecordSpan } from '../src/core/span.ts'
import type { Keeping } from '../src/store/audio/kept-audio.ts'
import type { Store } from '../src/store/store.ts'
import type { Threads } from '../src/threads/threads.ts'
import { runArtifactExport } from './artifact-export.ts'
import type { Backend } from './backend.ts'
import { runChannelTest } from './channel-test.ts'
import { drainLanes } from './deliver.ts'
import { openBatchSize } from './delivery/batch-size.ts'
import { openBreaker } from './delivery/breaker.ts'
import type { NoteAttempt } from './delivery/outcomes.ts'
import type { ProviderDrafting } from './drafting/provider-draft.ts'
import { startDueWork } from './due-work.ts'
import { type BulkSettings, runExport } from './export.ts'
import { startFollower } from './follow.ts'
import { runGeneration } from './generate.ts'
import { openLaneLimit } from './lane-limit.ts'
import { type OperateOnOne, runManyDeliveries } from './many-deliveries.ts'
import { type Notifying, notifySubscription } from './notify.ts'
import { startRelay } from './relay.ts'
import { openRenderer, renderRelease } from './render.ts'
import { type Alerting, startAlerts } from './sweeps/alerts.ts'
import { startAudioKeeper } from './sweeps/audio-keeper.ts'
import { startMessagePruner } from './sweeps/message-pruner.ts'
import { type PickingUp, startPickUp } from './sweeps/pick-up.ts'
import { reindexType } from './sweeps/reindex.ts'
import { startSealer } from './sweeps/sealer.ts'
import { startSweeper } from './sweeps/sweeper.ts'
import { startUnansweredSweep } from './sweeps/unanswered.ts'
import { startUsageRoller } from './sweeps/usage.ts'
import { runTranscription, type Transcription } from './transcribe.ts'

export { openAnswers } from './delivery/settle-answer.ts'

export type Background = {
  readonly store: Store
  readonly backend: Backend
  readonly transports: Transports
  /** Answers that come as files. */
  readonly pickUp: Pick<PickingUp, 'answers' | 'openFolder'>
  readonly testChannel: TestChannel
  /** Replays, cancels or releases one delivery, as the Hub does. */
  readonly operate: OperateOnOne
  readonly threads: Threads
  /** Settings of bulk exports. */
  readonly bulk: BulkSettings
  readonly subscriptions: Pick<Notifying, 'rules' | 'send' | 'attempts'>
  readonly providers: Pick<Transcription, 'transcriber'> & ProviderDrafting
  /** Tells the targets of alerts. */
  readonly alerts: Pick<Alerting, 'tell' | 'readOwnEnd'>
  /** How long recordings are kept. */
  readonly keeping: Keeping
  readonly log: Log
  /** Absent without an observer. */
  readonly recordSpan?: RecordSpan | undefined
  /** For the figures of this process. */
  readonly noteAttempt?: NoteAttempt | undefined
}

export type Workers = { readonly stop: () => Promise<void> }

const graceMs = 2_000

/** Throws if a queue cannot be reached. */
export async function startWorkers(background: Background): Promise<Workers> {
  const { store, backend, threads, subscriptions, keeping, log } = background
  const stopping = new AbortController()
  const cutting = new AbortController()
  await workQueues(background, { stopping: stopping.signal, cutting: cutting.signal })
  const follower = startFollower({ store, rules: subscriptions.rules, log })
  const relay = startRelay({ store, backend, log })
  const dueWork = startDueWork({ store, backend, log })
  const sealer = startSealer({ store, log })
  const sweeper = startSweeper({ store, log })
  const unanswered = startUnansweredSweep({ store, log })
  const pickUp = startPickUp({ store, log, ...background.pickUp })
  const usage = startUsageRoller({ store, log })
  const audioKeeper = startAudioKeeper({ store, keeping, log })
  const messagePruner = startMessagePruner({ store, log })
  const alerts = startAlerts({ store, log, ...background.alerts })
  return {
    /** New work stops at once; running work ends. Work that was cut off is due again at the next start. */
    async stop() {
      stopping.abort()
      const cut = setTimeout(() => {
        cutting.abort()
        void threads.close()
      }, graceMs)
      await follower.stop()
      await relay.stop()
      await dueWork.stop()
      await usage.stop()
      await unanswered.stop()
      await pickUp.stop()
      await alerts.stop()
      await backend.close()
      await audioKeeper.stop()
      await messagePruner.stop()
      await sealer.stop()
      await sweeper.stop()
      clearTimeout(cut)
    },
  }
}

/** A channel has eight lanes; a server that hangs holds no more than four subscriptions' places. */
const lanes = { channel: 8, server: 4 }

type Signals = { readonly stopping: AbortSignal; readonly cutting: AbortSignal }

/** A worker for each queue. */
async function workQueues(background: Background, signals: Signals): Promise<void> {
  const { store, backend, transports, testChannel, threads, bulk, subscriptions, providers, log, recordSpan } =
    background
  const renderer = openRenderer({ store, pool: threads })
  const delivering = {
    store,
    transports,
    renderer,
    log,
    recordSpan,
    laneLimit: openLaneLimit(lanes.channel),
    breaker: openBreaker(),
    openBatchSize,
    noteAttempt: background.noteAttempt,
    ...signals,
  }
  const notifying = { store, ...subscriptions, log, laneLimit: openLaneLimit(lanes.server), ...signals }
  await Promise.all([
    backend.work('generate', (wakeUp) =>
      runGeneration({ store, log, threads, recordSpan, outside: providers }, wakeUp),
    ),
    backend.work('transcribe', (wakeUp) => runTranscription({ store, log, recordSpan, ...providers }, wakeUp)),
    backend.work('channel-test', (wakeUp) => runChannelTest({ store, log, testChannel }, wakeUp)),
    backend.work('many-deliveries', (wakeUp) => runManyDeliveries({ store, log, operate: background.operate }, wakeUp)),
    backend.work('render', (wakeUp) => renderRelease({ store, renderer }, wakeUp)),
    backend.work('export', (wakeUp) => runExport({ store, log, bulk, ...signals }, wakeUp)),
    backend.work('artifact-export', (wakeUp) => runArtifactExport({ store, log, renderer }, wakeUp)),
    backend.work('deliver', (wakeUp) => drainLanes(delivering, wakeUp)),
    backend.work('notify', (wakeUp) => notifySubscription(notifying, wakeUp)),
    backend.work('reindex', (wakeUp) => reindexType({ store, log, stopping: signals.stopping }, wakeUp)),
  ])
}
