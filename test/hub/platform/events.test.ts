/** GET /v1/events: every event once, in order, across connections, and only to callers who may get it. docs/design/hub.md#routes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { streamEvents } from '../../../src/hub/audit/event-stream.ts'
import { eventTopics } from '../../../src/hub/audit/events.ts'
import { openStreams } from '../../../src/hub/audit/streams.ts'
import { pushedKinds } from '../../../src/store/events.ts'
import {
  createPatient,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { type EventReader, openEvents, type Told } from '../../event-client.ts'
import { launch, postForm } from '../../identity/issuer/smart-app.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call

const other = developmentTenants[1]
const operator = { role: 'operator' } as const

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

/** The audit's records of pushed kinds after `seq`, in the order of followers. */
async function listPushed(kinds: readonly string[], seq = '0'): Promise<readonly string[]> {
  const text = `select a.id from audit a join tenant t on t.number = a.tenant
    where t.id = $1 and a.kind = any ($2) and a.seq > $3 order by a.tx, a.seq`
  const { rows } = await server.site.pool.query<{ id: string }>(text, [developmentTenants[0], kinds, seq])
  return rows.map(({ id }) => id)
}

const lastSeq = async (): Promise<string> =>
  (await server.site.pool.query<{ seq: string }>('select coalesce(max(seq), 0) as seq from audit')).rows[0]?.seq ?? '0'
const idsOf = (events: readonly Told[]) => events.map(({ data }) => data['id'])

/** An encounter in which drafts can be written. */
async function openDrafting() {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId)
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  return async () =>
    (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body.id as string
}

const waitForEvents = (reader: EventReader, count: number) =>
  waitFor(
    async () => reader.events.length,
    (told) => told >= count,
  )

test('docs/design/hub.md#routes: every pushed kind belongs to one topic', () => {
  const topics = pushedKinds.map((kind) => eventTopics.filter(({ prefix }) => kind.startsWith(prefix)).length)

  expect(new Set(topics)).toEqual(new Set([1]))
})

