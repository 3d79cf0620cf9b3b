/** Which channels a release goes to, and in which lane. hub-contract "Release"; DESIGN.md "Documents, exports, channels". */
import { createHash } from 'node:crypto'
import type { Stored } from '../store/content.ts'
import { putDelivery } from '../store/deliveries.ts'
import { type ChannelContent, hubContent } from '../store/hub-resources.ts'
import type { Tx } from '../store/transaction.ts'

const lanes = 8
const pageSize = 100

/** One patient's deliveries to a destination stay in order: they share a lane. */
export const laneOf = (patientId: string): number =>
  createHash('sha256').update(patientId).digest().readUInt8(0) % lanes

/** Channels that are opted in for the template; a paused one queues and waits. */
async function listChannels(tx: Tx, templateId: string): Promise<{ id: string; channel: ChannelContent }[]> {
  const search = { space: 'hub', type: 'Channel', limit: pageSize, order: 'oldest' } as const
  const where = [{ parameter: 'templateId', values: [templateId] }]
  const found: { id: string; channel: ChannelContent }[] = []
  for (let page = await tx.search({ ...search, where }); ; ) {
    found.push(...page.items.map((stored) => ({ id: stored.id, channel: hubContent('Channel', stored) })))
    if (page.next === undefined) return found
    page = await tx.search({ ...search, where, after: page.next })
  }
}

export async function queueReleaseDeliveries(tx: Tx, artifact: Stored): Promise<void> {
  const { templateId, patientId, documentId } = hubContent('Artifact', artifact)
  for (const { id, channel } of await listChannels(tx, templateId)) {
    await putDelivery(tx, {
      artifactId: artifact.id,
      channelId: id,
      documentId,
      kind: 'original',
      format: channel.format,
      preset: channel.preset,
      lane: laneOf(patientId),
    })
  }
}
