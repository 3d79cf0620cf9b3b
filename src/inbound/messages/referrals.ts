/** REF^I12 as a service request, its letter and its supporting reports. HL7 publishes no map: docs/inbound.md#referrals has ours. ADRM 7. */
import type {
  DocumentReference,
  HumanName,
  Identifier,
  Organization,
  Reference,
  ServiceRequest,
} from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from '../../profiles/code-systems.ts'
import { buildIdentifier } from '../datatypes/identifiers.ts'
import { readXad, readXpn, readXtn } from '../datatypes/names.ts'
import { addAuthority, addPerson, type Party, readNumberAtPlace } from '../datatypes/people.ts'
import type { InboundDocument } from '../inbound-document.ts'
import { refuse } from '../message/inbound-refused.ts'
import type { Segment, Value } from '../message/segment.ts'
import { conditionOf, type Reading } from '../reading.ts'
import { referralRows } from '../rows/document-rows.ts'
import { applyRows } from '../rows/rows.ts'
import { addContents } from './documents.ts'
import { listGroups, type ReportGroup } from './groups.ts'
import { addReport, type Context, describe, isWholeWithdrawn } from './reports.ts'

export function addReferral(reading: Reading, context: Context): readonly InboundDocument[] {
  const rf1 = reading.find('RF1') ?? refuse('RF1', 'is missing')
  const { groups } = listGroups(reading.message.segments)
  const [letter, ...supporting] = groups
  const parties = readParties(reading)
  const request = applyRows(reading, rf1, referralRows, {
    resourceType: 'ServiceRequest',
    intent: 'order',
    subject: context.subject,
  } as ServiceRequest)
  const isWithdrawn = letter !== undefined && isWholeWithdrawn(letter)
  request.status = isWithdrawn ? 'entered-in-error' : (request.status ?? 'active')
  if (context.encounter !== undefined) request.encounter = context.encounter
  if (parties.author !== undefined) request.requester = parties.author
  if (parties.recipients.length > 0) request.performer = [...parties.recipients]
  const written = letter === undefined ? undefined : addLetter(reading, letter, request, parties.author, context)
  const identifier = request.identifier?.[0]
  const entry = reading.add(request, 'main', conditionOf('update', identifier))
  const referral = describe(identifier, 'referral', 'RF1-6', written?.version, isWithdrawn, entry.reference)
  const reports = supporting.map((group) => addReport(reading, group, context))
  return [referral, written, ...reports].filter((one) => one !== undefined)
}

/** OBR-25 of the letter. */
// biome-ignore format: one row a line
const docStatuses: Readonly<Record<string, NonNullable<DocumentReference['docStatus']>>> = { F: 'final', C: 'amended', P: 'preliminary', R: 'preliminary', X: 'entered-in-error' }

/** The first group: the letter itself (ADRM 00100.1). */
function addLetter(
  reading: Reading,
  group: ReportGroup,
  request: ServiceRequest,
  author: Party | undefined,
  context: Context,
): InboundDocument | undefined {
  const { obr, observations } = group
  const document = applyRows(
    reading,
    obr,
    [
      { field: 3, element: 'masterIdentifier', as: 'EI' },
      { field: 4, element: 'type', as: 'concept' },
      { field: 7, element: 'context.period.start', as: 'dateTime' },
      { field: 22, element: 'date', as: 'instant' },
      { field: 24, element: 'category[]', as: 'concept', table: '0074' },
      { field: 32, element: 'authenticator', as: 'NDL' },
    ],
    { resourceType: 'DocumentReference', subject: context.subject } as DocumentReference,
  )
  const isWithdrawn = isWholeWithdrawn(group)
  document.type ??= { extension: [{ url: codeSystems.absentReason, valueCode: 'unknown' }] }
  document.status = isWithdrawn ? 'entered-in-error' : 'current'
  const docStatus = isWithdrawn ? 'entered-in-error' : docStatuses[obr.text(25).trim().toUpperCase()]
  if (docStatus !== undefined) document.docStatus = docStatus
  // OBR-16 may be whom the letter goes to, so it names no author: the authoring provider does (ADRM 00104.1.1).
  if (author !== undefined) document.author = [author]
  if (document.type.coding !== undefined) request.code = document.type
  addContents(reading, observations, document, context)
  const entry = reading.add(document, 'main', conditionOf('update', document.masterIdentifier))
  request.supportingInfo = [entry]
  return describe(document.masterIdentifier, 'document', 'OBR-3', document.date, isWithdrawn, entry.reference)
}

type Parties = { readonly author?: Party; readonly recipients: readonly Party[] }

/** Roles of PRD-1 (table 0286, ADRM 7.3.3): who writes or refers, and who is to receive. */
const authorRoles = ['AP', 'RP'] as const
const recipientRoles: ReadonlySet<string> = new Set(['IR', 'RT'])

function readParties(reading: Reading): Parties {
  const providers = reading.list('PRD').map((prd) => ({ prd, role: prd.text(1).trim().toUpperCase() }))
  const author = authorRoles.flatMap((role) => providers.filter((one) => one.role === role))[0]
  const recipients = providers.filter(({ role }) => recipientRoles.has(role))
  const written = author === undefined ? undefined : readProvider(reading, author.prd)
  return {
    ...(written === undefined ? {} : { author: written }),
    recipients: recipients.flatMap(({ prd }) => {
      const party = readProvider(reading, prd)
      return party === undefined ? [] : [party]
    }),
  }
}

/** PRD: name 2, addresses 3, place 4, contacts 5, numbers 7. */
function readProvider(reading: Reading, prd: Segment): Party | undefined {
  prd.value(1)?.markRead()
  const identifiers = prd.values(7).flatMap((value) => readProviderNumbers(reading, value))
  const place = readPlace(reading, prd, identifiers)
  const name: HumanName = readName(reading, prd)
  const own = identifiers.filter(({ system }) => system !== identifierSystems.hpio.system)
  return (
    addPerson(reading, {
      name,
      identifiers: own,
      addresses: prd.values(3).flatMap((value) => readXad(value, reading) ?? []),
      telecom: prd.values(5).flatMap((value) => readXtn(value, reading, 'work') ?? []),
      ...(place === undefined ? {} : { organization: place }),
    }) ?? place
  )
}

function readName(reading: Reading, prd: Segment): HumanName {
  const value = prd.value(2)
  const name = value === undefined ? undefined : readXpn(value, reading)
  if (name === undefined) return {}
  const { use: _, ...parts } = name
  return parts
}

function readProviderNumbers(reading: Reading, value: Value): readonly Identifier[] {
  const [id, name, type] = [value.text(1).trim(), value.text(2).trim(), value.text(3).trim()]
  const atPlace = readNumberAtPlace(id)
  if (atPlace.length > 0) return atPlace
  if (id === '') return []
  return [
    buildIdentifier({ value: id, authority: { name, id: '', type: '' }, type }, reading, () =>
      value.note('no-identifier', 1),
    ),
  ]
}

/** PRD-4, the facility of a location; an HPI-O of PRD-7 is its number. */
function readPlace(
  reading: Reading,
  prd: Segment,
  identifiers: readonly Identifier[],
): Reference<Organization> | undefined {
  const value = prd.value(4)
  const [name, id, type] = [1, 2, 3].map((part) => value?.sub(4, part).trim() ?? '') as [string, string, string]
  const number = identifiers.find(({ system }) => system === identifierSystems.hpio.system)?.value
  const known = number === undefined ? { id, type } : { id: `1.2.36.1.2001.1003.0.${number}`, type: 'ISO' }
  return addAuthority(reading, { name: name || (number === undefined ? '' : number), ...known })
}
