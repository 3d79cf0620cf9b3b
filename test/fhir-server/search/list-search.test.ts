/** Searches by `_list`. R4 search.html#list; D115. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, patient } from '../resources.ts'

let app: FhirApp
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await startFhir()
  for (const name of ['one', 'two', 'gone', 'other']) ids[name] = (await create(app, patient(), 2)).id
  for (const name of ['first', 'second', 'aside']) {
    const subject = { reference: `Patient/${name === 'second' ? ids['two'] : ids['one']}` }
    const observation = { resourceType: 'Observation', status: 'final', code: { text: name }, subject }
    ids[name] = (await create(app, observation, 2)).id
  }
  ids['list'] = await createList('one', [
    { item: { reference: `Patient/${ids['one']}` } },
    { item: { reference: `${app.base}/Patient/${ids['two']}/_history/1` } },
    { item: { reference: `Patient/${ids['gone']}` }, deleted: true },
    { item: { reference: `Observation/${ids['first']}` } },
    { item: { reference: `Observation/${ids['second']}` } },
    { item: { reference: 'https://elsewhere.example.org/Patient/other' } },
    { item: { display: 'only words' } },
  ])
  ids['short'] = await createList('one', [{ item: { reference: `Patient/${ids['other']}` } }])
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

async function createList(subject: string, entry: JsonObject[]): Promise<string> {
  const list = {
    resourceType: 'List',
    status: 'current',
    mode: 'changes',
    subject: { reference: `Patient/${ids[subject]}` },
  }
  return (await create(app, { ...list, entry }, 2)).id
}

const search = (path: string, person: object = {}) => app.send('GET', path, { as: { tenant: 2, ...person } })

/** Names of the matches. */
async function found(path: string, person: object = {}): Promise<(string | undefined)[]> {
  const { status, body, text } = await search(path, person)
  expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
  const matches: { resource: { id: string }; search: { mode: string } }[] = body.entry ?? []
  const shown = matches.filter((entry) => entry.search.mode === 'match').map(({ resource }) => resource.id)
  return shown.map((id) => Object.keys(ids).find((name) => ids[name] === id)).sort()
}

test('R4 search.html#list: finds the members of the type, without those that the List calls deleted', async () => {
  const { list, short } = ids

  expect(await found(`/Patient?_list=${list}`)).toEqual(['one', 'two'])
  expect(await found(`/Patient?_list=List/${list}`)).toEqual(['one', 'two'])
  expect(await found(`/Patient?_list=${short},${list}`)).toEqual(['one', 'other', 'two'])
  expect(await found(`/Patient?_list=${short}&_list=${list}`)).toEqual([])
  expect(await found(`/Observation?_list=${list}&patient=${ids['one']}`)).toEqual(['first'])
  expect(await found(`/Observation?_list=${list}&patient.gender=female&_sort=-date`)).toEqual(['first', 'second'])
  expect(await found(`/Encounter?_list=${list}`)).toEqual([])
  expect(await found(`/Patient/${ids['one']}/Observation?_list=${list}`)).toEqual(['first'])
  expect(await found(`?_list=${list}&_type=Patient,Observation`)).toEqual(['first', 'one', 'second', 'two'])
  expect(await found(`/Patient?_list=&_id=${ids['gone']}`)).toEqual(['gone'])
})

test('R4 search.html#list: pages and totals are of the members alone', async () => {
  const first = await search(`/Observation?_list=${ids['list']}&_count=1&_total=accurate`)
  const next = first.body.link.find(({ relation }: { relation: string }) => relation === 'next').url
  const second = await search(next.slice(app.base.length))

  expect([first.body.total, first.body.entry.length, second.body.entry.length]).toEqual([2, 1, 1])
  expect(second.body.entry[0].resource.id).not.toBe(first.body.entry[0].resource.id)
})

test('D115: a List that is unknown, deleted, in another tenant or not the caller’s own has no members', async () => {
  const gone = await createList('one', [{ item: { reference: `Patient/${ids['one']}` } }])
  await app.send('DELETE', `/List/${gone}`, { as: { tenant: 2 } })
  const own = (id = '') => ({ roles: ['patient'], scopes: ['patient/*.rs'], patient: id })

  expect(await found(`/Patient?_list=${gone}`)).toEqual([])
  expect(await found('/Patient?_list=never-was')).toEqual([])
  expect(await found(`/Patient?_list=${ids['list']}`, { tenant: 1 })).toEqual([])
  const theirs = await createList('one', [{ item: { reference: `Observation/${ids['first']}` } }])
  expect(await found(`/Observation?_list=${theirs}`, own(ids['one']))).toEqual(['first'])
  expect(await found(`/Observation?_list=${theirs}`, own(ids['two']))).toEqual([])
  // It is also about somebody else.
  expect(await found(`/Observation?_list=${ids['list']}`, own(ids['one']))).toEqual([])
  expect(await found(`/Observation?_list=${ids['list']}`, own(ids['two']))).toEqual([])
  expect((await search(`/Patient?_list=${ids['list']}`, { scopes: ['user/Patient.rs'] })).status).toBe(403)
})

test.each([
  ['_list=$current-allergies', '$current-allergies'],
  ['_list=$current-secret', 'a functional list'],
  ['_list=Patient/secret', 'id of a List'],
  ['_list=https://elsewhere.example.org/List/secret', 'id of a List'],
  ['_list:not=secret', 'modifier'],
  [`_list=${'a,'.repeat(21)}`, '20'],
])('R4 lifecycle.html#current: %s is refused by name', async (query, words) => {
  const { status, text } = await search(`/Patient?${query}`)

  expect([status, text.includes(words), text.includes('secret')]).toEqual([400, true, false])
})
