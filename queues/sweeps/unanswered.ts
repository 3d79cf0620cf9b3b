/** Ends the wait for applications that have not answered in time, in any number of worker processes. D196. */
import { systemCaller } from '../../src/core/caller.ts'
import { errorFields, type Log } from '../../src/core/log.ts'
import { listUnanswered, readDelivery, type Unanswered } from '../../src/store/operations/deliveries.ts'
import { moveDelivery } from '../../src/store/operations/delivery-moves.ts'
import type { Store } from '../../src/store/store.ts'
import { auditOf } from '../delivery/outcome.ts'
import { type Repeating, repeat } from './repeat.ts'

const everyMs = 5_000
const most = 100

type Waiting = { readonly store: Store; readonly log: Log }

export const startUnansweredSweep = (waiting: Waiting): Repeating =>
  repeat({ ...{ everyMs, failure: 'unanswered.error', log: waiting.log }, work: () => endWaits(waiting) })

/** Answers how many waits it has ended. One that cannot be ended now keeps no other from its end. */
export async function endWaits({ store, log }: Waiting): Promise<number> {
  let count = 0
  for (const unanswered of await listUnanswered(store.system, most))
    try {
      if (await endWait({ store, log }, unanswered)) count += 1
    } catch (error) {
      log.warn('unanswered.error', { deliveryId: unanswered.id, ...errorFields(error) })
    }
  return count
}

async function endWait({ store, log }: Waiting, { tenant, id, requestId }: Unanswered): Promise<boolean> {
  const ended = await store.transact(systemCaller(tenant, requestId), async (tx) => {
    const delivery = await readDelivery(tx, id, 'update')
    // An answer, or another process, came first.
    if (delivery.state !== 'committed' || delivery.answerDueAt === undefined) return undefined
    const moved = await moveDelivery(tx, id, 'abandon', { reason: 'no-application-answer' })
    tx.record('delivery.unanswered', { ...auditOf(moved, moved.reason), fromState: delivery.state })
    return moved
  })
  if (ended === undefined) return false
  log.warn('delivery.unanswered', { deliveryId: id, channelId: ended.channelId, attempt: ended.attempts })
  return true
}
