/** Totals are exact at any time, and are not counted anew each time. R4 search.html#total; docs/design/store.md#search. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants, systemCaller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { Totals } from '../../../src/store/resources/search/search-totals.ts'
import { drawFrom } from '../../fhir-search/search-world.ts'
import { captureSearches } from '../../search-statements.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const as = { tenant: 2 } as const
const frequent = 6000
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const systems = ['urn:a', 'urn:b']

type Basic = { readonly system: string; readonly code: string }
const basic = (id: string, { system, code }: Basic): JsonObject => ({
  resourceType: 'Basic',
  id,
  code: { coding: [{ system, code }] },
})

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  await app.store.transact(systemCaller(developmentTenants[1], newId()), async (tx) => {
    for (let number = 0; number < frequent; number += 1) {
      const content = basic(idOf(number), { system: 'urn:a', code: 'x' })
      await tx.put({ ...wholeAddress('Basic', idOf(number)), content, expected: 0 })
    }
  })
  await app.owner.query('analyze')
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const queries: readonly { readonly text: string; readonly meets: (one: Basic) => boolean }[] = [
  { text: 'code=urn:a|x', meets: ({ system, code }) => system === 'urn:a' && code === 'x' },
  { text: 'code=x', meets: ({ code }) => code === 'x' },
  { text: 'code=x,y&code:not=urn:b|x', meets: ({ system, code }) => !(system === 'urn:b' && code === 'x') },
]

const totalOf = async (text: string): Promise<number> => {
  const { status, body } = await app.send('GET', `/Basic?${text}&_count=1&_total=accurate`, { as })
  expect(status).toBe(200)
  return body.total
}

test('R4 search.html#total: a frequent total is exact after every create, update, delete and transaction', async () => {
  const draw = drawFrom(20_261_120)
  const world = new Map<string, Basic>()
  for (let number = 0; number < frequent; number += 1) world.set(idOf(number), { system: 'urn:a', code: 'x' })
  const drawn = (): [string, Basic] => [idOf(draw.below(40)), { system: draw.one(systems), code: draw.one(['x', 'y']) }]

  for (let round = 0; round < 60; round += 1) {
    const [id, one] = drawn()
    const kind = draw.below(4)
    if (kind === 0) {
      expect((await app.send('DELETE', `/Basic/${id}`, { as })).status).toBeLessThan(300)
      world.delete(id)
    } else if (kind === 1) {
      const both = new Map([[id, one], drawn()])
      const entry = [...both].map(([own, value]) => ({
        resource: basic(own, value),
        request: { method: 'PUT', url: `Basic/${own}` },
      }))
      const bundle = { resourceType: 'Bundle', type: 'transaction', entry }
      expect((await app.send('POST', '', { body: bundle, as })).status).toBe(200)
      for (const [own, value] of both) world.set(own, value)
    } else {
      expect((await app.send('PUT', `/Basic/${id}`, { body: basic(id, one), as })).status).toBeLessThan(300)
      world.set(id, one)
    }
    const { text, meets } = draw.one(queries)

    const total = await totalOf(text)

    expect([round, text, total]).toEqual([round, text, [...world.values()].filter(meets).length])
  }
})

test('docs/design/store.md#search: what was counted before is told from what has changed since', async () => {
  for (let time = 0; time < 3; time += 1) await totalOf('code=urn:a|x')

  const [, searches] = await captureSearches(() => totalOf('code=urn:a|x'))

  const [{ text = '', values = [] } = {}, ...more] = searches
  const { rows } = await app.owner.query(`explain (analyze, format text) ${text}`, values)
  const plan = rows.map((row: { readonly 'QUERY PLAN': string }) => row['QUERY PLAN'])
  const largest = plan.flatMap((line) => /actual time.* rows=(\d+)/.exec(line)?.slice(1) ?? []).map(Number)
  expect(more).toEqual([])
  expect(Math.max(...largest)).toBeLessThan(1001)
})

test('docs/design/store.md#search: more changes than are looked at are counted with all', async () => {
  const before = await totalOf('code=x')
  await app.store.transact(systemCaller(developmentTenants[1], newId()), async (tx) => {
    for (let number = 0; number < 1100; number += 1) {
      const id = idOf(100_000 + number)
      await tx.put({ ...wholeAddress('Basic', id), content: basic(id, { system: 'urn:a', code: 'x' }), expected: 0 })
    }
  })

  expect([await totalOf('code=x'), await totalOf('code=x'), await totalOf('code=x')]).toEqual(
    Array(3).fill(before + 1100),
  )
})

test('docs/design/store.md#search: nothing is built on what was counted after all that is known to be there', async () => {
  const tenant = await app.store.readTenant(developmentTenants[1])
  const totals = new Totals()
  const [early, late] = ['2026-03-14T03:00:00.000000Z', '2026-03-14T03:00:00.000001Z']
  const learn = (horizon: string): void =>
    totals.learn(tenant, 'x', { basis: totals.basisOf(tenant, 'x'), told: { settled: '7', horizon } })
  const slow = totals.basisOf(tenant, 'y')
  for (const horizon of [late, late]) learn(horizon)
  const known = totals.basisOf(tenant, 'x')

  // It began before the others, and ends after them.
  totals.learn(tenant, 'y', { basis: slow, told: { settled: null, horizon: early } })

  expect(known).toMatchObject({ horizon: late, known: { total: '7', at: late } })
  expect(totals.basisOf(tenant, 'x')).toEqual({ horizon: early, known: undefined })
})

test('docs/design/store.md#search: what is settled was so before the look at who is writing', async () => {
  const { rows } = await app.owner.query('select settled_at() <= statement_timestamp() as is_before')

  expect(rows).toEqual([{ is_before: true }])
})
