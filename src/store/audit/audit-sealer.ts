/** Seals the audit records of a tenant into the next batch of its chain; the records are never touched. docs/design/store.md#audit. */
import type pg from 'pg'
import { utc } from '../columns.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import { type Batch, findLastBatch, hashHead, insertBatch, noBatch, signHead } from './audit-batches.ts'
import type { SigningKey } from './audit-keys.ts'
import { hashLeaf, type Leaf, type Position, pageLeaves, startOfAll } from './audit-leaves.ts'
import { MerkleTree } from './merkle.ts'

/** The promise of the store: a record is sealed within this time after its commit. */
export const sealWithinMs = 5_000
export const fingerprintBytes = 8

const maxRecords = 10_000
/** Keeps sealers of several processes apart, together with the tenant's number. */
const sealerLock = 7_214_003

export type SealedTenant = { readonly id: string; readonly number: number }

/** Tenants with a record that is older than `ageMs`, is in no batch, and that no running transaction can precede. */
async function listUnsealed(pool: pg.Pool, ageMs: number): Promise<SealedTenant[]> {
  const { rows } = await pool.query<SealedTenant>({
    name: 'audit-unsealed',
    text: `select t.id, t.number from tenant t
           left join lateral (
             select through_tx as tx, through_seq as seq from audit_batch b where b.tenant = t.number order by b.number desc limit 1
           ) last on true
           cross join lateral (
             select a.at from audit a
             where a.tenant = t.number and (a.tx, a.seq) > (coalesce(last.tx, '0'), coalesce(last.seq, 0))
               and a.tx < pg_snapshot_xmin(pg_current_snapshot())
             order by a.tx, a.seq limit 1
           ) first
           where first.at <= clock_timestamp() - make_interval(secs => $1)
             -- A forged time in the future does not delay other tenants (D80).
             or first.at > clock_timestamp() + interval '1 minute'`,
    values: [ageMs / 1000],
  })
  return rows
}

/** The batches of so many tenants commit together, because a commit waits for the disk. */
const maxTenants = 16

/** Seals all records older than `ageMs` in every tenant. Answers how many. */
export async function sealOlder(pool: pg.Pool, ageMs: number, readKey: () => Promise<SigningKey>): Promise<number> {
  let tenants = await listUnsealed(pool, ageMs)
  let sealed = 0
  while (tenants.length > 0) {
    const key = await readKey()
    const full: SealedTenant[] = []
    for (let at = 0; at < tenants.length; at += maxTenants) {
      for (const { tenant, batch } of await sealTogether(pool, tenants.slice(at, at + maxTenants), key)) {
        sealed += batch.records
        if (batch.records === maxRecords) full.push(tenant)
      }
    }
    tenants = full
  }
  return sealed
}

type TenantBatch = { readonly tenant: SealedTenant; readonly batch: Batch }

/** Skips tenants that another process is sealing. It writes last, so that followers wait for that moment only. */
async function sealTogether(
  pool: pg.Pool,
  tenants: readonly SealedTenant[],
  key: SigningKey,
): Promise<readonly TenantBatch[]> {
  return inTransaction(pool, async (client) => {
    const until = await readHorizon(client)
    const sealed: TenantBatch[] = []
    for (const tenant of tenants) {
      const batch = await buildBatch(client, tenant, { key, ...until })
      if (batch !== undefined) sealed.push({ tenant, batch })
    }
    for (const { tenant, batch } of sealed) await insertBatch(client, tenant.number, batch)
    return sealed
  })
}

type Sealing = { readonly key: SigningKey; readonly horizon: Position; readonly sealedAt: string }

async function buildBatch(client: pg.ClientBase, tenant: SealedTenant, sealing: Sealing): Promise<Batch | undefined> {
  const { key, horizon, sealedAt } = sealing
  if (!(await tryLock(client, tenant.number))) return undefined
  const last = await findLastBatch(client, tenant.number)
  const from = last?.through ?? startOfAll
  const sealed = await sealLeaves(client, { tenant: tenant.number, from, through: horizon })
  if (sealed === undefined) return undefined
  const head = {
    number: (last?.number ?? 0) + 1,
    from,
    ...sealed,
    total: (last?.total ?? 0) + sealed.records,
    previous: last === undefined ? noBatch : hashHead(tenant.id, last),
    sealedAt,
    signingKey: key.id,
  }
  return { ...head, signature: signHead(tenant.id, head, key) }
}

/** Held until the transaction ends. */
async function tryLock(client: pg.ClientBase, tenant: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, $2) as locked', [
    sealerLock,
    tenant,
  ])
  return rows[0]?.locked === true
}

/** Every transaction below it has ended, so no record can still appear there. */
async function readHorizon(client: pg.ClientBase): Promise<{ horizon: Position; sealedAt: string }> {
  const { rows } = await client.query<{ tx: string; at: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as tx, ${utc('clock_timestamp()', 'US')} as at`,
  )
  const { tx = '0', at = '' } = rows[0] ?? {}
  return { horizon: { tx, seq: '0' }, sealedAt: at }
}

type Sealed = Pick<Batch, 'through' | 'records' | 'root' | 'fingerprints'>

async function sealLeaves(
  client: pg.ClientBase,
  span: { readonly tenant: number; readonly from: Position; readonly through: Position },
): Promise<Sealed | undefined> {
  const tree = new MerkleTree()
  const fingerprints: Buffer[] = []
  let last: Leaf | undefined
  for await (const page of pageLeaves(client, span, maxRecords)) {
    for (const leaf of page) {
      const hash = hashLeaf(span.tenant, leaf)
      tree.add(hash)
      fingerprints.push(hash.subarray(0, fingerprintBytes))
    }
    last = page.at(-1)
  }
  if (last === undefined) return undefined
  return {
    through: { tx: last.tx, seq: last.seq },
    records: fingerprints.length,
    root: tree.root.toString('hex'),
    fingerprints: Buffer.concat(fingerprints),
  }
}
