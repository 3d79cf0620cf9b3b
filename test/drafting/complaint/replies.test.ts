/** A part with what it cannot do, emphatic replies, and the background in everyday forms. D317, D364, D420, D432, D434. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const ask = 'C: What can I do for you?'
const judged = (...lines: readonly string[]) => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ['Foot: cannot put it to the floor.', "P: It's my foot. I can't put it to the floor."],
  ['Elbow: cannot straighten it.', "P: It's me elbow. Can't straighten it."],
  ["Chest: like an elephant's sitting on it.", "P: It's my chest. It feels like an elephant's sitting on it."],
  ['Toe: came on overnight.', "P: It's the toe, doctor. Came on overnight."],
])('D420: %s', (line, told) => {
  expect(judged(ask, told)).toContain(line)
})

test('D420: what the patient can do is no complaint', () => {
  expect(draftTexts(ask, "P: It's my foot. I can put it to the floor now.").join(' ')).not.toMatch(/cannot/)
})

// biome-ignore format: one row a line
test.each([
  ['Diarrhoea.', 'C: Diarrhoea?', 'P: Non-stop.'],
  ['Swelling.', 'C: Swelling?', 'P: A fair bit.'],
  ['Ex-smoker, stopped at forty, smoked a packet a day for twenty years.', 'C: Smoke?', "P: Gave it away at forty. I'd have had a packet a day for twenty years."],
  ['Alcohol: couple of stubbies a night.', 'C: And drinking?', "P: Couple of stubbies a night. Three if it's hot."],
  ['Smokes 10 a day.', 'C: Smoke?', 'P: Ten rollies a day.'],
  ['Aunt: breast cancer.', 'C: Breast cancer, in you or the family?', "P: Mum's sister had breast cancer. Mum's fine."],
  ['No skin cancer.', 'C: Any skin cancers before, anything cut out or frozen?', 'P: No, nothing.'],
])('D317: the verifier passes: %s', (line, ...lines) => {
  const texts = judged(...lines)
  expect(texts).toContain(line)
  expect(texts.join(' ')).not.toMatch(/anything/)
})

// biome-ignore format: one row a line
test.each([
  ['Urine infection before: once.', 'C: Have you had a urine infection before?', 'P: Once, when I was nineteen.'],
  ['Contraception: rod, went in last year.', 'C: What are you using for contraception?', 'P: The rod. It went in last year.'],
])('D468: %s', (line, ...lines) => {
  expect(judged(...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['who vapes smokes nothing', /[Ss]mokes/, 'C: Do you smoke or vape?', 'P: I vape a bit. On weekends.'],
  ['steps are no limping', /limping/, 'C: Have you taken four steps, even limping?', 'P: No, they put me in the wheelchair.'],
  ['a name is no illness', /Noreen/, 'C: Anyone in the family?', 'P: My sister Noreen.'],
  ['vomiting that was told is not denied', /No .*vomiting/, 'C: Vomiting?', 'P: Chucked once. Week ago.'],
  ['an ulcer of the past is none of now', /^Ulcer/, 'C: Anything else?', 'P: I had an ulcer. Ten years back.'],
])('D469: %s', (_, wrong, ...lines) => {
  expect(draftTexts(...lines).join(' ')).not.toMatch(wrong)
})

test("D434: mum's illness is not the aunt's", () => {
  expect(judged('C: Anything in the family?', 'P: Mum had breast cancer. Her sister is fine.').join(' ')).not.toMatch(/Aunt/) // biome-ignore format: short
})
