/** What an examiner says aloud: tests with their results, bare nouns, a description with its name. D336. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { talk } from '../dialogues.ts'

const findingsOf = (...lines: readonly string[]): readonly string[] =>
  draftMeasurements(readDialogue(talk(...lines))).map(({ text, claims }) => `${claims.map(({ polarity }) => (polarity === 'absent' ? '-' : '+')).join('')} ${text}`) // biome-ignore format: short
const examining = 'C: Let me examine you.'

// biome-ignore format: one row a line
const told: readonly (readonly [construction: string, line: string, finding: string])[] = [
  ['a test by its name',     "C: Your Romberg's is positive.",                            "+ Romberg's positive."],
  ['a test by its name',     'C: The squeeze test is negative.',                          '+ Squeeze test negative.'],
  ['a test by its name',     'C: Straight leg raise is limited on the left.',             '+ Straight leg raise limited on the left.'],
  ['a test by its name',     'C: Knee jerks are brisk.',                                  '+ Knee jerks brisk.'],
  ['a test by its name',     "C: The Thompson test is normal.",                           '+ Thompson test normal.'],
  ['bare nouns',             'C: Good strong pulses in both wrists.',                     '+ Strong pulses in both wrists.'],
  ['bare nouns',             'C: Firm nodule at the base of the ring finger.',            '+ Firm nodule at the base of the ring finger.'],
  ['bare nouns',             'C: Bit of crepitus under the left kneecap.',                '+ Bit of crepitus under the left kneecap.'],
  ['bare nouns',             'C: Scaly plaques over both elbows.',                        '+ Scaly plaques over both elbows.'],
  ['bare nouns',             'C: Full range of movement in the neck.',                    '+ Full range of movement in the neck.'],
  ['the place pointed at',   "C: That's tender, isn't it, just below the ribs.",          '+ Tender just below the ribs.'],
  ['the place pointed at',   "C: It isn't tender over the bone.",                         '- Not tender over the bone.'],
  ['a part with a sign',     'C: The left knee has got a small effusion.',                '+ Left knee has a small effusion.'],
  ['a part with a sign',     'C: The right heel has a deep crack.',                       '+ Right heel has a deep crack.'],
  ['a thing in the urine',   'C: Your urine shows no protein.',                           '- No protein in the urine.'],
  ['a thing in the urine',   'C: The dipstick shows a trace of glucose.',                 '+ Dipstick: trace of glucose.'],
  ['a thing lost',           "C: You've lost a bit of rotation in the right hip.",        '+ Lost a bit of rotation in the right hip.'],
  ['a part that moves',      'C: The jaw clicks to the left.',                            '+ Jaw clicks to the left.'],
  ['a measure',              'C: Capillary refill is under two seconds.',                 '+ Capillary refill under two seconds.'],
  ['a perception denied',    "C: I'm not hearing any crackles at the bases.",             '- No crackles at the bases.'],
  ['a perception denied',    "C: There doesn't seem to be any swelling of the wrist.",    '- No swelling of the wrist.'],
  ['nothing in a place',     'C: Nothing to feel in the armpits.',                        '+ Nothing in the armpits.'],
  ['a description and name', 'C: Your calves are soft, no swelling.',                     '- Calves soft, no swelling.'],
  ['a second name',          'C: The soft spot, the fontanelle, is flat.',                '+ Soft spot flat, the fontanelle.'],
  ['a side that opens it',   'C: Right canal is packed with wax.',                        '+ Right canal packed with wax.'],
]
test.each(told)('D336: %s: %s', (_, line, finding) => {
  expect(findingsOf(examining, line)).toEqual([finding])
})

// Only an examiner says these, so nothing has to announce the examination.
// biome-ignore format: one row a line
const unannounced: readonly (readonly [line: string, finding: string])[] = [
  ["C: There's no guarding.",                    '- No guarding.'],
  ['C: Your eardrum is bulging.',                '+ Eardrum bulging.'],
  ["C: I can feel a lump in the left groin.",    '+ Lump in the left groin.'],
  ['C: The heart sounds are normal.',            '+ Heart sounds normal.'],
  ['C: Your abdomen is soft.',                   '+ Abdomen soft.'],
]
test.each(unannounced)('D336: without an announcement: %s', (line, finding) => {
  expect(findingsOf('C: How can I help?', 'P: I feel unwell.', line)).toEqual([finding])
})

// A danger, an order, a diagnosis, an instruction of the moment and what a patient told are no findings.
test.each([
  [examining, 'C: There are two reasons to ring. One, your face droops.'],
  [examining, 'C: Swollen joint, weakness of the arm, for those you ring triple zero.'],
  [examining, 'C: Full blood count.'],
  [examining, 'C: Cut down on salt.'],
  [examining, 'C: Arm up and elbow straight.'],
  [examining, "C: There's no harm in a swollen gland."],
  [examining, "C: So your throat's been sore for three days."],
  [examining, "C: I can see why you're worried about the lump."],
  ['C: Shellfish, a swollen face, noted.'],
  ['C: Swollen ankles.'],
  ['C: The face droops.'],
])('D336: no finding: %s %s', (...lines) => {
  expect(findingsOf(...lines)).toEqual([])
})
