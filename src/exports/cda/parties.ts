/** People and organisations of a CDA header: CDA R2 4.2.2, with the Australian extensions for national identifiers. */
import type { Address, ContactPoint } from '@medplum/fhirtypes'
import { plainLine } from '../../documents/plain-text.ts'
import type { ClinicianFacts, OrganizationFacts, PatientFacts } from '../facts/people-facts.ts'
import type { Relative } from '../facts/section-facts.ts'
import { hl7Time } from '../zoned-time.ts'
import { codeSystemNames, indigenousStatuses, oids, sexes } from './codes.ts'
import { listIdentifiers } from './identifiers.ts'
import { buildName, listAddresses, listTelecoms } from './names.ts'
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
      ...listAddresses(patient.addresses, 'H'),
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

/** Without a time nobody says when the author wrote. */
export const buildAuthor = (author: ClinicianFacts, time: string | undefined): XmlElement =>
  element('author', { typeCode: 'AUT' }, [
    buildTime(time),
    element('assignedAuthor', {}, [
      ...listAssignment(author),
      element('assignedPerson', {}, [...listPerson(author), ...listEmployment(author.organization)]),
    ]),
  ])

const buildTime = (time: string | undefined): XmlElement =>
  element('time', time === undefined ? { nullFlavor: 'UNK' } : { value: time })

/** The one legal authenticator of a document, or one who attests it besides. */
export const buildAuthenticator = (
  name: 'legalAuthenticator' | 'authenticator',
  attester: ClinicianFacts,
  time: string | undefined,
): XmlElement =>
  element(name, {}, [buildTime(time), element('signatureCode', { code: 'S' }), buildAssignedEntity(attester)])

/** Somebody of the patient's, whom a section is about. CDA R2 4.3.6.1. */
export const buildSubject = ({ name, relationship, code }: Relative): XmlElement =>
  element('subject', {}, [
    element('relatedSubject', { classCode: 'PRS' }, [
      code === undefined
        ? element('code', { nullFlavor: relationship === '' ? 'NI' : 'OTH' }, [
            relationship === '' ? undefined : element('originalText', {}, [relationship]),
          ])
        : buildCode('code', 'relationship', [code, relationship]),
      element('subject', {}, [buildName(name)]),
    ]),
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
      element('representedCustodianOrganization', {}, [buildId(custodian.id), ...listOrganization(custodian, 1)]),
    ]),
  ])

/** A clinician's work address is the organisation's; an organisation that writes has it once. */
const addressesOf = ({ kind, organization, addresses }: ClinicianFacts): readonly Address[] =>
  kind === 'organization' ? addresses : [...(organization?.addresses ?? []), ...addresses]

const contactsOf = ({ kind, organization, telecom }: ClinicianFacts): readonly ContactPoint[] =>
  kind === 'organization' ? telecom : [...telecom, ...(organization?.telecom ?? [])]

const listAssignment = (clinician: ClinicianFacts): readonly (XmlElement | undefined)[] => [
  buildId(clinician.id),
  buildRole(clinician.role),
  ...listAddresses(addressesOf(clinician), 'WP'),
  ...listTelecoms(contactsOf(clinician), 'WP'),
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

/** A custodian has one of each in CDA R2; what it has besides stands in the text. */
const listOrganization = (
  organization: OrganizationFacts,
  most = Number.POSITIVE_INFINITY,
): readonly (XmlElement | undefined)[] => [
  element('name', { use: 'ORGB' }, [plainLine(organization.name)]),
  ...listTelecoms(organization.telecom, 'WP').slice(0, most),
  ...listAddresses(organization.addresses, 'WP').slice(0, most),
  ...listIdentifiers(organization, 'HPI-O', organization.name),
]
