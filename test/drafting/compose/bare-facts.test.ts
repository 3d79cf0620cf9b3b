/** A doubted symptom with a detail is judged without it. D452. */
import { expect, test } from '@jest/globals'
import type { Claim, Note, Statement } from '../../../src/core/clinical-note.ts'
import { settleEmbedded } from '../../../src/drafting/compose/settle.ts'

const claim: Claim = { kind: 'symptom', concept: 'ear pain', display: 'Ear pain', polarity: 'present', certainty: 'certain', person: 'patient', time: 'current' } // biome-ignore format: one row
const statement: Statement = {
  id: 's1',
  text: 'Ear pain for 2 days, left side.',
  claims: [{ ...claim, duration: '2 days', side: 'left' }],
  evidence: [{ kind: 'segment', transcriptId: 't', segmentId: 'a', start: 0, end: 4, role: 'statement' }],
  confidence: 1,
}
const draft: Note = {
  title: 'Note',
  sections: [{ key: 's', title: 'S', code: { code: 'x', system: 'y', display: 'z' }, statements: [statement] }],
  openQuestions: [],
} as unknown as Note // the section's code plays no part

test.each([
  { doubts: /left/, text: 'Ear pain.', open: 1 },
  { doubts: /Ear/, text: undefined, open: 1 },
  { doubts: /never/, text: statement.text, open: 0 },
])('D452: where the verifier doubts $doubts, the note keeps $text', async ({ doubts, text, open }) => {
  const note = await settleEmbedded(draft, ({ sections }) =>
    Promise.resolve({
      outcome: 'failed',
      findings: sections.flatMap(({ statements }) => statements).filter((own) => doubts.test(own.text)).map(({ id }) => ({ rule: 'r', statementId: id, message: 'm', attested: false })),
    }),
  ) // biome-ignore format: short

  expect(note.sections[0]?.statements.map((own) => [own.id, own.text])).toEqual(
    text === undefined ? [] : [['s1', text]],
  )
  expect(note.openQuestions.filter((line) => line.endsWith(statement.text))).toHaveLength(open)
})
