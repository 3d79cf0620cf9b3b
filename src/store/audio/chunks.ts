import { present, utc } from '../columns.ts'
import { listChunks } from '../operations/blobs.ts'
import type { Tx } from '../transaction.ts'
import { isReadable, quarantined, readAudioSession } from './sessions.ts'

export type AudioChunk = {
  readonly index: number
  readonly blobId: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  readonly createdAt: string
}

const columns = `index, blob_id as "blobId", bytes, sha256, ${utc('created_at')} as "createdAt"`

export async function findAudioChunk(tx: Tx, sessionId: string, index: number): Promise<AudioChunk | undefined> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from audio_chunk where tenant = $1 and session_id = $2 and index = $3`,
    [tx.tenant.number, sessionId, index],
  )
  return rows[0] === undefined ? undefined : present<AudioChunk>(rows[0])
}

/** Makes an uploaded blob the session's chunk; undefined where the upload is not there any more. */
export async function putAudioChunk(
  tx: Tx,
  sessionId: string,
  chunk: Omit<AudioChunk, 'createdAt'>,
): Promise<AudioChunk | undefined> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `with taken as (delete from audio_upload where tenant = $1 and blob_id = $4 returning blob_id)
     insert into audio_chunk (tenant, session_id, index, blob_id, bytes, sha256)
     select $1, $2, $3, blob_id, $5, $6 from taken returning ${columns}`,
    [tx.tenant.number, sessionId, chunk.index, chunk.blobId, chunk.bytes, chunk.sha256],
  )
  return rows[0] === undefined ? undefined : present<AudioChunk>(rows[0])
}

/** In the order of their indexes, after the index `after`. */
export async function listAudioChunks(
  tx: Tx,
  sessionId: string,
  { after = -1, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<readonly AudioChunk[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from audio_chunk where tenant = $1 and session_id = $2 and index > $3 order by index limit $4`,
    [tx.tenant.number, sessionId, after, limit],
  )
  return rows.map((row) => present<AudioChunk>(row))
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Reads the recording from its beginning, a few rows at a time. Throws if it may no longer be read: quarantined, discarded, expired. */
export async function* readAudio(
  transact: Transact,
  sessionId: string,
  chunks: readonly Pick<AudioChunk, 'blobId'>[],
): AsyncGenerator<Uint8Array> {
  for (const { blobId } of chunks) {
    for (let seq = 0; ; seq += rowsAtOnce) {
      const parts = await transact(async (tx) => {
        if (!isReadable(await readAudioSession(tx, sessionId))) throw quarantined()
        return listChunks(tx, { id: blobId, seq, count: rowsAtOnce })
      })
      yield* parts
      if (parts.length < rowsAtOnce) break
    }
  }
}

/** About one megabyte in memory. */
const rowsAtOnce = 4
