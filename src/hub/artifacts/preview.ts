/** A preview shows the document as it would be, or is. It is rendered for this answer and neither stored nor counted. docs/design/hub.md#routes. */

import { z } from 'zod'
import { stringifyJson } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { addressDocument } from '../../documents/addressed-document.ts'
import { buildDraftDocument } from '../../documents/draft-document.ts'
import type { DocumentFormat } from '../../documents/formats.ts'
import { readAppearance } from '../../domain/artifact/appearance.ts'
import { addresseeOf } from '../../domain/share/addressee.ts'
import { readTemplateRules } from '../../domain/template/template-rules.ts'
import { findFileForm } from '../../exports/presets.ts'
import type { Reply } from '../../http/reply/reply.ts'
import { foreignContentPolicy } from '../../http/reply/security-headers.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type ChannelContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { mapAsNow } from '../channels/check-mappings.ts'
import { checkFormat } from '../exports/exports.ts'
import { exportFormat, presetName, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { checkPreset } from '../presets.ts'
import { buildArtifactRelease } from '../release/read-release-input.ts'
import { readContext } from '../release/write-release.ts'
import type { RenderInput } from '../render.ts'
import { readReleasedInput } from './released-input.ts'

export const previewQuery = z.strictObject({
  format: exportFormat.optional(),
  preset: presetName.optional(),
  /** Shows the document as this channel would send it: in its form, to its recipient, with its mapping tables. */
  channelId: uuid.optional(),
})

type Query = z.output<typeof previewQuery>

export async function previewArtifact(
  { caller, params, query }: HandlerRequest<'artifactId', undefined, Query>,
  hub: Hub,
): Promise<Reply> {
  const { format, ...input } = await hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Artifact', params.artifactId))
    const content = hubContent('Artifact', stored)
    const { channel, ...form } = await chooseForm(tx, query)
    await checkFormat(tx, content, form.format)
    checkPreset(form)
    const { encounterId, patientId, contentHash: hash } = content
    const about = { resourceType: 'Artifact', resourceId: stored.id, artifactId: stored.id, version: stored.version }
    tx.record('artifact.read', { ...about, encounterId, patientId, hash })
    const document = content.approval === undefined ? buildDraftInput(tx, hub, stored) : readReleasedInput(tx, content)
    const input = await document
    const { bundle } = await mapAsNow(tx, channel, input.bundle)
    return { ...input, ...form, bundle }
  })
  const bytes = format === 'bundle' ? writeBundle(input) : await hub.render(format, input)
  const { mediaType, fileExtension } = findFileForm(format, input.preset)
  const disposition = `inline; filename="${input.documentId}${fileExtension}"`
  // A browser's PDF viewer does not open in a sandbox.
  const policy = format === 'pdf' ? {} : { 'Content-Security-Policy': foreignContentPolicy }
  const headers = { 'Content-Type': mediaType, 'Content-Disposition': disposition, ...policy }
  return { status: 200, bytes, headers }
}

/** Here and not in a thread, where the text of numbers would be lost. */
const writeBundle = ({ bundle, recipient }: RenderInput): Uint8Array =>
  Buffer.from(stringifyJson(recipient === undefined ? bundle : addressDocument(bundle, recipient)))

type Form = Pick<RenderInput, 'recipient'> & {
  readonly format: DocumentFormat
  readonly preset: string
  /** The channel whose mapping tables count. */
  readonly channel: Pick<ChannelContent, 'mappings'>
}

/** The channel's own, where the query names one and no other. */
async function chooseForm(tx: Tx, { channelId, format, preset }: Query): Promise<Form> {
  if (channelId === undefined) return { format: format ?? 'pdf', preset: preset ?? 'default', channel: {} }
  const stored = await tx.find(hubAddress('Channel', channelId))
  if (stored === undefined) throw invalidField('channelId', 'names no channel')
  const channel = hubContent('Channel', stored)
  const form = { format: format ?? channel.format, preset: preset ?? channel.preset }
  return { ...form, recipient: addresseeOf(channel), channel }
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
  const shown = { bundle, status: 'original' } as const
  const appearance = await readAppearance(tx, { ...content, recipientClass }, shown)
  return { ...shown, timeZone: tx.tenant.timeZone, at: tx.at, documentId, recipientClass, appearance }
}
