/** What a reply tells of the complaint, by the slot of its question, with examples of our own. D419. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

type Row = readonly [question: string, reply: string, text: string]
const opening = ["P: I've got a sore knee.", 'C: How long?', 'P: Four days.'] as const

// biome-ignore format: one row a line
const told: readonly Row[] = [
  ['And worse?',                          'Stairs. Squatting down to the oven. Getting out of the car gives it a jolt.',  'Knee pain: worse with stairs, squatting down to the oven and getting out of the car.'],
  ['What makes it better?',               "Um, swimming's actually not too bad. Lying with a pillow under it.",            'Knee pain: better with swimming and lying with a pillow under it.'],
  ['What sets it off?',                   'Cold mornings. Digging.',                                                       'Knee pain: brought on by cold mornings and digging.'],
  ['When does it get you?',               'When I stand up. Out of the bath, in the morning.',                             'Knee pain: felt when standing up, out of the bath and in the morning.'],
  ['Whereabouts? Show me with a finger.', "It's sort of here. Low down, on the inside. Bit across the front.",             'Knee pain: felt low down, on the inside, across the front.'],
  ['Does it go anywhere? Foot, hip?',     'Yeah, bit down the shin.',                                                      'Knee pain: also felt down the shin.'],
  ["What's it like? Ache, burning?",      "It's an ache most of the time, and then if I turn quickly it's, you know, sharp.", 'Knee pain: ache most of the time, sharp if turning quickly.'],
  ["What's it like?",                     'Like a tight band.',                                                            'Knee pain: feels like a tight band.'],
  ['Out of ten?',                         'Six when I walk. And maybe a two now.',                                         'Knee pain: severity 6/10 when walking, 2/10 now.'],
  ['Out of ten at its worst?',            'Nine. Now, sitting here, a three.',                                             'Knee pain: severity 9/10 at worst, 3/10 now.'],
]
test.each(told)('D419: "%s" "%s" gives "%s"', (question, reply, text) => {
  const lines = [...opening, `C: ${question}`, `P: ${reply}`]
  const segments = talk(...lines)

  expect(draftTexts(...lines).join(' ')).toContain(text.replace(/\.$/, ''))
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const untold: readonly (readonly [question: string, reply: string, not: RegExp])[] = [
  ['What makes it worse?',        'Nothing that I know of.',                       /worse/i],
  ['What makes it worse?',        'Not when I walk.',                              /worse/i],
  ['What makes it worse for him?', 'Sitting.',                                     /worse/i],
  ['What makes it better?',       'Running kills it.',                             /better/i],
  ['Where do you live?',          'In the city, on the left bank.',                /left bank/i],
  ["What's it like?",             "Like I told the nurse, it's not burning.",      /nurse|feels like/i],
  ['Out of ten?',                 'I had ten kids, so who knows.',                 /\/10/],
  ['Does it go anywhere?',        "No, my brother's went down his leg.",           /leg/i],
]
test.each(untold)('D419: "%s" "%s" does not give %s', (question, reply, not) => {
  expect(draftTexts(...opening, `C: ${question}`, `P: ${reply}`).filter((text) => not.test(text))).toEqual([])
})

test('D419: what makes a complaint worse is no symptom of its own', () => {
  expect(draftTexts(...opening, 'C: What makes it worse?', 'P: Coughing. Sneezing.').join(' ')).not.toMatch(/(?:^|[;.] )(?:cough|sneez)/i) // biome-ignore format: short
})

// biome-ignore format: one row a line
const unasked: readonly (readonly [said: string, text: string])[] = [
  ["It's much worse at night.",           'Worse at night'],
  ['Kneeling makes it worse.',            'Worse with kneeling'],
  ["If I keep it up on a stool it's better.", 'Better if keeping it up on a stool'],
]
test.each(unasked)('D419: told unasked, "%s" gives "%s"', (said, text) => {
  expect(
    draftTexts(...opening, 'C: Right.', `P: ${said}`)
      .join(' ')
      .toLowerCase(),
  ).toContain(text.toLowerCase())
})
