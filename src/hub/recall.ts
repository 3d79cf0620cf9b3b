/** :recall: what was released is marked entered in error, and everyone who was told is told again. hub-contract "Release". */
import { z } from 'zod'
import { buildRecall } from '../documents/recall.ts'
import type { ReleasedResource } from '../documents/release-input.ts'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { readResource, representation, type Stored } from '../store/content.ts'
import { type Delivery, listDeliveries, moveDelivery, putDelivery } from '../store/deliveries.ts'
import { type ArtifactContent, asJson, fhirPlace, hubContent, hubPlace } from '../store/hub-resources.ts'
import type { Tx } from '../store/transaction.ts'
import { checkOpen } from '../store/transitions.ts'
import type { Hub } from './hub.ts'
import { factId, lockReleases } from './release.ts'

export const recallRequest = z.strictObject({
  reasonCode: z.enum(['wrong_patient', 'clinical_error', 'patient_request', 'duplicate', 'other']),
})

type Reason = z.output<typeof recallRequest>['reasonCode']

const maxDeliveries = 1000

export async function recallArtifact(
  { caller, params, body, ifMatch }: HandlerRequest<'artifactId', z.output<typeof recallRequest>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Artifact', params.artifactId), 'update')
    if (ifMatch !== undefined && ifMatch !== stored.version) throw new Problem('precondition-failed')
    const content = hubContent('Artifact', stored)
    checkOpen('recall', content.state)
    if (caller.fhirUser === undefined)
      throw new Problem('role-required', { detail: 'The caller has no PractitionerRole' })
    await lockReleases(tx, content)
    await markEnteredInError(tx, { stored, content, recalledBy: caller.fhirUser, reasonCode: body.reasonCode })
    const recall = { by: caller.subject, reasonCode: body.reasonCode, at: tx.at }
    const moved = await tx.move(stored, 'recall', asJson({ recall }), {
      reason: body.reasonCode,
      patientId: content.patientId,
    })
    await tellReceivers(tx, stored)
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
  const released: ReleasedResource[] = []
  for (const reference of content.released ?? []) {
    const [type = '', id = ''] = reference.split('/')
    released.push(readResource(await tx.read(fhirPlace(type, id), 'update')) as unknown as ReleasedResource)
  }
  const changed = buildRecall({
    artifactId: stored.id,
    released,
    supportedElsewhere: await listSupportedElsewhere(tx, stored),
    recalledAt: tx.at,
    recalledBy,
    reasonCode,
    ids: (fact) => factId(content.encounterId, fact),
  })
  for (const resource of changed) {
    const place = fhirPlace(resource.resourceType, resource.id ?? '')
    await tx.put({ ...place, content: asJson(resource), owner: 'hub', dangling: true })
  }
}

const maxArtifacts = 500

/** What another released artifact of the encounter states too stays as it is. */
async function listSupportedElsewhere(tx: Tx, recalled: Stored): Promise<ReadonlySet<string>> {
  const { encounterId } = hubContent('Artifact', recalled)
  const where = [
    { parameter: 'encounterId', values: [encounterId] },
    { parameter: 'state', values: ['approved', 'exported', 'shared'] },
  ]
  const page = await tx.search({ space: 'hub', type: 'Artifact', where, limit: maxArtifacts })
  const others = page.items.filter((stored) => stored.id !== recalled.id)
  return new Set(others.flatMap((stored) => hubContent('Artifact', stored).released ?? []))
}

/** Cancels what was never tried; queues a recall for every destination with an attempt, also of unknown outcome. */
async function tellReceivers(tx: Tx, artifact: Stored): Promise<void> {
  const deliveries = await listDeliveries(tx, { artifactId: artifact.id, limit: maxDeliveries })
  for (const delivery of deliveries.filter((item) => item.kind === 'original')) {
    if (delivery.attempts > 0) {
      const { artifactId, channelId, documentId, format, preset, lane } = delivery
      await putDelivery(tx, { artifactId, channelId, documentId, format, preset, lane, kind: 'recall' })
    }
    if (delivery.state === 'queued' || delivery.state === 'held')
      await moveDelivery(tx, delivery.id, 'cancel', { reason: 'recalled' })
  }
}

type Told = {
  readonly channelId: string
  readonly channel: string
  readonly format: string
  readonly delivery: string
  readonly recall: string
  readonly fileName?: string
}

const acknowledged: ReadonlySet<string> = new Set(['accepted', 'committed', 'sent'])

/** Who was told, who has acknowledged, and who must be told by hand. */
export async function readRecall({ caller, params }: HandlerRequest<'artifactId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Artifact', params.artifactId))
    const content = hubContent('Artifact', stored)
    if (content.recall === undefined) throw new Problem('not-found')
    const deliveries = await listDeliveries(tx, { artifactId: stored.id, limit: maxDeliveries })
    const told: Told[] = []
    for (const delivery of deliveries.filter((item) => item.kind === 'original' && item.attempts > 0)) {
      told.push(await describe(tx, delivery, deliveries))
    }
    tx.record('artifact.read', { resourceType: 'Artifact', resourceId: stored.id, artifactId: stored.id })
    return ok({
      artifactId: stored.id,
      reasonCode: content.recall.reasonCode,
      recalledAt: content.recall.at,
      acknowledged: told.filter((item) => acknowledged.has(item.recall)),
      waiting: told.filter((item) => item.recall === 'queued' || item.recall === 'sending'),
      byHand: told.filter(
        (item) => !acknowledged.has(item.recall) && item.recall !== 'queued' && item.recall !== 'sending',
      ),
    })
  })
}

async function describe(tx: Tx, original: Delivery, all: readonly Delivery[]): Promise<Told> {
  const recall = all.find((item) => item.kind === 'recall' && item.channelId === original.channelId)
  const channel = await tx.find(hubPlace('Channel', original.channelId))
  return {
    channelId: original.channelId,
    channel: channel === undefined ? '' : hubContent('Channel', channel).name,
    format: original.format,
    delivery: original.id,
    recall: recall?.state ?? 'none',
    ...(original.fileName === undefined ? {} : { fileName: original.fileName }),
  }
}
