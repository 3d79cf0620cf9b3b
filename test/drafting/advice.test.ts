/** Plan and safety net keep their conditions, reasons and refusals. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../src/drafting/extract/advice.ts'
import { talk } from './dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const rows: readonly (readonly [rule: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['a condition stays with its action',   ["C: If you get numbness between your legs, or you can't pass urine, you need to go straight to hospital."], ['Go straight to hospital if numbness between legs, or cannot pass urine.']],
  ['a condition stays across an OK',      ['C: If the chest pain comes back,', 'P: OK.', 'C: or it goes into your jaw, I want you to call an ambulance.'], ['Call an ambulance if chest pain comes back, or it goes into jaw.']],
  ['a plain order is told in slots',      ["C: I'm going to start you on doxycycline, 100 milligrams once a day for five days."], ['Start doxycycline 100 mg once a day for 5 days.']],
  ['a reason goes before the order',      ["C: Because of the penicillin allergy I'll give you doxycycline, one hundred milligrams once a day."], ['Give doxycycline 100 mg once a day.']],
  ['a reason after the order stays',      ["C: I'd like you to stop the ibuprofen, because it can push your blood pressure up."], ['Stop the ibuprofen, because it can push the blood pressure up.']],
  ['a condition is no plain order',       ['C: If it hurts, take paracetamol, one gram, four times a day.'], ['Take paracetamol 1 g four times a day if it hurts.']],
  ['a meal stands in the order', ['C: Take ibuprofen, four hundred milligrams, twice a day with food.'], ['Start ibuprofen 400 mg twice a day with food.']],
  ['what may be done is no plain order',  ['C: You could take ibuprofen, four hundred milligrams, twice a day.'], ['Could take ibuprofen 400 mg twice a day.']],
  ['a delayed prescription stays one',    ["C: I'll leave you a script for amoxicillin but don't fill it unless you're no better by Friday."], ['Leave a script for amoxicillin but do not fill it unless not better by Friday.']],
  ['not today stays not today',           ['C: We could look at a steroid injection down the track, but not today.'], ['Also said: "we could look at a steroid injection down the track, but not today".']],
  ['the label says who acts',             ["C: I'll refer you to a physio, and I'd like to see you back in two weeks."], ['Review in two weeks.', 'Refer to physio.']],
  ['tags and fillers go',                 ["C: Um, so, I'd like you to, uh, drink plenty of fluids, OK?"], ['Drink plenty of fluids.']],
  ['what was not heard shows as a gap',   ["C: I'll send [unintelligible] prescription to your pharmacy."], ['Also said: "send [...] prescription to your pharmacy".']],
]

test.each(rows)('docs/design/drafting.md#verification: %s', (_, lines, texts) => {
  expect(textsOf(...lines)).toEqual(texts)
})

// biome-ignore format: one row a line
const silent: readonly (readonly [rule: string, lines: readonly string[]])[] = [
  ['a declined offer is no plan',         ['C: I could give you some antibiotics for it, if you wanted.', "P: Nah, I'd rather not, to be honest."]],
  ['a declined referral is no plan',      ['C: I can refer you to a psychologist.', "P: No, it's not for me, that."]],
  ['a question is no plan',               ['C: Do you take any tablets for it?']],
  ['teaching is no plan',                 ['C: With pneumonia people usually have a high fever.']],
  ['what was taken before is no plan',    ['C: You said you took some paracetamol yesterday.']],
  ['a pronoun alone is no plan',          ["C: I'll do that."]],
]

test.each(silent)('docs/design/drafting.md#verification: %s', (_, lines) => {
  expect(textsOf(...lines)).toEqual([])
})

test('docs/design/drafting.md#verification: "no worries" declines nothing', () => {
  expect(textsOf("C: I'll refer you to a physio.", 'P: No worries, thanks.')).toEqual(['Refer to physio.'])
})
