/** :approve and :reject. One transaction releases: state, audit, FHIR resources, one delivery for each channel that applies. R3.1, R3.3. */

import type { Bundle } from '@medplum/fhirtypes'
import { z } from 'zod'
import { raiseGate } from '../../core/gates.ts'
import { Problem } from '../../core/problems.ts'
import { checkArtifactSwitches } from '../../domain/artifact/artifact-spokes.ts'
import { evidenceHash } from '../../domain/artifact/note-hash.ts'
import { checkUpToDate } from '../../domain/artifact/outdated-draft.ts'
import { readSpokenTranscripts, transcriptPlaces } from '../../domain/artifact/segments.ts'
import { readOpenEncounter } from '../../domain/encounter/open-encounter.ts'
import { readTemplateRules, templateRulePlaces } from '../../domain/template/template-rules.ts'
import { named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  type ArtifactContent,
  asJson,
  type FirstApproval,
  hubAddress,
  hubContent,
  wholeAddress,
} from '../../store/hub-resources.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { putDocumentRendering } from '../../store/operations/document-renderings.ts'
import { checkClaim, dropClaim } from '../../store/operations/reviews.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen, rejectReasons } from '../../store/transitions.ts'
import { lockArtifact, lockForRelease } from '../artifacts/lock-artifact.ts'
import { isByRules } from '../artifacts/policy-findings.ts'
import { formOfChannel, judgeChannels, listChannels, queueReleaseDeliveries } from '../deliveries/dispatch.ts'
import { checkForms } from '../exports/check-forms.ts'
import type { Hub } from '../hub.ts'
import { checkSuccession, listEarlierForms, supersedeReplaced } from './amend.ts'
import { checkGate, type First } from './gate-policy.ts'
import { buildArtifactRelease, listReleasePlaces, readReferenced } from './read-release-input.ts'
import { putRelease } from './write-release.ts'

export async function approveArtifact({ params, caller, expected, feature }: HandlerRequest<'artifactId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await lockForRelease(tx, params.artifactId, expected)
    const content = hubContent('Artifact', stored)
    await checkArtifactSwitches(tx, feature, { artifact: content })
    const approver = await checkApproval(tx, stored.id, content)
    const asked = { stored, content, approver }
    const step = await checkGate(tx, content, { ...caller, fhirUser: approver })
    return ok(representation(await ('practitioner' in step ? approveFirst(tx, asked, step) : release(tx, hub, asked))))
  })
}

/** The first of two approvals: recorded, and void when content or evidence change. */
async function approveFirst(tx: Tx, { stored, content, approver }: Release, { practitioner }: First): Promise<Stored> {
  await readReferenced(tx, approver)
  const { contentHash, verification } = content
  const of = { contentHash, evidenceHash: verification?.evidenceHash ?? '' }
  const { subject: by, issuer } = tx.caller
  const firstApproval: FirstApproval = { by, issuer, practitionerRole: approver, practitioner, at: tx.at, ...of }
  const moved = await moveArtifact(tx, stored, 'approve-first', asJson({ firstApproval }))
  dropClaim(tx, stored.id)
  return moved
}

async function release(tx: Tx, hub: Hub, { stored, content, approver }: Release): Promise<Stored> {
  const { released, document } = await writeRelease(tx, hub, { stored, content, approver })
  const instead = await listEarlierForms(tx, content)
  const correctedIds = new Set(instead.map(({ channelId }) => channelId))
  const judging = { content, bundle: document, expressions: hub.filterExpressions, correctedIds }
  const channels = judgeChannels(await listChannels(tx, content.templateId), judging)
  const open = channels.filter(({ verdict }) => verdict.outcome === 'sent')
  // The PDF is the document's own.
  const own = { format: 'pdf', preset: 'default' } as const
  const wanted = [own, ...open.map((to) => formOfChannel(to)), ...instead.map(({ form }) => form)]
  const forms = wanted.map((form) => ({ ...form, mayWait: true }) as const)
  checkForms(tx, { bundle: document, at: tx.at, content }, forms)
  const approval = { by: tx.caller.subject, practitionerRole: approver, at: tx.at }
  const moved = await moveArtifact(tx, stored, 'approve', asJson({ approval, released }), { count: released.length })
  await queueReleaseDeliveries(tx, moved, channels)
  await supersedeReplaced(tx, { artifactId: stored.id, content, approver, released })
  putDocumentRendering(tx, stored.id, content.documentId)
  return moved
}

