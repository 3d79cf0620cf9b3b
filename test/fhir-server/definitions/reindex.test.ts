/** Indexing again in the background: every type of parameter, beside writers of two processes, and after a crash. docs/design/store.md#search. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reindexType } from '../../../queues/sweeps/reindex.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { takeLease } from '../../../src/store/operations/leases.ts'
import { reindexBatch } from '../../../src/store/reindex/reindex.ts'
import { indexVersion, queueEverything, queueOutdated } from '../../../src/store/reindex/reindex-queue.ts'
import { waitUntil } from '../../patience.ts'
import { type FhirApp, listDueReindexes, startFhir, untilKnown } from '../fhir-app.ts'

let app: FhirApp
let other: FhirApp
beforeAll(async () => {
  app = await startFhir()
  other = await startFhir(app)
})
afterAll(async () => {
  await other.close()
  await app.close()
  expect([...app.errors, ...other.errors]).toEqual([])
})

const as = { tenant: 2 } as const
const tenant = developmentTenants[1]
const url = 'http://a.example/StructureDefinition/x'
const own = (value: JsonObject): JsonObject => ({ extension: [{ url, ...value }] })

const parameter = (code: string, rest: JsonObject): JsonObject => ({
  resourceType: 'SearchParameter',
  id: `of-${code}`,
  url: `http://a.example/SearchParameter/${code}`,
  name: code,
  status: 'active',
  description: 'Of our own',
  code,
  ...rest,
})

async function put(resource: JsonObject, by: FhirApp = app): Promise<void> {
  const path = `/${resource['resourceType']}/${resource['id']}`
  const { status, body } = await by.send('PUT', path, { body: resource, as })
  expect([path, body.issue, status < 300]).toEqual([path, undefined, true])
}

/** `+` in front of included resources. */
async function found(path: string, by: FhirApp = app): Promise<string[]> {
  const { status, body } = await by.send('GET', path, { as })
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  const entries = (body.entry ?? []) as { resource: { id: string }; search: { mode: string } }[]
  return entries.map(({ resource, search }) => (search.mode === 'include' ? `+${resource.id}` : resource.id))
}

const reindex =
  (stopping = new AbortController().signal) =>
  async (wakeUp: { tenant: string; subject: string }) =>
    reindexType({ store: app.store, log: app.log, stopping }, wakeUp)

const reindexAll = async (): Promise<unknown> => Promise.all((await listDueReindexes(app.store.system)).map(reindex()))

const settle = (by: FhirApp = app): Promise<void> => untilKnown(by, tenant)

const flag: JsonObject = { resourceType: 'Flag', status: 'active', code: { text: 'x' }, subject: { display: 'x' } }
const plain = (id: string): JsonObject => ({ resourceType: 'Observation', id, status: 'final', code: { text: 'x' } })
const observation = (id: string, value: JsonObject): JsonObject => ({ ...plain(id), ...own(value) })

const valueAs = (type: string): string => `Observation.extension.where(url='${url}').value.ofType(${type})`
const definition = (name: string): string => `http://hl7.org/fhir/SearchParameter/${name}`

