/** A denial also hides resources that a search would find through hidden ones, after any number of steps. R4 search.html#chaining, #has; D95. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { maxLinking } from '../../../src/fhir-server/search/resolve-criteria.ts'
import { must } from '../../consultation.ts'
import { actorOf, type DeniedWorld, deniedPerson, hiddenPatient, openDeniedWorld, openPatient } from './denied-world.ts'

let world: DeniedWorld

const to = (reference: string) => ({ reference })
const system = 'http://codes.example.org'
const coded = (code: string) => ({ coding: [{ system, code }] })
const visit = { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' } }
const observation = { resourceType: 'Observation', status: 'final', code: coded('plain') }
/** Without a subject. */
const list = (code: string, encounter: string, ...items: string[]) => ({
  resourceType: 'List',
  status: 'current',
  mode: 'working',
  title: `The list of ${code}`,
  code: coded(code),
  encounter: to(encounter),
  source: to('Practitioner/colleague'),
  entry: items.map((item) => ({ item: to(item) })),
})
const told = (code: string) => ({ ...observation, code: coded(code), subject: openPatient })

beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
  const mention = { extension: [{ url: 'http://extension.example.org', valueReference: hiddenPatient }] }
  await world.put({
    visit: { ...visit, subject: hiddenPatient },
    'of-visit': { ...observation, encounter: to('Encounter/visit') },
    'open-visit': { ...visit, subject: openPatient },
    'other-visit': { ...visit, subject: openPatient },
    noted: { ...told('plain'), encounter: to('Encounter/open-visit') },
    'noted-beside': told('plain'),
    theirs: {
      ...list(
        'theirs',
        'Encounter/open-visit',
        'Observation/of-visit',
        'Observation/noted',
        'Observation/noted-beside',
      ),
      note: [{ text: 'A note' }],
    },
    ours: list('ours', 'Encounter/open-visit', 'Observation/noted'),
    // It says whose it is, and names the hidden patient where no search parameter looks.
    'told-theirs': { ...told('theirs'), ...mention },
    'told-ours': told('ours'),
    member: { ...told('member'), hasMember: [to('Observation/told-theirs'), to('Observation/told-ours')] },
    group: { ...told('group'), hasMember: [to('Observation/member')] },
  })
})
afterAll(() => world?.close())

const look = (path: string, as: object = deniedPerson) => world.fhir('GET', path, undefined, as)

const found = async (path: string, as?: object): Promise<{ ids: string[]; total: number }> => {
  const { body } = await must(200, look(path, as))
  const entry: { resource: { id: string } }[] = body.entry ?? []
  return { ids: entry.map(({ resource }) => resource.id).toSorted(), total: body.total }
}

test('D86: the resources between are hidden, and what they lead to is not', async () => {
  const statuses = (paths: string[]) => Promise.all(paths.map(async (path) => (await look(path)).status))

  expect(await statuses(['List/theirs', 'Observation/told-theirs', 'Observation/of-visit'])).toEqual([404, 404, 404])
  expect(await statuses(['List/ours', 'Encounter/open-visit', 'Observation/member', 'Observation/group'])).toEqual([
    200, 200, 200, 200,
  ])
})

test.each([
  ['Encounter?_has:List:encounter:code=CODE', 'open-visit'],
  ['Encounter?_id=open-visit&_has:List:encounter:code=CODE', 'open-visit'],
  ['Encounter?patient=open&status=finished&_has:List:encounter:code=CODE', 'open-visit'],
  ['Encounter?_has:List:encounter:title:contains=of CODE', 'open-visit'],
  ['Encounter?_has:List:encounter:item:Observation.code=plain&_has:List:encounter:code=CODE', 'open-visit'],
  ['Patient/open/Encounter?_has:List:encounter:code=CODE', 'open-visit'],
  ['?_type=Encounter&_has:List:encounter:code=CODE', 'open-visit'],
  ['Practitioner?_has:List:source:code=CODE', 'colleague'],
  ['Patient?_has:Observation:subject:_has:List:item:code=CODE', 'open'],
  ['Patient?_has:Encounter:subject:_has:List:encounter:code=CODE', 'open'],
  ['Observation?encounter._has:List:encounter:code=CODE', 'noted'],
  ['Observation?has-member.code=CODE', 'member'],
  ['Observation?subject=Patient/open&has-member:Observation.code=CODE', 'member'],
  ['Observation?has-member:Observation.code:not=plain&has-member:Observation.code=CODE', 'member'],
  ['Observation?has-member:Observation.has-member:Observation.code=CODE', 'group'],
  ['Patient/open/Observation?has-member:Observation.has-member:Observation.code=CODE', 'group'],
])('D95: nothing is found through what is hidden: %s', async (query, id) => {
  const [theirs, ours] = ['theirs', 'ours'].map((code) => query.replaceAll('CODE', code)) as [string, string]

  expect(await found(theirs, {})).toEqual({ ids: [id], total: 1 })
  expect(await found(theirs)).toEqual({ ids: [], total: 0 })
  expect(await found(ours)).toEqual({ ids: [id], total: 1 })
})

test.each([
  'Encounter?_has:List:encounter:code:not=ours',
  'Encounter?_has:List:encounter:notes:missing=false',
  'Encounter?_has:List:encounter:code=theirs&_total=accurate&_count=1',
  'Encounter?_has:List:encounter:code=theirs&_summary=count',
  'Encounter?_has:List:encounter:code=theirs&_sort=-_lastUpdated,status',
])('D95: nor by what a criterion leaves out, counts or sorts: %s', async (query) => {
  expect((await found(query, {})).total).toBe(1)
  expect(await found(query)).toEqual({ ids: [], total: 0 })
})

test.each([
  ['List?code=theirs&_include=List:encounter', ['open-visit', 'theirs'], []],
  ['List?code=ours&_include=List:encounter', ['open-visit', 'ours'], ['open-visit', 'ours']],
  ['List?code=theirs&_sort=title&_include=List:encounter', ['open-visit', 'theirs'], []],
  [
    'Encounter?_id=open-visit&_revinclude=List:encounter&_include:iterate=List:item',
    ['noted', 'noted-beside', 'of-visit', 'open-visit', 'ours', 'theirs'],
    ['noted', 'open-visit', 'ours'],
  ],
])('D95: what is hidden includes nothing: %s', async (query, all, seen) => {
  expect((await found(query, {})).ids).toEqual(all)
  expect((await found(query)).ids).toEqual(seen)
})

test('D95: a chain that leads through too much is refused, and narrowed by what else is asked', async () => {
  const many = Array.from({ length: maxLinking + 1 }, () => ({
    request: { method: 'POST', url: 'List' },
    resource: list('many', 'Encounter/other-visit', 'Observation/noted'),
  }))
  await must(200, world.fhir('POST', '', { resourceType: 'Bundle', type: 'transaction', entry: many }))
  const query = 'Encounter?_has:List:encounter:code=many,ours'
  const refused = await look(query)

  expect((await found(query, {})).ids).toEqual(['open-visit', 'other-visit'])
  expect([refused.status, refused.body.issue[0].code]).toEqual([400, 'too-costly'])
  expect((await found(`${query}&_id=open-visit`)).ids).toEqual(['open-visit'])
  expect((await found(`Observation?encounter._has:List:encounter:code=many,ours&encounter=open-visit`)).ids).toEqual([
    'noted',
  ])
})
