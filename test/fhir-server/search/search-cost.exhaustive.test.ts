/** The cost of a search, and its answer while others write. docs/design/store.md#search, #writes; R4 http.html#ccreate. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { developmentTenants, systemCaller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { captureSearches, examined, type Plan } from '../../search-statements.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const as = { tenant: 2 } as const
const patients = 60
const each = 40
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const loinc = (code: string): JsonObject => ({ coding: [{ system: 'http://loinc.org', code }] })
const day = (number: number): string => new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10)

const observation = (patient: number, number: number): JsonObject => ({
  resourceType: 'Observation',
  id: idOf(1000 + patient * each + number),
  status: 'final',
  code: loinc(number === 0 && patient < 3 ? 'rare' : `c${number % 4}`),
  category: [loinc(number % 2 === 0 ? 'even' : 'odd')],
  subject: { reference: `Patient/${idOf(patient)}` },
  effectiveDateTime: day(number * patients + patient),
  valueQuantity: { value: number },
})

const patient = (number: number): JsonObject => ({
  resourceType: 'Patient',
  id: idOf(number),
  identifier: [{ system: 'urn:mrn', value: `M${number}` }],
  name: [{ family: number % 2 === 0 ? 'Wattle' : `Banksia${number}` }],
  birthDate: day(number),
})

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  await app.store.transact(systemCaller(developmentTenants[1], newId()), async (tx) => {
    for (let number = 0; number < patients; number += 1) {
      const all = [patient(number), ...Array.from({ length: each }, (_, index) => observation(number, index))]
      for (const content of all)
        await tx.put({ ...wholeAddress(String(content['resourceType']), String(content['id'])), content, expected: 0 })
    }
  })
  await app.owner.query('analyze')
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Measured = {
  readonly returned: number
  readonly read: number
  readonly statements: number
  /** How many of the parts of the tables were looked into. */
  readonly parts: number
}

/** Sends a search; explains the statements that it took. */
async function measure(path: string): Promise<Measured> {
  const [{ body }, searches] = await captureSearches(() => app.send('GET', path, { as }))
  let read = 0
  const parts = new Set<string>()
  for (const { text, values } of searches) {
    const plan = await explain(text, values)
    read += examined(plan)
    for (const name of listRelations(plan)) parts.add(name.slice(name.lastIndexOf('_')))
  }
  return { returned: body.entry?.length ?? 0, read, statements: searches.length, parts: parts.size }
}

