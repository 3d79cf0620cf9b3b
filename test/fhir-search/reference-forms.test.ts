/** One resource, referred to in every form, by every reader of references. R4 references.html#literal; D64. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/core/json.ts'
import { readIdentifying } from '../../src/domain/encounter/identifying.ts'
import { readRecordFacts } from '../../src/domain/encounter/record-facts.ts'
import { parseCriteria } from '../../src/domain/subscription/subscription-criteria.ts'
import { findTopic, topics, topicUrl } from '../../src/domain/subscription/subscription-topics.ts'
import { listMembers } from '../../src/fhir-server/bulk-export/bulk-members.ts'
import type { EncounterContent } from '../../src/store/hub-resources.ts'
import { type FhirApp, startFhir, testTenants } from '../fhir-server/fhir-app.ts'
import { create, encounter, identifierOf, patient } from '../fhir-server/resources.ts'

const former = 'http://old.example.org/banksia'
const host = 'spoofed.example.org'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir(undefined, { BANKSIA_FORMER_BASE_URLS: former })
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** How our own resource may be named. */
const ownForms = ['', '/_history/1'].flatMap((version) => [
  { form: `relative${version}`, write: (target: string) => `${target}${version}` },
  { form: `our address${version}`, write: (target: string) => `${app.base}/${target}${version}` },
  { form: `a former address${version}`, write: (target: string) => `${former}/fhir/R4/${target}${version}` },
])
/** The same type and id of others. */
const otherForms = [
  { form: 'another server', write: (target: string) => `http://other.example.org/fhir/R4/${target}` },
  { form: 'the Host header', write: (target: string) => `http://${host}/fhir/R4/${target}` },
  { form: 'https of ours', write: (target: string) => `${app.base.replace('http:', 'https:')}/${target}` },
]

type Answer = Awaited<ReturnType<FhirApp['send']>>
type Entry = { readonly resource: { readonly resourceType: string; readonly id: string } }

const base = { tenant: 2 } as const
const idsOf = ({ body }: Answer): string[] =>
  ((body.entry ?? []) as Entry[]).map(({ resource }) => resource.id).toSorted()
const find = async (path: string, as: object = base): Promise<string[]> => {
  const answer = await app.send('GET', path, { as })
  expect([path, answer.status, answer.body.issue]).toEqual([path, 200, undefined])
  return idsOf(answer)
}

const weight = (reference: string, changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'urn:codes', code: 'weight' }], text: 'weight' },
  valueQuantity: { value: 70, unit: 'kg' },
  subject: { reference },
  ...changes,
})

/** A patient of the tenant that takes any reference, and weights that name them in each form. */
async function createRecord() {
  const own = await create(app, patient(), 2)
  const target = `Patient/${own.id}`
  const ours: string[] = []
  const others: string[] = []
  for (const { write } of ownForms) ours.push((await create(app, weight(write(target)), 2)).id)
  for (const { write } of otherForms) others.push((await create(app, weight(write(target)), 2)).id)
  return { id: own.id, target, identifier: identifierOf(own), ours: ours.toSorted(), others }
}
let record: Awaited<ReturnType<typeof createRecord>>
beforeAll(async () => {
  record = await createRecord()
})

