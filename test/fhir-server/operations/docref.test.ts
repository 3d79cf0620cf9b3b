/** The operation $docref. International Patient Access 1.1.0 OperationDefinition-docref.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const loinc = 'http://loinc.org'
const [summary, letter] = ['60591-5', '51852-2']

async function createDocument(subject: string, code: string, changes: JsonObject = {}): Promise<string> {
  const { id } = await create(
    app,
    {
      resourceType: 'DocumentReference',
      status: 'current',
      type: { coding: [{ system: loinc, code }] },
      subject: { reference: `Patient/${subject}` },
      content: [{ attachment: { contentType: 'text/plain', data: 'QQ==' } }],
      ...changes,
    },
    2,
  )
  return id
}

async function createRecord() {
  const { id } = await create(app, patient(), 2)
  const period = (start: string, end: string) => ({ context: { period: { start, end } } })
  return {
    id,
    old: await createDocument(id, summary, { ...period('2019-01-01', '2019-01-05'), date: '2024-01-01T00:00:00Z' }),
    latest: await createDocument(id, summary, period('2023-01-01', '2023-01-05')),
    replaced: await createDocument(id, summary, { ...period('2025-01-01', '2025-01-02'), status: 'superseded' }),
    wrong: await createDocument(id, letter, { ...period('2023-01-01', '2023-01-05'), status: 'entered-in-error' }),
    letter: await createDocument(id, letter, { date: '2021-06-01T00:00:00Z' }),
  }
}

const find = async (query: string, person: object = {}): Promise<string[]> => {
  const { status, body } = await app.send('GET', `/DocumentReference/$docref?${query}`, {
    as: { tenant: 2, ...person },
  })
  expect([status, body.type]).toEqual([200, 'searchset'])
  return (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id).sort()
}

test('IPA docref: without dates the most recent current document of each type', async () => {
  const record = await createRecord()

  expect(await find(`patient=${record.id}`)).toEqual([record.latest, record.letter].sort())
  expect(await find(`patient=${record.id}&type=${loinc}|${summary}`)).toEqual([record.latest])
  expect(await find(`patient=${record.id}&on-demand=true`)).toEqual([])
  expect(await find('patient=nobody')).toEqual([])
})

test('IPA docref: start and end are of the care, or of the document where no care is said', async () => {
  const record = await createRecord()

  expect(await find(`patient=${record.id}&start=2023`)).toEqual([record.latest, record.replaced].sort())
  expect(await find(`patient=${record.id}&end=2023-01-03`)).toEqual([record.old, record.latest, record.letter].sort())
  expect(await find(`patient=${record.id}&start=2019-01-05&end=2021-06-01`)).toEqual([record.old, record.letter].sort())
})

test('IPA docref: by POST with a CodeableConcept and a profile; the link says it again', async () => {
  const record = await createRecord()
  const profile = 'http://example.org/StructureDefinition/document'
  const own = await createDocument(record.id, letter, { meta: { profile: [profile] } })
  const ask = (parameter: JsonObject[]) =>
    app.send('POST', '/DocumentReference/$docref', {
      as: { tenant: 2 },
      body: { resourceType: 'Parameters', parameter: [{ name: 'patient', valueId: record.id }, ...parameter] },
    })

  const typed = await ask([{ name: 'type', valueCodeableConcept: { coding: [{ system: loinc, code: summary }] } }])
  const profiled = await ask([{ name: 'profile', valueCanonical: profile }])
  const self = typed.body.link[0].url.slice(app.base.length)
  const again = await app.send('GET', self, { as: { tenant: 2 } })

  expect(typed.body.entry.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([record.latest])
  expect(profiled.body.entry.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([own])
  expect(again.body.entry).toEqual(typed.body.entry)
  expect(self).not.toContain(record.id)
  const validator = await openTestValidator()
  expect(checkResource(typed.body, { validator, requiredProfiles: 'base' }).findings).toEqual([])
})

test('SMART scopes: only the own documents, and no other tenant', async () => {
  const record = await createRecord()
  const other = await createRecord()
  const own = { roles: ['patient'], scopes: ['patient/*.rs'], patient: record.id }

  expect(await find(`patient=${record.id}`, own)).toHaveLength(2)
  expect(await find(`patient=${other.id}`, own)).toEqual([])
  expect(await find(`patient=${record.id}`, { tenant: 1 })).toEqual([])
  expect(
    (
      await app.send('GET', `/DocumentReference/$docref?patient=${record.id}`, {
        as: { tenant: 2, scopes: ['user/Patient.rs'] },
      })
    ).status,
  ).toBe(403)
})

test.each(['', 'patient=a/b', 'patient=a&start=soon', 'patient=a&end=x', 'patient=a&on-demand=maybe', '_cursor=abc'])(
  'IPA docref: "%s" is refused',
  async (query) => {
    expect((await app.send('GET', `/DocumentReference/$docref?${query}`)).status).toBe(400)
  },
)
