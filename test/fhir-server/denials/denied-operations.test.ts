/** Operations that look for resources by themselves find nothing that is hidden. D56, D95. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../../consultation.ts'
import { subscription } from '../../queues/hook.ts'
import { actorOf, type DeniedWorld, deniedPerson, hiddenPatient, openDeniedWorld, openPatient } from './denied-world.ts'

let world: DeniedWorld
const of = (valueReference: object) => ({ extension: [{ url: 'http://extension.example.org', valueReference }] })
const valueSet = (name: string, patient: object) => ({
  resourceType: 'ValueSet',
  url: `http://sets.example.org/${name}`,
  status: 'active',
  compose: { include: [{ system: 'http://codes.example.org', concept: [{ code: name }] }] },
  ...of(patient),
})
const observed = (subject: object) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ code: 'peak' }] },
  subject,
  effectiveDateTime: '2024-01-01',
})
const ids: string[] = []

beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
  await world.put({ theirs: valueSet('theirs', hiddenPatient), ours: valueSet('ours', openPatient) })
  const asked = { topic: 'observation-changed', endpoint: 'https://hooks.example.org/fhir' }
  for (const patient of [hiddenPatient, openPatient]) {
    const body = { ...subscription(world.server.base, asked), ...of(patient) }
    ids.push((await must(201, world.fhir('POST', 'Subscription', body))).body.id)
  }
})
afterAll(() => world?.close())

const look = (path: string, as: object = deniedPerson) => world.fhir('GET', path, undefined, as)

test('D95: the status of all subscriptions is of those that are not hidden', async () => {
  const shown = async (as: object) => {
    const { text } = await must(200, look('Subscription/$status', as))
    return ids.map((id) => text.includes(`Subscription/${id}"`))
  }
  expect((await look(`Subscription/${ids[0]}`)).status).toBe(404)
  expect(await shown({})).toEqual([true, true])
  expect(await shown(deniedPerson)).toEqual([false, true])
})

test('D95: a value set that is hidden has no members', async () => {
  const expand = async (name: string, as?: object) =>
    (await look(`ValueSet/$expand?url=http://sets.example.org/${name}`, as)).status

  expect((await look('ValueSet/theirs')).status).toBe(404)
  expect([await expand('theirs', {}), await expand('ours', {})]).toEqual([200, 200])
  expect([await expand('theirs'), await expand('ours')]).toEqual([await expand('none'), 200])
})

test('R4 observation-operation-lastn.html: the last Observations of a hidden patient are none, also by a chain', async () => {
  await world.put({ lastTheirs: observed(hiddenPatient), lastOurs: observed(openPatient) })
  const shown = async (query: string, as: object = deniedPerson) => {
    const { body } = await must(200, look(`Observation/$lastn?code=peak&${query}`, as))
    return (body.entry ?? []).map((entry: { resource: { id: string } }) => entry.resource.id).sort()
  }

  expect(await shown('patient=hidden,open', {})).toEqual(['lastOurs', 'lastTheirs'])
  expect(await shown('patient=hidden,open')).toEqual(['lastOurs'])
  expect(await shown('patient.gender:missing=true')).toEqual(['lastOurs'])
})

test('D115: a List of a hidden patient has no members, and one of another shows none of theirs', async () => {
  const entry = ['Observation/lastTheirs', 'Observation/lastOurs'].map((reference) => ({ item: { reference } }))
  const list = (subject: object) => ({ resourceType: 'List', status: 'current', mode: 'snapshot', subject, entry })
  await world.put({ listTheirs: list(hiddenPatient), listOurs: { ...list(openPatient), entry: entry.slice(1) } })
  const shown = async (id: string, as: object = deniedPerson) => {
    const { body } = await must(200, look(`Observation?_list=${id}&_total=accurate`, as))
    return [body.total, (body.entry ?? []).map((one: { resource: { id: string } }) => one.resource.id).sort()]
  }

  expect(await shown('listTheirs', {})).toEqual([2, ['lastOurs', 'lastTheirs']])
  expect(await shown('listTheirs')).toEqual([0, []])
  expect(await shown('listOurs')).toEqual([1, ['lastOurs']])
})

test('D115: a filter finds nothing through a hidden patient, and its negation shows none of theirs', async () => {
  const shown = async (filter: string, as: object = deniedPerson) => {
    const { body } = await must(200, look(`Observation?_filter=${encodeURIComponent(filter)}&_total=accurate`, as))
    return [body.total, (body.entry ?? []).map((one: { resource: { id: string } }) => one.resource.id).sort()]
  }

  expect(await shown('code eq peak and not(patient.gender pr true)', {})).toEqual([2, ['lastOurs', 'lastTheirs']])
  expect(await shown('code eq peak and not(patient.gender pr true)')).toEqual([1, ['lastOurs']])
  expect(await shown('subject re Patient/hidden or subject re Patient/open')).toEqual([1, ['lastOurs']])
  expect(await shown('not(patient.active pr false)')).toEqual([0, []])
})

test('D116: a patient who denies access is matched by nothing', async () => {
  const named = (id: string) => ({ resourceType: 'Patient', id, name: [{ family: 'Samename', given: ['A'] }] })
  for (const id of ['hidden', 'open']) await must(200, world.fhir('PUT', `Patient/${id}`, named(id)))
  const shown = async (as: object = deniedPerson) => {
    const parameter = [{ name: 'resource', resource: named('asked') }]
    const { body } = await must(
      200,
      world.fhir('POST', 'Patient/$match', { resourceType: 'Parameters', parameter }, as),
    )
    return [body.total, (body.entry ?? []).map((one: { resource: { id: string } }) => one.resource.id)]
  }

  expect(await shown({})).toEqual([2, ['hidden', 'open']])
  expect(await shown()).toEqual([1, ['open']])
})

test('D117: there is no summary of a patient who denies access, by id or by identifier', async () => {
  const identified = (id: string) => ({
    resourceType: 'Patient',
    id,
    identifier: [{ system: 'urn:oid:1.2.36.1', value: id }],
  })
  for (const id of ['hidden', 'open']) await must(200, world.fhir('PUT', `Patient/${id}`, identified(id)))
  const statuses = async (id: string, as: object = deniedPerson) => [
    (await look(`Patient/${id}/$summary`, as)).status,
    (await look(`Patient/$summary?identifier=urn:oid:1.2.36.1|${id}`, as)).status,
  ]

  expect(await statuses('hidden', {})).toEqual([200, 200])
  expect(await statuses('hidden')).toEqual([404, 404])
  expect(await statuses('open')).toEqual([200, 200])
  expect((await look('Patient/open/$summary')).text).not.toContain('lastTheirs')
})
