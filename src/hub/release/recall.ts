/** :recall marks the release entered in error, and tells every receiver. docs/design/hub.md#release. */

import { z } from 'zod'
import { Problem } from '../../core/problems.ts'
import { buildRecall } from '../../documents/recall.ts'
import { listShares, revokeShares } from '../../domain/share/shares.ts'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { unmapped } from '../../store/channels/mapping-choices.ts'
import { type ArtifactContent, asJson, hubAddress, hubContent, recipientClasses } from '../../store/hub-resources.ts'
import { listArtifactExports } from '../../store/operations/artifact-exports.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { type Delivery, listDeliveries, putDelivery } from '../../store/operations/deliveries.ts'
import { moveDelivery } from '../../store/operations/delivery-moves.ts'
import { nobody } from '../../store/operations/recipients.ts'
import { findShareLinks } from '../../store/operations/share-links.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen, recallReasons } from '../../store/transitions.ts'
import { factId } from '../artifacts/fact-id.ts'
import { lockArtifact, lockForRelease } from '../artifacts/lock-artifact.ts'
import type { Hub } from '../hub.ts'
import { listSupported, putWithdrawn, readReleased } from './withdraw-release.ts'

const reasonCode = z.enum(recallReasons)

export const recallRequest = named('RecallRequest', z.strictObject({ reasonCode }), { reasonCode: 'clinical_error' })

const exampleTold = {
  channelId: '0198f2a0-0000-7000-8000-0000000000c1',
  channel: 'Harbour Hospital',
  format: 'hl7v2',
  delivery: '0198f2a0-0000-7000-8000-0000000000d1',
  recall: 'accepted',
}

const told = named(
  'Told',
  z.strictObject({
    channelId: identifier,
    channel: z.string(),
    format: z.string(),
    delivery: identifier,
    recall: z.string(),
    fileName: z.string().optional(),
  }),
  exampleTold,
)

const recalledShare = z.strictObject({
  shareId: identifier,
  kind: z.enum(['channel', 'link']),
  status: z.enum(['active', 'revoked']),
  class: z.enum(recipientClasses),
  deliveryId: identifier.optional(),
  redemptions: z.int().optional(),
  redeemedAt: timestamp.optional(),
})

const recalledExport = z.strictObject({ exportId: identifier, format: z.string(), createdAt: timestamp })

export const recallAnswer = named(
  'Recall',
  z.strictObject({
    artifactId: identifier,
    reasonCode,
    recalledAt: timestamp,
    acknowledged: z.array(told),
    waiting: z.array(told),
    byHand: z.array(told),
    /** Shares by clinicians; people who opened a link must be told by hand. */
    shares: z.array(recalledShare),
    /** Exports: the Hub does not know who took them, so they must be told by hand. */
    exports: z.array(recalledExport),
  }),
  {
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    reasonCode: 'clinical_error',
    recalledAt: '2026-03-16T00:05:00.000Z',
    acknowledged: [exampleTold],
    waiting: [],
    byHand: [],
    shares: [
      {
        shareId: '0198f2a0-0000-7000-8000-0000000000b1',
        kind: 'link',
        status: 'revoked',
        class: 'patient',
        redemptions: 1,
      },
    ],
    exports: [
      { exportId: '0198f2a0-0000-7000-8000-0000000000c7', format: 'pdf', createdAt: '2026-03-15T01:00:00.000Z' },
    ],
  },
)

type Reason = z.output<typeof recallRequest>['reasonCode']

const maxDeliveries = 1000
const maxExports = 1000

export async function recallArtifact(
  { caller, params, body, expected }: HandlerRequest<'artifactId', z.output<typeof recallRequest>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await lockForRelease(tx, params.artifactId, expected)
    const content = hubContent('Artifact', stored)
    checkOpen('recall', content.state)
    if (caller.fhirUser === undefined)
      throw new Problem('role-required', { detail: 'The caller has no PractitionerRole' })
    await markEnteredInError(tx, { stored, content, recalledBy: caller.fhirUser, reasonCode: body.reasonCode })
    const recall = { by: caller.subject, reasonCode: body.reasonCode, at: tx.at }
    const moved = await moveArtifact(tx, stored, 'recall', asJson({ recall }), { reason: body.reasonCode })
    await rejectSuccessor(tx, content, body.reasonCode)
    for (const artifactId of listEditions(stored)) {
      await revokeShares(tx, artifactId)
      await tellReceivers(tx, artifactId)
    }
    return ok(representation(moved))
  })
}

type Recall = {
  readonly stored: Stored
  readonly content: ArtifactContent
  readonly recalledBy: string
  readonly reasonCode: Reason
}

async function markEnteredInError(tx: Tx, { stored, content, recalledBy, reasonCode }: Recall): Promise<void> {
  const changed = buildRecall({
    artifactId: stored.id,
    released: await readReleased(tx, content),
    supportedElsewhere: await listSupported(tx, content.encounterId, [stored.id]),
    recalledAt: tx.at,
    recalledBy,
    reasonCode,
    ids: (fact) => factId(content.encounterId, fact),
  })
  await putWithdrawn(tx, changed)
}

