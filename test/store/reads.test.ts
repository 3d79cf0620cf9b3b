/** The cost of a read, its audit record, and a lost connection. docs/design/store.md#connections, #audit. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { developmentTenants, systemCaller } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { wholeAddress } from '../../src/store/hub-resources.ts'
import { configFor, execute } from '../database.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'
import { watchStatements } from '../watched-statements.ts'

const as = { tenant: 2 } as const
const id = '00000000-0000-7000-8000-000000000001'
const observationOf = (number: number) => `00000000-0000-7000-8000-00000000010${number}`

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  await app.send('PUT', `/Patient/${id}`, { body: { resourceType: 'Patient', id, name: [{ family: 'Wattle' }] }, as })
  for (const number of [1, 2, 3]) {
    const own = observationOf(number)
    const subject = { reference: `Patient/${id}` }
    const body = { resourceType: 'Observation', id: own, status: 'final', code: { text: 'a' }, subject }
    await app.send('PUT', `/Observation/${own}`, { body, as })
  }
})
afterAll(async () => {
  await app.close()
})
// By then a connection has sent everything that it sends once.
beforeEach(async () => {
  await app.send('GET', `/Patient/${id}`, { as })
  await app.send('GET', `/Observation?patient=${id}`, { as })
})

/** The beginning of each statement that `work` sends. */
async function watch(work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = await watchStatements(work)
  return statements.map((text) => text.trim().split(/\s+/).slice(0, 3).join(' ').replace(/_\d$/, ''))
}

const recordsOf = async (requestId: string): Promise<number> => {
  const text = 'select count(*)::int as n from audit where request_id = $1'
  return (await app.owner.query<{ n: number }>(text, [requestId])).rows[0]?.n ?? 0
}

test.each([
  [`/Patient/${id}`, 'select r.space, r.type,'],
  [`/Patient/${id}/_history/1`, 'select v.space, v.type,'],
  [`/Observation?patient=${id}&_include=Observation:patient&_total=accurate`, 'with page as'],
  [`/Observation?patient=${id}&_revinclude=Provenance:target&_count=1`, 'with page as'],
])('docs/design/store.md#connections: %s is one statement, and its audit record another', async (path, statement) => {
  await app.send('GET', path, { as })

  const seen = await watch(() => app.send('GET', path, { as }))

  expect(seen).toEqual([statement, 'insert into audit'])
})

test('docs/design/store.md#audit: the records of reads at the same time are committed together, each of them before its answer', async () => {
  const requests = Array.from({ length: 32 }, newId)

  const seen = await watch(() =>
    Promise.all(
      requests.map(async (requestId, index) => {
        const tenant = index % 4 === 0 ? 1 : 2
        await app.send('GET', tenant === 1 ? '/Patient' : `/Patient/${id}`, {
          headers: { 'x-request-id': requestId },
          as: { tenant },
        })
        expect(await recordsOf(requestId)).toBe(1)
      }),
    ),
  )

  expect(seen.filter((text) => text === 'insert into audit').length).toBeLessThan(32)
  const { rows } = await app.owner.query(
    `select count(*)::int as n from audit join tenant on tenant.number = audit.tenant
     where request_id = any ($1) and (kind = 'fhir.search') = (tenant.id = $2)`,
    [requests, developmentTenants[0]],
  )
  expect(rows[0].n).toBe(32)
})

const sendAll = (paths: readonly string[]) => Promise.all(paths.map((path) => app.send('GET', path, { as })))

test('docs/design/store.md#connections: reads at the same time are few statements, and each gets its own answer', async () => {
  const caller = systemCaller(developmentTenants[1], newId())
  const asked = Array.from({ length: 32 }, (_, index) => (index % 4 === 0 ? newId() : observationOf(index % 4)))
  const found: unknown[] = []

  const seen = await watch(async () => {
    const reads = asked.map((own) =>
      app.store.view(caller, (view) => view.findCurrent(wholeAddress('Observation', own))),
    )
    found.push(...(await Promise.all(reads)).map((stored) => stored?.id))
  })

  expect(found).toEqual(asked.map((own, index) => (index % 4 === 0 ? undefined : own)))
  expect(seen).toEqual(['select wanted.at::int -'])
})

