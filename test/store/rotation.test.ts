/** Keys that change while servers run: nothing is sealed again, nothing fails, and every process knows of it. docs/design/store.md#resources. */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type pg from 'pg'
import { newId } from '../../src/core/ids.ts'
import { wholeAddress } from '../../src/store/hub-resources.ts'
import { MasterKeyError } from '../../src/store/keys/keys.ts'
import { maxSeals, rewrapKeys, rotateContentKey } from '../../src/store/keys/rotation.ts'
import { sealedKeyId } from '../../src/store/keys/seal.ts'
import { openStore } from '../../src/store/open-store.ts'
import { readContent } from '../../src/store/resources/content.ts'
import { openCursor, sealCursor } from '../../src/store/resources/search/cursor.ts'
import type { Store } from '../../src/store/store.ts'
import { createTenant } from '../../src/store/tenants/tenants.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { waitFor } from '../patience.ts'
import { callerOf, settingsOf, tenantA as tenant } from './audit-world.ts'

const first = createSecretKey(randomBytes(32))
const second = createSecretKey(randomBytes(32))

let database: TestDatabase
let owner: pg.Pool
/** The key in the key file; undefined while the file is away. */
let master: KeyObject | undefined
/** Two processes, as far as the store can tell. */
let here: Store
let there: Store

const readMaster = (): KeyObject => {
  if (master === undefined) throw new Error('no such file')
  return master
}

const open = () =>
  openStore({
    connection: database.config,
    masterKey: readMaster(),
    readMasterKey: async () => readMaster(),
    tenants: [settingsOf(tenant)],
    index: () => ({ tokens: [] }),
    check: () => ({ findings: [], pending: { references: [] } }),
  })

beforeEach(async () => {
  database = await createDatabase()
  owner = openOwner(database)
  master = first
  here = await open()
  there = await open()
})
afterEach(async () => {
  await here.close()
  await there.close()
  await owner.end()
  await database.drop()
})

const write = (store: Store, id: string, text: string) =>
  store.transact(callerOf(tenant), (tx) =>
    tx.put({ ...wholeAddress('Basic', id), content: { resourceType: 'Basic', text } }),
  )

const read = (store: Store, id: string) =>
  store.transact(callerOf(tenant), async (tx) => readContent(await tx.read(wholeAddress('Basic', id)))['text'])

const look = (store: Store, id: string) =>
  store.view(callerOf(tenant), async (view) => {
    const stored = await view.findCurrent(wholeAddress('Basic', id))
    return stored && readContent(stored)['text']
  })

const rotate = async (store: Store) =>
  rotateContentKey(store.system, await store.readTenant(tenant), { master: readMaster() })

const keyOf = async (id: string): Promise<number> => {
  const { rows } = await owner.query<{ content: Buffer }>('select content from resource where id = $1', [id])
  return sealedKeyId(rows[0]?.content ?? Buffer.alloc(0))
}

/** Nothing is sealed while another database of the server has a transaction that began before. */
const seal = async () =>
  waitFor(
    async () => here.sealAudit(0),
    (sealed) => sealed > 0,
  )

const currentKey = async (store: Store): Promise<number> => (await store.readTenant(tenant)).keys.current.id

test('docs/security.md#new-keys: both processes write under the new key within 2 s; what is old is read and stays as it was sealed', async () => {
  const [old, fresh] = [newId(), newId()]
  await write(here, old, 'old')
  await write(there, newId(), 'old')
  const before = await currentKey(there)

  const key = await rotate(here)
  await waitFor(
    async () => [await currentKey(here), await currentKey(there)],
    (keys) => keys.every((one) => one === key),
  )

  await write(there, fresh, 'fresh')
  expect(key).not.toBe(before)
  expect([await keyOf(old), await keyOf(fresh)]).toEqual([before, key])
  expect([await read(here, old), await read(there, old), await read(here, fresh)]).toEqual(['old', 'old', 'fresh'])
})

