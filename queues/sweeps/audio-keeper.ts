/** Keeps recordings as long as the policy says, deletes what was given up, and clears away what cut-off uploads left. hub-contract "Of time and keeping"; D53. */

import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '../../src/core/durations.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { clearRecording, expireRecording, type Keeping, listDueRecordings } from '../../src/store/audio/retention.ts'
import { expireTranscripts, listKeepingTenants } from '../../src/store/audio/transcript-keeping.ts'
import { dropUpload, listLeftUploads } from '../../src/store/audio/uploads.ts'
import type { Store } from '../../src/store/store.ts'

const pollMs = 5_000
const batch = 50
/** Longer than any request may run. */
const leftAfterMs = hourMs
/** Transcripts are kept by the day; each tenant is asked by itself. */
const transcriptsMs = hourMs

export type AudioKeeper = { readonly stop: () => Promise<void> }

type KeepingAudio = { readonly store: Store; readonly keeping: Keeping; readonly log: Log }

export function startAudioKeeper(context: KeepingAudio): AudioKeeper {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    let askedAt = Number.NEGATIVE_INFINITY
    while (!stopping.signal.aborted) {
      if (performance.now() - askedAt >= transcriptsMs) {
        askedAt = performance.now()
        await sweepTranscripts(context, stopping.signal)
      }
      await sweep(context, stopping.signal).catch((error: unknown) =>
        context.log.warn('audio-keeper.error', errorFields(error)),
      )
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function sweepTranscripts({ store, keeping, log }: KeepingAudio, stopping: AbortSignal): Promise<void> {
  try {
    for (const tenant of await listKeepingTenants(store.system))
      if (!stopping.aborted) await expireTranscripts(store, tenant, keeping.quarantinedMs)
  } catch (error) {
    log.warn('audio-keeper.error', errorFields(error))
  }
}

async function sweep({ store, keeping }: KeepingAudio, stopping: AbortSignal): Promise<void> {
  for (const { tenant, id, isGivenUp } of await listDueRecordings(store.system, keeping, batch)) {
    if (!isGivenUp) await store.transactAsSystem(tenant, (tx) => expireRecording(tx, id))
    while (!stopping.aborted && (await store.transactAsSystem(tenant, (tx) => clearRecording(tx, id))));
  }
  for (const { tenant, blobId } of await listLeftUploads(store.system, { olderMs: leftAfterMs, limit: batch }))
    await store.transactAsSystem(tenant, (tx) => dropUpload(tx, blobId))
}
