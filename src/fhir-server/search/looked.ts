/** The input and the output of a page of a search. docs/design/store.md#search. */
import type { AccessScope } from '../../store/resources/search/access-scope.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import type { Included } from '../../store/resources/search/search-includes.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { ReadExchange } from '../exchange.ts'
import type { After } from './search-cursor.ts'
import type { SearchRequest } from './search-request.ts'

export type Looked = {
  readonly exchange: ReadExchange
  readonly asked: SearchRequest
  readonly after: After
  /** Predicates beside those of the request. */
  readonly also: readonly Predicate[]
  readonly scope: AccessScope
}

export type Found = {
  readonly items: readonly Stored[]
  readonly included: Included
  readonly next: After | undefined
  readonly total: number | undefined
}

/** `included` is undefined if the includes are still to be found. */
export type Matched = Omit<Found, 'included'> & { readonly included: Included | undefined }

export const isFirst = ({ after }: Looked): boolean => after.position === undefined && after.sorted === undefined
