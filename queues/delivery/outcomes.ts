/** Outcomes of sent deliveries: those of a lane are written together, with their audit records. docs/design/exports-and-delivery.md#deliveries. */
import type { Receipt } from '../../src/channels/transport.ts'
import type { Log } from '../../src/core/log.ts'
import { classOfReason } from '../../src/domain/delivery/reason-classes.ts'
import { finishAttempts, removeAttempts } from '../../src/store/operations/attempts.ts'
import { readDelivery } from '../../src/store/operations/deliveries.ts'
import { type DeliveryChange, moveDeliveries } from '../../src/store/operations/delivery-moves.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tx } from '../../src/store/transaction.ts'
import type { DeliveryOperation } from '../../src/store/transitions.ts'
import { retryDelayMs } from '../retry-delay.ts'
import { applyAnswer } from './application-answer.ts'
import type { Claim } from './claim.ts'
import { auditOf, eventOf } from './outcome.ts'

export type Outcome = {
  readonly receipt: Receipt
  readonly reason?: string
  readonly sent?: { readonly bytes: number; readonly sha256: string; readonly fileName: string }
  /** From the begin of the attempt. */
  readonly durationMs?: number
}

/** Words of closed lists and numbers, for metrics. */
export type NoteAttempt = (attempt: {
  readonly transport: string
  readonly outcome: string
  readonly reasonClass: string | undefined
  readonly bytes: number
  readonly durationMs: number
  readonly isAcknowledged: boolean
}) => void

/** An outcome is on disk at latest so long after it is known. */
const latestMs = 200

const operations = {
  sent: 'send',
  committed: 'commit',
  accepted: 'accept',
  rejected: 'reject',
} as const satisfies Partial<Record<Receipt['state'], DeliveryOperation>>

export type Finished = {
  readonly claim: Claim
  readonly outcome: Outcome
  readonly operation: DeliveryOperation
  readonly change: DeliveryChange
}

/** What an outcome makes of the delivery. */
export function judge(claim: Claim, outcome: Outcome): Finished {
  const { delivery, channel } = claim
  const { receipt, reason, sent } = outcome
  // Our own stop cut it off: the destination is not at fault.
  const isSpent = delivery.tries >= channel.retry.attempts && receipt.reason !== 'cancelled'
  const operation =
    receipt.state === 'failed' ? (receipt.retry && !isSpent ? 'retry' : 'give-up') : operations[receipt.state]
  const change: DeliveryChange = {
    attempt: delivery.attempts,
    ...(reason === undefined ? {} : { reason }),
    ...(receipt.acknowledgement === undefined ? {} : { acknowledgement: receipt.acknowledgement }),
    ...(operation === 'retry' ? { delayMs: retryDelayMs(channel.retry, delivery.tries, receipt) } : {}),
    ...(receipt.answerWithinMs === undefined ? {} : { answerWithinMs: receipt.answerWithinMs }),
    ...sent,
  }
  return { claim, outcome, operation, change }
}

