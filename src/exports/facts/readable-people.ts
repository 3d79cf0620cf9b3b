/** Who is in a document, in the rows of a page. */
import type { Address, ContactPoint, Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { plainLine } from '../../documents/plain-text.ts'
import type { AttesterFacts, DocumentFacts } from '../document-facts.ts'
import { findRecordNumber, isRecordNumber, issuerOf } from '../in-use.ts'
import {
  contactLabel,
  inGroups,
  type Labelled,
  labelled,
  readableAddress,
  readableClinician,
  readableMedicare,
  shortened,
} from '../readable-words.ts'
import { ageInYears, readableTime } from '../zoned-time.ts'
import { type ClinicianFacts, findIdentifier, type OrganizationFacts, type PatientFacts } from './people-facts.ts'

const genders: Readonly<Record<string, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  unknown: 'Not stated',
}

export function listBanner({ patient, custodian, authoredAt }: DocumentFacts, timeZone: string): readonly Labelled[] {
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
    ...patient.addresses.map((address, index) => [addressLabel(address, index), readableAddress(address)] as const),
    ...listOtherNumbers(patient, custodian),
    ...listContactRows(patient.telecom),
  ])
}

/** R4 address-use. */
const addressLabels: Readonly<Record<string, string>> = {
  home: 'Home address',
  work: 'Work address',
  temp: 'Temporary address',
  billing: 'Billing address',
}

const addressLabel = ({ use }: Address, index: number): string =>
  index === 0 ? 'Address' : (addressLabels[use ?? ''] ?? 'Further address')

/** A row for each kind of contact; more where one row would be cut. */
function listContactRows(telecom: readonly ContactPoint[]): readonly (readonly [string, string])[] {
  const filled = telecom.filter(({ value = '' }) => plainLine(value) !== '')
  return [...Map.groupBy(filled, contactLabel)].flatMap(([label, points]) =>
    inRows(points.map(({ value = '' }) => plainLine(value))).map((row) => [label, row] as const),
  )
}

const rowLength = 120

function inRows(values: readonly string[]): readonly string[] {
  const rows: string[] = []
  for (const value of values) {
    const last = rows.at(-1)
    if (last !== undefined && last.length + value.length < rowLength) rows[rows.length - 1] = `${last}, ${value}`
    else rows.push(value)
  }
  return rows
}

/** `1234 (Hospital B)`: a number of another place is none of the sender's. */
function withIssuer(one: Identifier, custodian: OrganizationFacts): string {
  const { name, hpio } = issuerOf(one, custodian) ?? {}
  const issuer = plainLine(name ?? (hpio === undefined ? '' : `HPI-O ${inGroups(hpio)}`))
  const value = plainLine(one.value ?? '')
  return value === '' || issuer === '' ? value : `${value} (${issuer})`
}

/** Numbers of issuers besides: an insurer's, another country's, a further record's. */
function listOtherNumbers(
  patient: PatientFacts,
  custodian: OrganizationFacts,
): readonly (readonly [string, string | undefined])[] {
  const shown = new Set([
    ...patient.identifiers.filter((one) => isFirstOf(patient, one)),
    findRecordNumber(patient, custodian),
  ])
  return patient.identifiers
    .filter((one) => one.value !== undefined && !shown.has(one))
    .map((one) => {
      const { type, assigner, value } = one
      const kind = type?.text ?? type?.coding?.[0]?.display ?? (isRecordNumber(one) ? 'Record no.' : undefined)
      const label = kind ?? assigner?.display ?? 'Identifier'
      const written = kind === undefined ? plainLine(value ?? '') : withIssuer(one, custodian)
      return [shortened(plainLine(label)) || 'Identifier', written]
    })
}

/** Whether a national number is the one that has a place of its own. */
const isFirstOf = (patient: PatientFacts, one: Identifier): boolean =>
  (['ihi', 'medicare', 'dva'] as const).some(
    (name) => one.system === identifierSystems[name] && one.value === findIdentifier(patient, name),
  )

/** Of the sender, under its name. */
export const listSenderLines = ({ addresses, telecom, identifiers }: OrganizationFacts): readonly string[] => {
  const hpio = findIdentifier({ identifiers }, 'hpio')
  return [
    ...addresses.map(readableAddress),
    ...telecom.map((point) => plainLine(point.value === undefined ? '' : `${contactLabel(point)} ${point.value}`)),
    ...(hpio === undefined ? [] : [`HPI-O ${inGroups(hpio)}`]),
  ]
    .filter((line) => line !== '')
    .map(shortened)
}

export function listApproval(facts: DocumentFacts, timeZone: string): readonly string[] {
  const { approver, approvedAt, status, isApproved } = facts
  const further = listFurtherAttesters(facts, timeZone)
  if (status === 'preliminary') return ['Not yet approved.', ...further]
  // R4 composition-status: a final document is verified, whoever did it.
  if (!isApproved) return ['Who approved this document is not stated.', ...further]
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
    ...further,
  ]
    .filter((line) => line !== '')
    .map(shortened)
}

/** R4 composition-attestation-mode. */
const attestations: Readonly<Record<AttesterFacts['mode'], string>> = {
  personal: 'Attested personally',
  professional: 'Attested professionally',
  legal: 'Also approved',
  official: 'Attested officially',
}

export const listFurtherAttesters = ({ furtherAttesters }: DocumentFacts, timeZone: string): readonly string[] =>
  furtherAttesters.map(({ mode, by, at }) => {
    const who = by === undefined ? '' : ` by ${readableClinician(by)}`
    return `${attestations[mode] ?? 'Attested'}${who}${at === undefined ? '' : ` on ${readableTime(at, timeZone)}`}`
  })

/** Each author, with the numbers and contacts that stand nowhere else on the page. */
export function listAuthorRows(facts: DocumentFacts): readonly (readonly [string, string | undefined])[] {
  const { author, furtherAuthors, approver, custodian } = facts
  const sender = new Set(listSenderLines(custodian))
  return [author, ...furtherAuthors].flatMap((one) => [
    ['Author', readableClinician(one)],
    ...(one.id === approver.id ? [] : listNumberRows(one)),
    ...listReachRows(one, custodian, sender),
  ])
}

type Row = readonly [string, string | undefined]

const listNumberRows = (one: ClinicianFacts): readonly Row[] => [
  ["Author's HPI-I", inGroups(findIdentifier(one, 'hpii') ?? '')],
  ["Author's provider no.", plainLine(findIdentifier(one, 'medicareProvider') ?? '')],
]

function listReachRows(one: ClinicianFacts, custodian: OrganizationFacts, sender: ReadonlySet<string>): readonly Row[] {
  const { organization, kind } = one
  const place = organization === undefined || organization.id === custodian.id ? undefined : organization
  // An organisation that is the author is its own place.
  const [addresses, telecom] =
    kind === 'organization' || place === undefined
      ? [one.addresses, one.telecom]
      : [
          [...one.addresses, ...place.addresses],
          [...one.telecom, ...place.telecom],
        ]
  const isNew = (line: string): boolean => !sender.has(shortened(line))
  return [
    ["Author's organisation", kind === 'organization' ? '' : plainLine(place?.name ?? '')],
    ...addresses
      .map(readableAddress)
      .filter(isNew)
      .map((line): Row => ["Author's address", line]),
    ...listContactRows(telecom.filter((point) => isNew(plainLine(`${contactLabel(point)} ${point.value ?? ''}`)))).map(
      ([label, value]): Row => [`Author's ${label === 'SMS' ? label : label.toLowerCase()}`, value],
    ),
  ]
}
