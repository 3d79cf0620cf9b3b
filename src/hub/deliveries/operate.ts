/** Replays, releases or cancels one delivery for a person, with all checks. docs/design/hub.md#release. */
import type { Feature } from '../../core/features.ts'
import { Problem } from '../../core/problems.ts'
import { checkArtifactSwitches } from '../../domain/artifact/artifact-spokes.ts'
import { disclosureBy, isAddressedTo, isDisclosureConsented } from '../../domain/consent/consent-check.ts'
import { findShare, findShareEnd } from '../../domain/share/shares.ts'
import { type ChannelContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { type Delivery, laneName, readDelivery } from '../../store/operations/deliveries.ts'
import { moveDelivery } from '../../store/operations/delivery-moves.ts'
import type { Tx } from '../../store/transaction.ts'
import { isReleased } from '../../store/transitions.ts'
import { checkMapped } from '../channels/check-mappings.ts'
import { checkFilter, type Filtering, isKnownThere } from './check-filter.ts'
import { presetAnew } from './dispatch.ts'

type Replay = { readonly delivery: Delivery; readonly feature: Feature | undefined }

/** A recall may always be sent again; a document only while it is released. Answers the channel, if it is still there. */
async function checkReplay(
  tx: Tx,
  filtering: Filtering,
  { delivery, feature }: Replay,
): Promise<ChannelContent | undefined> {
  const artifact = hubContent('Artifact', await tx.read(hubAddress('Artifact', delivery.artifactId), 'share'))
  const share = delivery.shareId === undefined ? undefined : await findShare(tx, delivery.shareId)
  await checkArtifactSwitches(tx, feature, { artifact, spokes: share === undefined ? [] : [share.spoke] })
  if (delivery.kind === 'original' && !isReleased(artifact.state)) {
    throw new Problem('invalid-transition', {
      detail: `The operation replay is not open from the state ${artifact.state} of the artifact`,
    })
  }
  const channel = await tx.find(hubAddress('Channel', delivery.channelId))
  if (channel === undefined) return undefined
  const to = hubContent('Channel', channel)
  if (delivery.kind === 'recall') return to
  const end = share === undefined ? undefined : findShareEnd(share, tx.at)
  if (end !== undefined) throw new Problem('business-rule', { detail: `The share of this delivery is ${end}` })
  if (share !== undefined && !isAddressedTo(to, share))
    throw new Problem('business-rule', {
      detail: 'The channel goes to another recipient than the share of this delivery',
    })
  const disclosure = disclosureBy(to, share)
  if (!(await isDisclosureConsented(tx, { ...artifact, artifactId: delivery.artifactId }, disclosure))) {
    throw new Problem('business-rule', { detail: 'No active consent covers this delivery' })
  }
  if (!(await isKnownThere(tx, delivery, artifact)))
    await checkFilter(tx, filtering, { channel: to, content: artifact })
  if (delivery.arrivedAt === undefined) await checkMapped(tx, to, artifact)
  return to
}

const hasArrived: ReadonlySet<string> = new Set(['sent', 'committed', 'accepted'])

export type Replaying = {
  readonly id: string
  /** Must be on for the spokes of the delivery. */
  readonly feature: Feature | undefined
  /** Also if it has arrived. */
  readonly force?: boolean
  /** For the audit. */
  readonly reason?: string | undefined
}

export async function replayOne(tx: Tx, filtering: Filtering, replaying: Replaying): Promise<Delivery> {
  const { id, feature, force = false, reason } = replaying
  const delivery = await readDelivery(tx, id)
  const channel = await checkReplay(tx, filtering, { delivery, feature })
  const isRepeated = force && hasArrived.has(delivery.state)
  const change = channel === undefined ? {} : presetAnew(delivery, channel)
  const replayed = await moveDelivery(tx, delivery.id, isRepeated ? 'repeat' : 'replay', change)
  tx.record('delivery.replayed', { ...auditOf(delivery, replayed), ...(reason === undefined ? {} : { reason }) })
  tx.enqueue('delivery.queued', laneName(replayed))
  return replayed
}

/** Throws `invalid-transition` if it is not held. */
export async function releaseOne(tx: Tx, filtering: Filtering, releasing: Replaying): Promise<Delivery> {
  const { state } = await readDelivery(tx, releasing.id)
  if (state !== 'held')
    throw new Problem('invalid-transition', { detail: `The operation release is not open from the state ${state}` })
  return replayOne(tx, filtering, releasing)
}

export async function cancelOne(tx: Tx, id: string): Promise<Delivery> {
  const delivery = await readDelivery(tx, id)
  const cancelled = await moveDelivery(tx, delivery.id, 'cancel', { reason: 'cancelled' })
  tx.record('delivery.cancelled', auditOf(delivery, cancelled))
  return cancelled
}

const auditOf = (before: Delivery, after: Delivery) => ({
  resourceType: 'Delivery',
  resourceId: after.id,
  artifactId: after.artifactId,
  fromState: before.state,
  toState: after.state,
})

/** Does an operation on many to one of them, as the operation on one does. */
export const operateOnOne =
  (filtering: Filtering) =>
  (tx: Tx, operation: 'replay' | 'cancel' | 'release', id: string): Promise<Delivery> => {
    if (operation === 'cancel') return cancelOne(tx, id)
    const replaying = { id, feature: 'dispatch', reason: 'many' } as const
    return operation === 'release' ? releaseOne(tx, filtering, replaying) : replayOne(tx, filtering, replaying)
  }
