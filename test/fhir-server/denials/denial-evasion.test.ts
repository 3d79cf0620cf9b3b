/** Nobody lifts a denial by changing a team, a group or a role by which it means them. D66. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../../consultation.ts'
import { actorOf, type DeniedWorld, denial, deniedPerson, openDeniedWorld, waitUntilDenied } from './denied-world.ts'

let world: DeniedWorld

const self = { reference: 'Practitioner/colleague' }
const team = (...members: { reference: string }[]) => ({
  resourceType: 'CareTeam',
  status: 'active',
  ...(members.length === 0 ? {} : { participant: members.map((member) => ({ member })) }),
})
const group = (...members: { reference: string }[]) => ({
  resourceType: 'Group',
  type: 'practitioner',
  actual: true,
  ...(members.length === 0 ? {} : { member: members.map((entity) => ({ entity })) }),
})
const to = (reference: string) => ({ reference })

beforeAll(async () => {
  world = await openDeniedWorld()
  const exception = { type: 'permit', actor: [actorOf('CareTeam/permitted'), actorOf('Organization/permitted')] }
  const consent = denial([actorOf('CareTeam/outer'), actorOf('Group/outer-group')])
  await world.put({
    inner: team(self),
    middle: team(to('CareTeam/inner')),
    outer: team(to('CareTeam/middle')),
    'inner-group': group(self),
    'outer-group': group(to('Group/inner-group')),
    'in-permitted': team(to('Practitioner/somebody')),
    permitted: team(to('CareTeam/in-permitted')),
    unrelated: team(self),
    denial: { ...consent, provision: { ...consent.provision, provision: [exception] } },
  })
  await world.put({ permitted: { resourceType: 'Organization', name: 'Permitted' } })
  await waitUntilDenied(world)
})
afterAll(() => world?.close())

const write = (method: string, path: string, body?: object, headers: object = {}) =>
  world.fhir(method, path, body, deniedPerson, headers)

test.each([
  ['the team that is denied', 'CareTeam/outer', team(to('CareTeam/middle'), to('Practitioner/somebody'))],
  ['a team in it', 'CareTeam/middle', team()],
  ['a group in a group that is denied', 'Group/inner-group', group()],
  ['a team in that', 'CareTeam/inner', team(to('Practitioner/somebody'))],
  ['a team that is permitted', 'CareTeam/permitted', team(self)],
  ['a team in that which is permitted', 'CareTeam/in-permitted', team(self)],
])('D66: they change nothing of %s', async (_title, path, body) => {
  const id = path.split('/')[1]
  const headers = { 'content-type': 'application/json-patch+json' }

  expect((await write('PUT', path, { ...body, id })).status).toBe(403)
  expect((await write('PATCH', path, [{ op: 'add', path: '/language', value: 'en' }], headers)).status).toBe(403)
  expect((await write('DELETE', path)).status).toBe(403)
  expect((await world.fhir('GET', path)).body.meta.versionId).toBe('1')
})

test('D66: they write themselves no role of an organisation that is permitted', async () => {
  const role = { resourceType: 'PractitionerRole', practitioner: self, organization: to('Organization/permitted') }
  const entry = [{ resource: role, request: { method: 'POST', url: 'PractitionerRole' } }]
  const other = { ...role, practitioner: to('Practitioner/somebody') }

  expect((await write('POST', 'PractitionerRole', role)).status).toBe(403)
  expect((await write('PUT', 'PractitionerRole/fresh', { ...role, id: 'fresh' })).status).toBe(403)
  expect((await write('POST', '', { resourceType: 'Bundle', type: 'transaction', entry })).status).toBe(403)
  expect((await write('POST', 'PractitionerRole', other)).status).toBe(201)
  expect((await write('GET', 'Patient/hidden')).status).toBe(404)
})

test('D66: teams that no denial names are theirs to change, and somebody else changes those that are named', async () => {
  await must(200, write('PUT', 'CareTeam/unrelated', { ...team(), id: 'unrelated', status: 'inactive' }))
  await must(200, world.fhir('PUT', 'CareTeam/inner', { ...team(self), id: 'inner', status: 'proposed' }))
})
