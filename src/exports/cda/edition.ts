/** Which edition of a document this is, and the mark that an edition carries which nobody may rely on. CDA R2 4.2.3.1. */
import { nameUuid } from '../../documents/name-uuid.ts'
import type { DocumentFacts } from '../document-facts.ts'
import type { ExportInput } from '../export-input.ts'
import { documentStatuses } from './codes.ts'
import { buildId } from './parties.ts'
import { element, type XmlElement } from './xml.ts'

export type Edition = {
  readonly id: string
  readonly version: string
  readonly status: readonly [string, string]
  readonly replaces?: string
}

/** Each edition has its own id and its number in the set of the first. A withdrawn edition replaces the one that it withdraws. */
export function buildEdition({ documentId, status }: ExportInput, facts: DocumentFacts): Edition {
  if (status === 'recalled' || facts.status === 'entered-in-error') {
    const id = nameUuid(`recalled ${documentId}`)
    return { id, version: String(facts.edition + 1), status: documentStatuses.withdrawn, replaces: documentId }
  }
  return {
    id: documentId,
    version: String(facts.edition),
    status: facts.status === 'preliminary' ? documentStatuses.interim : documentStatuses.final,
    ...(facts.replaces === undefined ? {} : { replaces: facts.replaces }),
  }
}

export const buildReplaced = (id: string): XmlElement =>
  element('relatedDocument', { typeCode: 'RPLC' }, [element('parentDocument', {}, [buildId(id)])])

const marks: Readonly<Record<string, string>> = {
  W: 'This document was withdrawn. Do not rely on it.',
  I: 'This document is a draft. No clinician has approved it.',
}

/** For readers, beside the completion code: undefined for a final edition. */
export const markOf = ({ status: [code] }: Edition): string | undefined => marks[code]
