/** The ways by which a patient's token could reach resources about somebody else. R4 search.html, patient-operation-everything.html; D20. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reindexType } from '../../../queues/sweeps/reindex.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { compileMatcher } from '../../../src/domain/subscription/subscription-match.ts'
import { topics } from '../../../src/domain/subscription/subscription-topics.ts'
import { queueOutdated } from '../../../src/store/reindex/reindex-queue.ts'
import { type FhirApp, listDueReindexes, startFhir, untilKnown } from '../fhir-app.ts'
import { create, encounter, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Entry = { readonly resource: { readonly resourceType: string; readonly id: string } }

const to = (reference: string): JsonObject => ({ reference })
const text = { text: 'x' }
const tokenOf = (id: string, scopes: readonly string[] = ['patient/*.rs']) =>
  ({ tenant: 2, roles: ['patient'], scopes, patient: id }) as const
type Token = ReturnType<typeof tokenOf>
const write = async (resourceType: string, content: JsonObject): Promise<string> =>
  (await create(app, { resourceType, ...content }, 2)).id

async function find(as: Token, path: string): Promise<string[]> {
  const { status, body } = await app.send('GET', path, { as })
  expect([path, status]).toEqual([path, 200])
  return ((body.entry ?? []) as Entry[]).map(({ resource }) => resource.id).sort()
}

/** A record of each, and a Condition of B that A has asserted. */
async function createRecords() {
  const [a, b] = [(await create(app, patient(), 2)).id, (await create(app, patient(), 2)).id]
  const [own, other] = [`Patient/${a}`, `Patient/${b}`]
  const visit = await write('Encounter', encounter(own))
  const doctor = await write('Practitioner', { name: [text] })
  const mine = await write('Condition', { code: text, subject: to(own), encounter: to(`Encounter/${visit}`) })
  const theirs = await write('Condition', {
    code: text,
    subject: to(other),
    asserter: to(own),
    encounter: to(`Encounter/${visit}`),
  })
  return { a, b, own, other, visit, doctor, mine, theirs, as: tokenOf(a) }
}

test('D20: no chain, no _has and no include leads to it', async () => {
  const { a, b, as, doctor, visit, mine, theirs, own } = await createRecords()
  const weight = { status: 'final', code: text, subject: to(own) }
  const joined = await write('Observation', { ...weight, focus: [to(`Condition/${theirs}`)] })
  const ofOther = { status: 'final', code: text, subject: to(`Patient/${b}`) }
  const seen = await write('Observation', { ...ofOther, performer: [to(own), to(`Practitioner/${doctor}`)] })
  const byOther = await write('Observation', { ...weight, performer: [to(`Patient/${b}`)] })

  expect(await find(as, `/Patient?_has:Condition:asserter:_id=${theirs}`)).toEqual([])
  expect(await find(as, `/Practitioner?_has:Observation:performer:_id=${seen}`)).toEqual([])
  expect(await find(as, `/Practitioner?_id=${doctor}&_revinclude=*`)).toEqual([doctor])
  expect(await find(as, `/Encounter?_has:Condition:encounter:_id=${theirs}`)).toEqual([])
  expect(await find(as, `/Encounter?_id=${visit}&_revinclude=Condition:encounter`)).toEqual([visit, mine].sort())
  expect(await find(as, `/Encounter/${visit}/Condition`)).toEqual([mine])
  expect(await find(as, `/Practitioner/${doctor}/Observation`)).toEqual([])
  expect(await find(as, `/Encounter/${visit}/$everything`)).not.toContain(theirs)
  expect(await find(as, `/Observation?_id=${joined}&_include=*`)).toEqual([joined, a].sort())
  expect(await find(as, `/Observation?focus:Condition.code:text=x`)).toEqual([])
  expect(await find(as, `/Observation?_id=${byOther}&_include=Observation:performer`)).toEqual([byOther])
  expect(await find(as, `/Observation?performer:Patient.name=wattle`)).toEqual([])
  expect(await find(as, `/Condition?asserter=Patient/${a}`)).toEqual([])
  expect(await find(as, `/Condition?patient=Patient/${b}`)).toEqual([])
  expect(await find(as, '/Condition?_summary=count')).toEqual([])
  expect((await app.send('GET', '/Condition?_summary=count', { as })).body.total).toBe(1)
  const batch = { resourceType: 'Bundle', type: 'batch', entry: [`Condition/${theirs}`, `Condition?_id=${theirs}`] }
  const entry = batch.entry.map((url) => ({ request: { method: 'GET', url } }))
  const { body } = await app.send('POST', '/', { as, body: { ...batch, entry } })
  const [read, searched] = body.entry as { response: { status: string }; resource?: { entry?: unknown } }[]
  expect([read?.response.status.slice(0, 3), searched?.resource?.entry]).toEqual(['404', undefined])
})

test('D20: a scope that is narrowed by a query lets nothing else through', async () => {
  const { a, own, other } = await createRecords()
  const as = tokenOf(a, ['patient/Observation.rs?status=final'])
  const weigh = (subject: string, status = 'final') =>
    write('Observation', { status, code: text, subject: to(subject), performer: [to(own)] })
  const [kept, ...others] = [await weigh(own), await weigh(other), await weigh(own, 'preliminary')]

  expect(await find(as, '/Observation')).toEqual([kept])
  for (const id of others) expect((await app.send('GET', `/Observation/${id}`, { as })).status).toBe(404)
})

