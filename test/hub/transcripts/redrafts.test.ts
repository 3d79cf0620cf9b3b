/** Drafts that are made again for corrected speakers: one of each talk, however often somebody corrects it. D263, D264, D306. */
import { expect, test } from '@jest/globals'
import {
  createPatient,
  generate,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  readHeld,
  storeTranscript,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

type Drafted = { readonly encounterId: string; readonly transcriptId: string; readonly artifactId: string }

async function draftTalk(): Promise<Drafted> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId, longerSegments)
  return { encounterId, transcriptId, artifactId: await generate(call, encounterId) }
}

const readArtifact = async (id: string) => (await must(200, call('GET', `/v1/artifacts/${id}`))).body
const listArtifacts = async (encounterId: string) =>
  (await must(200, call('GET', `/v1/encounters/${encounterId}/artifacts`))).body.items

/** Says whose voice the second label is. */
async function correct(transcriptId: string, role: string, isFirst = false): Promise<void> {
  const path = `/v1/transcripts/${transcriptId}/diarisation`
  const headers = isFirst ? {} : await readHeld(call, path)
  await must(200, call('PUT', path, { body: { speakers: [{ label: 'S2', role }] }, headers }))
}

/** Waits for the end of all jobs, then answers with the artifacts of which the job was made. */
async function finishJobs(encounterId: string): Promise<readonly string[]> {
  const jobs = await waitFor(
    async () => (await must(200, call('GET', `/v1/jobs?encounterId=${encounterId}`))).body.items,
    (items) => items.every(({ state }: Answer['body']) => state === 'succeeded'),
  )
  return jobs.map(({ artifactId }: Answer['body']) => artifactId)
}

const textOf = ({ note }: Answer['body']): string => JSON.stringify(note.sections)

test('D306: a changed draft gets one other draft, which follows each further correction', async () => {
  const { encounterId, transcriptId, artifactId } = await draftTalk()
  const { note } = await readArtifact(artifactId)
  await must(200, call('PATCH', `/v1/artifacts/${artifactId}`, { body: { note, title: 'Changed' } }))

  await correct(transcriptId, 'other', true)
  await finishJobs(encounterId)
  const [early] = (await listArtifacts(encounterId)).filter(({ id }: Answer['body']) => id !== artifactId)
  for (const role of ['patient', 'other', 'patient']) {
    await correct(transcriptId, role)
    await finishJobs(encounterId)
  }

  const artifacts = await listArtifacts(encounterId)
  const late = artifacts.find(({ id }: Answer['body']) => id === early.id)
  expect(artifacts).toHaveLength(2)
  expect(textOf(early)).not.toContain('ore throat')
  expect(textOf(late)).toContain('ore throat')
  expect((await readArtifact(artifactId)).title).toBe('Changed')
})

test('D306: the same correction several times makes one new version, and its verification holds', async () => {
  const { encounterId, transcriptId, artifactId } = await draftTalk()
  const before = await readArtifact(artifactId)

  await correct(transcriptId, 'other', true)
  for (let times = 0; times < 3; times++) await correct(transcriptId, 'other')
  const made = await finishJobs(encounterId)

  const after = await readArtifact(artifactId)
  expect(new Set(made)).toEqual(new Set([artifactId]))
  expect(after.version).toBe(before.version + 1)
})
