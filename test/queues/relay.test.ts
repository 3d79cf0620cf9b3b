/** The relay hands on every committed row: also those that nobody announced, and those that a longer transaction held back. ARCHITECTURE.md "The way of a release". */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { type Backend, openBackend } from '../../queues/backend.ts'
import { type Relay, startRelay } from '../../queues/relay.ts'
import { systemCaller } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { openLog } from '../../src/core/log.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { waitUntil } from '../patience.ts'

const tenant = '00000000-0000-7000-8000-0000000000aa'
const log = openLog('silent')
const masterKey = createSecretKey(randomBytes(32))

let database: TestDatabase
let owner: pg.Pool
let store: Store
let backend: Backend
let relay: Relay | undefined
const woken: string[] = []

/** As another process of the same installation. */
const open = (): Promise<Store> =>
  openStore({
    connection: { ...database.config, max: 10 },
    masterKey,
    tenants: [{ id: tenant, requiredProfiles: 'base', references: 'enforce', timeZone: 'Australia/Perth' }],
    index: () => ({ tokens: [] }),
    check: () => ({ findings: [], pending: { references: [] } }),
  })

beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
  store = await open()
  backend = await openBackend({ database: database.config, log })
  await backend.work('deliver', async ({ subject }) => {
    woken.push(subject)
  })
})

afterEach(async () => {
  await relay?.stop()
  relay = undefined
  woken.length = 0
})

afterAll(async () => {
  await backend.close()
  await store.close()
  await owner.end()
  await database.drop()
})

async function start(): Promise<void> {
  relay = startRelay({ store, backend, log })
  await waitUntil(() => store.wakeUps.isListening)
}

const enqueue = (by: Store, subject: string): Promise<void> =>
  by.transact(systemCaller(tenant, newId()), async (tx) => tx.enqueue('delivery.queued', subject))

const insert = 'insert into outbox (tenant, topic, subject) values ($1, $2, $3)'

test('ARCHITECTURE: what this process and another one commit is relayed', async () => {
  await start()
  const other = await open()
  const [own, foreign] = [randomUUID(), randomUUID()]

  await enqueue(store, own)
  await enqueue(other, foreign)

  await waitUntil(() => woken.includes(own) && woken.includes(foreign))
  await other.close()
})

test('ARCHITECTURE: what a process committed that was killed before it could announce it is found', async () => {
  await start()
  const subject = randomUUID()

  await owner.query(insert, [tenant, 'delivery.queued', subject])

  await waitUntil(() => woken.includes(subject))
  await waitUntil(async () => (await owner.query('select from outbox')).rowCount === 0)
})

test('ARCHITECTURE: what an older transaction holds back is relayed when that has ended, in order', async () => {
  const writer = openOwner(database)
  const client = await writer.connect()
  try {
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    await start()
    const subjects = [randomUUID(), randomUUID(), randomUUID()]
    for (const subject of subjects) await enqueue(store, subject)
    expect(woken).toEqual([])

    await client.query('commit')

    await waitUntil(() => woken.length === subjects.length)
    expect(woken.toSorted()).toEqual(subjects.toSorted())
  } finally {
    client.release()
    await writer.end()
  }
})

test('ARCHITECTURE: a relay that lost its connection to listen goes on, and hears again', async () => {
  await start()
  const [during, after] = [randomUUID(), randomUUID()]

  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen banksia_wake%'`,
  )
  await owner.query(insert, [tenant, 'delivery.queued', during])
  await waitUntil(() => woken.includes(during))
  await waitUntil(() => store.wakeUps.isListening)
  await enqueue(store, after)

  await waitUntil(() => woken.includes(after))
})
