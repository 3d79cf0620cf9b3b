/** People, organisations and identifiers as HL7 v2 data types, by Australian rules. HL7 v2.4 2.9; ADRM 00044. */
import type { Address, ContactPoint, HumanName } from '@medplum/fhirtypes'
import { oids } from '../cda/codes.ts'
import type { DocumentFacts } from '../document-facts.ts'
import { type ClinicianFacts, findIdentifier, type OrganizationFacts } from '../facts/people-facts.ts'
import type { Component, Field } from './encoding.ts'

/** HD of an organisation with an HPI-O, under its national arc. ADRM 000043.1. */
export const buildNationalFacility = (name: string, hpio: string): readonly string[] => [
  name,
  `${oids.healthcareIdentifier}.${hpio.replaceAll(' ', '')}`,
  'ISO',
]

/** HD: name, and HPI-O under its national arc; without one the UUID of the organisation (table 0301), as EI has to be complete. */
export function buildFacility(organization: OrganizationFacts): readonly string[] {
  const hpio = findIdentifier(organization, 'hpio')
  return hpio === undefined
    ? [organization.name, organization.id, 'UUID']
    : buildNationalFacility(organization.name, hpio)
}

/** EI: the document's own identity, in the name space of its custodian. ADRM 00044.3. */
export const buildEntityIdentifier = (id: string, organization: OrganizationFacts): readonly string[] => [
  id,
  ...buildFacility(organization),
]

const givenNames = ({ given = [] }: HumanName): readonly string[] => [given[0] ?? '', given.slice(1).join(' ')]

/** XPN of type L, legal name. A name that is not in parts stands whole as the surname, which is required. */
export const buildPersonName = (name: HumanName): readonly string[] => {
  const whole = name.text ?? name.given?.join(' ') ?? ''
  return [
    name.family ?? whole,
    ...(name.family === undefined ? ['', ''] : givenNames(name)),
    name.suffix?.join(' ') ?? '',
    name.prefix?.join(' ') ?? '',
    '',
    'L',
  ]
}

/** Authority (table 0363) and type (table 0203) of a number that names a provider. ADRM table 7.3.3.7.1. */
export type ProviderNumber = { readonly id: string; readonly authority: Component; readonly type: string }

export const medicareProvider = (id: string): ProviderNumber => ({ id, authority: 'AUSHICPR', type: 'UPIN' })
export const nationalProvider = (id: string): ProviderNumber => ({ id, authority: 'AUSHIC', type: 'NPI' })
export const nationalOrganisation = (id: string): ProviderNumber => ({ id, authority: 'AUSHIC', type: 'NOI' })

/** XCN. ADRM 00044.7: number, authority, surname, name type and number type are all needed. */
export function buildProvider({ id, authority, type }: ProviderNumber, name: HumanName): readonly Component[] {
  const [family = '', given = '', second = '', suffix = '', prefix = ''] = buildPersonName(name)
  return [id.replaceAll(' ', ''), family, given, second, suffix, prefix, '', '', authority, 'L', '', '', type]
}

/** XCN by Medicare provider number, else by HPI-I or HPI-O, else by the sender's own UUID of that author. */
export function buildClinician(clinician: ClinicianFacts, custodian: OrganizationFacts): readonly Component[] {
  const provider = findIdentifier(clinician, 'medicareProvider')
  const hpii = findIdentifier(clinician, 'hpii')
  if (provider !== undefined) return buildProvider(medicareProvider(provider), clinician.name)
  if (hpii !== undefined) return buildProvider(nationalProvider(hpii), clinician.name)
  // An author may be an organisation.
  const hpio = findIdentifier(clinician, 'hpio')
  if (hpio !== undefined) return buildProvider(nationalOrganisation(hpio), clinician.name)
  return buildProvider({ id: clinician.id, authority: buildFacility(custodian), type: 'PRN' }, clinician.name)
}

/** XCN of each author, the first one first. */
export const buildAuthors = ({
  author,
  furtherAuthors,
  custodian,
}: Pick<DocumentFacts, 'author' | 'furtherAuthors' | 'custodian'>): Field => ({
  repetitions: [author, ...furtherAuthors].map((one) => buildClinician(one, custodian)),
})

/** NDL: the person is one component (CNN), whose sub-components end with the parts of the authority. */
export const buildInterpreter = (provider: readonly Component[]): readonly Component[] => [provider.slice(0, 9).flat()]

/** Table 0190, by R4 address-use and address-type. */
const addressTypes: Readonly<Record<string, string>> = { home: 'H', work: 'B', temp: 'C', postal: 'M' }

/** XAD: country by its three letters (ISO 3166). `type` where the address says no other: H for home, B for a business. */
export const buildAddress = (
  { line = [], city = '', state = '', postalCode = '', country = 'AU', text = '', use, type: kind = 'both' }: Address,
  type: 'H' | 'B' = 'H',
): readonly string[] => [
  line[0] ?? (city === '' ? text : ''),
  line.slice(1).join(', '),
  city,
  state,
  postalCode,
  /^(AU|Australia)$/i.test(country) ? 'AUS' : country,
  addressTypes[kind] ?? addressTypes[use ?? ''] ?? type,
]

const landline = /^(0[2378])(\d{8})$/

/** Table 0202. A mobile number is a telephone of another kind. */
const equipment: Readonly<Record<string, string>> = { phone: 'PH', sms: 'CP', fax: 'FX', pager: 'BP' }

const isDialled = ({ system }: ContactPoint): boolean => system !== undefined && Object.hasOwn(equipment, system)

/** XTN of each: what is dialled first, then e-mail, then what no table has. */
export const listTelecoms = (telecom: readonly ContactPoint[]): readonly (readonly string[])[] =>
  telecom
    .filter(({ value = '' }) => value.trim() !== '')
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(buildTelecom)

const rankOf = (point: ContactPoint): number => (isDialled(point) ? 0 : point.system === 'email' ? 1 : 2)

/** XTN: a landline with its area code separate. Tables 0201, 0202. */
export function buildTelecom({ system = 'phone', use, value = '' }: ContactPoint): readonly string[] {
  if (system === 'email') return ['', 'NET', 'Internet', value]
  const purpose = use === 'work' ? 'WPN' : 'PRN'
  // XTN-9 is any text. Table 0202 has no kind for it.
  if (!isDialled({ system })) return ['', purpose, '', '', '', '', '', '', value]
  const number = value.replace(/[\s().\-/]/g, '').replace(/^\+61(?=\d{9}$)/, '0')
  const [, area = '', line = ''] = landline.exec(number) ?? []
  const kind = equipment[system] ?? 'PH'
  if (area !== '') return ['', purpose, kind, '', '', area, line]
  const equipped = use === 'mobile' && kind === 'PH' ? 'CP' : kind
  // XTN-7 is a number (NM); a number with words or of another country stands as text.
  return /^\d+$/.test(number)
    ? ['', purpose, equipped, '', '', '', number]
    : ['', purpose, equipped, '', '', '', '', '', value]
}
