/** The store applies the scope of each reader and writer of FHIR, also for code that passes the compiler by. docs/design/house.md#access. */

import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { systemCaller } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { fhirAddress, wholeAddress } from '../../src/store/hub-resources.ts'
import { openStore } from '../../src/store/open-store.ts'
import { findMany, listCompartment } from '../../src/store/resources/read/compartment.ts'
import type { ReadAddress, WriteAddress } from '../../src/store/resources/scoped-address.ts'
import { makeReadScope, makeWriteScope, type ReadScope } from '../../src/store/resources/search/access-scope.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

const tenant = '00000000-0000-7000-8000-0000000000aa'
const caller = systemCaller(tenant, newId())

let database: TestDatabase
let store: Store

beforeAll(async () => {
  database = await createDatabase()
  store = await openStore({
    connection: { ...database.config, max: 10 },
    masterKey: createSecretKey(randomBytes(32)),
    tenants: [{ id: tenant, requiredProfiles: 'base', references: 'enforce', timeZone: 'Australia/Perth' }],
    index: () => ({ tokens: [], compartments: ['Patient/p'] }),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const basic = (text: string) => ({ resourceType: 'Basic', code: { text } })

async function putTwice(id: string): Promise<void> {
  await store.transact(caller, (tx) => tx.put({ ...wholeAddress('Basic', id), content: basic('first') }))
  await store.transact(caller, (tx) => tx.put({ ...wholeAddress('Basic', id), content: basic('second') }))
}

/** Lets the second versions through. */
const second: ReadScope = makeReadScope(async (versions) => versions.filter(({ version }) => version === 2))
const none: ReadScope = makeReadScope(async () => [])

/** Every way to resources of FHIR by their addresses, with the versions that it answers. */
const ways = (id: string, scope: ReadScope) => {
  const place = fhirAddress('Basic', id, scope)
  const history = { space: 'fhir', scope, types: ['Basic'], id, limit: 1 } as const
  const compartment = { space: 'fhir', scope, types: ['Basic'], target: 'Patient/p', limit: 1000 } as const
  type Seen = readonly ({ readonly id: string; readonly version: number } | undefined)[]
  const seen = async (found: Promise<Seen>) => (await found).flatMap((one) => (one?.id === id ? [one.version] : []))
  const one = (read: (place: ReadAddress, tx: Tx) => Promise<Seen[number]>) =>
    seen(store.transact(caller, async (tx) => [await read(place, tx)]))
  return {
    find: () => one((at, tx) => tx.find(at)),
    'find with a lock': () => one((at, tx) => tx.find(at, 'update')),
    findCurrent: () => one((at, tx) => tx.findCurrent(at)),
    read: () => one((at, tx) => tx.read(at)),
    readVersion: () => one((at, tx) => tx.readVersion(at, 2)),
    'find after readAhead': () =>
      one(async (at, tx) => {
        await tx.readAhead([wholeAddress('Basic', id)])
        return tx.find(at)
      }),
    findAllCurrent: () => seen(store.transact(caller, (tx) => tx.findAllCurrent([place]))),
    listVersions: () => seen(store.transact(caller, async (tx) => (await tx.listVersions(history)).items)),
    'findCurrent of a view': () => seen(store.view(caller, async (view) => [await view.findCurrent(place)])),
    'readVersion of a view': () => seen(store.view(caller, async (view) => [await view.readVersion(place, 2)])),
    'listVersions of a view': () => seen(store.view(caller, async (view) => (await view.listVersions(history)).items)),
    'find of a single write': () => seen(store.write(caller, async (writing) => [await writing.find(place)])),
    findMany: () => seen(store.view(caller, (view) => findMany(view, { space: 'fhir', scope }, [`Basic/${id}`]))),
    listCompartment: () => seen(store.view(caller, async (view) => (await listCompartment(view, compartment)).items)),
  }
}

const titles = Object.keys(ways('', none)) as readonly (keyof ReturnType<typeof ways>)[]

test.each(titles)('D107: a read applies the scope of its address (%s)', async (way) => {
  const id = newId()
  await putTwice(id)
  const missing = way.startsWith('read') ? 'not-found' : []

  expect(await ways(id, second)[way]()).toEqual([2])
  expect(
    await ways(id, none)
      [way]()
      .catch(({ slug }: { slug: string }) => slug),
  ).toEqual(missing)
})

test.each(titles)('D107: a read without a scope is refused (%s)', async (way) => {
  const id = newId()
  await putTwice(id)

  // The compiler refuses it.
  await expect(ways(id, undefined as unknown as ReadScope)[way]()).rejects.toThrow('access scope')
})

test('docs/design/house.md#access: a page of versions that are left out leads to the next page', async () => {
  const id = newId()
  await putTwice(id)
  const history = { space: 'fhir', scope: none, types: ['Basic'], id, limit: 1 } as const

  const pages = await store.view(caller, async (view) => {
    const first = await view.listVersions(history)
    const last = await view.listVersions({ ...history, ...(first.next && { after: first.next }) })
    return [first, last].map(({ items, next }) => [items.length, next === undefined])
  })

  expect(pages).toEqual([
    [0, false],
    [0, true],
  ])
})

const content = basic('new')

const writes = {
  put: (write) => store.transact(caller, (tx) => tx.put({ ...write, content })),
  putTogether: (write) => store.transact(caller, (tx) => tx.putTogether([{ ...write, content }])),
  putWhere: (write) => {
    const token = { parameter: 'identifier', value: write.id }
    const where = { ...wholeAddress('Basic', write.id), token }
    return store.transact(caller, (tx) => tx.putWhere(where, () => ({ ...write, content, expected: 1 })))
  },
  'put of a single write': (write) => store.write(caller, (writing) => writing.put({ ...write, content })),
  'a write beside a single write': (write) => {
    const own = { ...wholeAddress('Basic', newId()), content, expected: 0, record: { kind: 'fhir.create' } } as const
    return store.write(
      caller,
      (writing) => writing.put(own),
      async () => [{ ...write, content }],
    )
  },
} as const satisfies Record<string, (write: WriteAddress) => Promise<unknown>>

const removals = {
  remove: (write) =>
    store.transact(caller, async (tx) => {
      const { scope, ...stored } = { ...(await tx.read(wholeAddress(write.type, write.id))), scope: write.scope }
      return tx.remove({ ...stored, scope } as Parameters<Tx['remove']>[0])
    }),
  'remove of a single write': (write) =>
    store.write(caller, async (writing) => {
      const stored = await writing.find(wholeAddress(write.type, write.id))
      return writing.remove({ ...stored, scope: write.scope } as Parameters<Tx['remove']>[0])
    }),
} as const satisfies Record<string, (write: WriteAddress) => Promise<unknown>>

const foreign = (id: string) => fhirAddress('Basic', id, makeWriteScope({ type: 'Basic', id: newId(), content }))
const changed = (id: string) => fhirAddress('Basic', id, makeWriteScope({ type: 'Basic', id, content: basic('other') }))
// The compiler refuses it.
const unscoped = (id: string) => ({ ...wholeAddress('Basic', id), scope: undefined }) as unknown as WriteAddress

const cases = [
  ...Object.entries({ ...writes, ...removals }).flatMap(([name, write]) => [
    { name, title: 'without a scope', write, address: unscoped },
    { name, title: 'with the scope of another resource', write, address: foreign },
  ]),
  ...Object.entries(writes).map(([name, write]) => ({
    name,
    title: 'with the scope of another content',
    write,
    address: changed,
  })),
]

test.each(cases)('D107: a write $title is refused ($name)', async ({ write, address }) => {
  const id = newId()
  await store.transact(caller, (tx) => tx.put({ ...wholeAddress('Basic', id), content: basic('first') }))

  await expect(write(address(id))).rejects.toThrow('access scope')

  const kept = await store.transact(caller, (tx) => tx.read(wholeAddress('Basic', id)))
  expect(kept.version).toBe(1)
})

test('docs/design/house.md#access: a write within its scope is done', async () => {
  const id = newId()
  const address = fhirAddress('Basic', id, makeWriteScope({ type: 'Basic', id, content }))

  await writes.put(address)
  await removals.remove(address)

  expect((await store.transact(caller, (tx) => tx.findCurrent(wholeAddress('Basic', id))))?.version).toBe(2)
})
