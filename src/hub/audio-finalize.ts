/** :finalize: the recording is whole, and is handed to transcription. Spec 4.2; hub-contract "Methods", "Generation and verification". */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { named } from '../http/answers.ts'
import { accepted } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { type FieldError, invalidField, Problem } from '../problems.ts'
import { type AudioChunk, listAudioChunks, readAudio } from '../store/audio/chunks.ts'
import { type AudioSession, changeAudioSession, moveAudioSession, readAudioSession } from '../store/audio/sessions.ts'
import { putJob, readJob } from '../store/jobs.ts'
import type { Tx } from '../store/transaction.ts'
import { maxChunks } from './audio-chunks.ts'
import { checkCapture, presentAudioSession } from './audio-sessions.ts'
import { digest, parseDigest } from './content-digest.ts'
import type { Hub } from './hub.ts'

export const finalization = named(
  'AudioFinalization',
  z.strictObject({ chunkCount: z.number().int().min(1).max(maxChunks), digest }),
  { chunkCount: 2, digest: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:' },
)
type Finalization = z.output<typeof finalization>

/** Said again it is harmless, and has a transcription that failed run again. */
export async function finalizeAudioSession(
  { caller, params, body, ifMatch, signal }: HandlerRequest<'sessionId', Finalization>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const session = await readAudioSession(tx, params.sessionId)
    if (ifMatch !== undefined && ifMatch !== session.version) throw new Problem('precondition-failed')
    await checkCapture(tx, session)
    const finalized =
      session.state === 'open' ? await finalize(tx, session, { body, signal }) : await repeat(tx, session, body)
    return accepted(presentAudioSession(finalized), `/v1/jobs/${finalized.jobId}`)
  })
}

type Finalizing = { readonly body: Finalization; readonly signal: AbortSignal }

async function finalize(tx: Tx, session: AudioSession, { body, signal }: Finalizing): Promise<AudioSession> {
  const chunks = await listAudioChunks(tx, session.id, { limit: maxChunks })
  checkComplete(chunks, body.chunkCount)
  // Read before anything is locked or written: it may take seconds.
  const sha256 = await hashAudio(tx, session.id, { chunks, signal })
  if (sha256 !== parseDigest(body.digest))
    throw invalidField('digest', 'is not the digest of the chunks in their order')
  const locked = await readAudioSession(tx, session.id, 'update')
  if (locked.version !== session.version) throw new Problem('conflict')
  const job = await queueTranscription(tx, session)
  return moveAudioSession(tx, locked, 'finalize', { sha256, jobId: job.id })
}

/** Names what is missing and what is beyond the count, as many as an answer holds. */
function checkComplete(chunks: readonly AudioChunk[], count: number): void {
  const known = new Set(chunks.map(({ index }) => index))
  const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !known.has(index))
  const surplus = [...known].filter((index) => index >= count)
  const errors: FieldError[] = [
    ...missing.map((index) => ({ field: `chunks[${index}]`, message: 'is missing' })),
    ...surplus.map((index) => ({ field: `chunks[${index}]`, message: 'is beyond the chunkCount' })),
  ]
  if (errors.length > 0) {
    throw new Problem('conflict', {
      detail: 'The chunks are not those that the recording has',
      errors: errors.slice(0, maxNamed),
    })
  }
}

const maxNamed = 100

type Hashing = { readonly chunks: readonly AudioChunk[]; readonly signal: AbortSignal }

async function hashAudio(tx: Tx, sessionId: string, { chunks, signal }: Hashing): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of readAudio((work) => work(tx), sessionId, chunks)) {
    signal.throwIfAborted()
    hash.update(part)
  }
  return hash.digest('hex')
}

async function repeat(tx: Tx, { id }: AudioSession, body: Finalization): Promise<AudioSession> {
  const session = await readAudioSession(tx, id, 'update')
  if (session.state !== 'finalized' && session.state !== 'transcribed') {
    throw new Problem('invalid-transition', {
      detail: `The operation finalize is not open from the state ${session.state}`,
    })
  }
  if (session.sha256 !== parseDigest(body.digest) || session.chunkCount !== body.chunkCount) {
    throw new Problem('conflict', { detail: 'The recording was finalized with other chunks' })
  }
  const job = session.jobId === undefined ? undefined : await readJob(tx, session.jobId)
  const hasEnded = job === undefined || job.state === 'failed' || job.state === 'cancelled'
  if (session.state === 'transcribed' || !hasEnded) return session
  return changeAudioSession(tx, id, { jobId: (await queueTranscription(tx, session)).id })
}

const queueTranscription = (tx: Tx, { id, encounterId }: AudioSession) =>
  putJob(tx, { kind: 'transcribe', encounterId, targetId: id })
