/** The voices of templates: what a letter and a summary for a patient say, and how the verifier reads it. D267. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { Claim, Note, NoteTemplate, Statement, Voice } from '../../../src/core/clinical-note.ts'
import { draftNote } from '../../../src/drafting/compose/draft.ts'
import { verifyNote } from '../../../src/drafting/verify/verify.ts'
import { plainNames, readVoice } from '../../../src/drafting/verify/voices.ts'
import { concepts } from '../../../src/drafting/vocabulary/concepts.ts'
import { sites } from '../../../src/drafting/vocabulary/sites.ts'
import { glossary, sayPlainly } from '../../../src/drafting/voices/glossary.ts'
import { mostReadingAge, readingAge } from '../../../src/drafting/voices/reading-age.ts'
import { draftDocument } from '../../../src/drafting/voices/voice-note.ts'
import { builtInTemplates } from '../../../src/hub/templates/built-in-templates.ts'
import { exampleRecord, makeDocument, readSegments } from '../../documents/template-documents.ts'
import { sharedPath, testWithShared } from '../../judges.ts'
import { statementsOf, talk, template, textsOf } from '../dialogues.ts'

const consultation = talk(
  'C: What can I help you with?',
  "P: I've had a headache for three days.",
  'C: Any nausea?',
  'P: Yes, I feel sick.',
  'C: Any fever or rash?',
  'P: No.',
  'C: Do you smoke?',
  "P: No, I don't smoke. I live alone.",
  'C: Any medical conditions?',
  'P: I have asthma.',
  'C: Do you take any medicines?',
  'P: I take ramipril five milligrams once a day.',
  'C: Any allergies?',
  "P: I'm allergic to penicillin.",
  'C: I think this could be a migraine.',
  'C: Drink plenty of fluids.',
  "C: Come back if you're not better.",
)

const say = (voice: Voice, segments = consultation): Note =>
  draftDocument({ template: { ...template, voice }, transcriptId: 't1', segments, record: [] })

const judge = (voice: Voice, note: Note, segments = consultation) =>
  verifyNote({ note, template: { ...template, voice }, transcripts: [{ id: 't1', segments }], record: [], threshold: 0.5 }) // biome-ignore format: short

test('D267: a letter speaks of the patient in whole sentences', () => {
  const note = say('letter')

  expect(textsOf(note)).toEqual([
    'The patient presents with headache for 3 days.',
    'The patient also reports nausea.',
    'There is no fever or rash.',
    'There is a history of asthma.',
    'The patient takes ramipril 5 mg once a day.',
    'Allergic to penicillin.',
    'The patient does not smoke and lives alone.',
    'The impression is possible migraine.',
    'The patient is advised to drink plenty of fluids.',
    'The patient is advised to return if not better.',
  ])
  expect(judge('letter', note)).toMatchObject({ outcome: 'passed', findings: [] })
})

test('D267: a summary speaks to the patient in plain words', () => {
  const note = say('patient')

  expect(textsOf(note)).toEqual([
    'You told us about headache for 3 days.',
    'You also told us about feeling sick.',
    'You have no fever or rash.',
    'You have a history of asthma.',
    'You take ramipril 5 mg once a day.',
    'You are allergic to penicillin.',
    'Does not smoke; lives alone.',
    'You may have migraine.',
    'Drink plenty of fluids.',
    'Come back if not better.',
  ])
  expect(judge('patient', note)).toMatchObject({ outcome: 'passed', findings: [] })
})

test('D267: a voice changes words alone: claims, evidence and parts stay', () => {
  const plain = statementsOf(draftNote({ template, transcriptId: 't1', segments: consultation, record: [] }))
  const withoutWords = ({ text: _, parts, ...rest }: Statement) => ({
    ...rest,
    parts: parts?.map(({ text: _text, ...part }) => part),
  })

  for (const voice of ['letter', 'patient'] as const)
    expect(statementsOf(say(voice)).map(withoutWords)).toEqual(plain.map(withoutWords))
})

describe('the verifier', () => {
  const claim: Claim = { kind: 'symptom', concept: 'fever', display: 'fever', polarity: 'present', certainty: 'certain', person: 'patient', time: 'current' } // biome-ignore format: short
  const migraine: Claim = { ...claim, kind: 'impression', concept: 'migraine', display: 'migraine' }
  const aspirin: Claim = { ...claim, kind: 'medication', concept: 'aspirin', display: 'aspirin' }
  const fluids: Claim = { ...claim, kind: 'plan', concept: 'words-rest', display: 'rest' }

  // biome-ignore format: one row a line
  test.each<readonly [Voice, string, Claim, string, string]>([
    ['letter',  'The patient presents with fever.',          claim,    'P: I have no fever.',                       'polarity-mismatch'],
    ['letter',  'There is no fever.',                        { ...claim, polarity: 'absent' }, 'P: I have a fever.', 'polarity-mismatch'],
    ['letter',  'The diagnosis is migraine.',                migraine, 'C: I think this might be a migraine.',      'certainty-mismatch'],
    ['letter',  'The patient is advised to stay in bed.',    fluids,   'C: Get some rest.',                         'words-unsupported'],
    ['patient', 'You told us about fever.',                  claim,    'P: My mother had a fever.',                 'person-mismatch'],
    ['patient', 'You take aspirin.',                         aspirin,  "P: I don't take aspirin.",                  'polarity-mismatch'],
    ['patient', 'You have migraine.',                        migraine, 'C: I think this might be a migraine.',      'certainty-mismatch'],
    ['patient', 'You told us about throwing up.',            { ...claim, concept: 'vomiting', display: 'vomiting' }, 'P: I have no vomiting.', 'polarity-mismatch'],
  ])('D267: in the voice %s, "%s" is refused where it was not said', (voice, text, one, line, rule) => {
    const segments = talk(line)
    const evidence = [{ kind: 'segment' as const, transcriptId: 't1', segmentId: 's0', start: 0, end: line.length - 3, role: 'statement' as const }] // biome-ignore format: short
    const key = { plan: 'plan', impression: 'assessment' }[one.kind as string] ?? 'subjective'
    const statements = [{ id: 'x', text, claims: [one], evidence, confidence: 0.9 }]
    const note = { title: 'Letter', sections: [{ key, title: key, code: '61150-9', statements }], openQuestions: [] }

    const rules = judge(voice, note, segments).findings.filter(({ statementId }) => statementId === 'x')

    expect(rules.map((finding) => finding.rule)).toContain(rule)
  })

  test('D267: without a voice the sentence is judged as it stands', () => {
    const [first] = statementsOf(say('letter'))

    expect(first && readVoice(first, undefined)).toBe(first)
    expect(first && readVoice(first, 'letter').text).toBe('Headache for 3 days.')
  })

  test('D267: a joined sentence whose parts are other facts is not taken apart', () => {
    const claims = ['nausea', 'fatigue'].map((display) => ({ ...claim, concept: display, display }))
    const part = (text: string, at: number) => ({ text, claims: [at], evidence: [0] })
    const statement: Statement = {
      id: 'x',
      text: 'The patient also reports nausea and headache.',
      claims,
      evidence: [],
      parts: [part('The patient also reports nausea.', 0), part('The patient also reports fatigue.', 1)],
      confidence: 1,
    }

    expect(readVoice(statement, 'letter').text).toBe('Nausea and headache.')
    expect(readVoice({ ...statement, text: 'The patient also reports nausea and fatigue.' }, 'letter').text).toBe('Nausea; fatigue.') // biome-ignore format: short
  })
})

describe('plain words', () => {
  /** All names of the concept or of the pain that has the display. */
  const namesOf = (shown: string): readonly string[] => [
    ...concepts()
      .filter(([, , display]) => display === shown)
      .flatMap(([, , , , says]) => says.split('|')),
    ...sites.filter(([, pain]) => pain === shown).flatMap(([, , , says]) => says.split('|').map((site) => `${site} pain`)), // biome-ignore format: short
  ]

  test.each(glossary)('D267: "%s" and "%s" name the same thing', (term, plain) => {
    expect(plainNames).toContainEqual([plain, term])
    expect(namesOf(term)).toContain(plain)
  })

  test('D267: a term is replaced or explained once, and quoted words stay', () => {
    expect(sayPlainly('You have no nausea or vomiting.')).toBe('You have no feeling sick or throwing up.')
    expect(sayPlainly('You may have gastroenteritis.')).toBe('You may have gastroenteritis (stomach bug).')
    expect(sayPlainly('You may have gastroenteritis, a stomach bug.')).toBe(
      'You may have gastroenteritis, a stomach bug.',
    )
    expect(sayPlainly('You said: "I have nausea".')).toBe('You said: "I have nausea".')
    expect(plainNames).toHaveLength(glossary.length)
  })

  test('D267: the formula gives short words a low age and long ones a high age', () => {
    // 12 words, 2 sentences, 12 syllables: 0.39 * 6 + 11.8 * 1 - 15.59 = -1.45.
    expect(readingAge('The cat sat on the mat. The dog ran up the hill.')).toBe(3.6)
    // 6 words, 1 sentence, 24 syllables: 0.39 * 6 + 11.8 * 4 - 15.59 = 33.95.
    expect(readingAge('Investigation demonstrated considerable gastrointestinal abnormality yesterday.')).toBeGreaterThan(30) // biome-ignore format: short
    expect(readingAge('')).toBe(0)
  })

  test('D267: the reviewer is told if a summary is hard to read', () => {
    const long = `P: ${'I cannot understand considerable gastrointestinal abnormalities and '.repeat(8)} I have a headache.`

    expect(say('patient', talk('C: What brings you in?', long)).openQuestions).toContain(
      'This text is for a reader older than 12 years. Shorten its sentences before the patient gets it.',
    )
    expect(say('patient').openQuestions.filter((line) => line.includes('12 years'))).toEqual([])
  })
})

