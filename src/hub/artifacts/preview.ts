/** A preview shows the document as it would be, or is. It is rendered for this answer and neither stored nor counted. docs/design/hub.md#routes. */

import type { Bundle } from '@medplum/fhirtypes'
import { z } from 'zod'
import { buildDraftDocument } from '../../documents/draft-document.ts'
import { findDocumentFormat } from '../../documents/formats.ts'
import { buildRecalledDocument } from '../../documents/recall.ts'
import { readTemplateRules } from '../../domain/template/template-rules.ts'
import type { Reply } from '../../http/reply/reply.ts'
import { foreignContentPolicy } from '../../http/reply/security-headers.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type ArtifactContent, hubAddress, hubContent, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkFormat } from '../exports/exports.ts'
import { exportFormat } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { buildArtifactRelease } from '../release/read-release-input.ts'
import { readContext } from '../release/write-release.ts'
import type { RenderInput } from '../render.ts'

export const previewQuery = z.strictObject({ format: exportFormat.default('pdf') })

export async function previewArtifact(
  { caller, params, query }: HandlerRequest<'artifactId', undefined, z.output<typeof previewQuery>>,
  hub: Hub,
): Promise<Reply> {
  const { format } = query
  const input = await hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Artifact', params.artifactId))
    const content = hubContent('Artifact', stored)
    await checkFormat(tx, content, format)
    const { encounterId, patientId, contentHash: hash } = content
    const about = { resourceType: 'Artifact', resourceId: stored.id, artifactId: stored.id, version: stored.version }
    tx.record('artifact.read', { ...about, encounterId, patientId, hash })
    return content.approval === undefined ? buildDraftInput(tx, hub, stored) : readReleasedInput(tx, content)
  })
  const bytes = await hub.render(format, input)
  const { mediaType, fileExtension } = findDocumentFormat(format)
  const disposition = `inline; filename="${input.documentId}${fileExtension}"`
  // A browser's PDF viewer does not open in a sandbox.
  const policy = format === 'pdf' ? {} : { 'Content-Security-Policy': foreignContentPolicy }
  const headers = { 'Content-Type': mediaType, 'Content-Disposition': disposition, ...policy }
  return { status: 200, bytes, headers }
}

/** As if the caller approved it, or else the encounter's practitioner. */
async function buildDraftInput(tx: Tx, hub: Hub, stored: Stored): Promise<RenderInput> {
  const content = hubContent('Artifact', stored)
  const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', content.encounterId)))
  const approver = tx.caller.fhirUser ?? `PractitionerRole/${encounter.practitionerRoleId}`
  const { documentId } = content
  const { softwareVersion, findTermCodings } = hub
  const approval = { approver, at: tx.at, policyVersion: '', softwareVersion, findTermCodings }
  const draft = { id: stored.id, version: stored.version, createdAt: stored.createdAt, content }
  const released = await buildArtifactRelease(tx, draft, approval)
  const context = await readContext(tx, content, approver)
  const bundle = buildDraftDocument({ documentId, at: tx.at, released, context })
  const { recipientClass } = (await readTemplateRules(tx, content.templateId)).schema
  return { bundle, timeZone: tx.tenant.timeZone, at: tx.at, documentId, status: 'original', recipientClass }
}

/** The document as its receivers have it; after a recall, as the recall sends it. */
async function readReleasedInput(tx: Tx, content: ArtifactContent): Promise<RenderInput> {
  const { documentId, approval, recall } = content
  const kept = readResourceAs<Bundle>(await tx.read(wholeAddress('Bundle', documentId)))
  const { recipientClass } = content
  const own = {
    timeZone: tx.tenant.timeZone,
    documentId,
    ...(recipientClass === undefined ? {} : { recipientClass }),
  }
  if (recall === undefined) return { ...own, bundle: kept, at: approval?.at ?? '', status: 'original' }
  return { ...own, bundle: buildRecalledDocument(kept, recall.at), at: recall.at, status: 'recalled' }
}
