/** A commit of another process wakes waiting workers, once for many commits; they look by themselves if they cannot hear it. PostgreSQL 18, "NOTIFY". */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { openPace } from '../../queues/pace.ts'
import { sessionAs } from '../../src/store/postgres/sessions.ts'
import { WakeUps } from '../../src/store/wake/wake-ups.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { waitUntil } from '../patience.ts'

let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

function open(): WakeUps {
  const wakeUps = new WakeUps(sessionAs('banksia_system', database.config))
  closings.push(() => wakeUps.close())
  return wakeUps
}

/** A process that waits for the topic, from when it can hear others. */
async function listen(topic: 'outbox' | 'versions') {
  const wakeUps = open()
  const woken = { count: 0 }
  wakeUps.listen(topic, () => {
    woken.count += 1
  })
  await waitUntil(() => wakeUps.isListening)
  woken.count = 0
  return { wakeUps, woken }
}

/** Every notice that goes through the database. */
async function overhear(): Promise<readonly string[]> {
  const client = new pg.Client(database.config)
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.connect()
  await client.query('listen banksia_wake')
  closings.push(() => client.end())
  return heard
}

test('PostgreSQL "NOTIFY": a commit of one process wakes whoever waits for its topic in another', async () => {
  const waiting = await listen('outbox')
  const other = await listen('versions')

  open().announce('outbox')

  await waitUntil(() => waiting.woken.count === 1)
  expect(other.woken.count).toBe(0)
})

test('PostgreSQL "NOTIFY": what comes together goes together, and what comes after it goes too', async () => {
  const heard = await overhear()
  const busy = open()

  for (let commit = 0; commit < 1_000; commit += 1) busy.announce('outbox')
  await waitUntil(() => heard.length > 0)
  busy.announce('outbox')
  await waitUntil(() => heard.length > 1)

  expect(heard).toEqual(['outbox', 'outbox'])
})

test('PostgreSQL "NOTIFY": a process that does the work itself wakes itself and nobody else', async () => {
  const heard = await overhear()
  const { wakeUps, woken } = await listen('outbox')

  wakeUps.announce('outbox')
  expect(woken.count).toBe(1)
  wakeUps.announce('versions')
  await waitUntil(() => heard.length > 0)

  expect(heard).toEqual(['versions'])
})

test('PostgreSQL "NOTIFY": what was announced right before the end still goes out', async () => {
  const { woken } = await listen('versions')
  const ending = open()

  ending.announce('versions')
  await ending.close()

  await waitUntil(() => woken.count === 1)
})

const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen banksia_wake%'`

test('PostgreSQL "LISTEN": a lost connection wakes who waits, and is made again', async () => {
  const { wakeUps, woken } = await listen('outbox')

  await owner.query(end)
  await waitUntil(() => woken.count > 0)
  await waitUntil(() => wakeUps.isListening)
  woken.count = 0
  open().announce('outbox')

  await waitUntil(() => woken.count > 0)
})

test('PostgreSQL "LISTEN": a process that cannot hear others knows it', async () => {
  const deaf = new WakeUps({ ...sessionAs('banksia_system', database.config), database: 'nowhere' })
  closings.push(() => deaf.close())
  const woken = new Promise<void>((resolve) => deaf.listen('outbox', resolve))

  await woken
  expect(deaf.isListening).toBe(false)
})

test('PostgreSQL "LISTEN": a waiting caller is woken, or stopped, whatever came before', async () => {
  const { wakeUps } = await listen('outbox')
  const stopping = new AbortController()
  const { signal } = stopping
  const pace = openPace({ listen: (wake) => wakeUps.listen('outbox', wake), restMs: 0, signal })

  const first = pace.wait(600_000)
  wakeUps.announce('outbox')
  expect(await first).toBe(true)
  wakeUps.announce('outbox')
  expect(await pace.wait(600_000)).toBe(true)
  expect(await pace.wait(1)).toBe(false)
  const last = pace.wait(600_000)
  stopping.abort()
  expect(await last).toBe(false)
})
