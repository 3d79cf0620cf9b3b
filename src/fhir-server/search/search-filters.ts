/** What a search asks for, parameter by parameter. R4 search.html. */
import type { Interval } from '../../store/resources/index-rows.ts'
import type { IntervalTest } from '../../store/resources/search/search-conditions.ts'
import type { Parameter } from './search-parameters.ts'

/** One value that was asked for. */
export type ValueTest =
  /** No `system`: any; empty text: one without. No `code`: any of the system. */
  | { readonly kind: 'code'; readonly system?: string; readonly code?: string }
  | { readonly kind: 'of-type'; readonly system: string; readonly type: string; readonly value: string }
  | { readonly kind: 'display'; readonly text: string }
  | { readonly kind: 'targets'; readonly targets: readonly string[] }
  | { readonly kind: 'text'; readonly how: 'starts' | 'exact' | 'contains' | 'sounds'; readonly text: string }
  | { readonly kind: 'uri'; readonly how: 'equals' | 'below' | 'above'; readonly value: string }
  | {
      readonly kind: 'interval'
      readonly test: IntervalTest
      /** As index rows have it. */
      readonly unit?: string
      /** Of a date: the text that was asked for, and the interval that the clocks show. */
      readonly date?: { readonly text: string; readonly wall: Interval }
    }
  | { readonly kind: 'tuple'; readonly parts: readonly ValueTest[] }
  | { readonly kind: 'near'; readonly latitude: number; readonly longitude: number; readonly km: number }

export type Filter =
  /** Any of the tests, or none where it is negated. */
  | {
      readonly kind: 'value'
      readonly parameter: Parameter
      readonly tests: readonly ValueTest[]
      readonly isNegated: boolean
      /** Of the identifier of a reference. */
      readonly isIdentifier: boolean
    }
  | { readonly kind: 'missing'; readonly parameter: Parameter; readonly isMissing: boolean }
  /** Refers to a resource of one of the types for which its filter holds. */
  | { readonly kind: 'chain'; readonly parameter: Parameter; readonly ends: readonly TypeFilter[] }
  /** Is referred to, by that parameter, by a resource for which the filter holds. */
  | { readonly kind: 'has'; readonly parameter: Parameter; readonly source: TypeFilter }

export type TypeFilter = { readonly type: string; readonly filter: Filter }