async function finish(tx: Tx, finished: readonly Finished[]): Promise<void> {
  if (finished.length === 0) return
  const moved = await moveDeliveries(
    tx,
    finished.map(({ claim, operation, change }) => ({ id: claim.delivery.id, operation, change })),
  )
  finishAttempts(
    tx,
    finished.map(({ claim: { delivery }, outcome: { receipt, sent }, change }) => ({
      ...{ deliveryId: delivery.id, number: delivery.attempts, state: receipt.state, reply: receipt.reply },
      ...(sent === undefined ? {} : { bytes: sent.bytes, sha256: sent.sha256 }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      ...(change.acknowledgement === undefined ? {} : { acknowledgement: change.acknowledgement }),
    })),
  )
  for (const { claim, outcome, operation } of finished) {
    const now = moved.get(claim.delivery.id)
    if (now === undefined) {
      await finishLate(tx, claim, outcome.receipt)
      continue
    }
    const about = {
      ...auditOf(now, outcome.reason),
      ...claim.about,
      ...(outcome.sent === undefined ? {} : { hash: outcome.sent.sha256 }),
    }
    tx.record(eventOf(claim.delivery, operation), about, claim.caller)
  }
}

/** The application has answered meanwhile, or another worker has taken the delivery over: this outcome is that of an attempt among others. */
async function finishLate(tx: Tx, { delivery, channel, about, caller }: Claim, receipt: Receipt): Promise<void> {
  if (receipt.state !== 'accepted') return
  const now = await readDelivery(tx, delivery.id, 'update')
  await applyAnswer(tx, now, { number: delivery.attempts, receipt, retry: channel.retry, about, by: caller })
}

/** Claims whose messages were not sent. `delayMs`: until the next turn of the channel, if they wait for its rate. */
export type Unsent = { readonly claims: readonly Claim[]; readonly delayMs: number }

/** Puts the deliveries back as they were before the claim. */
async function giveBack(tx: Tx, { claims, delayMs }: Unsent): Promise<void> {
  if (claims.length === 0) return
  const moved = await moveDeliveries(
    tx,
    claims.map(({ delivery: { id, attempts }, before: { reason, controlId } }) => ({
      ...{ id, operation: 'unsend' },
      change: {
        attempt: attempts,
        ...(delayMs === 0 ? {} : { delayMs }),
        ...(delayMs > 0 ? { reason: 'channel-rate' } : reason === undefined ? {} : { reason }),
        ...(controlId === undefined ? {} : { controlId }),
      },
    })),
  )
  const back = claims.filter(({ delivery }) => moved.has(delivery.id))
  await removeAttempts(
    tx,
    back.map(({ delivery: { id, attempts } }) => ({ deliveryId: id, number: attempts })),
  )
}

export type Outcomes = {
  readonly add: (finished: Finished) => void
  /** A write has failed: send nothing more. */
  readonly hasFailed: () => boolean
  /** Writes what is left, and gives unsent claims back. Throws if any outcome could not be written. */
  readonly close: (unsent: Unsent) => Promise<void>
}

type Writing = {
  readonly store: Store
  readonly log: Log
  readonly tenant: string
  readonly noteAttempt?: NoteAttempt | undefined
}

const describeAttempt = ({ claim, outcome, operation }: Finished) => {
  const { receipt, reason, sent, durationMs = 0 } = outcome
  return {
    transport: claim.channel.transport,
    // A failure that is not repeated is the end of its delivery.
    outcome: operation === 'give-up' ? 'dead' : receipt.state,
    reasonClass: reason === undefined ? undefined : classOfReason(reason),
    bytes: sent?.bytes ?? 0,
    durationMs,
    isAcknowledged: receipt.acknowledgement !== undefined,
  }
}

const nothing: Unsent = { claims: [], delayMs: 0 }

export function openOutcomes({ store, log, tenant, noteAttempt }: Writing): Outcomes {
  let waiting: Finished[] = []
  let timer: NodeJS.Timeout | undefined
  let failure: { readonly error: unknown } | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = async (finished: readonly Finished[], unsent: Unsent): Promise<void> => {
    if (finished.length + unsent.claims.length === 0) return
    await store.transactAsSystem(tenant, async (tx) => {
      await finish(tx, finished)
      await giveBack(tx, unsent)
    })
    for (const one of finished) {
      const { id, attempts } = one.claim.delivery
      log.info('delivery.attempted', { deliveryId: id, state: one.outcome.receipt.state, attempt: attempts })
      noteAttempt?.(describeAttempt(one))
    }
  }
  const flush = (unsent: Unsent): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const finished = waiting
    waiting = []
    writing = writing
      .then(() => write(finished, unsent))
      .catch((error: unknown) => {
        failure ??= { error }
      })
    return writing
  }
  return {
    add(finished) {
      waiting.push(finished)
      timer ??= setTimeout(() => void flush(nothing), latestMs)
    },
    hasFailed: () => failure !== undefined,
    async close(unsent) {
      await flush(unsent)
      if (failure !== undefined) throw failure.error
    },
  }
}
