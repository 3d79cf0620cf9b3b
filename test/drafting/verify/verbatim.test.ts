/** A statement that was said word for word is not refused for its words. docs/design/drafting.md#verification. */
import { expect, test } from '@jest/globals'
import type { QuoteRead } from '../../../src/drafting/verify/evidence.ts'
import { withoutComparison } from '../../../src/drafting/verify/stated/verbatim.ts'
import { plainOf, tokensOf } from '../../../src/drafting/verify/words.ts'

const refused = ['words-unsupported', 'polarity-mismatch', 'attribute-mismatch'] as const
const quoteOf = (text: string, role: QuoteRead['role'] = 'statement'): QuoteRead => ({ role, speaker: 'clinician', text, plain: plainOf(text), tokens: tokensOf(text), isUncertain: false }) // biome-ignore format: short
const judge = (text: string, said: string, role?: QuoteRead['role']) =>
  withoutComparison({ id: '1', text, claims: [], evidence: [], confidence: 1 }, [quoteOf(said, role)], refused)

test.each([
  ['Pupils equal, no nystagmus.', 'The pupils are equal, they react, and there is no nystagmus.'],
  ['Big toe a little swollen.', "So your big toe's a little swollen."],
  [
    'If you are no better by Monday, go back on the old drops.',
    "If you're no better by Monday, we'd go back on the old drops.",
  ],
  ['No grapefruit with this tablet.', 'No grapefruit with this tablet, please.'],
])('D456: "%s" keeps its words from "%s"', (text, said) => {
  expect(judge(text, said)).toEqual([])
})

test.each([
  ['Pupils equal, no nystagmus.', 'The pupils are not equal, no nystagmus.'],
  ['Use the drops daily.', 'I would not use the drops daily.'],
  ['Swelling behind the knee.', 'No cyst, that is the swelling behind the knee.'],
  ['Big toe swollen.', 'My mother had a big toe swollen like a plum.'],
  ['Go back on the drops.', 'Go back on the drops only in winter.'],
  ['Take it daily, with food.', 'Take it daily, except on Sundays, with food.'],
  ['Swollen.', 'Swollen.'],
  ['Pain at the hip.', 'Pain at the hip?'],
])('D456: "%s" does not stand in "%s"', (text, said) => {
  expect(judge(text, said)).toEqual(refused)
})

test('D456: a question proves nothing, and an order still has to be one', () => {
  expect(judge('Big toe swollen.', 'Big toe swollen.', 'question')).toEqual(refused)
  expect(withoutComparison({ id: '1', text: 'Stop the drops.', claims: [], evidence: [], confidence: 1 }, [quoteOf('Stop the drops.')], ['plan-undecided'])).toEqual(['plan-undecided']) // biome-ignore format: short
})
