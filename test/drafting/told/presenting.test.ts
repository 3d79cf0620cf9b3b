/** The complaint of the opening: the part and its trouble, the side and the place told beside it, likenesses and earlier bouts. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [rule: string, text: string, ...lines: readonly string[]])[] = [
  ['D373', 'Calf is hot and swollen.',                    'C: What can I do for you?', "P: It's this calf, it's gone hot and swollen."],
  ['D373', 'Right wrist pain.',                           'C: What can I do for you?', "P: It's me right wrist, it's killing me."],
  ['D374', 'Ear pain since Friday, right side.',          'C: How can I help?', "P: I've had an earache since Friday.", 'P: In the right one.'],
  ['D374', 'Itchy skin, all over the legs, and the feet.', 'C: How can I help?', "P: I've got itchy skin.", 'C: Whereabouts on your skin?', 'P: All over my legs, and my feet mainly.'],
  ['D375', 'Leg pain.',                                   'C: How can I help?', "P: I've got this pain in my leg.", "C: What's it like?", "P: It's like a toothache, deep inside."],
]
const toldOf = (rule: string) => told.filter(([own]) => own === rule)
const holds = (_: string, text: string, ...lines: readonly string[]) => expect(draftTexts(...lines)).toContain(text)
const told373 = toldOf('D373')
test.each(told373)('D373: %s %s', holds)
const told374 = toldOf('D374')
test.each(told374)('D374: %s %s', holds)
const told375 = toldOf('D375')
test.each(told375)('D375: %s %s', holds)

// biome-ignore format: one row a line
const gone: readonly (readonly [rule: string, wrong: RegExp, ...lines: readonly string[]])[] = [
  ['D373', /shoulder/i,       'C: What can I do for you?', "P: It's my husband's shoulder, it's killing him."],
  ['D374', /left/,            'C: How can I help?', "P: I've had a cough.", 'P: On the left side of the road there was smoke.'],
  ['D375', /period|toothache/i, 'C: How can I help?', "P: I've had tummy pain since this morning, it's like period cramps."],
  ['D376', /week/,            'C: How can I help?', "P: I've had diarrhoea since yesterday.", 'C: Have you had it before?', 'P: I had a similar bout last year.', 'C: How long did it last for?', 'P: About a week.'],
]
const goneOf = (rule: string) => gone.filter(([own]) => own === rule)
const lacks = (_: string, wrong: RegExp, ...lines: readonly string[]) =>
  expect(draftTexts(...lines).filter((text) => wrong.test(text) && !text.startsWith('Reports'))).toEqual([])
const gone373 = goneOf('D373')
test.each(gone373)('D373: %s, no line has %s', lacks)
const gone374 = goneOf('D374')
test.each(gone374)('D374: %s, no line has %s', lacks)
const gone375 = goneOf('D375')
test.each(gone375)('D375: %s, no line has %s', lacks)
const gone376 = goneOf('D376')
test.each(gone376)('D376: %s, no line has %s', lacks)

test('D375: a toothache that the patient has is a complaint', () => {
  expect(draftTexts('C: How can I help?', "P: I've had a toothache for a week.").join()).toMatch(/^Toothache/)
})