test('R4 search.html#ptypes: parameters of every type are added, and are found, chained, included and sorted by', async () => {
  const base = ['Observation']
  const parts = [
    { definition: definition('Observation-component-code'), expression: 'code' },
    { definition: definition('Observation-component-value-quantity'), expression: 'referenceRange.low' },
  ]
  await put({ resourceType: 'Organization', id: 'o', name: 'Wattle' })
  await put(observation('token', { valueCoding: { system: 'urn:s', code: 'red' } }))
  await put(observation('string', { valueString: 'Zoë Ann' }))
  await put(observation('date', { valueDate: '2024-02-03' }))
  await put(observation('number', { valueInteger: 7 }))
  await put(observation('quantity', { valueQuantity: { value: 5, system: 'urn:u', code: 'mg', unit: 'mg' } }))
  await put(observation('uri', { valueUri: 'http://x.example/a' }))
  await put(observation('reference', { valueReference: { reference: 'Organization/o' } }))
  const code = { coding: [{ code: 'k' }] }
  await put({ ...plain('composite'), component: [{ code, referenceRange: [{ low: { value: 3 } }] }] })
  await put({ ...plain('evaluated'), note: [{ text: 'seen' }] })
  for (const [name, rest] of Object.entries({
    token: { type: 'token', expression: valueAs('Coding') },
    string: { type: 'string', expression: valueAs('string') },
    date: { type: 'date', expression: `(${valueAs('date')})` },
    number: { type: 'number', expression: valueAs('integer') },
    quantity: { type: 'quantity', expression: valueAs('Quantity') },
    uri: { type: 'uri', expression: valueAs('uri') },
    reference: { type: 'reference', expression: valueAs('Reference'), target: ['Organization'] },
    composite: { type: 'composite', expression: 'Observation.component', component: parts },
    evaluated: { type: 'token', expression: 'Observation.note.exists()' },
  }))
    await put(parameter(`my-${name}`, { base, ...rest }))
  await reindexAll()
  await settle()

  const answers: Record<string, string[]> = {}
  for (const path of [
    '/Observation?my-token=urn:s|red',
    '/Observation?my-string=zoe',
    '/Observation?my-string:contains=ann',
    '/Observation?my-date=ge2024-02',
    '/Observation?my-number=7',
    '/Observation?my-quantity=lt6|urn:u|mg',
    '/Observation?my-uri=http://x.example/a',
    '/Observation?my-reference=Organization/o',
    '/Observation?my-reference.name=wattle',
    '/Organization?_has:Observation:my-reference:status=final',
    '/Observation?my-reference=o&_include=Observation:my-reference',
    '/Organization?_id=o&_revinclude=Observation:my-reference',
    '/Observation?my-composite=k$3',
    '/Observation?my-composite=k$4',
    '/Observation?my-evaluated=true',
    '/Observation?_id=number,date&_sort=-my-number',
  ])
    answers[path] = await found(path)

  expect(Object.values(answers)).toEqual([
    ['token'],
    ['string'],
    ['string'],
    ['date'],
    ['number'],
    ['quantity'],
    ['uri'],
    ['reference'],
    ['reference'],
    ['o'],
    ['reference', '+o'],
    ['o', '+reference'],
    ['composite'],
    [],
    ['evaluated'],
    ['number', 'date'],
  ])
})

test('docs/design/store.md#search: what two processes write before, while and after it runs is found, and once it is done nothing is missing', async () => {
  const ids: string[] = []
  const write = async (by: FhirApp, count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      const id = `p${ids.length}`
      ids.push(id)
      // A third is red and then blue, a third is red, a third is blue.
      await put(
        { resourceType: 'Basic', id, code: { text: 'x' }, ...own({ valueCode: number % 3 === 0 ? 'blue' : 'red' }) },
        by,
      )
      if (number % 3 === 1)
        await put({ resourceType: 'Basic', id, code: { text: 'y' }, ...own({ valueCode: 'blue' }) }, by)
    }
  }
  await Promise.all([write(app, 40), write(other, 40)])
  await put(
    parameter('colour', { base: ['Basic'], type: 'token', expression: `Basic.extension('${url}').value.as(code)` }),
  )

  // The other process does not know of it yet.
  const [wakeUp] = await listDueReindexes(app.store.system)
  let isDone = false
  const running = reindexAll().finally(() => {
    isDone = true
  })
  // No more than a page shows.
  while (!isDone) await (ids.length < 800 ? Promise.all([write(other, 10), write(app, 10)]) : settle())
  await running
  await write(other, 10)
  await settle(app)
  await settle(other)

  const listBoth = async (by: FhirApp): Promise<string[]> =>
    (await found('/Basic?colour=blue,red&_count=1000', by)).toSorted()
  const red = await found('/Basic?colour=red&_count=1000')
  const blue = await found('/Basic?colour=blue&_count=1000')
  expect(wakeUp?.subject).toBe('fhir_Basic')
  expect([await listBoth(app), await listBoth(other)]).toEqual([ids.toSorted(), ids.toSorted()])
  expect([...red, ...blue].toSorted()).toEqual(ids.toSorted())
})

test('docs/design/store.md#search: after a crash it goes on where the last batch ended, and nobody else is at it meanwhile', async () => {
  for (let number = 10; number < 40; number += 1)
    await put({ ...flag, id: `f${number}`, ...own({ valueString: 'here' }) })
  await put(
    parameter('mark', { base: ['Flag'], type: 'string', expression: `Flag.extension('${url}').value.as(string)` }),
  )
  const place = { space: 'fhir', type: 'Flag' } as const
  const batch = (limit: number) => app.store.transactAsSystem(tenant, (tx) => reindexBatch(tx, place, limit))
  let outcome = await batch(12)
  while (outcome === 'waiting') outcome = await batch(12)
  const progress = await app.owner.query('select after_id, done, total from reindex')
  const early = await app.send('GET', '/Flag?mark=here', { as })
  const aborted = AbortSignal.abort()
  for (const wakeUp of await listDueReindexes(app.store.system)) await reindex(aborted)(wakeUp)
  const holder = crypto.randomUUID()
  await takeLease(app.store, { tenant, name: 'reindex_fhir_Flag', holder }, 60_000)

  const whileHeld = await listDueReindexes(app.store.system)
  await reindex()({ tenant, subject: 'fhir_Flag' })
  const { rows: held } = await app.owner.query('select done from reindex')
  await app.owner.query(`update lease set until = now() where holder = $1`, [holder])
  await reindexAll()
  await settle()

  expect(outcome).toBe('more')
  expect(progress.rows).toEqual([{ after_id: 'f21', done: 12, total: 30 }])
  expect(early.body.issue[0].details.text).toContain('40 % is done')
  expect([whileHeld, held]).toEqual([[], [{ done: 12 }]])
  expect(await found('/Flag?mark=here&_count=100')).toHaveLength(30)
})

