/** A document in words, as a page shows it: the common part of PDF, RTF, HTML and plain text. */
import { plainLine } from '../documents/plain-text.ts'
import { type Addressee, buildAddressee, buildLetterWords, type LetterWords } from './addressee.ts'
import { linesOf } from './block-lines.ts'
import { type DocumentFacts, readDocumentFacts } from './document-facts.ts'
import { type ExportInput, timeZoneOf } from './export-input.ts'
import { listApproval, listAuthorRows, listBanner, listSenderLines } from './facts/readable-people.ts'
import type { SectionFacts } from './facts/section-facts.ts'
import type { Block } from './narrative-blocks.ts'
import { type Labelled, labelled, readableName, shortened } from './readable-words.ts'
import { readableTime } from './zoned-time.ts'

/** A section always has something to read: its blocks, or sections within it. */
export type ReadableSection = {
  readonly title: string
  readonly blocks: readonly Block[]
  /** It says only that there is nothing, and so does each section within it. */
  readonly isEmpty: boolean
  readonly sections: readonly ReadableSection[]
}

export type ReadableDocument = {
  readonly title: string
  /** Day of the approval, `14 Mar 2026`; of the writing, if nobody has approved it. */
  readonly date: string
  /** Absent for a copy that goes to nobody by name. */
  readonly addressee?: Addressee
  /** Only for a letter to an addressee. */
  readonly letter?: LetterWords
  readonly mark?: { readonly word: 'RECALLED' | 'DRAFT'; readonly explanation: string }
  readonly organization: { readonly name: string; readonly lines: readonly string[] }
  readonly patientName: string
  /** About the patient: on every page. */
  readonly banner: readonly Labelled[]
  /** About the document. */
  readonly about: readonly Labelled[]
  readonly sections: readonly ReadableSection[]
  readonly approval: readonly string[]
  /** It names who approved it, and it stands: their signature may be on it. D144 */
  readonly isSigned: boolean
  readonly documentId: string
}

export function buildReadableDocument(input: ExportInput): ReadableDocument {
  const facts = readDocumentFacts(input.bundle)
  const timeZone = timeZoneOf(input)
  const mark = buildMark(input, facts)
  const addressee = buildAddressee(input)
  const letter = buildLetterWords(input, facts.type.code)
  return {
    title: plainLine(facts.title),
    date: readableTime(facts.approvedAt ?? facts.authoredAt, timeZone).split(',')[0] ?? '',
    ...(addressee === undefined ? {} : { addressee }),
    ...(letter === undefined ? {} : { letter }),
    ...(mark === undefined ? {} : { mark }),
    organization: { name: shortened(plainLine(facts.custodian.name)), lines: listSenderLines(facts.custodian) },
    patientName: readableName(facts.patient.name),
    banner: listBanner(facts, timeZone),
    about: listAbout(facts, input),
    sections: facts.sections.map(readSection),
    approval: listApproval(facts, timeZone),
    isSigned: facts.isApproved && mark === undefined,
    documentId: input.documentId,
  }
}

function readSection({ title, blocks, emptyReason, sections }: SectionFacts): ReadableSection {
  const within = sections.map(readSection)
  const reason: readonly Block[] =
    blocks.length === 0 && emptyReason !== undefined ? [{ kind: 'paragraph', text: plainLine(emptyReason) }] : []
  return {
    title: plainLine(title),
    blocks: [...blocks, ...reason],
    isEmpty: emptyReason !== undefined && saysNothing(blocks, emptyReason) && within.every(({ isEmpty }) => isEmpty),
    sections: within,
  }
}

/**
 * "Nil known" and "Not asked" tell a reader something, as a reason or as a text: R4 list-empty-reason. These words tell nothing.
 */
const nothing = new Set(['nothing recorded', 'unavailable', 'notstarted', 'not started'])

const saysNothing = (blocks: readonly Block[], emptyReason: string): boolean =>
  [plainLine(emptyReason), ...linesOf(blocks)].every((line) => nothing.has(withoutStop(line)))

const withoutStop = (text: string): string => text.replace(/\.$/, '').toLowerCase()

function buildMark(input: ExportInput, { status }: DocumentFacts): ReadableDocument['mark'] {
  if (input.status === 'recalled' || status === 'entered-in-error') {
    const at = readableTime(input.at, timeZoneOf(input))
    return { word: 'RECALLED', explanation: `Withdrawn on ${at}. Do not rely on it.` }
  }
  return status === 'preliminary' ? { word: 'DRAFT', explanation: 'Not approved by a clinician.' } : undefined
}

/** For a copy that names no recipient; an organisation's own record is for nobody else. */
const recipients: Readonly<Record<string, string>> = {
  practitioner: 'Treating practitioner',
  patient: 'Patient',
  carer: 'Carer',
  national_record: 'National health record',
  legal: 'Legal disclosure',
}

function listAbout(facts: DocumentFacts, input: ExportInput): readonly Labelled[] {
  const timeZone = timeZoneOf(input)
  const start = facts.encounter?.period?.start
  const isForNobody = input.recipient === undefined
  return labelled([
    ['Document', facts.type.name === facts.title ? undefined : plainLine(facts.type.name)],
    ['For', isForNobody ? recipients[input.recipientClass ?? ''] : undefined],
    ['Consultation', start === undefined ? undefined : readableTime(start, timeZone)],
    ...listAuthorRows(facts),
    // R4 composition-status: amended, and which document it replaces is not said.
    ['Status', facts.status === 'amended' && facts.replaces === undefined ? 'Amended' : undefined],
    ['Replaces', facts.replaces === undefined ? undefined : `document ${plainLine(facts.replaces)}`],
  ])
}
