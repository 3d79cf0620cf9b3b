/** Scores of made-up talks, held against notes that were written by hand. docs/design/drafting.md. */
import { expect, test } from '@jest/globals'
import { type Score, scoreNote } from '../../bench/drafting/score-talks.ts'
import { openLexicon } from '../../bench/drafting/scoring/judgement.ts'
import { quantitiesOf } from '../../bench/drafting/scoring/quantities.ts'
import type { Fact, Talk } from '../../bench/drafting/talks/truth.ts'
import type { Claim } from '../../src/core/clinical-note.ts'
import { buildClaim, buildSection, buildStatement, writePerfectNote } from './perfect-note.ts'

const plain = {
  polarity: 'present',
  person: 'patient',
  time: 'current',
  certainty: 'certain',
  optional: false,
} as const
const fact = (id: string, given: Pick<Fact, 'kind' | 'concept' | 'segments'> & Partial<Fact>): Fact => ({
  id,
  ...plain,
  ...given,
})

const said = [
  ['clinician', 'Morning, how can I help you?'],
  ['patient', "My left knee's been really painful for three days. No, sorry, four days."],
  ['clinician', 'Any swelling or fever?'],
  ['patient', 'Swelling yeah, but no fever.'],
  ['patient', "I did have some numbness but that's gone now."],
  ['patient', "I'm scared it's cancer."],
  ['patient', 'My dad had gout.'],
  ['patient', 'I take ramipril, five milligrams once a day.'],
  ['patient', 'Penicillin gives me a rash.'],
  ['clinician', 'I think this is probably a meniscal tear. We could give you crutches?'],
  ['patient', "No, I'd rather not have crutches."],
  [
    'clinician',
    "Let's get an X-ray of the knee, and take ibuprofen, four hundred milligrams three times a day for five days.",
  ],
  ['clinician', 'See me in two weeks, and if the knee locks come straight back.'],
  ['patient', 'Parking was terrible today, by the way.'],
] as const

const talk: Talk = {
  grammar: 'a',
  seed: 0,
  segments: said.map(([speaker, text], at) => ({ id: `s${at}`, speaker, text, startMs: at * 1000, endMs: at * 1000 + 900, uncertain: false })),
  facts: [
    fact('f1', { kind: 'complaint', concept: 'knee pain', names: ['sore knee'], side: 'left', duration: '4 days', segments: ['s1'] }),
    fact('f2', { kind: 'symptom', concept: 'knee swelling', names: ['swelling'], segments: ['s2', 's3'] }),
    fact('f3', { kind: 'symptom', concept: 'fever', polarity: 'absent', segments: ['s2', 's3'] }),
    fact('f4', { kind: 'symptom', concept: 'numbness', time: 'resolved', segments: ['s4'] }),
    fact('f5', { kind: 'family', concept: 'gout', person: 'relative', relative: 'father', segments: ['s6'] }),
    fact('f6', { kind: 'medication', concept: 'ramipril', value: '5 mg', frequency: 'once a day', segments: ['s7'] }),
    fact('f7', { kind: 'allergy', concept: 'penicillin', reaction: { concept: 'rash' }, segments: ['s8'] }),
    fact('f8', { kind: 'impression', concept: 'meniscal tear', certainty: 'uncertain', segments: ['s9'] }),
    fact('f9', { kind: 'request', concept: 'knee X-ray', names: ['x ray of knee'], segments: ['s11'] }),
    fact('f10', { kind: 'medication', concept: 'ibuprofen', change: 'started', value: '400 mg', frequency: 'three times a day', duration: '5 days', segments: ['s11'] }),
    fact('f11', { kind: 'follow-up', concept: 'review', duration: '2 weeks', segments: ['s12'] }),
    fact('f12', { kind: 'safety-net', concept: 'locked knee', names: ['knee locks', 'locks', 'locking'], segments: ['s12'] }),
  ],
  traps: [
    { kind: 'corrected', concept: 'knee pain', value: '3 days', segments: ['s1'] },
    { kind: 'fear', concept: 'cancer', segments: ['s5'] },
    { kind: 'refused', concept: 'crutches', segments: ['s9', 's10'] },
  ],
} // biome-ignore format: one row a line

