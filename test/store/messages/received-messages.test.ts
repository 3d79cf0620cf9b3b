/** Messages of senders are kept once, sealed, and found by what they name. D219, D220; docs/channels.md#messages. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { newId } from '../../../src/core/ids.ts'
import { rotateContentKey } from '../../../src/store/keys/rotation.ts'
import { findMessages, readMessage } from '../../../src/store/messages/find-messages.ts'
import {
  keepReceived,
  type ReceivedMessage,
  type ReceivedOutcome,
  settleReceived,
} from '../../../src/store/messages/received-messages.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Tx } from '../../../src/store/transaction.ts'
import { createDatabase, openOwner, type TestDatabase } from '../../database.ts'
import { settingsOf, tenantA, tenantB } from '../audit-world.ts'

const masterKey = createSecretKey(randomBytes(32))
let database: TestDatabase
let owner: pg.Pool
/** Two processes, as far as the store can tell. */
let here: Store
let there: Store

const open = () =>
  openStore({
    connection: database.config,
    masterKey,
    tenants: [settingsOf(tenantA), settingsOf(tenantB)],
    index: () => ({ tokens: [] }),
    check: () => ({ findings: [], pending: { references: [] } }),
  })

beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
  here = await open()
  there = await open()
})
afterAll(async () => {
  await here?.close()
  await there?.close()
  await owner?.end()
  await database?.drop()
})

const within = <T>(work: (tx: Tx) => Promise<T>, { store = here, tenant = tenantA as string } = {}): Promise<T> =>
  store.transactAsSystem(tenant, work)

const text = (controlId: string, family = 'Wattlebird') =>
  Buffer.from(`MSH|^~\\&|A|B|C|D|20260314112000||ADT^A08|${controlId}|P|2.4\rPID|1||4711^^^SBH||${family}\r`)

const messageOf = (controlId: string, own: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  senderId: newId(),
  controlId,
  bytes: text(controlId),
  type: 'ADT^A08',
  identifiers: [{ kind: 'patient', system: 'urn:x:sbh', value: `${controlId}-4711` }],
  ...own,
})

const stored: ReceivedOutcome = { outcome: 'stored', answer: 'AA', resources: [`Patient/${newId()}`] }

test('D219: a message is read back byte for byte, with what became of it', async () => {
  const message = messageOf('one')
  const kept = await within(async (tx) => {
    const first = await keepReceived(tx, message)
    await settleReceived(tx, first.id, stored)
    return first
  })

  const read = await within((tx) => readMessage(tx, kept.id))

  expect(kept).toMatchObject({ isNew: true, isSame: true })
  expect(read.content.equals(message.bytes)).toBe(true)
  expect(read).toMatchObject({ senderId: message.senderId, type: 'ADT^A08', bytes: message.bytes.length, ...stored })
})

test('D219: the same MSH-10 of the same sender is kept once, and answered as the first time', async () => {
  const message = messageOf('twice')
  const first = await within(async (tx) => {
    const kept = await keepReceived(tx, message)
    await settleReceived(tx, kept.id, stored)
    return kept
  })

  const again = await within((tx) => keepReceived(tx, message))
  const other = await within((tx) => keepReceived(tx, { ...message, bytes: text('twice', 'Honeyeater') }))
  const elsewhere = await within((tx) => keepReceived(tx, { ...message, senderId: newId() }))

  expect(again).toEqual({ id: first.id, isNew: false, isSame: true, earlier: stored })
  expect(other).toEqual({ id: first.id, isNew: false, isSame: false, earlier: stored })
  expect(elsewhere).toMatchObject({ isNew: true })
})

test('D219: of two copies that come at once to two processes, the second waits for the first and sees its outcome', async () => {
  const message = messageOf('at once')
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const slow = within(async (tx) => {
    const kept = await keepReceived(tx, message)
    enter()
    await mayEnd
    await settleReceived(tx, kept.id, stored)
    return kept
  })
  await entered
  const second = within((tx) => keepReceived(tx, message), { store: there })
  const { rows } = await waitForBlocked()
  end()

  expect(rows).toHaveLength(1)
  expect(await second).toEqual({ id: (await slow).id, isNew: false, isSame: true, earlier: stored })
})

test('D219: if the transaction of the first copy fails, the second is new', async () => {
  const message = messageOf('fails')
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>()
  const failing = within(async (tx) => {
    await keepReceived(tx, message)
    enter()
    await mayFail
    throw new Error('the record refuses it')
  })
  await entered
  const second = within((tx) => keepReceived(tx, message), { store: there })
  await waitForBlocked()
  fail()

  await expect(failing).rejects.toThrow('the record refuses it')
  expect(await second).toMatchObject({ isNew: true, isSame: true })
})

