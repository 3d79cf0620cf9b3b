/** A mention of a symptom, and the words about it. */
import type { Context } from '../dialogue/context.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Quote } from './candidates.ts'

export type Mention = Pick<Context, 'time' | 'isResolved' | 'isInitial' | 'isHad'> & {
  readonly term: Term
  readonly polarity: 'present' | 'absent'
  readonly quotes: readonly Quote[]
  readonly at: number
  /** The patient's own words, and not only a yes or no. */
  readonly isExplicit: boolean
}
