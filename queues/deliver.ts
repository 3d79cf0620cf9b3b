/** Empties a lane: one delivery after the other, in order, by one worker at a time. docs/design/exports-and-delivery.md#deliveries; docs/design/hub.md#release. */
import { randomUUID } from 'node:crypto'
import { type Dispatch, sendDispatch, type Transports } from '../src/channels/channels.ts'
import type { Receipt } from '../src/channels/transport.ts'
import { systemCaller } from '../src/core/caller.ts'
import type { Feature } from '../src/core/features.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { listArtifactSpokes } from '../src/domain/artifact/artifact-spokes.ts'
import { disclosureBy, isAddressedTo, isDisclosureConsented } from '../src/domain/consent/consent-check.ts'
import { findShare, findShareEnd } from '../src/domain/share/shares.ts'
import type { ExportFormat } from '../src/exports/formats.ts'
import { buildControlId } from '../src/exports/hl7v2/control-id.ts'
import type { AuditFields } from '../src/store/audit/audit.ts'
import type { EventKind } from '../src/store/events.ts'
import { type ChannelContent, hubAddress, hubContent } from '../src/store/hub-resources.ts'
import {
  type Delivery,
  type DeliveryChange,
  findNextDelivery,
  finishAttempt,
  laneName,
  moveDelivery,
  putAttempt,
} from '../src/store/operations/deliveries.ts'
import { dropLease, takeLease } from '../src/store/operations/leases.ts'
import { isKilledForAny, isOffForAny } from '../src/store/platforms.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import { type DeliveryOperation, isReleased } from '../src/store/transitions.ts'
import { ThreadPoolClosed } from '../src/threads/thread-pool.ts'
import { type Released, readReleasedArtifact } from './document.ts'
import type { LaneLimit } from './lane-limit.ts'
import type { WakeUp } from './queues.ts'
import type { Renderer } from './render.ts'
import { type Observing, traced } from './traced.ts'
import { buildTransmission, describeTransmission } from './transmission.ts'

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
const pausedMs = 5_000
const offMs = 2_000

type Lane = { readonly tenant: string; readonly channelId: string; readonly lane: number }

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

