/** Why the patient came, by the reason, the part of the body and the trouble of the opening, and how an injury happened. D420, D421. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const firstOf = (lines: readonly string[]): string | undefined => draftTexts(...lines)[0]

// biome-ignore format: one row a line
const told: readonly (readonly [lines: readonly string[], text: string])[] = [
  [["C: What's happened?", "P: So I've done me shoulder. Painting ceilings."],                                         'Shoulder injury.'],
  [["C: What's brought you in?", 'P: My waterworks are burning.'],                                                     'Waterworks are burning.'],
  [['C: How can I help?', "P: I've got this lump behind my ear."],                                                     'Lump behind the ear.'],
  [['C: What can I do for you?', "P: It's my heart. It keeps going, it races."],                                       'Heart keeps going, it races.'],
  [['C: Right. Tummy.', 'P: Yeah. It started on Monday.', 'C: And?', "P: It's sharp."],                               'Abdominal pain since Monday'],
  [["C: I've got you down as a swollen leg.", "P: Oh, yes, hello doctor."],                                            'Leg swelling.'],
  [["C: You've asked for a call about a headache.", 'P: Yes, hello.'],                                                 'Headache.'],
  [["C: What's on the list?", 'P: Waterworks is the main one.', 'C: Go on.', "P: Well, it's slow."],                  'Waterworks: slow.'],
]
test.each(told)('D420: %s gives "%s"', (lines, text) => {
  const segments = talk(...lines)

  expect(firstOf(lines)).toContain(text.replace(/\.$/, ''))
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const begun: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Started while lifting a washing machine.', 'P: My back is sore.', 'C: When did it start?', 'P: I was, um, I was lifting a washing machine with my brother.'],
  ['Happened while playing touch footy.',      'P: My knee hurts.', 'C: How did it happen?', 'P: I was playing touch footy.'],
]
test.each(begun)('D421: %s', (line, ...lines) => expect(draftTexts(...lines)).toContain(line))

test('D421: what the patient was thinking, or a sister was lifting, is no beginning', () => {
  expect(draftTexts('P: I have a headache.', 'C: When did it start?', 'P: I was thinking it was Sunday.')).toEqual(['Headache.']) // biome-ignore format: short
  expect(draftTexts('P: My back is sore.', 'C: When did it start?', 'P: My sister was lifting a box.')).toEqual(['Back pain.']) // biome-ignore format: short
})

test('D420: an injury that says less than the trouble of its part is not told beside it', () => {
  expect(draftTexts("P: I've done my back in. I've got really bad lower back pain.")).toEqual(['Lower back pain.'])
})

// biome-ignore format: one row a line
const untold: readonly (readonly [lines: readonly string[], not: RegExp])[] = [
  [['C: How can I help?', 'P: My husband did his back last week.'],                                     /back/i],
  [["C: I've got you down as a swollen leg.", "P: No, that's my sister."],                              /leg/i],
  [['C: How can I help?', 'P: My eyes are fine, I came for the form.'],                                 /eyes/i],
  [['C: How can I help?', "P: I've never had a lump behind my ear."],                                   /lump/i],
  [["C: What's happened?", 'P: I did my knee years ago, but I came for my script.'],                    /knee/i],
]
test.each(untold)('D420: %s does not give %s', (lines, not) => {
  expect(draftTexts(...lines).filter((text) => not.test(text) && !/^(?:No |Reports)/.test(text))).toEqual([])
})

// biome-ignore format: one row a line
const happened: readonly (readonly [lines: readonly string[], text: string])[] = [
  [['C: What have you done?', 'P: Well, I slipped on the deck, and landed on my elbow.'],                         'Slipped on the deck, landed on the elbow.'],
  [['C: How did you do it?', 'P: I went up for a rebound, and I came down crooked, and it just rolled.'],         'Went up for a rebound, came down crooked, it rolled.'],
  [['C: What happened?', 'P: I lifted a pot plant and my back locked.'],                                           'Lifted a pot plant, back locked.'],
]
test.each(happened)('D421: %s gives "%s"', (lines, text) => {
  const segments = talk(...lines)

  expect(draftTexts(...lines)).toContain(text)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const notHappened: readonly (readonly string[])[] = [
  ['C: What happened?', 'P: My mate fell off the roof.'],
  ['C: What have you done about it?', 'P: I picked up some cream.'],
  ['C: What happened?', 'P: I thought I had slipped a disc.'],
]
test.each(notHappened)('D421: no event of the patient: %s %s', (...lines) => {
  expect(draftTexts(...lines).filter((text) => /^(?:Fell|Picked|Slipped)/.test(text))).toEqual([])
})
