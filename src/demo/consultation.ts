/** Step 2: one consultation from its encounter to the verdict on its draft, and its approval. */
import type { Client } from '../../client/client.ts'
import type { Artifact, NewSegment, Verification } from '../../client/hub-types.ts'
import { poll } from './concurrency.ts'
import type { Consultation, SpokenSegment } from './input.ts'
import { medicareNumber } from './people.ts'
import type { Practice } from './transaction.ts'
import type { Run } from './workspace.ts'

export type Draft = {
  readonly consultation: Consultation
  readonly patientId: string
  readonly artifact: Artifact
  readonly verification: Verification
}

export type Clinic = {
  readonly clinician: Client
  readonly signal: AbortSignal
  readonly practice: Practice
  readonly templateId: string
  readonly run: Run
}

/** The job came to an end without a draft. */
export class DraftingError extends Error {}

/** The same run and consultation have the same key: a step that ran before a crash is answered again and not repeated. */
export const keyOf = (run: Run, seed: string, step: string): string =>
  `demo-${run.id}-${encodeURIComponent(seed).slice(0, 80)}-${step}`

export async function draftConsultation(clinic: Clinic, consultation: Consultation, patientId: string): Promise<Draft> {
  const { clinician, templateId, run } = clinic
  const key = (step: string): string => keyOf(run, consultation.seed, step)
  const encounterId = await openEncounter(clinic, consultation, patientId)
  const transcriptIds = [await storeTranscript(clinic, consultation, encounterId)]
  const job = await clinician.call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, {
    body: { templateId, transcriptIds },
    key: key('generate'),
  })
  const artifactId = await waitForDraft(clinic, job.id)
  const drafted = await clinician.call('GET', `/v1/artifacts/${artifactId}?version=1`)
  const verification = await clinician.call('POST', `/v1/artifacts/${artifactId}:verify`, {
    version: drafted.version,
    key: key('verify'),
  })
  const artifact = await clinician.call('GET', `/v1/artifacts/${artifactId}?version=${verification.version}`)
  return { consultation, patientId, artifact, verification }
}

/** Opened, consented to, and over when the recording ends. */
async function openEncounter(clinic: Clinic, consultation: Consultation, patientId: string): Promise<string> {
  const { clinician, practice, run } = clinic
  const { seed, segments, presentingComplaint } = consultation
  const start = run.startedAt
  const end = new Date(Date.parse(start) + Math.max(...segments.map(({ endMs }) => endMs))).toISOString()
  const { organizationId, locationId, practitionerRoleId } = practice
  const encounter = await clinician.call('POST', '/v1/encounters', {
    body: {
      ...{ patientId, practitionerRoleId, organizationId, locationId },
      period: { start },
      funding: { scheme: 'medicare', identifier: medicareNumber(seed) },
      ...(presentingComplaint.trim() !== '' && { reason: presentingComplaint.trim().slice(0, 1000) }),
    },
    key: keyOf(run, seed, 'encounter'),
  })
  await clinician.call('POST', '/v1/consents', {
    body: { patientId, permits: ['record', 'generate', 'share'], purposes: ['TREAT'], method: 'verbal' },
    key: keyOf(run, seed, 'consent'),
  })
  await clinician.call('PATCH', `/v1/encounters/${encounter.id}`, {
    version: encounter.version,
    body: { status: 'finished', period: { start, end } },
    key: keyOf(run, seed, 'finish'),
  })
  return encounter.id
}

const labels = { clinician: 'S1', patient: 'S2', other: 'S3' } as const

export const segmentIdOf = (index: number): string => `s${index}`

/** A recogniser knows voices only; the diarisation says afterwards whose they are. */
async function storeTranscript(clinic: Clinic, consultation: Consultation, encounterId: string): Promise<string> {
  const { clinician, run } = clinic
  const { seed, segments } = consultation
  const transcript = await clinician.call('POST', `/v1/encounters/${encounterId}/transcripts`, {
    body: { language: 'en-AU', segments: segments.map(buildSegment) },
    key: keyOf(run, seed, 'transcript'),
  })
  const roles = [...new Set(segments.map(({ speaker }) => speaker))]
  await clinician.call('PUT', `/v1/transcripts/${transcript.id}/diarisation`, {
    version: 'new',
    body: { speakers: roles.map((role) => ({ label: labels[role], role })) },
    key: keyOf(run, seed, 'diarisation'),
  })
  return transcript.id
}

const buildSegment = (segment: SpokenSegment, index: number): NewSegment => ({
  ...segment,
  id: segmentIdOf(index),
  speaker: labels[segment.speaker],
})

async function waitForDraft({ clinician, signal }: Clinic, jobId: string): Promise<string> {
  const job = await poll({
    read: () => clinician.call('GET', `/v1/jobs/${jobId}`),
    isDone: ({ state }) => state !== 'queued' && state !== 'running',
    signal,
  })
  if (job.artifactId === undefined)
    throw new DraftingError(`drafting ended as ${job.state} (${job.reason ?? 'no reason'})`)
  return job.artifactId
}

/** Released where the verification passed; anything else stays in review. R3.2. */
export async function approveDraft({ clinician, run }: Clinic, draft: Draft): Promise<Draft> {
  if (draft.verification.outcome !== 'passed') return draft
  const { id, version } = draft.artifact
  const key = keyOf(run, draft.consultation.seed, 'approve')
  return { ...draft, artifact: await clinician.call('POST', `/v1/artifacts/${id}:approve`, { version, key }) }
}
