/** XCN, NDL, PRD, XON and HD as practitioners, roles and organisations. D202; published maps XCN[Practitioner], NDL[PractitionerRole], XON[Organization]; ADRM 00044.7. */
import type {
  Address,
  ContactPoint,
  HumanName,
  Identifier,
  Organization,
  Practitioner,
  PractitionerRole,
  Reference,
  Resource,
} from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from '../../profiles/code-systems.ts'
import type { Value } from '../message/segment.ts'
import { conditionOf, type Reading } from '../reading.ts'
import { mapCode } from './code-maps.ts'
import { buildIdentifier, readAuthority } from './identifiers.ts'
import { displayOfName, filled, isNamed, readNameParts } from './names.ts'
import { type Authority, authoritySystem, hpioOf } from './systems.ts'

export type Party = Reference<Practitioner> | Reference<PractitionerRole> | Reference<Organization>

export type PersonFacts = {
  readonly name: HumanName
  readonly identifiers: readonly Identifier[]
  readonly addresses?: readonly Address[]
  readonly telecom?: readonly ContactPoint[]
  readonly qualification?: string
  readonly organization?: Reference<Organization>
}

const { hpii, hpio, medicareProvider, prescriber } = identifierSystems

const isOf = (row: { readonly system: string }, { system }: Identifier): boolean => system === row.system

/** A provider number belongs to a person at a place: AU Base has it on the role. */
const isOfRole = (one: Identifier): boolean => isOf(medicareProvider, one)

/** What a receiver may find it by: national numbers alone, which mean one thing everywhere. */
const findNational = (identifiers: readonly Identifier[]): Identifier | undefined =>
  identifiers.find((one) => [hpii, hpio, medicareProvider, prescriber].some((row) => isOf(row, one)))

/** A person, with a role where there is a number, a contact or an organisation of one; an organisation for its own number. */
export function addPerson(reading: Reading, facts: PersonFacts): Party | undefined {
  const { name, identifiers, addresses = [], telecom = [], organization } = facts
  if (!isNamed(name) && identifiers.length === 0) return undefined
  if (identifiers.some((one) => isOf(hpio, one)) && !identifiers.some((one) => isOf(hpii, one) || isOfRole(one)))
    return addOrganization(
      reading,
      filled<Organization>({ resourceType: 'Organization', identifier: [...identifiers], name: displayOfName(name) }),
    )
  const own = identifiers.filter((one) => !isOfRole(one) && !isOf(hpio, one))
  const practitioner = filled<Practitioner>({
    resourceType: 'Practitioner',
    identifier: own,
    name: [withFamily(name)],
    address: [...addresses],
    qualification: facts.qualification === undefined ? [] : [{ code: { text: facts.qualification } }],
  })
  const display = displayOfName(name)
  const person = withDisplay(reading.add(practitioner, 'supporting', conditionOf('create', findNational(own))), display)
  const ofRole = identifiers.filter(isOfRole)
  if (ofRole.length === 0 && telecom.length === 0 && organization === undefined) return person
  const role = filled<PractitionerRole>({
    resourceType: 'PractitionerRole',
    identifier: ofRole,
    practitioner: person,
    organization,
    telecom: [...telecom],
  })
  return withDisplay(reading.add(role, 'supporting', conditionOf('create', findNational(ofRole))), display)
}

/** AU Core 2.0.0 Practitioner: a name has a surname, or says that nobody knows it. */
const withFamily = (name: HumanName): HumanName => {
  const unknown = { _family: { extension: [{ url: codeSystems.absentReason, valueCode: 'unknown' }] } }
  return name.family === undefined ? { ...name, ...unknown } : name
}

const withDisplay = <R extends Resource>(reference: Reference<R>, display: string): Reference<R> =>
  display === '' ? reference : { ...reference, display }

export const addOrganization = (reading: Reading, organization: Organization): Reference<Organization> =>
  withDisplay(
    reading.add(organization, 'supporting', conditionOf('create', findNational(organization.identifier ?? []))),
    organization.name ?? '',
  )

