/** The body of level 1A: the page of the document as a file beside it, with the hash by which a reader knows it. CDA R2 4.3.6, datatype ED. */
import { createHash } from 'node:crypto'
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import type { DocumentFacts } from '../document-facts.ts'
import type { ExportInput } from '../export-input.ts'
import { renderPdf } from '../pdf/pdf.ts'
import { pdfInMessages } from '../presets.ts'
import { type Edition, markOf } from './edition.ts'
import { buildText } from './narrative.ts'
import { buildId } from './parties.ts'
import { element, type XmlElement } from './xml.ts'

export const attachmentName = 'attachment.pdf'

/** The stored page if there is one, else PDF/A-1b. */
export const renderAttachment = async (input: ExportInput): Promise<Uint8Array> =>
  input.pdf ?? (await renderPdf({ ...input, preset: pdfInMessages }))

export function buildAttachmentBody(facts: DocumentFacts, edition: Edition, pdf: Uint8Array): XmlElement {
  // The text of this level holds the page and nothing else, so the mark stands in its title.
  const title = [markOf(edition), plainLine(facts.title)].filter((part) => part !== undefined).join(' ')
  const reference = element('renderMultiMedia', { referencedObject: 'mm001' }, [element('caption', {}, [title])])
  return element('component', {}, [
    element('section', {}, [
      element('title', {}, [title]),
      buildText([reference]),
      element('entry', {}, [
        element('observationMedia', { ID: 'mm001', classCode: 'OBS', moodCode: 'EVN' }, [
          buildId(nameUuid(`attachment ${edition.id}`)),
          element('value', { mediaType: 'application/pdf', integrityCheck: hashOf(pdf) }, [
            element('reference', { value: attachmentName }),
          ]),
        ]),
      ]),
    ]),
  ])
}

/** SHA-1, which datatype ED takes where no algorithm is named: every reader of the Agency's documents expects it. */
const hashOf = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('base64')