describe('search', () => {
  test('D64: every form of the value finds every form of the reference, and nobody else', async () => {
    const { id, target, ours } = record
    const values = [id, ...ownForms.map(({ write }) => write(target))]

    for (const value of values) expect(await find(`/Observation?subject=${encodeURIComponent(value)}`)).toEqual(ours)
    expect(await find(`/Observation?patient=${id}`)).toEqual(ours)
    expect(await find(`/Observation?subject:Patient=${id}`)).toEqual(ours)
  })

  test("D64: another server's is found by its own address alone, whatever the Host header says", async () => {
    const { id, target, ours, others } = record

    for (const [at, { write }] of otherForms.entries())
      expect(await find(`/Observation?subject=${encodeURIComponent(write(target))}`)).toEqual([others[at]])
    const spoofed = await app.sendRaw('GET', `/Observation?patient=${id}`, { as: base, headers: { host } })
    expect(idsOf({ body: JSON.parse(spoofed.bytes.toString()) } as Answer)).toEqual(ours)
  })

  test('D64: chains, reverse chains and includes follow it', async () => {
    const { id, identifier, ours } = record
    const by = encodeURIComponent(identifier)

    expect(await find(`/Observation?subject:Patient.identifier=${by}`)).toEqual(ours)
    // No index row can answer `contains`.
    expect(await find(`/Observation?subject:Patient.family:contains=attle&patient=${id}`)).toEqual(ours)
    expect(await find(`/Patient?_id=${id}&_has:Observation:patient:code=weight`)).toEqual([id])
    expect(await find(`/Patient?_id=${id}&_has:Observation:patient:code:text=none`)).toEqual([])
    expect(await find(`/Patient?_id=${id}&_revinclude=Observation:subject`)).toEqual([id, ...ours].toSorted())
    for (const one of ours)
      expect(await find(`/Observation?_id=${one}&_include=Observation:subject`)).toEqual([id, one].toSorted())
    for (const one of record.others)
      expect(await find(`/Observation?_id=${one}&_include=Observation:subject`)).toEqual([one])
  })

  test('D64: a composite finds it, and an order by it puts its forms together', async () => {
    const { target, ours, others } = record
    const documents: string[] = []
    for (const { write } of ownForms)
      documents.push(
        (
          await create(
            app,
            {
              resourceType: 'DocumentReference',
              status: 'current',
              content: [{ attachment: { title: 'x' } }],
              relatesTo: [{ code: 'replaces', target: { reference: write('DocumentReference/gone') } }],
            },
            2,
          )
        ).id,
      )
    const asked = encodeURIComponent(`${former}/fhir/R4/DocumentReference/gone`)

    expect(await find(`/DocumentReference?relationship=${asked}$replaces`)).toEqual(documents.toSorted())

    const all = [...ours, ...others].join(',')
    const { body } = await app.send('GET', `/Observation?_id=${all}&_sort=subject`, { as: base })
    const sorted = (body.entry as Entry[]).map(({ resource }) => resource.id)
    expect(sorted.slice(0, ours.length).toSorted()).toEqual(ours)
    expect(target).toMatch(/^Patient/)
  })
})

test('D64: the text stays as it was sent', async () => {
  for (const { write } of [...ownForms, ...otherForms]) {
    const { id } = await create(app, weight(write(record.target)), 2)
    const { body } = await app.send('GET', `/Observation/${id}`, { as: base })
    await app.send('DELETE', `/Observation/${id}`, { as: base })

    expect(body.subject.reference).toBe(write(record.target))
  }
})

describe('compartments', () => {
  test('D64: the compartment and $everything have every form, and nothing of others', async () => {
    const { id, ours } = record

    expect(await find(`/Patient/${id}/Observation`)).toEqual(ours)
    expect(await find(`/Patient/${id}/$everything`)).toEqual([id, ...ours].toSorted())
  })

  test.each([0, 1, 2, 3, 4, 5])('D64: $everything of an encounter brings whom form %i names', async (at) => {
    const write = ownForms[at]?.write ?? String
    const practitioner = await create(app, { resourceType: 'Practitioner', name: [{ text: 'A' }] }, 2)
    const participant = [{ individual: { reference: write(`Practitioner/${practitioner.id}`) } }]
    const visit = await create(app, encounter(write(record.target), { participant }), 2)
    const own = await create(
      app,
      weight(record.target, { encounter: { reference: write(`Encounter/${visit.id}`) } }),
      2,
    )
    const found = await find(`/Encounter/${visit.id}/$everything`)
    for (const path of [`Observation/${own.id}`, `Encounter/${visit.id}`])
      await app.send('DELETE', `/${path}`, { as: base })

    expect(found).toEqual([visit.id, own.id, practitioner.id, record.id].toSorted())
  })

  test("D64: a patient's token neither gains nor loses by the form", async () => {
    const { id, target, ours, others } = record
    const as = { tenant: 2, roles: ['patient'], scopes: ['patient/*.rs'], patient: id } as const
    const status = async (path: string) => (await app.send('GET', path, { as })).status

    expect(await find('/Observation', as)).toEqual(ours)
    for (const one of ours) expect(await status(`/Observation/${one}`)).toBe(200)
    for (const one of others) expect(await status(`/Observation/${one}`)).toBe(404)
    for (const [expected, forms] of [[200, ownForms] as const, [404, otherForms] as const])
      for (const { write } of forms) {
        const securityContext = { reference: write(target) }
        const binary = await create(
          app,
          { resourceType: 'Binary', contentType: 'text/plain', data: 'QQ==', securityContext },
          2,
        )
        expect([write(target), await status(`/Binary/${binary.id}`)]).toEqual([write(target), expected])
      }
  })

  test.each(['patient', 'subject'])(
    'D64: a scope that is narrowed by %s neither gains nor loses by the form',
    async (code) => {
      for (const value of [record.target, `${app.base}/${record.target}`]) {
        const as = { tenant: 2, scopes: [`user/Observation.rs?${code}=${encodeURIComponent(value)}`] } as const
        const status = async (id: string) => (await app.send('GET', `/Observation/${id}`, { as })).status

        expect(await find('/Observation', as)).toEqual(record.ours)
        for (const id of record.ours) expect(await status(id)).toBe(200)
        for (const id of record.others) expect(await status(id)).toBe(404)
      }
    },
  )

  test('D64: the audit says whose record was read, in every form', async () => {
    const read = async (id: string) => {
      await app.send('GET', `/Observation/${id}`, { as: base })
      const { rows } = await app.owner.query(
        "select patient_id from audit where resource_id = $1 and kind in ('fhir.create', 'fhir.read') order by seq",
        [id],
      )
      return new Set(rows.map((row) => row.patient_id))
    }

    for (const id of record.ours) expect(await read(id)).toEqual(new Set([record.id]))
    for (const id of record.others) expect(await read(id)).toEqual(new Set([null]))
  })
})

