/** A lane is due when its first delivery is: recalls go first, and what waits behind the first is not looked at. docs/design/exports-and-delivery.md#deliveries. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type pg from 'pg'
import { newId } from '../../../src/core/ids.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { listDue } from '../../../src/store/operations/due.ts'
import { takeLease } from '../../../src/store/operations/leases.ts'
import type { Store } from '../../../src/store/store.ts'
import { createDatabase, openOwner, type TestDatabase } from '../../database.ts'
import { settingsOf, tenantA, tenantB } from '../audit-world.ts'

let database: TestDatabase
let owner: pg.Pool
let store: Store
const numbers = new Map<string, number>()

beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
  store = await openStore({
    connection: database.config,
    masterKey: createSecretKey(randomBytes(32)),
    tenants: [settingsOf(tenantA), settingsOf(tenantB)],
    index: () => ({ tokens: [] }),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  for (const tenant of [tenantA, tenantB]) numbers.set(tenant, (await store.readTenant(tenant)).number)
})
afterAll(async () => {
  await store?.close()
  await owner?.end()
  await database?.drop()
})
beforeEach(async () => {
  await owner.query('delete from delivery')
})

const channelId = newId()

type Put = { readonly lane?: number; readonly kind?: string; readonly dueInS?: number; readonly state?: string }

async function put(tenant: string, { lane = 0, kind = 'original', dueInS = -1, state = 'queued' }: Put): Promise<void> {
  const id = newId()
  await owner.query(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id, transport, due_at)
     values ($1, $2, $2, $3, $2, $4, 'hl7v2', 'default', $5, $6, $2, 'mllp', now() + make_interval(secs => $7))`,
    [numbers.get(tenant), id, channelId, kind, lane, state, dueInS],
  )
}

const listLanes = async (): Promise<readonly (readonly [string, string])[]> =>
  (await listDue(store.system, { limit: 100, aheadMs: 0 }))
    .filter(({ topic }) => topic === 'delivery.queued')
    .map(({ tenant, subject }) => [tenant, subject.slice(channelId.length + 1)] as const)
    .toSorted(([a, x], [b, y]) => (a === b ? Number(x) - Number(y) : Number(a === tenantB) - Number(b === tenantB)))

test('docs/design/store.md#writes: each lane of each tenant whose first delivery is due', async () => {
  for (const lane of [0, 3, 7]) await put(tenantA, { lane })
  await put(tenantA, { lane: 3 })
  await put(tenantB, { lane: 5 })
  await put(tenantB, { lane: 6, state: 'accepted' })

  expect(await listLanes()).toEqual([
    [tenantA, '0'],
    [tenantA, '3'],
    [tenantA, '7'],
    [tenantB, '5'],
  ])
})

test('docs/design/exports-and-delivery.md#deliveries: what is due behind a delivery that waits is not, unless it is a recall', async () => {
  for (const lane of [1, 2]) await put(tenantA, { lane, dueInS: 600 })
  await put(tenantA, { lane: 1 })
  await put(tenantA, { lane: 2, kind: 'recall' })

  expect(await listLanes()).toEqual([[tenantA, '2']])
})

test('docs/design/exports-and-delivery.md#deliveries: a lane that a worker holds is not due', async () => {
  for (const lane of [1, 2]) await put(tenantA, { lane })
  await takeLease(store, { tenant: tenantA, name: `${channelId}_1`, holder: newId() }, 60_000)

  expect(await listLanes()).toEqual([[tenantA, '2']])
})
