/** Exports: a released document in one format, built once, with the hash of its bytes as ETag. R3.3; docs/design/hub.md#routes. */

import { z } from 'zod'
import { Problem } from '../../core/problems.ts'
import { checkArtifactSwitches } from '../../domain/artifact/artifact-spokes.ts'
import { readTemplateRules } from '../../domain/template/template-rules.ts'
import { fileMediaTypes, findFileForm } from '../../exports/presets.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { accepted, created, ok, type Reply } from '../../http/reply/reply.ts'
import { foreignContentPolicy } from '../../http/reply/security-headers.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import {
  type ArtifactExport,
  type ExportKey,
  findArtifactExport,
  listArtifactExports,
  putArtifactExport,
  putExportJob,
  readArtifactExport,
  readExportBytes,
} from '../../store/operations/artifact-exports.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { putJob } from '../../store/operations/jobs.ts'
import { putRecipient, readRecipient } from '../../store/operations/recipients.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen, isReleased } from '../../store/transitions.ts'
import { exportFormat, presetName } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from '../paging.ts'
import { checkPreset } from '../presets.ts'
import { documentRecipient } from '../recipient-fields.ts'
import { checkReleasedForm } from './check-forms.ts'

export const newExport = named(
  'NewExport',
  z.strictObject({
    format: exportFormat,
    preset: presetName.default('default'),
    recipient: documentRecipient.exactOptional(),
  }),
  { format: 'pdf' },
)

const exportStates = ['building', 'built', 'failed'] as const

export const exportAnswer = named(
  'Export',
  z.strictObject({
    id: identifier,
    version: z.int().min(1),
    artifactId: identifier,
    format: exportFormat,
    preset: z.string(),
    recipient: documentRecipient.exactOptional(),
    state: z.enum(exportStates),
    reason: z.string().optional(),
    jobId: identifier.optional(),
    mediaType: z.string(),
    bytes: z.int().optional(),
    sha256: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000f1',
    version: 2,
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    format: 'pdf',
    preset: 'default',
    state: 'built',
    mediaType: 'application/pdf',
    bytes: 41_250,
    sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    createdAt: '2026-03-14T03:20:00.000Z',
    updatedAt: '2026-03-14T03:20:02.000Z',
  },
)
export const exportList = listOf(exportAnswer)
export const exportMediaTypes = fileMediaTypes

/** It has two versions: requested, and ended. */
async function presentExport(tx: Tx, { seq: _seq, documentId: _documentId, recipient: hash, ...row }: ArtifactExport) {
  const { mediaType } = findFileForm(row.format, row.preset)
  const recipient = await readRecipient(tx, hash)
  return {
    ...row,
    ...(recipient === undefined ? {} : { recipient }),
    version: row.state === 'building' ? 1 : 2,
    mediaType,
  }
}

async function replyOf(tx: Tx, row: ArtifactExport): Promise<Reply> {
  const location = `/v1/exports/${row.id}`
  const presented = await presentExport(tx, row)
  return row.state === 'building' ? accepted(presented, location) : created(presented, location)
}

type Asked = z.output<typeof newExport>

/** A request for an existing or running export gets that one: an export is made, moved and counted once. */
export async function exportArtifact(
  { caller, params, body, expected, feature }: HandlerRequest<'artifactId', Asked>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Artifact', params.artifactId), 'update')
    checkVersion(stored, expected)
    const content = hubContent('Artifact', stored)
    await checkArtifactSwitches(tx, feature, { artifact: content })
    checkOpen('export', content.state)
    await checkFormat(tx, content, body.format)
    checkPreset(body)
    const recipient = await putRecipient(tx, body.recipient)
    const key = { artifactId: stored.id, format: body.format, preset: body.preset, recipient }
    const known = await findArtifactExport(tx, key)
    if (known?.state === 'built' || known?.state === 'building') return replyOf(tx, known)
    await checkReleasedForm(tx, content, body)
    const exported = known ?? (await beginExport(tx, { stored, content, key }))
    // There is a rendering already, by a channel.
    if (exported.state === 'built') return replyOf(tx, exported)
    await buildByJob(tx, exported, content)
    return replyOf(tx, await readArtifactExport(tx, exported.id))
  })
}

