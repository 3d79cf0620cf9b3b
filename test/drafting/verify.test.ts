import { expect, test } from '@jest/globals'
import type { Claim } from '../../src/core/clinical-note.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { type Cited, draft, handWritten, noteOf, rulesOf, statementsOf, talk, template, verify } from './dialogues.ts'

const consultation = talk(
  'C: How can I help you today?',
  "P: I've had diarrhoea for three days, and my left ear hurts.",
  'C: Have you had any blood in your stools?',
  'P: No.',
  'C: Do you take any medicines?',
  'P: I take metformin five hundred milligrams twice a day.',
  'C: Any family history?',
  'P: My mum has asthma.',
  'C: Any allergies?',
  "P: I'm allergic to penicillin.",
  'P: I am worried that it is cancer.',
  'P~: I also have a rash.',
  'C: Have you had any vomiting or fever?',
  'P: Yes.',
  'C: You might have gastroenteritis.',
  'C: If you get chest pain, come back and see me in two days.',
  'P: I used to get migraines as a child, not any more.',
)

test('Generation and verification: an allergy is dropped where the template has a place for it, and nowhere else', () => {
  const statement = handWritten('Diarrhoea for 3 days.', [{ segment: 1 }], consultation)
  const note = noteOf('subjective', statement)
  const sections = template.sections.map((section) => ({ ...section, draws: ['symptom', 'complaint'] as const }))
  const input = { note, transcripts: [{ id: 't1', segments: consultation }], record: [], threshold: 0.5 }

  expect(rulesOf(verifyNote({ ...input, template }))).toEqual(['allergy-dropped'])
  expect(rulesOf(verifyNote({ ...input, template: { ...template, sections } }))).toEqual([])
})

const answered = (question: number): readonly Cited[] => [
  { segment: question, role: 'question' },
  { segment: question + 1, role: 'answer' },
]

/** True sentences of a person's, without claims: no finding. */
const truths: readonly (readonly [text: string, section: string, cited: readonly Cited[]])[] = [
  ['Diarrhoea for 3 days.', 'subjective', [{ segment: 1 }]],
  ['Left ear pain.', 'subjective', [{ segment: 1 }]],
  ['No blood in stool.', 'subjective', answered(2)],
  ['Takes metformin 500 mg twice a day.', 'subjective', [{ segment: 5 }]],
  ['Mother: asthma.', 'subjective', [{ segment: 7 }]],
  ['Allergic to penicillin.', 'subjective', [{ segment: 9 }]],
  ['Possibly a rash (recording unclear).', 'subjective', [{ segment: 11 }]],
  ['Possible gastroenteritis.', 'assessment', [{ segment: 14 }]],
  ['Migraine in the past.', 'subjective', [{ segment: 16 }]],
]

test.each(truths)('Generation and verification: a true sentence has no finding: %s', (text, section, cited) => {
  const verification = verify(noteOf(section, handWritten(text, cited, consultation)), consultation)

  expect(verification.findings.filter(({ statementId }) => statementId !== undefined)).toEqual([])
})

/** Sentences with one error, and the rule that finds it. */
const errors: readonly (readonly [rule: string, text: string, section: string, cited: readonly Cited[]])[] = [
  ['no-evidence', 'Diarrhoea for 3 days.', 'subjective', []],
  ['evidence-unknown', 'Diarrhoea for 3 days.', 'subjective', [{ segment: 99 }]],
  ['number-mismatch', 'Diarrhoea for 4 days.', 'subjective', [{ segment: 1 }]],
  ['unit-mismatch', 'Diarrhoea for 3 weeks.', 'subjective', [{ segment: 1 }]],
  ['number-mismatch', 'Takes metformin 850 mg twice a day.', 'subjective', [{ segment: 5 }]],
  ['unit-mismatch', 'Takes metformin 500 micrograms twice a day.', 'subjective', [{ segment: 5 }]],
  ['number-mismatch', 'Takes metformin 500 mg three times a day.', 'subjective', [{ segment: 5 }]],
  ['rate-mismatch', 'Takes metformin 500 mg twice a week.', 'subjective', [{ segment: 5 }]],
  ['words-unsupported', 'Takes metoprolol 500 mg twice a day.', 'subjective', [{ segment: 5 }]],
  ['side-mismatch', 'Right ear pain.', 'subjective', [{ segment: 1 }]],
  ['polarity-mismatch', 'No diarrhoea.', 'subjective', [{ segment: 1 }]],
  ['polarity-mismatch', 'Blood in stool.', 'subjective', answered(2)],
  ['person-mismatch', 'History of asthma.', 'subjective', [{ segment: 7 }]],
  ['words-unsupported', 'Father: asthma.', 'subjective', [{ segment: 7 }]],
  ['not-asserted', 'History of cancer.', 'subjective', [{ segment: 10 }]],
  ['uncertain-as-certain', 'Rash.', 'subjective', [{ segment: 11 }]],
  ['question-unanswered', 'Vomiting.', 'subjective', answered(12)],
  ['question-unanswered', 'Blood in stool.', 'subjective', [{ segment: 2, role: 'question' }]],
  ['speaker-mismatch', 'History of gastroenteritis.', 'subjective', [{ segment: 14 }]],
  ['speaker-mismatch', 'Takes metformin 500 mg twice a day.', 'plan', [{ segment: 5 }]],
  ['speaker-mismatch', 'Chest pain.', 'subjective', [{ segment: 15 }]],
  ['words-unsupported', 'Night sweats.', 'subjective', [{ segment: 1 }]],
  ['time-mismatch', 'Migraine.', 'subjective', [{ segment: 16 }]],
  ['number-mismatch', 'Review in 3 days.', 'plan', [{ segment: 15 }]],
]

