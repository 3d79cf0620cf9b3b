/** Pages of a sorted search while others write: each resource once, none missed that stood through it all. R4 search.html#sort; D112. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { waitUntil } from '../../patience.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const size = 24
const perPage = 4

type Kind = {
  readonly type: string
  /** The resource with a value that sorts early (0) or late (9), or with none. */
  readonly make: (level: number | undefined) => JsonObject
}

const patient: Kind = {
  type: 'Patient',
  make: (level) =>
    level === undefined
      ? { active: true }
      : {
          active: level % 2 === 0,
          gender: level < 5 ? 'female' : 'male',
          birthDate: `19${10 + level}-01-01`,
          name: [{ family: `Family${level}`, given: ['Jo'] }],
          identifier: [{ system: 'urn:s', value: `v${level}` }],
        },
}

const observation: Kind = {
  type: 'Observation',
  make: (level) => ({
    status: level === undefined ? 'unknown' : level % 2 === 0 ? 'final' : 'amended',
    code: { coding: [{ system: 'urn:c', code: `c${level ?? 0}` }] },
    subject: { reference: 'Patient/sorted' },
    ...(level === undefined
      ? {}
      : { effectiveDateTime: `20${10 + level}-05-05T10:00:00Z`, valueQuantity: { value: level * 1.5, unit: 'mg' } }),
  }),
}

/** Not the date that orders the type's pages, and often open at an end. */
const careTeam: Kind = {
  type: 'CareTeam',
  make: (level) => ({
    status: 'active',
    ...(level === undefined
      ? {}
      : {
          period:
            level % 3 === 0
              ? { end: `20${10 + level}` }
              : level % 3 === 1
                ? { start: `20${10 + level}` }
                : { start: '2001', end: `20${10 + level}` },
        }),
  }),
}

// biome-ignore format: one row a line
const sorts = [
  ['Patient',     'family'],
  ['Patient',     '-family'],
  ['Patient',     'birthdate'],
  ['Patient',     '-birthdate'],
  ['Patient',     'gender,-identifier'],
  ['Patient',     'active,_lastUpdated'],
  ['Patient',     '_lastUpdated'],
  ['Patient',     '-_lastUpdated'],
  ['Patient',     '-_id'],
  ['Observation', 'date'],
  ['Observation', '-date'],
  ['Observation', 'value-quantity'],
  ['Observation', '-value-quantity'],
  ['Observation', 'status,-date'],
  ['Observation', 'code'],
  ['Observation', '-_lastUpdated'],
  ['CareTeam',    'date'],
  ['CareTeam',    '-date'],
] as const

const kinds = { Patient: patient, Observation: observation, CareTeam: careTeam }

const levelOf = (index: number): number | undefined => (index % 8 === 7 ? undefined : index % 5)

type Entry = { readonly resource: { readonly id: string }; readonly search: { readonly mode: string } }

const idsOf = (body: { entry?: Entry[] }): string[] =>
  (body.entry ?? []).filter(({ search }) => search.mode === 'match').map(({ resource }) => resource.id)

const nextOf = (body: { link: { relation: string; url: string }[] }): string | undefined =>
  body.link.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)

let worlds = 0

/** Resources of one source, so that each test finds its own. */
async function makeWorld({ type, make }: Kind) {
  worlds += 1
  const source = `urn:world:${worlds}`
  const resourceOf = (id: string, level: number | undefined): JsonObject => ({
    resourceType: type,
    id,
    meta: { source },
    ...make(level),
  })
  const put = async (id: string, level: number | undefined) => {
    const { status } = await app.send('PUT', `/${type}/${id}`, { body: resourceOf(id, level), as })
    expect([200, 201]).toContain(status)
  }
  const remove = async (id: string) => expect((await app.send('DELETE', `/${type}/${id}`, { as })).status).toBe(204)
  const ids = Array.from({ length: size }, (_, index) => `w${worlds}-${index}`)
  for (const [index, id] of ids.entries()) await put(id, levelOf(index))
  return { query: `/${type}?_source=${source}`, put, remove, ids }
}

