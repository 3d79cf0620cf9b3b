/** The judge of speech works on a running Banksia whose provider of transcripts is a real engine. */
import { createPatient, giveConsent, must, openEncounter, templateId } from '../../test/consultation.ts'
import { waitFor } from '../../test/patience.ts'
import { cutAudio, finalize, sendChunk, startSession } from '../../test/recording.ts'
import type { RunningServer } from '../../test/running-server.ts'
import type { Engine } from './engine.ts'

export type Served = { readonly server: RunningServer; readonly engine: Engine }

export type Segment = {
  readonly speaker: string
  readonly startMs: number
  readonly text: string
  readonly uncertain: boolean
}
export type Transcript = { readonly id: string; readonly segments: readonly Segment[] }

const chunkBytes = 1_000_000
/** An engine of one processor takes about as long as the talk. */
const boundMs = 300_000

const waitForJob = ({ server: { call } }: Served, id: string) =>
  waitFor(
    async () => (await must(200, call('GET', `/v1/jobs/${id}`))).body,
    ({ state }) => state !== 'queued' && state !== 'running',
    boundMs,
  )

type Recording = { readonly audio: Uint8Array<ArrayBuffer>; readonly language?: string }
export type Recorded = { readonly encounterId: string; readonly state: string; readonly reason?: string }

/** A consultation that was recorded, and what became of the job that has it transcribed. */
export async function record(served: Served, { audio, ...more }: Recording): Promise<Recorded> {
  const { call } = served.server
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { permits: ['record', 'generate', 'generate_external'] })
  const encounterId = await openEncounter(call, patientId)
  const sessionId = await startSession(call, encounterId, more)
  const chunks = cutAudio(audio, chunkBytes)
  for (const [index, bytes] of chunks.entries()) await must(201, sendChunk(call, { sessionId, index, bytes }))
  const { jobId } = (await must(202, finalize(call, sessionId, audio, chunks.length))).body
  const { state, reason } = await waitForJob(served, jobId)
  return { encounterId, state, reason }
}

export async function readTranscript({ server: { call } }: Served, encounterId: string): Promise<Transcript> {
  const { items } = (await must(200, call('GET', `/v1/encounters/${encounterId}/transcripts`))).body
  if (items.length !== 1) throw new Error(`the encounter has ${items.length} transcripts`)
  return items[0]
}

type Speaker = { readonly label: string; readonly role: 'clinician' | 'patient' }

/** As the clinician would, who knows which microphone was whose. */
export async function nameSpeakers({ server: { call } }: Served, id: string, speakers: readonly Speaker[]) {
  await must(200, call('PUT', `/v1/transcripts/${id}/diarisation`, { body: { speakers } }))
}

/** The statements of a draft that the server makes of the encounter. */
export async function draft(served: Served, encounterId: string): Promise<readonly string[]> {
  const { call } = served.server
  const asked = await must(
    202,
    call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } }),
  )
  const { artifactId } = await waitForJob(served, asked.body.id)
  const { note } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
  return note.sections.flatMap(({ statements }: { readonly statements: readonly { readonly text: string }[] }) =>
    statements.map(({ text }) => text),
  )
}
