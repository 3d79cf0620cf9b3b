/** FHIR history of an instance, a type and the system. R4 http.html#history. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, encounter, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Entry = {
  readonly fullUrl: string
  readonly resource?: { readonly id: string; readonly meta: { readonly lastUpdated: string } }
  readonly request: { readonly method: string; readonly url: string }
  readonly response: { readonly status: string; readonly etag: string; readonly lastModified: string }
}
type History = {
  readonly entry?: readonly Entry[]
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly meta?: { readonly lastUpdated: string }
}

const placeOf = ({ fullUrl, response }: Entry): string => `${fullUrl.slice(app.base.length)} ${response.etag}`

/** Every entry of the pages from `path` on; `between` runs after each page. */
async function follow(path: string, between: () => Promise<unknown> = async () => undefined): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const body: History = (await app.send('GET', next)).body
    entries.push(...(body.entry ?? []))
    next = body.link.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)
    await between()
  }
  return entries
}

const change = (id: string, changes: JsonObject = {}) =>
  app.send('PUT', `/Patient/${id}`, { body: patient({ id, ...changes }) })

test('R4 http.html#history: every version of an instance, newest first, with its request and response', async () => {
  const { id } = await create(app, patient())
  await change(id, { gender: 'male' })
  await app.send('DELETE', `/Patient/${id}`)

  const { status, body } = await app.send('GET', `/Patient/${id}/_history`)

  expect([status, body.type, body.total]).toEqual([200, 'history', 3])
  expect(
    body.entry.map(({ request, response }: Entry) => `${request.method} ${request.url} ${response.status}`),
  ).toEqual([`DELETE Patient/${id} 204 No Content`, `PUT Patient/${id} 200 OK`, 'POST Patient 201 Created'])
  expect(body.entry.map(({ resource }: { resource?: JsonObject }) => resource?.['gender'])).toEqual([
    undefined,
    'male',
    'female',
  ])
  const validator = await openTestValidator()
  expect(checkResource(body, { validator, requiredProfiles: 'base' }).findings).toEqual([])
})

test('R4 http.html#history: a resource that never was answers 404', async () => {
  expect((await app.send('GET', '/Patient/never-was/_history')).status).toBe(404)
})

test('R4 http.html#history: the histories of a type and of the system have deleted entries too', async () => {
  const subject = await create(app, patient())
  const { id } = await create(app, encounter(`Patient/${subject.id}`))
  await app.send('DELETE', `/Encounter/${id}`)

  const ofType = (await follow('/Encounter/_history')).map(placeOf)
  const ofSystem = (await follow('/_history')).map(placeOf)

  expect(ofType.slice(0, 2)).toEqual([`/Encounter/${id} W/"2"`, `/Encounter/${id} W/"1"`])
  expect(ofType.every((place) => place.startsWith('/Encounter/'))).toBe(true)
  expect(ofSystem.slice(0, 3)).toEqual([...ofType.slice(0, 2), `/Patient/${subject.id} W/"1"`])
})

test('R4 http.html#history: pages hold each version once, though others write meanwhile', async () => {
  const ids: string[] = []
  for (let index = 0; index < 7; index += 1) ids.push((await create(app, patient())).id)
  const before = (await follow('/Patient/_history?_count=200')).map(placeOf)

  const paged = await follow('/Patient/_history?_count=3', async () => {
    await change(ids[0] ?? '')
    await create(app, patient())
    await app.send('DELETE', `/Patient/${ids[1]}`)
  })

  expect(paged.map(placeOf)).toEqual(before)
})

test('R4 http.html#history: what commits while pages are read is on none of them, and is there for who asks again', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: written, resolve: tell } = Promise.withResolvers<void>()
  const id = '0198f2a0-0000-7000-8000-00000000ffee'
  const late = app.store.transactAsSystem(developmentTenants[0], async (tx) => {
    await tx.put({ ...wholeAddress('Organization', id), content: { resourceType: 'Organization', name: 'Late' } })
    tell()
    await gate
  })
  await written
  await create(app, { resourceType: 'Organization', name: 'A' })
  await create(app, { resourceType: 'Organization', name: 'B' })
  const first: History = (await app.send('GET', '/_history?_count=1')).body

  const paged = await follow('/Organization/_history?_count=1', async () => {
    open()
    await late
  })

  expect(paged.map(placeOf)).not.toContain(`/Organization/${id} W/"1"`)
  expect(paged).toHaveLength(2)
  const later = await follow(`/_history?_since=${first.meta?.lastUpdated}`)
  expect(later.map(placeOf)).toContain(`/Organization/${id} W/"1"`)
})