test('docs/platform.md#events: tells of gates, jobs and deliveries by identifiers and states alone', async () => {
  const draft = await openDrafting()
  const reader = await openEvents(server)
  const artifactId = await draft()
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:reject`, { body: { reasonCode: 'style' } }))

  await waitForEvents(reader, 3)
  await reader.close()

  expect(reader.events.map(({ event }) => event)).toEqual([
    'artifact.drafted',
    'artifact.verified',
    'artifact.rejected',
  ])
  const members = new Set(reader.events.flatMap(({ data }) => Object.keys(data)))
  const known = [
    'id',
    'kind',
    'at',
    'resourceType',
    'resourceId',
    'version',
    'encounterId',
    'artifactId',
    'fromState',
    'toState',
    'reason',
    'requestId',
  ]
  expect([...members].filter((name) => !known.includes(name))).toEqual([])
  expect(reader.events[2]?.data).toMatchObject({
    artifactId,
    fromState: 'in_review',
    toState: 'rejected',
    reason: 'style',
  })
})

test('docs/platform.md#events: resumed by Last-Event-ID while others write, nothing is lost and nothing told twice', async () => {
  const drafts = await Promise.all([openDrafting(), openDrafting(), openDrafting()])
  const before = await lastSeq()
  let reader = await openEvents(server, { query: '?topics=gates' })
  const write = async (draft: () => Promise<string>) => {
    for (let count = 0; count < 12; count += 1) await draft()
  }
  const writing = Promise.all(drafts.map(write))
  const told: Told[] = []

  for (;;) {
    await waitFor(
      async () => reader.events.length > 0,
      (isReady) => isReady,
    )
    await reader.close()
    told.push(...reader.events)
    if (told.length >= 36) break
    reader = await openEvents(server, { query: '?topics=gates', lastId: reader.lastId() })
  }
  await writing

  expect(idsOf(told)).toEqual(await listPushed(['artifact.drafted'], before))
})

test('docs/design/store.md#writes: a transaction that began before others and ends after them is told of, before theirs', async () => {
  const draft = await openDrafting()
  const reader = await openEvents(server, { query: '?topics=gates,jobs' })
  const client = await server.site.pool.connect()
  const late = newId()
  await client.query('begin')
  await client.query(
    `insert into audit (tenant, id, kind, subject, client, spoke, roles, request_id, resource_type)
     select number, $1, 'job.queued', 's', 'c', 'connect', '{}', $2, 'Job' from tenant where id = $3`,
    [late, newId(), developmentTenants[0]],
  )

  const artifactId = await draft()
  await client.query('commit')
  client.release()

  await waitForEvents(reader, 2)
  await reader.close()
  expect(reader.events.map(({ data }) => data['id'] === late || data['artifactId'])).toEqual([true, artifactId])
})

test('docs/design/hub.md#access: the other tenant sees nothing, and cannot go on from here', async () => {
  const reader = await openEvents(server, { as: { tenant: other } })
  const own = await openEvents(server)
  const draft = await openDrafting()
  await draft()
  await waitForEvents(own, 1)
  const { id } = own.events[0] ?? { id: '' }
  const insert = `insert into audit (tenant, id, kind, subject, client, spoke, roles, request_id)
    select number, $1, 'job.failed', 's', 'c', 'connect', '{}', $2 from tenant where id = $3`
  const mark = newId()
  await server.site.pool.query(insert, [mark, newId(), other])

  await waitForEvents(reader, 1)
  const headers = { 'last-event-id': id }
  const foreign = await call('GET', '/v1/events', { as: { tenant: other }, headers })
  const forged = await call('GET', '/v1/events', { headers: { 'last-event-id': 'Zebulon' } })
  await reader.close()
  await own.close()

  expect(idsOf(reader.events)).toEqual([mark])
  expect([foreign.status, foreign.fields, forged.fields]).toEqual([400, ['Last-Event-ID'], ['Last-Event-ID']])
  expect(forged.text).not.toContain('Zebulon')
})

test('D61: an operator follows jobs and deliveries, not the gates', async () => {
  const reader = await openEvents(server, { as: operator })
  const draft = await openDrafting()
  await draft()
  const insert = `insert into audit (tenant, id, kind, subject, client, spoke, roles, request_id, encounter_id)
    select number, $1, 'job.failed', 's', 'c', 'connect', '{}', $1, $1 from tenant where id = $2`
  await server.site.pool.query(insert, [newId(), developmentTenants[0]])

  await waitForEvents(reader, 1)
  await reader.close()

  expect(reader.events.map(({ event }) => event)).toEqual(['job.failed'])
  expect(reader.events[0]?.data['encounterId']).toBeUndefined()
  expect((await call('GET', '/v1/events?topics=gates', { as: operator })).problem).toBe('role-required')
  expect((await call('GET', '/v1/events?topics=weather')).fields[0]).toMatch(/^topics/)
  expect((await call('GET', '/v1/events', { as: { role: 'billing' } })).problem).toBe('role-required')
})

test('docs/design/hub.md#routes: a stream ends when streams are switched off', async () => {
  const reader = await openEvents(server)
  const config = '/v1/platform/config/connect'
  await must(200, call('PUT', config, { body: { killSwitches: { events: true } }, as: operator }))

  await waitFor(
    async () => reader.isEnded(),
    (isEnded) => isEnded,
  )
  expect((await call('GET', '/v1/events')).problem).toBe('feature-disabled')
  await must(200, call('PUT', config, { body: {}, as: operator }))
  await reader.close()
})

const nothing = { events: [], next: { tx: '7', seq: '0' } }
const followed = {
  from: { tx: '5', seq: '0' },
  writeId: ({ tx }: { tx: string }) => `at-${tx}`,
  present: (event: object) => event,
}

test('docs/platform.md#events: what is answered that it took too long keeps no stream', async () => {
  const slow = await startRunning({ site: server.site, env: { BANKSIA_HANDLER_TIMEOUT_MS: '500' } })
  const holder = await server.site.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table audit in share row exclusive mode')
    // As many as one subject may have.
    const late = await Promise.all(Array.from({ length: 10 }, () => slow.call('GET', '/v1/events')))
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 503))
    await holder.query('commit')

    const reader = await waitFor(
      () => openEvents(slow),
      ({ status }) => status === 200,
    )
    await reader.close()
  } finally {
    holder.release(true)
    await slow.stop()
  }
})

test('docs/design/hub.md#access: a stream ends with its token', async () => {
  const now = Date.now()
  const chunks: string[] = []
  const until = now + 1

  const stream = streamEvents(
    { ...followed, until, readPage: async () => nothing, clock: () => new Date(chunks.length === 0 ? now : now + 2) },
    new AbortController().signal,
  )
  for await (const chunk of stream) chunks.push(chunk)

  expect(chunks).toEqual(['id: at-5\nretry: 2000\n\n'])
})

test('D170: a stream ends with a token that is revoked, and the one of another token goes on', async () => {
  const { body } = await launch(server, { scope: 'openid banksia/spoke.read user/Patient.rs' })
  const [revoked, kept] = [await openEvents(server, { token: body.access_token }), await openEvents(server)]
  expect([revoked.status, kept.status]).toEqual([200, 200])
  await postForm(server, '/oidc/token/revocation', { token: body.access_token, client_id: 'development-app' })

  await waitFor(
    async () => revoked.isEnded(),
    (isEnded) => isEnded,
  )
  expect(kept.isEnded()).toBe(false)
  await Promise.all([revoked.close(), kept.close()])
})

test('HTML 9.2.6: a quiet stream says that it is there, and from where to go on', async () => {
  let now = Date.now()
  const clock = () => {
    now += 16_000
    return new Date(now)
  }

  const stream = streamEvents(
    { ...followed, until: undefined, readPage: async () => nothing, clock },
    new AbortController().signal,
  )
  const [first, second] = [await stream.next(), await stream.next()]
  await stream.return(undefined)

  expect([first.value, second.value]).toEqual(['id: at-5\nretry: 2000\n\n', 'id: at-7\n: still here\n\n'])
})

const who = (tenant: string, subject: string, issuer = 'https://login.example.org') => ({ tenant, issuer, subject })

test('docs/platform.md#events: a tenant has so many streams at once, each given back once', () => {
  const streams = openStreams({ perTenant: 2, perSubject: 2 })
  const [first, second] = [streams.take(who('a', 'one')), streams.take(who('a', 'two'))]

  expect(streams.take(who('a', 'three'))).toBeUndefined()
  expect(streams.take(who('b', 'three'))).toBeDefined()
  first?.()
  first?.()
  expect(streams.take(who('a', 'one'))).toBeDefined()
  expect(streams.take(who('a', 'one'))).toBeUndefined()
  second?.()
})

test('docs/design/hub.md#routes: one subject does not take the streams of all', () => {
  const streams = openStreams({ perTenant: 3, perSubject: 1 })
  const first = streams.take(who('a', 'one'))

  expect(streams.take(who('a', 'one'))).toBeUndefined()
  expect(streams.take(who('a', 'two'))).toBeDefined()
  expect(streams.take(who('b', 'one'))).toBeDefined()
  expect(streams.take(who('a', 'one', 'https://other.example.org'))).toBeDefined()
  first?.()
  expect(streams.take(who('a', 'one'))).toBeDefined()
})
