/** Empties a lane: one delivery after the other, in order, by one worker at a time. docs/design/exports-and-delivery.md#deliveries; docs/design/hub.md#release. */
import { randomUUID } from 'node:crypto'
import { type Dispatch, sendDispatch, type Transports } from '../src/channels/channels.ts'
import type { Receipt } from '../src/channels/transport.ts'
import { type Caller, systemCaller } from '../src/core/caller.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import type { ExportFormat } from '../src/exports/formats.ts'
import type { AcknowledgementMode } from '../src/exports/hl7v2/control-id.ts'
import type { ChannelContent } from '../src/store/hub-resources.ts'
import { finishAttempt } from '../src/store/operations/attempts.ts'
import {
  type Delivery,
  type DeliveryChange,
  laneName,
  readDelivery,
  tryMoveDelivery,
} from '../src/store/operations/deliveries.ts'
import { dropLease, takeLease } from '../src/store/operations/leases.ts'
import { findUnavailable } from '../src/store/postgres/unavailable.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { DeliveryOperation } from '../src/store/transitions.ts'
import { ThreadPoolClosed } from '../src/threads/thread-pool.ts'
import { applyAnswer } from './delivery/application-answer.ts'
import { type Claim, claimNext, type Due, findDue, holdNext, type Lane, type Unrendered } from './delivery/claim.ts'
import { auditOf, eventOf } from './delivery/outcome.ts'
import { buildTransmission, describeTransmission } from './delivery/transmission.ts'
import type { LaneLimit } from './lane-limit.ts'
import type { WakeUp } from './queues.ts'
import type { Renderer } from './render.ts'
import { refusalOf } from './render-refusal.ts'
import { retryDelayMs } from './retry-delay.ts'
import { type Observing, traced } from './traced.ts'

export type Delivering = Observing & {
  readonly store: Store
  readonly transports: Transports
  readonly renderer: Renderer
  readonly laneLimit: LaneLimit
  readonly log: Log
  /** Aborted when the process stops: nothing new starts. */
  readonly stopping: AbortSignal
  /** Aborted a little later: it cuts off the running transmission, with an unknown outcome. */
  readonly cutting: AbortSignal
}

const leaseMs = 15_000
const sendTimeoutMs = 60_000

const parseLane = ({ tenant, subject }: WakeUp): Lane => {
  const [channelId = '', lane = '0'] = subject.split('_')
  return { tenant, channelId, lane: Number(lane) }
}

/** A destination that hangs blocks its own lanes, not those of others. */
export async function drainLanes(delivering: Delivering, wakeUp: WakeUp): Promise<void> {
  const { channelId } = parseLane(wakeUp)
  const channel = `${wakeUp.tenant}_${channelId}`
  await delivering.laneLimit(channel, wakeUp.subject, (subject) => drainLane(delivering, { ...wakeUp, subject }))
}

async function drainLane(delivering: Delivering, wakeUp: WakeUp): Promise<void> {
  const { store, stopping } = delivering
  if (stopping.aborted) return
  const lane = parseLane(wakeUp)
  const lease = { tenant: lane.tenant, name: laneName(lane), holder: randomUUID() }
  if (!(await takeLease(store, lease, leaseMs))) return
  // A renewal that fails is tried again; a lost lease is seen when the outcome is written.
  const renewal = setInterval(() => void takeLease(store, lease, leaseMs).catch(() => undefined), leaseMs / 3)
  try {
    while (!stopping.aborted && (await deliverNext(delivering, lane)));
  } finally {
    clearInterval(renewal)
    await dropLease(store, lease)
  }
}

/** False if nothing is due. */
async function deliverNext(delivering: Delivering, lane: Lane): Promise<boolean> {
  const { store, log } = delivering
  const due = await store.transactAsSystem(lane.tenant, (tx) => findDue(tx, lane))
  if (due === undefined) return false
  const caller = { ...systemCaller(lane.tenant, due.requestId, due.trace), spoke: due.spoke }
  const claim = await store.transact(caller, (tx) => claimNext(tx, lane, due))
  if (claim === undefined) return false
  if (claim === 'passed') return true
  if ('unrendered' in claim) return renderNext(delivering, lane, { caller, due, ...claim })
  const { delivery } = claim
  const outcome = await sendTraced(delivering, claim).catch((error: unknown): Outcome => {
    if (error instanceof ThreadPoolClosed) return cutOff
    const reason = error instanceof Problem ? error.slug : 'internal'
    const fields = { deliveryId: delivery.id, reason, ...errorFields(error) }
    if (reason === 'internal') log.error('delivery.error', fields, error)
    else log.warn('delivery.refused', fields)
    return { receipt: { state: 'failed', retry: true, unknown: false }, reason }
  })
  await store.transact(caller, (tx) => finish(tx, claim, outcome))
  log.info('delivery.attempted', { deliveryId: delivery.id, state: outcome.receipt.state, attempt: delivery.attempts })
  return true
}

