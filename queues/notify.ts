/** Sends the notifications of a subscription, one after the other: handshake, events, heartbeats. Subscriptions R5 Backport 1.1.0 components.html. */
import { randomUUID } from 'node:crypto'
import type { SendHook } from '../src/channels/rest-hook.ts'
import type { Receipt } from '../src/channels/transport.ts'
import { isOff } from '../src/core/features.ts'
import type { Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { withConsentDenials } from '../src/domain/consent/consent-denials.ts'
import {
  parseSubscription,
  type SubscriptionContent,
  type SubscriptionRules,
} from '../src/domain/subscription/subscription-content.ts'
import {
  type NotificationType,
  notificationText,
  renderIn,
  statusContent,
} from '../src/domain/subscription/subscription-notification.ts'
import { readEvents } from '../src/domain/subscription/told-events.ts'
import type { EventKind } from '../src/store/events.ts'
import { wholeAddress } from '../src/store/hub-resources.ts'
import { platformOf } from '../src/store/platforms.ts'
import { readResource } from '../src/store/resources/content.ts'
import type { Store } from '../src/store/store.ts'
import { listEvents } from '../src/store/subscriptions/subscription-events.ts'
import {
  activateSubscription,
  endSubscription,
  findSubscription,
  openHeaders,
  postponeSubscription,
  recordFailure,
  recordSent,
  type Subscription,
  type SubscriptionState,
  subscriber,
} from '../src/store/subscriptions/subscriptions.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { LaneLimit } from './lane-limit.ts'
import { holdLease } from './leases/hold-lease.ts'
import type { WakeUp } from './queues.ts'
import { retryDelayMs } from './retry-delay.ts'

export type Notifying = {
  readonly store: Store
  readonly rules: SubscriptionRules
  readonly send: SendHook
  readonly laneLimit: LaneLimit
  readonly log: Log
  /** Consecutive sends that may fail. */
  readonly attempts: number
  readonly stopping: AbortSignal
  readonly cutting: AbortSignal
}

const leaseMs = 15_000
const offMs = 2_000
const retry = { baseMs: 500, maxMs: 300_000 }

/** A server that hangs delays the subscriptions of its own tenant to it, and no others. */
export async function notifySubscription(notifying: Notifying, wakeUp: WakeUp): Promise<void> {
  const { tenant, subject } = wakeUp
  const server = await notifying.store.transactAsSystem(tenant, (tx) => findServer(tx, subject))
  await notifying.laneLimit(`${tenant}_${server}`, subject, (id) => drain(notifying, { tenant, subject: id }))
}

async function findServer(tx: Tx, id: string): Promise<string> {
  const stored = await tx.find(wholeAddress('Subscription', id))
  const channel = stored && (readResource(stored)['channel'] as { readonly endpoint?: string })
  return URL.parse(channel?.endpoint ?? '')?.origin ?? ''
}

async function drain(notifying: Notifying, { tenant, subject }: WakeUp): Promise<void> {
  const { store, stopping } = notifying
  if (stopping.aborted) return
  const lease = { tenant, name: `subscription_${subject}`, holder: randomUUID() }
  await holdLease(store, { lease, ms: leaseMs }, async (isHeld) => {
    while (!stopping.aborted && isHeld() && (await notifyNext(notifying, { tenant, subject })));
  })
}

type Outgoing = {
  readonly row: Subscription
  readonly content: SubscriptionContent
  readonly headers: readonly string[]
  readonly type: NotificationType
  readonly text: string
  /** The last event in it, or sent before it. */
  readonly sent: number
  readonly count: number
  readonly patients: readonly string[]
}

/** False if nothing is due. */
async function notifyNext(notifying: Notifying, { tenant, subject }: WakeUp): Promise<boolean> {
  const { store, send, cutting, log } = notifying
  const next = await store.transactAsSystem(tenant, (tx) => prepare(tx, notifying, subject))
  if (next === undefined) return false
  const { content, headers } = next
  const hook = { url: content.endpoint, mediaType: content.mediaType, headers, timeoutMs: content.timeoutMs }
  const receipt = await send(hook, next.text, cutting)
  // Our own stop cut it off: the endpoint is not at fault.
  if (receipt.reason === 'cancelled') return false
  await store.transact(subscriber(tenant, next.row), (tx) => finish(tx, notifying, { next, receipt }))
  log.info('subscription.notified', { state: receipt.state, attempt: next.row.failures + 1, count: next.count })
  return true
}

/** Prepares the next notification, by the rules of now. */
async function prepare(tx: Tx, notifying: Notifying, id: string): Promise<Outgoing | undefined> {
  const row = await findSubscription(tx, id)
  if (row === undefined || row.state === 'off') return undefined
  if (row.isEnded) return end(tx, row)
  if (!row.isDue || row.state === 'error') return undefined
  if (isOff(platformOf(tx.tenant, row.spoke), 'subscriptions')) {
    await postponeSubscription(tx, id, offMs)
    return undefined
  }
  const stored = await tx.find(wholeAddress('Subscription', id))
  if (stored === undefined) return undefined
  const content = tryParse(notifying.rules, readResource(stored))
  if (content === undefined) return giveUp(tx, row, 'bad-subscription')
  return build(tx, notifying, { row, content })
}

function tryParse(
  rules: SubscriptionRules,
  resource: ReturnType<typeof readResource>,
): SubscriptionContent | undefined {
  try {
    return parseSubscription(rules, resource)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type Building = { readonly row: Subscription; readonly content: SubscriptionContent }

async function build(tx: Tx, { rules }: Notifying, { row, content }: Building): Promise<Outgoing | undefined> {
  const caller = await withConsentDenials(tx, subscriber(tx.tenant.id, row))
  const span = { first: row.sent + 1, last: row.events, limit: content.maxCount }
  const events = row.state === 'active' && row.events > row.sent ? await listEvents(tx, row.id, span) : []
  const type = row.state === 'requested' ? 'handshake' : events.length > 0 ? 'event-notification' : 'heartbeat'
  if (type === 'heartbeat' && content.heartbeatMs === undefined) {
    await recordSent(tx, row.id, { sent: row.events, delayMs: undefined })
    return undefined
  }
  const asking = { rules, readers: [caller], recipient: row.client, content: content.content }
  const told = await readEvents(tx, asking, events)
  const status = { base: rules.base, row, canonical: content.canonical, type, content: content.content, told } as const
  return {
    row,
    content,
    headers: openHeaders(tx.tenant, row),
    type,
    text: renderIn(rules.parameters.definitions, content.mediaType, notificationText(status, tx.at)),
    // Events that no longer exist were dropped: D26.
    sent: events.at(-1)?.number ?? row.events,
    count: told.length,
    patients: [...new Set(told.flatMap(({ patients }) => patients))],
  }
}

/** Locks the resource first, as a client's write does. The row may belong to a later write by now, with its own due time. */
async function finish(
  tx: Tx,
  { attempts }: Notifying,
  { next, receipt }: { next: Outgoing; receipt: Receipt },
): Promise<void> {
  const { id, generation } = next.row
  const stored = await tx.find(wholeAddress('Subscription', id), 'update')
  const row = await findSubscription(tx, id, 'update')
  if (stored === undefined || row?.generation !== generation) return
  const delayMs = next.content.heartbeatMs
  if (receipt.state !== 'accepted') return fail(tx, row, { receipt, attempts })
  if (next.type === 'handshake') {
    await activateSubscription(tx, id, delayMs)
    await putStatus(tx, row, 'active')
    record(tx, 'subscription.activated', row, { toState: 'active' })
    return
  }
  await recordSent(tx, id, { sent: next.sent, delayMs })
  if (next.type !== 'event-notification') return
  const disclosed = next.patients.length === 0 ? [{}] : next.patients.map((patientId) => ({ patientId }))
  for (const patient of disclosed) record(tx, 'subscription.notified', row, { count: next.count, ...patient })
}

async function fail(
  tx: Tx,
  row: Subscription,
  { receipt, attempts }: { receipt: Receipt; attempts: number },
): Promise<void> {
  const reason = receipt.reason ?? 'closed'
  const failures = row.failures + 1
  if (!receipt.retry || failures >= attempts) {
    await giveUp(tx, row, reason)
    return
  }
  const delayMs = retryDelayMs(retry, failures, receipt)
  await recordFailure(tx, row.id, { reason, delayMs })
  record(tx, 'subscription.failed', row, { reason })
}

/** In error: events are still collected; nothing is sent until a client asks for it. */
async function giveUp(tx: Tx, row: Subscription, reason: string): Promise<undefined> {
  await recordFailure(tx, row.id, { reason, delayMs: undefined })
  await putStatus(tx, row, 'error', reason)
  record(tx, 'subscription.failed', row, { reason, toState: 'error' })
  return undefined
}

/** R4 subscription.html#end. */
async function end(tx: Tx, row: Subscription): Promise<undefined> {
  await endSubscription(tx, row.id)
  await putStatus(tx, row, 'off')
  record(tx, 'subscription.ended', row, { toState: 'off' })
  return undefined
}

async function putStatus(tx: Tx, { id }: Subscription, status: SubscriptionState, error?: string): Promise<void> {
  const stored = await tx.find(wholeAddress('Subscription', id), 'update')
  if (stored === undefined) return
  await tx.put({
    ...wholeAddress('Subscription', id),
    content: statusContent(stored, status, error),
    expected: stored.version,
  })
}

type Fields = Parameters<Tx['record']>[1]

const record = (tx: Tx, kind: EventKind, row: Subscription, fields: Fields): string =>
  tx.record(kind, { resourceType: 'Subscription', resourceId: row.id, fromState: row.state, ...fields })
