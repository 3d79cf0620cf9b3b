/** Claims the next delivery of a lane: its conditions are checked under lock, and its form is at hand. docs/design/exports-and-delivery.md#deliveries. */

import { findEndpoint } from '../../src/channels/mllp.ts'
import { addresseeOf } from '../../src/domain/share/addressee.ts'
import { findShare } from '../../src/domain/share/shares.ts'
import { buildControlId } from '../../src/exports/hl7v2/control-id.ts'
import { isPreset } from '../../src/exports/presets.ts'
import type { DocumentRecipient } from '../../src/fhir/document-recipient.ts'
import { type ChannelContent, hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import { putAttempt } from '../../src/store/operations/attempts.ts'
import { type Delivery, findNextDelivery, moveDelivery } from '../../src/store/operations/deliveries.ts'
import { putRecipient } from '../../src/store/operations/recipients.ts'
import { findRendering, type Rendering, type RenderingKey } from '../../src/store/operations/renderings.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { readReleasedArtifact } from '../document.ts'
import type { RenderRefusal } from '../render-refusal.ts'
import { findHindrance, type Hindrance } from './hindrance.ts'
import { type About, auditOf } from './outcome.ts'

export type Lane = { readonly tenant: string; readonly channelId: string; readonly lane: number }

export type Claim = {
  readonly delivery: Delivery
  readonly rendering: Rendering
  readonly channel: ChannelContent
  readonly controlId: string
  readonly timeZone: string
  readonly about: About
}

export type Due = Pick<Delivery, 'id' | 'artifactId' | 'requestId' | 'trace'> & { readonly spoke: string }

/** The next delivery, and the spoke of its artifact, to which its events are counted. */
export async function findDue(tx: Tx, lane: Lane): Promise<Due | undefined> {
  const seen = await findNextDelivery(tx, lane)
  if (seen === undefined || !seen.due) return undefined
  const { content } = await readReleasedArtifact(tx, seen.artifactId)
  return { ...seen, spoke: content.spoke }
}

export type Unrendered = { readonly unrendered: RenderingKey }

/**
 * Checks the conditions of a dispatch under lock, and claims the delivery. `passed`: it was withdrawn, held or postponed. A delivery whose
 * form is not kept is claimed after that has been made, so that a document which cannot take its form counts no attempt. D140
 */
export async function claimNext(tx: Tx, lane: Lane, seen: Due): Promise<Claim | Unrendered | 'passed' | undefined> {
  // Locks the artifact first, as a recall does; after that another delivery may be next.
  const artifact = await readReleasedArtifact(tx, seen.artifactId, 'share')
  const next = await findNextDelivery(tx, lane, 'update')
  if (next?.id !== seen.id) return 'passed'
  const stored = await tx.find(hubAddress('Channel', lane.channelId))
  const channel = stored === undefined ? undefined : hubContent('Channel', stored)
  const share = next.shareId === undefined ? undefined : await findShare(tx, next.shareId)
  const hindrance = await findHindrance(tx, next, { artifact, channel, share })
  if (hindrance !== undefined) return pass(tx, next, hindrance)
  if (channel === undefined) return undefined
  const { artifactId, kind, format, preset } = next
  if (!isPreset(format, preset))
    return pass(tx, next, { operation: 'hold', reason: 'bad-preset', event: 'delivery.held' })
  const recipient = await chooseRecipient(tx, next, addresseeOf(channel, share))
  const key = { artifactId, kind, format, preset, recipient }
  const rendering = await findRendering(tx, key)
  if (rendering === undefined) return { unrendered: key }
  // D4: new for each transmission. In a folder a retry must find the file that it wrote.
  const controlId = buildControlId(channel.transport === 'mllp' ? `${next.id}/${next.attempts + 1}` : next.id)
  const delivery = await moveDelivery(tx, next.id, 'claim', { controlId, recipient })
  await putAttempt(tx, delivery, { controlId, endpoint: findEndpoint(channel.destination) })
  const { encounterId, artifactType, spoke: artifactSpoke } = artifact.content
  const about = { encounterId, artifactType, artifactSpoke }
  return { delivery, rendering, channel, controlId, timeZone: tx.tenant.timeZone, about }
}

async function pass(tx: Tx, { id }: Delivery, hindrance: Hindrance): Promise<'passed'> {
  const moved = await moveDelivery(tx, id, hindrance.operation, hindrance)
  if (hindrance.event !== undefined) tx.record(hindrance.event, auditOf(moved, hindrance.reason))
  return 'passed'
}

/** A repetition goes to whom the attempt before went to, and a recall to those who have the document. D139 */
async function chooseRecipient(tx: Tx, delivery: Delivery, addressee: DocumentRecipient): Promise<string> {
  const { kind, tries, arrivedAt, recipient } = delivery
  if (recipient !== undefined && (kind === 'recall' || tries > 0 || arrivedAt !== undefined)) return recipient
  return putRecipient(tx, addressee)
}

/** Unless another is next by now: a recall, or the same after a repair. */
export async function holdNext(tx: Tx, lane: Lane, { id, artifactId }: Due, reason: RenderRefusal): Promise<void> {
  await readReleasedArtifact(tx, artifactId, 'share')
  const next = await findNextDelivery(tx, lane, 'update')
  if (next?.id === id) await pass(tx, next, { operation: 'hold', reason, event: 'delivery.held' })
}
