/** The criteria of a conditional interaction find nothing that is hidden, and do not tell how much of it there is. D56, D95. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../../consultation.ts'
import { actorOf, type DeniedWorld, deniedPerson, hiddenPatient, openDeniedWorld, openPatient } from './denied-world.ts'

let world: DeniedWorld
const system = 'http://notes.example.org'
const note = (value: string, of: object) => ({
  resourceType: 'Basic',
  code: { text: 'A note' },
  identifier: [{ system, value }],
  ...of,
})
/** It names their visit alone. */
const theirs = { subject: { reference: 'Encounter/visit' } }
const ours = { subject: openPatient }

beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
  const visit = { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' }, subject: hiddenPatient }
  await world.put({
    visit,
    one: note('one', theirs),
    'two-a': note('two', theirs),
    'two-b': note('two', theirs),
    'three-a': note('three', theirs),
    'three-b': note('three', theirs),
    'three-c': note('three', theirs),
    'mixed-a': note('mixed', theirs),
    'mixed-b': note('mixed', ours),
    'ours-a': note('ours', ours),
    'ours-b': note('ours', ours),
  })
})
afterAll(() => world?.close())

const jsonPatch = { 'content-type': 'application/json-patch+json' }
const operations = [{ op: 'add', path: '/language', value: 'en' }]
const binary = {
  resourceType: 'Binary',
  contentType: 'application/json-patch+json',
  data: btoa(JSON.stringify(operations)),
}
const criteriaOf = (value: string) => `identifier=${system}|${value}`
const transact = (entry: object, as: object) =>
  world.fhir('POST', '', { resourceType: 'Bundle', type: 'transaction', entry: [entry] }, as)

type Send = (value: string, as: object) => ReturnType<DeniedWorld['fhir']>

const ways: readonly (readonly [string, Send])[] = [
  ['create', (value, as) => world.fhir('POST', 'Basic', note(value, ours), as, { 'if-none-exist': criteriaOf(value) })],
  ['update', (value, as) => world.fhir('PUT', `Basic?${criteriaOf(value)}`, note(value, ours), as)],
  ['patch', (value, as) => world.fhir('PATCH', `Basic?${criteriaOf(value)}`, operations, as, jsonPatch)],
  ['delete', (value, as) => world.fhir('DELETE', `Basic?${criteriaOf(value)}`, undefined, as)],
  ['delete of as many', (value, as) => world.fhir('DELETE', `Basic?${criteriaOf(value)}&_count=1`, undefined, as)],
  [
    'create in a transaction',
    (value, as) =>
      transact(
        { request: { method: 'POST', url: 'Basic', ifNoneExist: criteriaOf(value) }, resource: note(value, ours) },
        as,
      ),
  ],
  [
    'update in a transaction',
    (value, as) =>
      transact({ request: { method: 'PUT', url: `Basic?${criteriaOf(value)}` }, resource: note(value, ours) }, as),
  ],
  [
    'patch in a transaction',
    (value, as) => transact({ request: { method: 'PATCH', url: `Basic?${criteriaOf(value)}` }, resource: binary }, as),
  ],
  [
    'delete in a transaction',
    (value, as) => transact({ request: { method: 'DELETE', url: `Basic?${criteriaOf(value)}` } }, as),
  ],
]

const stateOf = async () => {
  const { body } = await must(200, world.fhir('GET', 'Basic?_count=100'))
  const entry: { resource: { id: string; meta: { versionId: string } } }[] = body.entry
  return entry.map(({ resource: { id, meta } }) => `${id}/${meta.versionId}`).toSorted()
}

test.each(ways)('D95: it is the same answer however many are hidden, and nothing is written (%s)', async (_, send) => {
  const before = await stateOf()
  const one = await send('one', deniedPerson)

  expect(one.status).toBe(404)
  for (const value of ['two', 'three', 'mixed']) {
    const { status, text } = await send(value, deniedPerson)
    expect([value, status, text]).toEqual([value, 404, one.text])
  }
  expect(await stateOf()).toEqual(before)
})

test.each(ways)('R4 http.html#ccreate: several that the caller may see are told as that (%s)', async (_, send) => {
  const before = await stateOf()

  expect((await send('ours', deniedPerson)).status).toBe(412)
  expect((await send('two', {})).status).toBe(412)
  expect(await stateOf()).toEqual(before)
})

test('R4 http.html#trules: a conditional reference finds nothing where something hidden meets it', async () => {
  const refer = (value: string) => {
    const resource = note('new', { subject: { reference: `Basic?${criteriaOf(value)}` } })
    return transact({ request: { method: 'POST', url: 'Basic' }, resource }, deniedPerson)
  }
  const absent = await refer('absent')

  expect(absent.status).toBe(422)
  for (const value of ['one', 'two', 'three', 'mixed']) {
    const { status, text } = await refer(value)
    expect([value, status, text]).toEqual([value, 422, absent.text])
  }
})