type Next = Unrendered & { readonly caller: Caller; readonly due: Due }

/** Makes the form of the delivery, or holds it if that cannot be made. False if this process stops. */
async function renderNext(delivering: Delivering, lane: Lane, { caller, due, unrendered }: Next): Promise<boolean> {
  const { store, renderer, log } = delivering
  const { format, kind, ...key } = unrendered
  const request = { ...key, tenant: lane.tenant, requestId: due.requestId, format: format as ExportFormat, kind }
  try {
    await renderer.read(request)
  } catch (error) {
    if (error instanceof ThreadPoolClosed) return false
    // It was recalled since: the next claim withdraws it.
    if (error instanceof Problem && error.slug === 'gone') return true
    // The database failed, and not the document: the lane waits for it.
    if (findUnavailable(error) !== undefined) throw error
    const refusal = refusalOf(error)
    const reason = refusal ?? 'render-failed'
    const fields = { deliveryId: due.id, reason, ...errorFields(error) }
    if (refusal === undefined) log.error('delivery.error', fields, error)
    else log.warn('delivery.held', fields)
    await store.transact(caller, (tx) => holdNext(tx, lane, due, reason))
  }
  return true
}

type Outcome = {
  readonly receipt: Receipt
  readonly reason?: string
  readonly sent?: { readonly bytes: number; readonly sha256: string; readonly fileName: string }
}

const sendTraced = (delivering: Delivering, claim: Claim): Promise<Outcome> => {
  const { delivery, channel } = claim
  const asked = { name: `deliver ${channel.transport}`, kind: 'client', ...traceOf(delivery) } as const
  return traced(delivering, asked, async () => {
    const result = await send(delivering, claim)
    const attributes = {
      'banksia.delivery.id': delivery.id,
      'banksia.delivery.state': result.receipt.state,
      'banksia.delivery.transport': channel.transport,
    }
    return { result, attributes, isError: result.receipt.state === 'failed' }
  })
}

const traceOf = ({ trace, requestId }: Delivery) => ({ trace, requestId })

async function send({ transports, cutting }: Delivering, claim: Claim): Promise<Outcome> {
  const { delivery, channel, controlId, timeZone, rendering } = claim
  const acknowledgement = modeOf(channel)
  const sending = { delivery, transport: channel.transport, controlId, timeZone, acknowledgement }
  const transmission = buildTransmission(rendering.bytes, sending)
  const dispatch: Dispatch = { kind: channel.transport, destination: channel.destination, transmission }
  const receipt = await sendDispatch(
    transports,
    dispatch,
    AbortSignal.any([cutting, AbortSignal.timeout(sendTimeoutMs)]),
  )
  return {
    receipt,
    ...(receipt.reason === undefined ? {} : { reason: receipt.reason }),
    sent: describeTransmission(transmission),
  }
}

/** The destination is checked when it is written and when it is sent to. */
const modeOf = ({ destination: { acknowledgement } }: ChannelContent): AcknowledgementMode | undefined =>
  acknowledgement === 'original' || acknowledgement === 'enhanced' ? acknowledgement : undefined

const operations = {
  sent: 'send',
  committed: 'commit',
  accepted: 'accept',
  rejected: 'reject',
} as const satisfies Partial<Record<Receipt['state'], DeliveryOperation>>

/** Our own stop came before anything was sent. */
const cutOff: Outcome = {
  receipt: { state: 'failed', reason: 'cancelled', retry: true, unknown: false },
  reason: 'cancelled',
}

async function finish(tx: Tx, claim: Claim, { receipt, reason, sent }: Outcome): Promise<void> {
  const { delivery, channel, about } = claim
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
  const moved = await tryMoveDelivery(tx, delivery.id, operation, change)
  await finishAttempt(tx, delivery, { state: receipt.state, ...change })
  if (moved === undefined) return finishLate(tx, claim, receipt)
  tx.record(eventOf(delivery, operation), {
    ...auditOf(moved, reason),
    ...about,
    ...(sent === undefined ? {} : { hash: sent.sha256 }),
  })
}

/** The application has answered meanwhile, or another worker has taken the delivery over: this outcome is that of an attempt among others. */
async function finishLate(tx: Tx, { delivery, channel, about }: Claim, receipt: Receipt): Promise<void> {
  if (receipt.state !== 'accepted') return
  const now = await readDelivery(tx, delivery.id, 'update')
  await applyAnswer(tx, now, { number: delivery.attempts, receipt, retry: channel.retry, about })
}
