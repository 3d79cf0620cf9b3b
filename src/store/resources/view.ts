/** The methods that a view of the store offers, and a transaction as well. docs/design/store.md#connections. */
import type { Caller } from '../../core/caller.ts'
import type { AuditFields } from '../audit/audit.ts'
import type { EventKind } from '../events.ts'
import type { VersionPage, VersionSearch } from './read/versions.ts'
import type { ReadAddress } from './scoped-address.ts'
import type { AccessScope } from './search/access-scope.ts'
import type { Page, Search } from './search/search.ts'
import type { Include, Included } from './search/search-includes.ts'
import type { Reader, Stored } from './types.ts'

export type View = Reader & {
  readonly caller: Caller
  /** When it began, RFC 3339 UTC. */
  readonly at: string
  /** The current version; for a deleted resource its tombstone. Undefined outside of the scope. */
  findCurrent<A extends ReadAddress>(place: A): Promise<Stored<A['space']> | undefined>
  /** One version, current or superseded; it may be a tombstone. Throws outside of the scope. */
  readVersion<A extends ReadAddress>(place: A, version: number): Promise<Stored<A['space']>>
  /** A page of versions, newest first, without those outside of the scope. */
  listVersions(search: VersionSearch): Promise<VersionPage>
  search(search: Search): Promise<Page>
  /** Finds the resources that `_include` and `_revinclude` add to these. */
  findIncluded(of: readonly Stored[], include: readonly Include[], scope: AccessScope): Promise<Included>
  /** Adds an audit record, which is on disk before the reply goes out. */
  record(kind: EventKind, fields?: AuditFields): string
}
