/** Mapping tables that are written at `/v1/mapping-tables`. docs/channels.md#mapping-tables; D247 */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { must } from '../../consultation.ts'
import { readCounts } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server
const operator = { role: 'operator' } as const
const other = { ...operator, tenant: developmentTenants[1] } as const

const csvOf = (...rows: readonly string[]): string =>
  ['source_system,source_code,target_system,target_code,target_display', ...rows, ''].join('\n')
const row = (code: string, target = 'J45.9', words = ''): string =>
  `http://snomed.info/sct,${code},urn:oid:1.2.36.1,${target},${words}`
const create = (name: string, csv: string, as: object = operator) =>
  call('POST', '/v1/mapping-tables', { body: { name, csv }, as })
const load = (id: string, csv: string, more: object = {}) =>
  call('POST', `/v1/mapping-tables/${id}:load`, { body: { csv }, as: operator, ...more })
const listRows = async (id: string): Promise<readonly string[]> =>
  (await must(200, call('GET', `/v1/mapping-tables/${id}/rows`, { as: operator }))).body.items.map(
    ({ source, target }: { source: { code: string }; target: { code: string } }) => `${source.code} ${target.code}`,
  )

test('D247: an operator creates a table and loads versions of it, as the command does; the same rows make no version', async () => {
  const name = newId()

  const made = await must(201, create(name, csvOf(row('a'), row('b', 'B', '"Asthma, other"'))))
  const { id } = made.body
  const same = await must(200, load(id, csvOf(row('b', 'B', '"Asthma, other"'), row('a'))))
  const second = await must(200, load(id, csvOf(row('a', 'X'), row('*', 'OTH'))))

  expect(made.headers.get('location')).toBe(`/v1/mapping-tables/${id}`)
  expect(made.body).toMatchObject({ name, version: 1, rows: 2, systems: ['http://snomed.info/sct'], defaults: [] })
  expect([same.body.version, second.body.version, second.headers.get('etag')]).toEqual([1, 2, 'W/"2"'])
  expect(second.body.defaults).toEqual(['http://snomed.info/sct'])
  expect(await listRows(id)).toEqual(['* OTH', 'a X'])
  const { rows } = await server.site.pool.query(
    `select kind, count(*)::int as count from audit where resource_id = $1 group by kind order by kind`,
    [id],
  )
  expect(rows).toEqual([
    { kind: 'mapping-table.changed', count: 1 },
    { kind: 'mapping-table.created', count: 1 },
  ])
})

test('D247: a text with faults is refused with its lines and without a value, and nothing of it is written', async () => {
  const { id } = (await must(201, create(newId(), csvOf(row('a'))))).body
  const wrong = [
    [csvOf(row('a'), row('a')), 'line 3: source_code is in line 2 already'],
    [csvOf(row('a', '=Maeve')), 'line 2: target_code looks like a formula'],
    [csvOf(), 'line 1: has no rows'],
    ['', 'line 1: is empty'],
  ] as const

  for (const [csv, message] of wrong) {
    const before = await readCounts(server.site.pool)
    const answers = [await create(newId(), csv), await load(id, csv)]

    for (const { status, body, text } of answers) {
      expect([status, body.errors]).toEqual([400, [{ field: 'csv', message }]])
      expect(text).not.toContain('Maeve')
    }
    expect(await readCounts(server.site.pool)).toEqual(before)
  }
  expect(await listRows(id)).toEqual(['a J45.9'])
})

test('D247: a name is taken once in a tenant, and another tenant has its own tables', async () => {
  const name = newId()
  const { id } = (await must(201, create(name, csvOf(row('a'))))).body

  const again = await create(name, csvOf(row('b')))
  const elsewhere = await must(201, create(name, csvOf(row('c')), other))
  const foreign = await load(id, csvOf(row('d')), { as: other })

  expect([again.status, again.fields]).toEqual([400, ['name']])
  expect(foreign.status).toBe(404)
  expect(elsewhere.body.id).not.toBe(id)
  expect([await listRows(id), (await create('Bad Name', csvOf(row('a')))).fields]).toEqual([['a J45.9'], ['name']])
})

test('D247: only an operator writes tables, each request counts once, and of two loads of one version one is refused', async () => {
  const [name, key] = [newId(), newId()]
  const body = { name, csv: csvOf(row('a')) }
  const first = await must(201, call('POST', '/v1/mapping-tables', { body, as: operator, key }))
  const repeated = await must(201, call('POST', '/v1/mapping-tables', { body, as: operator, key }))
  const { id } = first.body

  const refused = []
  for (const as of [{}, { role: 'auditor' }])
    refused.push((await create(newId(), body.csv, as)).status, (await load(id, csvOf(row('b')), { as })).status)
  const both = await Promise.all(
    ['b', 'c'].map((code) => load(id, csvOf(row(code)), { headers: { 'if-match': 'W/"1"' } })),
  )

  expect(repeated.body).toEqual(first.body)
  expect(refused).toEqual([403, 403, 403, 403])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  expect((await must(200, call('GET', `/v1/mapping-tables/${id}`, { as: operator }))).body.version).toBe(2)
})
