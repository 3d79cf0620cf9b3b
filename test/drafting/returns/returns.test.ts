/** Returns and calls for help over clauses and sentences: one line with each condition. D308. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { readReturn, tellReturn } from '../../../src/drafting/extract/returns/returns.ts'
import { listUnsettled } from '../../../src/drafting/extract/returns/unsettled.ts'
import { talk } from '../dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const conditions: readonly (readonly [said: string, told: string])[] = [
  ['it is no better', 'not better'],
  ['things are still not any better by Friday', 'not better by Friday'],
  ['you are really not feeling better', 'not better'],
  ['she is not getting any better in two days', 'not better in two days'],
  ['your symptoms have not got better within a week', 'not better within a week'],
  ['it is not settling', 'not settling'],
  ['they have not cleared up in a fortnight', 'not cleared up in a fortnight'],
  ['this does not settle down overnight', 'not settle down overnight'],
  ['it is not responding to the cream', 'not responding to the cream'],
  ['things have not improved over the weekend', 'not improved over the weekend'],
  ['it gets worse', 'worse'],
  ['you feel a lot worse', 'worse'],
  ['they are getting much worse overnight', 'worse overnight'],
  ['he becomes more unwell', 'more unwell'],
  ['things are deteriorating', 'deteriorating'],
  ['it persists', 'it persists'],
  ['this goes on for another week', 'it goes on for another week'],
  ['it carries on', 'it carries on'],
  ['it is still there in a month', 'still there in a month'],
  ['it keeps going on', 'it keeps going on'],
  ['your knee is not any better', 'the knee not better'],
  ['the cough is no better by Monday', 'the cough not better by Monday'],
  ['his ear has not got better in three days', 'the ear not better in three days'],
  ['that rash is still not better', 'that rash not better'],
  ['your back does not feel any better', 'the back not better'],
  ['your temperature is not coming down', 'the temperature not coming down'],
  ['the swelling has not gone away in a week', 'the swelling not gone away in a week'],
  ['her breathing is not settling', 'the breathing not settling'],
  ['the wound is not healing', 'the wound not healing'],
  ['your hip is not improving over the next month', 'the hip not improving over the next month'],
  ['the pain is getting worse', 'the pain worse'],
  ['your breathing is becoming a bit more laboured', 'the breathing more laboured'],
  ['dryness is getting worse', 'dryness worse'],
  ['your foot is getting more swollen', 'the foot more swollen'],
  ['the wheeze gets worse overnight', 'the wheeze worse overnight'],
  ['it is spreading', 'spreading'],
  ['it starts bleeding', 'bleeding'],
  ['they are still oozing', 'oozing'],
  ['it is swelling over the next day', 'swelling over the next day'],
  ['it starts weeping', 'weeping'],
  ['you are worried', 'worried'],
  ['you get concerned about anything else', 'concerned'],
  ['she is at all worried', 'worried'],
  ['you are in any doubt', 'in any doubt'],
  ['you are really concerned', 'concerned'],
  ['you have any concerns', 'any concerns'],
  ['you are having any other worries', 'any worries'],
  ['you get any further problems with it', 'any problems'],
  ['you have any problems at all', 'any problems'],
  ['she has concerns', 'any concerns'],
  ['anything changes', 'anything changes'],
  ['things change', 'things change'],
  ['something is different', 'something is different'],
  ['anything at all changes', 'anything at all changes'],
  ['anything else changes', 'anything else changes'],
  ['anything else comes up', 'anything else comes up'],
  ['something new develops', 'something new develops'],
  ['anything happens', 'anything happens'],
  ['something crops up', 'something crops up'],
  ['anything new starts', 'anything new starts'],
  ['you are having any other symptoms like a stiff neck', 'a stiff neck'],
  ['you get symptoms such as numbness', 'numbness'],
  ['he develops any symptoms like vomiting', 'vomiting'],
  ['you notice other symptoms such as weakness', 'weakness'],
  ['you have symptoms like blurred vision', 'blurred vision'],
  ['you are having any problems with your vision', 'problems with the vision'],
  ['you get a problem in your leg', 'a problem in the leg'],
  ['she has problems with swallowing', 'problems with swallowing'],
  ['you are experiencing some problems with your balance', 'problems with the balance'],
  ['you have any problem with your hearing', 'problem with the hearing'],
  ['you are just not feeling very well', 'not feeling well'],
  ['you do not feel right', 'not feeling well'],
  ['she is generally not feeling so good', 'not feeling well'],
  ['you really do not feel well', 'not feeling well'],
  ['he does not feel too good', 'not feeling well'],
  ['the rash starts to spread', 'the rash starts to spread'],
  ['the pain comes back', 'the pain comes back'],
  ['your stitches open up', 'the stitches open up'],
  ['the mole bleeds', 'the mole bleeds'],
  ['the lump changes', 'the lump changes'],
  ['worsening tummy pain', 'worsening tummy pain'],
  ['new weakness in the arm', 'new weakness in the arm'],
  ['severe headache', 'severe headache'],
  ['persistent vomiting', 'persistent vomiting'],
  ['sudden loss of vision', 'sudden loss of vision'],
]

test.each(conditions)('D308: condition: %s', (said, told) => {
  expect(listUnsettled(said)).toEqual([told])
})

// biome-ignore format: one row a line
const returns: readonly (readonly [said: string, line: string])[] = [
  ["If it's still no better by Thursday, I'd like you to come back and see me.", 'Return if not better by Thursday'],
  ['Um, do give me a call, you know, if you have any concerns.', 'Call if any concerns'],
  ["Come and see us again in a week's time if your knee isn't settling.", "Return in a week's time if the knee not settling"],
  ["Don't hesitate to ring us if you're worried, and we can have another look.", 'Call if worried'],
  ["If you feel like you're getting more unwell, or it's spreading, then I want you to come back sooner, or give us a ring, because then we worry about an abscess.", 'Return or call sooner if more unwell, or spreading'],
  ["Things to look out for would be, um, chest pain, um, if you're feeling faint, or your legs are swelling up, so call me straight away.", 'Call straight away if chest pain, feeling faint, or the legs are swelling up'],
  ["If you're not better in a week, two weeks, come back and see me.", 'Return if not better in a week to two weeks'],
  ["Bear in mind the symptoms I mentioned about the rash and the stiff neck. If you get any of those, go straight to A and E.", 'Go straight to the emergency department if the rash, or the stiff neck'],
]

test.each(returns)('D308: return: %s', (said, line) => {
  expect(readReturn(tellReturn(said))).toBe(line)
})

test('D308: a condition, its action, and more conditions stand in one line', () => {
  const lines = textsOf(
    'C: How can I help?', 'P: My ear hurts.', 'C: I see.', 'P: Yes.',
    "C: One thing I want you to think about is, if your ear isn't any better in two days, or it's getting worse.", 'P: Yeah.',
    "C: I'd like you to come back and see me.",
  ) // biome-ignore format: a talk

  expect(lines).toEqual(['Return if ear not better in two days, or worse.'])
})

// biome-ignore format: one row a line
const none: readonly string[] = [
  'Just let me know if anything is sore.',
  "I'd come back if I were you.",
  "If you're still having the tablets, come back.",
  'You could call me if you like.',
  'Your mum said to come back if it gets worse.',
  "Don't come back if it gets worse, go to hospital.",
  'Come back if [unintelligible] worse or the other one.',
  'We might see you again if it persists.',
]

test.each(none)('D308: no return: %s', (said) => {
  expect(readReturn(tellReturn(said))).toBeUndefined()
})
