/** The released DocumentReference: AU Core 2.1.0-draft DocumentReference; docs/design/hub.md#release. */
import type { DocumentReference } from '@medplum/fhirtypes'
import { auCore, codeSystems, identifierSystems } from './code-systems.ts'
import { buildDocumentType, urnOf } from './composition.ts'
import { renderMarkdown } from './narrative.ts'
import { plainLine } from './plain-text.ts'
import { type ReleaseInput, referenceTo } from './release-input.ts'

/** The fact that names the Binary of the document's PDF. */
const pdfFact = (artifactId: string): string => `Binary/${artifactId}/pdf`

const buildReplaces = (documentId: string): NonNullable<DocumentReference['relatesTo']>[number] => ({
  code: 'replaces',
  target: { identifier: { system: identifierSystems.uri, value: urnOf(documentId) } },
})

export function buildDocumentReference(input: ReleaseInput): DocumentReference {
  const { artifact, encounter } = input
  const { replaces = [] } = artifact
  const identifier = { system: identifierSystems.uri, value: urnOf(artifact.documentId) }
  return {
    resourceType: 'DocumentReference',
    id: input.ids(`DocumentReference/${artifact.id}`),
    meta: { profile: [auCore('documentreference')] },
    masterIdentifier: identifier,
    identifier: [identifier],
    status: 'current',
    docStatus: 'final',
    type: buildDocumentType(artifact),
    category: [{ coding: [{ system: codeSystems.loinc, code: '107903-7', display: 'Clinical note' }] }],
    subject: { reference: referenceTo(input.patient) },
    date: artifact.approvedAt,
    author: [{ reference: input.author }],
    authenticator: { reference: input.approver },
    custodian: { reference: referenceTo(input.organization) },
    description: plainLine(artifact.title),
    content: buildContent(input),
    context: {
      encounter: [{ reference: referenceTo(encounter) }],
      ...(encounter.period === undefined ? {} : { period: encounter.period }),
    },
    ...(replaces.length === 0 ? {} : { relatesTo: replaces.map((id) => buildReplaces(id)) }),
  }
}

/** Hash and size of the PDF are unknown before it is rendered. */
function buildContent({ artifact, ids }: ReleaseInput): DocumentReference['content'] {
  const markdown = Buffer.from(renderMarkdown(artifact.readableNote ?? artifact.note)).toString('base64')
  const about = { language: 'en-AU', title: plainLine(artifact.title), creation: artifact.approvedAt }
  return [
    { attachment: { contentType: 'text/markdown', data: markdown, ...about } },
    { attachment: { contentType: 'application/pdf', url: `Binary/${ids(pdfFact(artifact.id))}`, ...about } },
  ]
}
