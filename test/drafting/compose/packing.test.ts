/** Several facts in one sentence: the drafter packs some, and the verifier judges each fact by its own evidence. */
import { expect, test } from '@jest/globals'
import type { Note, Statement } from '../../../src/core/clinical-note.ts'
import { draft, rulesOf, statementsOf, talk, textsOf, verify } from '../dialogues.ts'

const lines = [
  'C: How can I help?',
  'P: I have had a cough for three days.',
  'C: Any fever?',
  'P: No.',
  'C: Right. Any chest pain or wheezing?',
  'P: No, nothing like that.',
  'C: Do you smoke?',
  "P: No, I don't smoke. I live on my own.",
]

/** The statement that holds several facts, and a note in which it is changed. */
function packed(change: (statement: Statement) => Statement): { readonly note: Note; readonly id: string } {
  const note = draft(talk(...lines))
  const id = statementsOf(note).find(({ text }) => text.startsWith('No fever'))?.id ?? ''
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => (statement.id === id ? change(statement) : statement)),
  }))
  return { note: { ...note, sections }, id }
}

const rulesAfter = (change: (statement: Statement) => Statement): readonly string[] => {
  const { note, id } = packed(change)
  return verify(note, talk(...lines)).findings.filter(({ statementId }) => statementId === id).map(({ rule }) => rule) // biome-ignore format: short
}

test('docs/design/drafting.md#verification: noes of several questions make one sentence, each with its own evidence', () => {
  const note = draft(talk(...lines))

  expect(textsOf(note)).toContain('No fever, chest pain or wheeze.')
  expect(textsOf(note)).toContain('Does not smoke; lives alone.')
  const parts = statementsOf(note).find(({ text }) => text.startsWith('No fever'))?.parts
  expect(parts?.map(({ text, evidence }) => [text, evidence])).toEqual([
    ['No fever.', [0, 1]],
    ['No chest pain.', [2, 3]],
    ['No wheeze.', [2, 3]],
  ])
  expect(rulesOf(verify(note, talk(...lines)))).toEqual([])
})

test('docs/design/drafting.md#verification: a fact that borrows the evidence of its neighbour is found', () => {
  const borrow = (statement: Statement): Statement => ({
    ...statement,
    ...(statement.parts === undefined
      ? {}
      : { parts: statement.parts.map((part, at) => (at === 0 ? { ...part, evidence: [2, 3] } : { ...part, evidence: [0, 1] })) }), // biome-ignore format: short
  })

  expect(rulesAfter((statement) => statement)).toEqual([])
  expect(rulesAfter(borrow)).toContain('words-unsupported')
})

test.each<[name: string, change: (statement: Statement) => Statement]>([
  ['the sentence was changed', (statement) => ({ ...statement, text: 'No fever or wheeze.' })],
  ['the sentence names more', (statement) => ({ ...statement, text: 'No fever, chest pain, rash or wheeze.' })],
  ['a claim belongs to no part', (statement) => ({ ...statement, parts: statement.parts?.map((part, at) => (at === 0 ? { ...part, claims: [1] } : part)) ?? [] })],
  ['evidence belongs to no part', (statement) => ({ ...statement, parts: statement.parts?.map((part) => ({ ...part, evidence: [0] })) ?? [] })],
  ['a place is out of range', (statement) => ({ ...statement, parts: statement.parts?.map((part) => ({ ...part, evidence: [9] })) ?? [] })],
  ['there is but one part', (statement) => ({ ...statement, parts: statement.parts?.slice(0, 1) ?? [] })],
])('docs/design/drafting.md#verification: parts that do not make up their sentence are found, where %s', (_, change) => {
  expect(rulesAfter(change)).toContain('parts-mismatch')
}) // biome-ignore format: a table

test('docs/design/drafting.md#verification: without parts the sentence is judged as a whole', () => {
  const whole = ({ parts: _, ...statement }: Statement): Statement => statement

  expect(rulesAfter(whole)).toEqual([])
  expect(rulesAfter((statement) => ({ ...whole(statement), text: 'No fever, rash or wheeze.' }))).toContain(
    'words-unsupported',
  )
})

test('docs/design/drafting.md#verification: what was unclear is packed with what was unclear only', () => {
  const note = draft(
    talk('C: How can I help?', 'P: I have a sore throat.', 'P~: I feel sick and dizzy.', 'P: I am tired.'),
  )

  for (const { text, parts } of statementsOf(note))
    expect(
      parts?.every((part) => part.text.includes('(recording unclear)') === text.includes('(recording unclear)')) ??
        true,
    ).toBe(true)
  expect(textsOf(note).some((text) => /nausea.*dizziness.*\(recording unclear\)/i.test(text))).toBe(true)
})
