/** A denial hides resources that name the patient by any element, and those that belong to the patient's own, in every stored form. D56. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
/** It takes any reference, and base R4. */
const tenant = developmentTenants[1]
const denied = { practitionerRole: 'colleague' }
const fhir = (method: string, path: string, body?: object, as: object = {}, headers: object = {}) =>
  call(method, `/fhir/R4/${path}`, {
    ...(body === undefined ? {} : { body }),
    as: { tenant, ...as },
    headers: { 'content-type': body === undefined ? '' : 'application/fhir+json', ...headers },
  })

const codes = 'http://terminology.hl7.org/CodeSystem'
const code = { text: 'Penicillin' }
const patient = { reference: 'Patient/hidden' }
const open = { reference: 'Patient/open' }
const visit = { reference: 'Encounter/visit' }
const allergy = (whose: object) => ({
  resourceType: 'AllergyIntolerance',
  clinicalStatus: { coding: [{ system: `${codes}/allergyintolerance-clinical`, code: 'active' }] },
  code,
  patient: whose,
})
const observation = { resourceType: 'Observation', status: 'final', code }
const document = {
  resourceType: 'DocumentReference',
  status: 'current',
  content: [{ attachment: { title: 'Letter' } }],
}
const list = { resourceType: 'List', status: 'current', mode: 'working' }
const binary = { resourceType: 'Binary', contentType: 'text/plain', data: 'bGV0dGVy' }
const collection = (fullUrl: string, resource: object) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [{ fullUrl, resource }],
})
const urn = 'urn:uuid:0198f2a0-0000-7000-8000-0000000000aa'

