/** The released Composition: AU Core 2.1.0-draft Composition; R4 composition.html. */
import type { CodeableConcept, Coding, Composition, CompositionSection } from '@medplum/fhirtypes'
import type { Section } from '../core/clinical-note.ts'
import { auCore, codeSystems, identifierSystems } from './code-systems.ts'
import type { SectionEntry } from './derived-resources.ts'
import { displayOfSection } from './displays.ts'
import { saysDenialsAlone, saysNilKnown } from './facts/nil-known.ts'
import { renderXhtmlParagraphs } from './narrative.ts'
import { plainLine } from './plain-text.ts'
import { type ReleasedArtifact, type ReleaseInput, referenceTo } from './release-input.ts'
import { renderSection, type SectionLayouts } from './section-layout.ts'

export const urnOf = (uuid: string): string => `urn:uuid:${uuid}`

export const buildDocumentType = (artifact: ReleasedArtifact): CodeableConcept => ({
  coding: [{ system: codeSystems.loinc, code: artifact.typeCode, display: plainLine(artifact.typeDisplay) }],
  text: plainLine(artifact.typeText ?? artifact.typeDisplay),
})

/** R4 composition.html, Composition.identifier: it stays constant as the composition is changed over time. */
const firstEditionOf = ({ documentId, replaces }: ReleasedArtifact): string => replaces?.at(-1) ?? documentId

const buildReplaces = (documentId: string): NonNullable<Composition['relatesTo']>[number] => ({
  code: 'replaces',
  targetIdentifier: { system: identifierSystems.uri, value: urnOf(documentId) },
})

export function buildComposition(input: ReleaseInput, entries: readonly SectionEntry[]): Composition {
  const { artifact } = input
  const { replaces = [] } = artifact
  const title = plainLine(artifact.title)
  return {
    resourceType: 'Composition',
    id: input.ids(`Composition/${artifact.id}`),
    meta: { profile: [auCore('composition')] },
    language: 'en-AU',
    text: { status: 'generated', div: renderXhtmlParagraphs([title]) },
    identifier: { system: identifierSystems.uri, value: urnOf(firstEditionOf(artifact)) },
    status: 'final',
    type: buildDocumentType(artifact),
    subject: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    date: artifact.approvedAt,
    author: [{ reference: input.author }],
    title,
    confidentiality: 'N',
    attester: [{ mode: 'legal', time: artifact.approvedAt, party: { reference: input.approver } }],
    custodian: { reference: referenceTo(input.organization) },
    ...(replaces.length === 0 ? {} : { relatesTo: replaces.map((id) => buildReplaces(id)) }),
    section: (artifact.readableNote ?? artifact.note).sections.map((section) =>
      buildSection(section, entries, artifact.layouts),
    ),
  }
}

function buildSection(
  section: Section,
  entries: readonly SectionEntry[],
  layouts?: SectionLayouts,
): CompositionSection {
  const title = plainLine(section.title)
  const entry = entries
    .filter(({ sectionKey }) => sectionKey === section.key)
    .map(({ resource }) => ({ reference: referenceTo(resource) }))
  return {
    title,
    code: {
      coding: [{ system: codeSystems.loinc, code: section.code, ...displayOfSection(section.code) }],
      text: title,
    },
    text: { status: 'generated', div: renderSection(section, layouts) },
    ...(entry.length === 0 ? {} : { entry }),
    ...(entry.length === 0 ? emptyReasonOf(section) : {}),
  }
}

/** Nothing said is not the same as that there is nothing, which only the note itself says. R4 list-empty-reason; D134. */
function emptyReasonOf(section: Section): Pick<CompositionSection, 'emptyReason'> {
  if (section.statements.length === 0) return { emptyReason: nothingKept }
  if (saysNilKnown(section)) return { emptyReason: nilKnown }
  return saysDenialsAlone(section) ? { emptyReason: { coding: unavailable } } : {}
}

const emptyReason = 'http://terminology.hl7.org/CodeSystem/list-empty-reason'
const nilKnown: CodeableConcept = { coding: [{ system: emptyReason, code: 'nilknown', display: 'Nil Known' }] }
const unavailable: Coding[] = [{ system: emptyReason, code: 'unavailable', display: 'Unavailable' }]

/** Nobody said or recorded anything for the section, which is not the same as that there is nothing. R4 list-empty-reason. */
const nothingKept: CodeableConcept = { coding: unavailable, text: 'Nothing recorded.' }
