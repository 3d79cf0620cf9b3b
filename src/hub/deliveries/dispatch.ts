/** Chooses the channels of a release by template and filter, and the lane in each. docs/design/hub.md#release; docs/design/exports-and-delivery.md#deliveries. */
import { createHash } from 'node:crypto'
import { Problem } from '../../core/problems.ts'
import { type FilteredDocument, type FilterVerdict, judgeFilter } from '../../domain/channel/channel-filter.ts'
import type { FilterExpressions } from '../../domain/channel/filter-expression.ts'
import { addresseeOf } from '../../domain/share/addressee.ts'
import { isPreset } from '../../exports/presets.ts'
import { type ChannelContent, hubContent, type ShareContent } from '../../store/hub-resources.ts'
import { type Delivery, findDelivery, laneName, putDelivery } from '../../store/operations/deliveries.ts'
import { moveDelivery } from '../../store/operations/delivery-moves.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import type { WantedForm } from '../exports/check-forms.ts'

const lanes = 8
const pageSize = 100

/** One patient's deliveries to a destination share a lane, which keeps their order. */
export const laneOf = (patientId: string): number =>
  createHash('sha256').update(patientId).digest().readUInt8(0) % lanes

/** Channels with this template; a paused one queues. */
export async function listChannels(tx: Tx, templateId: string): Promise<readonly To[]> {
  const where = [{ parameter: 'templateId', values: [templateId] }]
  const found = await listAll(tx, { space: 'hub', type: 'Channel', where, pageSize, order: 'oldest' })
  return found.map((stored) => ({ id: stored.id, channel: hubContent('Channel', stored) }))
}

type To = { readonly id: string; readonly channel: ChannelContent }

function deliveryOf(artifact: Stored, { id, channel }: To) {
  const { patientId, documentId } = hubContent('Artifact', artifact)
  const { format, preset, transport } = channel
  const lane = laneOf(patientId)
  const own = { artifactId: artifact.id, channelId: id, documentId, format, preset, transport, lane }
  return { ...own, kind: 'original' } as const
}

/** The form in which a channel takes a document, under a share if there is one. */
export function formOfChannel({ channel }: Pick<To, 'channel'>, share?: Pick<ShareContent, 'recipient'>): WantedForm {
  const { name, format, preset } = channel
  return { format, preset, recipient: addresseeOf(channel, share), channel: name }
}

export type Judged = To & { readonly verdict: FilterVerdict }

export type Judging = FilteredDocument & {
  readonly expressions: FilterExpressions
  /** Channels whose receivers have an earlier edition: a filter keeps no correction from them. D224 */
  readonly correctedIds: ReadonlySet<string>
}

/** Asks the filter of each channel. */
export const judgeChannels = (channels: readonly To[], { expressions, correctedIds, ...document }: Judging): Judged[] =>
  channels.map((to) => {
    const verdict = correctedIds.has(to.id) ? sent : judgeFilter(expressions, to.channel, document)
    return { ...to, verdict }
  })

const sent: FilterVerdict = { outcome: 'sent' }

/** Queues what the filters let through, holds what one of them cannot judge, and records what they leave out. */
export async function queueReleaseDeliveries(tx: Tx, artifact: Stored, channels: readonly Judged[]): Promise<void> {
  for (const to of channels) {
    if (to.verdict.outcome === 'left-out') recordFiltered(tx, artifact, to.id, to.verdict.by)
    else await queueOne(tx, artifact, to)
  }
}

async function queueOne(tx: Tx, artifact: Stored, to: Judged): Promise<void> {
  const queued = await putDelivery(tx, deliveryOf(artifact, to))
  if (to.verdict.outcome !== 'failed' || queued === undefined) return
  const held = await moveDelivery(tx, queued.id, 'hold', { reason: 'filter-failed' })
  tx.record('delivery.held', {
    ...{ resourceType: 'Delivery', resourceId: held.id, artifactId: artifact.id },
    ...{ fromState: queued.state, toState: held.state, reason: 'filter-failed' },
  })
}

/** `reason` is the member of the filter. */
function recordFiltered(tx: Tx, artifact: Stored, channelId: string, reason: string): void {
  const { encounterId, patientId } = hubContent('Artifact', artifact)
  const about = { artifactId: artifact.id, encounterId, patientId }
  tx.record('delivery.filtered', { resourceType: 'Channel', resourceId: channelId, ...about, reason })
}

/** A delivery that has not arrived goes out by the present preset of its channel when somebody sends it again. D140 */
export const presetAnew = ({ kind, arrivedAt, preset, format }: Delivery, channel: ChannelContent) =>
  (kind === 'original' && arrivedAt === undefined) || !isPreset(format, preset) ? { preset: channel.preset } : {}

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
  const again = await moveDelivery(tx, standing.id, 'replay', { shareId, ...presetAnew(standing, to.channel) })
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
