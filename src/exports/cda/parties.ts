/** People and organisations of a CDA header: CDA R2 4.2.2, with the Australian extensions for national identifiers. */
import { plainLine } from '../../documents/plain-text.ts'
import type { ClinicianFacts, OrganizationFacts, PatientFacts } from '../document-facts.ts'
import { hl7Time } from '../zoned-time.ts'
import { codeSystemNames, indigenousStatuses, oids, sexes } from './codes.ts'
import { listIdentifiers } from './identifiers.ts'
import { buildAddress, buildName, listTelecoms } from './names.ts'
import { element, type XmlElement } from './xml.ts'

export const buildCode = (
  name: string,
  system: keyof typeof oids,
  [code, displayName]: readonly [string, string],
): XmlElement => element(name, { code, codeSystem: oids[system], codeSystemName: codeSystemNames[system], displayName })

export const buildId = (root: string): XmlElement => element('id', { root })

/** `issuer` numbers the records where no identifier names its issuer. */
export const buildRecordTarget = (patient: PatientFacts, issuer: string, time: (at: string) => string): XmlElement =>
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
        ...listVitals(patient, time),
        ...listIdentifiers(patient, 'IHI', issuer),
      ]),
    ]),
  ])

/** What the document does not say is left out. */
function listVitals({ deceased, multipleBirth }: PatientFacts, time: (at: string) => string): readonly XmlElement[] {
  const flag = (name: string, value: unknown): readonly XmlElement[] =>
    value === undefined ? [] : [element(name, { value: String(value !== false) })]
  return [
    ...flag('ext:multipleBirthInd', multipleBirth),
    ...(typeof multipleBirth === 'number'
      ? [element('ext:multipleBirthOrderNumber', { value: String(multipleBirth) })]
      : []),
    ...flag('ext:deceasedInd', deceased),
    ...(typeof deceased === 'string' ? [element('ext:deceasedTime', { value: time(deceased) })] : []),
  ]
}

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
    buildAssignedEntity(approver),
  ])

export const buildAssignedEntity = (clinician: ClinicianFacts): XmlElement =>
  element('assignedEntity', {}, [
    ...listAssignment(clinician),
    element('assignedPerson', {}, listPerson(clinician)),
    clinician.organization === undefined
      ? undefined
      : buildOrganization('representedOrganization', clinician.organization),
  ])

export const buildOrganization = (name: string, organization: OrganizationFacts): XmlElement =>
  element(name, {}, listOrganization(organization))

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

const listPerson = (clinician: ClinicianFacts): readonly (XmlElement | undefined)[] => [
  buildName(clinician.name),
  ...listIdentifiers(clinician, 'HPI-I', clinician.organization?.name ?? ''),
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
  ...listIdentifiers(organization, 'HPI-O', organization.name),
]
