/** The FHIR interface over a real store. Spec 4.6, 5, 7; R4 http.html, search.html. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/caller.ts'
import type { JsonObject } from '../../src/json.ts'
import { checkResource } from '../../src/profiles/check.ts'
import { fhirPlace } from '../../src/store/hub-resources.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from './fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  expect(app.errors).toEqual([])
  await app.close()
})

const mrn = 'urn:oid:1.2.36.1'
let count = 0
const nextValue = (): string => `V${++count}`

const patient = (value: string, changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Patient',
  identifier: [{ system: mrn, value }],
  name: [{ family: 'Wattle', given: ['Grevillea'] }],
  gender: 'female',
  birthDate: '1970-01-02',
  ...changes,
})

const encounter = (subject: string, changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Encounter',
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
  subject: { reference: subject },
  ...changes,
})

const createPatient = async (value = nextValue()): Promise<JsonObject & { id: string }> =>
  (await app.send('POST', '/Patient', { body: patient(value) })).body

describe('R4 http.html#create', () => {
  test('R4 http.html#create: 201 with Location, ETag, Last-Modified; the id is ours, number text is kept', async () => {
    const body = JSON.stringify({
      resourceType: 'Observation',
      id: 'mine',
      status: 'final',
      code: { text: 'weight' },
      valueQuantity: { value: 0 },
    }).replace('"value":0', '"value":70.00')

    const answer = await app.send('POST', '/Observation', { body })

    expect(answer.status).toBe(201)
    expect(answer.body.id).not.toBe('mine')
    expect(answer.headers.get('location')).toBe(`${app.base}/Observation/${answer.body.id}/_history/1`)
    expect(answer.headers.get('etag')).toBe('W/"1"')
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).not.toBeNaN()
    expect(answer.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
    expect(answer.text).toContain('"value":70.00')
  })

  test.each([
    ['minimal', ''],
    ['OperationOutcome', 'OperationOutcome'],
    ['representation', 'Patient'],
  ])('R4 http.html#ops: Prefer return=%s', async (preferred, expected) => {
    const answer = await app.send('POST', '/Patient', {
      body: patient(nextValue()),
      headers: { prefer: `return=${preferred}` },
    })

    expect(answer.status).toBe(201)
    expect(answer.body?.resourceType ?? '').toBe(expected)
  })

  test('R4 http.html#ccreate: the second of two creates with one identifier answers the first', async () => {
    const value = nextValue()
    const headers = { 'if-none-exist': `identifier=${mrn}|${value}` }

    const answers = [
      await app.send('POST', '/Patient', { body: patient(value), headers }),
      await app.send('POST', '/Patient', { body: patient(value), headers }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id)
  })

  test('R4 http.html#ccreate: 16 at once make one resource', async () => {
    const value = nextValue()
    const headers = { 'if-none-exist': `identifier=${mrn}|${value}` }

    const answers = await Promise.all(
      Array.from({ length: 16 }, () => app.send('POST', '/Patient', { body: patient(value), headers })),
    )

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(15).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test('Spec 7: an invalid resource is refused with the element and the rule, without the value; nothing is stored', async () => {
    const value = nextValue()

    const answer = await app.send('POST', '/Patient', { body: patient(value, { gender: 'banana' }) })

    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'code-invalid', expression: ['Patient.gender'] }],
    })
    expect(answer.text).not.toContain('banana')
    expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(0)
  })

  test('Spec 7: a referenced resource that is absent is refused where the tenant enforces references, and taken where it does not', async () => {
    const body = encounter('Patient/00000000-0000-7000-8000-00000000ffff')

    const refused = await app.send('POST', '/Encounter', { body })
    const taken = await app.send('POST', '/Encounter', { body, as: { tenant: 2 } })

    expect(refused.body.issue).toMatchObject([{ code: 'not-found', expression: ['Encounter.subject.reference'] }])
    expect(taken.status).toBe(201)
  })

  test('AU Core: the first tenant requires it, the second takes base R4', async () => {
    const body = { resourceType: 'Patient', name: [{ text: 'A' }] }

    expect((await app.send('POST', '/Patient', { body })).status).toBe(422)
    expect((await app.send('POST', '/Patient', { body, as: { tenant: 2 } })).status).toBe(201)
  })

  test.each([
    ['another type', { body: { resourceType: 'Patient' } }, 400],
    ['no object', { body: '[]' }, 400],
    ['no JSON', { body: '{"a":' }, 400],
    ['XML that is no resource', { body: '<a/>', headers: { 'content-type': 'application/fhir+xml' } }, 400],
    ['another format', { body: '<a/>', headers: { 'content-type': 'text/turtle' } }, 415],
    [
      'an answer in another format',
      { body: { resourceType: 'Organization', name: 'A' }, headers: { accept: 'text/turtle' } },
      406,
    ],
    [
      'an unknown criterion',
      { body: { resourceType: 'Organization', name: 'A' }, headers: { 'if-none-exist': 'identifier=1&colour=2' } },
      400,
    ],
  ])('R4 http.html#create: %s is refused', async (_, options, status) => {
    const answer = await app.send('POST', '/Organization', options)

    expect(answer.status).toBe(status)
    expect(answer.body.resourceType).toBe('OperationOutcome')
  })
})

describe('R4 http.html#read', () => {
  test('R4 http.html#read: what was written, with its version; 304 for a known version', async () => {
    const { id } = await createPatient()

    const answer = await app.send('GET', `/Patient/${id}`)
    const again = await app.send('GET', `/Patient/${id}`, { headers: { 'if-none-match': 'W/"1"' } })

    expect(answer.body).toMatchObject({ resourceType: 'Patient', id, meta: { versionId: '1' }, gender: 'female' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test.each([
    ['an unknown id', 'GET', '/Patient/unknown', 404],
    ['what is no id', 'GET', '/Patient/a_b', 404],
    ['an unknown type', 'GET', '/Clinic/1', 404],
    ['an unknown version', 'GET', '/Patient/unknown/_history/4', 404],
    ['a method that is not served', 'DELETE', '/AuditEvent/1', 405],
    ['writing an AuditEvent', 'POST', '/AuditEvent', 405],
    ['changing the base address', 'PUT', '', 405],
  ])('R4 http.html: %s', async (_, method, path, status) => {
    const answer = await app.send(method, path)

    expect(answer.status).toBe(status)
    expect(answer.body.resourceType).toBe('OperationOutcome')
    if (status === 405) expect(answer.headers.get('allow')).not.toBe('')
  })

  test('R2 tenants: what another tenant stored is not found', async () => {
    const { id } = await createPatient()

    expect((await app.send('GET', `/Patient/${id}`, { as: { tenant: 2 } })).status).toBe(404)
  })

  test('R4 binary.html#rest: a Binary in its own media type, or as a resource', async () => {
    const body = {
      resourceType: 'Binary',
      contentType: 'application/pdf',
      data: Buffer.from('%PDF').toString('base64'),
    }
    const { id } = (await app.send('POST', '/Binary', { body })).body

    const native = await app.send('GET', `/Binary/${id}`, { headers: { accept: 'application/pdf' } })
    const resource = await app.send('GET', `/Binary/${id}`)

    expect([native.headers.get('content-type'), native.text]).toEqual(['application/pdf', '%PDF'])
    expect(native.headers.get('content-disposition')).toBe('attachment')
    expect(resource.body).toMatchObject(body)
  })
})

describe('R4 http.html#update', () => {
  test('R4 http.html#update: each update is a version, and the versions before it can be read', async () => {
    const { id } = await createPatient()

    const answer = await app.send('PUT', `/Patient/${id}`, {
      body: patient('W1', { id, gender: 'male' }),
      headers: { 'if-match': 'W/"1"' },
    })

    expect([answer.status, answer.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect((await app.send('GET', `/Patient/${id}`)).body.gender).toBe('male')
    expect((await app.send('GET', `/Patient/${id}/_history/1`)).body).toMatchObject({
      gender: 'female',
      meta: { versionId: '1' },
    })
  })

  test('R4 http.html#concurrency: another version than If-Match names is 412, and nothing changes', async () => {
    const { id } = await createPatient()

    const answer = await app.send('PUT', `/Patient/${id}`, {
      body: patient('W2', { id }),
      headers: { 'if-match': 'W/"7"' },
    })

    expect(answer.status).toBe(412)
    expect((await app.send('GET', `/Patient/${id}`)).body.meta.versionId).toBe('1')
  })

  test('R4 http.html#upsert: of 8 that give one id at once, one makes it and the others update it', async () => {
    const body = { resourceType: 'Organization', id: 'clinic-8', name: 'A' }

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.send('PUT', '/Organization/clinic-8', { body })),
    )

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
    expect((await app.send('GET', '/Organization/clinic-8')).body.meta.versionId).toBe('8')
  })

  test('R4 http.html#upsert: an id of the client makes the resource', async () => {
    const answer = await app.send('PUT', '/Organization/clinic-1', {
      body: { resourceType: 'Organization', id: 'clinic-1', name: 'A' },
    })

    expect([answer.status, answer.body.id]).toEqual([201, 'clinic-1'])
  })

  test('R4 http.html#update: another id in the body is refused', async () => {
    const { id } = await createPatient()

    expect((await app.send('PUT', `/Patient/${id}`, { body: patient('W3', { id: 'other' }) })).status).toBe(400)
  })

  test('R4 http.html#cond-update: by identifier: creates, then updates', async () => {
    const value = nextValue()
    const path = `/Patient?identifier=${mrn}|${value}`

    const first = await app.send('PUT', path, { body: patient(value) })
    const second = await app.send('PUT', path, { body: patient(value, { gender: 'male' }) })

    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toMatchObject({ id: first.body.id, gender: 'male', meta: { versionId: '2' } })
  })

  test('R4 http.html#cond-update: criteria that find two are 412', async () => {
    const value = nextValue()
    await createPatient(value)
    await createPatient(value)

    const answer = await app.send('PUT', `/Patient?identifier=${mrn}|${value}`, { body: patient(value) })

    expect([answer.status, answer.body.issue[0].code]).toEqual([412, 'multiple-matches'])
  })

  test('hub-contract "Release": what the Hub released is changed by no FHIR write, whichever way', async () => {
    const id = '0198f2a0-0000-7000-8000-00000000abcd'
    const value = nextValue()
    const content = patient(value)
    await app.store.transactAsSystem(developmentTenants[0], (tx) =>
      tx.put({ ...fhirPlace('Patient', id), content, owner: 'hub' }),
    )
    const entry = (request: JsonObject) => ({
      body: { resourceType: 'Bundle', type: 'transaction', entry: [{ resource: { ...content, id }, request }] },
    })

    const answers = [
      await app.send('PUT', `/Patient/${id}`, { body: { ...content, id } }),
      await app.send('PUT', `/Patient?identifier=${mrn}|${value}`, { body: content }),
      await app.send('POST', '', entry({ method: 'PUT', url: `Patient/${id}` })),
      await app.send('POST', '', entry({ method: 'PUT', url: `Patient?identifier=${mrn}|${value}` })),
    ]

    expect(answers.map(({ status, body }) => `${status} ${body.issue[0].code}`)).toEqual(
      Array(4).fill('409 business-rule'),
    )
    expect((await app.send('GET', `/Patient/${id}`)).body.meta.versionId).toBe('1')
  })
})

describe('R4 search.html', () => {
  test('Spec 4.6: a patient by identifier, with system, without, and by GET and POST alike', async () => {
    const value = nextValue()
    const { id } = await createPatient(value)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }

    const answers = [
      await app.send('GET', `/Patient?identifier=${mrn}|${value}`),
      await app.send('GET', `/Patient?identifier=${value}`),
      await app.send('GET', `/Patient?_id=${id}`),
      await app.send('POST', '/Patient/_search', {
        body: `identifier=${encodeURIComponent(`${mrn}|${value}`)}`,
        headers: form,
      }),
      await app.send('GET', `/Patient?identifier=nobody,${value}`),
    ]

    for (const { status, body } of answers) {
      expect([status, body.type, body.total]).toEqual([200, 'searchset', 1])
      expect(body.entry).toMatchObject([
        { fullUrl: `${app.base}/Patient/${id}`, resource: { id }, search: { mode: 'match' } },
      ])
    }
  })

  test.each(['urn:other|', '|'])(
    'R4 search.html#token: identifier=%sVALUE finds nothing of another system',
    async (system) => {
      const value = nextValue()
      await createPatient(value)

      expect((await app.send('GET', `/Patient?identifier=${system}${value}`)).body.total).toBe(0)
    },
  )

  test('Spec 4.6: encounters of a patient, by patient and by subject, newest first', async () => {
    const { id } = await createPatient()
    const at = (start: string) =>
      app.send('POST', '/Encounter', { body: encounter(`Patient/${id}`, { period: { start } }) })
    const [second, first] = [await at('2026-02-02'), await at('2026-01-01')]

    for (const query of [
      `patient=${id}`,
      `patient=Patient/${id}`,
      `subject=Patient/${id}`,
      `subject:Patient=${id}`,
      `patient=${app.base}/Patient/${id}`,
    ]) {
      const { body } = await app.send('GET', `/Encounter?${query}`)
      expect(body.entry?.map((entry: JsonObject) => (entry['resource'] as JsonObject)['id'])).toEqual([
        second?.body.id,
        first?.body.id,
      ])
    }
    expect((await app.send('GET', `/Encounter?patient=Group/${id}`)).body.total).toBe(0)
  })

  test('DESIGN "PHI": pages follow sealed links, each resource once, and links repeat no parameter', async () => {
    const { id } = await createPatient()
    for (let index = 0; index < 5; index += 1)
      await app.send('POST', '/Encounter', { body: encounter(`Patient/${id}`) })
    const seen: string[] = []

    let path: string | undefined = `/Encounter?patient=${id}&_count=2`
    for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
      const { body } = await app.send('GET', path)
      seen.push(...body.entry.map((entry: { resource: { id: string } }) => entry.resource.id))
      const links = body.link as { relation: string; url: string }[]
      expect(links.every(({ url }) => !url.includes(id))).toBe(true)
      path = links.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)
    }

    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  test('DESIGN "PHI": a link that this server did not seal for this tenant and type is refused', async () => {
    const { id } = await createPatient()
    const link = (await app.send('GET', `/Encounter?patient=${id}`)).body.link[0].url.slice(app.base.length)

    expect((await app.send('GET', link)).status).toBe(200)
    expect((await app.send('GET', link, { as: { tenant: 2 } })).status).toBe(400)
    expect((await app.send('GET', link.replace('Encounter', 'Patient'))).status).toBe(400)
    expect((await app.send('GET', '/Patient?_cursor=abc')).status).toBe(400)
  })

  test('R4 search.html#errors: an unknown parameter is noted, and refused under handling=strict; a strange name is not repeated', async () => {
    const { id } = await createPatient()

    const lenient = await app.send('GET', `/Encounter?_id=${id}&birthdate=2000&Zebulon=1`)
    const strict = await app.send('GET', `/Encounter?_id=${id}&birthdate=2000`, {
      headers: { prefer: 'handling=strict' },
    })

    expect(lenient.body.entry).toMatchObject([
      {
        search: { mode: 'outcome' },
        resource: { issue: [{ severity: 'warning', code: 'not-supported' }, { severity: 'warning' }] },
      },
    ])
    expect(lenient.text).toContain('birthdate')
    expect(lenient.text).not.toContain('Zebulon')
    expect([strict.status, strict.body.issue[0].code]).toEqual([400, 'not-supported'])
  })

  test.each(['identifier:exact=1', 'identifier=|', '_count=-1', '_count=x', '_text=a', '_content=a', '_sort=-photo'])(
    'R4 search.html#errors: %s is refused',
    async (query) => {
      expect((await app.send('GET', `/Patient?${query}`)).status).toBe(400)
    },
  )

  test.each(['patient=a/b/c', 'patient:exact=1'])(
    'R4 search.html#errors: an encounter by %s is refused',
    async (query) => {
      expect((await app.send('GET', `/Encounter?${query}`)).status).toBe(400)
    },
  )
})

describe('R4 http.html#transaction', () => {
  const uuid = (number: number): string => `urn:uuid:0198f2a0-0000-7000-8000-${String(number).padStart(12, '0')}`
  const bundle = (...entry: JsonObject[]): { body: JsonObject } => ({
    body: { resourceType: 'Bundle', type: 'transaction', entry },
  })
  const post = (resource: JsonObject, rest: JsonObject = {}, request: JsonObject = {}): JsonObject => ({
    resource,
    request: { method: 'POST', url: String(resource['resourceType']), ...request },
    ...rest,
  })

  test.each(['', '/', '/Batch'])(
    'Spec 4.6: a transaction at "%s": references by urn:uuid become those of what was created',
    async (path) => {
      const value = nextValue()
      const attachment = {
        resourceType: 'DocumentReference',
        status: 'current',
        type: { text: 'a' },
        subject: { reference: uuid(1) },
        content: [{ attachment: { url: uuid(2) } }],
        masterIdentifier: { system: 'urn:ietf:rfc:3986', value: uuid(2) },
      }
      const encounterEntry = post(encounter(uuid(1)), { fullUrl: uuid(2) })

      const answer = await app.send(
        'POST',
        path,
        bundle(encounterEntry, post(attachment), post(patient(value), { fullUrl: uuid(1) })),
      )

      expect([answer.status, answer.body.type]).toEqual([200, 'transaction-response'])
      const [created, document, person] = answer.body.entry.map((entry: { response: { location: string } }) =>
        entry.response.location.slice(app.base.length).replace('/_history/1', ''),
      )
      expect(answer.body.entry[0].response).toMatchObject({ status: '201 Created', etag: 'W/"1"' })
      expect((await app.send('GET', created)).body.subject.reference).toBe(person.slice(1))
      expect((await app.send('GET', document)).body).toMatchObject({
        subject: { reference: person.slice(1) },
        content: [{ attachment: { url: created.slice(1) } }],
        masterIdentifier: { value: uuid(2) },
      })
    },
  )

  test('R4 http.html#trules: one refused entry refuses all, and the outcome names it', async () => {
    const value = nextValue()

    const answer = await app.send(
      'POST',
      '',
      bundle(post(patient(value), { fullUrl: uuid(1) }), post(encounter(uuid(1), { status: 'banana' }))),
    )

    expect(answer.status).toBe(422)
    expect(answer.body.issue).toMatchObject([{ code: 'code-invalid', expression: ['Bundle.entry[1].resource.status'] }])
    expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(0)
  })

  test('R4 http.html#trules: a reference to nothing names its entry', async () => {
    const answers = [
      await app.send('POST', '', bundle(post(patient(nextValue())), post(encounter(uuid(9))))),
      await app.send('POST', '', bundle(post(patient(nextValue())), post(encounter('Patient/nobody')))),
      await app.send(
        'POST',
        '',
        bundle(post(patient(nextValue())), post(encounter(`Patient?identifier=${mrn}|nobody`))),
      ),
    ]

    for (const { status, body } of answers) {
      expect([status, body.issue[0].code, body.issue[0].expression]).toEqual([
        422,
        'not-found',
        ['Bundle.entry[1].resource.subject.reference'],
      ])
    }
  })

  test('R4 http.html#trules: a conditional reference becomes what it finds', async () => {
    const value = nextValue()
    const { id } = await createPatient(value)

    const answer = await app.send('POST', '', {
      ...bundle(post(encounter(`Patient?identifier=${mrn}|${value}`))),
      headers: { prefer: 'return=representation' },
    })

    expect(answer.body.entry[0].resource.subject.reference).toBe(`Patient/${id}`)
  })

  test('R4 http.html#trules: ifNoneExist: references go to what is there, and a repeat makes nothing new', async () => {
    const value = nextValue()
    const entries = bundle(
      post(patient(value), { fullUrl: uuid(1) }, { ifNoneExist: `identifier=${mrn}|${value}` }),
      post(
        encounter(uuid(1), { identifier: [{ system: mrn, value: `E${value}` }] }),
        {},
        { ifNoneExist: `identifier=${mrn}|E${value}` },
      ),
    )

    const answers = [await app.send('POST', '', entries), await app.send('POST', '', entries)]

    expect(
      answers.map(({ body }) => body.entry.map((entry: { response: { status: string } }) => entry.response.status)),
    ).toEqual([
      ['201 Created', '201 Created'],
      ['200 OK', '200 OK'],
    ])
    expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(1)
    expect((await app.send('GET', `/Encounter?identifier=${mrn}|E${value}`)).body.total).toBe(1)
  })

  test('R4 http.html#trules: 8 of them at once make one of each', async () => {
    const value = nextValue()
    const entries = bundle(post(patient(value), { fullUrl: uuid(1) }, { ifNoneExist: `identifier=${mrn}|${value}` }), {
      resource: encounter(uuid(1), { identifier: [{ system: mrn, value: `E${value}` }] }),
      request: { method: 'PUT', url: `Encounter?identifier=${mrn}|E${value}` },
    })

    const answers = await Promise.all(Array.from({ length: 8 }, () => app.send('POST', '', entries)))

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(1)
    expect((await app.send('GET', `/Encounter?identifier=${mrn}|E${value}`)).body).toMatchObject({
      total: 1,
      entry: [{ resource: { meta: { versionId: '8' } } }],
    })
  })

  test('hub-contract "Release": a recall by conditional update marks the document, or makes it where it never was', async () => {
    const value = nextValue()
    const identifier = `identifier=${mrn}|${value}`
    const document = {
      resourceType: 'DocumentReference',
      status: 'current',
      type: { text: 'a' },
      subject: { display: 'A' },
      identifier: [{ system: mrn, value }],
      content: [{ attachment: { title: 'a' } }],
    }
    const recall = {
      resource: { ...document, status: 'entered-in-error' },
      request: { method: 'PUT', url: `DocumentReference?${identifier}` },
    }

    await app.send('POST', '', bundle(post(document, {}, { ifNoneExist: identifier })))
    const answers = [await app.send('POST', '', bundle(recall)), await app.send('POST', '', bundle(recall))]

    expect(answers.map(({ body }) => body.entry[0].response.status)).toEqual(['200 OK', '200 OK'])
    expect((await app.send('GET', `/DocumentReference?${identifier}`)).body).toMatchObject({
      total: 1,
      entry: [{ resource: { status: 'entered-in-error' } }],
    })
  })

  test('R4 http.html#trules: reads come last and see what was written; answers keep the order of the entries', async () => {
    const value = nextValue()

    const { body } = await app.send(
      'POST',
      '',
      bundle({ request: { method: 'GET', url: `Patient?identifier=${mrn}|${value}` } }, post(patient(value))),
    )

    expect(body.entry[0]).toMatchObject({ response: { status: '200 OK' }, resource: { type: 'searchset', total: 1 } })
    expect(body.entry[1].response.status).toBe('201 Created')
  })

  test.each([
    ['two updates of one resource', [put('Organization/o1'), put('Organization/o1')]],
    [
      'two creates by the same criteria',
      [
        post({ resourceType: 'Organization', name: 'A' }, {}, { ifNoneExist: 'identifier=none-such' }),
        post({ resourceType: 'Organization', name: 'A' }, {}, { ifNoneExist: 'identifier=none-such' }),
      ],
    ],
    [
      'one fullUrl twice',
      [
        post({ resourceType: 'Organization', name: 'A' }, { fullUrl: uuid(1) }),
        post({ resourceType: 'Organization', name: 'B' }, { fullUrl: uuid(1) }),
      ],
    ],
    [
      'an entry without a request',
      [post({ resourceType: 'Organization', name: 'A' }), { resource: { resourceType: 'Organization', name: 'A' } }],
    ],
    [
      'an unknown type',
      [post({ resourceType: 'Organization', name: 'A' }), { request: { method: 'GET', url: 'Clinic/1' } }],
    ],
    [
      'a method that is not served',
      [post({ resourceType: 'Organization', name: 'A' }), { request: { method: 'DELETE', url: 'AuditEvent/1' } }],
    ],
  ])('R4 http.html#trules: %s is refused, naming the entry', async (_, entries) => {
    const answer = await app.send('POST', '', bundle(...entries))

    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.issue[0].expression[0]).toMatch(/^Bundle\.entry\[1\]/)
  })

  test('R4 http.html#transaction: a batch goes on past a refused entry, whose place says why', async () => {
    const value = nextValue()
    const entry = [
      post(patient(value)),
      post(patient(nextValue(), { gender: 'banana' })),
      { request: { method: 'GET', url: `Patient?identifier=${mrn}|${value}` } },
    ]

    const { status, body } = await app.send('POST', '/Batch', {
      body: { resourceType: 'Bundle', type: 'batch', entry },
    })

    expect([status, body.type]).toEqual([200, 'batch-response'])
    expect(body.entry.map((item: { response: { status: string } }) => item.response.status)).toEqual([
      '201 Created',
      '422 Unprocessable Entity',
      '200 OK',
    ])
    expect(body.entry[1].response.outcome.issue[0]).toMatchObject({
      code: 'code-invalid',
      expression: ['Bundle.entry[1].resource.gender'],
    })
    expect(body.entry[2].resource.total).toBe(1)
  })

  test('R4 bundle.html: what is neither batch nor transaction is refused at the base address, and stored as a Bundle at its own', async () => {
    const body = {
      resourceType: 'Bundle',
      type: 'collection',
      identifier: { system: mrn, value: nextValue() },
      entry: [{ resource: { resourceType: 'Organization', name: 'A' } }],
    }

    const refused = await app.send('POST', '', { body })
    const { body: stored } = await app.send('POST', '/Bundle', { body })

    expect(refused.status).toBe(400)
    expect((await app.send('GET', `/Bundle/${stored.id}`)).body).toMatchObject(body)
  })

  function put(url: string): JsonObject {
    return { resource: { resourceType: 'Organization', id: 'o1', name: 'A' }, request: { method: 'PUT', url } }
  }
})

describe('SMART App Launch 2.2: scopes', () => {
  test.each([
    ['GET', '/Patient/x', ['user/Patient.cud']],
    ['GET', '/Patient?identifier=1', ['user/Patient.r']],
    ['POST', '/Patient', ['user/Patient.rs', 'user/Encounter.cruds']],
    ['PUT', '/Patient/x', ['user/Patient.crs']],
    ['POST', '/Patient', ['user/Patient.c?gender=male']],
    ['GET', '/Patient/x', ['patient/Patient.rs']],
    ['GET', '/Patient/x', []],
  ])('SMART scopes: %s %s with %j is 403', async (method, path, scopes) => {
    const answer = await app.send(method, path, {
      as: { scopes },
      ...(method === 'GET' ? {} : { body: patient('x', { id: 'x' }) }),
    })

    expect([answer.status, answer.body.issue[0].code]).toEqual([403, 'forbidden'])
  })

  test.each([
    ['operator', 'Practitioner', 200],
    ['operator', 'Patient', 403],
    ['billing', 'Coverage', 200],
    ['billing', 'DocumentReference', 403],
    ['auditor', 'AuditEvent', 200],
    ['auditor', 'Composition', 403],
  ] as const)(
    'hub-contract "Access": an %s who searches %s, whatever the scopes say: %s',
    async (role, type, status) => {
      expect((await app.send('GET', `/${type}`, { as: { roles: [role], scopes: ['user/*.cruds'] } })).status).toBe(
        status,
      )
    },
  )

  test('SMART scopes: a transaction needs every right of its entries', async () => {
    const entry = [{ resource: patient(nextValue()), request: { method: 'POST', url: 'Patient' } }]

    const answer = await app.send('POST', '', {
      body: { resourceType: 'Bundle', type: 'transaction', entry },
      as: { scopes: ['user/Patient.rs'] },
    })

    expect([answer.status, answer.body.issue[0].expression]).toEqual([403, ['Bundle.entry[0]']])
  })

  test('SMART scopes: patient scopes show one patient and what is theirs, and change nothing', async () => {
    const [own, other] = [await createPatient(), await createPatient()]
    const { body: theirs } = await app.send('POST', '/Encounter', { body: encounter(`Patient/${own.id}`) })
    const { body: others } = await app.send('POST', '/Encounter', { body: encounter(`Patient/${other.id}`) })
    const as = { roles: ['patient'] as const, scopes: ['patient/*.cruds', 'user/*.cruds'], patient: own.id }
    const status = async (method: string, path: string, body?: JsonObject) =>
      (await app.send(method, path, { as, body })).status

    expect(await status('GET', `/Patient/${own.id}`)).toBe(200)
    expect(await status('GET', `/Patient/${other.id}`)).toBe(404)
    expect(await status('GET', `/Encounter/${theirs.id}`)).toBe(200)
    expect(await status('GET', `/Encounter/${others.id}`)).toBe(404)
    expect(await status('GET', '/Bundle?identifier=1')).toBe(403)
    expect(await status('POST', '/Encounter', encounter(`Patient/${own.id}`))).toBe(403)
    expect((await app.send('GET', '/Patient', { as })).body.entry).toHaveLength(1)
    expect((await app.send('GET', '/Encounter', { as })).body.entry).toMatchObject([{ resource: { id: theirs.id } }])
    expect((await app.send('GET', `/Encounter?patient=${other.id}`, { as })).body.total).toBe(0)
  })
})

describe('Spec 5, 6: AuditEvent', () => {
  test('Spec 6: reads and writes of a patient are recorded, and shown without content', async () => {
    const { id } = await createPatient()
    await app.send('GET', `/Patient/${id}`)
    await app.send('GET', `/Encounter?patient=${id}`)

    const { body, text } = await app.send('GET', `/AuditEvent?patient=${id}`)

    const subtypes = body.entry.map(
      (entry: { resource: { subtype: { code: string }[] } }) => entry.resource.subtype[0]?.code,
    )
    expect(subtypes).toEqual(['search-type', 'read', 'create'])
    expect(text).not.toContain('Wattle')
    const definitions = await openTestDefinitions()
    for (const { resource } of body.entry) {
      expect(checkResource(resource, { definitions, requiredProfiles: 'au-core' }).findings).toEqual([])
      expect((await app.send('GET', `/AuditEvent/${resource.id}`)).body).toEqual(resource)
    }
  })

  test('Spec 6: pages of audit records', async () => {
    const { id } = await createPatient()
    for (let index = 0; index < 3; index += 1) await app.send('GET', `/Patient/${id}`)

    const first = await app.send('GET', `/AuditEvent?patient=${id}&_count=3`)
    const next = first.body.link.find((link: { relation: string }) => link.relation === 'next').url
    const second = await app.send('GET', next.slice(app.base.length))

    expect(first.body.entry).toHaveLength(3)
    expect(second.body.entry.length).toBeGreaterThanOrEqual(1)
    expect((await app.send('GET', `/AuditEvent?patient=${id}`, { as: { tenant: 2 } })).body.total).toBe(0)
  })
})

test('R4 http.html#capabilities: the statement needs no token, is valid, and names what the tables serve', async () => {
  const answer = await fetch(`${app.base}/metadata`)
  const statement = (await answer.json()) as JsonObject

  expect(answer.status).toBe(200)
  expect(
    checkResource(statement, { definitions: await openTestDefinitions(), requiredProfiles: 'base' }).findings,
  ).toEqual([])
  expect(statement).toMatchObject({ fhirVersion: '4.0.1', rest: [{ mode: 'server' }] })
  const [{ resource }] = statement['rest'] as unknown as [
    { resource: { type: string; searchParam: { name: string }[] }[] },
  ]
  expect(resource.find(({ type }) => type === 'Encounter')?.searchParam.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['_id', 'identifier', 'patient', 'subject']),
  )
})

test('R4 operationoutcome.html: of very many issues the first are told, and how many there are more', async () => {
  const extension = Array.from({ length: 1000 }, () => ({ url: 'urn:a' }))

  const answer = await app.send('POST', '/Basic', { body: { resourceType: 'Basic', code: { text: 'a' }, extension } })

  expect([answer.status, answer.body.issue.length]).toEqual([422, 201])
  expect(answer.body.issue.at(-1)).toMatchObject({ code: 'too-long', details: { text: '800 more were found' } })
})
