/** Loaded terms of an operator: words that the drafter hears, and codes for the drafts of others. docs/design/drafting.md#verification; D55. */
import { expect, test } from '@jest/globals'
import type { Claim, Note, Segment } from '../../src/core/clinical-note.ts'
import { codeNote } from '../../src/drafting/compose/coding.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { concepts } from '../../src/drafting/vocabulary/concepts.ts'
import { findMeaning } from '../../src/drafting/vocabulary/phrases.ts'
import { sites } from '../../src/drafting/vocabulary/sites.ts'
import { openVocabulary, type Vocabulary } from '../../src/drafting/vocabulary/vocabulary.ts'
import { type LoadedTerm, openVocabularyBuilder } from '../../src/drafting/vocabulary/vocabulary-table.ts'
import { handWritten, noteOf, rulesOf, statementsOf, talk, template } from './dialogues.ts'

const build = (...terms: readonly LoadedTerm[]): Vocabulary => {
  const builder = openVocabularyBuilder()
  terms.forEach(builder.add)
  return builder.finish()
}

const vocabulary = build(
  { kind: 'condition', name: 'Banksia lung', code: '101' },
  { kind: 'condition', name: 'Bark-cutter lung', code: '101' },
  { kind: 'condition', name: "Waratah's syndrome type 2", code: '102' },
  { kind: 'symptom', name: 'Wattle cough', code: '103' },
  { kind: 'medicine', name: 'grevilleamab', code: '104' },
  { kind: 'symptom', name: 'Green phlegm', code: '105' },
)

const draft = (segments: readonly Segment[], own = vocabulary): Note =>
  draftNote({ template, transcriptId: 't1', segments, record: [], vocabulary: own })
const verify = (note: Note, segments: readonly Segment[], own = vocabulary): readonly string[] => {
  const transcripts = [{ id: 't1', segments }]
  return rulesOf(verifyNote({ note, template, transcripts, record: [], threshold: 0.6, vocabulary: own }))
}
const codesIn = (note: Note): readonly string[] =>
  statementsOf(note).flatMap(({ claims }) => claims.flatMap(({ display, code }) => code === undefined ? [] : [`${display} ${code}`])) // biome-ignore format: short

const said = talk(
  'C: Any other medical problems?',
  'P: I have bark-cutter lung.',
  'C: Do you have Waratah syndrome type two?',
  'P: No.',
  'C: What do you take?',
  'P: I take grevilleamab twice a day.',
  'C: Any wattle cough?',
  'P: Yes, a wattle cough, and green phlegm.',
)

test('docs/design/drafting.md#verification: names that the operator loaded are drafted with their codes, and verified', () => {
  const note = draft(said)

  expect(codesIn(note)).toEqual([
    'wattle cough 103',
    'green phlegm 105',
    'bark-cutter lung 101',
    "Waratah's syndrome type 2 102",
    'grevilleamab 104',
  ])
  expect(verify(note, said)).toEqual([])
})

test('docs/design/drafting.md#verification: without them the same talk has none of these codes', () => {
  expect(codesIn(draft(said, build()))).toEqual(['cough 49727002'])
})

test('docs/design/drafting.md#verification: a code that is loaded for other words is a finding, and so is one that is loaded no more', () => {
  const note = draft(said)

  expect(verify(note, said, build({ kind: 'condition', name: 'Bark-cutter lung', code: '109' }))).toContain('code-mismatch') // biome-ignore format: short
  expect(verify(note, said, build())).toContain('code-mismatch')
})

test('docs/design/drafting.md#verification: a loaded illness is denied, or a relative’s, as one of our own is', () => {
  const segments = talk('C: Do you have banksia lung?', 'P: No.', 'C: Any illnesses in the family?', "P: My mother had Waratah's syndrome type 2.") // biome-ignore format: a talk
  const note = draft(segments)

  expect(statementsOf(note).map(({ text }) => text)).toEqual(['No banksia lung.', "Mother: Waratah's syndrome type 2."])
  expect(verify(note, segments)).toEqual([])
})

