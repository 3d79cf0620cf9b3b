/** The inputs of a search's SQL: the tenant and types that it asks, the resources that its caller may see, and the values of its statement. */
import type { Tenant } from '../../tenants/tenant.ts'
import type { Space } from '../types.ts'
import type { Predicate } from './predicates.ts'

/** The resources that a caller may see: one patient's own record and the open types, or everything except denied records. */
export type Restriction = {
  /** `Type/id` of the patient. If absent, only the other members let resources through. */
  readonly own?: string
  readonly openTypes: readonly string[]
  /** The caller sees resources of these types only if they meet the predicate. */
  readonly narrowed?: readonly { readonly type: string; readonly of: Predicate }[]
  /** Left out in any case: these compartments, and resources that meet the predicate of their type. */
  readonly denied?: {
    readonly compartments: readonly string[]
    readonly narrowed: readonly { readonly type: string; readonly of: Predicate }[]
  }
}

/**
 * Tests of the index rows of one resource that is read by its id. What they rule out is as if it were not there: nobody opens its content.
 * What they let through is judged by its content. D192.
 */
export type Guard = {
  /** A resource that does not meet it is ruled out; a deleted one, if it meets neither: older releases left fewer index rows on it. */
  readonly kept?: { readonly of: Predicate; readonly ofDeleted: Predicate }
  /** `Type/id` of patients: resources in their compartments are ruled out, and those that refer to them or to their own records. */
  readonly denied?: readonly string[]
}

/** Everything that a statement needs to make hashes and bind values. */
export type Scope = {
  readonly tenant: Tenant
  readonly space: Space
  readonly types: readonly string[]
  readonly restriction: Restriction | undefined
  readonly statement: Statement
}

export class Statement {
  readonly values: unknown[] = []
  #aliases = 0
  #tenant: string | undefined

  bind(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  /** One parameter, however often it is used. */
  tenant({ number }: Tenant): string {
    this.#tenant ??= this.bind(number)
    return this.#tenant
  }

  array(values: readonly string[]): string {
    return `${this.bind(`{${values.join(',')}}`)}::bigint[]`
  }

  texts(values: readonly string[]): string {
    return `${this.bind(values)}::text[]`
  }

  alias(): string {
    this.#aliases += 1
    return `x${this.#aliases}`
  }
}
