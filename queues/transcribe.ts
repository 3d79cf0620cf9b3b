/** Checks the digest of a finished recording and has it transcribed: its transcript, and its speakers. docs/design/drafting.md#providers. */
import { createHash } from 'node:crypto'
import { newId } from '../src/core/ids.ts'
import { Problem } from '../src/core/problems.ts'
import { checkRecording } from '../src/domain/consent/consent-check.ts'
import { recordDisclosure } from '../src/domain/consent/provider-disclosure.ts'
import { readOpenEncounter } from '../src/domain/encounter/open-encounter.ts'
import { lockRecordings } from '../src/domain/recording/recordings.ts'
import type { RecognisedSegment } from '../src/drafting/providers/recognised-segments.ts'
import type { Transcriber } from '../src/drafting/providers/transcription.ts'
import { withSpeakers } from '../src/drafting/speakers/infer-speakers.ts'
import { listAudioChunks, readAudio } from '../src/store/audio/chunks.ts'
import { type AudioSession, moveAudioSession, readAudioSession } from '../src/store/audio/sessions.ts'
import type { DiarisationContent, TranscriptContent, TranscriptSegment } from '../src/store/audio/transcript-content.ts'
import { wakeWaiting } from '../src/store/audio/waiting.ts'
import { asJson, hubAddress } from '../src/store/hub-resources.ts'
import type { Job } from '../src/store/operations/jobs.ts'
import type { ProviderBudget } from '../src/store/operations/provider-use.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { AudioState } from '../src/store/transitions.ts'
import { JobError } from './job-failure.ts'
import type { WakeUp } from './queues.ts'
import { checkWanted, endFailed, endSucceeded, type JobRunner, runJob, type Underway } from './run-job.ts'

export type Transcription = JobRunner & {
  /** Absent without configuration. */
  readonly transcriber: Transcriber | undefined
  readonly budget: ProviderBudget
}

export const runTranscription = (transcription: Transcription, wakeUp: WakeUp): Promise<void> =>
  runJob(transcription, wakeUp, (underway) => transcribe(transcription, underway))

async function transcribe(context: Transcription, underway: Underway): Promise<void> {
  const { store, transcriber, budget } = context
  const { job, caller, signal } = underway
  if (job.targetId === undefined) throw new TypeError('a job to transcribe names a recording')
  const sessionId = job.targetId
  await checkDigest(context, underway, sessionId)
  const session = await store.transact(caller, (tx) => readOwn(tx, job, 'finalized'))
  if (transcriber === undefined) throw new JobError({ reason: 'dependency-unavailable', isFinal: true })
  const chunks = await store.transact(caller, async (tx) => {
    if (!(await recordDisclosure(tx, disclosureOf(session, transcriber.host), budget)))
      throw new JobError({ reason: 'budget-exhausted', isFinal: true })
    return listAudioChunks(tx, sessionId, { limit: session.chunkCount })
  })
  const parts = readAudio((work) => store.transact(caller, work), sessionId, chunks)
  const { mediaType, language, bytes } = session
  const segments = await transcriber.transcribe({ mediaType, language, bytes, parts }, signal)
  if (segments.length === 0) throw new JobError({ reason: 'nothing-recognised', isFinal: true })
  checkWanted(underway)
  await store.transact(caller, async (tx) => {
    await putTranscript(tx, job, segments)
    await endSucceeded(tx, job)
  })
}

