/** A finding keeps its part and sign, whatever the clinician says around it. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { talk } from '../dialogues.ts'

const opening = 'C: Let me examine you.'
const textsOf = (said: string) => draftMeasurements(readDialogue(talk(opening, said))).map(({ text }) => text)

// biome-ignore format: one row a line
const rows: readonly (readonly [form: string, said: string, text: string])[] = [
  ['a clause of talk',  "C: As I expected, the left eye is red.",                          'Left eye red.'],
  ['a clause of talk',  "C: The calf is swollen, I can tell you that much.",               'Calf swollen.'],
  ['a clause of talk',  "C: Let me write that down, there is no swelling.",                'No swelling.'],
  ['a clause of talk',  "C: Now then, the tummy is soft.",                                 'Tummy soft.'],
  ['a clause of talk',  "C: Just having a feel, the shoulder is stiff.",                   'Shoulder stiff.'],
  ['a clause of telling', "C: You will be pleased to hear there is no murmur.",            'No murmur.'],
  ['a clause of telling', "C: The verdict is that the lungs are clear.",                   'Lungs clear.'],
  ['a clause of telling', "C: I notice the right ankle is swollen.",                       'Right ankle swollen.'],
  ['a clause of telling', "C: My report is the throat is red.",                            'Throat red.'],
  ['a clause of telling', "C: The dye shows no ulcer on the cornea.",                      'No ulcer on the cornea.'],
  ['a longer subject',  "C: Rotation of the neck is reduced to the left.",                 'Rotation of the neck reduced to the left.'],
  ['a longer subject',  "C: The mental state examination is normal.",                      'Mental state examination normal.'],
  ['a longer subject',  "C: The muscle across the top of the left shoulder is tender.",    'Muscle across the top of the left shoulder tender.'],
  ['a longer subject',  "C: Flexion of the hip is limited.",                               'Flexion of the hip limited.'],
  ['a longer subject',  "C: Visual acuity is normal.",                                     'Visual acuity normal.'],
]
test.each(rows)('D261: %s around a finding: %s', (_, said, text) => {
  expect(textsOf(said)).toEqual([text])
})

test.each(rows)('D261: a finding is no line of the plan: %s: %s', (_, said) => {
  expect(draftAdvice(readDialogue(talk(said)))).toEqual([])
})

test.each([
  'C: You will be pleased to hear there might be no fracture.',
  'C: If the throat is red, we take a swab.',
  'C: Rotation of the tyres is due.',
  'C: You told me the ankle is swollen.',
])('D261: a doubt, a condition or a report is no finding: %s', (said) => {
  expect(textsOf(said)).toEqual([])
})
