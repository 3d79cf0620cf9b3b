/** FHIR search of a type, its pages and its refusals. R4 http.html#search, search.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { createPatient, encounter, mrn, nextValue } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

test('Spec 4.6: a patient by identifier, with system, without, and by GET and POST alike', async () => {
  const value = nextValue()
  const { id } = await createPatient(app, value)
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
    const matches = body.entry.filter(({ search }: { search: { mode: string } }) => search.mode === 'match')
    expect(matches).toMatchObject([
      { fullUrl: `${app.base}/Patient/${id}`, resource: { id }, search: { mode: 'match' } },
    ])
  }
})

test.each(['urn:other|', '|'])(
  'R4 search.html#token: identifier=%sVALUE finds nothing of another system',
  async (system) => {
    const value = nextValue()
    await createPatient(app, value)

    expect((await app.send('GET', `/Patient?identifier=${system}${value}`)).body.total).toBe(0)
  },
)

test('Spec 4.6: encounters of a patient, by patient and by subject, newest first', async () => {
  const { id } = await createPatient(app)
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

test('docs/design/house.md#patient-data: pages follow sealed links, each resource once, and a link to a page repeats no parameter', async () => {
  const { id } = await createPatient(app)
  for (let index = 0; index < 5; index += 1) await app.send('POST', '/Encounter', { body: encounter(`Patient/${id}`) })
  const seen: string[] = []

  let path: string | undefined = `/Encounter?patient=${id}&_count=2`
  for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
    const { body } = await app.send('GET', path)
    seen.push(...body.entry.map((entry: { resource: { id: string } }) => entry.resource.id))
    const links = body.link as { relation: string; url: string }[]
    path = links.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)
    expect(path ?? '').not.toContain(id)
  }

  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})

test('docs/design/house.md#patient-data: a link that this server did not seal for this tenant and type is refused', async () => {
  const { id } = await createPatient(app)
  for (const start of ['2026-01-01', '2026-01-02'])
    await app.send('POST', '/Encounter', { body: encounter(`Patient/${id}`, { period: { start } }) })
  const { body } = await app.send('GET', `/Encounter?patient=${id}&_count=1`)
  const link = body.link.at(-1).url.slice(app.base.length)

  expect(link).toContain('_cursor=')

  expect((await app.send('GET', link)).status).toBe(200)
  expect((await app.send('GET', link, { as: { tenant: 2 } })).status).toBe(400)
  expect((await app.send('GET', link.replace('Encounter', 'Patient'))).status).toBe(400)
  expect((await app.send('GET', '/Patient?_cursor=abc')).status).toBe(400)
})

test('R4 search.html#errors: an unknown parameter is noted, and refused under handling=strict; a strange name is not repeated', async () => {
  const { id } = await createPatient(app)

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

test('D36: an unknown parameter that is written as one is named, by both ways of handling', async () => {
  const path = '/Patient?colour-of-eyes=secret&_mine=1'

  const lenient = await app.send('GET', path)
  const strict = await app.send('GET', path, { headers: { prefer: 'handling=strict' } })

  for (const { text } of [lenient, strict]) {
    expect(text).toContain('colour-of-eyes')
    expect(text).toContain('_mine')
    expect(text).not.toContain('secret')
  }
})

test.each([
  'family=.',
  'family:contains=---',
  'name=%F0%9F%8C%BF',
  'identifier:exact=1',
  'identifier=|',
  '_count=-1',
  '_count=x',
  '_text=a',
  '_content=a',
  '_sort=-photo',
])('R4 search.html#errors: %s is refused', async (query) => {
  expect((await app.send('GET', `/Patient?${query}`)).status).toBe(400)
})

test.each(['patient=a/b/c', 'patient:exact=1'])(
  'R4 search.html#errors: an encounter by %s is refused',
  async (query) => {
    expect((await app.send('GET', `/Encounter?${query}`)).status).toBe(400)
  },
)