describe('where references are enforced', () => {
  const send = (method: string, path: string, body?: JsonObject) =>
    app.send(method, path, body === undefined ? {} : { body })

  test.each(ownForms)('D64: a target by $form that is not here is refused', async ({ write }) => {
    const { status, body } = await send('POST', '/Observation', weight(write('Patient/nobody')))

    expect([status, body.issue[0].expression]).toEqual([422, ['Observation.subject.reference']])
  })

  test('D64: a version that there is not is refused, and so is an address of ours that names nothing', async () => {
    const { id } = await create(app, patient())
    const status = async (reference: string) => (await send('POST', '/Observation', weight(reference))).status

    expect(await status(`${app.base}/Patient/${id}/_history/1`)).toBe(201)
    expect(await status(`${app.base}/Patient/${id}/_history/2`)).toBe(422)
    expect(await status(`${app.base}/Patient/${id}/`)).toBe(422)
    expect(await status(`${app.base}/Patient`)).toBe(422)
    expect(await status(`http://other.example.org/Patient/${id}x`)).toBe(201)
  })

  test.each(ownForms)('D64: what is referred to by $form is not deleted', async ({ write }) => {
    const { id } = await create(app, patient())
    const own = await create(app, weight(write(`Patient/${id}`)))

    expect((await send('DELETE', `/Patient/${id}`)).status).toBe(409)
    await send('DELETE', `/Observation/${own.id}`)
    expect((await send('DELETE', `/Patient/${id}`)).status).toBe(204)
  })

  test.each(otherForms)('D64: a reference by $form keeps nothing here', async ({ write }) => {
    const { id } = await create(app, patient())
    await create(app, weight(write(`Patient/${id}`)))

    expect((await send('DELETE', `/Patient/${id}`)).status).toBe(204)
  })

  const post = (resource: JsonObject, fullUrl?: string) => ({
    ...(fullUrl === undefined ? {} : { fullUrl }),
    resource,
    request: { method: 'POST', url: String(resource['resourceType']) },
  })
  const transact = (...entry: JsonObject[]) => send('POST', '', { resourceType: 'Bundle', type: 'transaction', entry })

  test.each(ownForms)('D64: a transaction looks for its targets by $form', async ({ form, write }) => {
    const { id } = await create(app, patient())
    const put = { resource: patient({ id: `put-${id}` }), request: { method: 'PUT', url: `Patient/put-${id}` } }

    expect((await transact(post(weight(write(`Patient/${id}`))))).status).toBe(200)
    expect((await transact(put, post(weight(write(`Patient/put-${id}`))))).status).toBe(200)
    const { status, body } = await transact(post(weight(write('Patient/nobody'))))
    expect([form, status, body.issue[0].expression]).toEqual([
      form,
      422,
      ['Bundle.entry[0].resource.subject.reference'],
    ])
    const gone = { request: { method: 'DELETE', url: `Patient/put-${id}` } }
    expect((await transact(gone, post(weight(write(`Patient/put-${id}`))))).status).toBe(422)
  })
})

const clinical = (system: string, code: string): JsonObject => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }],
})

