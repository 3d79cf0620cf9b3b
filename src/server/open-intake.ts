/** What both ways in for messages share: senders as they are known here, and counts of what was tolerated. docs/inbound.md#reception. */
import { systemClock } from '../core/clock.ts'
import { openKnownSenders } from '../intake/receive/known-senders.ts'
import { openQualityCounts } from '../intake/receive/quality-counts.ts'
import type { Intake } from '../intake/receive/take-message.ts'
import type { Store } from '../store/store.ts'
import type { Opening } from './opening.ts'

export function openIntake({ log, closings }: Opening, store: Store): Intake {
  const quality = openQualityCounts(store, log)
  closings.push(quality.close)
  return { store, log, quality, senders: openKnownSenders(store), clock: systemClock }
}
