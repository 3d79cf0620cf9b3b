/** The document that an approval would make, marked as a draft in every place that a reader may see. docs/design/hub.md#routes. */
import type { Bundle, Composition } from '@medplum/fhirtypes'
import { buildDocument, type DocumentInput } from './document.ts'
import { renderXhtmlParagraphs } from './narrative.ts'

export const draftMark = 'DRAFT. Not approved by a clinician.'

/** R4 composition-status: preliminary, without attester; title and text begin with the mark. */
function markAsDraft({ attester: _, ...composition }: Composition): Composition {
  const title = `DRAFT: ${composition.title}`
  return {
    ...composition,
    status: 'preliminary',
    title,
    text: { status: 'generated', div: renderXhtmlParagraphs([draftMark, composition.title]) },
  }
}

/** Every format is rendered from this: PDF and RTF mark each page, HL7 v2 and CDA each separate part. */
export const buildDraftDocument = (input: DocumentInput): Bundle =>
  buildDocument({
    ...input,
    released: input.released.map((resource) =>
      resource.resourceType === 'Composition' ? markAsDraft(resource) : resource,
    ),
  })
