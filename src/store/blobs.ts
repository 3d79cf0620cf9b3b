/** Sealed bytes in chunks: renderings, messages, audio. STORE.md "Two kinds of table". */
import { newId } from '../ids.ts'
import { Problem } from '../problems.ts'
import { openSealed } from './keys.ts'
import { seal } from './seal.ts'
import type { Tx } from './transaction.ts'

const chunkBytes = 256 * 1024 - 64

const context = (tx: Tx, id: string, seq: number): string => `blob|${tx.tenant.number}|${id}|${seq}`

/** Answers the blob's identifier. */
export async function putBlob(tx: Tx, bytes: Uint8Array): Promise<string> {
  const id = newId()
  const count = Math.max(1, Math.ceil(bytes.length / chunkBytes))
  for (let seq = 0; seq < count; seq += 1) {
    const chunk = bytes.subarray(seq * chunkBytes, (seq + 1) * chunkBytes)
    await tx.client.query(`insert into ${tx.tenant.tables.blob} (tenant, id, seq, content) values ($1, $2, $3, $4)`, [
      tx.tenant.number,
      id,
      seq,
      seal(chunk, tx.tenant.keys.current, context(tx, id, seq)),
    ])
  }
  return id
}

export async function readBlob(tx: Tx, id: string): Promise<Buffer> {
  const { rows } = await tx.client.query<{ seq: number; content: Buffer }>(
    `select seq, content from ${tx.tenant.tables.blob} where tenant = $1 and id = $2 order by seq`,
    [tx.tenant.number, id],
  )
  if (rows.length === 0) throw new Problem('not-found')
  return Buffer.concat(rows.map((row) => openSealed(tx.tenant.keys, row.content, context(tx, id, row.seq))))
}
