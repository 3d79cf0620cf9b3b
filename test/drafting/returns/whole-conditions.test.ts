/** A line of a return has whole conditions, or the clinician's words stand in its place. D308. */
import { expect, test } from '@jest/globals'
import { hasWholeConditions } from '../../../src/drafting/extract/returns/whole-conditions.ts'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const lines: readonly (readonly [line: string, isWhole: boolean])[] = [
  ['Return if not better in three days',                       true],
  ['Call if chest pain, or worse',                             true],
  ['Return if the cough not better, or the breathing worse',   true],
  ['Call an ambulance if chest pain with sweating',            true],
  ['Return if the mole bleeds',                                true],
  ['Return next week',                                         true],
  // A known thing without its change.
  ['Return if the headache worse, or the vision',              false],
  ['Call if the legs',                                         false],
  ['Return if that arm, or worse',                             false],
  ['Return if these toes, or a fever',                         false],
  ['Call if the speech, chest pain, or a rash',                false],
  // Words that point at a list which the line does not have.
  ['Call if of those',                                         false],
  ['Call if any of those symptoms',                            false],
  ['Return if it',                                             false],
  ['Return if one of them',                                    false],
  ['Return if worse, or such things',                          false],
  // A word is missing at the end.
  ['Return if pain in the',                                    false],
  ['Call if not better, or feeling very',                      false],
  ['Return if any',                                            false],
  ['Call if a fever of',                                       false],
  ['Return if worse, or not',                                  false],
  // Two symptoms with nothing between them.
  ['Call if chest pain palpitations',                          false],
  ['Return if a rash a fever',                                 false],
  ['Call if vomiting headache, or worse',                      false],
  ['Return if dizziness chest pain',                           false],
  ['Call if a cough blurred vision',                           false],
]

test.each(lines)('D308: whole conditions: %s', (line, isWhole) => {
  expect(hasWholeConditions(line)).toBe(isWhole)
})

test('D308: a return whose conditions are not whole stands in the words of the clinician', () => {
  const texts = draftTexts(
    'C: How can I help?',
    'P: I have a headache.',
    "C: It's probably a tension headache.",
    'C: Come back straight away if your headache gets worse, you get weakness in your arms, or your vision.',
  )

  expect(texts.filter((text) => /^(?:Return|Call)/.test(text))).toEqual([])
  expect(texts.join(' ')).toMatch(/Also said: ".*your vision"/)
})
