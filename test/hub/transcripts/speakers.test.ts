/** Who speaks, where the source has labels only or none; and a correction in one call. D264. */
import { expect, test } from '@jest/globals'
import {
  buildSegments,
  createPatient,
  generate,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  storeTranscript,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

async function visit(): Promise<string> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  return openEncounter(call, patientId)
}

const vague = buildSegments([
  ['S1', 'The weather is nice.'],
  ['S2', 'I have had a cough for three days.'],
])
const unlabelled = longerSegments.map(({ speaker: _speaker, ...segment }) => segment)
const readArtifact = async (id: string) => (await must(200, call('GET', `/v1/artifacts/${id}`))).body
const statementsOf = ({ note }: Answer['body']): readonly string[] =>
  note.sections.flatMap(({ statements }: Answer['body']) => statements.map(({ text }: { text: string }) => text))
const readTranscript = async (encounterId: string) =>
  (await must(200, call('GET', `/v1/encounters/${encounterId}/transcripts`))).body.items[0]
const diarise = (transcriptId: string, body: object): Promise<Answer> =>
  call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body })

test('D264: neutral labels get their roles from what is said, and the draft uses them', async () => {
  const encounterId = await visit()
  await storeTranscript(call, encounterId, longerSegments)

  const { inferredSpeakers } = await readTranscript(encounterId)
  const draft = await readArtifact(await generate(call, encounterId))

  expect(inferredSpeakers.speakers).toMatchObject([
    { label: 'S1', role: 'clinician' },
    { label: 'S2', role: 'patient' },
  ])
  expect(statementsOf(draft).join()).toContain('ore throat')
  expect(draft.note.openQuestions.join()).not.toContain('Speakers:')
})

test('D264: without labels each segment has its role, and the draft says how many are unsure', async () => {
  const encounterId = await visit()
  await storeTranscript(call, encounterId, [...unlabelled, { id: 'last', text: 'Mm.', startMs: 90_000, endMs: 90_100 }])

  const { segments, inferredSpeakers } = await readTranscript(encounterId)
  const draft = await readArtifact(await generate(call, encounterId))

  expect(segments[0].speaker).toBe('unknown')
  expect(inferredSpeakers.segments.slice(0, 4)).toMatchObject([
    { id: 's0', role: 'clinician' },
    { id: 's1', role: 'patient' },
    { id: 's2', role: 'clinician' },
    { id: 's3', role: 'patient' },
  ])
  const unsure = inferredSpeakers.segments.filter(({ confidence }: { confidence: number }) => confidence < 0.9).length
  expect(unsure).toBeGreaterThan(0)
  expect(draft.note.openQuestions.join()).toContain(`who spoke ${unsure} of the segments`)
})

test('D307: a voice that nobody names beside named ones is counted in the open questions', async () => {
  const encounterId = await visit()
  const named = new Map([['S1', 'clinician']])
  const said = longerSegments.map((one) => ({ ...one, speaker: named.get(one.speaker) ?? 'Speaker 2' }))
  const unnamed = said.filter(({ speaker }) => speaker === 'Speaker 2').length
  await storeTranscript(call, encounterId, [...said, { speaker: 'other', text: 'Mm.', startMs: 90_000, endMs: 90_100 }])

  const draft = await readArtifact(await generate(call, encounterId))

  expect(statementsOf(draft).join()).not.toContain('ore throat')
  expect(draft.note.openQuestions.join()).toContain(`who spoke ${unnamed} of the segments`)
})

test('D264: unsure speakers support nothing; a correction voids the draft, and it is drafted again', async () => {
  const encounterId = await visit()
  const transcriptId = await storeTranscript(call, encounterId, vague)
  const artifactId = await generate(call, encounterId)
  const draft = await readArtifact(artifactId)

  const roles = [
    { label: 'S1', role: 'clinician' },
    { label: 'S2', role: 'patient' },
  ]
  await must(200, diarise(transcriptId, { speakers: roles }))
  const again = await waitFor(
    () => readArtifact(artifactId),
    ({ version }) => version > draft.version,
  )

  expect(statementsOf(draft)).toEqual([])
  expect(draft.note.openQuestions.join()).toContain('Speakers:')
  expect(statementsOf(again).join()).toContain('ough')
  expect(again.note.openQuestions.join()).not.toContain('Speakers:')
  expect(again.draftedFrom.spokenHash).not.toBe(draft.draftedFrom.spokenHash)
})

test('D264: a draft that somebody has changed is refused after a correction of single segments, with the reason', async () => {
  const encounterId = await visit()
  const transcriptId = await storeTranscript(call, encounterId, unlabelled)
  const artifactId = await generate(call, encounterId)
  const { note } = await readArtifact(artifactId)
  await must(200, call('PATCH', `/v1/artifacts/${artifactId}`, { body: { note, title: 'Changed' } }))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))

  const corrected = { segments: [{ id: 's1', role: 'other' }] }
  const stored = await must(200, diarise(transcriptId, corrected))
  const refused = await call('POST', `/v1/artifacts/${artifactId}:approve`)
  const { items } = await waitFor(
    async () => (await must(200, call('GET', `/v1/encounters/${encounterId}/artifacts`))).body,
    ({ items: all }) => all.length === 2,
  )

  expect(stored.body).toMatchObject({ version: 1, speakers: [], segments: corrected.segments })
  expect(refused).toMatchObject({ status: 409, problem: 'draft-outdated' })
  expect(refused.body.detail).toBe('The words or the speakers of the talk have changed since the draft was made')
  const other = items.find(({ id }: { id: string }) => id !== artifactId)
  expect(statementsOf(other).join()).not.toContain('ore throat')
  const { rows } = await server.site.pool.query(
    `select count(*)::int as count from audit where resource_id = $1 and kind = 'diarisation.stored'`,
    [transcriptId],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test.each([
  ['nothing', {}, ['speakers']],
  ['a segment that the transcript does not have', { segments: [{ id: 'zz', role: 'patient' }] }, ['segments[0].id']],
  ['a segment twice', { segments: [{ id: 's1', role: 'patient' }, { id: 's1', role: 'other' }] }, ['segments[1].id']], // biome-ignore format: one row
])('D264: a correction of %s is refused', async (_title, body, fields) => {
  const transcriptId = await storeTranscript(call, await visit(), vague)

  const refused = await diarise(transcriptId, body)

  expect(refused).toMatchObject({ status: 400, problem: 'validation' })
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
})

test('D263: speakers of a talk in parts are inferred from all that was said so far', async () => {
  const encounterId = await visit()
  const body = { partial: true, segments: vague }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/transcripts`, { body }))).body
  const early = await readTranscript(encounterId)

  const more = longerSegments.map((one) => ({
    ...one,
    id: `m${one.id}`,
    startMs: one.startMs + 9000,
    endMs: one.endMs + 9000,
  }))
  await must(200, call('POST', `/v1/transcripts/${id}:append`, { body: { segments: more, final: true } }))
  const late = await readTranscript(encounterId)

  expect(early.inferredSpeakers.confidence).toBeLessThan(0.9)
  expect(late.inferredSpeakers.confidence).toBeGreaterThan(0.9)
})
