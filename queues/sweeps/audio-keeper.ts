/** Keeps recordings as long as the policy says, deletes discarded ones, and removes interrupted uploads. docs/design/hub.md#time-and-keeping; D53. */

import { hourMs } from '../../src/core/durations.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { clearRecording, expireRecording } from '../../src/domain/recording/retention.ts'
import { clearBeginnings, expireTranscripts } from '../../src/domain/recording/transcript-keeping.ts'
import { type Keeping, listDueRecordings, listKeepingTenants } from '../../src/store/audio/kept-audio.ts'
import { dropUpload, listLeftUploads } from '../../src/store/audio/uploads.ts'
import type { Store } from '../../src/store/store.ts'
import { type Repeating, repeat } from './repeat.ts'

const everyMs = 5_000
const batch = 50
/** Longer than any request may run. */
const leftAfterMs = hourMs
/** Transcripts are kept by the day, so an hour is often enough; one statement for each tenant. */
const transcriptsMs = hourMs

type KeepingAudio = { readonly store: Store; readonly keeping: Keeping; readonly log: Log }

export function startAudioKeeper(context: KeepingAudio): Repeating {
  let askedAt = Number.NEGATIVE_INFINITY
  return repeat({
    ...{ everyMs, failure: 'audio-keeper.error', log: context.log },
    work: async (stopping) => {
      if (performance.now() - askedAt >= transcriptsMs) {
        askedAt = performance.now()
        await sweepTranscripts(context, stopping)
      }
      await sweep(context, stopping)
    },
  })
}

async function sweepTranscripts({ store, keeping, log }: KeepingAudio, stopping: AbortSignal): Promise<void> {
  try {
    for (const tenant of await listKeepingTenants(store.system)) {
      if (stopping.aborted) return
      await expireTranscripts(store, tenant, keeping.quarantinedMs)
      await clearBeginnings(store, tenant)
    }
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
