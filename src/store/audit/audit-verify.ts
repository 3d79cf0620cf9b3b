/** Verifies the audit of a tenant: every record against its batch, every batch against the chain, the chain against a checkpoint. docs/design/store.md#audit. */

import type pg from 'pg'
import { isoAt } from '../../core/clock.ts'
import { hourMs } from '../../core/durations.ts'
import { type Batch, hashHead, headText, isSigned, listBatches, noBatch } from './audit-batches.ts'
import type { CheckpointHead } from './audit-checkpoint.ts'
import { type Differences, listGaps, nameDifferences } from './audit-differences.ts'
import type { Finding, FindingKind } from './audit-findings.ts'
import type { SigningKey } from './audit-keys.ts'
import { comesAfter, hashLeaf, pageLeaves, recordIdOf, startOfAll, timeOf } from './audit-leaves.ts'
import { type SealedTenant, sealWithinMs } from './audit-sealer.ts'
import { MerkleTree } from './merkle.ts'

export type Tail = { readonly records: number; readonly oldestMs: number }

export type Verified = {
  readonly tenant: string
  readonly batches: number
  /** Sealed, and read again. */
  readonly records: number
  /** True if it stopped because more differences would say nothing new. */
  readonly isCut: boolean
  readonly unsealed: Tail
  readonly findings: readonly Finding[]
}

export type Verification = {
  readonly pool: pg.Pool
  readonly keys: readonly SigningKey[]
  readonly checkpoint?: CheckpointHead | undefined
  /** Called with the number of records that were read. */
  readonly onRecords?: (count: number) => void
}

/** A batch includes its fingerprints, so a page holds few. */
const batchPage = 50
const maxDifferences = 1_000

type Chain = Pick<Batch, 'number' | 'total' | 'through'> & {
  readonly hash: string
  /** Absent before the first batch. */
  readonly sealedAt?: string
}

const startOfChain: Chain = { number: 0, total: 0, hash: noBatch, through: startOfAll }

export async function verifyAudit(verification: Verification, tenant: SealedTenant): Promise<Verified> {
  const { pool, checkpoint } = verification
  const { chain, met, gaps, findings, ...walked } = await walkChain(verification, tenant)
  const found = [...findings, ...(await nameDifferences(pool, { tenant, gaps }))]
  if (walked.isCut) return { tenant: tenant.id, ...walked, unsealed: { records: 0, oldestMs: 0 }, findings: found }
  const { late, misdated, ...unsealed } = await readTail(pool, tenant, chain)
  found.push(
    ...misdated.map((record) => ({ kind: 'misdated', tenant: tenant.id, record }) as const),
    ...listCheckpointFindings({ tenant, met, chain }, checkpoint),
    ...(late > 0 ? [{ kind: 'unsealed', tenant: tenant.id, records: late } as const] : []),
  )
  return { tenant: tenant.id, ...walked, unsealed, findings: found }
}

/** State of the walk through the chain. */
type Walk = {
  batches: number
  records: number
  chain: Chain
  /** Hash of the batch that the checkpoint names. */
  met: string | undefined
  /** True if it has too many differences to go on. */
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
      const { number, total, through, sealedAt } = batch
      const read = await readBatch(verification, tenant, { batch, chain: walk.chain })
      const hash = hashHead(tenant.id, batch)
      walk.findings.push(...listChainFindings(verification, { tenant, batch, chain: walk.chain }), ...read.findings)
      walk.gaps.push(...read.gaps)
      walk.batches += 1
      walk.records += read.records
      walk.chain = { number, total, hash, through, sealedAt }
      if (number === checkpoint?.number) walk.met = hash
      walk.isCut = walk.gaps.length + walk.findings.length > maxDifferences
      if (walk.isCut) return walk
    }
    if (page.length < batchPage) return walk
  }
}

/** Reads the records of a batch. If they do not give its root, finds out which of them differ. */
async function readBatch(verification: Verification, tenant: SealedTenant, { batch, chain }: Omit<Link, 'tenant'>) {
  const bounds = boundsOf(chain.sealedAt, batch.sealedAt)
  const { records, root, misdated } = await readRoot(verification, tenant, { batch, bounds })
  if (records === batch.records && root === batch.root) {
    const findings = misdated.map(
      (record): Finding => ({ kind: 'misdated', tenant: tenant.id, batch: batch.number, record }),
    )
    return { records, gaps: [], findings }
  }
  const gaps = await listGaps(verification.pool, tenant, batch)
  const unexplained: Finding = { kind: 'unexplained', tenant: tenant.id, batch: batch.number }
  return { records, gaps, findings: gaps.length === 0 ? [unexplained] : [] }
}

