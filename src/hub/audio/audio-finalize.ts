/** :finalize: the recording is complete; a job checks its digest and has it transcribed. docs/design/hub.md#routes, docs/design/drafting.md#providers. */
import { z } from 'zod'
import { type FieldError, Problem } from '../../core/problems.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { named } from '../../http/reply/answers.ts'
import { accepted } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type AudioChunk, listAudioChunks } from '../../store/audio/chunks.ts'
import {
  type AudioSession,
  changeAudioSession,
  moveAudioSession,
  readAudioSession,
} from '../../store/audio/sessions.ts'
import { putJob, readJob } from '../../store/operations/jobs.ts'
import type { Tx } from '../../store/transaction.ts'
import type { AudioState } from '../../store/transitions.ts'
import { digest, parseDigest } from '../artifacts/content-digest.ts'
import type { Hub } from '../hub.ts'
import { maxChunks } from './audio-chunks.ts'
import { checkCapture, presentAudioSession } from './audio-sessions.ts'

export const finalization = named(
  'AudioFinalization',
  z.strictObject({ chunkCount: z.number().int().min(1).max(maxChunks), digest }),
  { chunkCount: 2, digest: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:' },
)
type Finalization = z.output<typeof finalization>

/** A repetition is harmless, and runs a failed check or transcription again. */
export async function finalizeAudioSession(
  { caller, params, body, expected, feature }: HandlerRequest<'sessionId', Finalization>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const session = await readAudioSession(tx, params.sessionId, 'update')
    checkVersion(session, expected)
    await checkCapture(tx, session, feature)
    const finalized = session.state === 'open' ? await close(tx, session, body) : await repeat(tx, session, body)
    return accepted(presentAudioSession(finalized), `/v1/jobs/${finalized.jobId}`)
  })
}

/** No chunk is added any more; the job compares the recording with its digest. */
async function close(tx: Tx, session: AudioSession, body: Finalization): Promise<AudioSession> {
  checkComplete(await listAudioChunks(tx, session.id, { limit: maxChunks }), body.chunkCount)
  const job = await queueTranscription(tx, session)
  return moveAudioSession(tx, session, 'close', { sha256: parseDigest(body.digest), jobId: job.id })
}

/** Names missing chunks and chunks beyond the count, as many as an answer holds. */
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

const ended: readonly AudioState[] = ['finalizing', 'finalized', 'transcribed']

async function repeat(tx: Tx, session: AudioSession, body: Finalization): Promise<AudioSession> {
  if (!ended.includes(session.state)) {
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
  return changeAudioSession(tx, session.id, { jobId: (await queueTranscription(tx, session)).id })
}

const queueTranscription = (tx: Tx, { id, encounterId }: AudioSession) =>
  putJob(tx, { kind: 'transcribe', encounterId, targetId: id })
