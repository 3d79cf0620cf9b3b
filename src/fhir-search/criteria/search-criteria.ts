/** The criteria of a search, parameter by parameter. R4 search.html. */
import type { Interval } from '../../store/resources/index-rows.ts'
import type { IntervalTest } from '../../store/resources/search/predicates.ts'
import type { Fine } from '../index/date-interval.ts'
import type { Parameter } from '../parameters/search-parameters.ts'

/** Parameters as a request gives them, in its order. */
export type Parameters = readonly (readonly [name: string, value: string])[]

/** One of them. */
export type GivenParameter = { readonly name: string; readonly value: string }

/** One value of a search. */
export type ValueTest =
  /** No `system`: any system; empty text: no system. No `code`: any code of the system. */
  | { readonly kind: 'code'; readonly system?: string; readonly code?: string }
  | { readonly kind: 'of-type'; readonly system: string; readonly type: string; readonly value: string }
  | { readonly kind: 'display'; readonly text: string }
  | { readonly kind: 'targets'; readonly targets: readonly string[] }
  | {
      readonly kind: 'text'
      readonly how: 'starts' | 'equals' | 'exact' | 'contains' | 'sounds'
      readonly text: string
    }
  | { readonly kind: 'uri'; readonly how: 'equals' | 'below' | 'above'; readonly value: string }
  | {
      readonly kind: 'interval'
      readonly test: IntervalTest
      /** In the form of index rows. */
      readonly unit?: string
      /** In place of a unit: any unit of the system. Index rows do not tell it. */
      readonly unitSystem?: string
      /** For a date that says more than microseconds, of which index rows know nothing. */
      readonly fine?: Fine
      /** For a date: the given text, and the interval that the clocks show. */
      readonly date?: { readonly text: string; readonly wall: Interval }
    }
  | { readonly kind: 'tuple'; readonly parts: readonly ValueTest[] }
  | { readonly kind: 'near'; readonly latitude: number; readonly longitude: number; readonly km: number }

export type SearchCriterion =
  /** Any of the tests, or none of them if it is negated. */
  | {
      readonly kind: 'value'
      readonly parameter: Parameter
      readonly tests: readonly ValueTest[]
      readonly isNegated: boolean
      /** Compares the identifier of a reference. */
      readonly isIdentifier: boolean
    }
  | { readonly kind: 'missing'; readonly parameter: Parameter; readonly isMissing: boolean }
  /** Refers to a resource of one of these types that meets its criterion. */
  | { readonly kind: 'chain'; readonly parameter: Parameter; readonly ends: readonly TypeCriterion[] }
  /** A resource that meets the criterion refers to it by that parameter. */
  | { readonly kind: 'has'; readonly parameter: Parameter; readonly source: TypeCriterion }

/** A criterion that a resource meets, or not, by its own content. */
export type LeafCriterion = SearchCriterion & { readonly kind: 'value' | 'missing' }

export const isLeaf = (criterion: SearchCriterion): criterion is LeafCriterion =>
  criterion.kind === 'value' || criterion.kind === 'missing'

export type TypeCriterion = { readonly type: string; readonly criterion: SearchCriterion }

/** Criteria joined by `_filter`. R4 search_filter.html. */
export type SearchFilter =
  | { readonly kind: 'test'; readonly criterion: SearchCriterion }
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchFilter[] }
  | { readonly kind: 'not'; readonly of: SearchFilter }

export const listFiltered = (filter: SearchFilter): readonly SearchCriterion[] => {
  if (filter.kind === 'test') return [filter.criterion]
  return filter.kind === 'not' ? listFiltered(filter.of) : filter.of.flatMap(listFiltered)
}

/** Filters that must all hold: an outer `and` taken apart. */
export const listConjuncts = (filter: SearchFilter): readonly SearchFilter[] =>
  filter.kind === 'and' ? filter.of.flatMap(listConjuncts) : [filter]