const lexicon = openLexicon([{ concept: 'haemoptysis', names: ['coughing up blood'] }, { concept: 'chest pain' }])

/** The claim of a drafter that reads the fact of the sentence, with the given changes. */
const claim = (id: string, changed: Partial<Claim> = {}): Claim => ({
  ...buildClaim(talk.facts.find((each) => each.id === id) as Fact),
  ...changed,
})

const score = (text: string, claims: readonly Claim[], section = 'subjective'): Score =>
  scoreNote({ sections: [buildSection(section, [buildStatement('n1', text, claims)])] }, talk, lexicon)

test('docs/design/drafting.md: a perfect note has each fact once, and nothing wrong', () => {
  const { statements, wanted, found } = scoreNote({ sections: writePerfectNote(talk) }, talk, lexicon)

  expect(found.both).toEqual(wanted)
  expect(statements.map(({ verdict, isRepeated }) => [verdict.words, verdict.claims, isRepeated])).toEqual(wanted.map(() => ['right', 'right', false])) // biome-ignore format: short
})

const otherWords = [
  ['Sore left knee for 4 days', 'f1', 'subjective'],
  ['Pain in the left knee, 4-day history', 'f1', 'subjective'],
  ['Fever: no', 'f3', 'subjective'],
  ['Denies fever', 'f3', 'subjective'],
  ['Numbness has settled', 'f4', 'subjective'],
  ['Family history: father with gout', 'f5', 'subjective'],
  ['Ramipril 5mg daily', 'f6', 'subjective'],
  ['Penicillin (rash)', 'f7', 'subjective'],
  ['?Meniscal tear', 'f8', 'assessment'],
  ['X-ray of the left knee', 'f9', 'plan'],
  ['Ibuprofen 400 mg tds for 5 days', 'f10', 'plan'],
  ['See again in a fortnight', 'f11', 'plan'],
  ['Come back if the knee locks', 'f12', 'plan'],
] as const

test.each(otherWords)('docs/design/drafting.md: %s is as good as the plain sentence', (text, id, section) => {
  const again: Talk = {
    ...talk,
    facts: talk.facts.map((each) => (each.id === 'f11' ? { ...each, names: ['see again'] } : each)),
  }
  const { statements, found } = scoreNote(
    { sections: [buildSection(section, [buildStatement('n1', `${text}.`, [claim(id)])])] },
    again,
    lexicon,
  )

  expect(statements.map(({ verdict, errors }) => [verdict.words, errors.words])).toEqual([['right', []]])
  expect(found.both.map((each) => each.id)).toEqual([id])
})

const errors = [
  ['polarity', 'Fever.', 'f3', { polarity: 'present' }, 'subjective'],
  ['polarity', 'No knee swelling.', 'f2', { polarity: 'absent' }, 'subjective'],
  ['number', 'Left knee pain for 3 days.', 'f1', { duration: '3 days' }, 'subjective'],
  ['number', 'Review in 3 weeks.', 'f11', { duration: '3 weeks' }, 'plan'],
  ['dose', 'Takes ramipril 10 mg once a day.', 'f6', { value: 10 }, 'subjective'],
  ['dose', 'Takes ramipril 5 mg twice a day.', 'f6', { frequency: 'twice a day' }, 'subjective'],
  ['side', 'Right knee pain for 4 days.', 'f1', { side: 'right' }, 'subjective'],
  ['person', 'Gout.', 'f5', { person: 'patient' }, 'subjective'],
  ['time', 'Numbness.', 'f4', { time: 'current' }, 'subjective'],
  ['time', 'Knee swelling, now resolved.', 'f2', { time: 'past' }, 'subjective'],
  ['certainty', 'Meniscal tear.', 'f8', { certainty: 'certain' }, 'assessment'],
  ['plan', 'Takes ibuprofen 400 mg three times a day.', 'f10', {}, 'subjective'],
  ['plan', 'Stop ramipril.', 'f6', { change: 'stopped' }, 'plan'],
] as const