/** Until a session waits for another one. */
async function waitForBlocked(): Promise<pg.QueryResult> {
  for (;;) {
    const found = await owner.query(
      `select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
    if (found.rows.length > 0) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('D219: what has no MSH-10 equals no other; equal bytes are stored once', async () => {
  const bytes = text('')
  const senderId = newId()
  const keep = () => within((tx) => keepReceived(tx, { senderId, controlId: undefined, bytes, identifiers: [] }))
  const [first, second] = [await keep(), await keep()]

  const [one, two] = [await within((tx) => readMessage(tx, first.id)), await within((tx) => readMessage(tx, second.id))]

  expect([first.isNew, second.isNew, first.id === second.id]).toEqual([true, true, false])
  expect(one.content.equals(bytes) && two.content.equals(bytes)).toBe(true)
  expect(one.blobId).toBe(two.blobId)
})

test('D219: a message is found by control id, document id and number of a patient, with and without the system', async () => {
  const message = messageOf('found', {
    identifiers: [
      { kind: 'patient', system: 'urn:x:sbh', value: 'P-77' },
      { kind: 'document', system: 'urn:x:lab', value: 'D-77' },
    ],
  })
  const { id } = await within((tx) => keepReceived(tx, message))
  const find = async (identifier: ReceivedMessage['identifiers'][number]) =>
    (await within((tx) => findMessages(tx, { identifiers: [identifier], limit: 10 }))).map((found) => found.id)

  expect(await find({ kind: 'control', value: 'found' })).toEqual([id])
  expect(await find({ kind: 'patient', system: 'urn:x:sbh', value: 'P-77' })).toEqual([id])
  expect(await find({ kind: 'patient', value: 'P-77' })).toEqual([id])
  expect(await find({ kind: 'document', value: 'D-77' })).toEqual([id])
  expect(await find({ kind: 'patient', system: 'urn:x:other', value: 'P-77' })).toEqual([])
  expect(await find({ kind: 'patient', value: 'P-7' })).toEqual([])
  expect(await find({ kind: 'document', value: 'P-77' })).toEqual([])
})

test('D219: pages go from the newest to the oldest, by sender and outcome', async () => {
  const senderId = newId()
  const ids: string[] = []
  for (const controlId of ['a', 'b', 'c'])
    ids.push((await within((tx) => keepReceived(tx, messageOf(controlId, { senderId })))).id)
  const [newest = '', middle = '', oldest = ''] = ids.toSorted().reverse()
  await within((tx) => settleReceived(tx, middle, { outcome: 'apart', reason: 'PID-7', answer: 'AR' }))
  const list = async (more: object) =>
    (await within((tx) => findMessages(tx, { senderId, limit: 2, ...more }))).map(({ id }) => id)

  expect(await list({})).toEqual([newest, middle])
  expect(await list({ before: middle })).toEqual([oldest])
  expect(await list({ outcome: 'apart' })).toEqual([middle])
})

test('D220: what was held, kept apart or refused is settled once more; what is settled for good is not', async () => {
  const { id } = await within((tx) => keepReceived(tx, messageOf('again')))
  const settle = (outcome: ReceivedOutcome) => within((tx) => settleReceived(tx, id, outcome))
  await settle({ outcome: 'apart', reason: 'fault', answer: 'AE' })
  await settle({ outcome: 'held', reason: 'PID-7', answer: 'AA' })
  await settle(stored)

  await expect(settle({ outcome: 'apart', answer: 'AE' })).rejects.toMatchObject({ slug: 'invalid-transition' })
  expect(await within((tx) => readMessage(tx, id))).toMatchObject({ ...stored })
  const { rows } = await owner.query(
    `select from_state, to_state, reason, patient_id from audit where resource_id = $1 order by seq`,
    [id],
  )
  expect(rows.map(({ from_state, to_state }) => [from_state, to_state])).toEqual([
    [null, 'apart'],
    ['apart', 'held'],
    ['held', 'stored'],
  ])
})

test('D219: another tenant finds and reads nothing of it', async () => {
  const message = messageOf('foreign')
  const { id } = await within((tx) => keepReceived(tx, message))
  const asB = { tenant: tenantB }

  await expect(within((tx) => readMessage(tx, id), asB)).rejects.toMatchObject({ slug: 'not-found' })
  await expect(within((tx) => settleReceived(tx, id, stored), asB)).rejects.toMatchObject({
    slug: 'invalid-transition',
  })
  const identifiers = [{ kind: 'control', value: 'foreign' }] as const
  expect(await within((tx) => findMessages(tx, { identifiers, limit: 10 }), asB)).toEqual([])
  expect(await within((tx) => keepReceived(tx, message), asB)).toMatchObject({ isNew: true })
})

test('docs/security.md#what-is-in-the-clear: no column of a message shows what it says or by what it is found', async () => {
  const secret = 'Zq7Xw2Kp9'
  const message = messageOf(secret, {
    bytes: text(secret, secret),
    type: secret,
    identifiers: [{ kind: 'patient', system: 'urn:x:sbh', value: secret }],
  })
  const { id } = await within((tx) => keepReceived(tx, message))

  const { rows } = await owner.query(
    `select m::text || coalesce((select string_agg(i::text, ' ') from message_identifier i where i.message_id = m.id), '')
       || (select string_agg(encode(b.content, 'escape'), ' ') from blob b where b.id = m.blob_id) as text
     from received_message m where id = $1`,
    [id],
  )

  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain(secret)
})

test('docs/security.md#new-keys: after a rotation old messages are read, and found, as before', async () => {
  const message = messageOf('rotated')
  const { id } = await within((tx) => keepReceived(tx, message))
  const tenant = await within(async (tx) => tx.tenant)
  await rotateContentKey(owner, tenant, { master: masterKey })
  const fresh = await open()

  try {
    const again = await within((tx) => keepReceived(tx, message), { store: fresh })
    const read = await within((tx) => readMessage(tx, id), { store: fresh })

    expect(again).toMatchObject({ id, isNew: false, isSame: true })
    expect(read.content.equals(message.bytes)).toBe(true)
  } finally {
    await fresh.close()
  }
})
