/** What an assessment says of a name: one illness under two names, its cause, and what nothing speaks for. D537, D538, D440. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ["I think it's a calf strain, a soft tissue injury.", 'Likely calf strain, soft tissue injury.'],
  ["I'm happy it's a simple bladder infection, cystitis.", 'Simple bladder infection, cystitis.'],
  ["These are tension headaches.", 'Tension headache.'],
  ["So you're having a flare of your psoriasis, no doubt about it.", 'Flare-up of psoriasis.'],
  ["I'm fairly certain you've ruptured your Achilles.", 'Likely ruptured achilles.'],
  ["Could there be a small hernia? Possibly.", 'Possible small hernia.'],
  ['There might be a meniscus tear with it.', 'Possible meniscus tear.'],
  ["I'm calling this a mild concussion.", 'Likely mild concussion.'],
  ["Postural hypotension, that's what I think is going on.", 'Likely postural hypotension.'],
  ['It is a fracture of the distal radius.', 'Fracture of the distal radius.'],
  ['This is a trapped nerve in your neck.', 'Trapped nerve in the neck.'],
])('D537: %s', (said, line) => {
  expect(draftTexts(`C: ${said}`)).toContain(line)
})

test('D537: what was only thought about is no likely diagnosis', () => {
  const said = "C: It's a tension headache. I did think about meningitis, but it doesn't really fit."
  expect(draftTexts(said).join(' ')).not.toMatch(/likely meningitis/i)
})

test.each(["C: I think it's gout or cellulitis.", "C: It's either a muscle strain or a small hernia."])(
  'D537: alternatives stay two: %s',
  (said) => {
    expect(draftTexts(said).join(' ')).toMatch(/ or /)
  },
)

// biome-ignore format: one row a line
test.each([
  ["You've got iron deficiency due to the heavy periods.", 'Iron deficiency due to the heavy periods.'],
  ['Early nerve damage from the diabetes, most likely.', 'Likely early neuropathy from the diabetes.'],
  ["It's gastritis, most likely from the Nurofen.", 'Gastritis, likely from the Nurofen.'],
  ["It's tennis elbow, from the story.", 'Tennis elbow.'],
  ["I think it's gout, from what you've told me.", 'Likely gout.'],
])('D538: %s', (said, line) => {
  expect(draftTexts(`C: ${said}`)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ["Nothing to suggest it's spread to the bone.", 'Nothing to suggest it has spread to the bone.'],
  ["There's nothing here to suggest it's got into the joint.", 'Nothing here to suggest it has got into the joint.'],
])('D440: %s', (said, line) => {
  expect(draftTexts(`C: ${said}`)).toContain(line)
})

test.each(["C: If there's nothing to suggest it's spread we can stop it.", "C: There's no evidence that it works."])(
  'D440: no verdict: %s',
  (said) => {
    expect(draftTexts(said)).not.toContainEqual(expect.stringMatching(/^No(?:thing| evidence)/))
  },
)
