/** Chooses the channels of a release, and the lane in each. docs/design/hub.md#release; docs/design/exports-and-delivery.md#deliveries. */
import { createHash } from 'node:crypto'
import { Problem } from '../../core/problems.ts'
import { type ChannelContent, hubContent } from '../../store/hub-resources.ts'
import { type Delivery, findDelivery, laneName, moveDelivery, putDelivery } from '../../store/operations/deliveries.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

const lanes = 8
const pageSize = 100

/** One patient's deliveries to a destination share a lane, which keeps their order. */
export const laneOf = (patientId: string): number =>
  createHash('sha256').update(patientId).digest().readUInt8(0) % lanes

/** Channels with this template; a paused one queues. */
async function listChannels(tx: Tx, templateId: string): Promise<To[]> {
  const search = { space: 'hub', type: 'Channel', limit: pageSize, order: 'oldest' } as const
  const where = [{ parameter: 'templateId', values: [templateId] }]
  const found: To[] = []
  for (let page = await tx.search({ ...search, where }); ; ) {
    found.push(...page.items.map((stored) => ({ id: stored.id, channel: hubContent('Channel', stored) })))
    if (page.next === undefined) return found
    page = await tx.search({ ...search, where, after: page.next })
  }
}

type To = { readonly id: string; readonly channel: ChannelContent }

function deliveryOf(artifact: Stored, { id, channel }: To) {
  const { patientId, documentId } = hubContent('Artifact', artifact)
  const { format, preset, transport } = channel
  const lane = laneOf(patientId)
  const own = { artifactId: artifact.id, channelId: id, documentId, format, preset, transport, lane }
  return { ...own, kind: 'original' } as const
}

export async function queueReleaseDeliveries(tx: Tx, artifact: Stored): Promise<void> {
  const { templateId } = hubContent('Artifact', artifact)
  for (const to of await listChannels(tx, templateId)) await putDelivery(tx, deliveryOf(artifact, to))
}

const ended: ReadonlySet<string> = new Set(['held', 'rejected', 'dead', 'expired', 'cancelled'])
export const isUnderway = ({ state }: Delivery): boolean => !ended.has(state)

type ShareDelivery = { readonly artifact: Stored; readonly to: To; readonly shareId: string }

/** A document goes to a destination once: a delivery that ended without arriving is queued again. */
export async function queueShareDelivery(tx: Tx, { artifact, to, shareId }: ShareDelivery): Promise<Delivery> {
  const queued = await putDelivery(tx, { ...deliveryOf(artifact, to), shareId })
  if (queued !== undefined) return queued
  const standing = await findDelivery(tx, { artifactId: artifact.id, channelId: to.id })
  if (standing === undefined || isUnderway(standing))
    throw new Problem('business-rule', { detail: 'The channel has this document already: its delivery says how far' })
  const again = await moveDelivery(tx, standing.id, 'replay', { shareId })
  tx.record('delivery.replayed', {
    resourceType: 'Delivery',
    resourceId: again.id,
    artifactId: artifact.id,
    fromState: standing.state,
    toState: again.state,
    reason: 'shared',
  })
  tx.enqueue('delivery.queued', laneName(again))
  return again
}
