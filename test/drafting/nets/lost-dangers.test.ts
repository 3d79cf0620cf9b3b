/** Warnings of which another reader loses a danger, a place or an action. D382. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, said: string])[] = [
  ['Call an ambulance if pins and needles come back, mouth droops, or cannot find words.', "C: If the pins and needles come back, or your mouth droops, or you can't find your words, triple zero."],
  ['Go to the eye hospital if it gets near eye, or vision is blurry.', 'C: If it gets near the eye, or your vision is blurry, go to the eye hospital.'],
  ['Return the same day if spots get near ear or on chin.', 'C: If any of the spots get near your ear or on your chin, I want to see you the same day.'],
  ['Return if temperature goes over thirty-nine, shivering, or redness spreads past pen mark.', "C: Come back if the temperature goes over thirty-nine, you're shivering, or the redness spreads past the pen mark."],
  ['Go straight to the emergency department if sudden bad headache, weakness, or swollen sore calf.', "C: If you get a sudden bad headache, any weakness, or a swollen sore calf, that's straight to emergency, don't wait for me."],
  ['See the GP if ear starts running.', "C: If the ear starts running, that's the drum gone, it often feels better, just see the GP."],
  ['Return if no wee for ten hours, or floppy.', "C: If there's no wee for ten hours, or she's floppy, straight back."],
  ['Call an ambulance if fainting, chest pain with exercise, or it goes for more than half an hour and will not settle.', "C: But if you faint, or get chest pain with exercise, or it goes for more than half an hour and won't settle, triple zero."],
  ['Return sooner if worse.', 'C: And come sooner if it gets worse.'],
]
test.each(told)('D382: %s', (line, said) => {
  expect(draftJudged(talk('C: It should settle.', 'P: Okay.', said)).map(({ text }) => text)).toContain(line)
})

test('D382: a time after "or" is no danger of its own', () => {
  expect(draftTexts('C: It should settle.', 'P: Okay.', "C: If it's not better in two or three days come back.").join(' ')).not.toMatch(/, or three/) // biome-ignore format: short
})
