/** The types that every file of the resources shares: the address of a resource, one version of it, and the connection of a statement on it. */
import type { Queryable } from '../postgres/queryable.ts'
import type { Tenant } from '../tenants/tenant.ts'

export type Space = 'hub' | 'fhir' | 'definitions'

export type ResourceAddress = { readonly space: Space; readonly type: string; readonly id: string }

/** One version of a resource, opened. `text` is the sealed text. */
export type Stored<S extends Space = Space> = {
  readonly space: S
  readonly type: string
  readonly id: string
  readonly version: number
  /** RFC 3339 UTC, milliseconds. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly deleted: boolean
  /** `hub`: released by the Hub; only the Hub changes it. */
  readonly owner: 'hub' | 'client'
  readonly key: string
  /** In a search result: its place in the order of the pages. */
  readonly position?: string
  readonly text: string
}

/** The connection that a statement runs on, and its tenant. docs/design/store.md#connections. */
export type Reader = { readonly client: Queryable; readonly tenant: Tenant }
