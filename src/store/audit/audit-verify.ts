/** Verifies the audit of a tenant: every record against its batch, every batch against the chain, the chain against a checkpoint. STORE.md "Audit". */
import type pg from 'pg'
import { type Batch, hashHead, headText, isSigned, listBatches, noBatch } from './audit-batches.ts'
import type { CheckpointHead } from './audit-checkpoint.ts'
import { type Differences, listGaps, nameDifferences } from './audit-differences.ts'
import type { Finding, FindingKind } from './audit-findings.ts'
import type { SigningKey } from './audit-keys.ts'
import { comesAfter, hashLeaf, type Position, pageLeaves, startOfAll } from './audit-leaves.ts'
import { type SealedTenant, sealWithinMs } from './audit-sealer.ts'
import { MerkleTree } from './merkle.ts'

export type Tail = { readonly records: number; readonly oldestMs: number }

export type Verified = {
  readonly tenant: string
  readonly batches: number
  /** Sealed, and read again. */
  readonly records: number
  /** Ended at so many differences that more would tell nothing; the rest was not read. */
  readonly isCut: boolean
  readonly unsealed: Tail
  readonly findings: readonly Finding[]
}

export type Verification = {
  readonly pool: pg.Pool
  readonly keys: readonly SigningKey[]
  readonly checkpoint?: CheckpointHead | undefined
  /** Called with the number of records read. */
  readonly onRecords?: (count: number) => void
}

/** A batch brings its fingerprints along. */
const batchPage = 50
const maxDifferences = 1_000

type Chain = { readonly number: number; readonly total: number; readonly hash: string; readonly through: Position }

const startOfChain: Chain = { number: 0, total: 0, hash: noBatch, through: startOfAll }

export async function verifyAudit(verification: Verification, tenant: SealedTenant): Promise<Verified> {
  const { pool, checkpoint } = verification
  const { chain, met, gaps, findings, ...walked } = await walkChain(verification, tenant)
  const found = [...findings, ...(await nameDifferences(pool, { tenant, gaps }))]
  if (walked.isCut) return { tenant: tenant.id, ...walked, unsealed: { records: 0, oldestMs: 0 }, findings: found }
  const { late, ...unsealed } = await readTail(pool, tenant, chain.through)
  found.push(
    ...listCheckpointFindings({ tenant, met, chain }, checkpoint),
    ...(late > 0 ? [{ kind: 'unsealed', tenant: tenant.id, records: late } as const] : []),
  )
  return { tenant: tenant.id, ...walked, unsealed, findings: found }
}

/** What has been read so far. */
type Walk = {
  batches: number
  records: number
  chain: Chain
  /** Hash of the batch that the checkpoint names. */
  met: string | undefined
  /** It has so many differences that more would tell nothing. */
  isCut: boolean
  readonly gaps: Differences['gaps'][number][]
  readonly findings: Finding[]
}

async function walkChain(verification: Verification, tenant: SealedTenant): Promise<Walk> {
  const { pool, checkpoint } = verification
  const walk: Walk = {
    batches: 0,
    records: 0,
    chain: startOfChain,
    met: undefined,
    isCut: false,
    gaps: [],
    findings: [],
  }
  for (;;) {
    const page = await listBatches(pool, tenant.number, { after: walk.chain.number, limit: batchPage })
    for (const batch of page) {
      const { number, total, through } = batch
      const read = await readBatch(verification, tenant, batch)
      const hash = hashHead(tenant.id, batch)
      walk.findings.push(...listChainFindings(verification, { tenant, batch, chain: walk.chain }), ...read.findings)
      walk.gaps.push(...read.gaps)
      walk.batches += 1
      walk.records += read.records
      walk.chain = { number, total, hash, through }
      if (number === checkpoint?.number) walk.met = hash
      walk.isCut = walk.gaps.length + walk.findings.length > maxDifferences
      if (walk.isCut) return walk
    }
    if (page.length < batchPage) return walk
  }
}

/** Its records, and where they do not give its root, which of them. */
async function readBatch(verification: Verification, tenant: SealedTenant, batch: Batch) {
  const { records, root } = await readRoot(verification, tenant, batch)
  if (records === batch.records && root === batch.root) return { records, gaps: [], findings: [] }
  const gaps = await listGaps(verification.pool, tenant, batch)
  const unexplained: Finding = { kind: 'unexplained', tenant: tenant.id, batch: batch.number }
  return { records, gaps, findings: gaps.length === 0 ? [unexplained] : [] }
}

type Link = { readonly tenant: SealedTenant; readonly batch: Batch; readonly chain: Chain }

/** The batch by itself, and after the one before. */
function listChainFindings({ keys }: Verification, { tenant, batch, chain }: Link): Finding[] {
  const found = (kind: FindingKind): Finding => ({ kind, tenant: tenant.id, batch: batch.number })
  const key = keys.find(({ id }) => id === batch.signingKey)
  const isGenuine = key !== undefined && isSigned(headText(tenant.id, batch), batch.signature, key.publicKey)
  if (!isGenuine) return [found('batch-forged')]
  if (batch.number !== chain.number + 1) {
    const records = batch.total - batch.records - chain.total
    return [{ kind: 'batch-dropped', tenant: tenant.id, batch: chain.number + 1, records }]
  }
  const follows =
    batch.previous === chain.hash &&
    batch.total === chain.total + batch.records &&
    !comesAfter(batch.from, chain.through) &&
    !comesAfter(chain.through, batch.from)
  return follows ? [] : [found('chain-broken')]
}

async function readRoot(
  { pool, onRecords }: Verification,
  { number: tenant }: SealedTenant,
  { from, through, records: sealed }: Batch,
): Promise<{ readonly records: number; readonly root: string }> {
  const tree = new MerkleTree()
  let records = 0
  // One more than there may be is enough to tell.
  for await (const page of pageLeaves(pool, { tenant, from, through }, sealed + 1)) {
    for (const leaf of page) tree.add(hashLeaf(tenant, leaf))
    records += page.length
    onRecords?.(page.length)
  }
  return { records, root: tree.root.toString('hex') }
}

type Ended = { readonly tenant: SealedTenant; readonly met: string | undefined; readonly chain: Chain }

function listCheckpointFindings({ tenant, met, chain }: Ended, checkpoint: CheckpointHead | undefined): Finding[] {
  if (checkpoint === undefined || met === checkpoint.hash) return []
  if (met !== undefined) return [{ kind: 'rewritten', tenant: tenant.id, batch: checkpoint.number }]
  const records = Math.max(0, checkpoint.total - chain.total)
  return [{ kind: 'truncated', tenant: tenant.id, batch: chain.number + 1, records }]
}

/** What no batch holds yet. Late is what could have been sealed within the promised time. */
async function readTail(
  pool: pg.Pool,
  { number }: SealedTenant,
  through: Position,
): Promise<Tail & { readonly late: number }> {
  const { rows } = await pool.query<{ records: number; age: number; late: number }>(
    `select count(*)::int as records, coalesce(extract(epoch from clock_timestamp() - min(at)) * 1000, 0)::float8 as age,
       (count(*) filter (where tx < pg_snapshot_xmin(pg_current_snapshot()) and at < clock_timestamp() - make_interval(secs => $4)))::int as late
     from audit where tenant = $1 and (tx, seq) > ($2::xid8, $3::bigint)`,
    [number, through.tx, through.seq, sealWithinMs / 1000],
  )
  const { records = 0, age = 0, late = 0 } = rows[0] ?? {}
  return { records, oldestMs: Math.max(0, Math.round(age)), late }
}
