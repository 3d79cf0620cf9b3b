/** The store as one caller reads it: no transaction, one statement for each look. STORE.md "Connections", "Audit". */
import type { Caller } from '../../../core/caller.ts'
import { isoAt, systemClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { Problem } from '../../../core/problems.ts'
import type { AuditEntry, AuditFields } from '../../audit/audit.ts'
import type { EventKind } from '../../events.ts'
import type { Tenant } from '../../keys/tenants.ts'
import type { StatementNames } from '../../postgres/statement-names.ts'
import type { Stored } from '../content.ts'
import type { Queryable, Reading, ResourceAddress } from '../reader.ts'
import { type Page, type Search, searchRows } from '../search/search.ts'
import { findIncluded, type Include, type Included } from '../search/search-includes.ts'
import type { Restriction } from '../search/search-tests.ts'
import type { Totals } from '../search/search-totals.ts'
import type { ReadBatches } from './read-batches.ts'
import { findVersion, listVersions, type VersionPage, type VersionSearch } from './versions.ts'

/** Where the statements of a tenant go. */
export type Runners = {
  readonly tenant: Tenant
  /** For a row by its key. */
  readonly reads: Queryable
  readonly current: ReadBatches
  /** For what looks at a page. */
  readonly searches: Queryable
  /** For what may take its time. */
  readonly pooled: Queryable
  readonly names: StatementNames
  readonly totals: Totals
}

export class View implements Reading {
  readonly client: Queryable
  readonly tenant: Tenant
  readonly caller: Caller
  /** What was read, until the answer goes out. */
  readonly entries: AuditEntry[] = []
  readonly #context: Runners

  constructor(context: Runners, caller: Caller) {
    this.#context = context
    this.client = context.searches
    this.tenant = context.tenant
    this.caller = caller
  }

  /** By this process's clock: no statement tells it. */
  get at(): string {
    return isoAt(systemClock())
  }

  findCurrent(place: ResourceAddress): Promise<Stored | undefined> {
    return this.#context.current.find(this.tenant, place)
  }

  async readVersion(place: ResourceAddress, version: number): Promise<Stored> {
    const { reads: client, tenant } = this.#context
    const stored = await findVersion({ client, tenant }, place, version)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  async listVersions(search: VersionSearch): Promise<VersionPage> {
    const { searches, pooled, tenant } = this.#context
    return listVersions({ client: search.id === undefined ? pooled : searches, tenant }, search)
  }

  async search(search: Search): Promise<Page> {
    return searchRows(this.#context, search)
  }

  async findIncluded(
    of: readonly Stored[],
    include: readonly Include[],
    restriction: Restriction | undefined,
  ): Promise<Included> {
    return findIncluded(this, { of, include, restriction })
  }

  record(kind: EventKind, fields: AuditFields = {}): string {
    const id = newId()
    this.entries.push({ caller: this.caller, record: { id, kind, ...fields } })
    return id
  }
}
