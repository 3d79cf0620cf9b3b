/** `banksia tenant` beside production servers that trust an outside issuer, as an operator runs it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { examplePatient } from '../../builders.ts'
import { createDatabase, openOwner, type TestDatabase } from '../../database.ts'
import { type OutsideIssuer, openOutsideIssuer, productionEnv, writeKeyFile } from '../../outside-issuer.ts'
import { waitFor } from '../../patience.ts'
import { urlOf } from '../../running-server.ts'
import { endAll, makeFolder, runCommand, type Server, startServer } from '../processes.ts'

let issuer: OutsideIssuer
let database: TestDatabase
let env: Readonly<Record<string, string>>
let servers: readonly Server[]

beforeAll(async () => {
  const folder = makeFolder()
  issuer = await openOutsideIssuer(folder)
  database = await createDatabase()
  env = {
    ...productionEnv(issuer, writeKeyFile(join(folder, 'key'))),
    DATABASE_URL: urlOf(database.config),
  }
  servers = await Promise.all(['one', 'two'].map((name) => startServer(join(folder, name), { env })))
})
afterAll(async () => {
  await endAll()
  await issuer.close()
  await database.drop()
})

const tenant = (...given: readonly string[]) =>
  runCommand(['tenant', ...given], { env: { ...env, BANKSIA_DATA_DIR: servers[0]?.dataDirectory ?? '' } })

const settings = ['--profiles', 'au-core', '--references', 'enforce', '--time-zone', 'Australia/Hobart']
const create = (id: string, name = 'Huon Practice') => tenant('create', '--id', id, '--name', name, ...settings)

const scope = 'banksia/spoke.read banksia/spoke.write user/*.cruds'
const tokenFor = (id: string, more: object = {}): Promise<string> =>
  issuer.sign({ tenants: [id], spokes: ['connect'], roles: ['clinician'], scope, ...more })

type Called = { readonly status: number; readonly problem: string | undefined; readonly body: Record<string, unknown> }

async function call(server: Server | undefined, id: string, path: string, body?: object): Promise<Called> {
  const response = await fetch(`${server?.base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenFor(id)}`,
      'x-tenant-id': id,
      'x-spoke-id': 'connect',
      'x-request-id': newId(),
      ...(body === undefined ? {} : { 'x-idempotency-key': randomUUID() }),
      'content-type': path.startsWith('/fhir') ? 'application/fhir+json' : 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const read = (await response.json()) as Record<string, unknown>
  return {
    status: response.status,
    problem: String(read['type'] ?? '')
      .split('/')
      .at(-1),
    body: read,
  }
}

const served = (id: string) => (seen: Called) => {
  expect([200, 403]).toContain(seen.status)
  expect(['tenant-unknown', '']).toContain(seen.problem)
  return seen.status === 200 && seen.body['tenantId'] === id
}

const codes = (body: Record<string, unknown>) =>
  (body['issue'] as { details?: { coding?: { code?: string }[] } }[]).map((one) => one.details?.coding?.[0]?.code)

test('D77: a tenant that is not here is unknown, until it is created beside running servers, which then serve it whole', async () => {
  const id = randomUUID()
  const before = await Promise.all(servers.map((server) => call(server, id, '/v1/spokes/whoami')))
  const fhirBefore = await call(servers[0], id, '/fhir/R4/Patient')

  const created = await create(id)
  for (const server of servers) await waitFor(() => call(server, id, '/v1/spokes/whoami'), served(id))

  expect(before.map(({ status, problem }) => [status, problem])).toEqual(servers.map(() => [403, 'tenant-unknown']))
  expect([fhirBefore.status, fhirBefore.body['resourceType']]).toEqual([403, 'OperationOutcome'])
  expect(created).toMatchObject({ code: 0, errors: '', output: `tenant ${id} is active\n` })
  const templates = await call(servers[1], id, '/v1/templates')
  expect(templates.body['items']).toHaveLength(10)
  const { id: _id, ...patient } = examplePatient
  const stored = await call(servers[0], id, '/fhir/R4/Patient', patient)
  const read = await call(servers[1], id, `/fhir/R4/Patient/${stored.body['id']}`)
  expect([stored.status, read.status, read.body['name']]).toEqual([201, 200, patient.name])
  const practitioner = await call(servers[0], id, '/fhir/R4/Practitioner', {
    resourceType: 'Practitioner',
    identifier: [{ system: 'http://ns.electronichealth.net.au/id/hi/hpii/1.0', value: '8003619900015717' }],
    name: [{ family: 'Adeyemi', given: ['Tobias'] }],
  })
  const role = await call(servers[0], id, '/fhir/R4/PractitionerRole', {
    resourceType: 'PractitionerRole',
    practitioner: { reference: `Practitioner/${practitioner.body['id']}` },
    active: true,
    code: [{ coding: [{ system: 'http://snomed.info/sct', code: '62247001', display: 'General practitioner' }] }],
    identifier: [{ system: 'http://ns.electronichealth.net.au/id/medicare-provider-number', value: '2426621B' }],
  })
  expect([practitioner.status, role.status, codes({ issue: [], ...role.body })]).toEqual([201, 201, []])
  const encounter = await call(servers[1], id, '/v1/encounters', {
    patientId: stored.body['id'],
    practitionerRoleId: role.body['id'],
    period: { start: '2026-03-14T02:45:00.000Z' },
  })
  expect(encounter).toMatchObject({ status: 201 })
})

test('D77: the same create again changes nothing, one that differs says in what, and set changes it', async () => {
  const id = randomUUID()
  await create(id)

  const again = await create(id.toUpperCase())
  const other = await tenant('create', '--id', id, '--name', 'Other', ...settings.with(5, 'Australia/Perth'))
  const changed = await tenant('set', '--id', id, '--name', 'Other', '--time-zone', 'Australia/Perth')
  const same = await tenant('set', '--id', id, '--name', 'Other')
  const third = await tenant('create', '--id', id, '--name', 'Other', ...settings.with(5, 'Australia/Perth'))
  const listed = await tenant('list', '--json')
  const table = await tenant('list')

  expect(again).toMatchObject({ code: 0, output: `tenant ${id} is active\n` })
  expect([other.code, other.output]).toEqual([1, ''])
  expect(other.errors).toMatch(/differs in --name, --time-zone; change it with: banksia tenant set/)
  expect(changed).toMatchObject({ code: 0, output: `tenant ${id} is changed\n` })
  expect(same).toMatchObject({ code: 0, output: `tenant ${id} is so already\n` })
  expect(third.code).toBe(0)
  const shown = JSON.parse(listed.output).find((one: { id: string }) => one.id === id)
  expect(shown).toEqual({
    id,
    name: 'Other',
    messageDays: null,
    state: 'active',
    requiredProfiles: 'au-core',
    references: 'enforce',
    timeZone: 'Australia/Perth',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(table.output).toMatch(new RegExp(`^${id} +active +au-core +enforce +Australia/Perth +forever +Other$`, 'm'))
})

const id = '0198f2a0-0000-7000-8000-00000000aaaa'
const good = { id, name: 'A', profiles: 'base', references: 'allow', 'time-zone': 'Australia/Sydney' }
const wrong = [
  ['id', 'clinic-1'],
  ['id', undefined],
  ['name', ''],
  ['name', 'two\nlines'],
  ['name', undefined],
  ['profiles', 'au-base'],
  ['profiles', undefined],
  ['references', 'maybe'],
  ['time-zone', 'Australia/Atlantis'],
  ['time-zone', '+10:00'],
  ['time-zone', undefined],
] as const

test.each(wrong)('D77: a wrong --%s (%j) is exit code 2 and named, and nothing is made', async (field, value) => {
  const given = Object.entries({ ...good, [field]: value }).flatMap(([name, text]) =>
    text === undefined ? [] : [`--${name}=${text}`],
  )

  const ended = await tenant('create', ...given)

  expect([ended.code, ended.output]).toEqual([2, ''])
  expect(ended.errors).toMatch(new RegExp(`^banksia: --${field} `))
})

test('D77: what is not there is not changed, and what is asked wrongly is exit code 2', async () => {
  const nobody = randomUUID()

  for (const name of ['set', 'disable', 'enable', 'erase']) {
    const more = name === 'set' ? ['--name', 'A'] : name === 'erase' ? ['--confirm', nobody] : []
    const ended = await tenant(name, '--id', nobody, ...more)
    expect([ended.code, ended.output]).toEqual([1, ''])
    expect(ended.errors).toContain('there is no tenant')
  }
  expect(await tenant('set', '--id', nobody)).toMatchObject({ code: 2 })
  expect(await tenant('erase', '--id', nobody)).toMatchObject({ code: 2 })
  expect(await tenant('erase', '--id', nobody, '--confirm', randomUUID())).toMatchObject({ code: 2 })
})

test('D77: every process refuses a call for a disabled tenant, until it is enabled', async () => {
  const own = randomUUID()
  await create(own)
  for (const server of servers) await waitFor(() => call(server, own, '/v1/spokes/whoami'), served(own))
  const patient = await call(servers[0], own, '/fhir/R4/Patient', { ...examplePatient, id: undefined })

  const disabled = await tenant('disable', '--id', own)
  for (const server of servers)
    await waitFor(
      () => call(server, own, '/v1/spokes/whoami'),
      ({ problem }) => problem === 'tenant-disabled',
    )
  const fhir = await call(servers[1], own, `/fhir/R4/Patient/${patient.body['id']}`)
  const enabled = await tenant('enable', '--id', own)
  for (const server of servers)
    await waitFor(
      () => call(server, own, `/fhir/R4/Patient/${patient.body['id']}`),
      ({ status }) => status === 200,
    )

  expect([disabled.output, enabled.output]).toEqual([`tenant ${own} is disabled\n`, `tenant ${own} is enabled\n`])
  expect([fhir.status, fhir.body['resourceType']]).toEqual([403, 'OperationOutcome'])
  const pool = openOwner(database)
  const { rows } = await pool.query(
    `select kind from audit where tenant = (select number from tenant where id = $1) and kind like 'tenant.%' order by tx, seq`,
    [own],
  )
  await pool.end()
  expect(rows.map(({ kind }) => kind)).toEqual(['tenant.created', 'tenant.disabled', 'tenant.enabled'])
})

test('D77: a key that is not the one of the database makes no tenant', async () => {
  const own = randomUUID()
  const keyFile = writeKeyFile(join(makeFolder(), 'other-key'))

  const ended = await runCommand(['tenant', 'create', '--id', own, '--name', 'A', ...settings], {
    env: { ...env, BANKSIA_DATA_DIR: servers[0]?.dataDirectory ?? '', BANKSIA_KEY_FILE: keyFile },
  })

  expect([ended.code, ended.output]).toEqual([1, ''])
  expect(ended.errors).toContain('another key than the one that this database was made with')
  expect((await tenant('list')).output).not.toContain(own)
})
