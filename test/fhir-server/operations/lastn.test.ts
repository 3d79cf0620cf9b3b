/** The operation $lastn. R4 observation-operation-lastn.html; D114. */
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
const [weight, height, mass] = [`${loinc}|2823-3`, `${loinc}|2951-2`, 'http://codes.example.org|mass']
const laboratory = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }],
}
const coding = (codes: readonly string[]) => ({
  coding: codes.map((one) => ({ system: one.split('|')[0] ?? '', code: one.split('|')[1] ?? '' })),
})

const observe = async (subject: string, code: JsonObject, changes: JsonObject = {}): Promise<string> => {
  const resource = { resourceType: 'Observation', status: 'final', category: [laboratory], code, ...changes }
  return (await create(app, { ...resource, subject: { reference: `Patient/${subject}` } }, 2)).id
}

const at = (effectiveDateTime: string): JsonObject => ({ effectiveDateTime })
const newPatient = async (): Promise<string> => (await create(app, patient(), 2)).id

type Found = { readonly ids: string[]; readonly body: { total: number; link: { url: string }[] } & JsonObject }

const ask = async (query: string, person: object = {}): Promise<Found> => {
  const { status, body, text } = await app.send('GET', `/Observation/$lastn?${query}`, { as: { tenant: 2, ...person } })
  expect([query, status, status === 200 ? body.type : text]).toEqual([query, 200, 'searchset'])
  return { ids: (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id), body }
}

test('R4 observation-operation-lastn.html: the newest of each code, or the newest so many, newest first', async () => {
  const id = await newPatient()
  const weights = []
  for (const day of ['01', '03', '02']) weights.push(await observe(id, coding([weight]), at(`2024-01-${day}`)))
  const [first, third, second] = weights
  const tall = await observe(id, coding([height]), at('2024-02-01'))
  await observe(await newPatient(), coding([weight]), at('2025-01-01'))

  expect((await ask(`patient=${id}&category=laboratory`)).ids).toEqual([tall, third])
  expect((await ask(`subject=Patient/${id}&category=laboratory&max=2`)).ids).toEqual([tall, third, second])
  expect((await ask(`patient=${id}&code=${weight}&max=9`)).ids).toEqual([third, second, first])
  expect((await ask(`patient=${id}&code=${weight}&date=lt2024-01-03`)).ids).toEqual([second])
  expect((await ask(`patient=${id}&code=none`)).body.total).toBe(0)
})

test('R4 observation-operation-lastn.html: codes with a coding in common are one group, also by a third; a text alone is a group', async () => {
  const id = await newPatient()
  await observe(id, coding([weight]), at('2024-01-01'))
  await observe(id, coding([mass]), at('2024-01-02'))
  const both = await observe(id, { ...coding([mass, weight]), text: 'peak' }, at('2024-01-03'))
  const other = await observe(id, { coding: [{ code: '2823-3' }] }, at('2023-05-01'))
  const text = await observe(id, { text: 'peak' }, at('2022-01-02'))
  const cased = await observe(id, { text: 'Peak' }, at('2022-01-01'))
  await observe(id, { text: 'peak' }, at('2021-01-02'))

  expect((await ask(`patient=${id}&category=laboratory`)).ids).toEqual([both, other, text, cased])
})

test('R4 observation-operation-lastn.html: those of the same time as the last one come too', async () => {
  const id = await newPatient()
  const tied = [
    await observe(id, coding([weight]), at('2024-01-02T10:00:00Z')),
    await observe(id, coding([weight]), at('2024-01-02T20:00:00+10:00')),
  ]
  const newest = await observe(id, coding([weight]), at('2024-03-01'))
  const before = await observe(id, coding([weight]), at('2024-01-01'))

  expect((await ask(`patient=${id}&code=${weight}`)).ids).toEqual([newest])
  expect((await ask(`patient=${id}&code=${weight}&max=2`)).ids).toEqual([newest, ...tied.toReversed()])
  expect((await ask(`patient=${id}&code=${weight}&max=4`)).ids).toEqual([newest, ...tied.toReversed(), before])
})

