/** Allergies with their reaction: after a denial, read out of a record, of a child, and by a plain word. D71, D282, D331, D431, D451. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
const told: readonly (readonly [decision: string, line: string, ...lines: readonly string[]])[] = [
  ['D431', 'Allergic to wasps: arm swelled right up.', 'C: Any allergies?', 'P: None. Oh, and wasps, my arm swelled right up.'],
  ['D431', 'Allergic to bee stings: swelling.', 'C: Allergies?', 'P: No. Oh, bee stings, I swell up.'],
  ['D71', 'Allergic to cashews: hives.', 'C: And what about allergies?', "P: I'm allergic to cashews, I had hives when I was four."],
  ['D331', 'Allergic to penicillin: welts.', "C: Any allergies? I've got penicillin down, with welts.", "P: Yep, that's right."],
  ['D282', 'Allergic to sticky plasters: red square.', 'C: Any allergies?', 'P: Just sticky plasters, I get a red square.'],
  ['D282', 'Allergic to elastoplast: rash.', 'C: Any allergies?', 'P: Only Elastoplast, my skin comes up in a rash under it.'],
  ['D282', 'Allergic to morphine: vomiting.', 'C: And any allergies?', 'P: Morphine makes me chuck.'],
  ['D282', 'Allergic to Maxolon: jaw locked up.', 'C: Any allergies?', "P: I can't have Maxolon, it made me twitchy, like my jaw locked up."],
  ['D72', 'Possibly allergic to trimethoprim: spots.', 'C: Allergic to anything?', 'P: Trimethoprim, I think it was. I came out in spots.'],
]
test.each(told)('%s: %s', (_, line, ...lines) => {
  const all = linesOf(...lines)
  expect(all).toContain(line)
  expect(all).not.toContain('No known allergies.')
})

test('D71: a cat that makes one sneeze leaves no "no known allergies"', () => {
  expect(linesOf('C: Any allergies?', 'P: No. The cat makes me sneeze.')).not.toContain('No known allergies.')
})

test('D71: what a relative is allergic to leaves the no as it is', () => {
  expect(linesOf('C: Any allergies?', 'P: None. My mum is allergic to bees.')).toContain('No known allergies.')
})

test('D282: the rescue for a reaction is no reaction, and an outgrown allergy is told as it was', () => {
  expect(linesOf('C: Allergies?', "P: I'm allergic to peanuts, we've got the EpiPen.")).toContain(
    'Allergic to peanuts.',
  )
  expect(linesOf('C: Allergies?', "P: I was allergic to eggs when I was one, but I've grown out of that.").join(' ')).not.toMatch(/^Allergic to/) // biome-ignore format: short
})

test('D71: a test for allergies states none', () => {
  expect(linesOf('C: It may be hay fever.', 'P: Okay.', "C: I'll do a blood test for allergies, dust mite, grass and cat.")).toContain('Arrange blood test for allergies, dust mite, grass and cat.') // biome-ignore format: short
})
