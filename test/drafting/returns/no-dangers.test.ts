/** What to do until help comes, what follows otherwise, and a good course are no dangers. D356. */
import { expect, test } from '@jest/globals'
import { isNoDanger, partMeanwhile } from '../../../src/drafting/extract/returns/no-dangers.ts'
import { draft, talk, textsOf } from '../dialogues.ts'

const plansOf = (said: string): readonly string[] => textsOf(draft(talk(`C: ${said}`)))

// biome-ignore format: one row a line
test.each([
  ['If your lips swell, use your EpiPen and call an ambulance.',                         'Use the EpiPen, and call an ambulance if lips swell.'],
  ['If you get chest pain, sit down, chew an aspirin and ring triple zero.',             'Sit down, chew an aspirin, and call an ambulance if chest pain.'],
  ['If the rash spreads, stop the tablets and call me.',                                 'Stop the tablets, and call if rash spreads.'],
  ["If it's red or hot, or if pus comes out, take the dressing off and come in.",        'Take the dressing off, and return if it is red or hot, or pus comes out.'],
  ["If the pain gets worse or you start vomiting, don't eat anything and go straight to emergency.", 'Do not eat anything, and go straight to the emergency department if pain worse, or vomiting.'],
  ['If the cast feels tight or your fingers go blue, keep your hand up and come in.',    'Keep the hand up, and return if cast feels tight, or fingers go blue.'],
])('D356: a deed until help comes: %s', (said, line) => {
  expect(plansOf(said)).toEqual([line])
})

// Turned round, or with the wrong condition, each of these would be dangerous: they stay as they were said.
test.each([
  'If she perks up with the puffer you can drive her, otherwise call an ambulance.',
  'Come back if you get a fever, otherwise see me in two weeks.',
  "If the scan's clear, no need to come back, but if it shows a clot, go straight to emergency.",
  "If the bleeding starts again, press on it for ten minutes and go to emergency if it won't stop.",
  'If you feel faint, lie down, and if it happens again, come back.',
  'If you get hives, take an antihistamine, and if your tongue swells use the EpiPen and call triple zero.',
  "If you do get puffed, use your blue puffer, four puffs, and if it doesn't help in four minutes call an ambulance.",
])('D356: two ways stay in the words that were said: %s', (said) => {
  const texts = plansOf(said)

  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/^Also said: "/)
})

// biome-ignore format: a list
test.each(['you get a fever', 'your lips swell', 'you lose weight', 'you turn blue', 'throw up', 'bring up blood', 'have a fever', 'get a rash', 'keep vomiting', 'stop breathing', 'a cut gets infected', 'change in your vision', 'it is not better', 'you are no better', 'anything else', 'the wound is unclean', 'she is not herself'])('D356: a danger: %s', (clause) => {
  expect(isNoDanger(clause)).toBe(false)
})

// biome-ignore format: a list
test.each(['use your EpiPen', 'pull over', 'lie down', 'lay her on her side', 'press on it', 'take the dressing off', 'do not eat anything', 'otherwise', 'the scan is clear', 'it settles', 'he perks up', "the swab's negative", 'keep taking your insulin', 'no need to come back'])('D356: no danger: %s', (clause) => {
  expect(isNoDanger(clause)).toBe(true)
})

test('D356: the deeds are parted from the danger, unless they have a condition of their own', () => {
  expect(partMeanwhile('you get chest pain, sit down, chew an aspirin')).toEqual({
    danger: 'you get chest pain',
    deeds: 'sit down, chew an aspirin',
  })
  expect(partMeanwhile('you feel faint, lie down, and if it happens again')).toBeUndefined()
  expect(partMeanwhile('you get a fever or a rash')).toBeUndefined()
})
