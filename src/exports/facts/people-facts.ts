/** People and organisations of a document, as far as its forms tell them. R4 composition.html; AU Base 6.0.0 identifiers. */
import type {
  Address,
  Coding,
  ContactPoint,
  Device,
  HumanName,
  Identifier,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Reference,
  RelatedPerson,
  Resource,
} from '@medplum/fhirtypes'
import { isUuid } from '../../core/ids.ts'
import { identifierSystems } from '../../documents/code-systems.ts'
import { nameUuid } from '../../documents/name-uuid.ts'
import type { FindResource, Located } from '../document-resources.ts'
import { addressesOf, listInUse, usualName } from '../in-use.ts'

export type PersonFacts = {
  /** UUID of the entry. */
  readonly id: string
  readonly name: HumanName
  /** In use, the record's first one first. */
  readonly addresses: readonly Address[]
  readonly telecom: readonly ContactPoint[]
  readonly identifiers: readonly Identifier[]
}

export type PatientFacts = PersonFacts & {
  readonly gender: NonNullable<Patient['gender']>
  readonly birthDate?: string
  readonly indigenousStatus?: Coding
  /** A date or time of death, or whether the patient has died. */
  readonly deceased?: boolean | string
  /** The number among those of a birth, or whether there are several. */
  readonly multipleBirth?: boolean | number
}

export type OrganizationFacts = {
  readonly id: string
  readonly name: string
  /** In use, the record's first one first. */
  readonly addresses: readonly Address[]
  readonly telecom: readonly ContactPoint[]
  readonly identifiers: readonly Identifier[]
}

/** An author is also an organisation or a device: R4 Composition.author. */
export type ClinicianFacts = PersonFacts & {
  /** Absent for a person. */
  readonly kind?: 'organization' | 'device'
  /** ANZSCO coding or text of the role. */
  readonly role?: { readonly code?: string; readonly text: string }
  readonly organization?: OrganizationFacts
}

/** Where a reference stands, and what reads it. */
export type At = {
  readonly find: FindResource
  readonly from: Located
  /** When the document was written: what had ended by then is not used. */
  readonly on: string
}

const genders: ReadonlySet<string | undefined> = new Set(['male', 'female', 'other', 'unknown'])

/** The UUID of an entry's address, or one made of its address or name: equal ones give equal UUIDs. */
export function uuidOf(name: string): string {
  const uuid = name.replace(/^urn:uuid:/, '')
  return isUuid(uuid) ? uuid : nameUuid(name)
}

/** Of a target outside the document there is what the reference itself says. */
const idOf = (located: Located | undefined, { reference, display, identifier }: Reference = {}): string =>
  uuidOf(located?.address ?? reference ?? identifier?.value ?? display ?? '')

export function readPatient(at: At, reference: Reference | undefined): PatientFacts {
  const located = at.find<Patient>(['Patient'], reference?.reference, at.from)
  const patient = located?.resource
  const status = patient?.extension?.find(({ url }) => url.endsWith('/StructureDefinition/indigenous-status'))
  const deceased = patient?.deceasedDateTime ?? patient?.deceasedBoolean
  const multipleBirth = patient?.multipleBirthInteger ?? patient?.multipleBirthBoolean
  return {
    ...readPerson(at, located, reference),
    ...(deceased === undefined ? {} : { deceased }),
    ...(multipleBirth === undefined ? {} : { multipleBirth }),
    gender: patient?.gender !== undefined && genders.has(patient.gender) ? patient.gender : 'unknown',
    ...(patient?.birthDate === undefined ? {} : { birthDate: patient.birthDate }),
    ...(status?.valueCoding === undefined ? {} : { indigenousStatus: status.valueCoding }),
  }
}

type Person = Patient | Practitioner | RelatedPerson

function readPerson(at: At, located: Located<Person> | undefined, reference: Reference | undefined): PersonFacts {
  const person = located?.resource
  const { display, identifier } = reference ?? {}
  return {
    id: idOf(located, reference),
    name: located === undefined && display !== undefined ? { text: display } : usualName(person?.name, at.on),
    addresses: addressesOf(person?.address, at.on).filter(isPublic(person)),
    telecom: listInUse(person?.telecom, at.on).filter(isPublic(person)),
    identifiers: listIdentifiers(at, located, person?.identifier ?? identifier),
  }
}

/** The home of a practitioner is for no receiver. D139, D142. */
const isPublic =
  (person: Person | undefined) =>
  ({ use }: { readonly use?: string }): boolean =>
    person?.resourceType !== 'Practitioner' || use !== 'home'

