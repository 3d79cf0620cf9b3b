/** Side, duration, frequency or quality of a symptom. */
import type { Quote } from './candidates.ts'

export type Attribute = {
  readonly concept: string
  readonly kind: 'side' | 'duration' | 'frequency' | 'quality'
  readonly order: number
  readonly text: string
  readonly quotes: readonly Quote[]
  /** It answers an earlier value of the same kind: the last word counts. */
  readonly isLast?: boolean
}