test('docs/design/store.md#resources: what is damaged is refused, and what is read at the same time is not', async () => {
  const damaged = observationOf(1)
  const set = (content: string) =>
    app.owner.query<{ content: string }>(
      `update resource r set content = $2::bytea from (select content from resource where id = $1) old
       where r.id = $1 returning old.content::text as content`,
      [damaged, content],
    )
  const { rows } = await set('\\x01')

  const answers = await sendAll([1, 2, 3, 1].map((number) => `/Observation/${observationOf(number)}`)).finally(() =>
    set(rows[0]?.content ?? ''),
  )

  expect(answers.map(({ status }) => status)).toEqual([500, 200, 200, 500])
})

test('docs/design/store.md#audit: what cannot be recorded is not answered', async () => {
  await app.owner.query('alter table audit add constraint full_disk check (false) not valid')

  const refused = await Promise.all(
    [`/Patient/${id}`, `/Observation?patient=${id}`, `/Patient/${id}/_history`].map((path) =>
      app.send('GET', path, { as }),
    ),
  ).finally(() => app.owner.query('alter table audit drop constraint full_disk'))

  expect(refused.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(refused.map(({ text }) => text).join()).not.toContain('Wattle')
  expect((await app.send('GET', `/Patient/${id}`, { as })).status).toBe(200)
})

const terminate = () =>
  app.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query not like '%pg_terminate%'`,
  )

test('docs/design/store.md#connections: reads go on after their connections were lost', async () => {
  await terminate()

  const answers = await Promise.all(
    [`/Patient/${id}`, `/Observation?patient=${id}`, `/Patient/${id}/_history`, '/Observation?code=1,2'].map((path) =>
      app.send('GET', path, { as }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('docs/design/store.md#connections: reads that are under way when their connections are lost are answered or refused, and nothing ends', async () => {
  const requests = Array.from({ length: 60 }, newId)

  const sent = requests.map(async (requestId, index) => {
    const path = index % 2 ? `/Patient/${id}` : `/Observation?patient=${id}`
    const { status } = await app.send('GET', path, { as, headers: { 'x-request-id': requestId } })
    return { requestId, status }
  })
  await terminate()
  const answers = await Promise.all(sent)

  for (const { requestId, status } of answers) {
    expect([200, 503]).toContain(status)
    if (status === 200) expect(await recordsOf(requestId)).toBe(1)
  }
  expect((await app.send('GET', `/Patient/${id}`, { as })).status).toBe(200)
})

test('docs/design/store.md#connections: a transaction that loses its connection before the commit is run again, and commits once', async () => {
  const caller = systemCaller(developmentTenants[1], newId())
  const place = wholeAddress('Basic', newId())
  let runs = 0

  await app.store.transact(caller, async (tx) => {
    runs += 1
    await tx.put({ ...place, content: { resourceType: 'Basic', code: { text: 'a' } }, expected: 0 })
    if (runs === 1) await terminate()
    await tx.find(place)
    tx.record('fhir.create', { resourceType: 'Basic', resourceId: place.id, version: 1 })
  })

  expect(runs).toBe(2)
  expect(await recordsOf(caller.requestId)).toBe(1)
})

test('docs/design/store.md#connections: without a database it is 503, and with one again it is 200', async () => {
  const { rows } = await app.owner.query<{ name: string }>('select current_database() as name')
  const allow = (is: boolean) =>
    execute(configFor(app.connection, 'template1'), `alter database ${rows[0]?.name} allow_connections ${is}`)
  await allow(false)
  await terminate()

  const read = await app.send('GET', `/Patient/${id}`, { as })
  const written = await app.send('POST', '/Patient', { body: { resourceType: 'Patient', active: true }, as })
  await allow(true)

  expect([read.status, read.body.issue[0].code, read.headers.get('retry-after')]).toEqual([503, 'transient', '5'])
  expect(written.status).toBe(503)
  expect((await app.send('GET', `/Patient/${id}`, { as })).status).toBe(200)
})
