/** Audio sessions: governed recordings of a consultation or a dictation. docs/design/hub.md#routes, #consent. */
import { z } from 'zod'
import type { Feature } from '../../core/features.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { checkRecording } from '../../domain/consent/consent-check.ts'
import { checkNotCancelled, readOpenEncounter } from '../../domain/encounter/open-encounter.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { identifier, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  type AudioSession,
  audioFields,
  audioKinds,
  listAudioSessions,
  moveAudioSession,
  putAudioSession,
  readAudioSession,
} from '../../store/audio/sessions.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { moveJob, requestCancel } from '../../store/operations/job-moves.ts'
import { checkSwitches } from '../../store/platforms.ts'
import type { Tx } from '../../store/transaction.ts'
import { audioStates } from '../../store/transitions.ts'
import { writeDigest } from '../artifacts/content-digest.ts'
import { instant, language, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from '../paging.ts'

/** Formats that devices record and transcription providers take. */
const mediaTypes = [
  'audio/wav',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/webm',
  'audio/flac',
] as const

export const newAudioSession = named(
  'NewAudioSession',
  z.strictObject({
    id: uuid.optional(),
    encounterId: uuid,
    kind: z.enum(audioKinds),
    mediaType: z.enum(mediaTypes),
    language,
    capturedAt: instant.optional(),
  }),
  { encounterId: '0198f2a0-0000-7000-8000-0000000000e1', kind: 'consultation', mediaType: 'audio/mp4' },
)

export const audioSessionAnswer = named(
  'AudioSession',
  z.strictObject({
    ...storedMembers,
    encounterId: identifier,
    kind: z.enum(audioKinds),
    mediaType: z.string(),
    language: z.string(),
    state: z.enum(audioStates),
    reason: z.string().optional(),
    capturedAt: timestamp.optional(),
    chunkCount: z.int(),
    bytes: z.int(),
    digest: z.string().optional(),
    jobId: identifier.optional(),
    transcriptId: identifier.optional(),
    legalHold: z.boolean(),
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000f1',
    version: 4,
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    kind: 'consultation',
    mediaType: 'audio/mp4',
    language: 'en-AU',
    state: 'finalized',
    chunkCount: 2,
    bytes: 9_437_184,
    digest: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
    jobId: '0198f2a0-0000-7000-8000-0000000000b1',
    legalHold: false,
    createdAt: '2026-03-14T02:45:00.000Z',
    updatedAt: '2026-03-14T03:05:00.000Z',
  },
)
export const audioSessionList = listOf(audioSessionAnswer)

export const audioSessionQuery = pageQuery.extend({
  encounterId: uuid.optional(),
  state: z.enum(audioStates).optional(),
  updatedSince: instant.optional(),
})

export const presentAudioSession = ({
  seq: _seq,
  patientId: _patientId,
  spoke: _spoke,
  sha256,
  ...session
}: AudioSession) => ({ ...session, ...(sha256 === undefined ? {} : { digest: writeDigest(sha256) }) })

/** Throws unless the patient may be recorded. */
export async function checkCapture(
  tx: Tx,
  { patientId, encounterId, spoke }: AudioSession,
  feature: Feature | undefined,
): Promise<void> {
  const encounter = await readOpenEncounter(tx, encounterId)
  checkSwitches(tx, feature, spoke, encounter.spoke)
  await checkRecording(tx, patientId)
}

export async function startAudioSession(
  { caller, body, feature }: HandlerRequest<never, z.output<typeof newAudioSession>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const encounter = await tx.find(hubAddress('Encounter', body.encounterId))
    if (encounter === undefined) throw invalidField('encounterId', 'names no encounter of this tenant')
    const content = hubContent('Encounter', encounter)
    checkNotCancelled(content)
    const { patientId, spoke } = content
    checkSwitches(tx, feature, spoke)
    await checkRecording(tx, patientId)
    const session = await putAudioSession(tx, { ...body, patientId })
    return created(presentAudioSession(session), `/v1/audio/sessions/${session.id}`)
  })
}

export async function readAudioSessionStatus({ caller, params }: HandlerRequest<'sessionId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const session = await readAudioSession(tx, params.sessionId)
    tx.record('audio.read', audioFields(session))
    return ok(presentAudioSession(session))
  })
}

export async function listAudioSessionStatuses(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof audioSessionQuery>>,
  hub: Hub,
) {
  const { cursor: _cursor, limit, ...filter } = query
  return hub.transact(caller, async (tx) => {
    const before = readCursor(tx, 'audio-sessions', query)?.key
    const sessions = await listAudioSessions(tx, { ...filter, before, limit: limit + 1 })
    const { items, next } = cutPage(sessions, limit)
    const { encounterId } = filter
    tx.record('audio.read', {
      resourceType: 'AudioSession',
      count: items.length,
      ...(encounterId === undefined ? {} : { encounterId }),
    })
    return ok({ items: items.map(presentAudioSession), nextCursor: writeCursor(tx, 'audio-sessions', next) })
  })
}

/** From now on nobody can read or transcribe it; a sweep deletes it soon. */
export async function discardAudioSession({ caller, params, expected }: HandlerRequest<'sessionId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const session = await readAudioSession(tx, params.sessionId, 'update')
    checkVersion(session, expected)
    if (session.legalHold) throw new Problem('business-rule', { detail: 'The recording is on legal hold' })
    const discarded = await moveAudioSession(tx, session, 'discard')
    if (session.jobId !== undefined) {
      const cancelled = await moveJob(tx, session.jobId, 'cancel')
      if (cancelled === undefined) await requestCancel(tx, session.jobId)
    }
    return ok(presentAudioSession(discarded))
  })
}
