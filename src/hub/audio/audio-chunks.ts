/** The chunks of a recording: in any order, repeatable, sealed as they arrive. docs/design/hub.md#routes. */
import { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { listOf, named, timestamp } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest, Received, Receiving } from '../../http/route.ts'
import { type AudioChunk, findAudioChunk, listAudioChunks, putAudioChunk } from '../../store/audio/chunks.ts'
import { type AudioSession, audioFields, changeAudioSession, readAudioSession } from '../../store/audio/sessions.ts'
import { dropUpload, newUploadId, type Upload, writeUpload } from '../../store/audio/uploads.ts'
import type { Tx } from '../../store/transaction.ts'
import { contentDigest, parseDigest, writeDigest } from '../artifacts/content-digest.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readCursor, writeCursor } from '../paging.ts'
import { checkCapture } from './audio-sessions.ts'

export const chunkMediaTypes = ['application/octet-stream'] as const

export const maxChunks = 10_000
const chunkIndex = z.string().regex(/^(?:0|[1-9]\d{0,3})$/, 'must be a whole number from 0 to 9999')

export const chunkHeaders = z.object({ 'X-Chunk-Index': chunkIndex, 'Content-Digest': contentDigest })
type ChunkHeaders = z.output<typeof chunkHeaders>

export const audioChunkAnswer = named(
  'AudioChunk',
  z.strictObject({ index: z.int(), bytes: z.int(), digest: z.string(), createdAt: timestamp }),
  {
    index: 0,
    bytes: 8_388_608,
    digest: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
    createdAt: '2026-03-14T02:46:00.000Z',
  },
)
export const audioChunkList = listOf(audioChunkAnswer)

const presentChunk = ({ index, bytes, sha256, createdAt }: AudioChunk) => ({
  index,
  bytes,
  digest: writeDigest(sha256),
  createdAt,
})

type Place = Pick<Receiving, 'feature'> & {
  readonly sessionId: string
  readonly index: number
  readonly sha256: string
}

const placeOf = ({ params, headers, feature }: Omit<Receiving<'sessionId', ChunkHeaders>, 'read'>): Place => ({
  sessionId: params.sessionId,
  feature,
  index: Number(headers['X-Chunk-Index']),
  sha256: parseDigest(headers['Content-Digest']),
})

/** A recording that still takes chunks; throws `conflict` if another chunk has the index. */
async function readOpen(tx: Tx, { sessionId, index, sha256, feature }: Place, lock?: 'update') {
  const session = await readAudioSession(tx, sessionId, lock)
  await checkCapture(tx, session, feature)
  if (session.state !== 'open') {
    throw new Problem('invalid-transition', { detail: `No chunk is taken in the state ${session.state}` })
  }
  const known = await findAudioChunk(tx, sessionId, index)
  if (known !== undefined && known.sha256 !== sha256) {
    throw new Problem('conflict', { detail: 'Another content is stored under this index' })
  }
  return { session, known }
}

/** Seals the body as it arrives, after the check that it may be taken. A digest that does not match undoes it. */
export async function receiveChunk(
  { caller, read, ...named }: Receiving<'sessionId', ChunkHeaders>,
  hub: Hub,
): Promise<Received<Upload>> {
  const place = placeOf({ caller, ...named })
  await hub.transact(caller, (tx) => readOpen(tx, place))
  const blobId = newUploadId()
  const release = () => hub.transact(caller, (tx) => dropUpload(tx, blobId))
  try {
    return { body: await seal(hub, caller, { blobId, place, parts: read() }), release }
  } catch (error) {
    await release()
    throw error
  }
}

type Sealing = { readonly blobId: string; readonly place: Place; readonly parts: AsyncIterable<Uint8Array> }

async function seal(hub: Hub, caller: Caller, { blobId, place, parts }: Sealing): Promise<Upload> {
  const upload = await writeUpload((work) => hub.transact(caller, work), blobId, parts)
  if (upload.sha256 !== place.sha256) throw invalidField('Content-Digest', 'is not the digest of the body')
  if (upload.bytes === 0) throw invalidField('$', 'must not be empty')
  return upload
}

export async function storeChunk(
  { caller, body: upload, ...named }: HandlerRequest<'sessionId', Upload, object, ChunkHeaders>,
  hub: Hub,
) {
  const place = placeOf({ caller, ...named })
  return hub.transact(caller, async (tx) => {
    const { session, known } = await readOpen(tx, place, 'update')
    const chunk = known ?? (await addChunk(tx, session, { place, upload, maxBytes: hub.config.maxAudioBytes }))
    return created(presentChunk(chunk), `/v1/audio/sessions/${session.id}/chunks`)
  })
}

type Adding = { readonly place: Place; readonly upload: Upload; readonly maxBytes: number }

async function addChunk(tx: Tx, session: AudioSession, { place, upload, maxBytes }: Adding): Promise<AudioChunk> {
  const bytes = session.bytes + upload.bytes
  if (bytes > maxBytes) throw new Problem('payload-too-large', { detail: 'The recording is too large' })
  const chunk = await putAudioChunk(tx, session.id, { ...upload, index: place.index })
  // It took so long that a sweep removed the upload as abandoned.
  if (chunk === undefined) throw new Problem('conflict')
  await changeAudioSession(tx, session.id, { bytes, chunkCount: session.chunkCount + 1 })
  tx.record('audio.chunk-stored', { ...audioFields(session), hash: upload.sha256, count: upload.bytes })
  return chunk
}

export const chunkQuery = pageQuery

/** The stored chunks in the order of their indexes: an interrupted client sends the others. */
export async function listChunks(
  { caller, params, query }: HandlerRequest<'sessionId', undefined, z.output<typeof chunkQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const session = await readAudioSession(tx, params.sessionId)
    const list = `audio-chunks-${session.id}`
    const position = readCursor(tx, list, query)
    const after = position === undefined ? undefined : Number(position.key)
    const found = await listAudioChunks(tx, session.id, { after, limit: query.limit + 1 })
    const items = found.slice(0, query.limit)
    const last = items.at(-1)
    const next = found.length > query.limit && last !== undefined ? { d: '', key: String(last.index) } : undefined
    return ok({ items: items.map(presentChunk), nextCursor: writeCursor(tx, list, next) })
  })
}
