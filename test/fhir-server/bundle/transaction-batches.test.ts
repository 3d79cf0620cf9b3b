/** Large transactions: their cost, and that all of it happens or nothing. R4 http.html#transaction; docs/design/store.md#writes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { watchStatements } from '../../watched-statements.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const as = { tenant: 2 } as const

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Answer = { readonly response: { readonly status: string; readonly etag: string; readonly location: string } }

const basic = (id: string, text: string): JsonObject => ({ resourceType: 'Basic', id, code: { text } })
const put = (id: string, text: string) => ({
  resource: basic(id, text),
  request: { method: 'PUT', url: `Basic/${id}` },
})
const post = (text: string) => ({
  resource: { resourceType: 'Basic', code: { text } },
  request: { method: 'POST', url: 'Basic' },
})
const bundle = (entry: readonly unknown[]) => ({ resourceType: 'Bundle', type: 'transaction', entry })
const send = (entry: readonly unknown[]) => app.send('POST', '', { body: bundle(entry), as })
const ids = (count: number): string[] => Array.from({ length: count }, () => newId())

const countRows = async (table: string, where: string): Promise<number> =>
  (await app.owner.query(`select count(*)::int as rows from ${table} where ${where}`)).rows[0].rows

test('docs/design/store.md#writes: hundreds of creates and updates are a few trips, each answered in its place', async () => {
  const own = ids(120)
  await send(own.map((id) => put(id, 'before')))
  const entry = own.flatMap((id, at) => [put(id, `after ${at}`), post(`new ${at}`)])
  const { statements, result } = await watchStatements(() => send(entry))

  const { status, body } = result
  expect(status).toBe(200)
  expect(statements.length).toBeLessThan(15)
  const answers = (body.entry as Answer[]).map(({ response }) => response)
  expect(answers.map((one) => `${one.status.slice(0, 3)} ${one.etag}`)).toEqual(
    own.flatMap(() => ['200 W/"2"', '201 W/"1"']),
  )
  for (const at of [0, 60, 119]) {
    const [changed, made] = [answers[2 * at], answers[2 * at + 1]]
    expect(changed?.location).toContain(`/Basic/${own[at]}/_history/2`)
    const read = await app.send('GET', new URL(made?.location ?? '').pathname.replace('/fhir/R4', ''), { as })
    expect(read.body.code.text).toBe(`new ${at}`)
  }
  expect(await countRows('audit', `kind = 'fhir.update' and resource_id = any ('{${own}}')`)).toBe(120)
  expect(await countRows('history', `id = any ('{${own}}')`)).toBe(120)
})

test('R4 http.html#trules: one invalid entry keeps all entries from being written, and is named', async () => {
  const own = ids(230)
  const entry = own.map((id) => put(id, 'whole'))
  const broken = { ...entry[215], resource: { ...basic(own[215] ?? '', ''), code: { unknown: true } } }

  const { status, body } = await send(entry.with(215, broken as (typeof entry)[number]))

  expect(status).toBe(422)
  expect(body.issue[0].expression[0]).toContain('Bundle.entry[215].resource')
  expect(await countRows('resource', `id = any ('{${own}}')`)).toBe(0)
})

test('R4 http.html#update: what was deleted comes back in a batch with its next version', async () => {
  const [first = '', second = ''] = ids(2)
  await send([put(first, 'a'), put(second, 'a')])
  await app.send('DELETE', `/Basic/${first}`, { as })

  const { body } = await send([put(second, 'b'), put(first, 'b')])

  expect((body.entry as Answer[]).map(({ response }) => `${response.status.slice(0, 3)} ${response.etag}`)).toEqual([
    '200 W/"2"',
    '201 W/"3"',
  ])
})

test('R4 http.html#concurrency: transactions that change the same resources in other orders all go through', async () => {
  const own = ids(40)
  await send(own.map((id) => put(id, 'start')))

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) =>
      send((turn % 2 === 0 ? own : own.toReversed()).map((id) => put(id, `turn ${turn}`))),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await countRows('resource', `id = any ('{${own}}') and version = 7`)).toBe(40)
  expect(await countRows('history', `id = any ('{${own}}')`)).toBe(240)
})

test('R4 http.html#transaction: ten thousand entries are refused before any of them is looked at', async () => {
  const { status, body } = await send(Array.from({ length: 10_000 }, () => post('one of many')))

  expect([status, body.issue[0].code]).toEqual([413, 'too-long'])
})
