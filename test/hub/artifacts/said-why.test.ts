/** Refusals and verdicts say why: the field, the finding, the remedy. R3.2. */
import { expect, test } from '@jest/globals'
import type { Note, Verification } from '../../../src/core/clinical-note.ts'
import { newId } from '../../../src/core/ids.ts'
import { problemCatalogue } from '../../../src/core/problem-catalogue.ts'
import type { TemplateRules } from '../../../src/domain/template/template-rules.ts'
import { judgeByRules } from '../../../src/hub/artifacts/policy-findings.ts'
import {
  createPatient,
  draftByHand,
  exampleSegments,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
  templateId,
} from '../../consultation.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const operator = { role: 'operator' } as const
const outcomeOf = ({ status, problem, fields }: Answer) => ({ status, problem, fields })

test('R3.2: a verdict that fails for its confidence alone has that for its finding, which nobody attests', async () => {
  const { artifactId } = await draftByHand(call)
  const path = `/v1/templates/${templateId}/validation-policy`
  const { id: _, version: __, createdAt: ___, updatedAt: ____, ...policy } = (await must(200, call('GET', path))).body
  await must(200, call('PUT', path, { body: { ...policy, threshold: 1 }, as: operator }))
  const verify = (body: object = {}) => call('POST', `/v1/artifacts/${artifactId}:verify`, { body })

  const { body } = await must(200, verify())
  const attested = await verify({ attestations: [{ rule: 'confidence-low', reasonCode: 'clinical_judgement' }] })
  await must(200, call('PUT', path, { body: policy, as: operator }))

  expect(body.outcome).toBe('failed')
  expect(body.findings.some((finding: { attested: boolean }) => !finding.attested)).toBe(true)
  expect(body.findings.map(({ rule }: { rule: string }) => rule)).toContain('confidence-low')
  expect(outcomeOf(attested)).toEqual({ status: 400, problem: 'validation', fields: ['attestations[0].rule'] })
})

const statement = { id: 'one', text: 'Cough.', claims: [], evidence: [], confidence: 1 }
const noteOf = (statements: readonly object[]): Note =>
  ({ title: '', sections: [{ key: 'plan', title: '', code: '', statements }], openQuestions: [] }) as unknown as Note
const rules = {
  policy: {
    threshold: 0.9,
    evidence: { kinds: [], minimumPerStatement: 0, minimumCoverage: 0 },
    review: { maximumAttested: 9, verificationHours: 1 },
  },
  schema: { artifactTypes: ['note'], requiredFields: [] },
} as unknown as TemplateRules
const finding = { rule: 'unsupported', message: '', statementId: 'one' }

test.each([
  ['confidence-low', [statement], []],
  ['confidence-low', [statement], [{ ...finding, attested: true }]],
  ['nothing-stated', [], []],
  ['unsupported', [statement], [{ ...finding, attested: false }]],
])('R3.2: failed has an open finding: %s', (rule, statements, findings) => {
  const verdict: Verification = { outcome: 'failed', findings, confidence: 0.5, coverage: 1 }
  const note = noteOf(statements)

  const judged = judgeByRules(verdict, { note, title: 'x', transcriptIds: [], artifactType: 'note' }, rules)

  expect(judged.findings.filter(({ attested }) => !attested).map((one) => one.rule)).toEqual([rule])
})

test('spec 7: an identifier that is taken is told by its field', async () => {
  const { encounterId, patientId, transcriptId, artifactId } = await draftByHand(call)
  const consentId = await giveConsent(call, patientId)
  const recording = { id: newId(), encounterId, kind: 'dictation', mediaType: 'audio/wav' }
  await must(201, call('POST', '/v1/audio/sessions', { body: recording }))
  const period = { start: '2026-03-14T02:45:00.000Z' }
  const consent = { patientId, permits: ['share'], purposes: ['TREAT'], method: 'verbal' }

  const answers = [
    await call('POST', '/v1/encounters', { body: { id: encounterId, patientId, practitionerRoleId, period } }),
    await call('POST', '/v1/consents', { body: { ...consent, id: consentId } }),
    await call('POST', '/v1/audio/sessions', { body: recording }),
    await call('POST', `/v1/encounters/${encounterId}/transcripts`, {
      body: { id: transcriptId, segments: exampleSegments },
    }),
    await call('POST', `/v1/encounters/${encounterId}/artifacts`, {
      body: { id: artifactId, templateId, sections: [{ key: 'plan', statements: [] }] },
    }),
    await call('POST', '/v1/templates', {
      body: { id: templateId, title: 'Letter', artifactType: 'letter' },
      as: operator,
    }),
  ]

  expect(answers.map(outcomeOf)).toEqual(answers.map(() => ({ status: 409, problem: 'conflict', fields: ['id'] })))
})

test('spec 7: a template, or a version, that is not there or not published is told by its field', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const path = `/v1/encounters/${await openEncounter(call, patientId)}/artifacts`
  const title = { title: 'Letter', artifactType: 'letter' }
  const unpublished = (await must(201, call('POST', '/v1/templates', { body: title, as: operator }))).body.id
  const wrong = [
    [{ templateId: newId() }, 400, 'validation', 'templateId'],
    [{ templateId, templateVersionId: newId() }, 400, 'validation', 'templateVersionId'],
    [{ templateId: unpublished }, 409, 'business-rule', 'templateId'],
  ] as const

  for (const [names, status, problem, field] of wrong) {
    const expected = { status, problem, fields: [field] }
    expect(outcomeOf(await call('POST', `${path}:generate`, { body: names }))).toEqual(expected)
    expect(
      outcomeOf(await call('POST', path, { body: { ...names, sections: [{ key: 'plan', statements: [] }] } })),
    ).toEqual(expected)
  }
})

test.each(problemCatalogue.map(({ slug }) => slug))('spec 7: the page of %s has cause and remedy', async (slug) => {
  const row = problemCatalogue.find((one) => one.slug === slug)
  const json = await fetch(`${server.base}/problems/${slug}`, { headers: { accept: 'application/json' } })
  const page = await (await fetch(`${server.base}/problems/${slug}`, { headers: { accept: 'text/html' } })).text()

  expect(await json.json()).toMatchObject({ cause: row?.cause, remedy: row?.remedy })
  expect(page).toMatch(/<h2>Cause<\/h2><p>.+<\/p><h2>Remedy<\/h2><p>.+<\/p>/s)
  expect([row?.cause, row?.remedy].every((text) => /^[A-Z`].*\.$/.test(text ?? ''))).toBe(true)
})
