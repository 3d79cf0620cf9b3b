/** Looks up the facts that the non-FHIR formats need in a document Bundle, once. R4 documents.html; AU Base 6.0.0 identifiers. */
import type {
  Address,
  Bundle,
  Coding,
  Composition,
  CompositionSection,
  ContactPoint,
  Encounter,
  HumanName,
  Identifier,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Resource,
} from '@medplum/fhirtypes'
import { isUuid } from '../core/ids.ts'
import { identifierSystems } from '../documents/code-systems.ts'
import { nameUuid } from '../documents/name-uuid.ts'
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
}

export type OrganizationFacts = {
  readonly id: string
  readonly name: string
  readonly address?: Address
  readonly telecom: readonly ContactPoint[]
  readonly identifiers: readonly Identifier[]
}

export type ClinicianFacts = PersonFacts & {
  /** ANZSCO coding or text of the role. */
  readonly role?: { readonly code?: string; readonly text: string }
  readonly organization?: OrganizationFacts
}

export type SectionFacts = {
  readonly title: string
  readonly code?: Coding
  readonly blocks: readonly Block[]
  /** Why the section is empty, in words: R4 list-empty-reason. */
  readonly emptyReason?: string
  readonly sections: readonly SectionFacts[]
}

export type DocumentFacts = {
  readonly title: string
  /** Its LOINC code, LOINC's name, and the sender's name for such a document. */
  readonly type: { readonly code: string; readonly display: string; readonly name: string }
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
  readonly approver: ClinicianFacts
  readonly custodian: OrganizationFacts
  readonly encounter: Encounter | undefined
  readonly sections: readonly SectionFacts[]
}

export function readDocumentFacts(bundle: Bundle): DocumentFacts {
  const composition = bundle.entry?.[0]?.resource
  if (composition?.resourceType !== 'Composition') throw new TypeError('a document begins with its Composition')
  const find = resolver(bundle)
  const author = readClinician(find, composition.author[0]?.reference)
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
    patient: readPatient(find, composition.subject?.reference),
    author,
    approver: attester === undefined ? author : readClinician(find, attester.party?.reference),
    custodian: readOrganization(find, composition.custodian?.reference),
    encounter: find<Encounter>('Encounter', composition.encounter?.reference),
    sections: (composition.section ?? []).map(readSection),
  }
}

function readSection({ title, code, text, emptyReason, section = [] }: CompositionSection): SectionFacts {
  const coding = code?.coding?.find((candidate) => candidate.code !== undefined)
  const reason = emptyReason?.text ?? emptyReason?.coding?.[0]?.display ?? emptyReason?.coding?.[0]?.code
  return {
    title: title ?? code?.text ?? coding?.display ?? '',
    ...(coding === undefined ? {} : { code: coding }),
    blocks: listBlocks(text?.div ?? ''),
    ...(reason === undefined ? {} : { emptyReason: reason }),
    sections: section.map(readSection),
  }
}

function readType({ type, title }: Composition): DocumentFacts['type'] {
  const coding = type.coding?.[0]
  const name = type.text ?? coding?.display ?? title
  return { code: coding?.code ?? '', display: coding?.display ?? name, name }
}

type Find = <R extends Resource>(resourceType: R['resourceType'], reference: string | undefined) => R | undefined

function resolver(bundle: Bundle): Find {
  const entries = new Map(bundle.entry?.map(({ fullUrl, resource }) => [fullUrl, resource]))
  return <R extends Resource>(resourceType: R['resourceType'], reference: string | undefined) => {
    const resource = entries.get(reference)
    return resource?.resourceType === resourceType ? (resource as R) : undefined
  }
}

/** The official name, else the first in use. */
const usualName = (names: readonly HumanName[] | undefined): HumanName =>
  names?.find(({ use }) => use === 'official') ?? names?.find(({ use }) => use !== 'old') ?? names?.[0] ?? {}

/** Returns the UUID of an entry's fullUrl. */
function uuidOf(reference = ''): string {
  const uuid = reference.replace(/^urn:uuid:/, '')
  return isUuid(uuid) ? uuid : nameUuid(reference)
}

function readPatient(find: Find, reference: string | undefined): PatientFacts {
  const patient = find<Patient>('Patient', reference)
  const status = patient?.extension?.find(({ url }) => url.endsWith('/StructureDefinition/indigenous-status'))
  return {
    ...readPerson(patient, reference),
    gender: patient?.gender ?? 'unknown',
    ...(patient?.birthDate === undefined ? {} : { birthDate: patient.birthDate }),
    ...(status?.valueCoding === undefined ? {} : { indigenousStatus: status.valueCoding }),
  }
}

const readPerson = (person: Patient | Practitioner | undefined, reference: string | undefined): PersonFacts => ({
  id: uuidOf(reference),
  name: usualName(person?.name),
  ...(person?.address?.[0] === undefined ? {} : { address: person.address[0] }),
  telecom: person?.telecom ?? [],
  identifiers: person?.identifier ?? [],
})

function readOrganization(find: Find, reference: string | undefined): OrganizationFacts {
  const organization = find<Organization>('Organization', reference)
  return {
    id: uuidOf(reference),
    name: organization?.name ?? '',
    ...(organization?.address?.[0] === undefined ? {} : { address: organization.address[0] }),
    telecom: organization?.telecom ?? [],
    identifiers: organization?.identifier ?? [],
  }
}

function readClinician(find: Find, reference: string | undefined): ClinicianFacts {
  const role = find<PractitionerRole>('PractitionerRole', reference)
  const practitioner = role?.practitioner?.reference ?? reference
  const person = readPerson(find<Practitioner>('Practitioner', practitioner), reference)
  const code = role?.code?.[0]
  const anzsco = code?.coding?.find(({ system }) => system?.endsWith('/1220.0'))?.code
  const text = code?.text ?? code?.coding?.[0]?.display
  return {
    ...person,
    telecom: [...(role?.telecom ?? []), ...person.telecom],
    identifiers: [...person.identifiers, ...(role?.identifier ?? [])],
    ...(text === undefined ? {} : { role: { text, ...(anzsco === undefined ? {} : { code: anzsco }) } }),
    ...(role?.organization === undefined ? {} : { organization: readOrganization(find, role.organization.reference) }),
  }
}

export const findIdentifier = (
  holder: { readonly identifiers: readonly Identifier[] },
  name: keyof typeof identifierSystems,
): string | undefined => holder.identifiers.find(({ system }) => system === identifierSystems[name])?.value

/** The sender's own record numbers (v2-0203 `MR`). */
export const findRecordNumber = (patient: PatientFacts): Identifier | undefined =>
  patient.identifiers.find(({ type }) => type?.coding?.some(({ code }) => code === 'MR'))
