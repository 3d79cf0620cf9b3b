/** What a read needs: where its statement runs, in whose name, and for whom. STORE.md "Connections". */
import type pg from 'pg'
import type { Caller } from '../../core/caller.ts'
import type { AuditFields } from '../audit/audit.ts'
import type { EventKind } from '../events.ts'
import type { Tenant } from '../keys/tenants.ts'
import type { Space, Stored } from './content.ts'
import type { VersionPage, VersionSearch } from './read/versions.ts'
import type { Page, Search } from './search/search.ts'
import type { Include, Included } from './search/search-includes.ts'
import type { Restriction } from './search/search-tests.ts'

/** Runs one statement: the client of a transaction, or a connection that many share. */
export type Queryable = {
  query<R extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>
}

export type Reader = { readonly client: Queryable; readonly tenant: Tenant }

export type ResourceAddress = { readonly space: Space; readonly type: string; readonly id: string }

/** What a view offers, and a transaction as well. */
export type Reading = Reader & {
  readonly caller: Caller
  /** When it began, RFC 3339 UTC. */
  readonly at: string
  /** The current version; what was deleted is its tombstone. */
  findCurrent(place: ResourceAddress): Promise<Stored | undefined>
  /** One version, current or superseded; it may be a tombstone. */
  readVersion(place: ResourceAddress, version: number): Promise<Stored>
  /** A page of versions, newest first. */
  listVersions(search: VersionSearch): Promise<VersionPage>
  search(search: Search): Promise<Page>
  /** What these resources bring along. */
  findIncluded(
    of: readonly Stored[],
    include: readonly Include[],
    restriction: Restriction | undefined,
  ): Promise<Included>
  /** Adds an audit record, which is there before the answer goes out. */
  record(kind: EventKind, fields?: AuditFields): string
}