test('D64: an allergy counts for a draft in every form, but for what its own encounter has stated', async () => {
  const { id } = await create(app, patient(), 2)
  const visit = await create(app, encounter(`Patient/${id}`), 2)
  const allergy = (name: string, reference: string, more: JsonObject = {}): JsonObject => ({
    resourceType: 'AllergyIntolerance',
    clinicalStatus: clinical('allergyintolerance-clinical', 'active'),
    verificationStatus: clinical('allergyintolerance-verification', 'confirmed'),
    code: { text: name },
    patient: { reference },
    ...more,
  })
  for (const { form, write } of [...ownForms, ...otherForms]) {
    await create(app, allergy(form, write(`Patient/${id}`)), 2)
    const own = { encounter: { reference: write(`Encounter/${visit.id}`) } }
    await create(app, allergy(`own ${form}`, write(`Patient/${id}`), own), 2)
  }

  const facts = await app.store.transactAsSystem(testTenants[1], (tx) =>
    readRecordFacts(tx, { patientId: id, encounterId: visit.id }),
  )

  expect(facts.map(({ display }) => display).toSorted()).toEqual(ownForms.map(({ form }) => form).toSorted())
})

test.each(ownForms)('D64: the people whom a transcript may name are read by $form', async ({ write }) => {
  const { id } = await create(app, patient(), 2)
  const practitioner = await create(app, { resourceType: 'Practitioner', name: [{ family: 'Karri' }] }, 2)
  const role = await create(
    app,
    { resourceType: 'PractitionerRole', practitioner: { reference: write(`Practitioner/${practitioner.id}`) } },
    2,
  )
  const content = { patientId: id, practitionerRoleId: role.id } as EncounterContent

  const named = await app.store.transactAsSystem(testTenants[1], (tx) => readIdentifying(tx, content))

  expect(named).toContainEqual({ kind: 'NAME', value: 'Karri' })
})

test('D64: the members of a group and the patients of a subscription are read in every form', () => {
  const member = [...ownForms, ...otherForms].map(({ write }, at) => ({
    entity: { reference: write(`Patient/${at}`) },
  }))
  const { zone, addresses } = app.parameters
  const topic = topics.find(({ name }) => name === 'condition-changed')
  if (topic === undefined) throw new Error('no such topic')
  const criteria = (value: string) => {
    const url = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-filter-criteria'
    const valueString = `Condition?patient=${encodeURIComponent(value)}`
    return parseCriteria({ rules: app, topic }, { _criteria: { extension: [{ url, valueString }] } })
  }

  expect(listMembers({ member }, { now: Date.now(), zone, addresses })).toEqual(ownForms.map((_, at) => String(at)))
  for (const { write } of ownForms)
    expect(criteria(write('Patient/a'))).toEqual([{ kind: 'patient', type: 'Condition', patients: ['a'] }])
  for (const { write } of otherForms) expect(criteria(write('Patient/a'))).toBeUndefined()
  for (const base of [app.base, `${former}/fhir/R4`]) expect(findTopic(addresses, topicUrl(base, topic))).toBe(topic)
  expect(findTopic(addresses, topicUrl(`http://${host}/fhir/R4`, topic))).toBeUndefined()
})

test.each(ownForms)('D64: a document has what its Composition names by $form', async ({ write }) => {
  const author = await create(app, { resourceType: 'Practitioner', name: [{ text: 'A' }] }, 2)
  const own = await create(app, weight(write(record.target)), 2)
  const composition = await create(
    app,
    {
      resourceType: 'Composition',
      status: 'final',
      type: { text: 'Note' },
      subject: { reference: write(record.target) },
      date: '2026-01-02',
      author: [{ reference: write(`Practitioner/${author.id}`) }],
      title: 'Note',
      section: [{ title: 'A', entry: [{ reference: write(`Observation/${own.id}`) }] }],
    },
    2,
  )
  const { body } = await app.send('GET', `/Composition/${composition.id}/$document`, { as: base })
  await app.send('DELETE', `/Observation/${own.id}`, { as: base })
  await app.send('DELETE', `/Composition/${composition.id}`, { as: base })

  const entries = body.entry as {
    fullUrl: string
    resource: { resourceType: string; subject: { reference: string } }
  }[]
  const urlOf = (type: string) => entries.find(({ resource }) => resource.resourceType === type)?.fullUrl
  const [first] = entries
  expect(new Set(entries.map(({ resource }) => resource.resourceType))).toEqual(
    new Set(['Composition', 'Patient', 'Practitioner', 'Observation']),
  )
  expect(first?.resource.subject.reference).toBe(urlOf('Patient'))
  expect(entries.find(({ resource }) => resource.resourceType === 'Observation')?.resource.subject.reference).toBe(
    urlOf('Patient'),
  )
})
