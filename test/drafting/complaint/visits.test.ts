/** A visit that was booked for a review or a pregnancy. D549. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['Here for asthma review.', 'C: So this is the asthma review, yeah?', 'P: Yeah, whatever.', 'C: How has it been?'],
  ['Here for diabetes check.', "C: Morning. I've got you for your diabetes check today.", 'P: Yes, good morning.'],
  ['Here for skin check.', 'C: How can I help?', "P: I've come in for my skin check."],
  ['Pregnant, 28 weeks and 1 day.', "C: By my wheel you're twenty-eight weeks today, is that right?", 'P: Twenty-eight and one, the app says.'],
])('D549: %s', (line, ...lines) => {
  expect(draftTexts(...lines)[0]).toBe(line)
})

test('D549: how far a pregnancy is stands behind the complaint', () => {
  const texts = draftTexts("C: You're pregnant, I see. How far?", 'P: Twenty-two weeks. Twenty-two and, um, three days.', "C: And what's happening?", 'P: It burns when I wee.') // biome-ignore format: one row
  expect(texts).toEqual(expect.arrayContaining(['Painful urination.', 'Pregnant, 22 weeks and 3 days.']))
  expect(texts[0]).toBe('Painful urination.')
})

// biome-ignore format: one row a line
test.each([
  ['it was meant to be one', 'C: So it was meant to be your lung review but the girls said you are not so good.', 'P: Yeah, coughing since Monday.'],
  ['the reply denies it', 'C: Is this your baby check?', "P: No, he's got a rash."],
  ['a form is asked for', 'C: What brings you in?', 'P: I need a medical review form filled in.'],
])('D549: no review if %s', (_, ...lines) => {
  expect(draftTexts(...lines).join(' ')).not.toContain('Here for')
})

test('D549: the weeks of a day to come are not those of today', () => {
  expect(draftTexts("C: You're pregnant, I see. How far along?", "P: Twenty-seven weeks on Friday.", 'C: And what is wrong?', 'P: It burns when I wee.').join(' ')).not.toContain('27 weeks')
}) // biome-ignore format: one row
