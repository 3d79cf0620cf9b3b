/** What both ways in for messages share: senders as they are known here, and counts of what was tolerated. docs/inbound.md#reception. */
import { systemClock } from '../core/clock.ts'
import { openKnownSenders } from '../intake/receive/known-senders.ts'
import { openQualityCounts } from '../intake/receive/quality-counts.ts'
import type { Intake, NoteMessage } from '../intake/receive/take-message.ts'
import type { Store } from '../store/store.ts'
import type { Opening } from './opening.ts'

type Parts = { readonly store: Store; readonly note: NoteMessage }

export function openIntake({ log, closings }: Opening, { store, note }: Parts): Intake {
  const quality = openQualityCounts(store, log)
  closings.push(quality.close)
  return { store, log, quality, note, senders: openKnownSenders(store), clock: systemClock }
}
