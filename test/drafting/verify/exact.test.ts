/** A value belongs to the thing that it is said nearest to. D291. */
import { expect, test } from '@jest/globals'
import type { QuoteRead } from '../../../src/drafting/verify/evidence.ts'
import { checkExact } from '../../../src/drafting/verify/exact/exact.ts'
import { plainOf, tokensOf } from '../../../src/drafting/verify/words.ts'

const quotesOf = (lines: readonly string[]): readonly QuoteRead[] =>
  lines.map((line) => {
    const text = line.slice(3)
    const role = text.endsWith('?') ? ('question' as const) : line.startsWith('C') ? ('statement' as const) : ('answer' as const) // biome-ignore format: short
    return { role, speaker: line.startsWith('C') ? 'clinician' : 'patient', text, plain: plainOf(text), tokens: tokensOf(text), isUncertain: false } // biome-ignore format: short
  })

// biome-ignore format: one row a line
const bound: readonly (readonly [right: string, wrong: string, rule: string, ...lines: readonly string[]])[] = [
  ['Right knee swollen.', 'Left knee swollen.', 'side-mismatch', 'P: It is my right knee that is swollen. My left hip is fine.'],
  ['Amlodipine 10 mg.', 'Amlodipine 5 mg.', 'number-mismatch', 'P: I take amlodipine, ten milligrams. It was five milligrams before.'],
  ['Cough for three weeks.', 'Cough for two weeks.', 'number-mismatch', 'P: The cough has been there for three weeks, and the fever came two weeks ago.'],
  ['Mild headache.', 'Severe headache.', 'attribute-mismatch', 'P: The headache is mild. The back pain is terrible.'],
  ['Headache worse in the morning.', 'Headache worse in the evening.', 'attribute-mismatch', 'P: My headache is bad in the morning, and my legs ache in the evening.'],
  ['Paracetamol helped.', 'Ibuprofen helped.', 'attribute-mismatch', 'P: Paracetamol helped. Ibuprofen did nothing.'],
  ['Wheeze resolved.', 'Wheeze ongoing.', 'attribute-mismatch', 'P: The wheeze has gone.'],
  ['Stop the codeine.', 'Continue the codeine.', 'attribute-mismatch', 'C: I want you to stop the codeine and carry on with the paracetamol.'],
  ['Blood pressure 134/86 mmHg.', 'Blood pressure 134/98 mmHg.', 'number-mismatch', 'C: Pulse ninety-eight, blood pressure one thirty-four on eighty-six.'],
  ['Blood pressure 134/86 mmHg.', 'Blood pressure 98/86 mmHg.', 'number-mismatch', 'C: Pulse ninety-eight, blood pressure one thirty-four on eighty-six.'],
  ['Pulse 98 bpm.', 'Pulse 86 bpm.', 'number-mismatch', 'C: Pulse ninety-eight, blood pressure one thirty-four on eighty-six.'],
  ['Cough for three weeks.', 'Cough for five weeks.', 'number-mismatch', 'P: I have had the cough for two weeks, no, sorry, three weeks.', 'C: And the rash?', 'P: Five weeks.'],
]

test.each(bound)('D291: "%s" holds, and "%s" breaks %s', (right, wrong, rule, ...lines) => {
  const quotes = quotesOf(lines)

  expect(checkExact(right, quotes, false)).toEqual([])
  expect(checkExact(wrong, quotes, false)).toContain(rule)
})
