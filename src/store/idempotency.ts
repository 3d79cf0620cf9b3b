/** Idempotency keys: one effect for one key. Spec R5.4; hub-contract "Requests and answers". */
import { Problem } from '../problems.ts'
import { openSealed } from './keys/keys.ts'
import { digest, seal } from './keys/seal.ts'
import type { StoredReply } from './store.ts'
import type { Tx } from './transaction.ts'

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
  const { index } = tx.tenant.keys
  const scope = digest(index, JSON.stringify(['idempotency', tx.caller.spoke, tx.caller.subject, request.key]))
  const fingerprint = digest(
    index,
    Buffer.concat([Buffer.from(JSON.stringify([request.method, request.path])), request.body]),
  )
  await lock(tx, scope)
  const stored = await findReply(tx, scope)
  if (stored !== undefined) {
    if (!stored.fingerprint.equals(fingerprint)) throw new Problem('idempotency-key-reused')
    return { ...stored.reply, headers: { ...stored.reply.headers, ...replayed } }
  }
  const reply = await run()
  if (reply.status < 300) await insertReply(tx, { scope, fingerprint, reply })
  return reply
}

async function lock(tx: Tx, scope: Buffer): Promise<void> {
  const { rows } = await tx.client.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock($1::bigint) as locked',
    [scope.readBigInt64BE(0).toString()],
  )
  if (rows[0]?.locked !== true) throw new Problem('idempotency-in-progress', { headers: { 'Retry-After': '1' } })
}

type StoredRow = { readonly fingerprint: Buffer; readonly reply: StoredReply }

const context = (tx: Tx, scope: Buffer): string => `idempotency|${tx.tenant.number}|${scope.toString('hex')}`

async function findReply(tx: Tx, scope: Buffer): Promise<StoredRow | undefined> {
  const { rows } = await tx.client.query<{ fingerprint: Buffer; reply: Buffer }>(
    `select fingerprint, reply from idempotency where tenant = $1 and scope = $2 and created_at > now() - make_interval(days => $3)`,
    [tx.tenant.number, scope, retentionDays],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    fingerprint: row.fingerprint,
    reply: JSON.parse(openSealed(tx.tenant.keys, row.reply, context(tx, scope)).toString('utf8')) as StoredReply,
  }
}

async function insertReply(tx: Tx, row: StoredRow & { readonly scope: Buffer }): Promise<void> {
  const sealed = seal(Buffer.from(JSON.stringify(row.reply)), tx.tenant.keys.current, context(tx, row.scope))
  await tx.client.query(
    `insert into idempotency (tenant, scope, fingerprint, status, reply) values ($1, $2, $3, $4, $5)
     on conflict (tenant, scope) do update set fingerprint = excluded.fingerprint, status = excluded.status, reply = excluded.reply, created_at = now()`,
    [tx.tenant.number, row.scope, row.fingerprint, row.reply.status, sealed],
  )
}
