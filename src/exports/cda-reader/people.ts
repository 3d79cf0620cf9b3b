/** People and organisations of a CDA header as FHIR resources. CDA R2 4.2.2; the Australian extensions asEntityIdentifier and asEmployment. */
import type {
  Address,
  ContactPoint,
  Device,
  HumanName,
  Identifier,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Reference,
} from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from '../../documents/code-systems.ts'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { indigenousStatuses, oids, sexes } from '../cda/codes.ts'
import { findOnly } from './only-one.ts'
import { readVitals } from './patient-vitals.ts'
import type { Reading } from './reading.ts'
import { readConcept, readIdentifier, readTime, systemOf } from './values.ts'
import { attributeOf, childrenOf, findNode, listBelow, textOf } from './xml-nodes.ts'

/** Elements of a resource only where they have something. */
const filled = <T extends object>(value: { readonly [N in keyof T]?: T[N] | undefined }): T =>
  Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0)),
  ) as T

const texts = (node: XmlNode, name: string): string[] => childrenOf(node, name).flatMap((child) => textOf(child) ?? [])

/** CDA EntityNameUse to R4 name-use, in the order in which a person is called by them; a name without one comes after the first. */
const nameUses: readonly (readonly [code: string, use: NonNullable<HumanName['use']>])[] = [
  ['L', 'usual'],
  ['ASGN', 'usual'],
  ['P', 'nickname'],
]

const rankOfName = (node: XmlNode): number => {
  const codes = attributeOf(node, 'use')?.trim().split(/\s+/) ?? []
  const rank = nameUses.findIndex(([code]) => codes.includes(code))
  return rank === -1 ? 0.5 : rank
}

function readName(node: XmlNode): HumanName {
  const use = nameUses[rankOfName(node)]?.[1]
  const [family, given] = [texts(node, 'family'), texts(node, 'given')]
  if (family.length === 0 && given.length === 0) return filled<HumanName>({ use, text: textOf(node) })
  const parts = { prefix: texts(node, 'prefix'), given, family: family.join(' ') || undefined }
  return filled<HumanName>({ use, ...parts, suffix: texts(node, 'suffix') })
}

export const displayOfName = (name: HumanName | undefined): string | undefined =>
  name?.text ?? ([...(name?.prefix ?? []), ...(name?.given ?? []), name?.family ?? ''].join(' ').trim() || undefined)

/** CDA PostalAddressUse and TelecommunicationAddressUse. */
const uses: Readonly<Record<string, 'home' | 'work' | 'temp'>> = { H: 'home', HP: 'home', WP: 'work', TMP: 'temp' }
const useOf = (node: XmlNode) => uses[attributeOf(node, 'use')?.split(' ')[0] ?? '']

/** Parts of a street line in the order in which they are spoken. */
const streetParts = ['unitType', 'unitID', 'houseNumber', 'streetName', 'streetNameType', 'direction', 'direct']

function readAddress(node: XmlNode): Address {
  const street = streetParts.flatMap((part) => texts(node, part)).join(' ')
  const line = [
    ...texts(node, 'streetAddressLine'),
    ...texts(node, 'additionalLocator'),
    ...(street === '' ? [] : [street]),
    ...texts(node, 'deliveryAddressLine'),
    ...texts(node, 'postBox'),
  ]
  const [city, state, postalCode, country] = ['city', 'state', 'postalCode', 'country'].map(
    (part) => texts(node, part)[0],
  )
  return filled<Address>({ use: useOf(node), line, city, state, postalCode, country })
}

const schemes: Readonly<Record<string, NonNullable<ContactPoint['system']>>> = {
  tel: 'phone',
  fax: 'fax',
  mailto: 'email',
  http: 'url',
  https: 'url',
}

function readTelecom(node: XmlNode): ContactPoint {
  const [, scheme = '', rest = ''] = /^(?:([a-z]+):)?\s*(.*)$/is.exec(attributeOf(node, 'value')?.trim() ?? '') ?? []
  const system = schemes[scheme.toLowerCase()] ?? 'other'
  const value = system === 'url' ? `${scheme}:${rest}` : rest
  return filled<ContactPoint>({ system, value: value === '' ? undefined : value, use: useOf(node) })
}

/** Address and telecoms of a role. Nothing of a null flavour. */
const contactOf = (node: XmlNode | undefined) => ({
  telecom: childrenOf(node, 'telecom')
    .map(readTelecom)
    .filter(({ value }) => value !== undefined),
  address: childrenOf(node, 'addr')
    .map(readAddress)
    .filter((address) => Object.keys(address).some((name) => name !== 'use')),
})

/** R4 org-2, org-3: an organisation has no home. */
function workContactOf(node: XmlNode): ReturnType<typeof contactOf> {
  const { telecom, address } = contactOf(node)
  const atWork = <T extends { use?: unknown }>(part: T): T => {
    const { use, ...rest } = part
    return use === 'home' ? (rest as T) : part
  }
  return { telecom: telecom.map(atWork), address: address.map(atWork) }
}

