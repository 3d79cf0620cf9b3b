/** Lines with the other polarity than the talk, and lengths, forms and rates in words. D492, D493. */
import { expect, test } from '@jest/globals'
import { checkBoundWords } from '../../../src/drafting/verify/exact/bound-words.ts'
import { checkDenied } from '../../../src/drafting/verify/exact/denied-words.ts'
import { checkWording } from '../../../src/drafting/verify/wording.ts'
import { plainOf, tokensOf } from '../../../src/drafting/verify/words.ts'

const quoteOf = (text: string) => ({ role: 'statement', speaker: 'clinician', text, plain: plainOf(text), tokens: tokensOf(text), isUncertain: false }) as const // biome-ignore format: short

// biome-ignore format: one row a line
const opposite: readonly (readonly [text: string, said: string])[] = [
  ['Murmur.',                        'Heart sounds normal, no murmur, chest is clear.'],
  ['Murmur in the heart.',           'Heart, no murmur that I can hear.'],
  ['Leg pain.',                      'Some back pain on lifting it, no leg pain, and full movement.'],
  ['Guarding in the abdomen.',       'Belly is soft without guarding.'],
  ['No crackles at the left base.',  'There are crackles at the left base.'],
  ['No uterus soft.',                'Uterus soft, not tender.'],
  ['No scalp flaky.',                'The scalp is flaky.'],
  ['No mastoid not tender.',         'The mastoid is not tender.'],
  ['Tremor.',                        'Thyroid not enlarged, and no tremor.'],
]
test.each(opposite)('D492: "%s" of "%s" is withheld', (text, said) => {
  expect(checkDenied(text, [quoteOf(said)], false)).toEqual(['polarity-mismatch'])
})

// biome-ignore format: one row a line
const same: readonly (readonly [text: string, said: string])[] = [
  ['No murmur.',                     'Heart sounds normal, no murmur, chest is clear.'],
  ['No wheeze.',                     'Wheeze, never.'],
  ['No bruising.',                   'I kept an eye out for bruising, not a sign.'],
  ['No cough.',                      'I had the cough, but it went.'],
  ['No headache now.',               'The headache has gone.'],
  ['Crackles at the left base.',     'Crackles at the left base, none on the right.'],
  ['Rash on the arm.',               'No rash on the legs. There is a rash on the arm.'],
  ['Back pain.',                     'Some back pain on lifting it, no leg pain.'],
  ['No swelling.',                   'Any swelling?'],
]
test.each(same)('D492: "%s" of "%s" stands', (text, said) => {
  expect(checkDenied(text, [quoteOf(said)], false)).toEqual([])
})

// biome-ignore format: one row a line
const bound: readonly (readonly [text: string, said: string, isOther: boolean])[] = [
  ['Call the same week if it weeps.',             'If it weeps, ring me the same day.',               true],
  ['Uses the inhaler most weeks.',                'I use it most days.',                              true],
  ['Return that day if feverish.',                'If there is a fever, come in that day.',           false],
  ['Take 2 capsules at night.',                   'Two tablets at night.',                            true],
  ['Take 2 tablets at night.',                    'Two of the pills at night.',                       false],
  ['Takes Seretide 25 puffs twice a day.',        'Seretide, fifty slash twenty-five, two puffs twice a day.', true],
  ['Takes Seretide 2 puffs twice a day.',         'Seretide, fifty slash twenty-five, two puffs twice a day.', false],
  ['Nose spray, two squirts each side twice a day.', 'Two squirts each side once a day.',             true],
  ['Metformin twice a day.',                      'Metformin once a day, no, one in the morning and one at night, twice.', false],
  ['Take it once a day.',                         'One every morning, and the other twice a day.',    false],
]
test.each(bound)('D493: "%s" of "%s" is another: %s', (text, said, isOther) => {
  expect(checkBoundWords(text, [quoteOf(said)])).toEqual(isOther ? ['number-mismatch'] : [])
})

// biome-ignore format: one row a line
const quoted: readonly (readonly [text: string, said: string, isHeld: boolean])[] = [
  ['Also said: "the tablets do get there, don\'t bother"',   "The tablets don't get there, don't bother.", false],
  ['Also said: "the tablets don\'t get there, don\'t bother"', "The tablets don't get there, don't bother.", true],
  ['Also said: "you would feel it at once. You would not forget it"', 'You would not feel it at once. You would not forget it.', false],
]
test.each(quoted)('D492: the quote %s of "%s" leaves out no denial: %s', (text, said, isHeld) => {
  expect(checkWording(text, [quoteOf(said)]).length === 0).toBe(isHeld)
})
