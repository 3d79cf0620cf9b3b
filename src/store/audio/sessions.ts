/** Recordings: operational rows; their audio lies in blobs, one for each chunk. docs/design/store.md#tables. */
import { newId } from '../../core/ids.ts'
import { identifierTaken, Problem } from '../../core/problems.ts'
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { type AudioOperation, type AudioState, audioTransitions, transitionOf } from '../transitions.ts'

export const audioKinds = ['consultation', 'dictation'] as const

export type AudioSession = {
  readonly id: string
  readonly seq: string
  readonly version: number
  readonly encounterId: string
  readonly patientId: string
  readonly kind: (typeof audioKinds)[number]
  readonly mediaType: string
  readonly language: string
  readonly state: AudioState
  /** Why nobody can read it: `consent-revoked`. */
  readonly reason?: string
  readonly capturedAt?: string
  readonly chunkCount: number
  readonly bytes: number
  /** SHA-256 of the whole recording in hexadecimal, as the client computed it. Absent while the recording is open; checked after it is finalized. */
  readonly sha256?: string
  /** The job that transcribes it. */
  readonly jobId?: string
  readonly transcriptId?: string
  readonly legalHold: boolean
  readonly spoke: string
  readonly createdAt: string
  readonly updatedAt: string
}

const columns = `id, seq, version, encounter_id as "encounterId", patient_id as "patientId", kind, media_type as "mediaType", language, state, reason,
  ${utc('captured_at')} as "capturedAt", chunk_count as "chunkCount", bytes::float8 as bytes, sha256, job_id as "jobId", transcript_id as "transcriptId",
  legal_hold as "legalHold", spoke, ${utc('created_at')} as "createdAt", ${utc('updated_at')} as "updatedAt"`

export type NewAudioSession = Pick<AudioSession, 'encounterId' | 'patientId' | 'kind' | 'mediaType' | 'language'> & {
  readonly id?: string | undefined
  readonly capturedAt?: string | undefined
}

export async function putAudioSession(tx: Tx, session: NewAudioSession): Promise<AudioSession> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `insert into audio_session (tenant, id, encounter_id, patient_id, kind, media_type, language, state, captured_at, spoke)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9) on conflict (tenant, id) do nothing returning ${columns}`,
    [
      tx.tenant.number,
      session.id ?? newId(),
      session.encounterId,
      session.patientId,
      session.kind,
      session.mediaType,
      session.language,
      session.capturedAt ?? null,
      tx.caller.spoke,
    ],
  )
  if (rows[0] === undefined) throw identifierTaken()
  const started = present<AudioSession>(rows[0])
  tx.record('audio.started', audioFields(started))
  return started
}

/** True if its audio may be read: it is neither quarantined nor discarded. */
export const isReadable = ({ state }: Pick<AudioSession, 'state'>): boolean => readableStates.includes(state)
const readableStates: readonly AudioState[] = ['open', 'finalizing', 'finalized', 'transcribed']

/** Fields for the audit record of a recording. */
export const audioFields = ({ id, encounterId, patientId }: AudioSession) => ({
  resourceType: 'AudioSession',
  resourceId: id,
  encounterId,
  patientId,
})

/** With `update`, nobody else changes it or adds a chunk before this transaction ends. */
export async function readAudioSession(tx: Tx, id: string, lock?: 'update'): Promise<AudioSession> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from audio_session where tenant = $1 and id = $2 ${lock === undefined ? '' : 'for update'}`,
    [tx.tenant.number, id],
  )
  if (rows[0] === undefined) throw new Problem('not-found')
  return present<AudioSession>(rows[0])
}

export type AudioSessionList = {
  readonly limit: number
  readonly before?: string | undefined
  readonly encounterId?: string | undefined
  readonly state?: string | undefined
  readonly updatedSince?: string | undefined
}

/** Newest first. */
export async function listAudioSessions(tx: Tx, list: AudioSessionList): Promise<AudioSession[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from audio_session where tenant = $1 and seq < coalesce($2::bigint, 9223372036854775807)
     and ($3::uuid is null or encounter_id = $3) and ($4::text is null or state = $4) and ($5::timestamptz is null or updated_at >= $5)
     and patient_id <> all ($6::text[]) order by seq desc limit $7`,
    [
      tx.tenant.number,
      list.before ?? null,
      list.encounterId ?? null,
      list.state ?? null,
      list.updatedSince ?? null,
      tx.caller.deniedPatients ?? [],
      list.limit,
    ],
  )
  return rows.map((row) => present<AudioSession>(row))
}

export type AudioChange = Partial<
  Pick<AudioSession, 'reason' | 'chunkCount' | 'bytes' | 'sha256' | 'jobId' | 'transcriptId'>
>

const changeText = `version = version + 1, updated_at = now(), reason = coalesce($3, reason), chunk_count = coalesce($4, chunk_count),
  bytes = coalesce($5, bytes), sha256 = coalesce($6::text, sha256), job_id = coalesce($7, job_id), transcript_id = coalesce($8, transcript_id)`

/** A recording that is open again has no digest. */
const moveText = changeText.replace(
  'coalesce($6::text, sha256)',
  "case when $9 = 'open' then null else coalesce($6::text, sha256) end",
)

const changeValues = (tx: Tx, id: string, change: AudioChange): unknown[] => [
  tx.tenant.number,
  id,
  change.reason ?? null,
  change.chunkCount ?? null,
  change.bytes ?? null,
  change.sha256 ?? null,
  change.jobId ?? null,
  change.transcriptId ?? null,
]

/** Changes fields of a recording, but not its state. */
export async function changeAudioSession(tx: Tx, id: string, change: AudioChange): Promise<AudioSession> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `update audio_session set ${changeText} where tenant = $1 and id = $2 returning ${columns}`,
    changeValues(tx, id, change),
  )
  return present<AudioSession>(rows[0] ?? {})
}

/** The one writer of a recording's state; records the event. */
export async function moveAudioSession(
  tx: Tx,
  session: AudioSession,
  operation: AudioOperation,
  change: AudioChange = {},
): Promise<AudioSession> {
  const { from, to, event } = transitionOf(audioTransitions, operation)
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `update audio_session set ${moveText}, state = $9 where tenant = $1 and id = $2 and state = any ($10::text[]) returning ${columns}`,
    [...changeValues(tx, session.id, change), to, [...from]],
  )
  if (rows[0] === undefined) {
    throw new Problem('invalid-transition', {
      detail: `The operation ${operation} is not open from the state ${session.state}`,
    })
  }
  const moved = present<AudioSession>(rows[0])
  tx.record(event, {
    ...audioFields(moved),
    fromState: session.state,
    toState: to,
    count: moved.bytes,
    ...(moved.sha256 === undefined ? {} : { hash: moved.sha256 }),
    ...(change.reason === undefined ? {} : { reason: change.reason }),
  })
  return moved
}

/** A later consent does not open earlier recordings. D53 */
export const quarantined = (): Problem =>
  new Problem('consent-required', {
    detail: 'The consent to record was taken back: what was recorded by then is quarantined',
    errors: [{ field: 'permit', message: 'record' }],
  })
