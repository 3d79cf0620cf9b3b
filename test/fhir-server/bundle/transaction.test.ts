/** FHIR transaction: all entries or none. R4 http.html#transaction, http.html#trules. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { createPatient, encounter, mrn, nextValue, patientOf } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

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
      bundle(encounterEntry, post(attachment), post(patientOf(value), { fullUrl: uuid(1) })),
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
    bundle(post(patientOf(value), { fullUrl: uuid(1) }), post(encounter(uuid(1), { status: 'banana' }))),
  )

  expect(answer.status).toBe(422)
  expect(answer.body.issue).toMatchObject([{ code: 'code-invalid', expression: ['Bundle.entry[1].resource.status'] }])
  expect((await app.send('GET', `/Patient?identifier=${mrn}|${value}`)).body.total).toBe(0)
})

test('R4 http.html#trules: a reference to nothing names its entry', async () => {
  const answers = [
    await app.send('POST', '', bundle(post(patientOf(nextValue())), post(encounter(uuid(9))))),
    await app.send('POST', '', bundle(post(patientOf(nextValue())), post(encounter('Patient/nobody')))),
    await app.send(
      'POST',
      '',
      bundle(post(patientOf(nextValue())), post(encounter(`Patient?identifier=${mrn}|nobody`))),
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
  const { id } = await createPatient(app, value)

  const answer = await app.send('POST', '', {
    ...bundle(post(encounter(`Patient?identifier=${mrn}|${value}`))),
    headers: { prefer: 'return=representation' },
  })

  expect(answer.body.entry[0].resource.subject.reference).toBe(`Patient/${id}`)
})

test('R4 http.html#trules: ifNoneExist: references go to what is there, and a repeat makes nothing new', async () => {
  const value = nextValue()
  const entries = bundle(
    post(patientOf(value), { fullUrl: uuid(1) }, { ifNoneExist: `identifier=${mrn}|${value}` }),
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
  const entries = bundle(post(patientOf(value), { fullUrl: uuid(1) }, { ifNoneExist: `identifier=${mrn}|${value}` }), {
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

test('docs/design/hub.md#release: a recall by conditional update marks the document, or makes it where it never was', async () => {
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
    bundle({ request: { method: 'GET', url: `Patient?identifier=${mrn}|${value}` } }, post(patientOf(value))),
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
    post(patientOf(value)),
    post(patientOf(nextValue(), { gender: 'banana' })),
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

test('R4 bundle.html: a Bundle of another type than batch and transaction is refused at the base address, and stored at the address of its type', async () => {
  const body = {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: mrn, value: nextValue() },
    entry: [
      {
        fullUrl: 'urn:uuid:0e4e6f1c-6d1b-4c3c-8f0a-6f4f8d1f3a10',
        resource: { resourceType: 'Organization', name: 'A' },
      },
    ],
  }

  const refused = await app.send('POST', '', { body })
  const { body: stored } = await app.send('POST', '/Bundle', { body })

  expect(refused.status).toBe(400)
  expect((await app.send('GET', `/Bundle/${stored.id}`)).body).toMatchObject(body)
})

function put(url: string): JsonObject {
  return { resource: { resourceType: 'Organization', id: 'o1', name: 'A' }, request: { method: 'PUT', url } }
}

test('docs/design/store.md#writes: what a transaction changes is locked in one order, whatever the order of its methods', async () => {
  const [first, second] = [`a-${nextValue()}`, `b-${nextValue()}`]
  for (const id of [first, second])
    await app.send('PUT', `/Basic/${id}`, {
      body: { resourceType: 'Basic', id, code: { text: '1' } },
      as: { tenant: 2 },
    })
  const held = await app.owner.connect()
  await held.query('begin')
  await held.query('select from resource where id = $1 for update', [first])

  const sent = app.send('POST', '', {
    ...bundle(
      { request: { method: 'DELETE', url: `Basic/${second}` } },
      {
        request: { method: 'PUT', url: `Basic/${first}` },
        resource: { resourceType: 'Basic', id: first, code: { text: '2' } },
      },
    ),
    as: { tenant: 2 },
  })
  const waiting = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'
  while ((await held.query(waiting)).rowCount === 0);
  const free = await held.query('select from resource where id = $1 for update skip locked', [second])
  await held.query('commit')
  held.release()

  expect(free.rowCount).toBe(1)
  expect((await sent).status).toBe(200)
})

test('R4 http.html#transaction: one that took too long is answered 503 and writes nothing afterwards', async () => {
  // A server with enough time writes the existing resources.
  const as = { tenant: 2 } as const
  const resource = { resourceType: 'Organization', id: 'held', name: 'Held' }
  expect((await app.send('PUT', '/Organization/held', { body: resource, as })).status).toBe(201)
  const slow = await startFhir(app, { BANKSIA_HANDLER_TIMEOUT_MS: '700' })
  const holder = await app.owner.connect()
  const { rowCount } = await holder.query('begin').then(() => holder.query(lockText))
  const entry = [
    { resource: { ...resource, name: 'B' }, request: { method: 'PUT', url: 'Organization/held' } },
    { resource: { resourceType: 'Organization', name: 'Unwritten' }, request: { method: 'POST', url: 'Organization' } },
  ]

  const late = await slow.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  await holder.query('commit')
  holder.release()
  // This statement would wait for a transaction that still held the row.
  await slow.owner.query(lockText)
  const found = await app.send('GET', '/Organization?name=Unwritten&_summary=count', { as })
  const held = await app.send('GET', '/Organization/held', { as })
  await slow.close()

  expect([rowCount, late.status]).toEqual([1, 503])
  expect([found.body.total, held.body.meta.versionId]).toEqual([0, '1'])
})

const lockText = `select from resource where type = 'Organization' and id = 'held' for update`