test('R4 http.html#history: _since and _at choose versions by when they were written and current', async () => {
  const { id } = await create(app, patient())
  await change(id)
  await change(id)
  const all: Entry[] = (await app.send('GET', `/Patient/${id}/_history`)).body.entry
  const [third, second, first] = all.map(({ response }) => response.lastModified)
  const versions = async (query: string) =>
    ((await app.send('GET', `/Patient/${id}/_history?${query}`)).body.entry ?? []).map(
      ({ response }: Entry) => response.etag,
    )

  expect(await versions(`_since=${second}`)).toEqual(['W/"3"', 'W/"2"'])
  expect(await versions('_since=2999')).toEqual([])
  expect(await versions(`_since=${first?.replace('Z', '+00:00')}`)).toHaveLength(3)
  expect(await versions('_at=2000')).toEqual([])
  expect(await versions(`_at=${third?.slice(0, 4)}`)).toHaveLength(3)
  expect(await versions('_at=2999-01-01')).toEqual(['W/"3"'])
  expect(await versions('_at=9999')).toEqual(['W/"3"'])
  expect(await versions('_since=0001')).toHaveLength(3)
})

test('R4 http.html#history: a client that asks again since the time of the list misses nothing', async () => {
  const first: History = (await app.send('GET', '/_history?_count=1')).body
  const { id } = await create(app, patient())

  const later = await follow(`/_history?_since=${first.meta?.lastUpdated}`)

  expect(later.map(placeOf)).toContain(`/Patient/${id} W/"1"`)
})

test.each(['_count=0', '_count=x', '_since=yesterday', '_at=2020-13', '_cursor=abc', '_since=2020-02-30', '_at=0000'])(
  'R4 http.html#history: %s is refused',
  async (query) => {
    expect((await app.send('GET', `/Patient/_history?${query}`)).status).toBe(400)
  },
)

test('R4 search.html#errors: an unknown parameter is refused under handling=strict alone', async () => {
  const strict = await app.send('GET', '/Patient/_history?gender=male', { headers: { prefer: 'handling=strict' } })

  expect([strict.status, strict.text.includes('gender')]).toEqual([400, false])
  expect((await app.send('GET', '/Patient/_history?gender=male')).status).toBe(200)
})

test('docs/design/house.md#patient-data: a link of one history is none of another, or of another tenant', async () => {
  const { id } = await create(app, patient())
  const link = (await app.send('GET', `/Patient/${id}/_history`)).body.link[0].url.slice(app.base.length)

  expect((await app.send('GET', link)).status).toBe(200)
  expect((await app.send('GET', link, { as: { tenant: 2 } })).status).toBe(404)
  expect((await app.send('GET', link.replace(`/${id}`, ''))).status).toBe(400)
})

test('SMART scopes: the history of the system shows the types that the caller may read', async () => {
  const subject = await create(app, patient())
  await create(app, encounter(`Patient/${subject.id}`))

  const { body } = await app.send('GET', '/_history', { as: { scopes: ['user/Encounter.rs'] } })

  expect(new Set(body.entry.map(({ request }: Entry) => request.url.split('/')[0]))).toEqual(new Set(['Encounter']))
  expect((await app.send('GET', '/_history', { as: { scopes: ['user/Patient.cud'] } })).status).toBe(403)
})

test('SMART scopes: a patient sees the history of their own record, and none of a type', async () => {
  const [own, other] = [await create(app, patient()), await create(app, patient())]
  await app.send('DELETE', `/Patient/${own.id}`)
  const as = { roles: ['patient'] as const, scopes: ['patient/*.rs'], patient: own.id }

  expect((await app.send('GET', `/Patient/${own.id}/_history`, { as })).body.entry).toHaveLength(2)
  expect((await app.send('GET', `/Patient/${other.id}/_history`, { as })).status).toBe(404)
  expect((await app.send('GET', '/Patient/_history', { as })).status).toBe(403)
  expect((await app.send('GET', '/_history', { as })).status).toBe(403)
})
