/** A denial hides every version of a resource that is hidden now, and the resources that criteria in a transaction would name. D56, D86. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { actorOf, type DeniedWorld, deniedPerson, hiddenPatient, openDeniedWorld, openPatient } from './denied-world.ts'

let world: DeniedWorld
const visit = { system: 'http://visits.example.org', value: '1' }
const basic = (text: string, subject?: object) => ({
  resourceType: 'Basic',
  code: { text },
  ...(subject && { subject }),
})

beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
  const encounter = { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' } }
  await world.put({
    visit: { ...encounter, subject: hiddenPatient, identifier: [visit] },
    'open-visit': { ...encounter, subject: openPatient, identifier: [{ ...visit, value: '2' }] },
    moved: basic('Told of nobody'),
    taken: basic('Told of the other', openPatient),
    deleted: basic('Told of nobody, once'),
    open: basic('Told of all'),
  })
  for (const id of ['moved', 'taken', 'deleted'])
    await must(200, world.fhir('PUT', `Basic/${id}`, { ...basic('Theirs', hiddenPatient), id }))
  await must(204, world.fhir('DELETE', 'Basic/deleted'))
})
afterAll(() => world?.close())

const look = (path: string, as: object = deniedPerson, headers: object = {}) =>
  world.fhir('GET', path, undefined, as, headers)

test.each(['Basic/_history', '_history?_count=200', '_history?_since=2020-01-01T00:00:00Z&_count=200'])(
  'R4 http.html#history: an earlier version is hidden as the current one is (%s)',
  async (path) => {
    const told = async (as: object) => {
      const { text } = await must(200, look(path, as))
      return ['moved', 'taken', 'deleted', 'open'].filter((id) => text.includes(`/Basic/${id}"`))
    }
    expect(await told({})).toEqual(['moved', 'taken', 'deleted', 'open'])
    expect(await told(deniedPerson)).toEqual(['open'])
  },
)

test('D86: a line of an export is hidden as its resource is when the file is read', async () => {
  await world.put({ later: basic('Exported before') })
  const asked = await must(202, look('$export?_type=Basic', deniedPerson, { prefer: 'respond-async' }))
  const path = String(asked.headers.get('content-location')).slice(world.base.length + 1)
  const done = await waitFor(
    () => look(path),
    ({ status }) => status === 200,
  )
  const file = String(done.body.output[0].url).slice(world.base.length + 1)
  const before = await must(200, look(file))
  expect(before.text).toContain('Exported before')

  await must(200, world.fhir('PUT', 'Basic/later', { ...basic('Theirs', hiddenPatient), id: 'later' }))

  const { text } = await must(200, look(file))
  expect([text.includes('Told of all'), text.includes('Exported before')]).toEqual([true, false])
})

const send = (subject: string, as: object) => {
  const entry = [{ request: { method: 'POST', url: 'Basic' }, resource: basic('A question', { reference: subject }) }]
  return world.fhir('POST', '', { resourceType: 'Bundle', type: 'transaction', entry }, as, {
    prefer: 'return=representation',
  })
}

test.each([
  ['its identifier', `Encounter?identifier=${visit.system}|1`],
  ['its id', 'Encounter?_id=visit'],
  ['the patient', 'Patient?_id=hidden'],
])('D86: a conditional reference finds nothing that is hidden (%s)', async (_, criteria) => {
  const absent = await send(`Encounter?identifier=${visit.system}|none`, deniedPerson)
  const { status, text } = await send(criteria, deniedPerson)

  expect([status, text]).toEqual([422, absent.text])
  expect((await send(criteria, {})).status).toBe(200)
})

test('R4 http.html#trules: a conditional reference finds what is not hidden', async () => {
  const { text } = await must(200, send(`Encounter?identifier=${visit.system}|2`, deniedPerson))
  expect(text).toContain('Encounter/open-visit')
})
