/** A clinician's edit is judged by the spoken words, as a draft is. D72. */
import { expect, test } from '@jest/globals'
import { buildSegments, createPatient, giveConsent, must, openEncounter, storeTranscript, templateId } from '../../consultation.ts' // biome-ignore format: one row
import { useRunning } from '../../use-running.ts'

const { call } = useRunning({ BANKSIA_ROLE: 'web' })

const said = 'I think this is gout, the scan confirmed gallstones.'

const sectionsOf = (transcriptId: string, text: string) => [
  {
    key: 'subjective',
    statements: [{ id: 'one', text: 'Sore toe for 4 days.', evidence: [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: 35, role: 'statement' }] }], // biome-ignore format: one row
  },
  {
    key: 'assessment',
    statements: [{ id: 'two', text, evidence: [{ kind: 'segment', transcriptId, segmentId: 's2', start: 0, end: said.length, role: 'statement' }] }], // biome-ignore format: one row
  },
]

test('D72: an edit that is surer, or less sure, than what was said fails its verification', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { permits: ['record', 'generate'] })
  const encounterId = await openEncounter(call, patientId)
  const spoken = buildSegments([['clinician', 'What brings you in?'], ['patient', 'I have had a sore toe for four days.'], ['clinician', said]]) // biome-ignore format: one row
  const transcriptId = await storeTranscript(call, encounterId, spoken)
  const body = { templateId, transcriptIds: [transcriptId], sections: sectionsOf(transcriptId, 'Likely gout.') }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  const path = `/v1/artifacts/${id}`
  const rulesOf = async (text: string) => {
    await must(200, call('PATCH', path, { body: { sections: sectionsOf(transcriptId, text) } }))
    const { findings } = (await must(200, call('POST', `${path}:verify`))).body
    return findings.map(({ rule }: { rule: string }) => rule)
  }

  expect(await rulesOf('Likely gout')).not.toContain('certainty-mismatch')
  expect(await rulesOf('Gout.')).toContain('certainty-mismatch')
  expect(await rulesOf('Gallstones.')).not.toContain('certainty-mismatch')
  expect(await rulesOf('Possible gallstones.')).toContain('certainty-mismatch')
})
