/** A denial hides resources that show their patient only by their references, after any number of steps. D86. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mostSteps } from '../../../src/access/consent-denials/linked-resources.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import {
  actorOf,
  type DeniedWorld,
  deniedPerson,
  hiddenPatient,
  openDeniedWorld,
  openPatient,
  type Resources,
} from './denied-world.ts'

let world: DeniedWorld

const to = (reference: string) => ({ reference })
const provenance = (...targets: string[]) => ({
  resourceType: 'Provenance',
  target: targets.map(to),
  recorded: '2026-01-01T00:00:00Z',
  agent: [{ who: to('Practitioner/colleague') }],
})
const list = (...items: string[]) => ({
  resourceType: 'List',
  status: 'current',
  mode: 'working',
  entry: items.map((item) => ({ item: to(item) })),
})
const note = (encounter: string) => ({
  resourceType: 'DocumentReference',
  status: 'current',
  content: [{ attachment: { title: 'Letter' } }],
  context: { encounter: [to(encounter)] },
})
const visit = { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' } }
const fullUrl = 'urn:uuid:0198f2a0-0000-7000-8000-0000000000aa'
const bundle = (resource: object) => ({ resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl, resource }] })
const observation = { resourceType: 'Observation', status: 'final', code: { text: 'Penicillin' } }

const appointment = (...actors: object[]) => ({
  resourceType: 'Appointment',
  status: 'proposed',
  participant: actors.map((actor) => ({ actor, status: 'accepted' })),
})
const numbered = { identifier: [{ system: 'https://example.org/mrn', value: 'h-1' }] }

const theirs: Resources = {
  visit: { ...visit, subject: hiddenPatient },
  'visit-part': { ...visit, partOf: to('Encounter/visit') },
  note: note('Encounter/visit'),
  'bundle-patient': bundle({ ...observation, subject: hiddenPatient }),
  'bundle-visit': bundle({ ...observation, encounter: to('Encounter/visit') }),
  'of-note': provenance('DocumentReference/note'),
  'of-version': provenance('DocumentReference/note/_history/1'),
  'of-visit-part': provenance('Encounter/visit-part'),
  'of-bundle': provenance('Bundle/bundle-patient'),
  'of-visit-bundle': provenance('Bundle/bundle-visit'),
  'of-both': provenance('Patient/open', 'DocumentReference/note'),
  'of-nobody': { ...provenance(), target: [{ identifier: { value: '1' } }] },
  'of-missing': provenance('DocumentReference/never-there'),
  linkage: {
    resourceType: 'Linkage',
    item: [
      { type: 'source', resource: to('DocumentReference/note') },
      { type: 'alternate', resource: to('DocumentReference/note') },
    ],
  },
  'no-parameter': {
    resourceType: 'GuidanceResponse',
    moduleUri: 'http://x.org',
    status: 'success',
    encounter: to('Encounter/visit'),
  },
  'by-identifier': appointment({ identifier: { system: 'https://example.org/mrn', value: 'h-1' } }),
  'by-identifier-alone': appointment({ identifier: { value: 'h-1' } }),
  'subject-by-identifier': { ...observation, subject: { type: 'Patient', identifier: { value: 'h-1' } } },
  'of-identifier': provenance('Observation/subject-by-identifier'),
  todo: { resourceType: 'Task', status: 'requested', intent: 'order', focus: to('DocumentReference/note') },
  basic: { resourceType: 'Basic', code: { text: 'x' }, subject: to('DocumentReference/note') },
  items: list('DocumentReference/note'),
  'items-of-items': list('List/items'),
  'focus-beside': { ...observation, subject: openPatient, focus: [to('Patient/hidden')] },
  'of-focus': provenance('Observation/focus-beside'),
  'gone-note': note('Encounter/visit'),
  'of-gone': provenance('DocumentReference/gone-note'),
}

const others: Resources = {
  'open-visit': { ...visit, subject: openPatient },
  'open-note': note('Encounter/open-visit'),
  'of-open-note': provenance('DocumentReference/open-note'),
  'of-open': provenance('Patient/open'),
  'of-organisation': provenance('Practitioner/colleague'),
  'open-bundle': bundle({ ...observation, subject: openPatient }),
  'of-open-bundle': provenance('Bundle/open-bundle'),
  'open-todo': { resourceType: 'Task', status: 'requested', intent: 'order', focus: to('DocumentReference/open-note') },
  // Each is an item of the other, and nothing that they lead to is anybody's who is hidden.
  'round-a': list('List/round-b'),
  'round-b': list('List/round-a'),
  // They share what concerns the hidden patient too, and say themselves whose they are.
  shared: appointment(hiddenPatient, openPatient),
  'by-other-system': appointment({ identifier: { system: 'https://example.org/other', value: 'h-1' } }),
  'by-other-value': appointment({ identifier: { value: 'h-2' } }),
  'by-display': appointment({ display: 'Room 1' }),
  'shared-visit': { ...visit, subject: openPatient, appointment: [to('Appointment/shared')] },
}
const isShown = (id: string): boolean => id !== 'shared'

/** Each is an item of the next. */
const chain = (of: number, first: string, name: string): Resources =>
  Object.fromEntries(
    Array.from({ length: of }, (_, at) => [`${name}-${at}`, list(at === 0 ? first : `List/${name}-${at - 1}`)]),
  )

