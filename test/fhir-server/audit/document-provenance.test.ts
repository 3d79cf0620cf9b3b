/** A DocumentReference that comes by FHIR has a Provenance of each version. R4 provenance.html; D84. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, createPatient, mrn, nextValue } from '../resources.ts'

let app: FhirApp
let subject: string
beforeAll(async () => {
  app = await startFhir()
  subject = `Patient/${(await createPatient(app)).id}`
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const document = (changes: JsonObject = {}): JsonObject => ({
  resourceType: 'DocumentReference',
  status: 'current',
  identifier: [{ system: mrn, value: nextValue() }],
  type: { text: 'Letter' },
  subject: { reference: subject },
  content: [{ attachment: { contentType: 'text/plain', data: 'SGVsbG8=' } }],
  ...changes,
})

const provenanceOf = (...targets: string[]): JsonObject => ({
  resourceType: 'Provenance',
  target: targets.map((reference) => ({ reference })),
  recorded: '2026-01-02T03:04:05Z',
  agent: [{ who: { display: 'The sender' } }],
})

type Sent = Parameters<FhirApp['send']>[2]
type Found = JsonObject & {
  readonly target: { reference: string }[]
  readonly activity?: { coding: { code: string }[] }
}

const listAll = async (id: string, as: NonNullable<Sent>['as'] = {}): Promise<Found[]> =>
  ((await app.send('GET', `/Provenance?target=DocumentReference/${id}`, { as })).body.entry ?? []).map(
    ({ resource }: { resource: Found }) => resource,
  )

/** The activity and version of each Provenance, the oldest first; the activity is absent if a client brought it. */
const listTold = async (id: string): Promise<unknown[]> =>
  (await listAll(id))
    .map(({ target, activity }) => [
      ...target.map(({ reference }) => reference.split('/').at(-1)),
      activity?.coding[0]?.code,
    ])
    .toSorted((a, b) => Number(a[0]) - Number(b[0]))

const send = async (
  status: number,
  method: string,
  path: string,
  options: Sent = {},
): Promise<JsonObject & { id: string }> => {
  const answer = await app.send(method, path, options)
  if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

const identifierValue = (body: JsonObject): string => (body['identifier'] as [{ value: string }])[0].value
const patch = {
  body: [{ op: 'add', path: '/description', value: 'x' }],
  headers: { 'content-type': 'application/json-patch+json' },
}

test('D84: each write of a DocumentReference has its Provenance, which points to the version written', async () => {
  const body = document()
  const { id } = await send(201, 'POST', '/DocumentReference', { body })
  await send(200, 'PUT', `/DocumentReference/${id}`, { body: { ...body, id, description: 'second' } })
  await send(200, 'PATCH', `/DocumentReference/${id}`, patch)
  const tag = { system: 'urn:oid:1.2.36.2', code: 'kept' }
  const meta = { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: { tag: [tag] } }] }
  await send(200, 'POST', `/DocumentReference/${id}/$meta-add`, { body: meta })
  await send(204, 'DELETE', `/DocumentReference/${id}`)
  await send(201, 'PUT', `/DocumentReference/${id}`, { body: { ...body, id } })

  expect(await listTold(id)).toEqual([
    ['1', 'CREATE'],
    ['2', 'UPDATE'],
    ['3', 'UPDATE'],
    ['4', 'UPDATE'],
    ['6', 'CREATE'],
  ])
})

test('D84: of writes of one document at once each version has one Provenance, and what was not written has none', async () => {
  const id = newId()
  const body = document({ id })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      app.send('PUT', `/DocumentReference/${id}`, { body: { ...body, description: `written ${at}` } }),
    ),
  )
  const written = answers.filter(({ status }) => status === 200 || status === 201).length

  const versions = (await listTold(id)).map((told) => Number((told as string[])[0]))
  expect(versions).toEqual(Array.from({ length: written }, (_, at) => at + 1))
  expect(written).toBeGreaterThan(1)

  const stale = { body, headers: { 'if-match': 'W/"1"' } }
  await send(412, 'PUT', `/DocumentReference/${id}`, stale)
  expect(await listTold(id)).toHaveLength(written)
})

