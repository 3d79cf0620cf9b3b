/** A document in words, as a page shows it: the common part of PDF and RTF. */
import { formatHumanName } from '@medplum/core'
import type { Address, HumanName } from '@medplum/fhirtypes'
import { plainLine } from '../documents/plain-text.ts'
import {
  type ClinicianFacts,
  type DocumentFacts,
  findIdentifier,
  findRecordNumber,
  type OrganizationFacts,
  readDocumentFacts,
  type SectionFacts,
} from './document-facts.ts'
import { type ExportInput, timeZoneOf } from './export-input.ts'
import { ageInYears, readableTime } from './zoned-time.ts'

export type Labelled = { readonly label: string; readonly value: string }

export type ReadableDocument = {
  readonly title: string
  readonly mark?: { readonly word: 'RECALLED' | 'DRAFT'; readonly explanation: string }
  readonly organization: { readonly name: string; readonly lines: readonly string[] }
  readonly patientName: string
  /** About the patient: on every page. */
  readonly banner: readonly Labelled[]
  /** About the document. */
  readonly about: readonly Labelled[]
  readonly sections: readonly SectionFacts[]
  readonly approval: readonly string[]
  readonly documentId: string
}

export function buildReadableDocument(input: ExportInput): ReadableDocument {
  const facts = readDocumentFacts(input.bundle)
  const timeZone = timeZoneOf(input)
  const mark = buildMark(input, facts)
  return {
    title: plainLine(facts.title),
    ...(mark === undefined ? {} : { mark }),
    organization: { name: shortened(plainLine(facts.custodian.name)), lines: listContactLines(facts.custodian) },
    patientName: readableName(facts.patient.name),
    banner: listBanner(facts, timeZone),
    about: listAbout(facts, input),
    sections: facts.sections.map((section) => ({ ...section, title: plainLine(section.title) })),
    approval: listApproval(facts, timeZone),
    documentId: input.documentId,
  }
}

function buildMark(input: ExportInput, { status }: DocumentFacts): ReadableDocument['mark'] {
  if (input.status === 'recalled' || status === 'entered-in-error') {
    const at = readableTime(input.at, timeZoneOf(input))
    return { word: 'RECALLED', explanation: `Withdrawn on ${at}. Do not rely on it.` }
  }
  return status === 'preliminary' ? { word: 'DRAFT', explanation: 'Not approved by a clinician.' } : undefined
}

/** A part of every page must leave room for the rest. */
const shortened = (text: string): string => (text.length <= 160 ? text : `${[...text].slice(0, 159).join('')}…`)

/** `Ms Maeve Rose QUILLINAN`: the family name in capitals, as AS 5017 records are shown. */
function readableName({ text = 'Name not stated', ...name }: HumanName): string {
  const { family = '', given = [] } = name
  const isInParts = family !== '' || given.length > 0
  return shortened(plainLine(isInParts ? formatHumanName({ ...name, family: family.toUpperCase() }) : text))
}

const readableAddress = ({ line = [], city, state, postalCode, text }: Address): string =>
  plainLine(
    line.length === 0 && city === undefined
      ? (text ?? '')
      : [...line, [city, state, postalCode].filter((part) => part !== undefined).join(' ')].join(', '),
  )

const listContactLines = ({ address, telecom, identifiers }: OrganizationFacts): readonly string[] => {
  const hpio = findIdentifier({ identifiers }, 'hpio')
  return [
    ...(address === undefined ? [] : [readableAddress(address)]),
    ...telecom.map(({ system, value = '' }) => plainLine(`${system === 'phone' ? 'Phone' : (system ?? '')} ${value}`)),
    ...(hpio === undefined ? [] : [`HPI-O ${inGroups(hpio)}`]),
  ]
    .filter((line) => line !== '')
    .map(shortened)
}

/** National identifiers in fours, as on their cards. */
const inGroups = (value: string): string => plainLine(value).replace(/(\d{4})(?=\d)/g, '$1 ')

/** `2952 93648 1 / 1`: card number, issue, individual reference. */
const readableMedicare = (value: string): string =>
  plainLine(value).replace(
    /^(\d{4})(\d{5})(\d)(\d)?$/,
    (_, a, b, c, d) => `${a} ${b} ${c}${d === undefined ? '' : ` / ${d}`}`,
  )

const labelled = (rows: readonly (readonly [string, string | undefined])[]): readonly Labelled[] =>
  rows.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value: shortened(value) }]))

const genders: Readonly<Record<string, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  unknown: 'Not stated',
}

function listBanner({ patient, authoredAt }: DocumentFacts, timeZone: string): readonly Labelled[] {
  const age = patient.birthDate === undefined ? undefined : ageInYears(patient.birthDate, authoredAt, timeZone)
  const born = patient.birthDate === undefined ? 'Not stated' : readableTime(patient.birthDate, timeZone)
  const ihi = findIdentifier(patient, 'ihi')
  const medicare = findIdentifier(patient, 'medicare')
  const recordNumber = findRecordNumber(patient)?.value
  return labelled([
    ['Date of birth', age === undefined ? born : `${born} (${age} years)`],
    ['Sex', genders[patient.gender]],
    ['IHI', ihi === undefined ? undefined : inGroups(ihi)],
    ['Medicare', medicare === undefined ? undefined : readableMedicare(medicare)],
    ['DVA', plainLine(findIdentifier(patient, 'dva') ?? '')],
    ['Record no.', plainLine(recordNumber ?? '')],
    ['Address', patient.address === undefined ? undefined : readableAddress(patient.address)],
    ['Phone', plainLine(patient.telecom.find(({ system }) => system === 'phone')?.value ?? '')],
  ])
}

/** An organisation's own record names no recipient. */
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
  return labelled([
    ['Document', facts.type.name === facts.title ? undefined : plainLine(facts.type.name)],
    ['For', input.recipientClass === undefined ? undefined : recipients[input.recipientClass]],
    ['Consultation', start === undefined ? undefined : readableTime(start, timeZone)],
    ['Author', readableClinician(facts.author)],
    ['Replaces', facts.replaces === undefined ? undefined : `document ${plainLine(facts.replaces)}`],
  ])
}

function readableClinician(clinician: ClinicianFacts): string {
  const role = clinician.role === undefined ? '' : `, ${plainLine(clinician.role.text)}`
  return `${readableName(clinician.name)}${role}`
}

function listApproval({ approver, approvedAt, status }: DocumentFacts, timeZone: string): readonly string[] {
  if (status === 'preliminary' || approvedAt === undefined) return ['Not yet approved.']
  const provider = findIdentifier(approver, 'medicareProvider')
  const hpii = findIdentifier(approver, 'hpii')
  return [
    readableClinician(approver),
    [
      ...(hpii === undefined ? [] : [`HPI-I ${inGroups(hpii)}`]),
      ...(provider === undefined ? [] : [`Provider no. ${plainLine(provider)}`]),
      ...(approver.organization === undefined ? [] : [plainLine(approver.organization.name)]),
    ].join('   '),
    `Approved electronically on ${readableTime(approvedAt, timeZone)}`,
  ]
    .filter((line) => line !== '')
    .map(shortened)
}