export async function checkFormat(tx: Tx, { templateId }: ArtifactContent, format: string): Promise<void> {
  const { schema } = await readTemplateRules(tx, templateId)
  if (schema.formats.includes(format)) return
  const errors = [{ field: 'format', message: 'is not a format of the artifact schema' }]
  throw new Problem('business-rule', { detail: 'The artifact schema does not allow this format', errors })
}

type Beginning = { readonly stored: Stored; readonly content: ArtifactContent; readonly key: ExportKey }

async function beginExport(tx: Tx, { stored, content, key }: Beginning): Promise<ArtifactExport> {
  const { documentId } = content
  const id = await putArtifactExport(tx, { ...key, documentId })
  await moveArtifact(tx, stored, 'export', {}, { resourceType: 'Export', resourceId: id })
  return readArtifactExport(tx, id)
}

async function buildByJob(tx: Tx, { id, artifactId }: ArtifactExport, content: ArtifactContent): Promise<void> {
  const { encounterId } = content
  const job = await putJob(tx, { kind: 'export', targetId: id, artifactId, encounterId })
  await putExportJob(tx, id, job.id)
}

export const exportQuery = pageQuery

export async function listExports(
  { caller, params, query }: HandlerRequest<'artifactId', undefined, z.output<typeof exportQuery>>,
  hub: Hub,
) {
  const { artifactId } = params
  return hub.transact(caller, async (tx) => {
    await tx.read(hubAddress('Artifact', artifactId))
    const list = `exports|${artifactId}`
    const before = readCursor(tx, list, query)?.key
    const found = await listArtifactExports(tx, { artifactId, before, limit: query.limit + 1 })
    const { items, next } = cutPage(found, query.limit)
    const presented = []
    for (const item of items) presented.push(await presentExport(tx, item))
    return ok({ items: presented, nextCursor: writeCursor(tx, list, next) })
  })
}

export async function readExport({ caller, params }: HandlerRequest<'exportId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(await presentExport(tx, await readArtifactExport(tx, params.exportId))))
}

/** Applied when the reply is written. */
export const rangeHeaders = z.object({
  Range: z.string().max(200).optional(),
  'If-Range': z.string().max(200).optional(),
})
type RangeHeaders = z.output<typeof rangeHeaders>

/** The file is named by the document's identity, which says nothing about a person. */
export async function readExportContent(
  { caller, params }: HandlerRequest<'exportId', undefined, object, RangeHeaders>,
  hub: Hub,
): Promise<Reply> {
  return hub.transact(caller, async (tx) => {
    const row = await readArtifactExport(tx, params.exportId)
    const content = hubContent('Artifact', await tx.read(hubAddress('Artifact', row.artifactId), 'share'))
    if (!isReleased(content.state)) throw new Problem('gone')
    if (row.sha256 === undefined) throw notBuilt(row)
    const bytes = await readExportBytes(tx, row)
    const { mediaType, fileExtension } = findFileForm(row.format, row.preset)
    tx.record('document.read', {
      resourceType: 'Export',
      resourceId: row.id,
      artifactId: row.artifactId,
      encounterId: content.encounterId,
      patientId: content.patientId,
      hash: row.sha256,
    })
    const headers = {
      'Content-Type': mediaType,
      ETag: `"${row.sha256}"`,
      'Content-Disposition': `attachment; filename="${row.documentId}${fileExtension}"`,
      'Content-Security-Policy': foreignContentPolicy,
    }
    return { status: 200, bytes, headers }
  })
}

const notBuilt = ({ state }: ArtifactExport): Problem =>
  state === 'building'
    ? new Problem('conflict', { detail: 'The export is still being built', headers: { 'Retry-After': '1' } })
    : new Problem('business-rule', { detail: 'The export could not be built; ask for it again' })
