/** A denial that could not be applied is refused, in every interaction that writes it. D56. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { createPatient, must, practitionerId } from '../../consultation.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let patientId: string

const fhir = (method: string, path: string, body?: object, headers: object = {}) =>
  call(method, `/fhir/R4/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { 'content-type': body === undefined ? '' : 'application/fhir+json', ...headers },
  })

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  patientId = await createPatient(call)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const codes = 'http://terminology.hl7.org/CodeSystem'
const permit = (more: JsonObject = {}): JsonObject => ({
  resourceType: 'Consent',
  status: 'active',
  scope: { coding: [{ system: `${codes}/consentscope`, code: 'patient-privacy' }] },
  category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
  patient: { reference: `Patient/${patientId}` },
  policyRule: { text: 'as said' },
  provision: { type: 'permit' },
  ...more,
})
/** An identifier of somebody who never asks here, so that the other tests see the patient. */
const elsewhere = { system: 'https://login.example.org', value: 'research' }
const role = { coding: [{ system: `${codes}/v3-ParticipationType`, code: 'IRCP' }] }
const denial = (provision: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  permit({
    provision: { type: 'deny', actor: [{ role, reference: { type: 'Device', identifier: elsewhere } }], ...provision },
    ...more,
  })
const denyTo = (reference: JsonObject) => denial({ actor: [{ role, reference }] })
const extension = [{ url: 'https://example.org/not', valueBoolean: true }]

// biome-ignore format: one row a line
const refused: readonly (readonly [string, () => JsonObject, string])[] = [
  ['no patient',                   () => { const { patient: _patient, ...rest } = denial(); return rest },                          'Consent.patient'],
  ['a patient by identifier',      () => denial({}, { patient: { identifier: { value: '1' } } }),                                  'Consent.patient'],
  ['a patient by name',            () => denial({}, { patient: { display: 'Zebulon' } }),                                          'Consent.patient'],
  ['a patient of another server',  () => denial({}, { patient: { reference: `https://other.example.org/fhir/Patient/${patientId}` } }), 'Consent.patient'],
  ['a contained patient',          () => denial({}, { contained: [{ resourceType: 'Patient', id: 'p' }], patient: { reference: '#p' } }), 'Consent.patient'],
  ['a patient by URN',             () => denial({}, { patient: { reference: 'urn:uuid:0198f2a0-0000-7000-8000-0000000000a1' } }),   'Consent.patient'],
  ['a policy without a patient',   () => permit({ provision: {}, policyRule: { coding: [{ system: `${codes}/v3-ActCode`, code: 'OPTOUT' }] }, patient: { display: 'x' } }), 'Consent.patient'],
  ['a modifier',                   () => denial({}, { modifierExtension: extension }),                                             'Consent.modifierExtension'],
  ['a modifier of a provision',    () => denial({ modifierExtension: extension }),                                                 'Consent.provision.modifierExtension'],
  ['implicit rules',               () => denial({}, { implicitRules: 'https://example.org/rules' }),                               'Consent.implicitRules'],
  ['an action but access',         () => denial({ action: [{ coding: [{ system: `${codes}/consentaction`, code: 'disclose' }] }] }), 'Consent.provision.action'],
  ['a start that is not said',     () => denial({ period: { _start: { extension } } }),                                            'Consent.provision.period.start'],
  ['an actor elsewhere',           () => denyTo({ reference: 'https://other.example.org/fhir/Practitioner/1' }),                   'Consent.provision.actor[0].reference'],
  ['an actor by name',             () => denyTo({ display: 'Karri Grove' }),                                                       'Consent.provision.actor[0].reference'],
  ['an actor whom nobody knows',   () => denyTo({ identifier: { system: 'https://example.org/staff', value: '1' } }),              'Consent.provision.actor[0].reference'],
  ['an actor by URN',              () => denyTo({ reference: 'urn:uuid:0198f2a0-0000-7000-8000-0000000000a1' }),                   'Consent.provision.actor[0].reference'],
  ['an actor without a reference', () => denyTo({ extension }),                                                                    'Consent.provision.actor[0].reference'],
  ['a role of no kind',            () => denial({ actor: [{ role: { coding: [{ system: `${codes}/v3-ParticipationType`, code: 'WIT' }] }, reference: { type: 'Device', identifier: elsewhere } }] }), 'Consent.provision.actor[0].role'],
  ['a role of another system',     () => denial({ actor: [{ role: { coding: [{ system: 'https://example.org', code: 'IRCP' }] }, reference: { type: 'Device', identifier: elsewhere } }] }), 'Consent.provision.actor[0].role'],
  ['a role in words',              () => denial({ actor: [{ role: { text: 'Recipient' }, reference: { type: 'Device', identifier: elsewhere } }] }), 'Consent.provision.actor[0].role'],
  ['a role of two kinds',          () => denial({ actor: [{ role: { coding: ['IRCP', 'CST'].map((code) => ({ code })) }, reference: { type: 'Device', identifier: elsewhere } }] }), 'Consent.provision.actor[0].role'],
  ['the patient',                  () => denyTo({ reference: `Patient/${patientId}` }),                                            'Consent.provision.actor[0].reference'],
  ['an actor of an exception',     () => permit({ provision: { type: 'permit', provision: [denyTo({ display: 'x' })['provision'] ?? {}] } }), 'Consent.provision.provision[0].actor[0].reference'],
  ['what an exception is of',      () => permit({ provision: { type: 'permit', actor: [{ role, reference: { display: 'x' } }], provision: [{ type: 'deny' }] } }), 'Consent.provision.actor[0].reference'],
]

test.each(refused)('D56: a denial with %s is refused, and the element named', async (_title, build, field) => {
  const { status, text, body } = await fhir('POST', 'Consent', build())

  expect([status, body.resourceType]).toEqual([422, 'OperationOutcome'])
  expect(JSON.stringify(body.issue.map(({ expression = [] }: { expression?: string[] }) => expression))).toContain(
    field,
  )
  expect(text).not.toContain('Zebulon')
})

test('D56: what denies nothing, or is not in force, may say as it likes', async () => {
  const patient = { display: 'Somebody' }

  await must(201, fhir('POST', 'Consent', permit({ patient })))
  await must(201, fhir('POST', 'Consent', denial({}, { patient, status: 'inactive' })))
})

test('D56: a denial that can be obeyed is stored', async () => {
  await must(201, fhir('POST', 'Consent', denial()))
  await must(
    201,
    fhir('POST', 'Consent', denial({}, { patient: { reference: `${server.base}/fhir/R4/Patient/${patientId}` } })),
  )
  const limits = {
    action: [{ coding: [{ system: `${codes}/consentaction`, code: 'access' }] }],
    period: { start: '2026-01-01', end: '2026-03' },
    dataPeriod: { start: '2020' },
    securityLabel: [{ system: `${codes}/v3-Confidentiality`, code: 'R' }],
  }
  await must(201, fhir('POST', 'Consent', denial(limits)))
})

test('D56: it is refused by whatever interaction it comes', async () => {
  const broken = () => denial({}, { patient: { display: 'Somebody' } })
  const { body: stored } = await must(
    201,
    fhir('POST', 'Consent', denial({}, { patient: { display: 'x' }, status: 'inactive' })),
  )
  const entryOf = (type: string, request: object) => ({
    resourceType: 'Bundle',
    type,
    entry: [{ resource: broken(), request }],
  })
  const patch = [{ op: 'replace', path: '/status', value: 'active' }]
  const batch = await fhir('POST', '', entryOf('batch', { method: 'POST', url: 'Consent' }))

  expect((await fhir('PUT', `Consent/${stored.id}`, { ...broken(), id: stored.id })).status).toBe(422)
  expect((await fhir('PUT', 'Consent/not-there', { ...broken(), id: 'not-there' })).status).toBe(422)
  expect((await fhir('PUT', 'Consent?_id=not-there', broken())).status).toBe(422)
  expect(
    (await fhir('PATCH', `Consent/${stored.id}`, patch, { 'content-type': 'application/json-patch+json' })).status,
  ).toBe(422)
  expect((await fhir('POST', 'Consent', broken(), { 'if-none-exist': 'identifier=none' })).status).toBe(422)
  expect((await fhir('POST', '', entryOf('transaction', { method: 'POST', url: 'Consent' }))).status).toBe(422)
  expect(batch.body.entry[0].response.status).toContain('422')
  expect((await must(200, fhir('GET', `Consent/${stored.id}`))).body).toMatchObject({ status: 'inactive' })
})

test('D56: in a transaction the patient may come with it', async () => {
  const { id: _id, meta: _meta, ...patient } = (await must(200, fhir('GET', `Patient/${patientId}`))).body
  const fullUrl = 'urn:uuid:0198f2a0-0000-7000-8000-0000000000b1'
  const bundle = {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { resource: denial({}, { patient: { reference: fullUrl } }), request: { method: 'POST', url: 'Consent' } },
      { fullUrl, resource: patient, request: { method: 'POST', url: 'Patient' } },
    ],
  }

  const { body } = await must(200, fhir('POST', '', bundle))

  expect(body.entry.map(({ response }: { response: { status: string } }) => response.status.slice(0, 3))).toEqual([
    '201',
    '201',
  ])
})

test('D56: a denial of the Practitioner by our own address is one', async () => {
  const mine = await createPatient(call)
  const reference = `${server.base}/fhir/R4/Practitioner/${practitionerId}/_history/1`

  const { status } = await fhir('POST', 'Consent', {
    ...denyTo({ reference }),
    patient: { reference: `Patient/${mine}` },
  })

  expect(status).toBe(201)
})
