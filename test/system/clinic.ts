/** A practice that uses a server over `/v1`, and repeats under the same key every request that a crash left unanswered. */
import { randomUUID } from 'node:crypto'
import { type Client, ProblemError } from '../../client/client.ts'
import type { Artifact, Delivery, Job } from '../../client/hub-types.ts'
import { findSoapTemplate } from '../../src/demo/channels.ts'
import { openSession } from '../../src/demo/session.ts'
import { createPeople, type Practice } from '../../src/demo/transaction.ts'
import { longerSegments } from '../consultation.ts'
import { waitFor } from '../patience.ts'

export type Clinic = {
  readonly base: string
  readonly operator: Client
  readonly clinician: Client
  readonly templateId: string
  readonly practice: Practice
  /** In the order of `practice.patientIds`. */
  readonly seeds: readonly string[]
}

const never = new AbortController().signal

/** The same seeds find the same people again. The issuer forgets its keys with the server, so a clinic is opened after each start. */
export async function openClinic(base: string, seeds: readonly string[], issuer: string = base): Promise<Clinic> {
  const session = openSession(base, never, issuer)
  const operator = await session.as('operator')
  const practice = await createPeople(await session.as('clinician'), seeds)
  return {
    base,
    operator,
    clinician: await session.as('clinician', practice.practitionerRoleId),
    templateId: await findSoapTemplate(operator),
    practice,
    seeds,
  }
}

const speakers: Readonly<Record<string, string>> = { S1: 'clinician', S2: 'patient' }

/** Opens the encounter of a seed, with consent and transcript, and queues its draft. */
export async function requestDraft({ clinician, ...clinic }: Clinic, seed: string): Promise<Job> {
  const { organizationId, locationId, practitionerRoleId, patientIds } = clinic.practice
  const patientId = patientIds[clinic.seeds.indexOf(seed)] ?? ''
  const period = { start: '2026-03-02T01:00:00.000Z', end: '2026-03-02T01:20:00.000Z' }
  const encounter = await clinician.call('POST', '/v1/encounters', {
    body: { patientId, practitionerRoleId, organizationId, locationId, status: 'finished', period },
    key: `${seed}-encounter`,
  })
  await clinician.call('POST', '/v1/consents', {
    body: { patientId, permits: ['record', 'generate', 'share'], purposes: ['TREAT'], method: 'verbal' },
    key: `${seed}-consent`,
  })
  const transcript = await clinician.call('POST', `/v1/encounters/${encounter.id}/transcripts`, {
    body: {
      language: 'en-AU',
      segments: longerSegments.map((segment) => ({ ...segment, speaker: speakers[segment.speaker] ?? 'other' })),
    },
    key: `${seed}-transcript`,
  })
  return clinician.call('POST', `/v1/encounters/${encounter.id}/artifacts:generate`, {
    body: { templateId: clinic.templateId, transcriptIds: [transcript.id] },
    key: `${seed}-generate`,
  })
}

export async function waitForJob({ clinician }: Clinic, jobId: string, boundMs?: number): Promise<Job> {
  return waitFor(
    () => clinician.call('GET', `/v1/jobs/${jobId}`),
    ({ state }) => state !== 'queued' && state !== 'running',
    boundMs,
  )
}

class DraftRefused extends Error {}

/** Verified, approved, and thereby released to every channel. */
export async function release({ clinician }: Clinic, artifactId: string): Promise<Artifact> {
  const drafted = await clinician.call('GET', `/v1/artifacts/${artifactId}?version=1`)
  const { outcome, findings, version } = await clinician.call('POST', `/v1/artifacts/${artifactId}:verify`, {
    version: drafted.version,
    key: `${artifactId}-verify`,
  })
  if (outcome !== 'passed')
    throw new DraftRefused(`the draft does not pass: ${findings.map(({ rule }) => rule).join(', ')}`)
  return clinician.call('POST', `/v1/artifacts/${artifactId}:approve`, { version, key: `${artifactId}-approve` })
}

const open: ReadonlySet<string> = new Set(['queued', 'sending'])

/** An artifact's deliveries once there are `count` and none is under way. */
export async function waitForDeliveries({ clinician }: Clinic, artifactId: string, count: number) {
  return waitFor(
    async () => (await clinician.call('GET', `/v1/deliveries?artifactId=${artifactId}&limit=200`)).items,
    (items: readonly Delivery[]) => items.length >= count && items.every(({ state }) => !open.has(state)),
  )
}

/** The result that a caller gets from a server that may have died: its answer, or none. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    const isRefused = error instanceof ProblemError && error.status < 500
    if (isRefused || error instanceof DraftRefused) throw error
    return undefined
  }
}

export const listSeeds = (count: number, name: string = randomUUID()): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}-${at}`)
