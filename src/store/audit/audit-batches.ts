/** Batches: the links of a tenant's chain, each signed over all that it says and over the batch before. docs/design/store.md#audit. */

import type { KeyObject } from 'node:crypto'
import { sign, verify } from 'node:crypto'
import type pg from 'pg'
import { utc } from '../columns.ts'
import type { SigningKey } from './audit-keys.ts'
import { format, type Position } from './audit-leaves.ts'
import { sha256 } from './merkle.ts'

/** The part that is signed. Hashes are in hexadecimal. */
export type BatchHead = {
  readonly number: number
  readonly from: Position
  readonly through: Position
  readonly records: number
  readonly total: number
  readonly root: string
  readonly previous: string
  /** RFC 3339 in UTC, with microseconds. */
  readonly sealedAt: string
  readonly signingKey: number
}

export type Batch = BatchHead & { readonly signature: Buffer; readonly fingerprints: Buffer }

export const noBatch = '0'.repeat(64)

/** The signed text. It holds the tenant's UUID, because the tenant's number has a meaning in this database only. */
export const headText = (tenantId: string, head: BatchHead): string =>
  [
    `banksia-audit-${format}`,
    tenantId,
    head.number,
    head.from.tx,
    head.from.seq,
    head.through.tx,
    head.through.seq,
    head.records,
    head.total,
    head.root,
    head.previous,
    head.sealedAt,
    head.signingKey,
  ].join('|')

export const hashHead = (tenantId: string, head: BatchHead): string => sha256(headText(tenantId, head)).toString('hex')

export const signHead = (tenantId: string, head: BatchHead, { privateKey }: SigningKey): Buffer =>
  sign(null, Buffer.from(headText(tenantId, head)), privateKey)

export const isSigned = (text: string, signature: Buffer, publicKey: KeyObject): boolean =>
  verify(null, Buffer.from(text), publicKey, signature)

type BatchRow = Omit<Batch, 'from' | 'through' | 'number' | 'total'> & {
  readonly number: string
  readonly total: string
  readonly from_tx: string
  readonly from_seq: string
  readonly through_tx: string
  readonly through_seq: string
}

const selection = `number, from_tx::text, from_seq::text, through_tx::text, through_seq::text, records, total,
  encode(root, 'hex') as root, encode(previous, 'hex') as previous, ${utc('sealed_at', 'US')} as "sealedAt", signing_key as "signingKey",
  signature, fingerprints`

const openBatch = ({ from_tx, from_seq, through_tx, through_seq, number, total, ...row }: BatchRow): Batch => ({
  ...row,
  number: Number(number),
  total: Number(total),
  from: { tx: from_tx, seq: from_seq },
  through: { tx: through_tx, seq: through_seq },
})

export async function findLastBatch(client: pg.ClientBase | pg.Pool, tenant: number): Promise<Batch | undefined> {
  const { rows } = await client.query<BatchRow>({
    name: 'audit-batch-last',
    text: `select ${selection} from audit_batch where tenant = $1 order by number desc limit 1`,
    values: [tenant],
  })
  return rows[0] && openBatch(rows[0])
}

/** Oldest first, after number `after`. */
export async function listBatches(
  client: pg.ClientBase | pg.Pool,
  tenant: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Batch[]> {
  const { rows } = await client.query<BatchRow>({
    name: 'audit-batches',
    text: `select ${selection} from audit_batch where tenant = $1 and number > $2 order by number limit $3`,
    values: [tenant, after, limit],
  })
  return rows.map(openBatch)
}

export async function insertBatch(client: pg.ClientBase, tenant: number, batch: Batch): Promise<void> {
  const { number, from, through, records, total, root, previous, sealedAt, signingKey, signature, fingerprints } = batch
  await client.query({
    name: 'audit-batch-insert',
    text: `insert into audit_batch (tenant, number, from_tx, from_seq, through_tx, through_seq, records, total, root, previous, sealed_at,
             signing_key, signature, fingerprints)
           values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'), decode($10, 'hex'), $11, $12, $13, $14)`,
    values: [
      ...[tenant, number, from.tx, from.seq, through.tx, through.seq, records, total, root, previous, sealedAt],
      ...[signingKey, signature, fingerprints],
    ],
  })
}
