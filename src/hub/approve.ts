/** :approve and :reject. One transaction releases: state, audit, FHIR resources, one delivery for each channel that applies. R3.1, R3.3. */
import { z } from 'zod'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { representation, type Stored } from '../store/content.ts'
import { type ArtifactContent, asJson, fhirPlace, hubContent, hubPlace } from '../store/hub-resources.ts'
import { evidenceHash } from '../store/note-hash.ts'
import { putReleasedDocument } from '../store/released-documents.ts'
import { readSpokenTranscripts } from '../store/segments.ts'
import type { Tx } from '../store/transaction.ts'
import { checkOpen } from '../store/transitions.ts'
import { queueReleaseDeliveries } from './dispatch.ts'
import type { Hub } from './hub.ts'
import { buildArtifactRelease, lockReleases } from './release.ts'
import { writeReleasedDocument } from './released-document.ts'

export async function approveArtifact({ caller, params, ifMatch }: HandlerRequest<'artifactId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Artifact', params.artifactId), 'update')
    if (ifMatch !== undefined && ifMatch !== stored.version) throw new Problem('precondition-failed')
    const content = hubContent('Artifact', stored)
    const approver = await checkApproval(tx, content)
    await lockReleases(tx, content)
    const released = await writeRelease(tx, hub, { stored, content, approver })
    const approval = { by: caller.subject, practitionerRole: approver, at: tx.at }
    const moved = await tx.move(stored, 'approve', asJson({ approval, released }), {
      patientId: content.patientId,
      hash: content.contentHash,
      count: released.length,
    })
    await queueReleaseDeliveries(tx, moved)
    await putReleasedDocument(tx, stored.id, content.documentId)
    return ok(representation(moved))
  })
}

/** In the order of the contract: the state, who approves, the verification of this very content. Answers the approver's PractitionerRole. */
async function checkApproval(tx: Tx, content: ArtifactContent): Promise<string> {
  checkOpen('approve', content.state)
  if (tx.caller.fhirUser === undefined)
    throw new Problem('role-required', { detail: 'The approver has no PractitionerRole' })
  const { verification, contentHash, transcriptIds } = content
  if (verification?.outcome !== 'passed' || verification.contentHash !== contentHash)
    throw new Problem('verification-required')
  const transcripts = await readSpokenTranscripts(tx, transcriptIds)
  const patient = await tx.find(fhirPlace('Patient', content.patientId))
  // Another diarisation has put the words into other mouths since, or the patient is described otherwise.
  if (verification.evidenceHash !== evidenceHash(transcripts, patient)) throw new Problem('verification-required')
  return tx.caller.fhirUser
}

type Release = { readonly stored: Stored; readonly content: ArtifactContent; readonly approver: string }

/** Answers `Type/id` of each resource. A resource of an earlier artifact that states the same fact becomes a new version. */
async function writeRelease(tx: Tx, hub: Hub, { stored, content, approver }: Release): Promise<readonly string[]> {
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
    for (const resource of resources) {
      await tx.put({ ...fhirPlace(resource.resourceType, resource.id ?? ''), content: asJson(resource), owner: 'hub' })
    }
    await writeReleasedDocument(tx, { content, approver, resources })
    await tx.checkReferences()
  } catch (error) {
    if (error instanceof Problem && error.slug === 'resource-invalid') {
      throw new Problem('release-invalid', { errors: error.errors, cause: error })
    }
    throw error
  }
  return resources.map((resource) => `${resource.resourceType}/${resource.id}`)
}

export const rejection = z.strictObject({
  reasonCode: z.enum(['unsupported', 'incomplete', 'wrong_patient', 'style', 'other']),
})

export async function rejectArtifact(
  { caller, params, body, ifMatch }: HandlerRequest<'artifactId', z.output<typeof rejection>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Artifact', params.artifactId), 'update')
    if (ifMatch !== undefined && ifMatch !== stored.version) throw new Problem('precondition-failed')
    const change = { rejection: { by: caller.subject, reasonCode: body.reasonCode, at: tx.at } }
    return ok(representation(await tx.move(stored, 'reject', asJson(change), { reason: body.reasonCode })))
  })
}
