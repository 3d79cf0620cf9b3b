/** `banksia user` beside a running server. D168. */
import { beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { createPatient, must, practitionerRoleId } from '../consultation.ts'
import { urlOf } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import { runInProcess } from './in-process.ts'

const [tenant, otherTenant] = developmentTenants
const named = 'http://localhost:8080'
const server = useRunning({ BANKSIA_BASE_URL: named })

const user = (name: string, ...given: readonly string[]) =>
  runInProcess(['user', name, ...given], {
    env: {
      BANKSIA_DATA_DIR: server.site.dataDir,
      DATABASE_URL: urlOf(server.site.database.config),
      BANKSIA_BASE_URL: named,
    },
  })

let patient: string
let carer: string
let stray: string
beforeAll(async () => {
  patient = await createPatient(server.call)
  carer = await putRelated(`Patient/${patient}`)
  stray = await putRelated('https://elsewhere.example/fhir/Patient/1')
})

async function putRelated(reference: string): Promise<string> {
  const id = newId()
  const body = { resourceType: 'RelatedPerson', id, name: [{ family: 'Example' }], patient: { reference } }
  const headers = { 'content-type': 'application/fhir+json' }
  await must(201, server.call('PUT', `/fhir/R4/RelatedPerson/${id}`, { body, headers, as: { role: 'system' } }))
  return id
}

const link = /^user ([0-9a-f-]{36})\nlink (http:\/\/localhost:8080\/oidc\/enrol#[\w-]{43})\n/

const invited = async (...given: readonly string[]) => {
  const { code, output } = await user('invite', '--name', 'Mary Example', '--tenant', tenant, ...given)
  const [, id = '', address = ''] = link.exec(output) ?? []
  expect([code, id === '']).toEqual([0, false])
  return { id, address }
}

const listed = async (id: string) =>
  JSON.parse((await user('list', '--json')).output).find((one: { id: string }) => one.id === id)

const recordsOf = async (id: string) =>
  (
    await server.site.pool.query(
      `select t.id as tenant, a.kind, a.subject, a.reason from audit a join tenant t on t.number = a.tenant
       where a.resource_type = 'User' and a.resource_id = $1 order by a.seq`,
      [id],
    )
  ).rows

test('D168: a clinician is invited, changed, disabled, enabled and reset, each in the audit of their tenants', async () => {
  const { id, address } = await invited('--roles', 'clinician', '--practitioner-role', practitionerRoleId)
  const changed = await user('set', '--id', id, '--roles', 'senior_clinician', '--spokes', 'link,connect')
  const after = await listed(id)
  const further = await user('link', '--id', id)
  const disabled = await user('disable', '--id', id)
  const closed = [await user('link', '--id', id), await user('reset', '--id', id)]
  const enabled = await user('enable', '--id', id)
  const reset = await user('reset', '--id', id, '--json')
  const row = (kind: string) => ({ tenant, kind, subject: 'banksia', reason: 'command' })

  expect([changed, further, disabled, enabled, reset].map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(closed.map(({ code, errors }) => [code, errors.includes('is disabled')])).toEqual([
    [1, true],
    [1, true],
  ])
  expect(after).toEqual({
    ...{ id, state: 'invited', name: 'Mary Example', roles: ['senior_clinician'], tenants: [tenant] },
    ...{ spokes: ['link', 'connect'], fhirUser: `PractitionerRole/${practitionerRoleId}`, patient: null },
  })
  expect(new Set([address, link.exec(further.output)?.[2], JSON.parse(reset.output).link]).size).toBe(3)
  expect(await recordsOf(id)).toEqual(
    [
      ...['user.invited', 'user.linked', 'user.changed', 'user.linked', 'user.disabled', 'user.changed'],
      ...['user.reset', 'user.linked'],
    ].map(row),
  )
})

test('D168: a patient is their Patient, and a carer sees the patient of their RelatedPerson', async () => {
  const own = await invited('--roles', 'patient', '--patient', patient)
  const other = await invited('--roles', 'carer', '--related-person', carer)

  expect(await listed(own.id)).toMatchObject({ fhirUser: `Patient/${patient}`, patient })
  expect(await listed(other.id)).toMatchObject({ fhirUser: `RelatedPerson/${carer}`, patient })
})

const unknown = newId()

test.each<[string, () => readonly string[]]>([
  ['--name', () => ['--tenant', tenant, '--roles', 'operator']],
  ['--name', () => ['--name', 'a\u0007b', '--tenant', tenant, '--roles', 'operator']],
  ['--tenant', () => ['--name', 'Mary', '--roles', 'operator']],
  ['--tenant', () => ['--name', 'Mary', '--tenant', 'here', '--roles', 'operator']],
  ['--tenant', () => ['--name', 'Mary', '--tenant', unknown, '--roles', 'operator']],
  ['--tenant', () => ['--name', 'Mary', '--tenant', unknown, '--roles', 'patient', '--patient', patient]],
  ['--roles', () => ['--name', 'Mary', '--tenant', tenant]],
  ['--roles', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'system']],
  ['--roles', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'clinician,patient', '--patient', patient]],
  ['--practitioner-role', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'clinician']],
  [
    '--practitioner-role',
    () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'clinician', '--practitioner-role', unknown],
  ],
  [
    '--practitioner-role',
    () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'clinician', '--practitioner-role', '../a'],
  ],
  ['--patient', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'patient']],
  ['--patient', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'operator', '--patient', patient]],
  // Of the other tenant it is nobody's.
  [
    '--patient',
    () => ['--name', 'Mary', '--tenant', tenant, '--tenant', otherTenant, '--roles', 'patient', '--patient', patient],
  ],
  ['--related-person', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'carer', '--related-person', stray]],
  [
    '--related-person',
    () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'carer', '--related-person', carer, '--patient', patient],
  ],
  ['--spokes', () => ['--name', 'Mary', '--tenant', tenant, '--roles', 'operator', '--spokes', 'link,nowhere']],
])('D168: what is wrong with %s is said by its name, and nobody is invited', async (field, given) => {
  const count = async () => (await server.site.pool.query('select count(*)::int as n from issuer_user')).rows[0].n
  const before = await count()
  const { code, errors } = await user('invite', ...given())

  expect([code, await count()]).toEqual([2, before])
  expect(errors).toMatch(new RegExp(`^banksia: .*${field}\\b`))
})

test('D168: a user whom nobody knows is not changed', async () => {
  const answers = await Promise.all(
    ['set', 'link', 'reset', 'disable', 'enable'].map((name) =>
      user(name, '--id', unknown, ...(name === 'set' ? ['--name', 'Mary'] : [])),
    ),
  )

  expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1])
  expect((await user('disable', '--id', 'mary')).code).toBe(2)
})
