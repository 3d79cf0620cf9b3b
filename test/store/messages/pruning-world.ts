/** Two processes on one database with two tenants, and messages of any age in it. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newId } from '../../../src/core/ids.ts'
import { keepReceived, type ReceivedOutcome, settleReceived } from '../../../src/store/messages/received-messages.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { putBlob } from '../../../src/store/operations/blobs.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Tx } from '../../../src/store/transaction.ts'
import { createDatabase, openOwner } from '../../database.ts'
import { settingsOf, tenantA, tenantB } from '../audit-world.ts'

export type PruningWorld = Awaited<ReturnType<typeof openPruningWorld>>

export async function openPruningWorld() {
  const masterKey = createSecretKey(randomBytes(32))
  const database = await createDatabase()
  const owner = openOwner(database)
  const open = () =>
    openStore({
      connection: database.config,
      masterKey,
      tenants: [settingsOf(tenantA), settingsOf(tenantB)],
      index: () => ({ tokens: [] }),
      check: () => ({ findings: [], pending: { references: [] } }),
    })
  const here = await open()
  const there = await open()
  const within = <T>(work: (tx: Tx) => Promise<T>, { store = here, tenant = tenantA as string } = {}): Promise<T> =>
    store.transactAsSystem(tenant, work)
  return {
    ...{ database, masterKey, owner, here, there, within },
    keepFor: (days: number | null, tenant: string = tenantA) =>
      owner.query('update tenant set message_days = $2 where id = $1', [tenant, days]),
    async close() {
      await here.close()
      await there.close()
      await owner.end()
      await database.drop()
    },
  }
}

export const textOf = (controlId: string): Buffer =>
  Buffer.from(`MSH|^~\\&|A|B|C|D|20260314112000||ADT^A08|${controlId}|P|2.4\rPID|1||4711^^^SBH||Wattlebird\r`)

type Placing = {
  readonly outcome?: ReceivedOutcome['outcome']
  /** Days since it was settled. */
  readonly days?: number
  readonly controlId?: string | undefined
  readonly bytes?: Buffer
  readonly tenant?: string
  readonly store?: Store
  readonly senderId?: string
}

/** Keeps a message as if it had been settled this many days ago. */
export async function placeReceived({ owner, here, within }: PruningWorld, placing: Placing = {}): Promise<string> {
  const { outcome = 'stored', days = 100, tenant = tenantA, store = here, senderId = newId() } = placing
  const controlId = 'controlId' in placing ? placing.controlId : newId()
  const id = await within(
    async (tx) => {
      const kept = await keepReceived(tx, {
        ...{ senderId, controlId, bytes: placing.bytes ?? textOf(controlId ?? ''), type: 'ADT^A08' },
        identifiers: [{ kind: 'patient', system: 'urn:x:sbh', value: '4711' }],
      })
      await settleReceived(tx, kept.id, { outcome, answer: 'AA', resources: ['Patient/p1'] })
      return kept.id
    },
    { tenant, store },
  )
  await owner.query(
    `update received_message set received_at = now() - make_interval(days => $2), settled_at = now() - make_interval(days => $2) where id = $1`,
    [id, days],
  )
  return id
}

/** Makes a delivery with one attempt, as if it had ended this many days ago. */
export async function placeSent(
  { owner, within }: PruningWorld,
  { state = 'accepted', days = 100, isAnswerDue = false } = {},
): Promise<{ readonly id: string; readonly blobId: string }> {
  const id = newId()
  const blobId = await within((tx) => putBlob(tx, textOf('sent')))
  await owner.query(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, attempts, request_id, created_at, updated_at, answer_due_at)
     select number, $2, $2, $2, $2, 'original', 'hl7v2', 'default', 0, $3, 1, $2, now() - make_interval(days => $4), now() - make_interval(days => $4),
       case when $5 then now() end from tenant where id = $1`,
    [tenantA, id, state, days, isAnswerDue],
  )
  await owner.query(
    `insert into attempt (tenant, delivery_id, number, started_at, control_id, blob_id, header, reply)
     select number, $2, 1, now() - make_interval(days => $3), $5, $4, '{}', '\\x00' from tenant where id = $1`,
    [tenantA, id, days, blobId, newId()],
  )
  return { id, blobId }
}

export const countBlobs = async (owner: pg.Pool, ids: readonly string[]): Promise<number> =>
  (await owner.query('select count(*)::int as count from blob where id = any ($1::uuid[])', [ids])).rows[0].count
