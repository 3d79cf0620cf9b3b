/** Tests a FHIR destination by the six acceptance checks, with records marked as a test, which it deletes again. */

import { randomUUID } from 'node:crypto'
import type { Bundle, Condition, DocumentReference, Patient, Provenance } from '@medplum/fhirtypes'
import type { Client, FhirResource } from 'fhir-kit-client'
import type { Clock } from '../../core/clock.ts'
import { idText } from '../../fhir/id.ts'
import { openFhirClient } from '../../outbound/fhir-client.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { FhirAuthorizer } from '../fhir/authorization.ts'
import type { FhirDestination } from '../fhir/fhir-destination.ts'
import type { CheckResult } from './check-result.ts'

/** `Type/id` in the address of a resource that was written. */
const located = new RegExp(`([A-Z][A-Za-z]+/${idText})(?:/_history|$)`)

type Testing = { readonly policy: OutboundPolicy; readonly clock: Clock; readonly signal: AbortSignal }

const advice = {
  connection:
    'No FHIR R4 CapabilityStatement at baseUrl/metadata: look at the address, TLS, the firewall, and BANKSIA_OUTBOUND_HOSTS',
  authentication:
    'The credentials are not taken: look at tokenUrl, client, secret and scope, or user and password, and register the client there',
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

const results = (rows: readonly (readonly [Check, boolean])[]): CheckResult[] =>
  rows.map(([check, isPassed]) =>
    isPassed ? { check, outcome: 'passed' } : { check, outcome: 'failed', advice: advice[check] },
  )

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    (value) => value !== false,
    () => false,
  )

export async function testFhir(
  { policy, clock, signal }: Testing,
  destination: FhirDestination,
): Promise<CheckResult[]> {
  const { baseUrl, tls } = destination
  const open = (headers: Readonly<Record<string, string>>): Client =>
    openFhirClient({ policy, baseUrl, headers: { ...destination.headers, ...headers }, signal, ...(tls && { tls }) })
  const isThere = await isDone(hasCapabilities(open({})))
  if (!isThere) return results([['connection', false]])
  // The row of the result says that nobody was let in.
  const headers = await new FhirAuthorizer(policy, clock).headers(destination, signal).catch(() => undefined)
  if (headers === undefined)
    return results([
      ['connection', true],
      ['authentication', false],
    ])
  const client = open(headers)
  // Any answer except a refusal of the client; the next check is about the right to search.
  const isKnown = await client.search({ resourceType: 'Patient', searchParams: { _count: 1 } }).then(
    () => true,
    (error: { readonly status?: number }) => error.status !== 401,
  )
  const first = [
    ['connection', true],
    ['authentication', isKnown],
  ] as const
  return isKnown ? [...results(first), ...(await testRecords(client))] : results(first)
}

async function hasCapabilities(client: Client): Promise<boolean> {
  const statement = (await client.capabilityStatement()) as { resourceType?: string; fhirVersion?: string }
  return statement.resourceType === 'CapabilityStatement' && statement.fhirVersion?.startsWith('4.') === true
}

async function testRecords(client: Client): Promise<CheckResult[]> {
  const lookup = await isDone(
    canFind(client, 'Patient', { identifier: `urn:ietf:rfc:3986|urn:uuid:${randomUUID()}` }, 0),
  )
  // The rows of the result name the resources that were not created.
  const created = await create(client).catch(() => undefined)
  const document = created?.find((reference) => reference.startsWith('DocumentReference/'))
  const has = (type: string): boolean => created?.some((reference) => reference.startsWith(`${type}/`)) === true
  const target = { target: document ?? '' }
  const isAttached = document !== undefined && (await isDone(canFind(client, 'Provenance', target, 1)))
  const isAudited = document !== undefined && (await isDone(canFind(client, 'AuditEvent', { entity: document }, 1)))
  return results([
    ['patient-lookup', lookup],
    ['document-creation', document !== undefined],
    ['conditions', has('Condition')],
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