/** Checks in the order of the contract: state, approver, the talk, verification of this content. Answers the approver's PractitionerRole. */
async function checkApproval(tx: Tx, artifactId: string, content: ArtifactContent): Promise<string> {
  checkOpen('approve', content.state)
  await checkClaim(tx, artifactId)
  await checkSuccession(tx, artifactId, content)
  if (tx.caller.fhirUser === undefined)
    throw new Problem('role-required', { detail: 'The approver has no PractitionerRole' })
  const { verification, contentHash, transcriptIds } = content
  await tx.readAhead([
    ...templateRulePlaces(content.templateId),
    ...transcriptPlaces(transcriptIds),
    hubAddress('Encounter', content.encounterId),
    ...listReleasePlaces(tx, content, tx.caller.fhirUser),
  ])
  const transcripts = await readSpokenTranscripts(tx, transcriptIds)
  checkUpToDate(content, transcripts)
  if (verification?.outcome !== 'passed' || verification.contentHash !== contentHash)
    throw new Problem('verification-required')
  const rules = await readTemplateRules(tx, content.templateId)
  if (!isByRules(verification, rules, tx.at)) throw new Problem('verification-required')
  const encounter = await readOpenEncounter(tx, content.encounterId)
  // The next verification moves it to that gate.
  if (raiseGate(content.gate, [content.spoke, encounter.spoke]) !== content.gate)
    throw new Problem('verification-required')
  const patient = await tx.find(wholeAddress('Patient', content.patientId))
  // Since the verification, the diarisation has changed speakers, or the patient's record has changed.
  if (verification.evidenceHash !== evidenceHash(transcripts, patient)) throw new Problem('verification-required')
  return tx.caller.fhirUser
}

type Release = { readonly stored: Stored; readonly content: ArtifactContent; readonly approver: string }

type Written = {
  /** `Type/id` of each resource. */
  readonly released: readonly string[]
  readonly document: Bundle
}

/** A resource of an earlier artifact with the same fact gets a new version. */
async function writeRelease(tx: Tx, hub: Hub, { stored, content, approver }: Release): Promise<Written> {
  const approval = {
    approver,
    at: tx.at,
    policyVersion: content.verification?.policyVersion ?? '',
    softwareVersion: hub.softwareVersion,
    findTermCodings: hub.findTermCodings,
  }
  const draft = { id: stored.id, version: stored.version, createdAt: stored.createdAt, content }
  const resources = await buildArtifactRelease(tx, draft, approval)
  try {
    const document = await putRelease(tx, { content, approver, resources })
    await tx.checkReferences()
    return { released: resources.map(({ resourceType, id }) => `${resourceType}/${id}`), document }
  } catch (error) {
    if (error instanceof Problem && error.slug === 'resource-invalid') {
      throw new Problem('release-invalid', { errors: error.errors, cause: error })
    }
    throw error
  }
}

export const rejection = named('Rejection', z.strictObject({ reasonCode: z.enum(rejectReasons) }), {
  reasonCode: 'incomplete',
})

export async function rejectArtifact(
  { caller, params, body, expected }: HandlerRequest<'artifactId', z.output<typeof rejection>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await lockArtifact(tx, params.artifactId, expected)
    checkOpen('reject', hubContent('Artifact', stored).state)
    await checkClaim(tx, stored.id)
    const change = { rejection: { by: caller.subject, reasonCode: body.reasonCode, at: tx.at } }
    return ok(representation(await moveArtifact(tx, stored, 'reject', asJson(change), { reason: body.reasonCode })))
  })
}
