/** Subscription as a resource: permitted criteria, stored members, and readers. R4 subscription.html; Subscriptions R5 Backport 1.1.0. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { topics } from '../../../src/domain/subscription/subscription-topics.ts'
import { dropOldEvents } from '../../../src/store/subscriptions/subscription-events.ts'
import { type Asked, subscription } from '../../queues/hook.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(() => app?.close())

const secret = 'Bearer kestrel-4711'
const endpoint = 'https://hooks.example.org/fhir'
const build = (asked: Partial<Asked> = {}) =>
  subscription(app.base.replace('/fhir/R4', ''), { topic: 'observation-changed', endpoint, ...asked })
const channelWith = (changes: object) => ({ ...build(), channel: { ...(build()['channel'] as object), ...changes } })

const create = async (body: object = build()) => {
  const answer = await app.send('POST', '/Subscription', { body })
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.body
}

// biome-ignore format: one row a line
const refused: readonly { readonly what: string; readonly body: () => object; readonly place: string; readonly status?: number }[] = [
  { what: 'a topic that is not offered',      body: () => build({ topic: 'weather-changed' }),                       place: 'Subscription.criteria' },
  { what: 'criteria of R4 without a topic',   body: () => ({ ...build(), criteria: 'Observation?code=x' }),          place: 'Subscription.criteria' },
  { what: 'a filter of another type',         body: () => build({ filters: ['Patient?gender=male'] }),               place: 'Subscription.criteria.extension' },
  { what: 'a filter that is not offered',     body: () => build({ filters: ['Observation?value-string=x'] }),        place: 'Subscription.criteria.extension' },
  { what: 'a chained filter',                 body: () => build({ filters: ['Observation?patient.name=x'] }),        place: 'Subscription.criteria.extension' },
  { what: 'a filter without a value',         body: () => build({ filters: ['Observation?code='] }),                 place: 'Subscription.criteria.extension' },
  { what: 'an e-mail',                        body: () => channelWith({ type: 'email' }),                            place: 'Subscription.channel.type' },
  { what: 'no endpoint',                      body: () => channelWith({ endpoint: undefined }),                      place: 'Subscription.channel.endpoint' },
  { what: 'an endpoint with a password',      body: () => channelWith({ endpoint: 'https://a:b@example.org/' }),     place: 'Subscription.channel.endpoint' },
  { what: 'an endpoint with a query',         body: () => channelWith({ endpoint: `${endpoint}?token=x` }),          place: 'Subscription.channel.endpoint' },
  { what: 'a file',                           body: () => channelWith({ endpoint: 'file:///etc/passwd' }),           place: 'Subscription.channel.endpoint' },
  { what: 'another payload',                  body: () => channelWith({ payload: 'text/plain' }),                    place: 'Subscription.channel.payload' },
  { what: 'a status that is the server’s',    body: () => ({ ...build(), status: 'active' }),                        place: 'Subscription.status' },
  { what: 'a period that is too long',        body: () => build({ heartbeatS: 10_000_000 }),                         place: 'Subscription.channel.extension' },
  { what: 'a header of the connection',       body: () => build({ header: ['Host: other'] }),                        place: 'Subscription.channel.header', status: 400 },
  { what: 'two lines in a header',            body: () => build({ header: ['A: b\r\nHost: x'] }),                    place: 'Subscription.channel.header', status: 400 },
  { what: 'asterisks for nothing kept',       body: () => build({ header: ['Authorization: ***'] }),                 place: 'Subscription.channel.header', status: 400 },
]

test.each(refused)('R4 subscription.html: $what is refused, by its place', async ({ body, place, status = 422 }) => {
  const answer = await app.send('POST', '/Subscription', { body: body() })

  expect(answer.status).toBe(status)
  expect(answer.body.issue.map(({ expression }: { expression?: string[] }) => expression?.[0])).toContain(place)
})

test('R4 subscription.html: a client that may not read what the topic is about gets no subscription', async () => {
  const as = { scopes: ['user/Subscription.cruds', 'user/Patient.rs'] }
  const own = await app.send('POST', '/Subscription', { body: build(), as })
  const partly = await app.send('POST', '/Subscription', { body: build({ topic: 'patient-record-changed' }), as })

  expect([own.status, partly.status]).toEqual([403, 201])
})

test('D24: a header’s value goes in and never comes out, by any interaction, and is found in no table', async () => {
  const { id, channel } = await create(build({ header: [`Authorization: ${secret}`, 'X-Site: kestrel-north'] }))
  const path = `/Subscription/${id}`
  const answers = [
    await app.send('GET', path),
    await app.send('GET', `${path}/_history/1`),
    await app.send('GET', `${path}/_history`),
    await app.send('GET', '/Subscription/_history'),
    await app.send('GET', '/Subscription?url=https://hooks.example.org/fhir'),
    await app.send('GET', `/?_type=Subscription&_id=${id}`),
    await app.send('GET', `${path}/$status`),
    await app.send('GET', `${path}/$events`),
    await app.send('PUT', path, { body: { ...build({ header: ['Authorization: ***'] }), id } }),
    await app.send('PATCH', path, {
      body: [{ op: 'replace', path: '/channel/header/0', value: 'Authorization: Bearer kestrel-4712' }],
      headers: { 'content-type': 'application/json-patch+json' },
    }),
  ]

  expect(channel.header).toEqual(['Authorization: ***', 'X-Site: ***'])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.map(({ text }) => text).join()).not.toContain('kestrel')
  const { rows } = await app.owner.query(`select subscription::text as text from subscription where id = $1`, [id])
  expect(rows[0].text).not.toContain(Buffer.from('kestrel').toString('hex'))
})

test('docs/fhir.md#subscriptions: a subscription in a transaction is kept by the same rules', async () => {
  const entry = (resource: object) => ({ request: { method: 'POST', url: 'Subscription' }, resource })
  const transaction = (resource: object) =>
    app.send('POST', '/', { body: { resourceType: 'Bundle', type: 'transaction', entry: [entry(resource)] } })

  const bad = await transaction({ ...build(), status: 'active' })
  const good = await transaction(build({ header: [`Authorization: ${secret}`] }))
  const id = good.body.entry[0].response.location.split('/').at(-3)
  const read = await app.send('GET', `/Subscription/${id}`)
  const { rows } = await app.owner.query(`select state, types from subscription where id = $1`, [id])

  expect([bad.status, good.status]).toEqual([422, 200])
  expect(read.body.channel.header).toEqual(['Authorization: ***'])
  expect(rows).toEqual([{ state: 'requested', types: ['Observation'] }])
})

test('docs/fhir.md#subscriptions: another client cannot take over a header that it cannot see', async () => {
  const { id } = await create(build({ header: [`Authorization: ${secret}`] }))
  await app.owner.query(`update subscription set client = 'other' where id = $1`, [id])

  const body = { ...build({ endpoint: 'https://elsewhere.example.org/', header: ['Authorization: ***'] }), id }
  const answer = await app.send('PUT', `/Subscription/${id}`, { body })

  expect(answer.status).toBe(400)
})

test('D24: a header is sent to no other endpoint than the one that it was given for', async () => {
  const { id } = await create(build({ header: [`Authorization: ${secret}`] }))
  const put = (endpoint: string, header: string) =>
    app.send('PUT', `/Subscription/${id}`, { body: { ...build({ endpoint, header: [header] }), id } })

  const hidden = await put('https://elsewhere.example.org/', 'Authorization: ***')
  const given = await put('https://elsewhere.example.org/', 'Authorization: Bearer other')
  const same = await put('https://elsewhere.example.org/', 'Authorization: ***')

  expect([hidden.status, given.status, same.status]).toEqual([400, 200, 200])
})

test('R4 subscription.html: tags change without a new handshake; anything else asks for one', async () => {
  const { id } = await create()
  await app.owner.query(`update subscription set state = 'active', generation = 7 where id = $1`, [id])
  const parameter = [{ name: 'meta', valueMeta: { tag: [{ system: 'urn:x', code: 'y' }] } }]

  const tagged = await app.send('POST', `/Subscription/${id}/$meta-add`, {
    body: { resourceType: 'Parameters', parameter },
  })
  const generationOf = async () =>
    (await app.owner.query(`select generation from subscription where id = $1`, [id])).rows[0].generation
  const before = await generationOf()
  const changed = await app.send('PUT', `/Subscription/${id}`, { body: { ...build({ content: 'empty' }), id } })

  expect([tagged.status, changed.status, before, await generationOf()]).toEqual([200, 200, 7, 8])
})

test('R4 subscription.html: deleted and written again it goes on with its versions, with nothing of before', async () => {
  const { id } = await create(build({ header: [`Authorization: ${secret}`] }))
  await app.send('DELETE', `/Subscription/${id}`)
  const none = (await app.owner.query(`select 1 from subscription where id = $1`, [id])).rowCount

  const again = await app.send('PUT', `/Subscription/${id}`, { body: { ...build(), id } })
  const { rows } = await app.owner.query(`select state, headers from subscription where id = $1`, [id])

  expect([none, again.status, again.body.meta.versionId]).toEqual([0, 201, '3'])
  expect(rows).toEqual([{ state: 'requested', headers: null }])
})

test('R4 capabilitystatement.html: topics are told by the CapabilityStatement, each of which can be subscribed to', async () => {
  const { body } = await app.send('GET', '/metadata')
  const row = body.rest[0].resource.find(({ type }: { type: string }) => type === 'Subscription')
  const canonicals = row.extension.map(({ valueCanonical }: { valueCanonical: string }) => valueCanonical)

  const answers: number[] = []
  for (const criteria of canonicals)
    answers.push((await app.send('POST', '/Subscription', { body: { ...build(), criteria } })).status)

  expect(row.supportedProfile).toEqual([
    'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-subscription',
  ])
  expect(canonicals).toContain(`${app.base}/SubscriptionTopic/patient-record-changed`)
  expect(answers).toEqual(canonicals.map(() => 201))
})

test('D26: what was sent is kept for a day, what was not for a week, and nothing of what is off', async () => {
  const { id } = await create()
  const tenant = developmentTenants[0]
  const age = (number: number, days: number) =>
    app.owner.query(
      `insert into subscription_event select t.number, $1, $2, now() - make_interval(days => $3), 'Observation', 'x', 1, 'create'
       from tenant t where t.id = $4`,
      [id, number, days, tenant],
    )
  for (const [number, days] of [
    [1, 8],
    [2, 2],
    [3, 0],
    [4, 8],
    [5, 2],
    [6, 0],
  ] as const)
    await age(number, days)
  await app.owner.query('update subscription set sent = 3, events = 6, since = pg_current_snapshot() where id = $1', [
    id,
  ])
  const listNumbers = async () =>
    (
      await app.owner.query('select number::int from subscription_event where subscription_id = $1 order by number', [
        id,
      ])
    ).rows.map(({ number }) => number)

  await app.store.transactAsSystem(tenant, dropOldEvents)
  const kept = await listNumbers()
  await app.send('PUT', `/Subscription/${id}`, { body: { ...build(), id, status: 'off' } })

  expect(kept).toEqual([3, 5, 6])
  expect(await listNumbers()).toEqual([])
})

test.each(topics)('R4 capabilitystatement.html: $name can be narrowed by each of its filters', async (topic) => {
  const texts = [
    ...topic.filters.map((name) => `${name}=x`),
    ...topic.types.flatMap((type) => topic.filters.map((name) => `${type}?${name}=x`)),
  ]

  const answer = await app.send('POST', '/Subscription', { body: build({ topic: topic.name, filters: texts }) })

  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
})

test('R4 search.html: subscriptions are found by status, criteria and url', async () => {
  const { id } = await create(build({ topic: 'task-changed', endpoint: 'https://hooks.example.org/tasks' }))

  const queries = [
    'status=requested&url=https://hooks.example.org/tasks',
    'type=rest-hook&url=https://hooks.example.org/tasks',
    `criteria=${app.base}/SubscriptionTopic/task-changed&_id=${id}`,
  ]
  const found = await Promise.all(queries.map((query) => app.send('GET', `/Subscription?${query}`)))

  expect(found.map(({ body }) => body.entry?.map((one: { resource: { id: string } }) => one.resource.id))).toEqual(
    queries.map(() => [id]),
  )
})

test('D69: a token that names a patient who is not here makes no subscription', async () => {
  const named = 'Grevillea-Wattle-1970'
  const as = { scopes: ['user/Subscription.cruds', 'patient/*.rs'], patient: named }

  const { status, text } = await app.send('POST', '/Subscription', { body: build(), as })
  const { rows } = await app.owner.query<{ row: string }>('select s::text as row from subscription s')

  expect([status, text.includes(named), rows.filter(({ row }) => row.includes(named))]).toEqual([409, false, []])
})