type Claim = {
  readonly delivery: Delivery
  readonly channel: ChannelContent
  readonly controlId: string
  readonly timeZone: string
  /** For the audit: usage is counted by it. */
  readonly about: Required<Pick<AuditFields, 'encounterId' | 'artifactType' | 'artifactSpoke'>>
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
  const { delivery } = claim
  const outcome = await sendTraced(delivering, lane.tenant, claim).catch((error: unknown): Outcome => {
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

type Due = Pick<Delivery, 'id' | 'artifactId' | 'requestId' | 'trace'> & { readonly spoke: string }

/** The next delivery, and the spoke of its artifact, to which its events are counted. */
async function findDue(tx: Tx, lane: Lane): Promise<Due | undefined> {
  const seen = await findNextDelivery(tx, lane)
  if (seen === undefined || !seen.due) return undefined
  const { content } = await readReleasedArtifact(tx, seen.artifactId)
  return { ...seen, spoke: content.spoke }
}

/** Checks the conditions of a dispatch under lock, and claims the delivery. `passed`: it was withdrawn, held or postponed. */
async function claimNext(tx: Tx, lane: Lane, seen: Due): Promise<Claim | 'passed' | undefined> {
  // Locks the artifact first, as a recall does; after that another delivery may be next.
  const artifact = await readReleasedArtifact(tx, seen.artifactId, 'share')
  const next = await findNextDelivery(tx, lane, 'update')
  if (next?.id !== seen.id) return 'passed'
  const stored = await tx.find(hubAddress('Channel', lane.channelId))
  const channel = stored === undefined ? undefined : hubContent('Channel', stored)
  const hindrance = await findHindrance(tx, next, { artifact, channel })
  if (hindrance !== undefined) {
    const moved = await moveDelivery(tx, next.id, hindrance.operation, hindrance)
    if (hindrance.event !== undefined) tx.record(hindrance.event, auditOf(moved, hindrance.reason))
    return 'passed'
  }
  if (channel === undefined) return undefined
  // D4: new for each transmission. In a folder a retry must find the file that it wrote.
  const controlId = buildControlId(channel.transport === 'mllp' ? `${next.id}/${next.attempts + 1}` : next.id)
  const delivery = await moveDelivery(tx, next.id, 'claim', { controlId })
  await putAttempt(tx, delivery, controlId)
  const { encounterId, artifactType, spoke: artifactSpoke } = artifact.content
  return {
    delivery,
    channel,
    controlId,
    timeZone: tx.tenant.timeZone,
    about: { encounterId, artifactType, artifactSpoke },
  }
}

type Hindrance = {
  readonly operation: DeliveryOperation
  readonly reason: string
  readonly event?: EventKind
  readonly delayMs?: number
}

const channelFeatures: readonly Feature[] = ['dispatch']
const nationalFeatures: readonly Feature[] = ['dispatch', 'national_record']

type Surroundings = { readonly artifact: Released; readonly channel: ChannelContent | undefined }

async function findHindrance(
  tx: Tx,
  delivery: Delivery,
  { artifact, channel }: Surroundings,
): Promise<Hindrance | undefined> {
  if (channel === undefined) return { operation: 'hold', reason: 'channel_missing', event: 'delivery.held' }
  const share = delivery.shareId === undefined ? undefined : await findShare(tx, delivery.shareId)
  const disclosure = disclosureBy(channel, share)
  const features = disclosure.recipient.class === 'national_record' ? nationalFeatures : channelFeatures
  // A recall goes out even if the feature is no longer offered; a stopped feature sends nothing.
  const isStopped = delivery.kind === 'recall' ? isKilledForAny : isOffForAny
  const own = await listArtifactSpokes(tx, features, artifact.content)
  const spokes = [...own, ...(share === undefined ? [] : [share.spoke])]
  if (features.some((feature) => isStopped(tx.tenant, { feature, spokes })))
    return { operation: 'postpone', reason: 'feature_disabled', delayMs: offMs }
  if (delivery.kind === 'recall') return undefined
  if (!isReleased(artifact.content.state)) {
    return { operation: 'withdraw', reason: artifact.content.state, event: 'delivery.cancelled' }
  }
  if (channel.status === 'paused') return { operation: 'postpone', reason: 'channel_paused', delayMs: pausedMs }
  const end = share === undefined ? undefined : findShareEnd(share, tx.at)
  if (end === 'revoked') return { operation: 'withdraw', reason: 'share_revoked', event: 'delivery.cancelled' }
  if (end === 'expired') return { operation: 'expire', reason: 'share_expired', event: 'delivery.expired' }
  if (share !== undefined && !isAddressedTo(channel, share))
    return { operation: 'hold', reason: 'recipient_changed', event: 'delivery.held' }
  const of = { ...artifact.content, artifactId: artifact.id }
  const isCovered = await isDisclosureConsented(tx, of, disclosure)
  return isCovered ? undefined : { operation: 'hold', reason: 'consent_required', event: 'delivery.held' }
}

type Outcome = {
  readonly receipt: Receipt
  readonly reason?: string
  readonly sent?: { readonly bytes: number; readonly sha256: string; readonly fileName: string }
}

const sendTraced = (delivering: Delivering, tenant: string, claim: Claim): Promise<Outcome> => {
  const { delivery, channel } = claim
  const asked = { name: `deliver ${channel.transport}`, kind: 'client', ...traceOf(delivery) } as const
  return traced(delivering, asked, async () => {
    const result = await send(delivering, tenant, claim)
    const attributes = {
      'banksia.delivery.id': delivery.id,
      'banksia.delivery.state': result.receipt.state,
      'banksia.delivery.transport': channel.transport,
    }
    return { result, attributes, isError: result.receipt.state === 'failed' }
  })
}

const traceOf = ({ trace, requestId }: Delivery) => ({ trace, requestId })

async function send({ transports, renderer, cutting }: Delivering, tenant: string, claim: Claim): Promise<Outcome> {
  const { delivery, channel, controlId, timeZone } = claim
  const format = delivery.format as ExportFormat
  const { artifactId, kind, preset, requestId } = delivery
  const rendering = await renderer.read({ tenant, requestId, artifactId, kind, format, preset })
  const sending = { delivery, transport: channel.transport, controlId, timeZone }
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

/** Random, between half and the whole of a doubling delay. */
const backoffMs = ({ baseMs, maxMs }: ChannelContent['retry'], tries: number): number =>
  Math.min(maxMs, baseMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)

async function finish(tx: Tx, { delivery, channel, about }: Claim, { receipt, reason, sent }: Outcome): Promise<void> {
  // Our own stop cut it off: the destination is not at fault.
  const isSpent = delivery.tries >= channel.retry.attempts && receipt.reason !== 'cancelled'
  const operation =
    receipt.state === 'failed' ? (receipt.retry && !isSpent ? 'retry' : 'give-up') : operations[receipt.state]
  const change: DeliveryChange = {
    ...(reason === undefined ? {} : { reason }),
    ...(receipt.acknowledgement === undefined ? {} : { acknowledgement: receipt.acknowledgement }),
    ...(operation === 'retry' ? { delayMs: backoffMs(channel.retry, delivery.tries) } : {}),
    ...sent,
  }
  const moved = await moveDelivery(tx, delivery.id, operation, change)
  await finishAttempt(tx, delivery, { state: receipt.state, ...change })
  tx.record(eventOf(delivery, operation), {
    ...auditOf(moved, reason),
    ...about,
    ...(sent === undefined ? {} : { hash: sent.sha256 }),
  })
}

const outcomeEvents: Readonly<Partial<Record<DeliveryOperation, EventKind>>> = {
  send: 'delivery.sent',
  commit: 'delivery.committed',
  accept: 'delivery.accepted',
  reject: 'delivery.rejected',
  'give-up': 'delivery.dead',
}
const arrived: ReadonlySet<DeliveryOperation> = new Set(['send', 'commit', 'accept'])

/** A recall that arrives is an event of its own and no share; neither is a repeated arrival. */
function eventOf({ kind, arrivedAt }: Delivery, operation: DeliveryOperation): EventKind {
  if (!arrived.has(operation)) return outcomeEvents[operation] ?? 'delivery.failed'
  if (kind === 'recall') return 'delivery.recall-told'
  return arrivedAt === undefined ? (outcomeEvents[operation] ?? 'delivery.failed') : 'delivery.repeated'
}

const auditOf = (delivery: Delivery, reason: string | undefined) => ({
  resourceType: 'Delivery',
  resourceId: delivery.id,
  artifactId: delivery.artifactId,
  toState: delivery.state,
  ...(reason === undefined ? {} : { reason }),
})
