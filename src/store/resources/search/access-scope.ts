/** The part of the FHIR resources that a search may look at. No search of them is written without one: docs/design/house.md#access. */
import type { Restriction } from './search-scope.ts'

declare const made: unique symbol

/** Nobody can write one down. `src/access` makes it of a caller's scopes and of the denials that concern the caller. */
export type AccessScope = { readonly [made]: true }

const whole = Object.freeze({})

/** Everything of the tenant: for searches of the server itself, which shows nobody the results as they are. */
export const wholeScope = whole as AccessScope

/** `undefined` restricts nothing. */
export const makeAccessScope = (restriction: Restriction | undefined): AccessScope =>
  // The scope is the restriction behind a type that nobody can write.
  restriction === undefined ? wholeScope : (restriction as unknown as AccessScope)

/** The restriction that `makeAccessScope` took. */
export const restrictionOf = (scope: AccessScope): Restriction | undefined =>
  // Only makeAccessScope makes another scope.
  scope === wholeScope ? undefined : (scope as unknown as Restriction)
