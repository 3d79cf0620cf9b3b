/** The interface of a running validation for the rules: where a rule looks, and where it reports. */
import type { SearchParameter } from '@medplum/fhirtypes'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { CodeLookup } from '../code-lookup.ts'
import type { RuleKey } from '../findings.ts'
import type { Registry } from '../registry.ts'

export type Site = {
  readonly root: JsonObject
  readonly frame: {
    /** The nearest resource, and the one whose contained resources it may point to. */
    readonly resource: JsonObject
    readonly container: JsonObject
    /** The Bundle around it, and the address of the entry that it is. */
    readonly bundle: JsonObject | undefined
    readonly fullUrl: string | undefined
  }
  /** Steps left for expressions and patterns. */
  readonly budget: { left: number }
  /** Descends to a member or an item. */
  readonly enter: (step: string | number) => void
  readonly leave: () => void
  /** Names on the way from the root, its type first. */
  readonly listNames: () => string[]
  /** Counts one item; whether the slice has used up its items, so that the rest must wait. */
  readonly isSpent: () => boolean
  /** Continues with `rest` at this place later. */
  readonly postpone: (rest: () => void) => void
  /** Reports a finding on the current value, or on its member `name`. */
  readonly report: (rule: RuleKey, name?: string, more?: { readonly message?: string }) => void
}

/** Checks one value of a type. */
export type Rule<T extends JsonValue = JsonObject> = (value: T, site: Site) => void

/** The sources that the rules of a type are compiled from. */
export type Sources = {
  readonly registry: Registry
  readonly codes: CodeLookup
  readonly isResourceType: (name: string) => boolean
  /** Finds the questionnaire of a response, besides those that it contains. */
  readonly findQuestionnaire?: ((canonical: string) => JsonObject | undefined) | undefined
  /** FHIRPath; throws where it cannot be compiled, strictly also for an element that its type does not have. */
  readonly compileExpression?: ((text: string, type: string, isStrict?: boolean) => unknown) | undefined
  /** Finds a search parameter by its address. */
  readonly findSearchParameter?: ((canonical: string) => SearchParameter | undefined) | undefined
}