/** HD: an organisation by its name, with its HPI-O or its universal id. */
export function addAuthority(reading: Reading, authority: Authority): Reference<Organization> | undefined {
  const name = authority.name.trim()
  const number = hpioOf(authority)
  const system = number === undefined ? undefined : hpio.system
  if (name === '' && authority.id === '') return undefined
  const identifier: Identifier[] =
    number === undefined
      ? identifyAuthority(reading, authority)
      : [{ type: { coding: [{ ...hpio.type }] }, system: system ?? hpio.system, value: number }]
  return addOrganization(
    reading,
    filled<Organization>({ resourceType: 'Organization', identifier, name: name || authority.id }),
  )
}

function identifyAuthority(reading: Reading, authority: Authority): Identifier[] {
  const uri = authority.id === '' ? undefined : authoritySystem({ ...authority, name: '' }, reading)
  return uri === undefined ? [] : [{ system: 'urn:ietf:rfc:3986', value: uri }]
}

/** XCN: number 1, name 2 to 6, degree 7, authority 9, name type 10, number type 13. */
export function readXcn(value: Value, reading: Reading): Party | undefined {
  const name = readNameParts(value, 2)
  const use = mapCode('nameUse', value.text(10)) as HumanName['use']
  const id = value.text(1).trim()
  const numbered = { value: id, authority: readAuthority(value, 9), type: value.text(13) }
  const qualification = value.text(7).trim()
  return addPerson(reading, {
    name: isNamed(name) ? filled<HumanName>({ ...name, use: use === 'official' ? undefined : use }) : name,
    identifiers: id === '' ? [] : [buildIdentifier(numbered, reading, () => value.note('no-identifier', 1))],
    ...(qualification === '' ? {} : { qualification }),
  })
}

/** NDL-1 is CNN by sub-components: number, family, given, second, suffix, prefix, degree, source, authority name, id, type. */
export function readNdl(value: Value, reading: Reading): Party | undefined {
  const part = (number: number): string => value.sub(1, number).trim()
  // Senders also write XCN here, by components.
  if (part(2) === '' && part(3) === '' && value.has(2) && !/^\d{4,}/.test(value.text(2))) return readXcn(value, reading)
  const id = part(1)
  const authority = { name: part(9), id: part(10), type: part(11) }
  return addPerson(reading, {
    name: filled<HumanName>({
      family: part(2),
      given: [part(3), part(4)].filter((text) => text !== ''),
      suffix: [part(5)].filter((text) => text !== ''),
      prefix: [part(6)].filter((text) => text !== ''),
    }),
    identifiers:
      id === ''
        ? []
        : [
            buildIdentifier({ value: id, authority, type: typeByAuthority(authority.name) }, reading, () =>
              value.note('no-identifier', 1),
            ),
          ],
    ...(part(7) === '' ? {} : { qualification: part(7) }),
  })
}

/** CNN has no type of the number: a provider number is told by its authority. */
const typeByAuthority = (name: string): string => (name === 'AUSHICPR' ? 'UPIN' : name === 'AUSHIC' ? 'NPI' : '')

/** XON: name 1, number 3 or 10, authority 6, type 7. */
export function readXon(value: Value, reading: Reading): Reference<Organization> | undefined {
  const name = value.text(1).trim()
  const id = (value.text(10) || value.text(3)).trim()
  const numbered = { value: id, authority: readAuthority(value, 6), type: value.text(7) }
  if (name === '' && id === '') return undefined
  const identifier = id === '' ? [] : [buildIdentifier(numbered, reading, () => value.note('no-identifier'))]
  return addOrganization(reading, filled<Organization>({ resourceType: 'Organization', identifier, name: name || id }))
}

/** NPIO of ADRM table 7.3.3.7.1: a person at an organisation, `HPI-I@HPI-O`. */
export function readNumberAtPlace(text: string): readonly Identifier[] {
  const [, person, place] = /^(800361\d{10})@(800362\d{10})$/.exec(text.replaceAll(' ', '')) ?? []
  if (person === undefined || place === undefined) return []
  return [
    { type: { coding: [{ system: codeSystems.identifierType, code: 'NPI' }] }, system: hpii.system, value: person },
    { type: { coding: [{ system: codeSystems.identifierTypeAu, code: 'NOI' }] }, system: hpio.system, value: place },
  ]
}
