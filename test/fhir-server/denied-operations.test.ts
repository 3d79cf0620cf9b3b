/** Operations that look for resources by themselves find nothing that is hidden. D56, D95. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../consultation.ts'
import { subscription } from '../queues/hook.ts'
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
