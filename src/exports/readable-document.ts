/** A document in words, as a page shows it: the common part of PDF, RTF, HTML and plain text. */
import type { Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../documents/code-systems.ts'
import { plainLine } from '../documents/plain-text.ts'
import { type Addressee, buildAddressee, buildLetterWords, type LetterWords } from './addressee.ts'
import { linesOf } from './block-lines.ts'
import {
  type ClinicianFacts,
  type DocumentFacts,
  findIdentifier,
  type OrganizationFacts,
  readDocumentFacts,
  type SectionFacts,
} from './document-facts.ts'
import { type ExportInput, timeZoneOf } from './export-input.ts'
import { findRecordNumber, isRecordNumber, issuerOf } from './in-use.ts'
import type { Block } from './narrative-blocks.ts'
import { contactLabel, inGroups, readableAddress, readableMedicare, readableName, shortened } from './readable-words.ts'
import { ageInYears, readableTime } from './zoned-time.ts'

export type Labelled = { readonly label: string; readonly value: string }

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
    organization: { name: shortened(plainLine(facts.custodian.name)), lines: listContactLines(facts.custodian) },
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

const listContactLines = ({ address, telecom, identifiers }: OrganizationFacts): readonly string[] => {
  const hpio = findIdentifier({ identifiers }, 'hpio')
  return [
    ...(address === undefined ? [] : [readableAddress(address)]),
    ...telecom.map((point) => plainLine(point.value === undefined ? '' : `${contactLabel(point)} ${point.value}`)),
    ...(hpio === undefined ? [] : [`HPI-O ${inGroups(hpio)}`]),
  ]
    .filter((line) => line !== '')
    .map(shortened)
}

const labelled = (rows: readonly (readonly [string, string | undefined])[]): readonly Labelled[] =>
  rows.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value: shortened(value) }]))

const genders: Readonly<Record<string, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  unknown: 'Not stated',
}

function listBanner({ patient, custodian, authoredAt }: DocumentFacts, timeZone: string): readonly Labelled[] {
  const age = patient.birthDate === undefined ? undefined : ageInYears(patient.birthDate, authoredAt, timeZone)
  const born = patient.birthDate === undefined ? 'Not stated' : readableTime(patient.birthDate, timeZone)
  const ihi = findIdentifier(patient, 'ihi')
  const medicare = findIdentifier(patient, 'medicare')
  const recordNumber = findRecordNumber(patient, custodian)
  return labelled([
    ['Date of birth', age === undefined ? born : `${born} (${age} years)`],
    ['Sex', genders[patient.gender]],
    ['IHI', ihi === undefined ? undefined : inGroups(ihi)],
    ['Medicare', medicare === undefined ? undefined : readableMedicare(medicare)],
    ['DVA', plainLine(findIdentifier(patient, 'dva') ?? '')],
    ['Record no.', recordNumber && withIssuer(recordNumber, custodian)],
    ['Address', patient.address === undefined ? undefined : readableAddress(patient.address)],
    ...listOtherNumbers(patient, custodian),
    [
      'Phone',
      patient.telecom
        .flatMap(({ system, value = '' }) => (system === 'phone' && plainLine(value) !== '' ? [plainLine(value)] : []))
        .join(', '),
    ],
  ])
}

const maxOtherNumbers = 10

/** `1234 (Hospital B)`: a number of another place is none of the sender's. */
function withIssuer(one: Identifier, custodian: OrganizationFacts): string {
  const { name, hpio } = issuerOf(one, custodian) ?? {}
  const issuer = plainLine(name ?? (hpio === undefined ? '' : `HPI-O ${inGroups(hpio)}`))
  const value = plainLine(one.value ?? '')
  return value === '' || issuer === '' ? value : `${value} (${issuer})`
}

/** Numbers of issuers besides: an insurer's, another country's, a further record's. */
function listOtherNumbers(
  patient: DocumentFacts['patient'],
  custodian: OrganizationFacts,
): readonly (readonly [string, string | undefined])[] {
  const shown = new Set([
    ...patient.identifiers.filter((one) => isFirstOf(patient, one)),
    findRecordNumber(patient, custodian),
  ])
  return patient.identifiers
    .filter((one) => one.value !== undefined && !shown.has(one))
    .slice(0, maxOtherNumbers)
    .map((one) => {
      const { type, assigner, value } = one
      const kind = type?.text ?? type?.coding?.[0]?.display ?? (isRecordNumber(one) ? 'Record no.' : undefined)
      const label = kind ?? assigner?.display ?? 'Identifier'
      const written = kind === undefined ? plainLine(value ?? '') : withIssuer(one, custodian)
      return [shortened(plainLine(label)) || 'Identifier', written]
    })
}

/** Whether a national number is the one that has a place of its own. */
const isFirstOf = (patient: DocumentFacts['patient'], one: Identifier): boolean =>
  (['ihi', 'medicare', 'dva'] as const).some(
    (name) => one.system === identifierSystems[name] && one.value === findIdentifier(patient, name),
  )

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
    ['Author', readableClinician(facts.author)],
    // R4 composition-status: amended, and which document it replaces is not said.
    ['Status', facts.status === 'amended' && facts.replaces === undefined ? 'Amended' : undefined],
    ['Replaces', facts.replaces === undefined ? undefined : `document ${plainLine(facts.replaces)}`],
  ])
}

function readableClinician(clinician: ClinicianFacts): string {
  const role = clinician.role === undefined ? '' : `, ${plainLine(clinician.role.text)}`
  return `${readableName(clinician.name)}${role}`
}

function listApproval(facts: DocumentFacts, timeZone: string): readonly string[] {
  const { approver, approvedAt, status, isApproved } = facts
  if (status === 'preliminary') return ['Not yet approved.']
  // R4 composition-status: a final document is verified, whoever did it.
  if (!isApproved) return ['Who approved this document is not stated.']
  const provider = findIdentifier(approver, 'medicareProvider')
  const hpii = findIdentifier(approver, 'hpii')
  return [
    readableClinician(approver),
    [
      ...(hpii === undefined ? [] : [`HPI-I ${inGroups(hpii)}`]),
      ...(provider === undefined ? [] : [`Provider no. ${plainLine(provider)}`]),
      ...(approver.organization === undefined ? [] : [plainLine(approver.organization.name)]),
    ].join('   '),
    approvedAt === undefined
      ? 'Approved electronically; when is not stated.'
      : `Approved electronically on ${readableTime(approvedAt, timeZone)}`,
  ]
    .filter((line) => line !== '')
    .map(shortened)
}