test.each(errors)('docs/design/drafting.md: an error of %s: %s', (kind, text, id, changed, section) => {
  const { statements, found } = score(text, [claim(id, changed)], section)

  expect(statements.map(({ verdict, errors }) => [verdict.words, errors.words])).toEqual([['wrong', [kind]]])
  if (Object.keys(changed).length > 0) expect(statements.map(({ errors }) => errors.claims)).toEqual([[kind]])
  expect(found.both).toEqual([])
})

const made = [
  ['a fear', 'Cancer.', 'sense', ['fear'], 'assessment'],
  ['an option that was refused', 'Crutches.', 'plan', ['refused'], 'plan'],
  ['a thing that nobody said', 'Haemoptysis.', 'sense', [], 'subjective'],
  ['a thing of no table', 'Feels that the moon is near.', 'sense', [], 'subjective'],
  ['a return advice as a symptom', 'Locking of the knee.', 'plan', [], 'subjective'],
] as const

test.each(made)('docs/design/drafting.md: %s is wrong', (_, text, kind, traps, section) => {
  const { statements, found } = score(text, [], section)

  expect(statements).toMatchObject([{ verdict: { words: 'wrong' }, errors: { words: [kind] }, traps }])
  expect(found.words).toEqual([])
})

test('docs/design/drafting.md: an attribute that is left out is no error, and the fact is not found whole', () => {
  const { statements, found, named } = score('Knee pain.', [
    claim('f1', { side: undefined as never, duration: undefined as never }),
  ])

  expect(statements).toMatchObject([{ verdict: { words: 'right' }, errors: { words: [] } }])
  expect([found.words, named.map(({ id }) => id)]).toEqual([[], ['f1']])
})

test('docs/design/drafting.md: a note that repeats the talk finds nothing', () => {
  const statements = talk.segments.map(({ id, text }, at) =>
    buildStatement(
      id,
      text,
      talk.facts
        .filter(({ segments }) => segments.includes(id))
        .map(buildClaim)
        .slice(0, at + 9),
    ),
  )
  const { found, statements: scored } = scoreNote({ sections: [buildSection('subjective', statements)] }, talk, lexicon)

  expect(found.words).toEqual([])
  expect(scored.filter(({ verdict }) => verdict.words === 'right')).toEqual([])
})

test('docs/design/drafting.md: three lines may be quoted, and none of them counts as found', () => {
  const quotes = ['“My left knee”', '“Swelling yeah”', '“no fever”', '“My dad had gout”'].map((text, at) =>
    buildStatement(`q${at}`, `Also said: ${text}.`, []),
  )
  const { found, statements } = scoreNote({ sections: [buildSection('subjective', quotes)] }, talk, lexicon)

  expect(found.words).toEqual([])
  expect(statements.map(({ verdict }) => verdict.words)).toEqual(['quoted', 'quoted', 'quoted', 'trivial'])
})

test('docs/design/drafting.md: a fact that stands already counts as repeated, small talk as trivial', () => {
  const texts = ['No fever.', 'Denies fever.', 'Parking terrible today.'] as const
  const statements = texts.map((text, at) => buildStatement(`n${at}`, text, at < 2 ? [claim('f3')] : []))
  const scored = scoreNote({ sections: [buildSection('subjective', statements)] }, talk, lexicon).statements

  expect(scored.map(({ verdict, isRepeated }) => [verdict.words, isRepeated])).toEqual([['right', false], ['right', true], ['trivial', false]]) // biome-ignore format: short
})

test('docs/design/drafting.md: twelve months are a year', () => {
  const [months, year] = ['for 12 months', 'for a year'].map((text) => quantitiesOf(text)[0])

  expect(months).toBeDefined()
  expect(year).toBeDefined()
  expect(months?.amount).toBe(year?.amount)
})
