/** Idempotency keys: one effect for one key. Spec R5.4; hub-contract "Requests and answers". */
import { Problem } from '../problems.ts'
import { openSealed } from './keys/keys.ts'
import { digest, seal } from './keys/seal.ts'
import type { StoredReply } from './store.ts'
import type { Tx } from './transaction.ts'
import { type Statement, sendTogether } from './writes/trip.ts'

export type IdempotentRequest = {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
}

const retentionDays = 7
const replayed = { 'Idempotent-Replayed': 'true' }

/** The stored answer where the key was used for this very request; else runs it and keeps a 2xx answer, in the same transaction. */
export async function replayOrRun(
  tx: Tx,
  request: IdempotentRequest,
  run: () => Promise<StoredReply>,
): Promise<StoredReply> {
  const marks = marksOf(tx, request)
  const replay = toReplay(await lockAndFind(tx, marks.scope), marks)
  if (replay !== undefined) return replay
  const reply = await run()
  if (reply.status < 300) insertReply(tx, { ...marks, reply })
  return reply
}

/** The stored answer where the key was used for this very request. */
export async function findReplay(tx: Tx, request: IdempotentRequest): Promise<StoredReply | undefined> {
  const marks = marksOf(tx, request)
  const [found] = await sendTogether(tx.client, [findStatement(tx, marks.scope)])
  return toReplay(openReply(tx, marks.scope, found?.rows[0]), marks)
}

/** What the key, and the request, are kept as. */
type Marks = { readonly scope: Buffer; readonly fingerprint: Buffer }

function marksOf({ tenant, caller }: Tx, { key, method, path, body }: IdempotentRequest): Marks {
  const { index } = tenant.keys
  const { spoke, subject, patient = '' } = caller
  return {
    // A carer of two patients is answered for the one of the token.
    scope: digest(index, JSON.stringify(['idempotency', spoke, subject, key, patient])),
    fingerprint: digest(index, Buffer.concat([Buffer.from(JSON.stringify([method, path])), body])),
  }
}

function toReplay(stored: StoredRow | undefined, { fingerprint }: Marks): StoredReply | undefined {
  if (stored === undefined) return undefined
  if (!stored.fingerprint.equals(fingerprint)) throw new Problem('idempotency-key-reused')
  return { ...stored.reply, headers: { ...stored.reply.headers, ...replayed } }
}

/** The lock is a statement of its own, before the one that looks; both go in one trip. */
async function lockAndFind(tx: Tx, scope: Buffer): Promise<StoredRow | undefined> {
  const lock = {
    name: 'idempotency-lock',
    text: 'select pg_try_advisory_xact_lock($1::bigint) as locked',
    values: [scope.readBigInt64BE(0).toString()],
  }
  const [locked, found] = await sendTogether(tx.client, [lock, findStatement(tx, scope)])
  if (locked?.rows[0]?.locked !== true) {
    throw new Problem('idempotency-in-progress', { headers: { 'Retry-After': '1' } })
  }
  return openReply(tx, scope, found?.rows[0])
}

type StoredRow = { readonly fingerprint: Buffer; readonly reply: StoredReply }

const context = (tx: Tx, scope: Buffer): string => `idempotency|${tx.tenant.number}|${scope.toString('hex')}`

const findStatement = (tx: Tx, scope: Buffer): Statement => ({
  name: 'idempotency-find',
  text: `select fingerprint, reply from idempotency where tenant = $1 and scope = $2 and created_at > now() - make_interval(days => $3)`,
  values: [tx.tenant.number, scope, retentionDays],
})

type ReplyRow = { readonly fingerprint: Buffer; readonly reply: Buffer }

function openReply(tx: Tx, scope: Buffer, row: ReplyRow | undefined): StoredRow | undefined {
  if (row === undefined) return undefined
  const opened = openSealed(tx.tenant.keys, row.reply, context(tx, scope)).toString('utf8')
  return { fingerprint: row.fingerprint, reply: JSON.parse(opened) as StoredReply }
}

function insertReply(tx: Tx, row: StoredRow & { readonly scope: Buffer }): void {
  const sealed = seal(Buffer.from(JSON.stringify(row.reply)), tx.tenant.keys.current, context(tx, row.scope))
  tx.endWith({
    name: 'idempotency-insert',
    text: `insert into idempotency (tenant, scope, fingerprint, status, reply) values ($1, $2, $3, $4, $5)
           on conflict (tenant, scope) do update set fingerprint = excluded.fingerprint, status = excluded.status, reply = excluded.reply, created_at = now()`,
    values: [tx.tenant.number, row.scope, row.fingerprint, row.reply.status, sealed],
  })
}
