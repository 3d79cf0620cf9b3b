/** The copy of a document for one recipient: its Composition names them. AU Base information-recipient; D137. */
import type {
  Bundle,
  BundleEntry,
  ContactPoint,
  Identifier,
  Organization,
  Practitioner,
  PractitionerRole,
} from '@medplum/fhirtypes'
import { canonicalJson } from '../core/json/canonical-json.ts'
import type { JsonObject } from '../core/json.ts'
import { identifierSystems } from '../profiles/code-systems.ts'
import { urnOf } from './composition.ts'
import { nameUuid } from './name-uuid.ts'
import { plainLine } from './plain-text.ts'
import type { DocumentRecipient } from './recipient.ts'

const extensionUrl = 'http://hl7.org.au/fhir/StructureDefinition/information-recipient'

/** The same recipient gives the same copy. The document is as it was if its first entry is no Composition. */
export function addressDocument(bundle: Bundle, recipient: DocumentRecipient): Bundle {
  const [first, ...others] = bundle.entry ?? []
  const composition = first?.resource
  if (first === undefined || composition?.resourceType !== 'Composition') return bundle
  // The order of members tells nothing, and changes nothing. A recipient is plain JSON; a readonly type does not say so.
  const ordered = JSON.parse(canonicalJson(recipient as unknown as JsonObject)) as DocumentRecipient
  const entries = buildRecipient(ordered, bundle.identifier?.value ?? first.fullUrl ?? '')
  const named = {
    url: extensionUrl,
    valueReference: { reference: entries[0].fullUrl, display: plainLine(recipient.name) },
  }
  const addressed = { ...composition, extension: [...(composition.extension ?? []), named] }
  return { ...bundle, entry: [{ ...first, resource: addressed }, ...others, ...entries] }
}

type Entry = BundleEntry & { readonly fullUrl: string }

/** The one whom the Composition refers to comes first: a person's role at an organisation, a person, or an organisation. */
function buildRecipient(recipient: DocumentRecipient, document: string): readonly [Entry, ...Entry[]] {
  const urls = (type: string) => urnOf(nameUuid(`${document} ${JSON.stringify(recipient)} ${type}`))
  const { person, organisation } = recipient
  if (person === undefined) return [{ fullUrl: urls('Organization'), resource: buildOrganization(recipient) }]
  const practitioner = { fullUrl: urls('Practitioner'), resource: buildPractitioner(recipient) }
  if (organisation === undefined && recipient.hpio === undefined) return [practitioner]
  const organization = { fullUrl: urls('Organization'), resource: buildOrganization(recipient) }
  const role: PractitionerRole = {
    resourceType: 'PractitionerRole',
    ...identified([numberOf('medicareProvider', recipient.providerNumber)]),
    practitioner: { reference: practitioner.fullUrl, display: plainLine(recipient.name) },
    organization: { reference: organization.fullUrl },
    ...contact(recipient),
  }
  return [{ fullUrl: urls('PractitionerRole'), resource: role }, practitioner, organization]
}

function buildPractitioner(recipient: DocumentRecipient): Practitioner {
  const { name, person, organisation, hpio, hpii, providerNumber } = recipient
  const { prefix, given, family = '' } = person ?? {}
  const isAlone = organisation === undefined && hpio === undefined
  return {
    resourceType: 'Practitioner',
    ...identified([numberOf('hpii', hpii), isAlone ? numberOf('medicareProvider', providerNumber) : undefined]),
    name: [
      {
        text: plainLine(name),
        family: plainLine(family),
        ...(given === undefined ? {} : { given: [plainLine(given)] }),
        ...(prefix === undefined ? {} : { prefix: [plainLine(prefix)] }),
      },
    ],
    ...(isAlone ? { ...contact(recipient), ...addressed(recipient) } : {}),
  }
}

function buildOrganization(recipient: DocumentRecipient): Organization {
  const { name, person, organisation, hpio } = recipient
  return {
    resourceType: 'Organization',
    ...identified([numberOf('hpio', hpio)]),
    name: plainLine(organisation ?? name),
    ...(person === undefined ? contact(recipient) : {}),
    ...addressed(recipient),
  }
}

const addressed = ({ address }: DocumentRecipient): Pick<Organization, 'address'> =>
  address === undefined ? {} : { address: [{ ...address, type: 'physical', use: 'work' }] }

const identified = (numbers: readonly (Identifier | undefined)[]): { readonly identifier?: Identifier[] } => {
  const identifier = numbers.filter((number) => number !== undefined)
  return identifier.length === 0 ? {} : { identifier }
}

function numberOf(kind: 'hpii' | 'hpio' | 'medicareProvider', value: string | undefined): Identifier | undefined {
  const { system, type } = identifierSystems[kind]
  return value === undefined ? undefined : { type: { coding: [type] }, system, value }
}

function contact({ phone, fax, email }: DocumentRecipient): { readonly telecom?: ContactPoint[] } {
  const points = [
    ['phone', phone],
    ['fax', fax],
    ['email', email],
  ] as const
  const telecom = points.flatMap(([system, value]): ContactPoint[] =>
    value === undefined ? [] : [{ system, value: plainLine(value), use: 'work' }],
  )
  return telecom.length === 0 ? {} : { telecom }
}
