/** Sealed bytes in chunks: renderings, messages, audio. docs/design/store.md#tables. */
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { openSealed } from '../keys/keys.ts'
import { seal } from '../keys/seal.ts'
import { perPart } from '../postgres/parts.ts'
import type { Reader } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'

/** Bytes that fit a row when sealed. */
export const chunkBytes = 256 * 1024 - 64

const context = ({ tenant }: Reader, id: string, seq: number): string => `blob|${tenant.number}|${id}|${seq}`

/** Answers the blob's identifier, a new one by default. */
export async function putBlob(tx: Tx, bytes: Uint8Array, id = newId()): Promise<string> {
  const count = Math.max(1, Math.ceil(bytes.length / chunkBytes))
  for (let seq = 0; seq < count; seq += 1)
    await putChunk(tx, { id, seq }, bytes.subarray(seq * chunkBytes, (seq + 1) * chunkBytes))
  return id
}

type Chunk = { readonly id: string; readonly seq: number }

/** One chunk of a blob that is written in parts; the caller chooses its id. */
export async function putChunk(tx: Tx, { id, seq }: Chunk, bytes: Uint8Array): Promise<void> {
  await tx.client.query(`insert into ${tx.tenant.tables.blob} (tenant, id, seq, content) values ($1, $2, $3, $4)`, [
    tx.tenant.number,
    id,
    seq,
    seal(bytes, tx.tenant.keys.current, context(tx, id, seq)),
  ])
}

/** Undefined after the last. */
export async function findChunk(reader: Reader, { id, seq }: Chunk): Promise<Buffer | undefined> {
  const { rows } = await reader.client.query<{ content: Buffer }>(
    `select content from ${reader.tenant.tables.blob} where tenant = $1 and id = $2 and seq = $3`,
    [reader.tenant.number, id, seq],
  )
  return rows[0] && openSealed(reader.tenant.keys, rows[0].content, context(reader, id, seq))
}

/** A few chunks of a blob in order; none after the last. */
export async function listChunks(
  reader: Reader,
  { id, seq, count }: Chunk & { readonly count: number },
): Promise<readonly Buffer[]> {
  const { rows } = await reader.client.query<{ seq: number; content: Buffer }>(
    `select seq, content from ${reader.tenant.tables.blob} where tenant = $1 and id = $2 and seq between $3 and $4 order by seq`,
    [reader.tenant.number, id, seq, seq + count - 1],
  )
  return rows.map((row) => openSealed(reader.tenant.keys, row.content, context(reader, id, row.seq)))
}

export async function readBlob(tx: Tx, id: string): Promise<Buffer> {
  const { rows } = await tx.client.query<{ seq: number; content: Buffer }>(
    `select seq, content from ${tx.tenant.tables.blob} where tenant = $1 and id = $2 order by seq`,
    [tx.tenant.number, id],
  )
  if (rows.length === 0) throw new Problem('not-found')
  return joinChunks(rows.map((row) => openSealed(tx.tenant.keys, row.content, context(tx, id, row.seq))))
}

/** Most blobs have one chunk, which needs no copy. */
const joinChunks = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)

const severalText = perPart(({ part, blob }) => ({
  name: `blob-several-${part}`,
  text: `select id, seq, content from ${blob} where tenant = $1 and id = any ($2::uuid[]) order by id, seq`,
}))

/** Several blobs by their ids, in one statement. */
export async function readBlobs(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await tx.client.query<{ id: string; seq: number; content: Buffer }>({
    ...severalText(tx.tenant),
    values: [tx.tenant.number, ids],
  })
  const open = (row: (typeof rows)[number]) => openSealed(tx.tenant.keys, row.content, context(tx, row.id, row.seq))
  const chunks = Map.groupBy(rows, ({ id }) => id)
  return new Map([...chunks].map(([id, own]) => [id, joinChunks(own.map(open))]))
}
