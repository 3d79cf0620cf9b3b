/** The predicates of a search, in terms of a resource's index rows. docs/design/store.md#search. */
import type { Interval, Token } from '../index-rows.ts'

/** R4 search.html#prefix. */
export type Prefix = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'sa' | 'eb' | 'ap'
export type IntervalTest = Interval & { readonly prefix: Prefix }

export type Predicate =
  /** Has one of `any`. A row with one of `any` also has one of `accessTokens`. */
  | {
      readonly kind: 'tokens'
      readonly any: readonly Token[]
      readonly accessTokens: readonly Token[]
      readonly isSelective?: boolean
    }
  /** Refers to one of the targets by one of the parameters. */
  | {
      readonly kind: 'references'
      readonly parameters: readonly string[]
      readonly targets: readonly string[]
      readonly isSelective?: boolean
    }
  /** Is one of these `Type/id`. */
  | { readonly kind: 'resources'; readonly targets: readonly string[] }
  | { readonly kind: 'compartment'; readonly target: string }
  /** In the compartment of this patient, and about nobody else. D20. */
  | { readonly kind: 'own'; readonly target: string }
  /** Has one of these types and refers to the target by one of its parameters, or is the target. */
  | {
      readonly kind: 'members'
      readonly target: string
      readonly by: readonly { readonly type: string; readonly parameters: readonly string[] }[]
    }
  | { readonly kind: 'ranges'; readonly any: readonly Token[]; readonly test: IntervalTest }
  /** On the principal date. Without a test: it has one. */
  | { readonly kind: 'date'; readonly test?: IntervalTest }
  | { readonly kind: 'updated'; readonly test: IntervalTest }
  /** The current version was written before the snapshot of an earlier statement. */
  | { readonly kind: 'seen'; readonly snapshot: string }
  /** Refers, by one of the parameters, to a resource of these types that meets all of `where`. */
  | {
      readonly kind: 'chain'
      readonly parameters: readonly string[]
      readonly types: readonly string[]
      readonly where: readonly Predicate[]
    }
  /** A resource of this type that meets all of `where` refers to it by one of the parameters. */
  | {
      readonly kind: 'has'
      readonly parameters: readonly string[]
      readonly type: string
      readonly where: readonly Predicate[]
    }
  | { readonly kind: 'any'; readonly of: readonly Predicate[] }
  | { readonly kind: 'all'; readonly of: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }

/** No resource meets it. */
export const nothing: Predicate = { kind: 'any', of: [] }

type Sides = { readonly lo: string; readonly hi: string; readonly low: string; readonly high: string }

/** Compares the resource's interval `lo`..`hi` with the searched interval `low`..`high`. R4 search.html#prefix. */
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

/** The bound on the lower side alone: an index in that order can begin or end there. */
export const lowerBounds: Readonly<Partial<Record<Prefix, (sides: Omit<Sides, 'hi'>) => string>>> = {
  eq: ({ lo, low, high }) => `${lo} >= ${low} and ${lo} <= ${high}`,
  lt: ({ lo, low }) => `${lo} < ${low}`,
  le: ({ lo, high }) => `${lo} <= ${high}`,
  sa: ({ lo, high }) => `${lo} > ${high}`,
  eb: ({ lo, low }) => `${lo} < ${low}`,
  ap: ({ lo, high }) => `${lo} <= ${high}`,
}
