/** Artifacts: read, listed, drafted by hand, edited. Spec 4.1; hub-contract "Artifact lifecycle". */
import { z } from 'zod'
import { created, ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { newId } from '../ids.ts'
import { claimKinds, type Note } from '../note.ts'
import { invalidField, Problem } from '../problems.ts'
import { representation, type Stored } from '../store/content.ts'
import { type ArtifactContent, asJson, hubContent, hubPlace } from '../store/hub-resources.ts'
import { noteHash } from '../store/note-hash.ts'
import { artifactStates, checkOpen } from '../store/transitions.ts'
import { checkGeneration } from './consents.ts'
import { line, uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { pageQuery, readPage } from './paging.ts'
import { type PublishedVersion, readPublishedVersion } from './templates.ts'
import { checkTranscripts } from './transcripts.ts'

const evidence = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('segment'),
    transcriptId: uuid,
    segmentId: z.string().max(40),
    start: z.number().int().min(0),
    end: z.number().int().min(0),
    role: z.enum(['question', 'answer', 'statement']),
  }),
  z.strictObject({ kind: z.literal('resource'), reference: z.string().regex(/^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/) }),
])

const claim = z.strictObject({
  kind: z.enum(claimKinds),
  concept: line(200),
  display: line(500),
  code: z
    .string()
    .regex(/^\d{6,18}$/)
    .optional(),
  polarity: z.enum(['present', 'absent']),
  certainty: z.enum(['certain', 'uncertain']),
  person: z.enum(['patient', 'relative']),
  time: z.enum(['current', 'past']),
  side: z.enum(['left', 'right', 'both']).optional(),
  value: z.number().optional(),
  unit: line(40).optional(),
  frequency: line(100).optional(),
  duration: line(100).optional(),
})

const statement = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  text: line(4000),
  claims: z.array(claim).max(50).default([]),
  evidence: z.array(evidence).max(50).default([]),
  confidence: z.number().min(0).max(1).default(1),
})

const section = z.strictObject({ key: z.string().max(40), statements: z.array(statement).max(500) })
const sections = z.array(section).min(1).max(50)

export const newArtifact = z.strictObject({
  id: uuid.optional(),
  templateId: uuid,
  templateVersionId: uuid.optional(),
  title: line(200).optional(),
  transcriptIds: z.array(uuid).max(20).default([]),
  sections,
})

export const artifactEdit = z.strictObject({ title: line(200).optional(), sections })

type WrittenSection = z.output<typeof section>

/** Sections take title and code from the template, in its order; an unknown or repeated section or statement id is refused. */
function buildNote(version: PublishedVersion, title: string, written: readonly WrittenSection[]): Note {
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
    const encounter = hubContent('Encounter', await tx.read(hubPlace('Encounter', params.encounterId)))
    const version = await readPublishedVersion(tx, body.templateId, body.templateVersionId)
    await checkTranscripts(tx, params.encounterId, body.transcriptIds)
    await checkGeneration(tx, encounter.patientId, version.artifactType)
    const note = buildNote(version, body.title ?? version.title, body.sections)
    const content: ArtifactContent = {
      encounterId: params.encounterId,
      patientId: encounter.patientId,
      templateId: body.templateId,
      templateVersionId: version.id,
      artifactType: version.artifactType,
      title: note.title,
      state: 'in_review',
      gate: version.gate,
      spoke: caller.spoke,
      documentId: newId(),
      note,
      transcriptIds: body.transcriptIds,
      ...(caller.fhirUser === undefined ? {} : { author: caller.fhirUser }),
      drafter: 'clinician',
      contentHash: noteHash(note),
    }
    const stored = await tx.put({ ...hubPlace('Artifact', id), content: asJson(content), expected: 0 })
    tx.record('artifact.drafted', auditOf(stored))
    return created(representation(stored), `/v1/artifacts/${id}`)
  })
}

export function auditOf(stored: Stored) {
  const content = hubContent('Artifact', stored)
  return {
    resourceType: 'Artifact',
    resourceId: stored.id,
    artifactId: stored.id,
    encounterId: content.encounterId,
    patientId: content.patientId,
    version: stored.version,
    toState: content.state,
    hash: content.contentHash,
  }
}

/** An edit is a new version, back in review; verification and approvals are void. */
export async function editArtifact(
  { caller, params, body, ifMatch }: HandlerRequest<'artifactId', z.output<typeof artifactEdit>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('Artifact', params.artifactId), 'update')
    if (ifMatch !== undefined && ifMatch !== stored.version) throw new Problem('precondition-failed')
    const content = hubContent('Artifact', stored)
    checkOpen('edit', content.state)
    const version = await readPublishedVersion(tx, content.templateId, content.templateVersionId)
    const note = buildNote(version, body.title ?? content.title, body.sections)
    const contentHash = noteHash(note)
    const change = { note, title: note.title, contentHash, verification: undefined, rejection: undefined }
    return ok(representation(await tx.move(stored, 'edit', asJson(change), { hash: contentHash })))
  })
}

export const artifactVersionQuery = z.strictObject({ version: z.coerce.number().int().min(1).optional() })

export async function readArtifact(
  { caller, params, query }: HandlerRequest<'artifactId', undefined, z.output<typeof artifactVersionQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const place = hubPlace('Artifact', params.artifactId)
    const stored = query.version === undefined ? await tx.read(place) : await tx.readVersion(place, query.version)
    tx.record('artifact.read', auditOf(stored))
    return ok(representation(stored))
  })
}

export const artifactQuery = pageQuery.extend({ state: z.enum(artifactStates).optional() })

export async function listArtifacts(
  { caller, params, query }: HandlerRequest<'encounterId', undefined, z.output<typeof artifactQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { patientId } = hubContent('Encounter', await tx.read(hubPlace('Encounter', params.encounterId)))
    const where = [
      { parameter: 'encounterId', values: [params.encounterId] },
      ...(query.state === undefined ? [] : [{ parameter: 'state', values: [query.state] }]),
    ]
    const { items, nextCursor } = await readPage(tx, { list: 'artifacts', query, type: 'Artifact', where })
    const { encounterId } = params
    tx.record('artifact.read', { resourceType: 'Artifact', encounterId, patientId, count: items.length })
    return ok({ items: items.map(representation), nextCursor })
  })
}