test('R3.2: a loaded illness with its polarity turned is a finding', () => {
  const segments = talk('C: Do you have banksia lung?', 'P: No.', 'C: And asthma?', 'P: I have Wattle fever.')
  const claim: Claim = {
    ...{ kind: 'history', concept: 'banksia-lung', display: 'banksia lung', code: '101', polarity: 'present' },
    ...{ certainty: 'certain', person: 'patient', time: 'current' },
  }
  const cited = [
    { segment: 0, role: 'question' as const },
    { segment: 1, role: 'answer' as const },
  ]
  const turned = { ...handWritten('History of banksia lung.', cited, segments), claims: [claim] }

  expect(verify(noteOf('subjective', turned), segments)).toContain('polarity-mismatch')
})

const find = (own: Vocabulary, phrase: string) => findMeaning(openVocabulary(own), phrase)

test('docs/design/drafting.md#verification: a name of two concepts has no code, of an illness and a remedy no meaning', () => {
  const own = build(
    { kind: 'symptom', name: 'Wattle ache', code: '1' },
    { kind: 'condition', name: 'wattle ache', code: '2' },
    { kind: 'condition', name: 'Gum tree oil', code: '3' },
    { kind: 'medicine', name: 'gum tree oil', code: '4' },
    { kind: 'condition', name: 'Bottlebrush rash', code: '5' },
    { kind: 'condition', name: 'bottlebrush rashes', code: '5' },
  )

  expect(find(own, 'wattle aches')).toEqual({ kind: 'condition', key: 'wattle-ache', display: 'wattle ache' })
  expect(find(own, 'gum tree oil')).toBeUndefined()
  expect(find(own, 'bottlebrush rash')).toMatchObject({ code: '5' })
})

test('docs/design/drafting.md#verification: daily words, doses and long names are no names of the vocabulary', () => {
  const names = [
    'Shock',
    'Wart',
    'Stroke',
    'Paracetamol 500 mg tablet',
    'One two three four five six seven eight',
    'A, b',
    '',
  ]
  const own = build(...names.map((name): LoadedTerm => ({ kind: 'medicine', name })))

  expect(own.marks).toHaveLength(0)
  expect(names.map((name) => find(own, name))).toEqual(names.map(() => undefined))
})

const noteSaying = (kind: Claim['kind'], display: string): Note => {
  const claim: Claim = { kind, concept: 'x', display, polarity: 'present', certainty: 'certain', person: 'patient', time: 'current' } // biome-ignore format: short
  return noteOf('subjective', { ...handWritten(`${display}.`, [], []), claims: [claim] })
}
const codeOf = (kind: Claim['kind'], display: string): string | undefined =>
  statementsOf(codeNote({ note: noteSaying(kind, display), vocabulary }))[0]?.claims[0]?.code

test('D55: what an outside drafter names gets the code of its words, where they name one thing alone', () => {
  expect(codeOf('symptom', 'dyspnoea')).toBe('267036007')
  expect(codeOf('history', 'Banksia lung')).toBe('101')
  expect(codeOf('medication', 'grevilleamab')).toBe('104')
  expect(codeOf('symptom', 'cough and fever')).toBeUndefined()
  expect(codeOf('symptom', 'cough at the zoo')).toBeUndefined()
  expect(codeOf('social', 'cough')).toBeUndefined()
  expect(codeOf('medication', 'banksia lung')).toBeUndefined()
})

test('D55: the verifier takes every code that is given so', () => {
  const names = [...concepts().flatMap(([, , display, , says]) => [display, ...says.split('|')]), ...sites.flatMap(([, pain, , says]) => [pain, ...says.split('|').map((site) => `${site} pain`)])] // biome-ignore format: short
  const refused = names.filter((name) =>
    verify(codeNote({ note: noteSaying('symptom', name) }), []).includes('code-mismatch'),
  )

  expect(refused).toEqual([])
})
