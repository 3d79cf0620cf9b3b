/** The published examples of R4. */
import { jest } from '@jest/globals'
import { r4Examples } from '../../../judges/r4-examples.ts'
import { testExamples } from './examples-run.ts'
import { listExamples } from './published-examples.ts'

/** Two hundred are larger and take five times as long as all the others: EXAMPLES=all takes them, too. */
const largest = process.env['EXAMPLES'] === 'all' ? Infinity : 100_000

jest.setTimeout(1_800_000)

testExamples(listExamples(r4Examples).filter(({ text }) => text.length <= largest))