/** A recording that differs from its digest is open again, so that its chunks can be corrected. */
async function checkDigest({ store }: Transcription, underway: Underway, sessionId: string): Promise<void> {
  const { job, caller } = underway
  const { state, chunkCount } = await store.transact(caller, (tx) => readAudioSession(tx, sessionId))
  if (state !== 'finalizing') return
  const chunks = await store.transact(caller, (tx) => listAudioChunks(tx, sessionId, { limit: chunkCount }))
  const hash = createHash('sha256')
  for await (const part of readAudio((work) => store.transact(caller, work), sessionId, chunks)) {
    checkWanted(underway)
    hash.update(part)
  }
  const sha256 = hash.digest('hex')
  const isSame = await store.transact(caller, async (tx) => {
    const session = await readOwn(tx, job, 'finalizing', 'update')
    const isRight = session.sha256 === sha256
    await moveAudioSession(tx, session, isRight ? 'finalize' : 'reopen')
    // In the same transaction, because another start could not know why.
    if (!isRight) await endFailed(tx, job, mismatch)
    return isRight
  })
  if (!isSame) throw new JobError(mismatch)
}

const mismatch = { reason: 'digest-mismatch', isFinal: true } as const

/** Checks again before anything is stored: the consent may have been revoked meanwhile. Only the recording's own job works on it. */
async function readOwn(tx: Tx, { id, targetId = '' }: Job, state: AudioState, lock?: 'update'): Promise<AudioSession> {
  const session = await readAudioSession(tx, targetId, lock)
  await readOpenEncounter(tx, session.encounterId)
  await checkRecording(tx, session.patientId)
  if (session.state !== state || session.jobId !== id) throw new Problem('invalid-transition')
  return session
}

const disclosureOf = ({ id, patientId, encounterId, sha256 = '', bytes }: AudioSession, host: string) =>
  ({
    purpose: 'transcribe',
    host,
    patientId,
    encounterId,
    resourceType: 'AudioSession',
    resourceId: id,
    hash: sha256,
    count: bytes,
  }) as const

async function putTranscript(tx: Tx, job: Job, recognised: readonly RecognisedSegment[]): Promise<void> {
  const { targetId = '' } = job
  await lockRecordings(tx, (await readAudioSession(tx, targetId)).patientId)
  const session = await readOwn(tx, job, 'finalized', 'update')
  const sessionId = session.id
  const transcriptId = newId()
  const segments = recognised.map((segment, at) => ({ id: `s${at}`, ...segment, speaker: labelOf(session, segment) }))
  const { encounterId, patientId, language } = session
  const content: TranscriptContent = { encounterId, audioSessionId: sessionId, language, ...withSpeakers(segments) }
  await tx.put({ ...hubAddress('Transcript', transcriptId), content: asJson(content), expected: 0 })
  // Without a role among the labels, nobody has said yet who speaks.
  if (content.inferredSpeakers === undefined) {
    const diarisation = asJson(buildDiarisation(segments))
    await tx.put({ ...hubAddress('Diarisation', transcriptId), content: diarisation, expected: 0 })
  }
  const about = { resourceType: 'Transcript', resourceId: transcriptId, encounterId, patientId }
  tx.record('transcript.stored', { ...about, count: segments.length })
  await moveAudioSession(tx, session, 'transcribe', { transcriptId })
  await wakeWaiting(tx, sessionId)
}

/** A dictation is the clinician's. In a talk without labels the server reads who speaks from the words. D264 */
const labelOf = ({ kind }: AudioSession, { speaker }: RecognisedSegment): string =>
  speaker ?? (kind === 'dictation' ? 'clinician' : 'unknown')

/** Keeps the labels: only one that is a role names that role. */
function buildDiarisation(segments: readonly TranscriptSegment[]): DiarisationContent {
  const labels = [...new Set(segments.map(({ speaker }) => speaker))].slice(0, maxSpeakers)
  return {
    speakers: labels.map((label) => {
      const sure = segments.flatMap(({ speaker, confidence = [] }) => (speaker === label ? confidence : []))
      const confidence = sure.length === 0 ? undefined : round(sure.reduce((sum, one) => sum + one, 0) / sure.length)
      const role = label === 'clinician' || label === 'patient' ? label : 'other'
      return { label, role, ...(confidence === undefined ? {} : { confidence }) }
    }),
  }
}

const maxSpeakers = 20
const round = (value: number): number => Math.round(value * 1000) / 1000
