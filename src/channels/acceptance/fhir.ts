/** Tests a FHIR destination by the six acceptance checks, its form and its speed, with records marked as a test, which it deletes again. */

import { randomUUID } from 'node:crypto'
import type { Bundle, Condition, DocumentReference, Patient, Provenance } from '@medplum/fhirtypes'
import type { Client, FhirResource } from 'fhir-kit-client'
import type { Clock } from '../../core/clock.ts'
import { idText } from '../../fhir/id.ts'
import { FhirRefusal, openFhirClient } from '../../outbound/fhir-client.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { FhirAuthorizer } from '../fhir/authorization.ts'
import { type Capability, capabilityOf, parseCapability } from '../fhir/capability.ts'
import type { FhirDestination } from '../fhir/fhir-destination.ts'
import { type FormName, listSampleForms } from '../fhir/forms.ts'
import { statusReceipt } from '../fhir/receipt.ts'
import type { ReceiptReason } from '../transport.ts'
import {
  type CheckResult,
  failedCheck,
  networkReason,
  passedCheck,
  skippedCheck,
  slowMs,
  unwritten,
} from './check-result.ts'

/** `Type/id` in the address of a resource that was written. */
const located = new RegExp(`([A-Z][A-Za-z]+/${idText})(?:/_history|$)`)

type Testing = {
  readonly policy: OutboundPolicy
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly isReadOnly: boolean
}

const advice = {
  connection:
    'No FHIR R4 CapabilityStatement at baseUrl/metadata: look at the address, TLS, the firewall, and BANKSIA_OUTBOUND_HOSTS',
  'response-time':
    'The server took longer than five seconds for its CapabilityStatement: look at the network and its load',
  authentication:
    'The credentials are not taken: look at tokenUrl, client, secret and scope, or user and password, and register the client there',
  form: 'The server takes the document in none of the forms of docs/channels.md#fhir-servers, or not in that of the channel',
  'patient-lookup':
    'GET Patient?identifier= is not answered with a searchset: grant the client reading and searching of Patient',
  'document-creation': 'A DocumentReference was not created: grant the client writing of it, and transactions',
  conditions:
    'A Condition was not created as it was sent: grant the client writing of it, and look at the profiles that the server demands',
  provenance: 'The Provenance of the document is not found again: grant the client writing and searching of Provenance',
  audit:
    'No AuditEvent tells of the document: have the server record access, and grant the client searching of AuditEvent',
  cleanup: 'The test records are still there, marked HTEST: grant the client deleting of them, or have them removed',
} as const
type Check = keyof typeof advice

/** The reason that a delivery would have, where the answer itself says no more. */
const reasons: Readonly<Record<Check, ReceiptReason>> = {
  connection: 'connect',
  'response-time': 'timeout',
  authentication: 'authentication',
  form: 'no-form',
  'patient-lookup': 'patient-not-found',
  'document-creation': 'refused-by-receiver',
  conditions: 'refused-by-receiver',
  provenance: 'refused-by-receiver',
  audit: 'refused-by-receiver',
  cleanup: 'refused-by-receiver',
}

type Row = readonly [Check, boolean, error?: unknown]

const results = (rows: readonly Row[]): CheckResult[] =>
  rows.map(([check, isPassed, error]) =>
    isPassed
      ? passedCheck(check)
      : failedCheck({ check, advice: advice[check], reason: reasonOf(error, reasons[check]) }),
  )

/** The reason of a failure: that of the network or of the HTTP status, or else `otherwise`. */
function reasonOf(error: unknown, otherwise: ReceiptReason): ReceiptReason {
  if (!(error instanceof FhirRefusal)) return networkReason(error, otherwise)
  const { reason = otherwise } = statusReceipt(error.status)
  // These two statuses refuse the request of one check, such as a search for patients: the check names the reason.
  return reason === 'refused-by-receiver' || reason === 'not-found' ? otherwise : reason
}

type Tried<T> = { readonly value: T } | { readonly error: unknown }

