/** Statements that the verifier does not support leave the draft. D13. */
import { expect, test } from '@jest/globals'
import type { Note } from '../../src/core/clinical-note.ts'
import { withholdUnsupported } from '../../src/drafting/compose/withhold.ts'

const statement = (id: string) => ({ id, text: `Says ${id}.`, claims: [], evidence: [], confidence: 1 })
const note: Note = {
  title: 'Note',
  sections: [
    { key: 'subjective', title: 'Subjective', code: '61150-9', statements: [statement('a'), statement('b')] },
    { key: 'plan', title: 'Plan', code: '18776-5', statements: [statement('c')] },
  ],
  openQuestions: ['Fever: asked, no clear answer.'],
}
const finding = (statementId?: string) => ({
  rule: 'words-unsupported',
  message: 'fixed',
  attested: false,
  ...(statementId === undefined ? {} : { statementId }),
})

test('D13: a statement with a finding is taken out and listed for the reviewer; the others stay as they are', () => {
  const held = withholdUnsupported(note, { findings: [finding('b'), finding('b'), finding('c'), finding()] })

  expect(held.sections.map(({ statements }) => statements.map(({ id }) => id))).toEqual([['a'], []])
  expect(held.openQuestions).toEqual([
    'Fever: asked, no clear answer.',
    'Left out, since the recording does not support it: Says b.',
    'Left out, since the recording does not support it: Says c.',
  ])
})

test('D13: a note that the verifier supports is not touched', () => {
  expect(withholdUnsupported(note, { findings: [finding()] })).toBe(note)
})
