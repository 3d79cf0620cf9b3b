/** Tells the breaker what an attempt has shown, and all processes which destinations this one spares. D208, D228 */
import type { Receipt } from '../../src/channels/transport.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { putSpared, removeSpared } from '../../src/store/operations/spared-destinations.ts'
import type { Store } from '../../src/store/store.ts'
import type { Breaker } from './breaker.ts'
import type { Lane } from './claim.ts'

type Noting = { readonly store: Store; readonly breaker: Breaker; readonly log: Log }

export const destinationOf = ({ tenant, channelId }: Lane): string => `${tenant}_${channelId}`

/** The record is for people who look: without it, deliveries go on all the same. */
export async function noteAnswer({ store, breaker, log }: Noting, lane: Lane, receipt: Receipt): Promise<void> {
  const { tenant, channelId } = lane
  const noted = breaker.note(destinationOf(lane), receipt)
  if (noted === undefined) return
  if (noted === 'spared') log.warn('delivery.destination-spared', { channelId })
  if (noted === 'back') log.info('delivery.destination-back', { channelId })
  try {
    if (noted === 'back') await removeSpared(store, { tenant, channelId })
    else await putSpared(store, { tenant, channelId, holder: breaker.holder })
  } catch (error) {
    log.warn('delivery.spared-unrecorded', { channelId, ...errorFields(error) })
  }
}
