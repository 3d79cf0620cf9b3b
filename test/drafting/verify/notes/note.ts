/**
 * Talks with statements as a language model writes them into a note: each right one with a twin that is wrong in one part.
 * Written for these tests; no text of a consultation.
 */
import type { Claim } from '../../../../src/core/clinical-note.ts'

export type ErrorClass = 'time' | 'sense' | 'scope' | 'person' | 'drug' | 'attribute' | 'plan' | 'number' | 'side' | 'certainty' // biome-ignore format: one row

/**
 * A sentence is followed by its claims, each after a bar: a short kind, marks, and the thing.
 * Marks: `-` absent, `r` of a relative, `p` past, `u` uncertain.
 */
export type NotePair = readonly [
  wrongBy: ErrorClass,
  right: string,
  wrong: string,
  /** Places of the cited lines. */
  cited: readonly number[],
]
export type NoteTalk = { readonly name: string; readonly lines: readonly string[]; readonly pairs: readonly NotePair[] }

/** Short kinds of claims. */
export const kinds: Readonly<Record<string, Claim['kind']>> = {
  cc: 'complaint', sx: 'symptom', hx: 'history', rx: 'medication', al: 'allergy', fam: 'family', soc: 'social',
  fx: 'finding', vital: 'vital', dx: 'impression', plan: 'plan', net: 'safety-net',
} // biome-ignore format: a table