/** Under a key that `here` makes now, written by a process that has just started. */
async function writeUnderNewKey(id: string): Promise<void> {
  await rotate(here)
  const fresh = await open()
  await write(fresh, id, 'fresh')
  await fresh.close()
}

test('docs/security.md#new-keys: a transaction that began before it reads what is sealed under the new key', async () => {
  const id = newId()
  const known = await currentKey(there)
  let runs = 0

  const text = await there.transact(callerOf(tenant), async (tx) => {
    runs += 1
    if (runs === 1) await writeUnderNewKey(id)
    return readContent(await tx.read(wholeAddress('Basic', id)))['text']
  })

  expect([text, runs]).toEqual(['fresh', 2])
  expect(await keyOf(id)).not.toBe(known)
})

test('docs/security.md#new-keys: a view that began before it reads that too, and so do all views at once', async () => {
  const id = newId()
  await currentKey(there)
  const written = Promise.withResolvers<void>()

  const looking = Array.from({ length: 10 }, () =>
    there.view(callerOf(tenant), async (view) => {
      await written.promise
      const stored = await view.findCurrent(wholeAddress('Basic', id))
      return stored && readContent(stored)['text']
    }),
  )
  await writeUnderNewKey(id)
  written.resolve()

  expect(new Set(await Promise.all(looking))).toEqual(new Set(['fresh']))
})

test('docs/security.md#new-keys: writes and reads that run through rotations all succeed', async () => {
  const ids = Array.from({ length: 40 }, newId)
  const run = async (store: Store, at: number): Promise<void> => {
    for (const id of ids.filter((_, index) => index % 4 === at)) {
      await write(store, id, id)
      expect(await read(store === here ? there : here, id)).toBe(id)
      await sleep(20)
    }
  }

  const running = [run(here, 0), run(there, 1), run(here, 2), run(there, 3)]
  for (let times = 0; times < 4; times += 1) {
    await rotate(here)
    await sleep(100)
  }
  await Promise.all(running)

  for (const id of ids) expect([await look(here, id), await look(there, id)]).toEqual([id, id])
})

test('docs/security.md#new-keys: content under a key that nobody has is no endless try', async () => {
  const id = newId()
  await write(here, id, 'lost')
  await owner.query('update resource set content = set_byte(content, 4, 99) where id = $1', [id])

  await expect(read(here, id)).rejects.toThrow('a key that is not here')
  await expect(look(there, id)).rejects.toThrow('a key that is not here')
})

test.each(['place', 'places', 'a place'])('D171: a cursor (%s) opens only as it was given out', async (text) => {
  const tx = { tenant: await here.readTenant(tenant) }
  const cursor = sealCursor(tx, 'list', text)
  const changed = [`${cursor}x`, `${cursor}=`, `${cursor}!`, ` ${cursor}`, `x${cursor}`, cursor.slice(0, -1)]

  expect(openCursor(tx, 'list', cursor)).toBe(text)
  expect(changed.map((one) => openCursor(tx, 'list', one))).toEqual(changed.map(() => undefined))
})

test('docs/design/store.md#resources: a cursor outlives a rotation', async () => {
  const cursor = sealCursor({ tenant: await here.readTenant(tenant) }, 'list', 'place')
  await rotate(here)
  const fresh = await open()

  const text = openCursor({ tenant: await fresh.readTenant(tenant) }, 'list', cursor)

  await fresh.close()
  expect(text).toBe('place')
})

test('docs/design/store.md#resources: at 2^31 seals a new key comes by itself, once, whoever finds it', async () => {
  await write(here, newId(), 'one')
  await write(there, newId(), 'two')
  const worn = await currentKey(here)
  await owner.query(`update data_key set seals = $1 where id = $2`, [maxSeals - 1, worn])

  // A process writes down its counts as it ends.
  await Promise.all([here.close(), there.close()])

  here = await open()
  there = await open()
  const { rows } = await owner.query(`select id, seals from data_key where purpose = 'content' order by id`)
  expect(rows).toEqual([
    { id: worn, seals: String(maxSeals + 1) },
    { id: expect.any(Number), seals: '0' },
  ])
  expect(await currentKey(here)).not.toBe(worn)
})