/** The plan that PostgreSQL keeps for all values: a plan for these alone would show less. */
async function explain(text: string, values: readonly unknown[]): Promise<Plan> {
  const client = await app.owner.connect()
  const literals = values.map((value) => pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)))
  try {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare explained as ${text}`)
    const { rows } = await client.query(`explain (analyze, format json) execute explained (${literals})`)
    await client.query('deallocate explained; reset plan_cache_mode')
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    client.release()
  }
}

const listRelations = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === undefined ? [] : [plan['Relation Name']]),
  ...(plan.Plans ?? []).flatMap(listRelations),
]

test.each([
  ['Patient?identifier=urn:mrn|M7', 1],
  ['Patient?family=wattle&_count=10', 1],
  [`Patient?family=wattle&birthdate=${day(8)}`, 1],
  [`Patient?birthdate=ge${day(8)}&birthdate=lt${day(11)}`, 1],
  [`Observation?patient=${idOf(7)}`, 1],
  [`Observation?patient=${idOf(7)}&category=even&date=ge2021&_sort=-date&_count=10`, 1],
  ['Observation?category=even&_count=20', 1],
  ['Observation?code=c1,c2&_count=20', 1],
  ['Observation?code=rare', 1],
  ['Observation?patient.identifier=urn:mrn|M7', 1],
  [`Observation?patient=${idOf(7)}&_include=Observation:patient`, 1],
  [`Patient?_id=${idOf(7)}&_revinclude=Observation:patient`, 1],
  ['Observation?status=final&_count=20', 1],
  ['Observation?code:not=c1&_count=20', 1],
  ['Observation?date=ge2026-07-20&_count=20', 1],
  ['Observation?_lastUpdated=gt2020&_count=20', 1],
  ['Observation?_sort=_lastUpdated&_count=20', 1],
  [`Patient/${idOf(7)}/Observation?_count=20`, 1],
  ['Patient?_has:Observation:patient:code=rare', 1],
  ['Observation?value-quantity=39&_count=50', 1],
  ['Patient?family:exact=Banksia7', 1],
  ['Observation?patient.family=banksia7&_count=20', 1],
  ['Observation?category=even&_sort=-_lastUpdated&_count=20', 1],
])(
  'docs/design/store.md#search: %s reads at most 20 rows for each that it returns, of one part of the tables, in %d statements',
  async (path, statements) => {
    const measured = await measure(`/${path}`)

    expect(measured.returned).toBeGreaterThan(0)
    expect(measured.read / measured.returned).toBeLessThanOrEqual(20)
    expect(measured.statements).toBe(statements)
    expect(measured.parts).toBe(1)
  },
)

test('docs/design/store.md#search: a frequent number at the end of a reverse chain is counted where it is, and is no place to start from', async () => {
  const measured = await measure('/Patient?_has:Observation:patient:value-quantity=ge0&_count=10')

  expect(measured.returned).toBe(10)
  expect(measured.read).toBeLessThan(2500)
})

test.each([
  ['5||mg', 200, undefined],
  ['5||mg,6||mg,7||mg,8||mg', 400, 'too-costly'],
])(
  'docs/design/store.md#search: a hundred conditions at once are answered, or refused as too costly: %s',
  async (value, expected, code) => {
    const path = `/Observation?${Array(99).fill(`value-quantity=${value}`).join('&')}&_total=accurate`

    const { status, body } = await app.send('GET', path, { as })

    expect([status, body.issue?.[0]?.code]).toEqual([expected, code])
  },
)

test('docs/design/store.md#search: pages are of one order while others write: nothing twice, and nothing left out that was there', async () => {
  const seen: string[] = []
  let next: string | undefined = '/Observation?category=odd&_count=50'
  for (let pages = 0; next !== undefined; pages += 1) {
    const { body } = await app.send('GET', next, { as })
    seen.push(...(body.entry as { resource: { id: string } }[]).map(({ resource }) => resource.id))
    next = body.link.find((link: { relation: string }) => link.relation === 'next')?.url.slice(app.base.length)
    const number = 900_000 + pages
    await app.send('PUT', `/Observation/${idOf(number)}`, { body: { ...observation(1, 1), id: idOf(number) }, as })
    await app.send('PUT', `/Observation/${idOf(1001)}`, {
      body: { ...observation(0, 1), note: [{ text: `${pages}` }] },
      as,
    })
  }

  const before = Array.from({ length: patients * each }, (_, index) => index).filter((index) => index % 2 === 1)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(before.map((index) => idOf(1000 + index))))
})

test('docs/design/store.md#search: what was written is found at once, and what it was before is not', async () => {
  const id = idOf(7)
  const search = async (query: string) => (await app.send('GET', `/Patient?_id=${id}&${query}`, { as })).body.total

  await app.send('PUT', `/Patient/${id}`, { body: { ...patient(7), birthDate: '1999-01-01', gender: 'other' }, as })
  expect([await search('birthdate=1999'), await search(`birthdate=${day(7)}`), await search('gender=other')]).toEqual([
    1, 0, 1,
  ])
  await app.send('PUT', `/Patient/${id}`, { body: patient(7), as })
  expect([await search('birthdate=1999'), await search(`birthdate=${day(7)}`), await search('gender=other')]).toEqual([
    0, 1, 0,
  ])
  await app.send('DELETE', `/Patient/${id}`, { as })
  expect(await search('birthdate=lt2030')).toBe(0)
  await app.send('PUT', `/Patient/${id}`, { body: patient(7), as })
  expect(await search(`birthdate=${day(7)}`)).toBe(1)
})

test('docs/design/store.md#search: a quantity that changes is found by what it is', async () => {
  const id = idOf(1000)
  const search = async (query: string) => (await app.send('GET', `/Observation?_id=${id}&${query}`, { as })).body.total
  const put = (value: number) =>
    app.send('PUT', `/Observation/${id}`, { body: { ...observation(0, 0), valueQuantity: { value } }, as })

  await put(5)
  expect([await search('value-quantity=5'), await search('value-quantity=6')]).toEqual([1, 0])
  await put(6)
  expect([await search('value-quantity=5'), await search('value-quantity=6')]).toEqual([0, 1])
  const { rows } = await app.owner.query(
    'select count(*)::int as ranges from range g join resource r using (key) where r.id = $1',
    [id],
  )
  expect(rows[0].ranges).toBe(1)
})

// Connections that are open by then make the later rounds the harder ones.
test.each(['once', 'twice', 'thrice'])(
  'R4 http.html#ccreate: 32 at once make one resource: one 201, the others 200: %s',
  async (value) => {
    const headers = { 'if-none-exist': `identifier=urn:mrn|${value}` }
    const body = { resourceType: 'Patient', identifier: [{ system: 'urn:mrn', value }] }

    const answers = await Promise.all(
      Array.from({ length: 32 }, () => app.send('POST', '/Patient', { body, headers, as })),
    )

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(31).fill(200), 201])
    expect((await app.send('GET', `/Patient?identifier=${value}`, { as })).body.total).toBe(1)
  },
)

test('docs/design/store.md#search: a search opens 5,000 candidates at most, 10,000 to sort them, and then names what to add', async () => {
  await app.store.transact(systemCaller(developmentTenants[1], newId()), async (tx) => {
    for (let number = 0; number < 10_001; number += 1)
      await tx.put({
        ...wholeAddress('Basic', idOf(number)),
        content: { resourceType: 'Basic', code: { text: 'a' } },
        expected: 0,
      })
  })

  const tooMany = await app.send('GET', '/Basic?code:text=a', { as })
  const narrowed = await app.send('GET', `/Basic?code:text=a&_id=${idOf(1)},${idOf(2)}`, { as })
  const sorted = await app.send('GET', '/Basic?_sort=code', { as })

  expect([tooMany.status, tooMany.body.issue]).toEqual([
    400,
    [
      expect.objectContaining({
        code: 'too-costly',
        expression: ['code'],
        details: { text: expect.stringContaining('add') },
      }),
    ],
  ])
  expect(narrowed.body.total).toBe(2)
  expect([sorted.status, sorted.body.issue[0].code]).toEqual([400, 'too-costly'])
})
