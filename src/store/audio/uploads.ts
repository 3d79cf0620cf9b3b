/** A chunk on its way in: sealed rows of a blob that belongs to nothing until a transaction makes it a chunk. docs/design/store.md#tables. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { newId } from '../../core/ids.ts'
import { chunkBytes, putChunk } from '../operations/blobs.ts'
import type { Tx } from '../transaction.ts'

export type Upload = { readonly blobId: string; readonly bytes: number; readonly sha256: string }

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Writes several rows in one transaction: few transactions, little memory. */
const batchRows = 4

/** Writes the bytes as they arrive and holds no transaction while it waits for them. If it fails, the rows stay. */
export async function writeUpload(
  transact: Transact,
  blobId: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const hash = createHash('sha256')
  let pending: Uint8Array[] = []
  let [pendingBytes, bytes, seq] = [0, 0, 0]
  const flush = async (): Promise<void> => {
    const all = Buffer.concat(pending)
    const from = seq
    seq += Math.ceil(all.length / chunkBytes)
    pending = []
    pendingBytes = 0
    await transact((tx) => putRows(tx, { id: blobId, from }, all))
  }
  for await (const part of parts) {
    hash.update(part)
    bytes += part.byteLength
    for (let rest = part; rest.byteLength > 0; ) {
      const fitting = rest.subarray(0, batchRows * chunkBytes - pendingBytes)
      pending.push(fitting)
      pendingBytes += fitting.byteLength
      rest = rest.subarray(fitting.byteLength)
      if (pendingBytes === batchRows * chunkBytes) await flush()
    }
  }
  if (pendingBytes > 0 || seq === 0) await flush()
  return { blobId, bytes, sha256: hash.digest('hex') }
}

async function putRows(tx: Tx, { id, from }: { id: string; from: number }, all: Buffer): Promise<void> {
  if (from === 0)
    await tx.client.query('insert into audio_upload (tenant, blob_id) values ($1, $2)', [tx.tenant.number, id])
  for (let at = 0; at * chunkBytes < all.length; at += 1)
    await putChunk(tx, { id, seq: from + at }, all.subarray(at * chunkBytes, (at + 1) * chunkBytes))
}

export const newUploadId = (): string => newId()

/** Deletes an upload, unless it has become a chunk. */
export async function dropUpload(tx: Tx, blobId: string): Promise<void> {
  const { rowCount } = await tx.client.query('delete from audio_upload where tenant = $1 and blob_id = $2', [
    tx.tenant.number,
    blobId,
  ])
  if (rowCount === 1) await deleteBlobs(tx, [blobId])
}

export async function deleteBlobs(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.client.query(`delete from ${tx.tenant.tables.blob} where tenant = $1 and id = any ($2::uuid[])`, [
    tx.tenant.number,
    [...ids],
  ])
}

/** Uploads of all tenants that were interrupted: older than any request may run. */
export async function listLeftUploads(
  pool: pg.Pool,
  { olderMs, limit }: { readonly olderMs: number; readonly limit: number },
): Promise<readonly { readonly tenant: string; readonly blobId: string }[]> {
  const { rows } = await pool.query<{ tenant: string; blobId: string }>(
    `select tenant.id as tenant, u.blob_id as "blobId" from audio_upload u join tenant on tenant.number = u.tenant
     where tenant.state = 'active' and u.created_at < now() - make_interval(secs => $1) order by u.created_at limit $2`,
    [olderMs / 1000, limit],
  )
  return rows
}
