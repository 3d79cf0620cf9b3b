/** Empties a lane: one delivery after the other, in order, by one worker at a time. docs/design/exports-and-delivery.md#deliveries; docs/design/hub.md#release. */
import { type Dispatch, sendDispatch, type Transports } from '../src/channels/channels.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { withinLimit } from '../src/core/time-limit.ts'
import { defaultPreset } from '../src/exports/export-input.ts'
import type { ExportFormat } from '../src/exports/formats.ts'
import { unmapped } from '../src/store/channels/mapping-choices.ts'
import type { Delivery } from '../src/store/operations/deliveries.ts'
import { nobody } from '../src/store/operations/recipients.ts'
import { findUnavailable } from '../src/store/postgres/unavailable.ts'
import type { Store } from '../src/store/store.ts'
import { ThreadPoolClosed } from '../src/threads/thread-pool.ts'
import type { BatchSize } from './delivery/batch-size.ts'
import type { Breaker } from './delivery/breaker.ts'
import { type Claim, claimBatch, holdNext, type Lane, type Unrendered } from './delivery/claim.ts'
import { type Fence, openFence } from './delivery/fence.ts'
import { holdLane, parkLane } from './delivery/held-lane.ts'
import { judge, type NoteAttempt, type Outcome, openOutcomes } from './delivery/outcomes.ts'
import { destinationOf, noteAnswer } from './delivery/spared.ts'
import { buildTransmission, describeTransmission } from './delivery/transmission.ts'
import { openTurns } from './delivery/turns.ts'
import type { LaneLimit } from './lane-limit.ts'
import type { WakeUp } from './queues.ts'
import type { Renderer } from './render.ts'
import { refusalOf } from './render-refusal.ts'
import { type Observing, traced } from './traced.ts'

export type Delivering = Observing & {
  readonly store: Store
  readonly transports: Transports
  readonly renderer: Renderer
  readonly laneLimit: LaneLimit
  readonly breaker: Breaker
  /** For each time that a lane is emptied. */
  readonly openBatchSize: () => BatchSize
  /** For the figures of this process. */
  readonly noteAttempt?: NoteAttempt | undefined
  readonly log: Log
  /** Aborted when the process stops: nothing new starts. */
  readonly stopping: AbortSignal
  /** Aborted a little later: it cuts off the running transmission, with an unknown outcome. */
  readonly cutting: AbortSignal
}

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
  const waitMs = delivering.breaker.waitMs(destinationOf(lane))
  if (waitMs > 0) return parkLane(store, lane, waitMs)
  const size = delivering.openBatchSize()
  await holdLane(store, lane, async (isHeld) => {
    while (!stopping.aborted && isHeld() && (await deliverAdmitted(delivering, { lane, size, isHeld })));
  })
}

type Draining = { readonly lane: Lane; readonly size: BatchSize; readonly isHeld: () => boolean }

/** False if nothing is due, or if the destination is spared. */
async function deliverAdmitted(delivering: Delivering, draining: Draining): Promise<boolean> {
  const { breaker } = delivering
  const destination = destinationOf(draining.lane)
  const admission = breaker.admit(destination)
  if (admission === 'wait') return false
  try {
    return await deliverNext(delivering, draining, admission === 'probe' ? 1 : draining.size.next())
  } finally {
    if (admission === 'probe') breaker.release(destination)
  }
}

/** False if nothing is due. */
async function deliverNext(delivering: Delivering, draining: Draining, most: number): Promise<boolean> {
  const { store, log } = delivering
  const { lane, size, isHeld } = draining
  let claimedAt = 0
  const batch = await store.transactAsSystem(lane.tenant, (tx) => {
    // It has its connection, and has read nothing yet.
    claimedAt = performance.now()
    return claimBatch(tx, lane, most)
  })
  if (batch.unrendered !== undefined) return renderNext(delivering, lane, batch.unrendered)
  const { claims, hasPassed } = batch
  if (claims.length === 0) return hasPassed
  const fence = openFence({ store, log, claimedAt, isHeld })
  const sendingAt = performance.now()
  const sent = await sendBatch(delivering, { lane, claims, fence })
  if (sent < claims.length) size.reset()
  else size.grow({ sent, claimMs: sendingAt - claimedAt, sendMs: performance.now() - sendingAt })
  return true
}

type Sending = { readonly lane: Lane; readonly claims: readonly Claim[]; readonly fence: Fence }

