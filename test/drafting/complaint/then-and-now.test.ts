/** Whether a reply tells of then or of now: by a number of bouts, by its words, by its turn. D526. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const judged = (...lines: readonly string[]) => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ['Fall.', 'C: Any falls?', 'P: One. In April I tripped on a kerb.'],
  ['Fall, last winter, in the garage.', 'C: Have you had any falls?', 'P: Just the one, last winter, in the garage.'],
  ['Fainting, three times.', 'C: Have you had any faints?', 'P: Three of them.'],
  ['Depression.', 'C: Have you ever had depression?', "P: I've got it now."],
  ['Asthma.', 'C: Have you had asthma?', 'P: I have it at the moment.'],
  ['Spotting previously.', 'C: Any bleeding?', 'P: There was a bit of spotting but that was at ten weeks.'],
  ['Crying previously.', 'C: How is your mood?', 'P: I was terrible after the twins. I was crying in the car. But now, no.'],
  ['Hoarse voice.', 'C: What brings you in?', 'P: My voice has gone.'],
  ['Hearing loss, left side.', 'C: What brings you in?', "P: My hearing's gone in the left ear."],
  ['Loose clothes.', 'C: Have you lost any weight?', 'P: Not that I know of, though my jeans are loose.'],
  ['Dribbling after passing urine.', 'C: Any trouble passing urine?', 'P: Bit of a dribble at the end. Otherwise fine.'],
  ['Scaly patch, left side.', 'C: What can I do for you?', 'P: A scaly thing on my left ear, been there since winter.'],
])('D526: %s', (line, ...lines) => {
  expect(judged(...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  [/^Fall/, 'C: Any falls?', 'P: One of the girls said so.'],
  [/^Headache/, 'C: Any headaches?', "P: One o'clock every day."],
  [/History of depression/, 'C: Have you ever had depression?', "P: I've got it now."],
  [/phlegm/i, 'C: Have you chucked?', 'P: Twice. Just yellow stuff.'],
  [/No difficulty passing/, 'C: Slow to start, weak stream, dribbling at the end, which?', "P: All of 'em. Well, not, it dribbles, yeah."],
  [/^Alcohol/, 'C: Any triggers? Red wine, skipping meals?', 'P: Skipping lunch for sure.'],
  [/Press low/, 'C: And press low down on your tummy?', "P: Ooh. Yeah, that's a bit sore."],
  [/light, left/, 'C: Trouble with light?', 'P: Light hurts.', 'C: Where is the headache?', 'P: On the left side.'],
  [/Hoarse/, 'C: What brings you in?', 'P: The cough has gone.'],
  [/No .*weight loss/, 'C: Any fevers, sweats, weight loss?', 'P: No. Well, my trousers are hanging off me.'],
] as readonly (readonly [RegExp, ...string[]])[])('D526: nothing of %s', (wrong, ...lines) => {
  expect(draftTexts(...lines).filter((text) => wrong.test(text))).toEqual([])
})