test('D114: each subject has groups of its own, and what has no effective time is ordered by its issue', async () => {
  const [one, two] = [await newPatient(), await newPatient()]
  const [old, issued] = [
    await observe(one, coding([weight]), at('2020-01-01')),
    await observe(one, coding([weight]), { issued: '2021-01-01T00:00:00Z' }),
  ]
  const theirs = await observe(two, coding([weight]), at('2019-01-01'))

  expect((await ask(`patient=${one},${two}&code=${weight}`)).ids).toEqual([issued, theirs])
  expect((await ask(`patient=${one}&code=${weight}&max=2`)).ids).toEqual([issued, old])
})

test('R4 operations.html: by POST with Parameters, and again by its link, which names nobody', async () => {
  const id = await newPatient()
  const own = await observe(id, coding([weight, mass]), at('2024-01-01'))
  await observe(id, coding([height]), at('2024-01-01'))
  const parameter = [
    { name: 'patient', valueReference: { reference: `Patient/${id}` } },
    { name: 'code', valueCodeableConcept: coding([mass, 'http://codes.example.org|none']) },
    { name: 'max', valuePositiveInt: 3 },
  ]
  const body = { resourceType: 'Parameters', parameter }

  const { status, body: found } = await app.send('POST', '/Observation/$lastn', { body, as: { tenant: 2 } })
  const self = found.link[0].url.slice(app.base.length)
  const again = await app.send('GET', self, { as: { tenant: 2 } })

  expect([status, found.entry.map((one: { resource: { id: string } }) => one.resource.id)]).toEqual([200, [own]])
  expect(again.body.entry).toEqual(found.entry)
  expect(self).not.toContain(id)
  const validator = await openTestValidator()
  expect(checkResource(found, { validator, requiredProfiles: 'base' }).findings).toEqual([])
  expect((await ask(`patient=${id}&code=${weight}&_summary=count`)).ids).toEqual([])
})

test('SMART scopes: the own record alone, a part of the type, no other tenant, and nothing on the way that is closed', async () => {
  const [id, other] = [await newPatient(), await newPatient()]
  const own = await observe(id, coding([weight]), at('2024-01-01'))
  await observe(other, coding([weight]), at('2025-01-01'))
  const person = { roles: ['patient'], scopes: ['patient/*.rs'], patient: id }
  const query = `patient=${id},${other}&code=${weight}`
  const refused = async (scopes: string[], asked = query) =>
    (await app.send('GET', `/Observation/$lastn?${asked}`, { as: { tenant: 2, scopes } })).status

  expect((await ask(query, person)).ids).toEqual([own])
  expect((await ask(query, { scopes: ['user/Observation.rs?category=survey'] })).ids).toEqual([])
  expect((await ask(query, { tenant: 1 })).ids).toEqual([])
  expect(await refused(['user/Patient.rs'])).toBe(403)
  expect(await refused(['user/Observation.rs'], `patient.family=Wattle&code=${weight}`)).toBe(403)
})

test.each([
  ['code=a', 'patient'],
  ['patient=&code=a', 'patient'],
  ['patient:missing=true&code=a', 'patient'],
  ['patient=a', 'category'],
  ['patient=a&status=final', 'category'],
  ['patient=a&code:missing=false', 'category'],
  ['patient=a&code=b&max=0', 'max'],
  ['patient=a&code=b&max=-1', 'max'],
  ['patient=a&code=b&max=1.5', 'max'],
  ['patient=a&code=b&max=secret', 'max'],
  ['patient=a&code=b&max=1&max=2', 'max'],
  ['patient=a&code=b&_count=2', '_count'],
  ['patient=a&code=b&_sort=date', '_sort'],
  ['patient=a&code=b&_include:iterate=Observation:subject', '_include'],
  ['patient=a&code=b&date=secret', 'date'],
  ['_cursor=abc', '_cursor'],
])('R4 observation-operation-lastn.html: "%s" is refused, and names %s', async (query, name) => {
  const { status, body, text } = await app.send('GET', `/Observation/$lastn?${query}`, { as: { tenant: 2 } })

  expect([status, body.resourceType, JSON.stringify(body.issue[0].expression)]).toEqual([
    400,
    'OperationOutcome',
    `["${name}"]`,
  ])
  expect(text).not.toContain('secret')
})

test('R4 operations.html: a part that is no value is refused without its text', async () => {
  const parameter = [{ name: 'patient', valueHumanName: { family: 'secret' } }]
  const body = { resourceType: 'Parameters', parameter }

  const { status, text } = await app.send('POST', '/Observation/$lastn', { body, as: { tenant: 2 } })

  expect([status, text.includes('secret')]).toEqual([400, false])
})
