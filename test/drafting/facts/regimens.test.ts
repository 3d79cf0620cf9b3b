/** Medicines with dose and rate, told in one turn or in several, with talks of our own. D280. */
import { expect, test } from '@jest/globals'
import { draft, statementsOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const medicinesOf = (...lines: readonly string[]): readonly string[] =>
  statementsOf(draft(talk(...opening, ...lines))).filter(({ claims }) => claims.some(({ kind }) => kind === 'medication')).map(({ text }) => text) // biome-ignore format: short

// The whole sentence is known; dose and rate stand in any order.
// biome-ignore format: one row a line
const told: readonly (readonly [statement: string, ...lines: readonly string[]])[] = [
  ['Takes atenolol 25 mg every morning.',           'C: What medicines do you take?', 'P: Every morning, twenty five milligrams of atenolol.'],
  ['Takes gliclazide 80 mg twice a day.',           'C: Do you take any tablets?', "P: I'm on gliclazide, twice daily, eighty milligrams."],
  ['Takes apixaban 5 mg morning and night.',        'C: What comes in the dosette?', 'P: It is apixaban, a five milligram tablet, morning and night.'],
  ['Takes prednisolone 2.5 mg once a day.',         'C: Any medicines?', 'P: My rheumatologist put me on prednisolone, two point five milligrams once a day.'],
  ['Takes methotrexate 10 mg once weekly.',         'C: Medicines?', "P: There's methotrexate. I have ten milligrams once weekly."],
  ['Takes digoxin 31.25 micrograms every day.',     'C: Medicines?', 'P: Digoxin, thirty one point two five micrograms every day.'],
  // Several turns.
  ['Takes lisinopril 20 mg every night.',           'C: Are you taking anything?', 'P: I take lisinopril.', 'C: What strength is that?', 'P: Twenty milligrams.', 'C: And when do you take it?', 'P: Each night.'],
  ['Takes venlafaxine 75 mg once a day.',           'C: What do you swallow of a day?', 'P: Venlafaxine.', 'C: How much of it?', 'P: Seventy five milligrams, I think it is called.', 'C: And how often?', 'P: Once a day.'],
  // The clinician names it, and the patient agrees.
  ['Takes warfarin 4 mg at bedtime.',               'C: So you are on warfarin?', 'P: Yes.', 'C: The four milligrams?', "P: That's right.", 'C: At bedtime?', 'P: Every time.'],
  ['Takes ramipril 5 mg every day.',                'C: Do you still take ramipril?', 'P: Yes, five milligrams every day, as before.'],
  // A number that is taken back.
  ['Takes simvastatin 40 mg.',                      'C: I can see you take simvastatin, twenty milligrams?', 'P: No, it went up to forty milligrams last time.'],
  ['Takes furosemide 40 mg every day.',             'C: Medicines?', 'P: Furosemide, twenty milligrams, oh wait, forty milligrams, every day.'],
  ['Takes citalopram 10 mg.',                       'C: Medicines?', "P: I'm on twenty milligrams of citalopram.", 'P: Wait, ten milligrams, they changed it.'],
]

test.each(told)('D280: %s', (statement, ...lines) => {
  expect(medicinesOf(...lines)).toEqual([statement])
})

// The verifier reads the "no" to another dose as a denial: it withholds such a statement, and the reviewer sees it.
const passed = told.filter(([, ...lines]) => !lines.some((line) => line.startsWith('P: No, ')))

test.each(passed)('D280: the verifier passes: %s', (_statement, ...lines) => {
  const segments = talk(...opening, ...lines)
  const note = draft(segments)
  const medicines = statementsOf(note).filter(({ claims }) => claims.some(({ kind }) => kind === 'medication'))
  const findings = verify(note, segments).findings.filter(({ statementId }) =>
    medicines.some(({ id }) => id === statementId),
  )
  expect(findings).toEqual([])
})

// Of two numbers with nothing between that takes one back, none is stated; a refusal, the past and a question state none.
// biome-ignore format: one row a line
const untold: readonly (readonly [dose: RegExp, ...lines: readonly string[]])[] = [
  [/\d/,       'C: Medicines?', 'P: I take atenolol, twenty five milligrams, fifty milligrams.'],
  [/\d/,       'C: Medicines?', 'P: I take two five hundred milligram tablets of metformin or one.'],
  [/Takes/,    'C: So you are on atenolol?', 'P: No.'],
  [/Takes/,    'C: Any medicines?', 'P: My wife is on atenolol, fifty milligrams a day.'],
  [/Takes/,    'C: Any medicines?', 'P: I was on atenolol, fifty milligrams, until June.'],
  [/Takes/,    'C: Any allergies?', 'P: Penicillin.'],
  [/40 mg/,    'C: Any medicines?', 'P: I take ramipril.', 'C: Is it forty milligrams?', 'P: No.'],
]

test.each(untold)('D280: not stated: %s: %s %s', (dose, ...lines) => {
  expect(medicinesOf(...lines).filter((text) => dose.test(text))).toEqual([])
})