const attempt = <T>(work: Promise<T>): Promise<Tried<T>> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

const isDone = async (work: Promise<unknown>): Promise<boolean> => {
  const tried = await attempt(work)
  return 'value' in tried && tried.value !== false
}

export async function testFhir(testing: Testing, destination: FhirDestination): Promise<CheckResult[]> {
  const { policy, clock, signal, isReadOnly } = testing
  const { baseUrl, tls } = destination
  const open = (headers: Readonly<Record<string, string>>): Client =>
    openFhirClient({ policy, baseUrl, headers: { ...destination.headers, ...headers }, signal, ...(tls && { tls }) })
  const askedAt = clock().getTime()
  const statement = await attempt(readStatement(open({})))
  const tookMs = clock().getTime() - askedAt
  if (!('value' in statement) || statement.value === undefined)
    return results([['connection', false, 'error' in statement ? statement.error : undefined]])
  const reached = [
    ['connection', true],
    ['response-time', tookMs < slowMs],
  ] as const
  const authorized = await attempt(new FhirAuthorizer(policy, clock).headers(destination, signal))
  if (!('value' in authorized)) return results([...reached, ['authentication', false, authorized.error]])
  const client = open(authorized.value)
  // Any answer except a refusal of the client; a later check is about the right to search.
  const search = await attempt(
    client.search({ resourceType: 'Patient', searchParams: isReadOnly ? nobody() : { _count: 1 } }),
  )
  const isKnown = !('error' in search && search.error instanceof FhirRefusal && search.error.status === 401)
  if (!isKnown) return results([...reached, ['authentication', false]])
  return [
    ...results([...reached, ['authentication', true]]),
    ...(await testForm(client, statement.value, { wanted: destination.form ?? 'document', isReadOnly })),
  ]
}

/** Undefined for anything but an R4 server's. */
const readStatement = async (client: Client): Promise<Capability | undefined> =>
  parseCapability(await client.capabilityStatement())

const testedTypes = ['Patient', 'Condition', 'DocumentReference', 'Provenance']

type Asked = { readonly wanted: FormName | 'auto'; readonly isReadOnly: boolean }

/** A search that finds no patient. */
const nobody = () => ({ identifier: `urn:ietf:rfc:3986|urn:uuid:${randomUUID()}` })

/** Writes test records only where the server takes all of them: another one would keep some. */
async function testForm(client: Client, capability: Capability, asked: Asked): Promise<CheckResult[]> {
  const { wanted, isReadOnly } = asked
  const forms = listSampleForms(capability)
  const isTaken = wanted === 'auto' ? forms.length > 0 : forms.includes(wanted)
  const form = results([['form', isTaken]])
  const canWrite = capability.isTransactional && testedTypes.every((type) => capabilityOf(capability, type).create)
  if (canWrite && !isReadOnly) return [...form, ...(await testRecords(client))]
  const lookup = capabilityOf(capability, 'Patient').find ? await lookUp(client) : undefined
  const left = skippedCheck(
    'document-creation',
    canWrite
      ? unwritten
      : `The server does not take the test records: agree on a test document with its operator${isTaken ? `, which goes in the form ${wanted === 'auto' ? forms[0] : wanted}` : ''}`,
  )
  return [...form, ...(lookup === undefined ? [] : results([lookup])), left]
}

async function lookUp(client: Client): Promise<Row> {
  const tried = await attempt(canFind(client, 'Patient', nobody(), 0))
  return ['patient-lookup', 'value' in tried && tried.value, 'error' in tried ? tried.error : undefined]
}

