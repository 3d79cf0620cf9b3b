/** The content of a message is pruned when its time is over, and never before. D250; docs/channels.md#how-long-messages-are-kept. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type pg from 'pg'
import { pruneTenant } from '../../../queues/sweeps/message-pruner.ts'
import { newId } from '../../../src/core/ids.ts'
import { findMessages, readMessage } from '../../../src/store/messages/find-messages.ts'
import { putMessageHold } from '../../../src/store/messages/message-holds.ts'
import { pruneReceived } from '../../../src/store/messages/prune-messages.ts'
import { keepReceived, readReceived, receivedOutcomes } from '../../../src/store/messages/received-messages.ts'
import { findSentContent } from '../../../src/store/operations/attempts.ts'
import { setTenant } from '../../../src/store/tenants/tenant-moves.ts'
import { deliveryStates } from '../../../src/store/transitions.ts'
import { tenantA, tenantB } from '../audit-world.ts'
import { countBlobs, openPruningWorld, type PruningWorld, placeReceived, placeSent, textOf } from './pruning-world.ts'

let world: PruningWorld
beforeAll(async () => {
  world = await openPruningWorld()
})
afterAll(async () => {
  await world?.close()
})
beforeEach(() => world.keepFor(90))

const prune = ({ store = world.here, tenant = tenantA as string } = {}) =>
  pruneTenant(store, { tenant, name: 'message-pruning', holder: newId() }, new AbortController().signal)

const readOne = (id: string, tenant: string = tenantA) => world.within((tx) => readMessage(tx, id), { tenant })

const blobOf = async (id: string): Promise<string> =>
  (await world.owner.query('select blob_id as id from received_message where id = $1', [id])).rows[0].id

const recordsOf = async (id: string): Promise<readonly { readonly kind: string; readonly patient_id: string }[]> =>
  (
    await world.owner.query(
      `select kind, patient_id, reason from audit where resource_id = $1 and kind like 'message.%' order by seq`,
      [id],
    )
  ).rows

test('D250: a message older than the days of its tenant loses its content and the identifiers by which it is found; its identity stays', async () => {
  const senderId = newId()
  const id = await placeReceived(world, { senderId, controlId: 'old' })
  const blobId = await blobOf(id)

  await prune()

  await expect(readOne(id)).rejects.toMatchObject({ slug: 'gone' })
  expect(await countBlobs(world.owner, [blobId])).toBe(0)
  const kept = await world.within((tx) => readReceived(tx, id))
  expect(kept).toMatchObject({ outcome: 'stored', answer: 'AA', prunedAt: expect.any(String) })
  const find = async (identifier: { readonly kind: 'control' | 'patient'; readonly value: string }) =>
    (await world.within((tx) => findMessages(tx, { identifiers: [identifier], senderId, limit: 10 }))).map(
      (one) => one.id,
    )
  expect([await find({ kind: 'control', value: 'old' }), await find({ kind: 'patient', value: '4711' })]).toEqual([
    [id],
    [],
  ])
  const [received, pruned] = await recordsOf(id)
  expect([received?.kind, pruned?.kind]).toEqual(['message.received', 'message.pruned'])
  expect(pruned?.patient_id).toBe(received?.patient_id)
  const message = { senderId, controlId: 'old', bytes: textOf('old'), identifiers: [] }
  expect(await world.within((tx) => keepReceived(tx, message))).toMatchObject({
    ...{ id, isNew: false, isSame: true },
    earlier: { outcome: 'stored', answer: 'AA' },
  })
})

test('D250: the time begins when the message is settled, and ends at the limit', async () => {
  const [over, within] = [await placeReceived(world, { days: 91 }), await placeReceived(world, { days: 89 })]
  const late = await placeReceived(world, { days: 200 })
  await world.owner.query('update received_message set settled_at = now() where id = $1', [late])

  await prune()

  await expect(readOne(over)).rejects.toMatchObject({ slug: 'gone' })
  expect((await readOne(within)).content.length).toBeGreaterThan(0)
  expect((await readOne(late)).content.length).toBeGreaterThan(0)
})

test('D250: a tenant without days keeps its messages for good, whatever another tenant does', async () => {
  const [own, other] = [await placeReceived(world), await placeReceived(world, { tenant: tenantB })]
  await world.keepFor(null)
  await world.keepFor(90, tenantB)

  await prune()
  await prune({ tenant: tenantB })

  expect((await readOne(own)).content.length).toBeGreaterThan(0)
  await expect(readOne(other, tenantB)).rejects.toMatchObject({ slug: 'gone' })
  await world.keepFor(null, tenantB)
})

test('D250: a message that is held, apart or on legal hold is never pruned', async () => {
  const byOutcome = new Map<string, string>()
  for (const outcome of receivedOutcomes) byOutcome.set(outcome, await placeReceived(world, { outcome }))
  const onHold = await placeReceived(world)
  await world.within((tx) => putMessageHold(tx, onHold, { isHeld: true, reason: 'legal_claim' }))

  await prune()

  const gone: string[] = []
  for (const [outcome, id] of byOutcome) await readOne(id).catch(() => gone.push(outcome))
  expect(gone).toEqual(['stored', 'unchanged', 'older', 'refused', 'answered'])
  expect((await readOne(onHold)).content.length).toBeGreaterThan(0)
  await world.within((tx) => putMessageHold(tx, onHold, { isHeld: false, reason: 'matter_closed' }))
  await prune()
  await expect(readOne(onHold)).rejects.toMatchObject({ slug: 'gone' })
  expect((await recordsOf(onHold)).map(({ kind }) => kind)).toEqual([
    ...['message.received', 'message.hold-set', 'message.hold-lifted', 'message.pruned'],
  ])
})

test('D250: a message is not held twice, and a pruned message is not held', async () => {
  const [twice, pruned] = [await placeReceived(world, { days: 1 }), await placeReceived(world)]
  const sent = await placeSent(world)
  await prune()
  const put = (id: string, isHeld: boolean) => world.within((tx) => putMessageHold(tx, id, { isHeld, reason: 'other' }))
  await put(twice, true)

  await expect(put(twice, true)).rejects.toMatchObject({ slug: 'invalid-transition' })
  await expect(put(pruned, true)).rejects.toMatchObject({ slug: 'gone' })
  await expect(put(sent.id, true)).rejects.toMatchObject({ slug: 'gone' })
  await expect(put(newId(), true)).rejects.toMatchObject({ slug: 'not-found' })
  await put(twice, false)
  await expect(put(twice, false)).rejects.toMatchObject({ slug: 'invalid-transition' })
})

test('D250: content that several messages share is removed with the last of them', async () => {
  const bytes = textOf('')
  const place = (days: number) => placeReceived(world, { controlId: undefined, bytes, days })
  const [first, second] = [await place(300), await place(60)]
  const blobId = await blobOf(first)

  await prune()
  const afterFirst = await countBlobs(world.owner, [blobId])
  const read = await readOne(second)
  await world.owner.query(`update received_message set settled_at = now() - interval '1 year' where id = $1`, [second])
  await prune()

  expect([afterFirst, read.content.equals(bytes)]).toEqual([1, true])
  expect(await countBlobs(world.owner, [blobId])).toBe(0)
})

test('D250: a new message of a content that is being pruned keeps its content, whichever comes first', async () => {
  const bytes = textOf('')
  const keep = () => keepReceivedAgain(bytes)
  const old = await placeReceived(world, { controlId: undefined, bytes })
  const blobId = await blobOf(old)
  // The new message has found the content, and has not committed.
  const found = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const first = world.within(async (tx) => {
    const kept = await keepReceived(tx, { senderId: newId(), controlId: undefined, bytes, identifiers: [] })
    found.resolve()
    await go.promise
    return kept.id
  })
  await found.promise
  await prune({ store: world.there })
  go.resolve()
  const firstId = await first
  expect([(await readOne(firstId)).content.equals(bytes), await blobOf(firstId)]).toEqual([true, blobId])

  // The pruner has removed the content of the last message that names it, and has not committed.
  await world.owner.query(
    "update received_message set outcome = $3, settled_at = now() - interval '1 year' where id = any ($1) or id = $2",
    [...[[old], firstId, 'stored']],
  )
  const pruned = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const pruning = world.within(async (tx) => {
    await pruneReceived(tx, 50)
    pruned.resolve()
    await end.promise
  })
  await pruned.promise
  const second = keep()
  await untilBlocked(world.owner)
  end.resolve()
  await pruning

  expect((await readOne(await second)).content.equals(bytes)).toBe(true)
})

const keepReceivedAgain = async (bytes: Buffer): Promise<string> =>
  (
    await world.within((tx) => keepReceived(tx, { senderId: newId(), controlId: undefined, bytes, identifiers: [] }), {
      store: world.there,
    })
  ).id

/** Waits until one database session waits for another one. */
async function untilBlocked(owner: pg.Pool): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  while ((await owner.query(text)).rowCount === 0) await new Promise((resolve) => setImmediate(resolve))
}

