/** Looks up the facts that the non-FHIR formats need in a document Bundle, once. R4 documents.html; AU Base 6.0.0 identifiers. */
import type {
  Address,
  Bundle,
  Coding,
  Composition,
  CompositionSection,
  ContactPoint,
  Device,
  Encounter,
  HumanName,
  Identifier,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Reference,
  Resource,
} from '@medplum/fhirtypes'
import { isUuid } from '../core/ids.ts'
import { codeSystems, identifierSystems } from '../documents/code-systems.ts'
import { nameUuid } from '../documents/name-uuid.ts'
import { oids } from './cda/codes.ts'
import { type FindResource, type Located, openDocument } from './document-resources.ts'
import { addressOf, listInUse, usualName } from './in-use.ts'
import { type Block, listBlocks } from './narrative-blocks.ts'

type PersonFacts = {
  /** UUID of the entry. */
  readonly id: string
  readonly name: HumanName
  readonly address?: Address
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
  readonly address?: Address
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

export type SectionFacts = {
  readonly title: string
  readonly code?: Coding
  /** The Agency's code of a section that was CDA: NCTIS Data Components. */
  readonly guideCode?: string
  readonly blocks: readonly Block[]
  /** Why the section is empty, in words: R4 list-empty-reason. */
  readonly emptyReason?: string
  readonly sections: readonly SectionFacts[]
}

export type DocumentFacts = {
  readonly title: string
  /** Its code, LOINC's where it has one, the code's name, and the sender's name for such a document. */
  readonly type: {
    readonly code: string
    /** Of the code; absent where the document does not say it. */
    readonly system?: string
    readonly display: string
    readonly name: string
  }
  readonly status: Composition['status']
  readonly authoredAt: string
  readonly approvedAt?: string
  /** Identity of the first edition, which all editions share. */
  readonly setId?: string
  /** 1 for the first edition, one more for each amendment. */
  readonly edition: number
  /** Document identity of the edition before. */
  readonly replaces?: string
  readonly patient: PatientFacts
  readonly author: ClinicianFacts
  /** The author, if no legal attester is named. */
  readonly approver: ClinicianFacts
  readonly isApproved: boolean
  readonly custodian: OrganizationFacts
  readonly encounter: Encounter | undefined
  readonly sections: readonly SectionFacts[]
}

export function readDocumentFacts(bundle: Bundle): DocumentFacts {
  const opened = openDocument(bundle)
  if (opened === undefined) throw new TypeError('a document begins with its Composition')
  const { resource: composition } = opened.composition
  const at = { find: opened.find, from: opened.composition, on: composition.date }
  const author = readClinician(at, composition.author?.[0])
  const attester = composition.attester?.find(({ mode }) => mode === 'legal')
  const replaced = (composition.relatesTo ?? []).filter(({ code }) => code === 'replaces')
  const replaces = replaced[0]?.targetIdentifier?.value
  const setId = composition.identifier?.value
  return {
    title: composition.title,
    type: readType(composition),
    status: composition.status,
    authoredAt: composition.date,
    ...(attester?.time === undefined ? {} : { approvedAt: attester.time }),
    edition: replaced.length + 1,
    ...(setId === undefined ? {} : { setId: setId.replace(/^urn:uuid:/, '') }),
    ...(replaces === undefined ? {} : { replaces: replaces.replace(/^urn:uuid:/, '') }),
    patient: readPatient(at, composition.subject),
    author,
    approver: attester?.party === undefined ? author : readClinician(at, attester.party),
    isApproved: attester !== undefined,
    custodian: readOrganization(at, composition.custodian),
    encounter: at.find<Encounter>(['Encounter'], composition.encounter?.reference, at.from)?.resource,
    sections: (composition.section ?? []).map(readSection),
  }
}

function readSection({ title, code, text, emptyReason, section = [] }: CompositionSection): SectionFacts {
  const coding = code?.coding?.find((candidate) => candidate.code !== undefined)
  const guideCode = code?.coding?.find(({ system }) => system === `urn:oid:${oids.nctis}`)?.code
  const reason = emptyReason?.text ?? emptyReason?.coding?.[0]?.display ?? emptyReason?.coding?.[0]?.code
  return {
    title: title ?? code?.text ?? coding?.display ?? '',
    ...(coding === undefined ? {} : { code: coding }),
    ...(guideCode === undefined ? {} : { guideCode }),
    blocks: listBlocks(text?.div ?? ''),
    ...(reason === undefined ? {} : { emptyReason: reason }),
    sections: section.map(readSection),
  }
}

/** The LOINC code, or the first one. */
function readType({ type, title }: Composition): DocumentFacts['type'] {
  const coded = type.coding?.filter(({ code = '' }) => code.trim() !== '')
  const coding = coded?.find(({ system }) => system === codeSystems.loinc) ?? coded?.[0]
  const name = type.text ?? coding?.display ?? title
  const system = coding?.system === undefined ? {} : { system: coding.system }
  return { code: coding?.code ?? '', ...system, display: coding?.display ?? name, name }
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

function readPatient(at: At, reference: Reference | undefined): PatientFacts {
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

type Person = Patient | Practitioner

function readPerson(at: At, located: Located<Person> | undefined, reference: Reference | undefined): PersonFacts {
  const person = located?.resource
  const { display, identifier } = reference ?? {}
  return {
    id: idOf(located, reference),
    name: located === undefined && display !== undefined ? { text: display } : usualName(person?.name, at.on),
    ...addressOf(person?.address, at.on),
    telecom: listInUse(person?.telecom, at.on),
    identifiers: listIdentifiers(at, located, person?.identifier ?? identifier),
  }
}

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
    ...addressOf(organization?.address, at.on),
    telecom: listInUse(organization?.telecom, at.on),
    identifiers: listIdentifiers(at, located, organization?.identifier ?? identifier),
  }
}

export function readClinician(at: At, reference: Reference | undefined): ClinicianFacts {
  const target = at.find<Resource>(authorTypes, reference?.reference, at.from)
  switch (target?.resource.resourceType) {
    case 'PractitionerRole':
      return readRole(at, target as Located<PractitionerRole>, reference)
    case 'Organization':
      return readAuthoringOrganization(at, reference)
    case 'Device':
      return readDevice(at, target as Located<Device>, reference)
    default:
      return readPerson(at, target as Located<Person> | undefined, reference)
  }
}

/** R4 Composition.author without the patient's own side, which writes no clinical document. */
export const authorTypes = ['PractitionerRole', 'Practitioner', 'Organization', 'Device'] as const

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
    telecom: listInUse(contact, at.on),
    identifiers: listIdentifiers(at, located, identifier),
    ...(organization === undefined ? {} : { organization }),
  }
}

export const findIdentifier = (
  holder: { readonly identifiers: readonly Identifier[] },
  name: keyof typeof identifierSystems,
): string | undefined => holder.identifiers.find(({ system }) => system === identifierSystems[name])?.value