const numbersOf = (...nodes: readonly (XmlNode | undefined)[]): Identifier[] =>
  nodes.flatMap((node) =>
    childrenOf(node, 'asEntityIdentifier').flatMap((entity) =>
      childrenOf(entity, 'id').flatMap((id) => {
        const identifier = readIdentifier(id)
        return identifier === undefined ? [] : [{ ...typeOf(entity), ...identifier }]
      }),
    ),
  )

/** Kinds of numbers that their issuer alone does not tell. AU Base identifier types, HL7 table 0203. */
const types: Readonly<Record<string, string>> = {
  MR: codeSystems.identifierType,
  DVG: codeSystems.identifierTypeAu,
  DVW: codeSystems.identifierTypeAu,
  DVO: codeSystems.identifierTypeAu,
}

function typeOf(entity: XmlNode): Pick<Identifier, 'type'> {
  const code = findNode(entity, 'code')
  const kind = attributeOf(code, 'code') ?? ''
  const system = attributeOf(code, 'codeSystem') === oids.identifierType ? types[kind] : undefined
  return system === undefined ? {} : { type: { coding: [{ system, code: kind }] } }
}

const namesOf = (node: XmlNode | undefined): HumanName[] =>
  childrenOf(node, 'name')
    .toSorted((one, other) => rankOfName(one) - rankOfName(other))
    .map(readName)
    .filter((name) => displayOfName(name) !== undefined)

const genderOf = (code: string | undefined): Patient['gender'] => {
  const found = Object.entries(sexes).find(([, [own]]) => own === code)?.[0]
  return (found ?? (code === 'UN' ? 'other' : 'unknown')) as Patient['gender']
}

export function readPatient(reading: Reading, root: XmlNode): Reference<Patient> | undefined {
  const target = findOnly(root, 'recordTarget')
  const role = findOnly(target, 'patientRole', 'recordTarget')
  if (role === undefined) return undefined
  const person = findOnly(role, 'patient', 'recordTarget/patientRole')
  const own = [...listRoleIds(role), ...numbersOf(role, person)]
  const patient = filled<Patient>({
    resourceType: 'Patient',
    extension: listIndigenousStatus(person),
    identifier: [...own, ...listEntitlements(root, role).filter((one) => !own.some((known) => isWithin(one, known)))],
    name: namesOf(person),
    gender: genderOf(attributeOf(findNode(person, 'administrativeGenderCode'), 'code')),
    birthDate: readTime(findOnly(person, 'birthTime', 'recordTarget/patientRole/patient'))?.slice(0, 10),
    ...readVitals(person),
    ...contactOf(role),
  })
  return reading.add(patient, role, displayOfName(patient.name?.[0]))
}

/** A local record number has an extension; a bare UUID only names the role within the document. */
const listRoleIds = (role: XmlNode): Identifier[] =>
  childrenOf(role, 'id').flatMap((id) => (attributeOf(id, 'extension') === undefined ? [] : (readIdentifier(id) ?? [])))

/** The same number; of a Medicare number, the card is its first ten digits. */
const isWithin = ({ system, value = '' }: Identifier, known: Identifier): boolean =>
  system === known.system &&
  (value === known.value || (system === identifierSystems.medicare && known.value?.startsWith(value) === true))

/** Medicare and DVA numbers stand beside the sections, each with the id of its beneficiary. */
function listEntitlements(root: XmlNode, role: XmlNode): Identifier[] {
  const own = new Set(childrenOf(role, 'id').map((id) => attributeOf(id, 'root')))
  return listBelow(root, 'entitlement').flatMap((entitlement) => {
    const holders = listBelow(entitlement, 'participantRole').flatMap((holder) => childrenOf(holder, 'id'))
    const isOwn = holders.some((id) => own.has(attributeOf(id, 'root')))
    const ids = childrenOf(entitlement, 'id').filter((id) => attributeOf(id, 'extension') !== undefined)
    return isOwn ? ids.flatMap((id) => readIdentifier(id) ?? []) : []
  })
}

function listIndigenousStatus(person: XmlNode | undefined): Patient['extension'] {
  const code = attributeOf(findNode(person, 'ethnicGroupCode'), 'code') ?? ''
  const display = indigenousStatuses[code]
  if (display === undefined) return []
  const url = 'http://hl7.org.au/fhir/StructureDefinition/indigenous-status'
  return [{ url, valueCoding: { system: systemOf(oids.indigenousStatus), code, display } }]
}

/** A part of an organisation without contacts of its own has those of the whole. */
function contactWithin(node: XmlNode, whole: XmlNode | undefined): ReturnType<typeof contactOf> {
  const own = workContactOf(node)
  if (whole === undefined) return own
  const around = workContactOf(whole)
  return {
    telecom: own.telecom.length > 0 ? own.telecom : around.telecom,
    address: own.address.length > 0 ? own.address : around.address,
  }
}