test('docs/design/store.md#search: what an earlier release has indexed is indexed again, and until then a search says that some may be missing', async () => {
  await put({ resourceType: 'Organization', id: 'old', name: 'Saltbush' })
  const pool = app.owner
  await pool.query(`delete from token using resource r where token.key = r.key and r.id = 'old'`)
  await pool.query(`update resource set tokens = '{}' where id = 'old'`)
  await pool.query('update tenant set index_version = 0, generation = generation + 1')
  await queueOutdated(pool)
  await settle()
  const early = await app.send('GET', '/Organization?name=saltbush', { as })
  await reindexAll()
  await settle()

  expect(early.body.entry[0].resource.issue[0].code).toBe('incomplete')
  expect(await found('/Organization?name=saltbush')).toEqual(['old'])
  const { rows } = await pool.query('select index_version from tenant where id = $1', [tenant])
  expect(rows).toEqual([{ index_version: indexVersion }])
})

test('docs/design/store.md#search: banksia reindex queues each type once, or one of one tenant', async () => {
  const pool = app.owner

  const all = await queueEverything(pool, { tenant: undefined, type: undefined })
  const one = await queueEverything(pool, { tenant, type: 'Organization' })
  const none = await queueEverything(pool, { tenant: developmentTenants[0], type: 'Flag' })

  expect(all).toBeGreaterThan(4)
  expect([one, none]).toEqual([1, 0])
  expect((await listDueReindexes(pool)).length).toBe(all)
})

test('docs/design/store.md#search: the first batch of a type does not wait for a batch of another, since that could wait for it', async () => {
  await put({ ...flag, id: 'first' })
  await put({ resourceType: 'Organization', id: 'first', name: 'Saltbush' })
  await queueEverything(app.owner, { tenant, type: undefined })
  const holder = await app.owner.connect()
  await holder.query('begin')
  await holder.query(`select from reindex where type = 'Flag' for update`)
  const place = { space: 'fhir', type: 'Organization' } as const

  const first = app.store.transactAsSystem(tenant, async (tx) => {
    await tx.client.query("set local lock_timeout = '5s'")
    return reindexBatch(tx, place, 12)
  })
  const outcome = await first.catch((error: Error) => error.message)
  const { rows: fenced } = await holder.query(
    `select type from reindex where type in ('Flag', 'Organization') and fenced_at is not null`,
  )
  await holder.query('rollback')
  holder.release()
  await reindexAll()
  await settle()

  expect([outcome, fenced]).toEqual(['waiting', [{ type: 'Organization' }]])
})

test('docs/design/store.md#search: when two processes end the last two types at once, the tenant is no longer outdated', async () => {
  await put({ ...flag, id: 'last' })
  await put({ resourceType: 'Organization', id: 'last', name: 'Saltbush' })
  await app.owner.query('update tenant set index_version = 0, generation = generation + 1 where id = $1', [tenant])
  await queueOutdated(app.owner)
  await app.owner.query(`delete from reindex where type not in ('Flag', 'Organization')`)
  await app.owner.query(`update reindex set fenced_at = now() - interval '1 minute', after_id = 'z'`)
  await settle()
  await settle(other)
  const end = (by: FhirApp, type: string, before: () => Promise<void> = async () => undefined) =>
    by.store.transactAsSystem(tenant, async (tx) => {
      const outcome = await reindexBatch(tx, { space: 'fhir', type }, 12)
      await before()
      return outcome
    })
  let second: Promise<string> | undefined
  const countWaiting = async (): Promise<number> => {
    const { rows } = await app.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }

  const outcomes = [
    await end(app, 'Flag', async () => {
      let isOver = false
      second = end(other, 'Organization').finally(() => {
        isOver = true
      })
      await waitUntil(async () => isOver || (await countWaiting()) > 0)
    }),
    await second,
  ]
  await settle()

  const { rows } = await app.owner.query('select index_version from tenant where id = $1', [tenant])
  expect([outcomes, rows]).toEqual([['done', 'done'], [{ index_version: indexVersion }]])
})
