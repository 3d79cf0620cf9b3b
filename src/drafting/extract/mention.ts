/** A mention of a symptom, and the words about it. */
import type { Context } from '../dialogue/context.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Attribute } from './attribute.ts'
import type { Quote } from './candidates.ts'

export type Mention = Pick<Context, 'time' | 'isResolved' | 'isInitial' | 'isHad'> & {
  readonly term: Term
  readonly polarity: 'present' | 'absent'
  readonly quotes: readonly Quote[]
  readonly at: number
  /** The patient's own words, and not only a yes or no. */
  readonly isExplicit: boolean
  /** The patient came because of it. D420. */
  readonly isComplaint?: true
  /** What its own sentences say of it, if they were read with it. */
  readonly attributes?: readonly Attribute[]
}

/** Too general to deny, and weaker than anything more exact. */
export const generalKeys: ReadonlySet<string> = new Set([
  'pain',
  'swelling',
  'bleeding',
  'discharge',
  'burning-sensation',
  'pus',
  'miserable',
])

/** "I have a fever. Sorry, hay fever.": taken back at once. */
export const takenBack = /^(?:(?:um|uh|er|erm|oh|no),? )*(?:sorry|i mean|i meant|no wait|or rather)\b/

/** Of now, and not over. */
export const plainly = { time: 'current', isResolved: false, isInitial: false, isHad: false } as const
