/** Reads the inputs of a release, and builds its FHIR resources: for the verification and for the approval. docs/design/hub.md#release. */
import type { Encounter, Organization, Patient, Practitioner, PractitionerRole } from '@medplum/fhirtypes'
import type { Note, Statement } from '../../core/clinical-note.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { type FactTerm, type FindCodings, listFactTerms } from '../../documents/claim-code.ts'
import { listEvidence } from '../../documents/evidence.ts'
import type { ReleasedArtifact, ReleasedResource, ReleaseInput } from '../../documents/release-input.ts'
import { buildReleaseResources } from '../../documents/release-resources.ts'
import { isTable, readLayouts } from '../../documents/section-layout.ts'
import { withSources } from '../../documents/sources.ts'
import { readSpokenTranscripts } from '../../domain/artifact/segments.ts'
import { readRecordFacts } from '../../domain/encounter/record-facts.ts'
import { concernsOthers } from '../../fhir/record-owner.ts'
import { findLocal } from '../../fhir/reference.ts'
import {
  type ArtifactContent,
  hubAddress,
  hubContent,
  type TemplateVersionContent,
  wholeAddress,
} from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { factId } from '../artifacts/fact-id.ts'
import type { FindTermCodings } from '../hub.ts'
import { fundingPlaces } from './funding.ts'

type Draft = {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly content: ArtifactContent
}

type Approval = {
  /** `PractitionerRole/<id>`. */
  readonly approver: string
  readonly at: string
  readonly policyVersion: string
  readonly softwareVersion: string
  readonly findTermCodings?: FindTermCodings | undefined
}

/** Reads a FHIR resource of the tenant by `Type/id`. Without it there is no release. */
export async function readReferenced<T>(tx: Tx, reference: string | undefined): Promise<T> {
  const target = findLocal(tx.tenant.addresses, reference)
  const stored = target && (await tx.find(wholeAddress(target.type, target.id)))
  if (stored === undefined)
    throw new Problem('release-invalid', { detail: 'A resource that the release needs does not exist' })
  return readResource(stored) as T
}

/** Provenance names the evidence, so none may come from another patient's record, even if a clinician attests the statement. */
async function checkEvidence(tx: Tx, { note, patientId }: ArtifactContent): Promise<void> {
  for (const { reference } of listEvidence(note, 'resource')) {
    const content = await readReferenced<JsonObject>(tx, reference)
    if (concernsOthers(tx.tenant.addresses, { type: String(content['resourceType']), content }, patientId))
      throw new Problem('release-invalid', { detail: 'The evidence names the record of another patient' })
  }
}

/** Codings of the note's diagnoses and medicines by terminology, in one question. */
async function findCodings(tx: Tx, find: FindTermCodings | undefined, note: Note): Promise<FindCodings> {
  const terms = listFactTerms(note)
  const keyOf = (term: FactTerm): string => JSON.stringify([term.type, term.words, term.snomed])
  const found = terms.length === 0 ? [] : ((await find?.(tx.client, terms)) ?? [])
  const byTerm = new Map(terms.map((term, index) => [keyOf(term), found[index] ?? []]))
  return (term) => byTerm.get(keyOf(term)) ?? []
}

/** Addresses of those references that name a resource of the tenant. */
export const placesOf = ({ tenant }: Tx, references: readonly (string | undefined)[]) =>
  references.flatMap((reference) => {
    const target = findLocal(tenant.addresses, reference)
    return target === undefined ? [] : [wholeAddress(target.type, target.id)]
  })

/** How the document shows the note: sections in the order of time with their sources, the others in their layouts. */
async function readShown(
  tx: Tx,
  content: ArtifactContent,
  { sections }: TemplateVersionContent,
): Promise<Pick<ReleasedArtifact, 'readableNote' | 'layouts'>> {
  const timed = new Set(sections.filter(({ order }) => order === 'time').map(({ key }) => key))
  const dated = new Set(sections.filter(({ layout }) => isTable(layout)).map(({ key }) => key))
  const { note } = content
  const isDated = timed.size > 0 || note.sections.some(({ key, statements }) => dated.has(key) && statements.some(citesRecord)) // biome-ignore format: short
  const facts = isDated ? await readRecordFacts(tx, content) : []
  const recordedAt = new Map(facts.flatMap(({ reference, at }) => (at === undefined ? [] : [[reference, at]])))
  const layouts = readLayouts(note, sections, recordedAt)
  const shown = layouts === undefined ? {} : { layouts }
  if (timed.size === 0) return shown
  const transcripts = await readSpokenTranscripts(tx, content.transcriptIds)
  return { ...shown, readableNote: withSources(note, timed, { transcripts, recordedAt }) }
}

const citesRecord = ({ evidence }: Statement): boolean => evidence.some(({ kind }) => kind === 'resource')

/** Addresses of everything that a release reads, for one round trip. */
export const listReleasePlaces = (tx: Tx, content: ArtifactContent, approver: string) => [
  hubAddress('TemplateVersion', content.templateVersionId),
  ...fundingPlaces(content.encounterId),
  ...placesOf(tx, [
    approver,
    content.author ?? approver,
    `Encounter/${content.encounterId}`,
    `Patient/${content.patientId}`,
  ]),
]

export async function buildArtifactRelease(
  tx: Tx,
  draft: Draft,
  approval: Approval,
): Promise<readonly ReleasedResource[]> {
  const { content } = draft
  const author = content.author ?? approval.approver
  await tx.readAhead(listReleasePlaces(tx, content, approval.approver))
  const version = hubContent('TemplateVersion', await tx.read(hubAddress('TemplateVersion', content.templateVersionId)))
  await checkEvidence(tx, content)
  const practitionerRole = await readReferenced<PractitionerRole>(tx, approval.approver)
  await readReferenced<PractitionerRole>(tx, author)
  const { practitioner, organization } = practitionerRole
  await tx.readAhead(placesOf(tx, [practitioner?.reference, organization?.reference]))
  const input: ReleaseInput = {
    artifact: {
      id: draft.id,
      documentId: content.documentId,
      version: draft.version,
      typeCode: version.code,
      typeDisplay: version.codeDisplay,
      typeText: version.title,
      title: content.title,
      note: content.note,
      ...(await readShown(tx, content, version)),
      createdAt: draft.createdAt,
      approvedAt: approval.at,
      ...(content.replaces === undefined ? {} : { replaces: content.replaces.map(({ documentId }) => documentId) }),
    },
    encounter: await readReferenced<Encounter>(tx, `Encounter/${content.encounterId}`),
    patient: await readReferenced<Patient>(tx, `Patient/${content.patientId}`),
    practitionerRole,
    practitioner: await readReferenced<Practitioner>(tx, practitioner?.reference),
    organization: await readReferenced<Organization>(tx, organization?.reference),
    author,
    approver: approval.approver,
    verification: {
      outcome: 'passed',
      policyVersion: approval.policyVersion,
      contentHash: content.contentHash,
      softwareVersion: approval.softwareVersion,
    },
    transcriptIds: content.transcriptIds,
    codings: await findCodings(tx, approval.findTermCodings, content.note),
    ids: (fact) => factId(content.encounterId, fact),
  }
  return buildReleaseResources(input)
}
