/** The names that the clinician gives the trouble. D439, D466. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const judged = (said: string): readonly string[] =>
  draftTexts('C: Hello.', 'P: I have not been well.', `C: ${said}`, 'P: Okay.').slice(1)

// biome-ignore format: one row a line
const rows: readonly (readonly [said: string, ...lines: readonly string[]])[] = [
  ["You've torn your calf muscle.", 'Torn calf muscle.'],
  ["You've strained your lower back.", 'Strained lower back.'],
  ["I reckon you've done your meniscus.", 'Likely meniscus injury.'],
  ["You've broken the little bone at the base of your thumb.", 'Broken little bone at the base of the thumb.'],
  ['This is what we call a dry socket.', 'Dry socket.'],
  ["What you've got is trigger finger.", 'Trigger finger.'],
]
test.each(rows)('D439: %s', (said, ...lines) => {
  const segments = talk('C: Hello.', 'P: I have not been well.', `C: ${said}`, 'P: Okay.')

  expect(judged(said)).toEqual(lines)
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => !/^(?:section-required|said-in-other-words)$/.test(rule))).toEqual([]) // biome-ignore format: short
})

// biome-ignore format: one row a line
const none: readonly string[] = [
  "He's broken the rules again.", "You've broken out in hives.", "You've broken your wrist before.", "It's called Voltaren.", "It's called the Epley manoeuvre.", 'This is what we call a good result.', 'What we worry about is an abscess.',
]
test.each(none)('D439: no verdict: %s', (said) => {
  expect(judged(said).filter((line) => !line.startsWith('Also said'))).toEqual([])
})