/** With the name and the HPI-O of the issuer where it is in the document. */
function listIdentifiers(
  { find, from, on }: At,
  holder: Located | undefined,
  identifiers: readonly Identifier[] | Identifier = [],
): readonly Identifier[] {
  const all: readonly Identifier[] = 'length' in identifiers ? identifiers : [identifiers]
  return listInUse(all, on).map((one) => {
    const issuer = find<Organization>(['Organization'], one.assigner?.reference, holder ?? from)?.resource
    if (issuer === undefined) return one
    const hpio = issuer.identifier?.find(({ system }) => system === identifierSystems.hpio)
    const display = issuer.name ?? one.assigner?.display
    const named = { ...one.assigner, ...(display === undefined ? {} : { display }) }
    return { ...one, assigner: { ...named, ...(hpio === undefined ? {} : { identifier: hpio }) } }
  })
}

export function readOrganization(at: At, reference: Reference | undefined): OrganizationFacts {
  const located = at.find<Organization>(['Organization'], reference?.reference, at.from)
  const organization = located?.resource
  const { display = '', identifier } = reference ?? {}
  return {
    id: idOf(located, reference),
    name: located === undefined ? display : (organization?.name ?? ''),
    addresses: addressesOf(organization?.address, at.on),
    telecom: listInUse(organization?.telecom, at.on),
    identifiers: listIdentifiers(at, located, organization?.identifier ?? identifier),
  }
}

export function readClinician(at: At, reference: Reference | undefined): ClinicianFacts {
  const target = at.find<Resource>(contributorTypes, reference?.reference, at.from)
  switch (target?.resource.resourceType) {
    case 'PractitionerRole':
      return readRole(at, target as Located<PractitionerRole>, reference)
    case 'Organization':
      return readAuthoringOrganization(at, reference)
    case 'Device':
      return readDevice(at, target as Located<Device>, reference)
    case 'Patient':
    case 'RelatedPerson':
      return { ...readPerson(at, target as Located<Person>, reference), role: { text: sideOf(target.resource) } }
    default:
      return readPerson(at, target as Located<Person> | undefined, reference)
  }
}

/** R4 Composition.author without the patient's own side, which writes no clinical document. */
export const authorTypes = ['PractitionerRole', 'Practitioner', 'Organization', 'Device'] as const
/** The patient's side writes parts of one, and attests. R4 Composition.author, attester.party, section.author. */
export const contributorTypes = [...authorTypes, 'Patient', 'RelatedPerson'] as const

/** Who of the patient's side it is. */
const sideOf = (resource: Patient | RelatedPerson): string =>
  resource.resourceType === 'Patient' ? 'the patient' : (relationshipOf(resource) ?? 'of the patient')

/** In words: `mother`. */
export function relationshipOf({ relationship = [] }: RelatedPerson): string | undefined {
  const [first] = relationship
  return first?.text ?? first?.coding?.find(({ display }) => display !== undefined)?.display ?? first?.coding?.[0]?.code
}

/** Somebody whom a form can name. */
export function isNamed({ name: { text = '', family = '', given = [] } }: ClinicianFacts): boolean {
  return [text, family, ...given].some((part) => (part ?? '').trim() !== '')
}

function readRole(at: At, located: Located<PractitionerRole>, reference: Reference | undefined): ClinicianFacts {
  const role = located.resource
  const practitioner = at.find<Practitioner>(['Practitioner'], role.practitioner?.reference, located)
  const person = readPerson(at, practitioner, { ...reference, ...role.practitioner })
  const code = role.code?.[0]
  const anzsco = code?.coding?.find(({ system }) => system?.endsWith('/1220.0'))?.code
  const text = code?.text ?? code?.coding?.[0]?.display
  const organization = role.organization && readOrganization({ ...at, from: located }, role.organization)
  return {
    ...person,
    id: idOf(located),
    telecom: [...listInUse(role.telecom, at.on), ...person.telecom],
    identifiers: [...person.identifiers, ...listIdentifiers(at, located, role.identifier)],
    ...(text === undefined ? {} : { role: { text, ...(anzsco === undefined ? {} : { code: anzsco }) } }),
    ...(organization === undefined ? {} : { organization }),
  }
}

function readAuthoringOrganization(at: At, reference: Reference | undefined): ClinicianFacts {
  const organization = readOrganization(at, reference)
  return { ...organization, kind: 'organization', name: { text: organization.name }, organization }
}

function readDevice(at: At, located: Located<Device>, reference: Reference | undefined): ClinicianFacts {
  const { deviceName, type, identifier, owner, contact } = located.resource
  const name = deviceName?.[0]?.name ?? reference?.display ?? type?.text ?? type?.coding?.[0]?.display ?? 'Device'
  const organization = owner && readOrganization({ ...at, from: located }, owner)
  return {
    kind: 'device',
    id: idOf(located),
    name: { text: name },
    addresses: [],
    telecom: listInUse(contact, at.on),
    identifiers: listIdentifiers(at, located, identifier),
    ...(organization === undefined ? {} : { organization }),
  }
}

export const findIdentifier = (
  holder: { readonly identifiers: readonly Identifier[] },
  name: keyof typeof identifierSystems,
): string | undefined => holder.identifiers.find(({ system }) => system === identifierSystems[name])?.value
