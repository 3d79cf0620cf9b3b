/** Whose time it is: a reply in a rising tone, another matter of the clinician's, the weeks of a pregnancy. D310. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const ask = 'C: What can I do for you?'

// biome-ignore format: one row a line
test.each([
  ['Cough for 3 weeks.', 'P: I have a cough.', 'C: How long have you had it?', 'P: Um, three weeks?'],
  ['Cough since Friday.', 'P: I have a cough.', 'C: When did it start?', 'P: Like, four days ago? Friday. Yeah, Friday.'],
  ['Cough for 10 days.', 'P: I have a cough.', 'C: How long have you had it?', 'P: A week. Maybe a bit more, ten days.'],
  ['Foot swelling, started 6 weeks ago.', 'P: I am tired. My feet swell up.', 'C: When did you first notice the swelling?', 'P: Six weeks ago.'],
  ['Knee: swollen for 3 days.', 'P: My knee. It is swollen.', 'C: How long?', 'P: Three days.'],
  ['Abscess on the bum for 4 days.', 'P: I have had an abscess on my bum for four days.'],
])('D310: %s', (line, ...lines) => {
  const texts = draftTexts(ask, ...lines)
  expect(texts).toContain(line)
  expect(texts.join(' ')).not.toMatch(/History of|Swelling for/)
})

// biome-ignore format: one row a line
test.each([
  ['of the periods', 'P: I get hot flushes.', 'C: How long do your periods last?', 'P: Nine days.'],
  ['of the periods, by a pronoun', 'P: I am irritable.', 'C: And your periods?', 'P: All over the place.', 'C: When did the last one start?', 'P: Two weeks ago.'],
  ['of a pregnancy', "P: I'm fourteen weeks and I've started bleeding."],
  ['of a change', 'P: It is this mole on my back. It has got darker.', 'C: Over how long?', 'P: Six months.'],
  ['of a question asked back', 'P: I have a cough.', 'C: How long have you had it?', 'P: A month, does it?'],
])('D310: no time %s', (_, ...lines) => {
  expect(draftTexts(ask, ...lines).join(' ')).not.toMatch(/(?:flushes|Irritability|bleeding|Mole|Cough),? (?:for|lasting|started) |^,/)
})

// biome-ignore format: one row a line
test.each([
  ['Ex-smoker, for 12 years.', 'C: Still not smoking?', 'P: Twelve years now.'],
  ['Ex-smoker, for 6 months.', 'C: And you are still off the cigarettes?', 'P: Yep, six months.'],
  ['Ex-smoker.', 'C: Still off the smokes?', 'P: Yes.'],
])('D483: %s', (line, ...lines) => {
  expect(draftTexts(...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['C: Still smoking?', 'P: Twelve years now.'],
  ['C: Still not smoking?', 'P: Two weeks, then I slipped.'],
  ['C: Still off the smokes?', 'P: My husband is.'],
])('D483: %s %s tells no end', (...lines) => {
  expect(draftTexts(...lines).join(' ')).not.toMatch(/Ex-smoker/)
})

test('D432: one question after both habits gives each its own amount', () => {
  const texts = draftTexts('C: Alcohol, smokes?', 'P: Ten rollies a day. Six pack on a Friday.').join(' ')
  expect(texts).toMatch(/lcohol: six pack on a Friday/)
  expect(texts).toMatch(/mokes 10 a day/)
  expect(texts).not.toMatch(/rollies/)
})

// biome-ignore format: one row a line
test.each([
  ['Weeping.', 'C: Any discharge from the sore?', "P: It's a bit weepy."],
  ['Crying.', 'C: How do you feel?', "P: Weepy. I've been so weepy."],
])('D469: %s %s', (line, ...lines) => {
  expect(draftTexts(...lines)).toContain(line)
})

test('D432: a vet nurse is a nurse', () => {
  expect(draftTexts('C: What do you do?', "P: I'm a vet nurse.")).toContain('Works as a vet nurse.')
})
