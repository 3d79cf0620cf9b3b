/** Statements that the verifier does not support leave the draft. D13. */
import { expect, test } from '@jest/globals'
import type { Note, Segment } from '../../../src/core/clinical-note.ts'
import { settleDraft } from '../../../src/drafting/compose/settle.ts'
import { withholdUnsupported } from '../../../src/drafting/compose/withhold.ts'
import { handWritten, noteOf, talk, verify } from '../dialogues.ts'

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

const unsure = talk('C: What is it?', 'P~: I have a rash on my chest.', 'P: I have a cough.')
const rash = handWritten('Rash on the chest.', [{ segment: 1 }], unsure)
const cough = { ...handWritten('Cough.', [{ segment: 2 }], unsure), id: 'h2' }
const judgeBy = (segments: readonly Segment[]) => (draft: Note) => Promise.resolve(verify(draft, segments))

test('D257: a drafted statement that hides an unclear recording says so, and its claims are uncertain', async () => {
  const claim = { kind: 'symptom', concept: 'rash', display: 'Rash', polarity: 'present', certainty: 'certain', person: 'patient', time: 'current' } as const // biome-ignore format: short
  const { note: settled, refused } = await settleDraft(
    noteOf('subjective', { ...rash, claims: [claim] }, cough),
    judgeBy(unsure),
  )

  const statements = settled.sections.flatMap((section) => section.statements)
  expect(statements.map(({ text }) => text)).toEqual(['Rash on the chest (recording unclear).', 'Cough.'])
  expect(statements[0]?.claims).toEqual([{ ...claim, certainty: 'uncertain' }])
  expect(refused).toEqual([])
})

test('D257: an unclear statement with another fault is withheld, and its rules are reported', async () => {
  const wrong = handWritten('Rash on the back.', [{ segment: 1 }], unsure)

  const { note: settled, refused } = await settleDraft(noteOf('subjective', wrong, cough), judgeBy(unsure))

  expect(settled.sections.flatMap((section) => section.statements).map(({ text }) => text)).toEqual(['Cough.'])
  expect(refused.map(({ statement: { text }, rules }) => [text, rules.includes('words-unsupported')])).toEqual([['Rash on the back.', true]]) // biome-ignore format: short
})

test('D257: without a second verdict the first one holds', async () => {
  let times = 0
  const once = async (draft: Note) => {
    times += 1
    return times === 1 ? verify(draft, unsure) : { outcome: 'not_run' as const, findings: [] }
  }

  const { note: settled } = await settleDraft(noteOf('subjective', rash, cough), once)

  expect(settled.sections.flatMap((section) => section.statements).map(({ text }) => text)).toEqual(['Cough.'])
})
