/** What a record of the tenant says about a recipient. R4 practitionerrole.html, patient.html; AU Base 6.0.0 identifiers. D139 */
import type {
  Address,
  ContactPoint,
  HumanName,
  Identifier,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
} from '@medplum/fhirtypes'
import { identifierSystems } from '../../documents/code-systems.ts'
import type { DocumentRecipient } from '../../fhir/document-recipient.ts'
import { findLocal } from '../../fhir/reference.ts'
import { type Recipient, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { recipientDetails } from '../recipient-fields.ts'

type Details = Omit<DocumentRecipient, 'name'>
type Holder = Practitioner | PractitionerRole | Organization | Patient
/** As it is found, unchecked. */
type Said = { readonly [Member in keyof Details]?: unknown }

const types: ReadonlySet<string> = new Set(['Practitioner', 'PractitionerRole', 'Organization', 'Patient'])

/** With the members that it does not give itself, from the record that it refers to. */
export const fillRecipient = async (tx: Tx, recipient: Recipient): Promise<Recipient> => ({
  ...(await readRecorded(tx, recipient.reference)),
  ...recipient,
})

/** Only members that a body could give too: a number with a wrong check digit, or a text that is too long, is left out. */
async function readRecorded(tx: Tx, reference: string | undefined): Promise<Details> {
  const holder = await find(tx, reference)
  if (holder === undefined || !types.has(holder.resourceType)) return {}
  const said = holder.resourceType === 'PractitionerRole' ? await describeRole(tx, holder) : describe(holder)
  const kept = Object.entries(recipientDetails).flatMap(([name, schema]) => {
    const value = said[name as keyof Details]
    const parsed = value === undefined ? undefined : schema.safeParse(value)
    return parsed?.success === true ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(kept) as Details
}

async function find(tx: Tx, reference: string | undefined): Promise<Holder | undefined> {
  const local = findLocal(tx.tenant.addresses, reference)
  const stored = local && (await tx.find(wholeAddress(local.type, local.id)))
  return stored === undefined ? undefined : readResourceAs<Holder>(stored)
}

/** The role speaks before its organisation, and the organisation before the person. */
async function describeRole(tx: Tx, role: PractitionerRole): Promise<Said> {
  const practitioner = await find(tx, role.practitioner?.reference)
  const organization = await find(tx, role.organization?.reference)
  return {
    ...(practitioner === undefined ? {} : describe(practitioner)),
    ...(organization === undefined ? {} : describe(organization)),
    ...describe(role),
  }
}

function describe(holder: Holder): Said {
  // A letter to a practitioner goes to work, one to a patient goes home.
  const unwanted = holder.resourceType === 'Patient' ? ['old'] : ['old', 'home']
  const isWanted = ({ use }: { readonly use?: string | undefined }): boolean => !unwanted.includes(use ?? '')
  const own = { ...describeIdentifiers(holder.identifier), ...describeContacts(holder.telecom?.filter(isWanted)) }
  if (holder.resourceType === 'PractitionerRole') return own
  const address = describeAddress(holder.address?.find(isWanted))
  if (holder.resourceType === 'Organization') return definedOf({ ...own, organisation: holder.name, address })
  return definedOf({ ...own, person: describePerson(holder.name), address })
}

const definedOf = (part: Said): Said =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))

function describePerson(names: readonly HumanName[] = []) {
  const name = names.find(({ use }) => use === 'official') ?? names.find(({ use }) => use !== 'old')
  if (name?.family === undefined) return undefined
  const prefix = name.prefix?.join(' ')
  const first = name.given?.join(' ')
  return { family: name.family, ...(prefix ? { prefix } : {}), ...(first ? { given: first } : {}) }
}

function describeAddress({ line, city, state, postalCode, country }: Address = {}) {
  const members = Object.entries({ line, city, state, postalCode, country }).filter(([, value]) => value !== undefined)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const describeContacts = (telecom: readonly ContactPoint[] = []): Said => {
  const valueFor = (kind: string) => telecom.find(({ system }) => system === kind)?.value
  return definedOf({ phone: valueFor('phone'), fax: valueFor('fax'), email: valueFor('email') })
}

const describeIdentifiers = (identifiers: readonly Identifier[] = []): Said => {
  const valueFor = (of: string) => identifiers.find(({ system }) => system === of)?.value
  return definedOf({
    providerNumber: valueFor(identifierSystems.medicareProvider),
    hpii: valueFor(identifierSystems.hpii),
    hpio: valueFor(identifierSystems.hpio),
  })
}