test.each(errors)('Generation and verification: %s is found: %s', (rule, text, section, cited) => {
  const verification = verify(noteOf(section, handWritten(text, cited, consultation)), consultation)

  expect(rulesOf(verification)).toContain(rule)
  expect(verification.outcome).toBe('failed')
})

test('Generation and verification: evidence outside its segment is found', () => {
  const statement = handWritten('Diarrhoea for 3 days.', [{ segment: 1 }], consultation)
  const beyond = { ...statement, evidence: statement.evidence.map((item) => ({ ...item, end: 9999 })) }

  expect(rulesOf(verify(noteOf('subjective', beyond), consultation))).toContain('evidence-range')
})

test.each([
  ['polarity', { polarity: 'absent' }],
  ['person', { person: 'relative' }],
  ['duration', { duration: 'for 5 days' }],
  ['certainty', { certainty: 'uncertain' }],
  ['side', { side: 'left' }],
  ['value', { value: 7, unit: 'mg' }],
] as const satisfies readonly (readonly [string, Partial<Claim>])[])(
  'Generation and verification: a claim that differs from its sentence in %s is found',
  (_, change) => {
    const note = draft(consultation)
    const statement = statementsOf(note).find(({ text }) => text === 'Diarrhoea for 3 days.')
    const changed = statement && { ...statement, claims: statement.claims.map((claim) => ({ ...claim, ...change })) }

    expect(changed && rulesOf(verify(noteOf('subjective', changed), consultation))).toContain('claim-mismatch')
  },
)

test('Generation and verification: a code of another concept is found', () => {
  const claim: Claim = {
    kind: 'symptom',
    concept: 'diarrhoea',
    display: 'diarrhoea',
    code: '386661006',
    polarity: 'present',
    certainty: 'certain',
    person: 'patient',
    time: 'current',
    duration: 'for 3 days',
  }
  const statement = { ...handWritten('Diarrhoea for 3 days.', [{ segment: 1 }], consultation), claims: [claim] }

  expect(rulesOf(verify(noteOf('subjective', statement), consultation))).toContain('code-mismatch')
})

test('Generation and verification: an allergy of the transcript that is not in the note is found', () => {
  const note = noteOf('subjective', handWritten('Diarrhoea for 3 days.', [{ segment: 1 }], consultation))

  expect(rulesOf(verify(note, consultation))).toEqual(['allergy-dropped'])
})

test('Generation and verification: an allergy that only a plan mentions is missing', () => {
  const segments = talk("P: I'm allergic to aspirin.", 'C: We may need to use aspirin despite the allergy.')
  const text = 'Advised: we may need to use aspirin despite the allergy.'

  expect(rulesOf(verify(noteOf('plan', handWritten(text, [{ segment: 1 }], segments)), segments))).toContain(
    'allergy-dropped',
  )
})

test.each([
  ['subjective', 'Swollen lips after aspirin, an allergic reaction.', 'complaint'],
  ['plan', 'Avoid aspirin because of the allergy.', 'plan'],
] as const)('D71: a statement of %s that names an allergy does not record it: %s', (section, text, kind) => {
  const segments = talk("P: I'm allergic to aspirin.", `C: ${text}`)
  const claim: Claim = {
    ...{ kind, concept: 'aspirin', display: 'aspirin', polarity: 'present', certainty: 'certain' },
    ...{ person: 'patient', time: 'current' },
  }
  const statement = { ...handWritten(text, [{ segment: 1 }], segments), claims: [claim] }

  expect(rulesOf(verify(noteOf(section, statement), segments))).toContain('allergy-dropped')
})

test('Generation and verification: an allergy of the record that is not in the note is found', () => {
  const segments = talk('C: Any fever?', 'P: No.')
  const note = noteOf('subjective', handWritten('No fever.', answered(0), segments))

  expect(
    rulesOf(verify(note, segments, [{ reference: 'AllergyIntolerance/1', kind: 'allergy', display: 'Latex' }])),
  ).toEqual(['allergy-dropped'])
})

test('Generation and verification: a required section without a statement is found', () => {
  expect(verify(noteOf('plan'), consultation).findings).toContainEqual(
    expect.objectContaining({ rule: 'section-required', section: 'subjective' }),
  )
})

test('R3.2: without a transcript verification does not run, and says why', () => {
  const verification = verify(noteOf('subjective'), [])

  expect(verification.outcome).toBe('not_run')
  expect(verification.reason).toBe('evidence_missing')
})

