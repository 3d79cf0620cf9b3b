/** Reasons that keep a delivery from going out now. docs/design/exports-and-delivery.md#deliveries; docs/design/hub.md#release. */
import type { Feature } from '../../src/core/features.ts'
import { listArtifactSpokes } from '../../src/domain/artifact/artifact-spokes.ts'
import { disclosureBy, isAddressedTo, isDisclosureConsented } from '../../src/domain/consent/consent-check.ts'
import { findShareEnd } from '../../src/domain/share/shares.ts'
import type { EventKind } from '../../src/store/events.ts'
import type { ArtifactContent, ChannelContent, ShareContent } from '../../src/store/hub-resources.ts'
import { type Delivery, findDelivery } from '../../src/store/operations/deliveries.ts'
import { isKilledForAny, isOffForAny } from '../../src/store/platforms.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { type DeliveryOperation, isReleased } from '../../src/store/transitions.ts'

const pausedMs = 5_000
const offMs = 2_000

export type Hindrance = {
  readonly operation: DeliveryOperation
  readonly reason: string
  readonly event?: EventKind
  readonly delayMs?: number
}

const channelFeatures: readonly Feature[] = ['dispatch']
const nationalFeatures: readonly Feature[] = ['dispatch', 'national_record']

export type DispatchedArtifact = { readonly id: string; readonly content: ArtifactContent }

export type Surroundings = {
  readonly artifact: DispatchedArtifact
  readonly channel: ChannelContent | undefined
  readonly share: ShareContent | undefined
  /** A merge of the patient’s record waits for a person. */
  readonly isMerging: boolean
}

/** Asked under the lock of the artifact, before each attempt. */
export async function findHindrance(
  tx: Tx,
  delivery: Delivery,
  { artifact, channel, share, isMerging }: Surroundings,
): Promise<Hindrance | undefined> {
  if (channel === undefined) return { operation: 'hold', reason: 'channel_missing', event: 'delivery.held' }
  const disclosure = disclosureBy(channel, share)
  const features = disclosure.recipient.class === 'national_record' ? nationalFeatures : channelFeatures
  // A recall goes out even if the feature is no longer offered; a stopped feature sends nothing.
  const isStopped = delivery.kind === 'recall' ? isKilledForAny : isOffForAny
  const own = await listArtifactSpokes(tx, features, artifact.content)
  const spokes = [...own, ...(share === undefined ? [] : [share.spoke])]
  if (features.some((feature) => isStopped(tx.tenant, { feature, spokes })))
    return { operation: 'postpone', reason: 'feature_disabled', delayMs: offMs }
  if (delivery.kind === 'recall') return findNeverSent(tx, delivery)
  if (!isReleased(artifact.content.state)) {
    return { operation: 'withdraw', reason: artifact.content.state, event: 'delivery.cancelled' }
  }
  if (isMerging) return { operation: 'hold', reason: 'patient_merge', event: 'delivery.held' }
  if (channel.status === 'paused') return { operation: 'postpone', reason: 'channel_paused', delayMs: pausedMs }
  const end = share === undefined ? undefined : findShareEnd(share, tx.at)
  if (end === 'revoked') return { operation: 'withdraw', reason: 'share_revoked', event: 'delivery.cancelled' }
  if (end === 'expired') return { operation: 'expire', reason: 'share_expired', event: 'delivery.expired' }
  if (share !== undefined && !isAddressedTo(channel, share))
    return { operation: 'hold', reason: 'recipient_changed', event: 'delivery.held' }
  const of = { ...artifact.content, artifactId: artifact.id }
  if (!(await isDisclosureConsented(tx, of, disclosure)))
    return { operation: 'hold', reason: 'consent_required', event: 'delivery.held' }
  return undefined
}

/** D207: the document was claimed when the recall came, and went back unsent: nobody has to be told. */
async function findNeverSent(tx: Tx, recall: Delivery): Promise<Hindrance | undefined> {
  const original = await findDelivery(tx, recall)
  if (original === undefined || original.attempts > 0) return undefined
  return { operation: 'withdraw', reason: 'never_sent', event: 'delivery.cancelled' }
}