/** Sends one after the other, until one is to be repeated: those after it wait for it. Answers how many went out. */
async function sendBatch(delivering: Delivering, { lane, claims, fence }: Sending): Promise<number> {
  const { store, log, stopping, noteAttempt } = delivering
  const outcomes = openOutcomes({ store, log, tenant: lane.tenant, noteAttempt })
  const turns = openTurns({ store, channel: lane, stopping }, claims[0]?.channel.limits)
  let [sent, delayMs] = [0, 0]
  try {
    for (const claim of claims) {
      if (stopping.aborted || outcomes.hasFailed()) break
      delayMs = await turns.take()
      if (delayMs > 0) break
      const mayStart = async () => (await turns.mayStart()) && fence.mayStart(claim)
      const outcome = await sendOne(delivering, claim, mayStart)
      if (outcome === 'unsent') break
      const finished = judge(claim, outcome)
      outcomes.add(finished)
      sent += 1
      await noteAnswer(delivering, lane, outcome.receipt)
      if (finished.operation === 'retry' || delivering.breaker.waitMs(destinationOf(lane)) > 0) break
    }
  } finally {
    await outcomes.close({ claims: claims.slice(sent), delayMs })
  }
  return sent
}

/** `unsent`: the fence has risen, or the message did not get its turn, on the connection or by the rate of the channel. */
async function sendOne(delivering: Delivering, claim: Claim, mayStart: MayStart): Promise<Outcome | 'unsent'> {
  const { log } = delivering
  const startedAt = performance.now()
  const outcome = await sendTraced(delivering, claim, mayStart).catch((error: unknown): Outcome => {
    const reason = error instanceof Problem ? error.slug : 'internal'
    const fields = { deliveryId: claim.delivery.id, reason, ...errorFields(error) }
    if (reason === 'internal') log.error('delivery.error', fields, error)
    else log.warn('delivery.refused', fields)
    return { receipt: { state: 'failed', retry: true, unknown: false }, reason }
  })
  if (outcome.receipt.isUnstarted === true) return 'unsent'
  return { ...outcome, durationMs: performance.now() - startedAt }
}

/** Makes the form of the delivery, or holds it if that cannot be made. False if this process stops. */
async function renderNext(delivering: Delivering, lane: Lane, unrendered: Unrendered): Promise<boolean> {
  const { store, renderer, log } = delivering
  const { caller, delivery } = unrendered
  const { format, kind, ...key } = unrendered.key
  const { requestId } = delivery
  const request = { ...key, tenant: lane.tenant, requestId, format: format as ExportFormat, kind }
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
    const fields = { deliveryId: delivery.id, reason, ...errorFields(error) }
    if (refusal === undefined) log.error('delivery.error', fields, error)
    else log.warn('delivery.held', fields)
    await store.transact(caller, (tx) => holdNext(tx, lane, unrendered, reason))
  }
  return true
}

type MayStart = () => Promise<boolean>

const sendTraced = (delivering: Delivering, claim: Claim, mayStart: MayStart): Promise<Outcome> => {
  const { delivery, channel } = claim
  const asked = { name: `deliver ${channel.transport}`, kind: 'client', ...traceOf(delivery) } as const
  return traced(delivering, asked, async () => {
    const result = await send(delivering, claim, mayStart)
    const attributes = {
      'banksia.delivery.id': delivery.id,
      'banksia.delivery.state': result.receipt.state,
      'banksia.delivery.transport': channel.transport,
    }
    return { result, attributes, isError: result.receipt.state === 'failed' }
  })
}

const traceOf = ({ trace, requestId }: Delivery) => ({ trace, requestId })

async function send(delivering: Delivering, claim: Claim, mayStart: MayStart): Promise<Outcome> {
  const { transports, cutting } = delivering
  const { delivery, channel, controlId, header, rendering } = claim
  const transmission = buildTransmission(rendering.bytes, { delivery, channel, controlId, header })
  const { transport: kind, destination } = channel
  const readPdf = () => readPage(delivering.renderer, claim)
  const limits = channel.limits?.maxBytes === undefined ? {} : { maxBytes: channel.limits.maxBytes }
  const dispatch: Dispatch = { kind, destination, transmission: { ...transmission, ...limits, mayStart, readPdf } }
  const receipt = await withinLimit({ ms: sendTimeoutMs, outer: cutting }, (signal) =>
    sendDispatch(transports, dispatch, signal),
  )
  return {
    receipt,
    ...(receipt.reason === undefined ? {} : { reason: receipt.reason }),
    sent: describeTransmission(transmission),
  }
}

/** The kept PDF of the same copy. */
async function readPage(renderer: Renderer, { delivery, caller }: Claim): Promise<Uint8Array> {
  const { artifactId, kind, requestId, recipient = nobody, mapping = unmapped } = delivery
  const form = { format: 'pdf', preset: defaultPreset } as const
  const { bytes } = await renderer.read({
    tenant: caller.tenant,
    requestId,
    artifactId,
    kind,
    recipient,
    mapping,
    ...form,
  })
  return bytes
}