/** An amendment of a recalled document states the same, so it is not released either. D51 */
async function rejectSuccessor(tx: Tx, { successor }: ArtifactContent, reason: Reason): Promise<void> {
  if (successor === undefined) return
  const stored = await lockArtifact(tx, successor.artifactId)
  if (hubContent('Artifact', stored).state !== 'in_review') return
  const reasonCode = reason === 'wrong_patient' ? reason : 'other'
  const rejection = { by: tx.caller.subject, reasonCode, at: tx.at }
  await moveArtifact(tx, stored, 'reject', asJson({ rejection }), { reason: reasonCode })
}

/** A receiver of an earlier edition has the statements that the recall takes back. */
const listEditions = (stored: Stored): readonly string[] => [
  stored.id,
  ...(hubContent('Artifact', stored).replaces ?? []).map(({ artifactId }) => artifactId),
]

/** Cancels the deliveries without an attempt. For every destination with an attempt, even one of unknown outcome, queues a recall to the recipient and with the mapping tables of its last attempt. */
async function tellReceivers(tx: Tx, editionId: string): Promise<void> {
  const deliveries = await listDeliveries(tx, { artifactId: editionId, limit: maxDeliveries })
  for (const delivery of deliveries.filter((item) => item.kind === 'original')) {
    if (delivery.attempts > 0) {
      const {
        artifactId,
        channelId,
        documentId,
        format,
        preset,
        lane,
        recipient = nobody,
        mapping = unmapped,
      } = delivery
      const form = { format, preset, recipient, mapping }
      await putDelivery(tx, { artifactId, channelId, documentId, lane, ...form, kind: 'recall' })
    }
    if (delivery.state === 'queued' || delivery.state === 'held')
      await moveDelivery(tx, delivery.id, 'cancel', { reason: 'recalled' })
  }
}

type Told = z.output<typeof told>

const acknowledged: ReadonlySet<string> = new Set(['accepted', 'committed', 'sent'])

/** Lists the destinations that know of the recall, those that have acknowledged it, and those that a person must inform. */
export async function readRecall({ caller, params }: HandlerRequest<'artifactId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Artifact', params.artifactId))
    const content = hubContent('Artifact', stored)
    if (content.recall === undefined) throw new Problem('not-found')
    const all: Told[] = []
    for (const artifactId of listEditions(stored)) {
      const deliveries = await listDeliveries(tx, { artifactId, limit: maxDeliveries })
      for (const delivery of deliveries.filter((item) => item.kind === 'original' && item.attempts > 0)) {
        all.push(await describe(tx, delivery, deliveries))
      }
    }
    tx.record('artifact.read', { resourceType: 'Artifact', resourceId: stored.id, artifactId: stored.id })
    return ok({
      artifactId: stored.id,
      reasonCode: content.recall.reasonCode,
      recalledAt: content.recall.at,
      acknowledged: all.filter((item) => acknowledged.has(item.recall)),
      waiting: all.filter((item) => item.recall === 'queued' || item.recall === 'sending'),
      byHand: all.filter(
        (item) => !acknowledged.has(item.recall) && item.recall !== 'queued' && item.recall !== 'sending',
      ),
      shares: await describeShares(tx, stored.id),
      exports: await describeExports(tx, stored),
    })
  })
}

async function describe(tx: Tx, original: Delivery, all: readonly Delivery[]): Promise<Told> {
  const recall = all.find((item) => item.kind === 'recall' && item.channelId === original.channelId)
  const channel = await tx.find(hubAddress('Channel', original.channelId))
  return {
    channelId: original.channelId,
    channel: channel === undefined ? '' : hubContent('Channel', channel).name,
    format: original.format,
    delivery: original.id,
    recall: recall?.state ?? 'none',
    ...(original.fileName === undefined ? {} : { fileName: original.fileName }),
  }
}

/** Describes exports of every edition, because an earlier one has the same statements. */
async function describeExports(tx: Tx, stored: Stored): Promise<z.output<typeof recalledExport>[]> {
  const exports = []
  for (const artifactId of listEditions(stored))
    exports.push(...(await listArtifactExports(tx, { artifactId, limit: maxExports, before: undefined })))
  const built = exports.filter(({ state }) => state === 'built')
  return built.map(({ id, format, createdAt }) => ({ exportId: id, format, createdAt }))
}

async function describeShares(tx: Tx, artifactId: string): Promise<z.output<typeof recalledShare>[]> {
  const shares = await listShares(tx, artifactId)
  const links = await findShareLinks(
    tx,
    shares.map(({ id }) => id),
  )
  return shares.map((stored) => {
    const { kind, status, recipient, deliveryId } = hubContent('Share', stored)
    const link = links.get(stored.id)
    return {
      shareId: stored.id,
      kind,
      status,
      class: recipient.class,
      ...(deliveryId === undefined ? {} : { deliveryId }),
      ...(link === undefined ? {} : { redemptions: link.redemptions }),
      ...(link?.redeemedAt === undefined ? {} : { redeemedAt: link.redeemedAt }),
    }
  })
}
