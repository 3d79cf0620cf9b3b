/** Deliveries: where a document was sent, and what came back; replay and cancel. docs/design/hub.md#release, docs/design/exports-and-delivery.md#deliveries. */
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { invalidField } from '../../core/problems.ts'
import { classOfReason } from '../../domain/delivery/reason-classes.ts'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { accepted, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { type Attempt, listAttempts } from '../../store/operations/attempts.ts'
import {
  type Delivery,
  findDelivery,
  listDeliveries,
  listPositions,
  readDelivery,
} from '../../store/operations/deliveries.ts'
import { deliveryStates } from '../../store/transitions.ts'
import { reasonClassName } from '../channels/statistics.ts'
import { asksForDenied, leaveOutDenied } from '../consents/consent-denials.ts'
import { instant, purposeOfUse, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, nothing, pageQuery, readCursor, writeCursor } from '../paging.ts'
import { recipient } from '../shares/shares.ts'
import { checkSharing, shareArtifact } from '../shares/sharing.ts'
import { attemptAnswer } from './attempt-answer.ts'
import { isUnderway } from './dispatch.ts'
import { cancelOne, releaseOne, replayOne } from './operate.ts'

export const deliveryQuery = pageQuery.extend({
  artifactId: uuid.optional(),
  channelId: uuid.optional(),
  state: z.enum(deliveryStates).optional(),
  updatedSince: instant.optional(),
})

/** A clinician's dispatch, on the channel's legal basis, to the channel's recipient. */
export const newDelivery = named(
  'NewDelivery',
  z.strictObject({ artifactId: uuid, channelId: uuid, recipient, purposeOfUse }),
  {
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    channelId: '0198f2a0-0000-7000-8000-0000000000c1',
    recipient: { name: 'Harbour Hospital', class: 'organisation' },
    purposeOfUse: 'TREAT',
  },
)

export const deliveryAnswer = named(
  'Delivery',
  z.strictObject({
    id: identifier,
    artifactId: identifier,
    channelId: identifier,
    documentId: identifier,
    kind: z.enum(['original', 'recall']),
    format: z.string(),
    preset: z.string(),
    state: z.enum(deliveryStates),
    reason: z.string().optional(),
    reasonClass: reasonClassName.optional(),
    attempts: z.int(),
    position: z.int().min(1).optional(),
    dueAt: timestamp,
    bytes: z.int().optional(),
    sha256: z.string().optional(),
    acknowledgement: z.string().optional(),
    controlId: z.string().optional(),
    fileName: z.string().optional(),
    shareId: identifier.optional(),
    arrivedAt: timestamp.optional(),
    answerDueAt: timestamp.optional(),
    requestId: identifier,
    createdAt: timestamp,
    updatedAt: timestamp,
    attemptList: z.array(attemptAnswer).optional(),
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000d1',
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    channelId: '0198f2a0-0000-7000-8000-0000000000c1',
    documentId: '0198f2a0-0000-7000-8000-0000000000d2',
    kind: 'original',
    format: 'hl7v2',
    preset: 'default',
    state: 'accepted',
    attempts: 1,
    dueAt: '2026-03-14T03:20:00.000Z',
    bytes: 9876,
    acknowledgement: 'AA',
    requestId: '0198f2a0-0000-7000-8000-0000000000e2',
    createdAt: '2026-03-14T03:20:00.000Z',
    updatedAt: '2026-03-14T03:20:01.000Z',
  },
)
export const deliveryList = listOf(deliveryAnswer)

const presentDelivery = (
  {
    seq: _seq,
    tries: _tries,
    lane: _lane,
    trace: _trace,
    recipient: _recipient,
    mapping: _mapping,
    ...delivery
  }: Delivery,
  attempts?: readonly Attempt[],
) => ({
  ...delivery,
  ...(delivery.reason === undefined ? {} : { reasonClass: classOfReason(delivery.reason) }),
  ...(attempts === undefined ? {} : { attemptList: attempts }),
})

const positionOf = (positions: ReadonlyMap<string, number>, { id }: Delivery) => {
  const position = positions.get(id)
  return position === undefined ? {} : { position }
}

/** A document goes to a destination once: a running or accepted delivery is answered as it is. */
export async function dispatchArtifact(
  { caller, body, feature }: HandlerRequest<never, z.output<typeof newDelivery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const channel = await tx.find(hubAddress('Channel', body.channelId))
    if (channel === undefined) throw invalidField('channelId', 'names no channel')
    const { legalBasis } = hubContent('Channel', channel)
    const checked = await checkSharing(tx, hub, { ...body, id: newId(), legalBasis, feature })
    const standing = await findDelivery(tx, body)
    const isThere = standing !== undefined && isUnderway(standing)
    const delivery = isThere ? standing : (await shareArtifact(tx, checked)).delivery
    if (delivery === undefined) throw new TypeError('what a channel dispatches has a delivery')
    return accepted(presentDelivery(delivery), `/v1/deliveries/${delivery.id}`)
  })
}

export async function listDeliveryStatuses(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof deliveryQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    if (await asksForDenied(tx, query)) return ok(nothing)
    const before = readCursor(tx, 'deliveries', query)?.key
    const { limit, artifactId, channelId, state, updatedSince } = query
    const found = await listDeliveries(tx, {
      limit: limit + 1,
      ...(before === undefined ? {} : { before }),
      ...(artifactId === undefined ? {} : { artifactId }),
      ...(channelId === undefined ? {} : { channelId }),
      ...(state === undefined ? {} : { state }),
      ...(updatedSince === undefined ? {} : { updatedSince }),
    })
    const { items, next } = cutPage(found, limit)
    const seen = await leaveOutDenied(tx, items)
    const positions = await listPositions(tx, seen)
    const shown = seen.map((item) => ({ ...presentDelivery(item), ...positionOf(positions, item) }))
    return ok({ items: shown, nextCursor: writeCursor(tx, 'deliveries', next) })
  })
}

export async function readDeliveryStatus({ caller, params }: HandlerRequest<'deliveryId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const delivery = await readDelivery(tx, params.deliveryId)
    const shown = presentDelivery(delivery, await listAttempts(tx, delivery.id))
    return ok({ ...shown, ...positionOf(await listPositions(tx, [delivery]), delivery) })
  })
}

const repeatReasons = ['receiver_lost_it', 'receiver_asked', 'wrongly_acknowledged', 'other'] as const

export const replayRequest = named(
  'ReplayRequest',
  z
    .strictObject({
      /** Also if it has arrived. */
      force: z.boolean().default(false),
      reason: z.enum(repeatReasons).optional(),
    })
    .refine(({ force, reason }) => !force || reason !== undefined, { path: ['reason'], message: 'is required' })
    .prefault({}),
  { force: true, reason: 'receiver_lost_it' },
)

export async function replayDelivery(
  { caller, params, body, feature }: HandlerRequest<'deliveryId', z.output<typeof replayRequest>>,
  hub: Hub,
) {
  const { force, reason } = body
  return hub.transact(caller, async (tx) =>
    ok(presentDelivery(await replayOne(tx, hub, { id: params.deliveryId, feature, force, reason }))),
  )
}

/** Works as a replay, but only for a held delivery. */
export async function releaseDelivery({ caller, params, feature }: HandlerRequest<'deliveryId'>, hub: Hub) {
  return hub.transact(caller, async (tx) =>
    ok(presentDelivery(await releaseOne(tx, hub, { id: params.deliveryId, feature }))),
  )
}

export async function cancelDelivery({ caller, params }: HandlerRequest<'deliveryId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(presentDelivery(await cancelOne(tx, params.deliveryId))))
}