async function testRecords(client: Client): Promise<CheckResult[]> {
  const lookup = await lookUp(client)
  // The rows of the result name the resources that were not created.
  const creation = await attempt(create(client))
  const created = 'value' in creation ? creation.value : undefined
  const error = 'error' in creation ? creation.error : undefined
  const document = created?.find((reference) => reference.startsWith('DocumentReference/'))
  const has = (type: string): boolean => created?.some((reference) => reference.startsWith(`${type}/`)) === true
  const target = { target: document ?? '' }
  const isAttached = document !== undefined && (await isDone(canFind(client, 'Provenance', target, 1)))
  const isAudited = document !== undefined && (await isDone(canFind(client, 'AuditEvent', { entity: document }, 1)))
  return results([
    lookup,
    ['document-creation', document !== undefined, error],
    ['conditions', has('Condition'), error],
    ['provenance', isAttached],
    ['audit', isAudited],
    ...(created === undefined ? [] : [['cleanup', await remove(client, created)] as const]),
  ])
}

async function canFind(client: Client, type: string, by: Record<string, string>, least: number): Promise<boolean> {
  // The answer is read with care: each member may be absent.
  const found = (await client.search({ resourceType: type, searchParams: by })) as unknown as Bundle
  return found.resourceType === 'Bundle' && found.type === 'searchset' && (found.entry?.length ?? 0) >= least
}

/** `Type/id` of the created resources, in the order of the entries. */
async function create(client: Client): Promise<readonly string[]> {
  // The library types resources of any version of FHIR.
  const body = buildTestTransaction() as unknown as FhirResource & { type: 'transaction' }
  // The answer is read with care: each member may be absent.
  const answer = (await client.transaction({ body })) as unknown as Bundle
  const places = (answer.entry ?? []).map(({ response }) => located.exec(response?.location ?? '')?.[1])
  if (places.length === 0 || places.some((place) => place === undefined)) throw new TypeError('not created')
  return places as readonly string[]
}

/** Resources that refer to others first. */
async function remove(client: Client, created: readonly string[]): Promise<boolean> {
  let isGone = true
  for (const reference of created.toReversed()) {
    const [resourceType = '', id = ''] = reference.split('/')
    isGone = (await isDone(client.delete({ resourceType, id }))) && isGone
  }
  return isGone
}

/** v3-ActReason HTEST: nobody should take it for a record. */
const meta = { tag: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code: 'HTEST' }] }

function buildTestTransaction(): Bundle {
  const [patient, condition, document, provenance] = ['', '', '', ''].map(() => `urn:uuid:${randomUUID()}`) as [
    string,
    string,
    string,
    string,
  ]
  const at = new Date().toISOString()
  const subject = { reference: patient }
  const entries = [
    { fullUrl: patient, resource: buildPatient(patient) },
    { fullUrl: condition, resource: buildCondition(subject, at) },
    { fullUrl: document, resource: buildDocumentReference(subject, at) },
    { fullUrl: provenance, resource: buildProvenance({ reference: document }, at) },
  ]
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: entries.map(({ fullUrl, resource }) => ({
      fullUrl,
      resource,
      request: { method: 'POST', url: resource.resourceType },
    })),
  }
}

const text = { text: 'Connection test' }

const buildPatient = (urn: string): Patient => ({
  resourceType: 'Patient',
  meta,
  identifier: [{ system: 'urn:ietf:rfc:3986', value: urn }],
  name: [{ family: 'Connection-Test' }],
  gender: 'unknown',
  birthDate: '1900-01-01',
})

const buildCondition = (subject: Condition['subject'], at: string): Condition => ({
  resourceType: 'Condition',
  meta,
  clinicalStatus: clinical('condition-clinical', 'inactive'),
  verificationStatus: clinical('condition-ver-status', 'unconfirmed'),
  category: [clinical('condition-category', 'encounter-diagnosis')],
  code: text,
  subject,
  recordedDate: at,
})

const buildDocumentReference = (subject: Condition['subject'], at: string): DocumentReference => ({
  resourceType: 'DocumentReference',
  meta,
  status: 'current',
  type: text,
  subject,
  date: at,
  content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(text.text).toString('base64') } }],
})

const buildProvenance = (target: Provenance['target'][number], at: string): Provenance => ({
  resourceType: 'Provenance',
  meta,
  target: [target],
  recorded: at,
  agent: [{ who: { display: 'Banksia' } }],
})

const clinical = (system: string, code: string) => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }],
})