test('D84: each version by criteria has one, and so does a creation by an update', async () => {
  const id = newId()
  await send(201, 'PUT', `/DocumentReference/${id}`, { body: document({ id }) })
  const body = document()
  const query = `/DocumentReference?identifier=${mrn}|${identifierValue(body)}`
  const own = await send(201, 'PUT', query, { body })
  await send(200, 'PUT', query, { body: { ...body, description: 'second' } })
  await send(200, 'PATCH', query, patch)
  const other = document()
  const headers = { 'if-none-exist': `identifier=${mrn}|${identifierValue(other)}` }
  const created = await send(201, 'POST', '/DocumentReference', { body: other, headers })
  await send(200, 'POST', '/DocumentReference', { body: other, headers })

  expect(await listTold(id)).toEqual([['1', 'CREATE']])
  expect(await listTold(own.id)).toEqual([
    ['1', 'CREATE'],
    ['2', 'UPDATE'],
    ['3', 'UPDATE'],
  ])
  expect(await listTold(created.id)).toEqual([['1', 'CREATE']])
})

type Entry = { readonly resource?: JsonObject; readonly fullUrl?: string; readonly request: object }

async function sendBundle(type: 'batch' | 'transaction', entry: readonly Entry[], headers = {}): Promise<string[]> {
  const { entry: answers } = await send(200, 'POST', '', { body: { resourceType: 'Bundle', type, entry }, headers })
  return (answers as { response: { location?: string } }[]).map(
    ({ response }) => response.location?.split('/').at(-3) ?? '',
  )
}

const post = (resource: JsonObject, fullUrl = `urn:uuid:${newId()}`): Entry => ({
  resource,
  fullUrl,
  request: { method: 'POST', url: String(resource['resourceType']) },
})

describe.each(['batch', 'transaction'] as const)('in a %s', (type) => {
  test('D84: each entry that writes one has its own Provenance', async () => {
    const { id } = await create(app, document())
    const change = { resource: document({ id }), request: { method: 'PUT', url: `DocumentReference/${id}` } }

    const [first = '', second = ''] = await sendBundle(type, [post(document()), post(document()), change])

    expect(await listTold(first)).toEqual([['1', 'CREATE']])
    expect(await listTold(second)).toEqual([['1', 'CREATE']])
    expect(await listTold(id)).toEqual([
      ['1', 'CREATE'],
      ['2', 'UPDATE'],
    ])
  })
})

const header = () => {
  const { target: _, ...content } = provenanceOf()
  return { 'x-provenance': JSON.stringify(content) }
}

describe('where the request brings a Provenance', () => {
  test('D84: none is added to that of the header', async () => {
    const { id } = await send(201, 'POST', '/DocumentReference', { body: document(), headers: header() })
    const [batched = ''] = await sendBundle('batch', [post(document())], header())
    const [together = ''] = await sendBundle('transaction', [post(document())], header())

    for (const one of [id, batched, together]) expect(await listTold(one)).toEqual([['1', undefined]])
  })

  test('D84: none is added to that of the same transaction, which may name the document in any form', async () => {
    const [first, second] = [`urn:uuid:${newId()}`, `urn:uuid:${newId()}`]
    const [third, fourth] = [newId(), newId()]
    const put = (id: string) => ({
      resource: document({ id }),
      request: { method: 'PUT', url: `DocumentReference/${id}` },
    })

    const ids = await sendBundle('transaction', [
      post(document(), first),
      post(document(), second),
      put(third),
      put(fourth),
      post(provenanceOf(first, `DocumentReference/${third}/_history/1`)),
      post(provenanceOf(`${app.base}/DocumentReference/${fourth}`)),
    ])

    expect((await listAll(ids[0] ?? '')).map(({ activity }) => activity)).toEqual([undefined])
    expect(await listTold(ids[1] ?? '')).toEqual([['1', 'CREATE']])
    for (const id of [third, fourth]) expect((await listAll(id)).map(({ activity }) => activity)).toEqual([undefined])
  })

  test('D84: one of another version, or of another resource, does not count', async () => {
    const { id } = await create(app, document())
    const change = { resource: document({ id }), request: { method: 'PUT', url: `DocumentReference/${id}` } }

    await sendBundle('transaction', [change, post(provenanceOf(`DocumentReference/${id}/_history/1`, subject))])

    expect(await listTold(id)).toHaveLength(3)
    expect(await listTold(id)).toEqual(
      expect.arrayContaining([
        ['1', 'CREATE'],
        ['1', subject.split('/')[1], undefined],
        ['2', 'UPDATE'],
      ]),
    )
  })
})

