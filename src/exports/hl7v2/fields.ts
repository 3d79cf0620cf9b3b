/** People, organisations and identifiers as HL7 v2.4 data types, by Australian rules. HL7 v2.4 2.9; ADRM 00044. */
import type { Address, ContactPoint, HumanName, Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import { oids } from '../cda/codes.ts'
import {
  type ClinicianFacts,
  findIdentifier,
  findRecordNumber,
  type OrganizationFacts,
  type PatientFacts,
} from '../document-facts.ts'
import type { Component } from './encoding.ts'

/** HD: name, and HPI-O under its national arc. ADRM 000043.1. */
export function buildFacility(organization: OrganizationFacts): readonly string[] {
  const hpio = findIdentifier(organization, 'hpio')
  return hpio === undefined ? [organization.name] : [organization.name, `${oids.healthcareIdentifier}.${hpio}`, 'ISO']
}

/** EI: the document's own identity, in the name space of its custodian. ADRM 00044.3. */
export const buildEntityIdentifier = (id: string, organization: OrganizationFacts): readonly string[] => [
  id,
  ...buildFacility(organization),
]

/** Codes of tables 0363 and 0203 for national numbers. The type of a DVA number is the colour of its card. */
const nationalNumbers = [
  { system: identifierSystems.ihi, authority: 'AUSHIC', type: () => 'NI' },
  { system: identifierSystems.medicare, authority: 'AUSHIC', type: () => 'MC' },
  { system: identifierSystems.dva, authority: 'AUSDVA', type: (code: string | undefined) => code ?? 'DVAU' },
] as const

/** CX: the sender's record number first, then the national numbers. ADRM 00044.1. */
export function buildPatientIdentifiers(
  patient: PatientFacts,
  custodian: OrganizationFacts,
): readonly (readonly Component[])[] {
  const own = findRecordNumber(patient)
  const record = own === undefined ? [] : [buildExtendedId(own.value ?? '', buildRecordAuthority(own, custodian), 'MR')]
  const national = nationalNumbers.flatMap(({ system, authority, type }) =>
    patient.identifiers
      .filter((identifier) => identifier.system === system)
      .map(({ value = '', type: kind }) => buildExtendedId(value, authority, type(kind?.coding?.[0]?.code))),
  )
  return [...record, ...national]
}

const buildExtendedId = (value: string, authority: Component, type: string): readonly Component[] => [
  value.replaceAll(' ', ''),
  '',
  '',
  authority,
  type,
]

const hpioScoped = /\/hpio-scoped\/[^/]+\/[^/]+\/(\d{16})$/

/** The organisation in the number's own system, else the document's custodian. */
function buildRecordAuthority({ system = '', assigner }: Identifier, custodian: OrganizationFacts): readonly string[] {
  const hpio = hpioScoped.exec(system)?.[1]
  const name = assigner?.display ?? custodian.name
  return hpio === undefined ? buildFacility(custodian) : [name, `${oids.healthcareIdentifier}.${hpio}`, 'ISO']
}

const givenNames = ({ given = [] }: HumanName): readonly string[] => [given[0] ?? '', given.slice(1).join(' ')]

/** XPN of type L, legal name. */
export const buildPersonName = (name: HumanName): readonly string[] => [
  name.family ?? name.text ?? '',
  ...givenNames(name),
  name.suffix?.join(' ') ?? '',
  name.prefix?.join(' ') ?? '',
  '',
  'L',
]

/** XCN by Medicare provider number, else by HPI-I. ADRM 00044.7. */
export function buildClinician(clinician: ClinicianFacts): readonly string[] {
  const provider = findIdentifier(clinician, 'medicareProvider')
  const hpii = findIdentifier(clinician, 'hpii')
  const [family = '', given = '', second = '', suffix = '', prefix = ''] = buildPersonName(clinician.name)
  const name = [family, given, second, suffix, prefix, '', '']
  if (provider !== undefined) return [provider, ...name, 'AUSHICPR', 'L', '', '', 'UPIN']
  return hpii === undefined ? ['', ...name, '', 'L'] : [hpii, ...name, 'AUSHIC', 'L', '', '', 'NPI']
}

/** XAD: country by its three letters (ISO 3166), H for home. */
export const buildAddress = ({
  line = [],
  city = '',
  state = '',
  postalCode = '',
  country = 'AU',
  text = '',
}: Address): readonly string[] => [
  line[0] ?? (city === '' ? text : ''),
  line.slice(1).join(', '),
  city,
  state,
  postalCode,
  /^(AU|Australia)$/i.test(country) ? 'AUS' : country,
  'H',
]

const landline = /^\(?0([2378])\)? ?(\d{4}) ?(\d{4})$/

/** XTN: a landline with its area code separate. Tables 0201, 0202. */
export function buildTelecom({ system, use, value = '' }: ContactPoint): readonly string[] {
  if (system === 'email') return ['', 'NET', 'Internet', value]
  const [, area, first, second] = landline.exec(value) ?? []
  const purpose = use === 'work' ? 'WPN' : 'PRN'
  if (area !== undefined) return ['', purpose, 'PH', '', '', `0${area}`, `${first}${second}`]
  return ['', purpose, use === 'mobile' ? 'CP' : 'PH', '', '', '', value.replaceAll(' ', '')]
}