test('D20: a Provenance that tells of what is about somebody else', async () => {
  const { as, mine, theirs, own } = await createRecords()
  const tell = (targets: JsonObject[], more: JsonObject = {}) =>
    write('Provenance', {
      ...more,
      target: targets,
      recorded: '2026-01-02T03:04:05Z',
      agent: [{ who: { display: 'x' } }],
    })
  const [weighed, seen] = [to(`Condition/${mine}`), to(`Condition/${theirs}`)]
  const told = await tell([weighed, to(own)])
  const hidden = [
    await tell([seen]),
    await tell([seen, to(own)]),
    await tell([weighed, { identifier: { system: 'urn:oid:1.2.36.1', value: 'x' } }]),
    await tell([weighed, to('https://other.example/fhir/Patient/b')]),
    await tell([weighed, to('#p')], { contained: [{ resourceType: 'Patient', id: 'p' }] }),
  ]

  expect(await find(as, '/Provenance')).toEqual([told])
  for (const id of hidden) expect((await app.send('GET', `/Provenance/${id}`, { as })).status).toBe(404)
  expect((await find(as, `/${own}/$everything?_type=Provenance`)).toSorted()).toEqual([told])
})

test('D20: $document brings nothing of somebody else, and $docref no document of theirs', async () => {
  const { a, as, own, other, mine, theirs } = await createRecords()
  const compose = (entry: string) =>
    write('Composition', {
      status: 'final',
      type: text,
      date: '2026-01-02',
      title: 'x',
      subject: to(own),
      author: [to(own)],
      section: [{ title: 'x', entry: [to(entry)] }],
    })
  const document = (subject: string) =>
    write('DocumentReference', {
      status: 'current',
      subject: to(subject),
      author: [to(own)],
      content: [{ attachment: { contentType: 'text/plain', data: 'QQ==' } }],
    })
  const statuses: number[] = []
  for (const entry of [`Condition/${mine}`, `Condition/${theirs}`])
    statuses.push((await app.send('GET', `/Composition/${await compose(entry)}/$document`, { as })).status)
  const [kept] = [await document(own), await document(other)]

  expect(statuses).toEqual([200, 404])
  expect(await find(as, `/DocumentReference/$docref?patient=${a}`)).toEqual([kept])
  expect(await find(as, `/DocumentReference?author=${own}`)).toEqual([kept])
})

test('D20: what becomes somebody else’s is not there any more, in no version', async () => {
  const { as, other, own, mine } = await createRecords()
  const body = { resourceType: 'Condition', id: mine, code: text, subject: to(other), asserter: to(own) }
  await app.send('PUT', `/Condition/${mine}`, { as: { tenant: 2 }, body })

  const statuses: number[] = []
  for (const path of ['', '/_history', '/_history/1', '/_history/2'])
    statuses.push((await app.send('GET', `/Condition/${mine}${path}`, { as })).status)

  expect([statuses, await find(as, '/Condition')]).toEqual([[404, 404, 404, 404], []])
})

test('D20: nothing of it is an event of a subscription that is kept to the patient', async () => {
  const { a, b } = await createRecords()
  const topic = topics.find(({ name }) => name === 'condition-changed')
  if (topic === undefined) throw new Error('there is no such topic')
  const matches = compileMatcher({ parameters: app.parameters }, { topic, criteria: [] })
  const change = (subject: string) =>
    ({
      type: 'Condition',
      id: 'c',
      interaction: 'create',
      content: { resourceType: 'Condition', subject: to(`Patient/${subject}`), asserter: to(`Patient/${a}`) },
      readPrevious: async () => ({}),
    }) as const

  expect([await matches({ patient: a }, change(a)), await matches({ patient: a }, change(b))]).toEqual([true, false])
})

test('D20: a patient’s token exports nothing in bulk', async () => {
  const { as } = await createRecords()
  const headers = { prefer: 'respond-async' }

  const statuses: number[] = []
  for (const path of ['/$export', '/Patient/$export'])
    statuses.push((await app.send('GET', path, { as, headers })).status)

  expect(statuses).toEqual([403, 403])
})

test('D20: what an earlier release has indexed is found by no patient’s search until it is indexed again', async () => {
  const { as, mine, own } = await createRecords()
  const [pool, tenant] = [app.owner, developmentTenants[1]]
  // An earlier release wrote no owner, which is among the marks behind the drivers.
  await pool.query('update resource set tokens = tokens[1:drivers]')
  await pool.query('update tenant set index_version = 4, generation = generation + 1')
  await queueOutdated(pool)
  const settle = () => untilKnown(app, tenant)
  await settle()

  const early = await app.send('GET', '/Condition', { as })
  const whole = await app.send('GET', `/${own}/Condition`, { as: { tenant: 2 } })
  const read = await app.send('GET', `/Condition/${mine}`, { as })
  const stopping = new AbortController().signal
  await Promise.all(
    (await listDueReindexes(app.store.system)).map((wakeUp) =>
      reindexType({ store: app.store, log: app.log, stopping }, wakeUp),
    ),
  )
  await settle()

  const outcome = early.body.entry.map(({ resource }: { resource: JsonObject }) => resource['resourceType'])
  expect([outcome, early.body.entry[0].resource.issue[0].code]).toEqual([['OperationOutcome'], 'incomplete'])
  expect(whole.body.entry.length).toBeGreaterThan(1)
  expect([read.status, await find(as, '/Condition')]).toEqual([200, [mine]])
})