test.each(sorts)('D112: pages of %s sorted by %s, while others write', async (type, sort) => {
  const world = await makeWorld(kinds[type])
  const start = `${world.query}&_sort=${sort}`
  const order = idsOf((await app.send('GET', `${start}&_count=100`, { as })).body)
  expect(order).toHaveLength(size)
  const gone = new Set<string>()

  const seen: string[] = []
  let page = 0
  for (let path: string | undefined = `${start}&_count=${perPage}`; path !== undefined && page < 20; page += 1) {
    const { status, body } = await app.send('GET', path, { as })
    expect(status).toBe(200)
    seen.push(...idsOf(body))
    const [shown, waiting] = [order.filter((id) => seen.includes(id)), order.filter((id) => !seen.includes(id))]
    // Those that were shown go to the end, those that wait come to the front, and the other way round.
    for (const [index, id] of [shown.at(0), shown.at(-1), waiting.at(0), waiting.at(-1), waiting.at(2)].entries())
      if (id !== undefined && !gone.has(id))
        await world.put(id, index % 2 === page % 2 ? 9 : index === 4 ? undefined : 0)
    await world.put(`${world.ids[0]}-new-${page}`, page % 2 === 0 ? 0 : 9)
    for (const id of page === 1 ? [shown[1], waiting[3]] : [])
      if (id !== undefined) {
        await world.remove(id)
        gone.add(id)
      }
    path = nextOf(body)
  }

  const originals = seen.filter((id) => order.includes(id))
  expect(new Set(seen).size).toBe(seen.length)
  expect(originals).toEqual(order.filter((id) => !gone.has(id) || seen.includes(id)))
  expect(page).toBeLessThan(20)
})

test('D112: what a transaction writes that is still open at the first page changes no place either', async () => {
  const world = await makeWorld(patient)
  const start = `${world.query}&_sort=-_lastUpdated&_count=${perPage}`
  const order = idsOf((await app.send('GET', `${world.query}&_sort=-_lastUpdated&_count=100`, { as })).body)
  const late = order.at(-1) ?? ''
  const blocker = await app.owner.connect()
  // The write is made, and waits for its commit behind a lock that the test holds.
  await blocker.query('begin')
  await blocker.query('select key from resource where id = $1 for update', [order.at(-2)])
  const entry = [late, order.at(-2) ?? ''].map((id) => ({
    resource: { resourceType: 'Patient', id, meta: { source: world.query.split('=')[1] ?? '' }, active: false },
    request: { method: 'PUT', url: `Patient/${id}` },
  }))
  const writing = app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  const waiting = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'
  await waitUntil(async () => (await blocker.query(waiting)).rowCount === 1)

  const first = await app.send('GET', start, { as })
  await blocker.query('rollback')
  blocker.release()
  expect((await writing).status).toBe(200)
  const seen = idsOf(first.body)
  for (let path = nextOf(first.body); path !== undefined; ) {
    const { body } = await app.send('GET', path, { as })
    seen.push(...idsOf(body))
    path = nextOf(body)
  }

  expect(seen).toEqual(order)
})

test('D112: a patient pages through the own record, and a total counts what the caller may see', async () => {
  const own = { ...as, roles: ['patient'], scopes: ['patient/*.rs'], patient: 'sorted' } as const
  for (const id of ['sorted', 'other'])
    await app.send('PUT', `/Patient/${id}`, { body: { resourceType: 'Patient', id }, as })
  const write = (id: string, level: number, whose = 'sorted') =>
    app.send('PUT', `/Observation/${id}`, {
      body: {
        resourceType: 'Observation',
        id,
        ...observation.make(level),
        subject: { reference: `Patient/${whose}` },
        meta: { source: 'urn:own' },
      },
      as,
    })
  for (let level = 0; level < 6; level += 1) await write(`own-${level}`, level)
  const page = (path: string) => app.send('GET', path, { as: own })

  const first = await page('/Observation?_source=urn:own&_sort=-date&_count=2&_total=accurate')
  await write('own-4', 0)
  await write('own-1', 9)
  await write('own-0', 9, 'other')
  await write('own-new', 1)
  const second = await page(nextOf(first.body) ?? '')
  const third = await page(nextOf(second.body) ?? '')

  expect([first, second, third].map(({ body }) => idsOf(body))).toEqual([
    ['own-5', 'own-4'],
    ['own-3', 'own-2'],
    ['own-1'],
  ])
  expect([first, second].map(({ body }) => body.total)).toEqual([6, 5])
  expect(nextOf(third.body)).toBeUndefined()
})

test('D112: a page that ends at a very long text has a link that a client can send', async () => {
  const ids = ['b', 'a', 'c']
  for (const id of ids)
    await app.send('PUT', `/Patient/long-${id}`, {
      body: {
        resourceType: 'Patient',
        id: `long-${id}`,
        name: [{ family: id.repeat(50_000), given: [id.repeat(50_000)] }],
        meta: { source: 'urn:long' },
      },
      as,
    })

  const first = await app.send('GET', '/Patient?_source=urn:long&_sort=-family,given&_count=2', { as })
  const second = await app.send('GET', nextOf(first.body) ?? '', { as })

  expect([first, second].map(({ status, body }) => [status, idsOf(body)])).toEqual([
    [200, ['long-c', 'long-b']],
    [200, ['long-a']],
  ])
})
