/** Decides what the answer of an application means for a delivery, whenever it comes. HL7 v2.4 2.9.3; D197. */
import type { Receipt } from '../../src/channels/transport.ts'
import type { Caller } from '../../src/core/caller.ts'
import type { ChannelContent } from '../../src/store/hub-resources.ts'
import type { Delivery } from '../../src/store/operations/deliveries.ts'
import { moveDelivery } from '../../src/store/operations/delivery-moves.ts'
import type { Tx } from '../../src/store/transaction.ts'
import {
  type DeliveryOperation,
  type DeliveryState,
  deliveryTransitions,
  transitionOf,
} from '../../src/store/transitions.ts'
import { retryDelayMs } from '../retry-delay.ts'
import { type About, auditOf, eventOf } from './outcome.ts'

export type Answered = {
  /** The number of the attempt that is answered. */
  readonly number: number
  readonly receipt: Receipt
  /** Of the channel; absent if it was deleted. */
  readonly retry: ChannelContent['retry'] | undefined
}

type Standing = Pick<Delivery, 'state' | 'attempts' | 'tries'>

/**
 * The move of the delivery, or `undefined` if the answer changes nothing. A document that was accepted has arrived, by whichever attempt. An
 * error or a refusal counts for the last attempt alone, since a later attempt gets its own answer. What was sent before a replay does not
 * end the replay.
 */
export function judgeAnswer(standing: Standing, answered: Answered): DeliveryOperation | undefined {
  const { state, attempts, tries } = standing
  const { number, receipt, retry } = answered
  const isUnderway = state === 'queued' || state === 'sending'
  if (isUnderway && number <= attempts - tries) return undefined
  if (number < attempts && receipt.state !== 'accepted') return undefined
  const operation = operationOf(receipt, retry !== undefined && tries < retry.attempts)
  if (operation === undefined) return undefined
  const from: readonly DeliveryState[] = transitionOf(deliveryTransitions, operation).from
  return from.includes(state) ? operation : undefined
}

function operationOf({ state }: Receipt, hasTries: boolean): DeliveryOperation | undefined {
  if (state === 'accepted') return 'confirm'
  if (state === 'rejected') return 'refuse'
  if (state === 'failed') return hasTries ? 'return' : 'abandon'
  return undefined
}

/** Moves the delivery, which is locked. Answers it as it is then, or `undefined` if nothing changes. */
export async function applyAnswer(
  tx: Tx,
  delivery: Delivery,
  answered: Answered & { readonly about: About; readonly by?: Caller },
): Promise<Delivery | undefined> {
  const operation = judgeAnswer(delivery, answered)
  if (operation === undefined) return undefined
  const { receipt, retry, about, by } = answered
  const { reason, acknowledgement } = receipt
  const moved = await moveDelivery(tx, delivery.id, operation, {
    ...(reason === undefined ? {} : { reason }),
    ...(acknowledgement === undefined ? {} : { acknowledgement }),
    ...(operation === 'return' && retry !== undefined ? { delayMs: retryDelayMs(retry, delivery.tries, receipt) } : {}),
  })
  tx.record(eventOf(delivery, operation), { ...auditOf(moved, reason), fromState: delivery.state, ...about }, by)
  return moved
}