describe('day 1 of the consultations', () => {
  const folder = sharedPath('consultations')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^day1_.*\.json$/.test(file)) : []
  const count = ({ openQuestions }: Note): number => openQuestions.filter((line) => line.startsWith('Left out')).length
  const ageOf = ({ sections }: Note): number =>
    readingAge(sections.flatMap(({ title, statements }) => [`${title}.`, ...statements.map(({ text }) => text)]).join(' ')) // biome-ignore format: short

  /** All of them for the patient; some for a letter. */
  const rows = [
    ['patient_summary', files],
    ['referral', files.filter((_, at) => at % 5 === 0)],
  ] as const

  testWithShared('consultations').each(rows)(
    'D267: no statement of a %s is lost by its voice, and the verifier reads the sentences of the note',
    (artifactType, some) => {
      const builtIn = builtInTemplates.find(({ version }) => version.artifactType === artifactType)
      if (builtIn === undefined) throw new Error('no such template')
      const { voice, ...version } = builtIn.version
      const ages = some.map((file) => {
        const segments = readSegments(join(folder, file))
        const plain = makeDocument({ ...builtIn, version }, segments, exampleRecord)
        const { note, verdict } = makeDocument(builtIn, segments, exampleRecord)

        expect([file, count(note), verdict.outcome]).toEqual([file, count(plain.note), 'passed'])
        const read = statementsOf(note).map((statement) => readVoice(statement, voice).text.toLowerCase())
        expect(read).toEqual(textsOf(plain.note).map((text) => text.toLowerCase()))
        return ageOf(note)
      })

      expect(ages.length).toBeGreaterThan(2)
      if (voice === 'patient') expect(ages.filter((age) => age > mostReadingAge)).toEqual([])
    },
  )
})

test('D267: a template with a voice is a template in all else', () => {
  const letter: NoteTemplate = { ...template, voice: 'letter' }

  expect(say('letter').sections.map(({ key }) => key)).toEqual(letter.sections.map(({ key }) => key))
})

const ofMind = talk('C: How is your mood?', 'P: Flat, as if under water, for weeks now.', 'C: Do you enjoy things?', 'P: No.', 'C: And your concentration?', 'P: Poor.', 'C: Any other drugs?', 'P: No.', 'C: And sleep?', 'P~: No, badly. I lie there until three.') // biome-ignore format: short

test.each([
  ['letter', 'The patient says of'],
  ['patient', 'You said of'],
] as const)('D521: a reply under its title in the voice %s', (voice, lead) => {
  const note = say(voice, ofMind)

  expect(textsOf(note).filter((text) => text.startsWith(lead))).toEqual([
    `${lead} mood: "Flat, as if under water, for weeks now".`,
    `${lead} sleep (recording unclear): "No, badly. I lie there until three".`,
  ])
  expect(judge(voice, note, ofMind).findings.filter(({ section }) => section === undefined)).toEqual([])
})
