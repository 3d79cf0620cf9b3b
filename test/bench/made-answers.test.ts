/** The made statements of `bench/drafting/made`: how many, always the same, and each twin about the same segments. */
import { describe, expect, test } from '@jest/globals'
import { makePairs } from '../../bench/drafting/made/make-pairs.ts'
import { grammarA } from '../../bench/drafting/talks/a/grammar.ts'
import { grammarC } from '../../bench/drafting/talks/c/grammar.ts'
import { grammarD } from '../../bench/drafting/talks/d/grammar.ts'
import { grammarE } from '../../bench/drafting/talks/e/grammar.ts'
import { generateTalks } from '../../bench/drafting/talks.ts'

const grammars = [grammarA, grammarC, grammarD, grammarE]
const pairs = grammars.flatMap((grammar) => generateTalks(grammar, 24).flatMap((talk) => makePairs(talk, grammar)))

describe('made statements', () => {
  test('the set has at least 2,000 pairs, and is the same in every run', () => {
    const again = generateTalks(grammarC, 2).flatMap((talk) => makePairs(talk, grammarC))

    expect(pairs.length).toBeGreaterThanOrEqual(2000)
    expect(again).toEqual(generateTalks(grammarC, 2).flatMap((talk) => makePairs(talk, grammarC)))
  })

  test('a wrong twin differs from its right statement, and both cite the same segments', () => {
    for (const { right, wrong } of pairs) {
      expect(wrong.evidence.length).toBeGreaterThan(0)
      expect(right?.text).not.toBe(wrong.text)
      expect(right?.evidence ?? wrong.evidence).toEqual(wrong.evidence)
    }
  })

  test('each statement is a sentence of at most 300 characters without a value that is not known', () => {
    for (const made of pairs.flatMap(({ right, wrong }) => [right ?? wrong, wrong]))
      expect(made.text).toMatch(/^(?!.*(?:undefined|NaN)).{3,299}\.$/)
  })
})