type Link = { readonly tenant: SealedTenant; readonly batch: Batch; readonly chain: Chain }

/** Checks the batch by itself and against the one before it. */
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

type Reading = { readonly batch: Batch; readonly bounds: Bounds }
type Root = { readonly records: number; readonly root: string; readonly misdated: readonly string[] }

async function readRoot(
  { pool, onRecords }: Verification,
  { number: tenant }: SealedTenant,
  { batch: { from, through, records: sealed }, bounds }: Reading,
): Promise<Root> {
  const tree = new MerkleTree()
  const misdated: string[] = []
  let records = 0
  // One record more than allowed is enough to know.
  for await (const page of pageLeaves(pool, { tenant, from, through }, sealed + 1)) {
    for (const leaf of page) {
      tree.add(hashLeaf(tenant, leaf))
      if (isOutside(timeOf(leaf), bounds) && misdated.length <= maxDifferences) misdated.push(recordIdOf(leaf))
    }
    records += page.length
    onRecords?.(page.length)
  }
  return { records, root: tree.root.toString('hex'), misdated }
}

type Ended = { readonly tenant: SealedTenant; readonly met: string | undefined; readonly chain: Chain }

function listCheckpointFindings({ tenant, met, chain }: Ended, checkpoint: CheckpointHead | undefined): Finding[] {
  if (checkpoint === undefined || met === checkpoint.hash) return []
  if (met !== undefined) return [{ kind: 'rewritten', tenant: tenant.id, batch: checkpoint.number }]
  const records = Math.max(0, checkpoint.total - chain.total)
  return [{ kind: 'truncated', tenant: tenant.id, batch: chain.number + 1, records }]
}

/** D80: a transaction that writes records runs no longer than this. */
const longestMs = hourMs
/** D80: the clock of the database may be set back by this much. */
const setBackMs = 60_000

/** RFC 3339 in UTC, compared as texts. */
type Bounds = { readonly earliest: string; readonly latest: string }

/** When the records of a batch can have been written: between the seal of the batch before and its own. */
const boundsOf = (sealedBefore: string | undefined, sealedAt: string): Bounds => ({
  earliest: sealedBefore === undefined ? '' : isoAt(new Date(Date.parse(sealedBefore) - longestMs)),
  latest: isoAt(new Date(Date.parse(sealedAt) + setBackMs)),
})

const isOutside = (time: string, { earliest, latest }: Bounds): boolean => time < earliest || time > latest

type FullTail = Tail & { readonly late: number; readonly misdated: readonly string[] }

/** Records in no batch yet. Those that should have been sealed by now are late. */
async function readTail(
  pool: pg.Pool,
  { number }: SealedTenant,
  { through, sealedAt }: Pick<Chain, 'through' | 'sealedAt'>,
): Promise<FullTail> {
  const { rows } = await pool.query<{ records: number; age: number; late: number; misdated: string[] | null }>(
    `select count(*)::int as records, coalesce(extract(epoch from clock_timestamp() - min(at)) * 1000, 0)::float8 as age,
       (count(*) filter (where tx < pg_snapshot_xmin(pg_current_snapshot()) and at < clock_timestamp() - make_interval(secs => $4)))::int as late,
       (array_agg(id::text order by tx, seq) filter (where at < $5::timestamptz or at > clock_timestamp() + make_interval(secs => $6)))[1:$7] as misdated
     from audit where tenant = $1 and (tx, seq) > ($2::xid8, $3::bigint)`,
    [
      number,
      through.tx,
      through.seq,
      sealWithinMs / 1000,
      boundsOf(sealedAt, isoAt(new Date())).earliest || '-infinity',
      setBackMs / 1000,
      maxDifferences,
    ],
  )
  const { records = 0, age = 0, late = 0, misdated } = rows[0] ?? {}
  return { records, oldestMs: Math.max(0, Math.round(age)), late, misdated: misdated ?? [] }
}