test('Generation and verification: attested findings do not fail a note, others beside them do', () => {
  const wrong = handWritten('Night sweats.', [{ segment: 1 }], consultation)
  const allergy = { ...handWritten('Allergic to penicillin.', [{ segment: 9 }], consultation), id: 'h2' }
  const attested = {
    ...wrong,
    evidence: [...wrong.evidence, { kind: 'attestation' as const, by: 'PractitionerRole/1', reasonCode: 'observed' }],
  }

  expect(verify(noteOf('subjective', wrong, allergy), consultation).outcome).toBe('failed')
  expect(verify(noteOf('subjective', attested, allergy), consultation)).toMatchObject({
    outcome: 'passed',
    findings: [{ attested: true }],
  })
})

test('Generation and verification: confidence below the threshold of the policy fails', () => {
  const note = noteOf('subjective', handWritten('Allergic to penicillin.', [{ segment: 9 }], consultation))
  const input = { note, template, transcripts: [{ id: 't1', segments: consultation }], record: [] }

  expect(verifyNote({ ...input, threshold: 0.6 }).outcome).toBe('passed')
  expect(verifyNote({ ...input, threshold: 0.99 }).outcome).toBe('failed')
})

test('PHI: findings hold fixed texts, never words of the note', () => {
  const verification = verify(
    noteOf('subjective', handWritten('Diarrhoea for 4 days, night sweats.', [{ segment: 1 }], consultation)),
    consultation,
  )

  expect(verification.findings.length).toBeGreaterThan(0)
  expect(JSON.stringify(verification)).not.toMatch(/diarrhoea|sweats|penicillin|4 days/i)
})

const advised = talk(
  'C: If you get chest pain, or you can not breathe, go straight to hospital.',
  "C: I don't think you need antibiotics, because it is a virus.",
  'P: My left knee gives way when I walk.',
  'P: Is it my knee?',
  'C: Your right ear is red.',
)

/** Words of a speaker's own, and one change in each. */
// biome-ignore format: one row a line
const worded: readonly (readonly [rule: string | undefined, text: string, section: string, cited: readonly Cited[]])[] = [
  [undefined,           'Advised: if you get chest pain, or you can not breathe, go straight to hospital.', 'plan', [{ segment: 0 }]],
  [undefined,           "Advised: I don't think you need antibiotics, because it is a virus.", 'plan', [{ segment: 1 }]],
  [undefined,           'Reports: "my left knee gives way when I walk".', 'subjective', [{ segment: 2 }]],
  [undefined,           'Examination: your right ear is red.', 'objective', [{ segment: 4 }]],
  ['words-unsupported', 'Advised: go straight to hospital.', 'plan', [{ segment: 0 }]],
  ['words-unsupported', 'Advised: you can not breathe, go straight to hospital.', 'plan', [{ segment: 0 }]],
  ['words-unsupported', 'Advised: if you get chest pain, or you can breathe, go straight to hospital.', 'plan', [{ segment: 0 }]],
  ['words-unsupported', 'Advised: if you get chest pain, and you can not breathe, go straight to hospital.', 'plan', [{ segment: 0 }]],
  ['words-unsupported', 'Advised: I think you need antibiotics, because it is a virus.', 'plan', [{ segment: 1 }]],
  ['words-unsupported', "Advised: I don't think you need antibiotics.", 'plan', [{ segment: 1 }]],
  ['words-unsupported', 'Reports: "my right knee gives way when I walk".', 'subjective', [{ segment: 2 }]],
  ['words-unsupported', 'Examination: your ear is red.', 'objective', [{ segment: 4 }]],
  ['speaker-mismatch',  'Advised: my left knee gives way when I walk.', 'plan', [{ segment: 2 }]],
  ['speaker-mismatch',  'Reports: "your right ear is red".', 'subjective', [{ segment: 4 }]],
  ['not-asserted',      'Reports: "is it my knee".', 'subjective', [{ segment: 3 }]],
]

test.each(worded)(
  'Generation and verification: own words are held to every word: %s: %s',
  (rule, text, section, cited) => {
    const { findings } = verify(noteOf(section, handWritten(text, cited, advised)), advised)

    expect(findings.flatMap((finding) => (finding.statementId === undefined ? [] : [finding.rule]))).toEqual(
      rule === undefined ? [] : [rule],
    )
  },
)

test.each([
  [
    'Tiredness.',
    "P: I'm tired of all these appointments.",
    "P: I'm tired all the time, and tired of all these appointments.",
  ],
  [
    'Neck pain.',
    'P: The forms are a pain in the neck.',
    'P: I have a pain in my neck, and the forms are a pain in the neck.',
  ],
])('R3.2: %s told from a turn of speech is a finding, from the symptom it is none', (told, figure, symptom) => {
  const rulesFor = (line: string) => {
    const segments = talk('C: How are you?', line)
    return rulesOf(verify(noteOf('subjective', handWritten(told, [{ segment: 1 }], segments)), segments))
  }

  expect(rulesFor(figure)).toContain('not-asserted')
  expect(rulesFor(symptom)).not.toContain('not-asserted')
})