test('D250: two processes at the same time prune each message once', async () => {
  const ids = []
  for (let at = 0; at < 120; at += 1) ids.push(await placeReceived(world))
  const blobs = await Promise.all(ids.map(blobOf))

  const counts = await Promise.all([prune(), prune({ store: world.there })])

  // The process without the lease leaves it to the other one.
  expect(counts[0] + counts[1]).toBe(120)
  expect(await countBlobs(world.owner, blobs)).toBe(0)
  const { rows } = await world.owner.query(
    `select resource_id from audit where kind = 'message.pruned' and resource_id = any ($1)`,
    [ids],
  )
  expect(rows.map(({ resource_id }) => resource_id).sort()).toEqual([...ids].sort())
})

test('D250: a sent message loses the parts from which its bytes are built again, unless its delivery needs a person', async () => {
  const byState = new Map<string, { readonly id: string; readonly blobId: string }>()
  for (const state of deliveryStates) byState.set(state, await placeSent(world, { state }))
  byState.set('awaited', await placeSent(world, { state: 'committed', isAnswerDue: true }))
  byState.set('young', await placeSent(world, { days: 89 }))

  await prune()

  const gone: string[] = []
  for (const [state, { id }] of byState) {
    const content = await world.owner.query(
      'select blob_id, header, reply, pruned_at from attempt where delivery_id = $1',
      [id],
    )
    if (content.rows[0].pruned_at === null) continue
    gone.push(state)
    expect(content.rows[0]).toMatchObject({ blob_id: null, header: null, reply: null })
    expect(await world.within((tx) => findSentContent(tx, { deliveryId: id, number: 1 }))).toEqual({})
  }
  expect(gone).toEqual(['sent', 'committed', 'accepted', 'expired', 'cancelled'])
  // The rendering belongs to the document.
  expect(
    await countBlobs(
      world.owner,
      [...byState.values()].map(({ blobId }) => blobId),
    ),
  ).toBe(byState.size)
  const { id = '' } = byState.get('accepted') ?? {}
  expect((await recordsOf(id)).map(({ kind }) => kind)).toEqual(['message.pruned'])
})

test('D276: after the days of a tenant were shortened nothing is pruned for a day, and a longer time or another tenant waits for nothing', async () => {
  const [old, sent] = [await placeReceived(world, { days: 70 }), await placeSent(world, { days: 100 })]
  await setTenant(world.owner, tenantA, { messageDays: 60 })

  const during = await prune()
  const kept = await readOne(old)
  await world.owner.query(`update audit set at = at - interval '1 day' where kind = 'tenant.changed'`)
  await setTenant(world.owner, tenantA, { messageDays: 65 })
  const after = await prune()

  expect([during, kept.prunedAt, await countBlobs(world.owner, [sent.blobId])]).toEqual([0, undefined, 1])
  expect(after).toBeGreaterThanOrEqual(2)
  await expect(readOne(old)).rejects.toMatchObject({ slug: 'gone' })
})