/** By their id, each without its own. */
const ofTheHidden = (base: string): Readonly<Record<string, { readonly resourceType: string }>> => ({
  visit: { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' }, subject: patient } as never,
  allergy: allergy(patient),
  encoded: allergy({ reference: `${base}/Patient/%68idden` }),
  'visit-alone': { ...observation, encounter: visit } as never,
  'focus-beside': { ...observation, subject: open, focus: [patient] } as never,
  'no-compartment': {
    resourceType: 'GuidanceResponse',
    moduleUri: 'http://x.org',
    status: 'success',
    subject: patient,
  } as never,
  'visit-no-parameter': {
    resourceType: 'GuidanceResponse',
    moduleUri: 'http://x.org',
    status: 'success',
    encounter: visit,
  } as never,
  'a-contract': { resourceType: 'Contract', subject: [patient] } as never,
  implant: { resourceType: 'Device', patient } as never,
  about: { resourceType: 'Communication', status: 'completed', about: [patient] } as never,
  items: { ...list, entry: [{ item: { reference: 'AllergyIntolerance/allergy' } }] } as never,
  inside: { ...list, contained: [{ id: 'a', ...allergy(patient) }], entry: [{ item: { reference: '#a' } }] } as never,
  source: { ...document, context: { sourcePatientInfo: patient } } as never,
  'of-visit': { ...document, context: { encounter: [visit] } } as never,
  guarded: { ...binary, securityContext: { reference: 'DocumentReference/letter' } } as never,
  letter: { ...document, subject: patient } as never,
  todo: {
    resourceType: 'Task',
    status: 'requested',
    intent: 'order',
    focus: { reference: 'AllergyIntolerance/allergy' },
  } as never,
  whence: {
    resourceType: 'Provenance',
    target: [{ reference: 'AllergyIntolerance/allergy' }],
    recorded: '2026-01-01T00:00:00Z',
    agent: [{ who: { display: 'A' } }],
  } as never,
  'no-patient': collection(urn, allergy(patient)),
  absolute: collection(urn, allergy({ reference: `${base}/Patient/hidden` })),
  versioned: collection(urn, allergy({ reference: 'Patient/hidden/_history/1' })),
  nested: collection(urn, collection(`${base}/Patient/hidden`, { resourceType: 'Patient', id: 'hidden' })),
  'visit-bundle': collection(urn, { ...observation, encounter: visit }),
})
const ofTheOther = (base: string): Readonly<Record<string, { readonly resourceType: string }>> => ({
  'open-allergy': allergy(open),
  'open-list': { ...list, entry: [{ item: { reference: 'AllergyIntolerance/open-allergy' } }] } as never,
  'open-bundle': collection(`${base}/AllergyIntolerance/open-allergy`, { id: 'open-allergy', ...allergy(open) }),
})

const theirs: [string, string][] = []
const others: [string, string][] = []

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  const base = `${server.base}/fhir/R4`
  const put = async (id: string, resource: { readonly resourceType: string }): Promise<[string, string]> => {
    await must(201, fhir('PUT', `${resource.resourceType}/${id}`, { ...resource, id }))
    return [resource.resourceType, id]
  }
  for (const id of ['hidden', 'open']) await put(id, { resourceType: 'Patient' })
  await put('colleague', { resourceType: 'Practitioner' })
  await put('colleague', {
    resourceType: 'PractitionerRole',
    practitioner: { reference: 'Practitioner/colleague' },
  } as never)
  for (const [id, resource] of Object.entries(ofTheHidden(base))) theirs.push(await put(id, resource))
  for (const [id, resource] of Object.entries(ofTheOther(base))) others.push(await put(id, resource))
  const actor = {
    role: { coding: [{ system: `${codes}/v3-ParticipationType`, code: 'IRCP' }] },
    reference: { reference: 'Practitioner/colleague' },
  }
  await put('denial', {
    resourceType: 'Consent',
    status: 'active',
    scope: { coding: [{ system: `${codes}/consentscope`, code: 'patient-privacy' }] },
    category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
    patient,
    policyRule: { text: 'as said' },
    provision: { type: 'deny', actor: [actor] },
  } as never)
  await waitFor(
    () => fhir('GET', 'Patient/hidden', undefined, denied),
    ({ status }) => status === 404,
  )
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

/** Lists those of these that a text names. */
const toldIn = (text: string, of: readonly [string, string][]) =>
  of.filter(([type, id]) => text.includes(`${type}/${id}"`) || text.includes(`"id":"${id}"`)).map(([, id]) => id)

const statuses = async (of: readonly [string, string][], path: string, as: object) =>
  Promise.all(of.map(async ([type, id]) => [id, (await fhir('GET', `${type}/${id}${path}`, undefined, as)).status]))

describe('a denial, and what only refers to the patient', () => {
  test.each(['', '/_history', '/_history/1', '/$meta'])('D56: nothing of it is read (%s)', async (path) => {
    expect(await statuses(theirs, path, denied)).toEqual(theirs.map(([, id]) => [id, 404]))
    expect(await statuses(theirs, path, {})).toEqual(theirs.map(([, id]) => [id, 200]))
    expect(await statuses(others, path, denied)).toEqual(others.map(([, id]) => [id, 200]))
  })

  test('D56: no search and no history finds it', async () => {
    for (const type of new Set(theirs.map(([own]) => own)))
      for (const path of [type, `${type}/_history`]) {
        const { text } = await must(200, fhir('GET', `${path}?_count=100`, undefined, denied))
        expect([path, toldIn(text, theirs)]).toEqual([path, []])
      }
    expect(toldIn((await must(200, fhir('GET', '_history?_count=200', undefined, denied))).text, theirs)).toEqual([])
    expect((await must(200, fhir('GET', 'List', undefined, denied))).body.total).toBe(1)
    const counted = await must(200, fhir('GET', 'Observation?_summary=count', undefined, denied))
    expect(counted.body.total).toBe(0)
  })

  test('D56: it is not changed either', async () => {
    const headers = { 'content-type': 'application/json-patch+json' }
    const patch = [{ op: 'add', path: '/language', value: 'en' }]
    const { body } = await must(200, fhir('GET', 'Observation/visit-alone'))

    expect((await fhir('PATCH', 'Observation/visit-alone', patch, denied, headers)).status).toBe(404)
    expect((await fhir('PUT', 'Observation/visit-alone', body, denied)).status).toBe(404)
    expect((await fhir('DELETE', 'Observation/visit-alone', undefined, denied)).status).toBe(404)
    const header = { 'if-none-exist': '_id=visit-alone' }
    expect((await fhir('POST', 'Observation', { ...observation }, denied, header)).status).toBe(404)
    expect((await must(200, fhir('GET', 'Observation/visit-alone'))).body.meta.versionId).toBe('1')
  })

  const criteria = 'Observation?_id=visit-alone'
  const changed = { ...observation, id: 'visit-alone' }
  const patch = { resourceType: 'Binary', contentType: 'application/json-patch+json', data: btoa('[]') }

  test.each([
    ['PUT', {}, changed],
    ['PATCH', { 'content-type': 'application/json-patch+json' }, []],
    ['DELETE', {}, undefined],
  ])('D56: nor where criteria find it (%s)', async (method, headers, body) => {
    const { status, text } = await fhir(method, criteria, body, denied, headers)

    expect([status, text.includes('Penicillin')]).toEqual([404, false])
  })

  test.each([
    ['PUT', { request: { method: 'PUT', url: 'Observation/visit-alone' }, resource: changed }],
    ['PUT by criteria', { request: { method: 'PUT', url: criteria }, resource: changed }],
    ['PATCH', { request: { method: 'PATCH', url: 'Observation/visit-alone' }, resource: patch }],
    ['PATCH by criteria', { request: { method: 'PATCH', url: criteria }, resource: patch }],
    ['DELETE', { request: { method: 'DELETE', url: 'Observation/visit-alone' } }],
    ['DELETE by criteria', { request: { method: 'DELETE', url: criteria } }],
    [
      'a conditional create',
      { request: { method: 'POST', url: 'Observation', ifNoneExist: '_id=visit-alone' }, resource: observation },
    ],
  ])('D56: nor by a transaction (%s)', async (_, entry) => {
    const before = await must(200, fhir('GET', 'Observation/visit-alone'))
    const { status, text } = await fhir(
      'POST',
      '',
      { resourceType: 'Bundle', type: 'transaction', entry: [entry] },
      denied,
    )

    expect([status, text.includes('Penicillin'), text.includes('visit-alone')]).toEqual([404, false, false])
    expect((await must(200, fhir('GET', 'Observation/visit-alone'))).body.meta).toEqual(before.body.meta)
  })
})

test('R4 references.html#literal: an id that is percent-encoded is found as the patient’s', async () => {
  const { body } = await must(200, fhir('GET', 'AllergyIntolerance?patient=hidden'))

  expect(toldIn(JSON.stringify(body), theirs)).toEqual(expect.arrayContaining(['allergy', 'encoded']))
})
