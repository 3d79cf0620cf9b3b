/**
 * The part of the FHIR resources that a search may look at, that a read by id may answer, and that a write may change. None of these is
 * done without its scope: docs/design/house.md#access.
 */

import type { JsonObject } from '../../../core/json.ts'
import type { Stored } from '../types.ts'
import type { Guard, Restriction } from './search-scope.ts'

declare const made: unique symbol

/** Nobody can write one down. `src/access` makes it of a caller's scopes and of the denials that concern the caller. */
type Made<Use extends string> = { readonly [made]: { readonly [U in Use]: true } }

/** For a search, and for what it includes. */
export type AccessScope = Made<'search'>

/** For a read by id, a version, a history, a compartment. */
export type ReadScope = Made<'read'>

/** For one write or deletion of one resource. */
export type WriteScope = Made<'write'>

const whole = Object.freeze({})

/** Everything of the tenant, for the server's own use. `test/house/imports.test.ts` lists who takes it, and why. */
export const wholeScope = whole as AccessScope & ReadScope & WriteScope

/** `undefined` restricts nothing. */
export const makeAccessScope = (restriction: Restriction | undefined): AccessScope =>
  // The scope is the restriction behind a type that nobody can write.
  restriction === undefined ? wholeScope : (restriction as unknown as AccessScope)

/** The restriction that `makeAccessScope` took. */
export const restrictionOf = (scope: AccessScope): Restriction | undefined =>
  // Only makeAccessScope makes another scope.
  scope === wholeScope ? undefined : (scope as unknown as Restriction)

/** Answers the versions that the caller may see, in their order; throws if the caller is refused all of them. */
export type Judge = (versions: readonly Stored[]) => Promise<readonly Stored[]>

/** `guard` rules out no more than the judge does. It is asked first when one resource is read by its id. */
export const makeReadScope = (judge: Judge, guard?: Guard): ReadScope =>
  // The scope is the judge, with its guard, behind a type that nobody can write.
  Object.assign(judge, guard === undefined ? {} : { guard }) as unknown as ReadScope

/** The judge that `makeReadScope` took; undefined for the whole scope. */
export function judgeOf(scope: ReadScope | undefined): Judge | undefined {
  if (scope === wholeScope) return undefined
  // Only makeReadScope makes a function.
  if (typeof scope === 'function') return scope as unknown as Judge
  throw new Error('FHIR resources are read within an access scope')
}

/** The guard that `makeReadScope` took. */
export const guardOf = (scope: ReadScope | undefined): Guard | undefined =>
  // Only makeReadScope gives a scope a guard.
  (scope as (ReadScope & { readonly guard?: Guard }) | undefined)?.guard

/** The resource that was checked, with the content that will be written. */
export type Permitted = { readonly type: string; readonly id: string; readonly content: JsonObject }

// The scope is what was checked, behind a type that nobody can write.
export const makeWriteScope = (checked: Permitted): WriteScope => checked as unknown as WriteScope

/** The resource that `makeWriteScope` took; undefined for the whole scope. */
export function permittedBy(scope: WriteScope | undefined): Permitted | undefined {
  if (scope === wholeScope) return undefined
  // Only makeWriteScope makes another scope.
  if (scope !== undefined) return scope as unknown as Permitted
  throw new Error('FHIR resources are written within an access scope')
}
