/** Criteria of conditional interactions: any that index rows can tell. R4 http.html#ccreate, http.html#cond-update. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, identifierOf, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

test('R4 http.html#cond-update: by several criteria: creates, then updates what meets them all', async () => {
  const { id } = await create(app, patient())
  const path = `/Encounter?patient=${id}&date=2026-03-01&status=finished`
  const body = encounter(`Patient/${id}`, { period: { start: '2026-03-01', end: '2026-03-01' } })
  await create(app, encounter(`Patient/${id}`, { period: { start: '2026-03-02' } }))

  const answers = [
    await app.send('PUT', path, { body }),
    await app.send('PUT', path, { body: { ...body, status: 'cancelled' } }),
    await app.send('PUT', path, { body }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201])
  expect(answers[1]?.body.id).toBe(answers[0]?.body.id)
})

test('R4 http.html#ccreate: 16 at once by the same criteria, in whichever order, make one', async () => {
  const { id } = await create(app, patient())
  const body = encounter(`Patient/${id}`, { period: { start: '2026-04-01', end: '2026-04-01' } })
  const criteria = [`patient=${id}&date=2026-04-01`, `date=2026-04-01&patient=${id}`]

  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      app.send('POST', '/Encounter', { body, headers: { 'if-none-exist': criteria[at % 2] ?? '' } }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(15).fill(200), 201])
})

test('R4 http.html#3.1.0.7.1: a delete and a patch by several criteria', async () => {
  const { id } = await create(app, patient())
  const visit = await create(app, encounter(`Patient/${id}`))
  const body = [{ op: 'replace', path: '/status', value: 'cancelled' }]
  const headers = { 'content-type': 'application/json-patch+json' }

  const patched = await app.send('PATCH', `/Encounter?patient=${id}&class=AMB`, { body, headers })
  const kept = await app.send('DELETE', `/Encounter?patient=${id}&status=finished`)
  const deleted = await app.send('DELETE', `/Encounter?patient=${id}&status=cancelled`)

  expect([patched.body.id, patched.body.status]).toEqual([visit.id, 'cancelled'])
  expect([kept.headers.get('etag'), deleted.headers.get('etag')]).toEqual([null, 'W/"3"'])
})

test.each([
  ['none', ''],
  ['an unknown one', 'identifier=1&colour=vermilion'],
  ['an empty one', 'identifier='],
  ['one that needs a look into resources', 'name:contains=att'],
  ['a chain', 'general-practitioner.name=a'],
  ['a setting of a search', 'identifier=1&_sort=family'],
])('R4 http.html#cond-update: %s is refused as a criterion, and nothing is deleted', async (_, query) => {
  const body = patient()
  await create(app, body)

  const answer = await app.send('DELETE', `/Patient?${query}`)

  expect(answer.status).toBe(400)
  expect(answer.text).not.toContain('vermilion')
  expect((await app.send('GET', `/Patient?identifier=${identifierOf(body)}`)).body.total).toBe(1)
})
