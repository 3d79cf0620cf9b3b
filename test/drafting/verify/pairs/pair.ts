/**
 * Short talks with two statements each: one that says rightly what was said, in other words, and its twin with one wrong part.
 * Written for these tests; no text of a consultation.
 */
import type { Claim } from '../../../../src/core/clinical-note.ts'

export type ErrorClass = 'time' | 'sense' | 'scope' | 'person' | 'drug' | 'attribute' | 'plan' | 'number' | 'side'

/**
 * A sentence is followed by a bar and the display of its claim, which may have marks after a further bar:
 * `-` absent, `r` of a relative, `p` past, `u` uncertain.
 */
export type Pair = readonly [
  wrongBy: ErrorClass,
  kind: Claim['kind'],
  right: string,
  wrong: string,
  lines: readonly string[],
]
