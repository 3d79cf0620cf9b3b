/** :amend, and the effect of an amendment's approval on the edition before. docs/design/hub.md#artifact-lifecycle, #release. */

import { z } from 'zod'
import { raiseGate, stricterGate } from '../../core/gates.ts'
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { buildSuperseded } from '../../documents/supersede.ts'
import { findShare } from '../../domain/share/shares.ts'
import { readTemplateRules } from '../../domain/template/template-rules.ts'
import { named } from '../../http/reply/answers.ts'
import { created } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type ArtifactContent, asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { listDeliveries, putDelivery } from '../../store/operations/deliveries.ts'
import { moveDelivery } from '../../store/operations/delivery-moves.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen, isReleased } from '../../store/transitions.ts'
import { factId } from '../artifacts/fact-id.ts'
import { lockArtifact, lockForRelease } from '../artifacts/lock-artifact.ts'
import { formOfChannel } from '../deliveries/dispatch.ts'
import type { WantedForm } from '../exports/check-forms.ts'
import { uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { listSupported, putWithdrawn, readReleased } from './withdraw-release.ts'

export const amendment = named('Amendment', z.strictObject({ id: uuid.optional() }).default({}), {})

/** Begins the next edition: a draft with the same note, an identity of its own, and the caller as author. */
export async function amendArtifact(
  { caller, params, body, expected }: HandlerRequest<'artifactId', z.output<typeof amendment>>,
  hub: Hub,
) {
  const id = body.id ?? newId()
  return hub.transact(caller, async (tx) => {
    const stored = await lockForRelease(tx, params.artifactId, expected)
    const content = hubContent('Artifact', stored)
    checkOpen('amend', content.state)
    if (caller.fhirUser === undefined)
      throw new Problem('role-required', { detail: 'The caller has no PractitionerRole' })
    await checkNoSuccessor(tx, content)
    const { schema } = await readTemplateRules(tx, content.templateId)
    const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', content.encounterId)))
    const gate = stricterGate(content.gate, raiseGate(schema.gate, [caller.spoke, encounter.spoke]))
    const successor = buildSuccessor(stored, { author: caller.fhirUser, spoke: caller.spoke, gate })
    const draft = await moveArtifact(tx, hubAddress('Artifact', id), 'amend', asJson(successor))
    await moveArtifact(tx, stored, 'amend', asJson({ successor: { artifactId: id, documentId: successor.documentId } }))
    return created(representation(draft), `/v1/artifacts/${id}`)
  })
}

/** A rejected amendment is no longer under way. */
async function checkNoSuccessor(tx: Tx, { successor }: ArtifactContent): Promise<void> {
  if (successor === undefined) return
  const { state } = hubContent('Artifact', await lockArtifact(tx, successor.artifactId))
  if (state !== 'rejected') throw new Problem('business-rule', { detail: 'An amendment of the artifact is under way' })
}

type Draft = Pick<ArtifactContent, 'spoke' | 'gate'> & { readonly author: string }

function buildSuccessor(stored: Stored, draft: Draft): Omit<ArtifactContent, 'state'> {
  const content = hubContent('Artifact', stored)
  const { encounterId, patientId, templateId, templateVersionId, artifactType, title, note } = content
  return {
    encounterId,
    patientId,
    templateId,
    templateVersionId,
    artifactType,
    title,
    ...draft,
    documentId: newId(),
    note,
    transcriptIds: content.transcriptIds,
    drafter: 'clinician',
    contentHash: content.contentHash,
    replaces: [{ artifactId: stored.id, documentId: content.documentId }, ...(content.replaces ?? [])],
  }
}

/** The artifact that it amends must still be released, and have no other amendment. */
export async function checkSuccession(tx: Tx, artifactId: string, { replaces = [] }: ArtifactContent): Promise<void> {
  const [before] = replaces
  if (before === undefined) return
  const { state, successor } = hubContent('Artifact', await tx.read(hubAddress('Artifact', before.artifactId)))
  if (!isReleased(state) || successor?.artifactId !== artifactId) {
    throw new Problem('business-rule', { detail: 'What it amends is recalled, or amended otherwise' })
  }
}

type Approved = {
  readonly artifactId: string
  readonly content: ArtifactContent
  /** `PractitionerRole/<id>`. */
  readonly approver: string
  readonly released: readonly string[]
}

/** In the amendment's transaction: the edition before becomes history, and its receivers get the new one. */
export async function supersedeReplaced(tx: Tx, approved: Approved): Promise<void> {
  const [before] = approved.content.replaces ?? []
  if (before === undefined) return
  const stored = await lockArtifact(tx, before.artifactId)
  await writeSuperseded(tx, stored, approved)
  await moveArtifact(tx, stored, 'supersede', { supersededAt: tx.at })
  for (const { artifactId } of approved.content.replaces ?? []) await deliverInstead(tx, artifactId, approved)
}

async function writeSuperseded(tx: Tx, stored: Stored, { artifactId, content, approver, released }: Approved) {
  const others = await listSupported(tx, content.encounterId, [stored.id, artifactId])
  const changed = buildSuperseded({
    artifactId: stored.id,
    released: await readReleased(tx, hubContent('Artifact', stored)),
    supportedElsewhere: new Set([...released, ...others]),
    replacedBy: content.documentId,
    at: tx.at,
    by: approver,
    ids: (fact) => factId(content.encounterId, fact),
  })
  await putWithdrawn(tx, changed)
}

const maxDeliveries = 1000

/** The forms in which the receivers of the editions before get this one, each with its channel. */
export async function listEarlierForms(
  tx: Tx,
  { replaces = [] }: ArtifactContent,
): Promise<readonly { readonly channelId: string; readonly form: WantedForm }[]> {
  const forms = []
  for (const { artifactId } of replaces)
    for (const { kind, attempts, channelId, preset, shareId } of await listDeliveries(tx, {
      artifactId,
      limit: maxDeliveries,
    })) {
      const stored = kind === 'original' && attempts > 0 ? await tx.find(hubAddress('Channel', channelId)) : undefined
      if (stored === undefined) continue
      const share = shareId === undefined ? undefined : await findShare(tx, shareId)
      const form = { ...formOfChannel({ channel: hubContent('Channel', stored) }, share), preset }
      forms.push({ channelId, form })
    }
  return forms
}

/** Every destination with an attempt, even of unknown outcome, gets the amendment. A document that never left does not leave any more. */
async function deliverInstead(tx: Tx, replacedId: string, { artifactId, content }: Approved): Promise<void> {
  const deliveries = await listDeliveries(tx, { artifactId: replacedId, limit: maxDeliveries })
  for (const delivery of deliveries.filter(({ kind }) => kind === 'original')) {
    if (delivery.attempts > 0) {
      const { channelId, format, preset, lane, shareId } = delivery
      const instead = { artifactId, channelId, documentId: content.documentId, format, preset, lane } as const
      // Goes out under the same share, if the share still holds.
      await putDelivery(tx, { ...instead, kind: 'original', ...(shareId === undefined ? {} : { shareId }) })
    }
    if (delivery.state === 'queued' || delivery.state === 'held')
      await moveDelivery(tx, delivery.id, 'cancel', { reason: 'superseded' })
  }
}
