/** What a search asks of a resource, in terms of its index rows. STORE.md "Search". */
import type { Interval, Token } from '../index-rows.ts'

/** R4 search.html#prefix. */
export type Prefix = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'sa' | 'eb' | 'ap'
export type IntervalTest = Interval & { readonly prefix: Prefix }

export type Condition =
  /** Has one of `any`; whatever has one of them is under one of `drivers`, too. */
  | {
      readonly kind: 'tokens'
      readonly any: readonly Token[]
      readonly drivers: readonly Token[]
      readonly isSelective?: boolean
    }
  /** Refers to one of the targets by one of the parameters. */
  | {
      readonly kind: 'references'
      readonly parameters: readonly string[]
      readonly targets: readonly string[]
      readonly isSelective?: boolean
    }
  | { readonly kind: 'compartment'; readonly target: string }
  /** In the compartment of this patient, and about nobody else. D20. */
  | { readonly kind: 'own'; readonly target: string }
  /** Of one of these types, and refers to the target by one of its parameters; or is the target. */
  | {
      readonly kind: 'members'
      readonly target: string
      readonly by: readonly { readonly type: string; readonly parameters: readonly string[] }[]
    }
  | { readonly kind: 'ranges'; readonly any: readonly Token[]; readonly test: IntervalTest }
  /** Of the principal date; without a test: that there is one. */
  | { readonly kind: 'date'; readonly test?: IntervalTest }
  | { readonly kind: 'updated'; readonly test: IntervalTest }
  /** Refers, by one of the parameters, to a resource of these types for which all of `where` holds. */
  | {
      readonly kind: 'chain'
      readonly parameters: readonly string[]
      readonly types: readonly string[]
      readonly where: readonly Condition[]
    }
  /** Is referred to, by one of the parameters, by a resource of this type for which all of `where` holds. */
  | {
      readonly kind: 'has'
      readonly parameters: readonly string[]
      readonly type: string
      readonly where: readonly Condition[]
    }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** Never met. */
export const nothing: Condition = { kind: 'any', of: [] }

type Sides = { readonly lo: string; readonly hi: string; readonly low: string; readonly high: string }

/** An interval `lo`..`hi` of a resource against `low`..`high` that was asked for. R4 search.html#prefix. */
export const prefixTests: Readonly<Record<Prefix, (sides: Sides) => string>> = {
  eq: ({ lo, hi, low, high }) => `${lo} >= ${low} and ${lo} <= ${high} and ${hi} <= ${high}`,
  ne: ({ lo, hi, low, high }) => `not (${lo} >= ${low} and ${hi} <= ${high})`,
  gt: ({ hi, high }) => `${hi} > ${high}`,
  lt: ({ lo, low }) => `${lo} < ${low}`,
  ge: ({ lo, hi, low, high }) => `(${hi} > ${high} or ${lo} >= ${low})`,
  le: ({ lo, hi, low, high }) => `(${lo} < ${low} or ${hi} <= ${high})`,
  sa: ({ lo, high }) => `${lo} > ${high}`,
  eb: ({ hi, low }) => `${hi} < ${low}`,
  ap: ({ lo, hi, low, high }) => `${lo} <= ${high} and ${hi} >= ${low}`,
}

/** What the prefix says of the lower side alone: an index in its order begins or ends there. */
export const lowerBounds: Readonly<Partial<Record<Prefix, (sides: Omit<Sides, 'hi'>) => string>>> = {
  eq: ({ lo, low, high }) => `${lo} >= ${low} and ${lo} <= ${high}`,
  lt: ({ lo, low }) => `${lo} < ${low}`,
  le: ({ lo, high }) => `${lo} <= ${high}`,
  sa: ({ lo, high }) => `${lo} > ${high}`,
  eb: ({ lo, low }) => `${lo} < ${low}`,
  ap: ({ lo, high }) => `${lo} <= ${high}`,
}
