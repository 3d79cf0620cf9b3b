/** Idempotency keys: one effect for one key. R5.4; docs/design/hub.md#requests-and-answers. */
import type { Caller } from '../core/caller.ts'
import { canonicalJson } from '../core/json/canonical-json.ts'
import type { JsonValue } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { openSealed } from './keys/keys.ts'
import { digest, seal } from './keys/seal.ts'
import type { Opening } from './opening.ts'
import type { Statement } from './postgres/pipeline.ts'
import type { Tenant } from './tenants/tenant.ts'
import type { Tx } from './transaction.ts'

/** The parts that make two requests the same: everything but the correlation. `path` is the path with its query. */
export type IdempotentRequest = {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
  /** The body if it is JSON: equal JSON makes the same request. */
  readonly json?: JsonValue
}

/** A reply as it is kept under its key. */
export type StoredReply = {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const retentionDays = 7
const replayed = { 'Idempotent-Replayed': 'true' }

/** Answers the stored reply if the key was used for this request. Otherwise runs it and stores a 2xx reply in the same transaction. */
export const replayOrRun =
  (caller: Caller, request: IdempotentRequest, run: (tx: Tx) => Promise<StoredReply>): Opening<StoredReply> =>
  (tenant) => {
    const marks = marksOf(tenant, caller, request)
    const { scope } = marks
    return {
      // The lock is a statement of its own, before the one that looks.
      first: [lockStatement(tenant, marks), findStatement(tenant, marks)],
      work: async (tx, [locked, found]) => {
        if (locked?.rows[0]?.locked !== true)
          throw new Problem('idempotency-in-progress', { headers: { 'Retry-After': '1' } })
        const replay = toReplay(openReply(tenant, scope, found?.rows[0]), marks)
        if (replay !== undefined) return replay
        const reply = await run(tx)
        if (reply.status < 300) insertReply(tx, { ...marks, reply })
        return reply
      },
    }
  }

/** The stored reply if the key was used for this request. */
export const findReplay =
  (caller: Caller, request: IdempotentRequest): Opening<StoredReply | undefined> =>
  (tenant) => {
    const marks = marksOf(tenant, caller, request)
    return {
      first: [findStatement(tenant, marks)],
      work: async (_tx, [found]) => toReplay(openReply(tenant, marks.scope, found?.rows[0]), marks),
    }
  }

/** Hashes of the key and of the request. */
type Marks = {
  readonly scope: Buffer
  readonly issuer: string
  readonly fingerprint: Buffer
  /** Hash of the body's bytes: older releases kept this one, before bodies were compared as JSON. */
  readonly ofBytes: () => Buffer
}

function marksOf(
  { keys: { index } }: Tenant,
  caller: Caller,
  { key, method, path, body, json }: IdempotentRequest,
): Marks {
  const { spoke, issuer, subject, patient = '' } = caller
  const fingerprintOf = (content: Uint8Array): Buffer =>
    digest(index, Buffer.concat([Buffer.from(JSON.stringify([method, path])), content]))
  return {
    issuer,
    // For a carer of two patients, the stored reply belongs to the patient of the token.
    scope: digest(index, JSON.stringify(['idempotency', spoke, subject, key, patient])),
    fingerprint: fingerprintOf(json === undefined ? body : Buffer.from(canonicalJson(json))),
    ofBytes: () => fingerprintOf(body),
  }
}

function toReplay(stored: StoredRow | undefined, { fingerprint, ofBytes }: Marks): StoredReply | undefined {
  if (stored === undefined) return undefined
  if (!stored.fingerprint.equals(fingerprint) && !stored.fingerprint.equals(ofBytes()))
    throw new Problem('idempotency-key-reused')
  return { ...stored.reply, headers: { ...stored.reply.headers, ...replayed } }
}

const lockStatement = ({ keys: { index } }: Tenant, { scope, issuer }: Marks): Statement => ({
  name: 'idempotency-lock',
  text: 'select pg_try_advisory_xact_lock($1::bigint) as locked',
  values: [
    digest(index, Buffer.concat([scope, Buffer.from(issuer)]))
      .readBigInt64BE(0)
      .toString(),
  ],
})

type StoredRow = { readonly fingerprint: Buffer; readonly reply: StoredReply }

const context = ({ number }: Tenant, scope: Buffer): string => `idempotency|${number}|${scope.toString('hex')}`

const findStatement = (tenant: Tenant, { scope, issuer }: Marks): Statement => ({
  name: 'idempotency-find',
  text: `select fingerprint, reply from idempotency where tenant = $1 and scope = $2 and issuer = $3 and created_at > now() - make_interval(days => $4)`,
  values: [tenant.number, scope, issuer, retentionDays],
})

type ReplyRow = { readonly fingerprint: Buffer; readonly reply: Buffer }

function openReply(tenant: Tenant, scope: Buffer, row: ReplyRow | undefined): StoredRow | undefined {
  if (row === undefined) return undefined
  const opened = openSealed(tenant.keys, row.reply, context(tenant, scope)).toString('utf8')
  return { fingerprint: row.fingerprint, reply: JSON.parse(opened) as StoredReply }
}

function insertReply(tx: Tx, row: StoredRow & Marks): void {
  const sealed = seal(Buffer.from(JSON.stringify(row.reply)), tx.tenant.keys.current, context(tx.tenant, row.scope))
  tx.endWith({
    name: 'idempotency-insert',
    text: `insert into idempotency (tenant, scope, issuer, fingerprint, status, reply) values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant, scope, issuer) do update set fingerprint = excluded.fingerprint, status = excluded.status, reply = excluded.reply, created_at = now()`,
    values: [tx.tenant.number, row.scope, row.issuer, row.fingerprint, row.reply.status, sealed],
  })
}