test('docs/design/store.md#resources: a new key-encryption key takes over without a restart; the old one opens nothing any more', async () => {
  const id = newId()
  await write(here, id, 'kept')
  await here.sealAudit(0)
  const known = await here.readTenant(tenant)

  await rewrapKeys(owner, [known], { from: first, to: second })
  await sleep(1_500)
  const meanwhile = await read(here, id)
  master = second
  const renewed = await waitFor(
    async () => here.readTenant(tenant),
    (one) => one !== known,
  )

  expect(meanwhile).toBe('kept')
  expect(renewed.keys.current.id).toBe(known.keys.current.id)
  expect(await read(here, id)).toBe('kept')
  master = first
  await expect(open()).rejects.toThrow('does not open this database')
  master = second
  await expect(rewrapKeys(owner, [known], { from: first, to: second })).rejects.toThrow('does not open')
})

test('docs/design/store.md#resources: between a new key and the new file nothing is wrapped under the old one', async () => {
  await write(here, newId(), 'kept')
  const known = await here.readTenant(tenant)
  await rewrapKeys(owner, [known], { from: first, to: second })

  const late = [
    seal(),
    rotateContentKey(here.system, known, { master: first }),
    createTenant(owner, { ...settingsOf(tenant), id: newId() }, { master: first }),
  ]

  for (const { status, reason } of (await Promise.allSettled(late)) as PromiseRejectedResult[])
    expect([status, reason]).toEqual(['rejected', expect.any(MasterKeyError)])
  master = second
  await (await open()).close()
  expect(await seal()).toBeGreaterThan(0)
})

test('docs/design/store.md#resources: keys that are made while the others are wrapped anew open with the new key', async () => {
  const known = await here.readTenant(tenant)
  const settings = { ...settingsOf(tenant), id: newId() }
  const [block, maker] = [openOwner(database), openOwner(database)]
  const waiting = async (lock: string): Promise<number> =>
    (
      await here.system.query(
        `select from pg_locks where not granted and locktype = $1
         and database = (select oid from pg_database where datname = current_database())`,
        [lock],
      )
    ).rowCount ?? 0

  await block.query('begin; lock table data_key in share mode')
  const made = createTenant(maker, settings, { master: first })
  await waitFor(
    async () => waiting('relation'),
    (count) => count > 0,
  )
  const rewrapped = rewrapKeys(owner, [known], { from: first, to: second })
  await waitFor(
    async () => (await waiting('relation')) + (await waiting('advisory')),
    (count) => count > 1,
  )
  await block.query('commit')
  await Promise.all([made, rewrapped])

  master = second
  const store = await open()
  expect(await store.readTenant(settings.id)).toMatchObject({ id: settings.id })
  await store.close()
  await block.end()
  await maker.end()
})

test("docs/security.md#new-keys: a tenant's settings are read again", async () => {
  const before = await there.readTenant(tenant)
  await owner.query(`update tenant set required_profiles = 'au-core', time_zone = 'Australia/Hobart'`)

  const after = await waitFor(
    async () => there.readTenant(tenant),
    (one) => one !== before,
  )

  expect(before).toMatchObject({ requiredProfiles: 'base' })
  expect(after).toMatchObject({ requiredProfiles: 'au-core', timeZone: 'Australia/Hobart' })
})

test('docs/design/store.md#resources: a key file that is away for a moment holds up nobody who is known', async () => {
  const id = newId()
  await write(there, id, 'known')
  await rotate(here)

  master = undefined
  for (let times = 0; times < 4; times += 1) {
    expect(await look(there, id)).toBe('known')
    await sleep(600)
  }
  master = first

  const key = await currentKey(here)
  await waitFor(
    () => currentKey(there),
    (current) => current === key,
  )
})