/** `work` is where somebody works for it, for an organisation without an address of its own. */
function buildOrganization(node: XmlNode | undefined, work: readonly Address[] = []): Organization | undefined {
  if (node === undefined) return undefined
  const whole = findNode(node, 'asOrganizationPartOf', 'wholeOrganization')
  const [own, around] = [texts(node, 'name')[0], whole === undefined ? undefined : texts(whole, 'name')[0]]
  const name = [around, own === around ? undefined : own].filter((part) => part !== undefined).join(', ')
  const identifier = numbersOf(node, whole)
  if (name === '' && identifier.length === 0) return undefined
  const contact = contactWithin(node, whole)
  return filled<Organization>({
    resourceType: 'Organization',
    identifier,
    name: name || undefined,
    ...contact,
    ...(contact.address.length > 0 ? {} : { address: [...work] }),
  })
}

export function readOrganization(reading: Reading, node: XmlNode | undefined): Reference<Organization> | undefined {
  const organization = buildOrganization(node)
  return organization === undefined ? undefined : reading.add(organization, node, organization.name)
}

/** The organisation that a person works for: by the Australian extension, else by CDA itself. */
const employerOf = (role: XmlNode, person: XmlNode | undefined): XmlNode | undefined =>
  findNode(person, 'asEmployment', 'employerOrganization') ??
  findNode(role, 'representedOrganization') ??
  findNode(role, 'receivedOrganization')

type Party = Reference<PractitionerRole> | Reference<Organization>

/** An assigned author is a person, an organisation, or a device. CDA R2 4.2.2.2. */
export function readAuthor(reading: Reading, role: XmlNode | undefined): Party | Reference<Device> | undefined {
  const device = findNode(role, 'assignedAuthoringDevice')
  return role === undefined || device === undefined ? readParty(reading, role) : readDevice(reading, role, device)
}

/** An assigned entity or intended recipient as a role with its person; an organisation alone as such. */
export function readParty(reading: Reading, role: XmlNode | undefined): Party | undefined {
  if (role === undefined) return undefined
  const person = readRole(reading, role)
  if (person !== undefined) return person
  const { employer, work } = employmentOf(role)
  const organization = buildOrganization(employer, work)
  return organization === undefined ? undefined : reading.add(organization, employer, organization.name)
}

const personOf = (role: XmlNode): XmlNode | undefined =>
  findNode(role, 'assignedPerson') ?? findNode(role, 'informationRecipient')

/** Where a person works, and the address that is the organisation's where it has none. */
function employmentOf(role: XmlNode): { readonly employer: XmlNode | undefined; readonly work: readonly Address[] } {
  const employer = employerOf(role, personOf(role))
  const isPlaced = listBelow(employer, 'addr').length > 0
  return { employer, work: isPlaced ? [] : contactOf(role).address.filter(({ use }) => use === 'work') }
}

/** Undefined for a role without a person who has a name or a number. */
export function readRole(reading: Reading, role: XmlNode | undefined): Reference<PractitionerRole> | undefined {
  if (role === undefined) return undefined
  const person = personOf(role)
  const [name, identifier] = [namesOf(person), numbersOf(person, role)]
  if (name.length === 0 && identifier.length === 0) return undefined
  const { employer, work } = employmentOf(role)
  const organization = buildOrganization(employer, work)
  const { address, telecom } = contactOf(role)
  const uses = new Set(organization === undefined ? [] : work.map((one) => JSON.stringify(one)))
  const own = address.filter((one) => !uses.has(JSON.stringify(one)))
  const practitioner = filled<Practitioner>({ resourceType: 'Practitioner', identifier, name, address: own })
  const code = readConcept(findNode(role, 'code'))
  const about = { code: code === undefined ? [] : [code], telecom }
  const id = attributeOf(findNode(role, 'id'), 'root')
  // The author who also attests is one person of the Bundle.
  return reading.once(id === undefined ? undefined : JSON.stringify([id, practitioner, organization, about]), () => {
    const display = displayOfName(name[0])
    const whole = filled<PractitionerRole>({
      resourceType: 'PractitionerRole',
      practitioner: reading.add(practitioner, person, display),
      organization: organization === undefined ? undefined : reading.add(organization, employer, organization.name),
      ...about,
    })
    return reading.add(whole, role, display)
  })
}

function readDevice(reading: Reading, role: XmlNode, device: XmlNode): Reference<Device> {
  const name = textOf(findNode(device, 'softwareName')) ?? textOf(findNode(device, 'manufacturerModelName')) ?? 'Device'
  const owner = readOrganization(reading, findNode(role, 'representedOrganization'))
  const deviceName = [{ name, type: 'model-name' as const }]
  return reading.add(filled<Device>({ resourceType: 'Device', deviceName, owner }), role, name)
}
