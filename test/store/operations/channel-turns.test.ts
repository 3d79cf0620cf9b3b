/** The turns of a channel with a rate, taken over two pools at the same time, as two processes do. D249. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { newId } from '../../../src/core/ids.ts'
import { takeTurn } from '../../../src/store/channels/channel-turns.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { createDatabase, openOwner, type TestDatabase } from '../../database.ts'
import { settingsOf, tenantA, tenantB } from '../audit-world.ts'

let database: TestDatabase
let owner: pg.Pool
let stores: readonly [Store, Store]

const minute = 60_000

beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
  const masterKey = createSecretKey(randomBytes(32))
  const open = () =>
    openStore({
      ...{ connection: database.config, masterKey, tenants: [settingsOf(tenantA), settingsOf(tenantB)] },
      index: () => ({ tokens: [] }),
      check: () => ({ findings: [], pending: { references: [] } }),
    })
  stores = [await open(), await open()]
})

afterAll(async () => {
  for (const store of stores ?? []) await store.close()
  await owner?.end()
  await database?.drop()
})

/** Microseconds since 1970 at which the next turn begins. */
const readNext = async (channelId: string): Promise<bigint> => {
  const text = `select (extract(epoch from until) * 1000000)::bigint as next from lease where name = 'turn_' || $1`
  return BigInt((await owner.query<{ next: string }>(text, [channelId])).rows[0]?.next ?? 0)
}

test('D249: each turn is taken once, and the next begins a whole interval later, in whichever process', async () => {
  const channel = { tenant: tenantA, channelId: newId() }
  const take = (store: Store) => takeTurn(store, channel, { everyMs: minute, withinMs: 1_000 * minute })

  const first = await take(stores[0])
  const before = await readNext(channel.channelId)
  const turns = await Promise.all(Array.from({ length: 40 }, (_, at) => take(stores[at % 2 === 0 ? 0 : 1])))

  expect(first).toEqual({ waitMs: 0 })
  expect((await readNext(channel.channelId)) - before).toBe(BigInt(40 * minute * 1_000))
  const minutes = turns.map((turn) => ('waitMs' in turn ? Math.ceil(turn.waitMs / minute) : 0))
  expect(minutes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
})

test('D249: after the clock was set back, or the rate raised, the next turn is not hours away', async () => {
  const channel = { tenant: tenantA, channelId: newId() }
  const often = { everyMs: 200, withinMs: 250 }
  await takeTurn(stores[0], channel, { ...often, everyMs: 60 * minute })

  expect(await takeTurn(stores[1], channel, often)).toEqual({ waitMs: 0 })
  expect(await takeTurn(stores[0], channel, { ...often, everyMs: minute, withinMs: 0 })).toMatchObject({
    retryMs: expect.any(Number),
  })
})

test('D249: a turn that begins too late is not taken, and delays no other channel', async () => {
  const channel = { tenant: tenantA, channelId: newId() }
  const soon = { everyMs: minute, withinMs: 250 }
  await takeTurn(stores[0], channel, soon)
  const before = await readNext(channel.channelId)

  const late = await takeTurn(stores[1], channel, soon)

  expect('retryMs' in late && late.retryMs > 0 && late.retryMs <= minute).toBe(true)
  expect(await readNext(channel.channelId)).toBe(before)
  expect(await takeTurn(stores[1], { tenant: tenantA, channelId: newId() }, soon)).toEqual({ waitMs: 0 })
  expect(await takeTurn(stores[1], { ...channel, tenant: tenantB }, soon)).toEqual({ waitMs: 0 })
})
