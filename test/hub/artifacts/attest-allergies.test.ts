/** Findings about allergies: attested one by one, by the allergen's name, beside any other attestation. D71. */
import { expect, test } from '@jest/globals'
import { buildSegments, createPatient, giveConsent, must, openEncounter, practitionerRoleId, storeTranscript, templateId } from '../../consultation.ts' // biome-ignore format: one row
import { useRunning } from '../../use-running.ts'

const { call } = useRunning({ BANKSIA_ROLE: 'web' })

const said = buildSegments([
  ['clinician', 'What brings you in?'],
  ['patient', 'I have had a sore throat for four days.'],
  ['clinician', 'Any allergies?'],
  ['patient', "I'm allergic to penicillin and latex."],
])

/** A draft by hand of these sentences, each about the patient's second turn or the fourth, once verified. */
async function draftOf(...statements: readonly (readonly [text: string, segment: number])[]): Promise<string> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { permits: ['record', 'generate'] })
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId, said)
  const sections = [
    {
      key: 'subjective',
      statements: statements.map(([text, segment], index) => ({
        id: `s${index}`,
        text,
        evidence: [
          { kind: 'segment', transcriptId, segmentId: said[segment]?.id, start: 0, end: said[segment]?.text.length, role: 'statement' }, // biome-ignore format: one row
        ],
      })),
    },
  ]
  const body = { templateId, transcriptIds: [transcriptId], sections }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  await must(200, call('POST', `/v1/artifacts/${id}:verify`))
  return `/v1/artifacts/${id}`
}

const attest = (path: string, ...attestations: readonly object[]) =>
  call('POST', `${path}:verify`, { body: { attestations } })

const openRules = ({ findings }: { findings: readonly { rule: string; attested: boolean }[] }) =>
  findings.filter(({ attested }) => !attested).map(({ rule }) => rule)

test('D71: a dropped allergy takes the name of its allergen and a reason of its own, each allergen for itself', async () => {
  const path = await draftOf(['Sore throat for 4 days.', 1])
  const dropped = { rule: 'allergy-dropped', reasonCode: 'testing_negative', allergen: 'Penicillin' }
  const { allergen: _, ...unnamed } = dropped

  const refused = [
    await attest(path, unnamed),
    await attest(path, { ...dropped, reasonCode: 'clinical_judgement' }),
    await attest(path, { ...dropped, reasonCode: 'patient_confirmed' }),
    await attest(path, { ...dropped, allergen: 'aspirin' }),
    await attest(path, { ...dropped, allergen: 'penicillin latex aspirin' }),
    await attest(path, { ...dropped, rule: 'section-required' }),
    await attest(path, { statementId: 's0', reasonCode: 'observed', allergen: 'penicillin' }),
    await attest(path, { statementId: 's0', reasonCode: 'testing_negative' }),
  ]
  const one = await must(200, attest(path, dropped))
  const early = await call('POST', `${path}:approve`)
  const both = await must(200, attest(path, { ...dropped, allergen: 'latex', reasonCode: 'recorded_in_error' }))

  expect(refused.map(({ status, fields }) => [status, fields[0]])).toEqual([
    [400, 'attestations[0].allergen'],
    [400, 'attestations[0].reasonCode'],
    [400, 'attestations[0].reasonCode'],
    [400, 'attestations[0].allergen'],
    [400, 'attestations[0].allergen'],
    [400, 'attestations[0].rule'],
    [400, 'attestations[0].allergen'],
    [400, 'attestations[0].reasonCode'],
  ])
  expect(openRules(one.body)).toEqual(['allergy-dropped'])
  expect(early.status).toBe(409)
  expect([both.body.outcome, openRules(both.body)]).toEqual(['passed', []])
  const by = `PractitionerRole/${practitionerRoleId}`
  const { note } = (await must(200, call('POST', `${path}:approve`))).body
  expect(note.attestations).toEqual([
    { ...dropped, by },
    { ...dropped, by, allergen: 'latex', reasonCode: 'recorded_in_error' },
  ])
})

test('D71: an attestation of a whole statement, or of every other rule of it, does not vouch for an allergy in it', async () => {
  const path = await draftOf(['Allergic to penicillin and latex.', 3], ['Allergic to aspirin.', 1])
  const first = (await must(200, call('GET', path))).body.verification
  const others = first.findings.filter(({ rule }: { rule: string }) => rule !== 'allergy-invented')

  const whole = await must(200, attest(path, { statementId: 's1', reasonCode: 'observed' }))
  const each = await must(
    200,
    attest(
      path,
      ...others.map(({ rule, statementId }: object & { rule: string; statementId: string }) => ({ rule, statementId, reasonCode: 'other' })), // biome-ignore format: one row
    ),
  )
  const early = await call('POST', `${path}:approve`)
  const wrong = await attest(path, { statementId: 's1', rule: 'allergy-invented', reasonCode: 'patient_confirmed', allergen: 'penicillin' }) // biome-ignore format: one row
  const invented = { rule: 'allergy-invented', reasonCode: 'patient_confirmed', allergen: 'aspirin' }
  const named = await must(200, attest(path, { statementId: 's1', ...invented }))

  expect(openRules(first)).toContain('allergy-invented')
  expect([whole.body, each.body].map(openRules)).toEqual([['allergy-invented'], ['allergy-invented']])
  expect(early.status).toBe(409)
  expect([wrong.status, wrong.fields]).toEqual([400, ['attestations[0].allergen']])
  expect([named.body.outcome, openRules(named.body)]).toEqual(['passed', []])
  const { note } = (await must(200, call('POST', `${path}:approve`))).body
  expect(note.sections[0].statements[1].evidence).toContainEqual({
    kind: 'attestation',
    by: `PractitionerRole/${practitionerRoleId}`,
    ...invented,
  })
})

test('D71: a denial of allergies that were stated is attested by their names', async () => {
  const path = await draftOf(['No known allergies.', 3], ['Sore throat for 4 days.', 1])
  const denied = { rule: 'allergy-contradicted', reasonCode: 'not_an_allergy' }
  const dropped = { rule: 'allergy-dropped', reasonCode: 'not_an_allergy' }
  const names = ['penicillin', 'latex']

  const whole = await must(200, attest(path, { statementId: 's0', reasonCode: 'known_history' }))
  const ofDenial = await must(200, attest(path, ...names.map((allergen) => ({ ...denied, allergen }))))
  const all = await must(200, attest(path, ...names.map((allergen) => ({ ...dropped, allergen }))))

  expect(openRules(whole.body).toSorted()).toEqual([
    'allergy-contradicted',
    'allergy-contradicted',
    'allergy-dropped',
    'allergy-dropped',
  ])
  expect(openRules(ofDenial.body)).toEqual(['allergy-dropped', 'allergy-dropped'])
  expect(all.body.outcome).toBe('passed')
})
