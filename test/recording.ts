/** A recording as a capture client would make it, for tests: bytes that are the same in every run. */
import { createCipheriv, createHash } from 'node:crypto'
import type { Answer, Call, CallOptions } from './running-server.ts'

/** Looks like noise, and compresses like none. */
export function makeAudio(bytes: number, seed = 1): Uint8Array<ArrayBuffer> {
  const noise = createCipheriv('aes-256-ctr', Buffer.alloc(32, seed), Buffer.alloc(16))
  return new Uint8Array(noise.update(Buffer.alloc(bytes)))
}

export const digestOf = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

export const cutAudio = (audio: Uint8Array<ArrayBuffer>, size: number): readonly Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: Math.ceil(audio.length / size) }, (_, at) => audio.subarray(at * size, (at + 1) * size))

export async function startSession(call: Call, encounterId: string, more: object = {}): Promise<string> {
  const body = { encounterId, kind: 'consultation', mediaType: 'audio/wav', ...more }
  const answer = await call('POST', '/v1/audio/sessions', { body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}

type Chunk = { readonly sessionId: string; readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> }

export const sendChunk = (call: Call, { sessionId, index, bytes }: Chunk, more: CallOptions = {}): Promise<Answer> =>
  call('POST', `/v1/audio/sessions/${sessionId}/chunks`, {
    ...more,
    body: bytes,
    headers: {
      'content-type': 'application/octet-stream',
      'x-chunk-index': String(index),
      'content-digest': digestOf(bytes),
      ...more.headers,
    },
  })

export const finalize = (call: Call, sessionId: string, audio: Uint8Array, chunkCount: number): Promise<Answer> =>
  call('POST', `/v1/audio/sessions/${sessionId}:finalize`, { body: { chunkCount, digest: digestOf(audio) } })