const pathsOf = (resources: Resources): string[] =>
  Object.entries(resources).flatMap(([id, { resourceType }]) => (isShown(id) ? [`${resourceType}/${id}`] : []))

beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
  const patient = { resourceType: 'Patient', id: 'hidden', ...numbered }
  await must(200, world.fhir('PUT', 'Patient/hidden', patient))
  await world.put({
    ...theirs,
    ...others,
    ...chain(8, 'DocumentReference/note', 'long'),
    ...chain(8, 'Patient/open', 'far'),
  })
  await must(204, world.fhir('DELETE', 'DocumentReference/gone-note'))
})
afterAll(() => world?.close())

const look = (path: string) => world.fhir('GET', path, undefined, deniedPerson)

test.each(['', '/_history', '/_history/1', '/$meta'])('D86: none of it is read (%s)', async (rest) => {
  const statuses = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => [path, (await look(`${path}${rest}`)).status]))
  const [hidden, shown] = [pathsOf(theirs), pathsOf(others)]

  expect(await statuses(hidden)).toEqual(hidden.map((path) => [path, 404]))
  expect(await statuses(shown)).toEqual(shown.map((path) => [path, 200]))
})

/** Lists those of these that a text names. */
const toldIn = (text: string, paths: readonly string[]) =>
  paths.filter((path) => text.includes(`${path}"`) || text.includes(`"id":"${path.split('/')[1]}"`))

test('D86: no search, no history and nothing that they include tells of it', async () => {
  const [hidden, shown] = [pathsOf(theirs), pathsOf(others)]
  const asked = [
    ...new Set(hidden.map((path) => path.split('/')[0] ?? '')),
    'Practitioner?_revinclude=Provenance:agent',
    'Practitioner?_revinclude=*',
    'Task?_include=Task:focus',
    'Provenance?_include=Provenance:target',
    '_history',
  ]
  for (const path of asked) {
    const { text } = await must(200, look(`${path}${path.includes('?') ? '&' : '?'}_count=200`))
    expect([path, toldIn(text, hidden)]).toEqual([path, []])
  }
  const found = await must(200, look('Provenance/_history?_count=200'))
  const open = shown.filter((path) => path.startsWith('Provenance/'))
  expect(toldIn(found.text, open)).toEqual(open)
})

test('D86: a total counts what may be seen, and nothing else', async () => {
  const types = [...new Set(Object.values(theirs).map(({ resourceType }) => resourceType))]
  for (const type of types.filter((one) => one !== 'Bundle')) {
    const { body } = await must(200, look(`${type}?_count=200`))
    const shown = body.entry?.length ?? 0
    for (const asked of ['_summary=count', '_total=accurate&_count=1', '_total=accurate&_count=200'])
      expect([type, asked, (await must(200, look(`${type}?${asked}`))).body.total]).toEqual([type, asked, shown])
  }
})

test('D86: what is further away than is looked at is hidden, whosever it is', async () => {
  const statuses = async (name: string) =>
    Promise.all(Array.from({ length: 8 }, async (_, at) => (await look(`List/${name}-${at}`)).status))

  expect(await statuses('long')).toEqual(Array.from({ length: 8 }, () => 404))
  expect(await statuses('far')).toEqual(Array.from({ length: 8 }, (_, at) => (at <= mostSteps ? 200 : 404)))
})

test('D86: an export has of it what may be read, and nothing else', async () => {
  const asked = await must(
    202,
    world.fhir('GET', '$export?_type=Provenance,DocumentReference,List,Task', undefined, deniedPerson, {
      prefer: 'respond-async',
      accept: 'application/fhir+json',
    }),
  )
  const status = String(asked.headers.get('content-location')).split('/fhir/R4/')[1] ?? ''
  const { body } = await waitFor(
    () => look(status),
    (answer) => answer.status !== 202,
  )
  const texts = await Promise.all(
    (body.output as { url: string }[]).map(async ({ url }) => (await look(url.split('/fhir/R4/')[1] ?? '')).text),
  )
  const text = texts.join('\n')
  const open = pathsOf(others).filter((path) => /^(?:Provenance|DocumentReference|List|Task)\//.test(path))

  expect(toldIn(text, pathsOf(theirs))).toEqual([])
  expect(open.filter((path) => text.includes(`"id":"${path.split('/')[1]}"`))).toEqual(open)
})
