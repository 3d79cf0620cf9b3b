/** The rights of the service's database roles, whatever a statement forgets. docs/design/store.md#tenants-and-keys, #audit. */
import { createSecretKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { developmentTenants, systemCaller } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { wholeAddress } from '../../src/store/hub-resources.ts'
import { openStore } from '../../src/store/open-store.ts'
import { sessionAs } from '../../src/store/postgres/sessions.ts'
import { configFor, execute } from '../database.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'

let app: FhirApp
let numbers: readonly number[]
beforeAll(async () => {
  app = await startFhir()
  for (const tenant of developmentTenants)
    await app.store.transact(systemCaller(tenant, newId()), async (tx) => {
      const place = wholeAddress('Basic', newId())
      const content = { resourceType: 'Basic', code: { text: 'a' } }
      await tx.put({ ...place, content })
      await tx.put({ ...place, content: { ...content, created: '2026-01-01' } })
      tx.record('fhir.create', { resourceType: 'Basic', resourceId: place.id, version: 1 })
      tx.enqueue('job.queued', newId())
    })
  const { rows } = await app.owner.query<{ number: number }>(
    'select distinct tenant as number from resource order by 1',
  )
  numbers = rows.map(({ number }) => number)
})
afterAll(() => app.close())

/** As a role of the service, in one tenant's name or in none. */
async function as(
  role: 'banksia_app' | 'banksia_system',
  tenant: number | undefined,
  text: string,
): Promise<pg.QueryResult> {
  const client = new pg.Client(sessionAs(role, app.connection))
  await client.connect()
  try {
    if (tenant !== undefined) await client.query(`select set_config('banksia.tenant', $1, false)`, [String(tenant)])
    return await client.query(text)
  } finally {
    await client.end()
  }
}

type Table = { readonly name: string; readonly secured: boolean; readonly owned: string }

const listTables = async (): Promise<readonly Table[]> => {
  const { rows } = await app.owner.query<Table>(
    `select oid::regclass::text as name, relrowsecurity as secured, pg_get_userbyid(relowner) as owned
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows
}

/** Tables with rows of no tenant, and tables that the service may not touch. */
const unsecured = [
  'audit_key',
  'code_system',
  'concept',
  'concept_name',
  'concept_parent',
  'concept_refset',
  'loaded_definition',
  'migration',
]

test('docs/design/store.md#tenants-and-keys: every table with rows of a tenant, and every part of one, is behind row security; the roles own none', async () => {
  const tables = await listTables()

  expect(tables.filter(({ secured }) => !secured).map(({ name }) => name)).toEqual(unsecured)
  expect(tables.filter(({ owned }) => owned.startsWith('banksia_'))).toEqual([])
})

test('docs/design/store.md#tenants-and-keys: a statement that forgets its tenant sees that of its session, and without one it is an error', async () => {
  const own = app.owner.query<{ name: string; tenants: number[] }>(
    `select 'resource' as name, array_agg(distinct tenant) as tenants from resource`,
  )
  expect((await own).rows[0]?.tenants).toEqual(numbers)

  for (const name of ['resource', 'history', 'token', 'audit', 'data_key', 'resource_1', 'token_2', 'audit_3']) {
    for (const number of numbers) {
      const { rows } = await as('banksia_app', number, `select distinct tenant from "${name}"`)
      expect([[], [{ tenant: number }]]).toContainEqual(rows)
    }
    await expect(as('banksia_app', undefined, `select * from "${name}"`)).rejects.toThrow('banksia.tenant')
  }
})

test('docs/design/store.md#tenants-and-keys: each session of the store is of a role that owns nothing, and of no tenant between its transactions', async () => {
  const seen: unknown[] = []
  await app.store.transact(systemCaller(developmentTenants[0], newId()), async ({ client }) => {
    seen.push((await client.query(`select current_user as name, current_setting('jit') as jit`)).rows[0])
  })
  await app.store.view(systemCaller(developmentTenants[0], newId()), async ({ client }) => {
    seen.push((await client.query(`select current_user as name, current_setting('plan_cache_mode') as plans`)).rows[0])
  })
  const { rows } = await app.store.system.query('select current_user as name')

  expect(seen).toEqual([
    { name: 'banksia_app', jit: 'off' },
    { name: 'banksia_app', plans: 'force_generic_plan' },
  ])
  expect(rows).toEqual([{ name: 'banksia_system' }])
  await expect(app.store.system.query('select * from resource')).rejects.toThrow('banksia.tenant')
})

test('docs/design/store.md#tenants-and-keys: a row of another tenant cannot be written', async () => {
  const [first = 0, second = 0] = numbers
  const insert = (tenant: number, id: string) =>
    `insert into audit (tenant, id, kind, subject, client, spoke, roles, request_id)
     values (${tenant}, '${newId()}', 'fhir.read', 's', 'c', 'hub', '{}', '${newId()}');
     insert into outbox (tenant, topic, subject) values ('${id}', 'job.queued', 'x')`

  await as('banksia_app', first, insert(first, developmentTenants[0]))
  await expect(as('banksia_app', first, insert(second, developmentTenants[0]))).rejects.toThrow('row-level security')
  await expect(as('banksia_app', first, insert(first, developmentTenants[1]))).rejects.toThrow('row-level security')
  expect((await as('banksia_app', first, 'update resource set deleted = true')).rowCount).toBe(1)
  await app.owner.query('update resource set deleted = false')
})

test('docs/design/store.md#audit: no role of the service changes or takes away what is recorded, or what has been superseded', async () => {
  const forbidden = [
    'update audit set kind = kind',
    'delete from audit',
    'truncate audit',
    'update audit_1 set kind = kind',
    'delete from audit_1',
    'delete from history',
    'delete from resource',
    'update audit_batch set records = 0',
    'delete from audit_batch',
    'alter table audit disable row level security',
    'drop policy app on audit',
  ]

  for (const role of ['banksia_app', 'banksia_system'] as const) {
    for (const text of forbidden)
      await expect(as(role, numbers[0], text)).rejects.toThrow(/permission denied|must be owner/)
  }
})

test('docs/design/store.md#tenants-and-keys: relay, sweeps and sealer see the rows of all tenants that say what is to do, and no others', async () => {
  for (const name of ['outbox', 'job', 'document', 'delivery', 'lease', 'audit', 'audit_batch', 'data_key'])
    expect((await as('banksia_system', undefined, `select count(*) from ${name}`)).rowCount).toBe(1)
  for (const name of ['resource', 'history', 'token', 'range', 'blob', 'idempotency', 'rendering'])
    await expect(as('banksia_system', undefined, `select count(*) from "${name}"`)).rejects.toThrow('banksia.tenant')
})

test('docs/design/store.md#tenants-and-keys: a user of the database that may not act as the roles is refused with what to do; granted them, it serves', async () => {
  const name = `service_${newId().slice(-12)}`
  const server = configFor(app.connection, 'template1')
  await execute(server, `create role ${name} login password '${name}'`)
  await execute(server, `create database ${name} owner ${name}`)
  const { connectionString } = app.connection
  const own = new URL(connectionString ?? 'postgresql://x/y')
  own.username = name
  own.password = name
  const connection = {
    ...configFor(app.connection, name),
    ...(connectionString === undefined
      ? { user: name, password: name }
      : { connectionString: configFor({ connectionString: own.href }, name).connectionString ?? '' }),
  }
  const options = {
    connection,
    masterKey: createSecretKey(Buffer.alloc(32)),
    index: () => ({ tokens: [] }),
    check: () => ({ findings: [], pending: { references: [] } }),
    tenants: [{ id: newId(), requiredProfiles: 'base', references: 'allow', timeZone: 'UTC' }],
  } as const

  try {
    await expect(openStore(options)).rejects.toMatchObject({ reason: 'no-roles' })
    await execute(server, `grant banksia_app, banksia_system to ${name}`)
    const store = await openStore(options)
    const caller = systemCaller(options.tenants[0].id, newId())
    await store.transact(caller, (tx) =>
      tx.put({ ...wholeAddress('Basic', newId()), content: { resourceType: 'Basic', code: { text: 'a' } } }),
    )
    await store.close()
  } finally {
    await execute(server, `drop database if exists ${name} with (force)`)
    await execute(server, `drop role ${name}`)
  }
})
