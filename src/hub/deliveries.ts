/** Deliveries: what was sent where and what came back; replay and cancel. hub-contract "Release", "Deliveries". */
import { z } from 'zod'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { isDeliveryConsented } from '../store/consent-check.ts'
import {
  type Attempt,
  type Delivery,
  laneName,
  listAttempts,
  listDeliveries,
  moveDelivery,
  readDelivery,
} from '../store/deliveries.ts'
import { hubContent, hubPlace } from '../store/hub-resources.ts'
import type { Tx } from '../store/transaction.ts'
import { deliveryStates, isReleased } from '../store/transitions.ts'
import { uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from './paging.ts'

export const deliveryQuery = pageQuery.extend({
  artifactId: uuid.optional(),
  channelId: uuid.optional(),
  state: z.enum(deliveryStates).optional(),
})

const presentDelivery = (
  { seq: _seq, tries: _tries, lane: _lane, ...delivery }: Delivery,
  attempts?: readonly Attempt[],
) => (attempts === undefined ? delivery : { ...delivery, attemptList: attempts })

export async function listDeliveryStatuses(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof deliveryQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const before = readCursor(tx, 'deliveries', query)?.key
    const { limit, artifactId, channelId, state } = query
    const found = await listDeliveries(tx, {
      limit: limit + 1,
      ...(before === undefined ? {} : { before }),
      ...(artifactId === undefined ? {} : { artifactId }),
      ...(channelId === undefined ? {} : { channelId }),
      ...(state === undefined ? {} : { state }),
    })
    const { items, next } = cutPage(found, limit)
    return ok({ items: items.map((item) => presentDelivery(item)), nextCursor: writeCursor(tx, 'deliveries', next) })
  })
}

export async function readDeliveryStatus({ caller, params }: HandlerRequest<'deliveryId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const delivery = await readDelivery(tx, params.deliveryId)
    return ok(presentDelivery(delivery, await listAttempts(tx, delivery.id)))
  })
}

/** A recall may always be told again; a document only while it is released. */
async function checkReplay(tx: Tx, delivery: Delivery): Promise<void> {
  const artifact = hubContent('Artifact', await tx.read(hubPlace('Artifact', delivery.artifactId), 'share'))
  if (delivery.kind === 'original' && !isReleased(artifact.state)) {
    throw new Problem('invalid-transition', {
      detail: `The operation replay is not open from the state ${artifact.state} of the artifact`,
    })
  }
  const channel = await tx.find(hubPlace('Channel', delivery.channelId))
  if (delivery.kind === 'recall' || channel === undefined) return
  if (!(await isDeliveryConsented(tx, artifact, hubContent('Channel', channel)))) {
    throw new Problem('business-rule', { detail: 'No active consent covers this delivery' })
  }
}

export async function replayDelivery({ caller, params }: HandlerRequest<'deliveryId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const delivery = await readDelivery(tx, params.deliveryId)
    await checkReplay(tx, delivery)
    const replayed = await moveDelivery(tx, delivery.id, 'replay')
    tx.record('delivery.replayed', auditOf(delivery, replayed))
    tx.enqueue('delivery.queued', laneName(replayed))
    return ok(presentDelivery(replayed))
  })
}

export async function cancelDelivery({ caller, params }: HandlerRequest<'deliveryId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const delivery = await readDelivery(tx, params.deliveryId)
    const cancelled = await moveDelivery(tx, delivery.id, 'cancel', { reason: 'cancelled' })
    tx.record('delivery.cancelled', auditOf(delivery, cancelled))
    return ok(presentDelivery(cancelled))
  })
}

const auditOf = (before: Delivery, after: Delivery) => ({
  resourceType: 'Delivery',
  resourceId: after.id,
  artifactId: after.artifactId,
  fromState: before.state,
  toState: after.state,
})
