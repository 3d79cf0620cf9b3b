/** People and organisations of a CDA header: CDA R2 4.2.2, with the Australian extensions for national identifiers. */
import type { Address, ContactPoint, HumanName } from '@medplum/fhirtypes'
import { plainLine } from '../../documents/plain-text.ts'
import { type ClinicianFacts, findIdentifier, type OrganizationFacts, type PatientFacts } from '../document-facts.ts'
import { hl7Time } from '../zoned-time.ts'
import { codeSystemNames, indigenousStatuses, oids, sexes } from './codes.ts'
import { element, type XmlElement } from './xml.ts'

export const buildCode = (
  name: string,
  system: keyof typeof oids,
  [code, displayName]: readonly [string, string],
): XmlElement => element(name, { code, codeSystem: oids[system], codeSystemName: codeSystemNames[system], displayName })

export const buildId = (root: string): XmlElement => element('id', { root })

export const buildRecordTarget = (patient: PatientFacts): XmlElement =>
  element('recordTarget', { typeCode: 'RCT' }, [
    element('patientRole', { classCode: 'PAT' }, [
      buildId(patient.id),
      buildAddress(patient.address, 'H'),
      ...listTelecoms(patient.telecom, 'H'),
      element('patient', {}, [
        buildName(patient.name),
        buildCode('administrativeGenderCode', 'sex', sexes[patient.gender]),
        patient.birthDate === undefined
          ? undefined
          : element('birthTime', { value: hl7Time(patient.birthDate, 'UTC') }),
        buildCode('ethnicGroupCode', 'indigenousStatus', indigenousStatusOf(patient)),
        ...listNationalIdentifier('IHI', findIdentifier(patient, 'ihi')),
      ]),
    ]),
  ])

function indigenousStatusOf({ indigenousStatus }: PatientFacts): readonly [string, string] {
  const code = indigenousStatus?.code ?? '9'
  return [code, indigenousStatuses[code] ?? indigenousStatus?.display ?? '']
}

export const buildAuthor = (author: ClinicianFacts, time: string): XmlElement =>
  element('author', { typeCode: 'AUT' }, [
    element('time', { value: time }),
    element('assignedAuthor', {}, [
      ...listAssignment(author),
      element('assignedPerson', {}, [...listPerson(author), ...listEmployment(author.organization)]),
    ]),
  ])

export const buildLegalAuthenticator = (approver: ClinicianFacts, time: string): XmlElement =>
  element('legalAuthenticator', {}, [
    element('time', { value: time }),
    element('signatureCode', { code: 'S' }),
    element('assignedEntity', {}, [
      ...listAssignment(approver),
      element('assignedPerson', {}, listPerson(approver)),
      ...(approver.organization === undefined
        ? []
        : [element('representedOrganization', {}, listOrganization(approver.organization))]),
    ]),
  ])

export const buildCustodian = (custodian: OrganizationFacts): XmlElement =>
  element('custodian', {}, [
    element('assignedCustodian', {}, [
      element('representedCustodianOrganization', {}, [buildId(custodian.id), ...listOrganization(custodian)]),
    ]),
  ])

/** A clinician's work address is the organisation's. */
const listAssignment = (clinician: ClinicianFacts): readonly (XmlElement | undefined)[] => [
  buildId(clinician.id),
  buildRole(clinician.role),
  buildAddress(clinician.organization?.address, 'WP'),
  ...listTelecoms([...clinician.telecom, ...(clinician.organization?.telecom ?? [])], 'WP'),
]

function buildRole(role: ClinicianFacts['role']): XmlElement | undefined {
  if (role === undefined) return undefined
  const text = plainLine(role.text)
  if (role.code !== undefined) return buildCode('code', 'anzsco', [role.code, text])
  return element('code', { nullFlavor: 'OTH' }, [element('originalText', {}, [text])])
}

const listPerson = (clinician: ClinicianFacts): readonly XmlElement[] => [
  buildName(clinician.name),
  ...listNationalIdentifier('HPI-I', findIdentifier(clinician, 'hpii')),
]

const listEmployment = (organization: OrganizationFacts | undefined): readonly XmlElement[] =>
  organization === undefined
    ? []
    : [
        element('ext:asEmployment', { classCode: 'EMP' }, [
          element('ext:employerOrganization', {}, [
            element('asOrganizationPartOf', {}, [element('wholeOrganization', {}, listOrganization(organization))]),
          ]),
        ]),
      ]

const listOrganization = (organization: OrganizationFacts): readonly (XmlElement | undefined)[] => [
  element('name', { use: 'ORGB' }, [plainLine(organization.name)]),
  ...listTelecoms(organization.telecom, 'WP').slice(0, 1),
  buildAddress(organization.address, 'WP'),
  ...listNationalIdentifier('HPI-O', findIdentifier(organization, 'hpio')),
]

/** Only a number in the form of a national identifier, because it becomes an arc of the object identifier. */
const listNationalIdentifier = (kind: 'IHI' | 'HPI-I' | 'HPI-O', value: string | undefined): readonly XmlElement[] =>
  value === undefined || !/^80036\d{11}$/.test(value)
    ? []
    : [
        element('ext:asEntityIdentifier', { classCode: 'IDENT' }, [
          element('ext:id', { root: `${oids.healthcareIdentifier}.${value}`, assigningAuthorityName: kind }),
          element('ext:assigningGeographicArea', { classCode: 'PLC' }, [
            element('ext:name', {}, ['National Identifier']),
          ]),
        ]),
      ]

function buildName({ prefix = [], given = [], family, suffix = [], text }: HumanName): XmlElement {
  const parts = [
    ...prefix.map((part) => ['prefix', part] as const),
    ...given.map((part) => ['given', part] as const),
    ['family', family ?? (given.length === 0 ? (text ?? '') : '')] as const,
    ...suffix.map((part) => ['suffix', part] as const),
  ].filter(([, part]) => plainLine(part) !== '')
  if (parts.length === 0) return element('name', { nullFlavor: 'UNK' })
  return element(
    'name',
    { use: 'L' },
    parts.map(([name, part]) => element(name, {}, [plainLine(part)])),
  )
}

function buildAddress(address: Address | undefined, use: 'H' | 'WP'): XmlElement | undefined {
  if (address === undefined) return undefined
  const country = address.country === 'AU' || address.country === undefined ? 'Australia' : address.country
  const parts = [
    ...(address.line ?? []).map((line) => ['streetAddressLine', line] as const),
    ['city', address.city ?? ''] as const,
    ['state', address.state ?? ''] as const,
    ['postalCode', address.postalCode ?? ''] as const,
    ['country', country] as const,
  ].filter(([, part]) => plainLine(part) !== '')
  return element(
    'addr',
    { use },
    parts.map(([name, part]) => element(name, {}, [plainLine(part)])),
  )
}

const telecomSchemes: Readonly<Record<string, string>> = {
  phone: 'tel:',
  sms: 'tel:',
  pager: 'tel:',
  fax: 'fax:',
  email: 'mailto:',
}

const listTelecoms = (telecom: readonly ContactPoint[], use: 'H' | 'WP'): readonly XmlElement[] =>
  telecom.flatMap(({ system = '', value = '' }) => {
    const scheme = telecomSchemes[system]
    const address = plainLine(value).replace(/\s/g, '')
    return scheme === undefined || address === '' ? [] : [element('telecom', { value: scheme + address, use })]
  })
