/** Artifacts: read, listed, drafted by hand, edited. docs/design/hub.md#artifact-lifecycle. */

import { z } from 'zod'
import type { Note } from '../../core/clinical-note.ts'
import { raiseGate } from '../../core/gates.ts'
import { newId } from '../../core/ids.ts'
import { invalidField } from '../../core/problems.ts'
import { noteHash } from '../../domain/artifact/note-hash.ts'
import { checkGeneration } from '../../domain/consent/consent-check.ts'
import { readOpenEncounter } from '../../domain/encounter/open-encounter.ts'
import { checkRecordings } from '../../domain/recording/recordings.ts'
import { asInNote } from '../../domain/template/template-style.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type ArtifactContent, asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import { checkClaim } from '../../store/operations/reviews.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { artifactStates, checkOpen } from '../../store/transitions.ts'
import { instant } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readPage } from '../paging.ts'
import { updatedSince } from '../period.ts'
import { checkSuccession } from '../release/amend.ts'
import { readDraftedVersion, readPublishedVersion, type UsableVersion } from '../templates/templates.ts'
import { checkTranscripts } from '../transcripts/transcripts.ts'
import { type artifactEdit, type newArtifact, settable, type writtenSection } from './artifact-schemas.ts'
import { readEdit } from './edited-note.ts'
import { lockArtifact } from './lock-artifact.ts'
import { checkReadBack } from './read-back.ts'

type WrittenSection = z.output<typeof writtenSection>

/** Title, code and order of sections come from the template. An unknown or repeated section or statement id is refused. */
function buildNote(version: UsableVersion, title: string, written: readonly WrittenSection[]): Note {
  const statementIds = new Set<string>()
  for (const [at, { key, statements }] of written.entries()) {
    if (!version.sections.some((row) => row.key === key))
      throw invalidField(`sections[${at}].key`, 'is not a section of the template')
    if (written.findIndex((other) => other.key === key) !== at)
      throw invalidField(`sections[${at}].key`, 'is given twice')
    for (const [index, { id }] of statements.entries()) {
      if (statementIds.has(id)) throw invalidField(`sections[${at}].statements[${index}].id`, 'is used twice')
      statementIds.add(id)
    }
  }
  const filled = version.sections.map(({ key, title: sectionTitle, code }) => ({
    key,
    title: sectionTitle,
    code,
    statements: written.find((row) => row.key === key)?.statements ?? [],
  }))
  return { title, sections: filled, openQuestions: [] } as Note
}

export async function draftArtifact(
  { caller, params, body }: HandlerRequest<'encounterId', z.output<typeof newArtifact>>,
  hub: Hub,
) {
  const id = body.id ?? newId()
  return hub.transact(caller, async (tx) => {
    const encounter = await readOpenEncounter(tx, params.encounterId)
    const version = await readPublishedVersion(tx, body.templateId, body.templateVersionId)
    await checkTranscripts(tx, params.encounterId, body.transcriptIds)
    await checkGeneration(tx, encounter.patientId, version.artifactType)
    await checkRecordings(tx, encounter.patientId, body.transcriptIds)
    const note = buildNote(version, body.title ?? version.title, body.sections)
    const content: Omit<ArtifactContent, 'state'> = {
      encounterId: params.encounterId,
      patientId: encounter.patientId,
      templateId: body.templateId,
      templateVersionId: version.id,
      artifactType: version.artifactType,
      title: note.title,
      gate: raiseGate(version.gate, [caller.spoke, encounter.spoke]),
      spoke: caller.spoke,
      documentId: newId(),
      note,
      transcriptIds: body.transcriptIds,
      ...(caller.fhirUser === undefined ? {} : { author: caller.fhirUser }),
      drafter: 'clinician',
      contentHash: noteHash(note),
    }
    const stored = await moveArtifact(tx, hubAddress('Artifact', id), 'draft', asJson(content))
    return created(representation(stored), `/v1/artifacts/${id}`)
  })
}

function auditOf(stored: Stored) {
  const content = hubContent('Artifact', stored)
  return {
    resourceType: 'Artifact',
    resourceId: stored.id,
    artifactId: stored.id,
    encounterId: content.encounterId,
    artifactType: content.artifactType,
    artifactSpoke: content.spoke,
    patientId: content.patientId,
    version: stored.version,
    toState: content.state,
    hash: content.contentHash,
  }
}

/** An edit is a new version in review; it voids the verification and approvals. */
export async function editArtifact(
  { caller, params, body, expected }: HandlerRequest<'artifactId', z.output<typeof artifactEdit>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await lockArtifact(tx, params.artifactId, expected)
    const content = hubContent('Artifact', stored)
    checkOpen('edit', content.state)
    await checkClaim(tx, stored.id)
    if (content.state === 'rejected') await checkSuccession(tx, stored.id, content)
    const version = await readDraftedVersion(tx, content.templateId, content.templateVersionId)
    checkReadBack(body, representation(stored), settable)
    const edited = readEdit(body, content)
    const note = buildNote(asInNote(version, content.note), edited.title, edited.sections)
    const contentHash = noteHash(note)
    const judged = { verification: undefined, firstApproval: undefined, rejection: undefined }
    return ok(
      representation(
        await moveArtifact(tx, stored, 'edit', asJson({ note, title: note.title, contentHash, ...judged })),
      ),
    )
  })
}

/** A version is an integer of the database. */
const maxVersion = 2_147_483_647
export const artifactVersionQuery = z.strictObject({
  version: z.coerce.number().int().min(1).max(maxVersion).optional(),
})

export async function readArtifact(
  { caller, params, query }: HandlerRequest<'artifactId', undefined, z.output<typeof artifactVersionQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const place = hubAddress('Artifact', params.artifactId)
    const stored = query.version === undefined ? await tx.read(place) : await tx.readVersion(place, query.version)
    tx.record('artifact.read', auditOf(stored))
    return ok(representation(stored))
  })
}

export const artifactQuery = pageQuery.extend({
  state: z.enum(artifactStates).optional(),
  updatedSince: instant.optional(),
})

export async function listArtifacts(
  { caller, params, query }: HandlerRequest<'encounterId', undefined, z.output<typeof artifactQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { patientId } = hubContent('Encounter', await tx.read(hubAddress('Encounter', params.encounterId)))
    const where = [
      { parameter: 'encounterId', values: [params.encounterId] },
      ...(query.state === undefined ? [] : [{ parameter: 'state', values: [query.state] }]),
      ...updatedSince(query.updatedSince),
    ]
    const { items, nextCursor } = await readPage(tx, { list: 'artifacts', query, type: 'Artifact', where })
    const { encounterId } = params
    tx.record('artifact.read', { resourceType: 'Artifact', encounterId, patientId, count: items.length })
    return ok({ items: items.map(representation), nextCursor })
  })
}