describe('who wrote it', () => {
  const issuer = 'https://login.example.org'
  const participants = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'
  const agent = (code: string, who: JsonObject) => ({ type: { coding: [{ system: participants, code }] }, who })
  const person = {
    resourceType: 'Practitioner',
    name: [{ family: 'Banks' }],
    identifier: [{ system: mrn, value: '1' }],
  }
  const client = agent('assembler', { identifier: { system: issuer, value: 'test' } })
  const agentsFor = async (fhirUser: string): Promise<unknown> => {
    const { id } = await send(201, 'POST', '/DocumentReference', { body: document(), as: { fhirUser } })
    return (await listAll(id)).map((found) => found['agent'])
  }

  test('D84: the Practitioner or PractitionerRole of the token is its author', async () => {
    const { id } = await create(app, person)
    const role = await create(app, {
      resourceType: 'PractitionerRole',
      practitioner: { reference: `Practitioner/${id}` },
      code: [{ coding: [{ system: 'http://snomed.info/sct', code: '62247001' }] }],
      identifier: [{ system: mrn, value: '2' }],
      telecom: [{ system: 'phone', value: '0298765432' }],
    })

    for (const reference of [`Practitioner/${id}`, `PractitionerRole/${role.id}`])
      expect(await agentsFor(reference)).toEqual([[agent('author', { reference })]])
  })

  test('D84: for a person who is nobody here, or for a program, the client of its issuer', async () => {
    const { id } = await create(app, person)
    await send(204, 'DELETE', `/Practitioner/${id}`)

    for (const fhirUser of ['Practitioner/nobody', 'PractitionerRole/nobody', `Practitioner/${id}`])
      expect(await agentsFor(fhirUser)).toEqual([[client]])
    const created = await create(app, document())
    expect((await listAll(created.id)).map((found) => found['agent'])).toEqual([[client]])
  })
})

test('D84: the Provenance says when, and is written without a right of its own to write Provenances', async () => {
  const as = { scopes: ['user/DocumentReference.cruds'] }
  const startedAt = Date.now()

  const { id } = await send(201, 'POST', '/DocumentReference', { body: document(), as })

  const [found] = await listAll(id)
  expect(found).toMatchObject({
    target: [{ reference: `DocumentReference/${id}/_history/1` }],
    activity: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation', code: 'CREATE' }] },
  })
  expect(Date.parse(String(found?.['recorded']))).toBeGreaterThanOrEqual(startedAt)
  const valid = await send(200, 'POST', '/Provenance/$validate', { body: found })
  expect(JSON.stringify(valid)).not.toMatch(/"severity":"(?:error|fatal)"/)
})

test('D84: a write that is refused leaves none', async () => {
  const { id } = await create(app, document())
  const count = async () => (await app.send('GET', '/Provenance?_summary=count')).body.total
  const before = await count()
  const body = document({ id })

  await send(422, 'POST', '/DocumentReference', { body: document({ status: 'nothing' }) })
  await send(422, 'POST', '/DocumentReference', { body: document({ subject: { reference: 'Patient/nobody' } }) })
  await send(412, 'PUT', `/DocumentReference/${id}`, { body, headers: { 'if-match': 'W/"7"' } })
  const entry = [post(document()), post({ resourceType: 'Observation', status: 'final' })]
  await send(422, 'POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry } })

  expect(await count()).toBe(before)
})

test('D84: what writes no DocumentReference adds none', async () => {
  const before = (await app.send('GET', '/Provenance?_summary=count')).body.total

  await createPatient(app)

  expect((await app.send('GET', '/Provenance?_summary=count')).body.total).toBe(before)
})

test('D20: a patient reads the Provenance of what is theirs, and no other', async () => {
  const [own, other] = [await createPatient(app), await createPatient(app)]
  const of = ({ id }: { id: string }) => create(app, document({ subject: { reference: `Patient/${id}` } }))
  const [kept, hidden] = [await of(own), await of(other)]
  const as = { roles: ['patient'] as const, scopes: ['patient/*.rs'], patient: own.id }

  const [found] = await listAll(kept.id, as)

  expect((await app.send('GET', `/Provenance/${found?.['id']}`, { as })).status).toBe(200)
  expect(await listAll(hidden.id, as)).toEqual([])
  const [foreign] = await listAll(hidden.id)
  expect((await app.send('GET', `/Provenance/${foreign?.['id']}`, { as })).status).toBe(404)
})
