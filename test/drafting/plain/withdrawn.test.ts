/** What is said and not held: diagnoses that are doubted, duties that forbid nothing, rules that describe no patient. D72, D333, D336. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, statementsOf, talk } from '../dialogues.ts'

const impressionsOf = (line: string): readonly string[] =>
  statementsOf(draft(talk(line))).filter(({ claims }) => claims.some(({ kind }) => kind === 'impression')).map(({ text }) => text) // biome-ignore format: short

// biome-ignore format: one row a line
test.each([
  ['C: I doubt this is a clot.'],
  ["C: It's hardly pneumonia."],
  ["C: I'm doubtful it's coeliac disease."],
  ["C: I disagree that it's asthma."],
  ["C: It's rarely a stroke at your age."],
  ['C: The last doctor thought it was asthma but I disagree.'],
  ["C: So you reckon it's a sinus infection. Let me have a look."],
  ["C: I suspect you'll tell me it's gout."],
  ["C: It looks like eczema but it isn't."],
  ["C: It sounds like angina but I think it's your muscles."],
  ['C: I thought it was a fracture at first.'],
  ["C: It could have been a stroke if you'd waited."],
  ['C: It was pneumonia last winter, this is just a cold.'],
  ['C: The chance of a DVT is tiny.'],
])('D72: a diagnosis that is not held is left out: %s', (line) => expect(impressionsOf(line)).toEqual([]))

// biome-ignore format: one row a line
test.each([
  ["C: There's no doubt this is gout.",                             'Gout.'],
  ["C: It looks like gout but I'm not sure.",                       'Likely gout.'],
  ['C: I was worried about meningitis but this looks like a virus.', 'Likely viral infection.'],
])('D72: one that is held stays: %s', (line, text) => expect(impressionsOf(line)).toEqual([text]))

// biome-ignore format: one row a line
test.each([
  ["C: You shouldn't have to take it forever."],
  ['C: You must not have slept much.'],
  ['C: You must be drinking a lot.'],
  ['C: You must have been drinking plenty.'],
  ["C: You don't want to have the operation."],
  ["C: You can't use the arm after the fall."],
  ["C: You shouldn't get any side effects."],
  ['C: You should have stayed off work.'],
])('D333: what is expected, guessed or wished orders nothing: %s', (line) => expect(draftTexts(line)).toEqual([]))

// biome-ignore format: one row a line
test.each([
  ["C: You don't want to get it wet.",                                             'Do not get it wet.'],
  ["C: You can't drive with your arm in a sling.",                                 'Do not drive with the arm in a sling.'],
  ["C: You can't use the arm until the cast is off.",                              'Do not use the arm until the cast is off.'],
  ["C: If you start vomiting, don't come back here, go to emergency.",             'Return'],
])('D333: one that forbids stays, and a forbidden return is none: %s', (line, text) => {
  const told = draftTexts(line)
  if (text === 'Return') expect(told.join(' ')).not.toMatch(/^Return/)
  else expect(told).toEqual([text])
})

// biome-ignore format: one row a line
test.each([
  ['C: You have a heavy heart about all this, I can hear that.'],
  ['C: In croup the breathing is noisy.'],
  ['C: A normal ear drum is pearly grey.'],
  ['C: There can be some swelling after the injection.'],
  ['C: The heart is a pump, and a weak pump means fluid on the lungs.'],
])('D336: a rule or a turn of speech is no finding: %s', (line) =>
  expect(statementsOf(draft(talk('C: Let me examine you.', 'P: Okay.', line))).filter(({ claims }) => claims.some(({ kind }) => kind === 'finding'))).toEqual([])) // biome-ignore format: short
