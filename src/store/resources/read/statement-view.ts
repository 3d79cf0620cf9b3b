/** The store as one caller reads it: no transaction, one statement for each look. docs/design/store.md#connections, #audit. */
import type { Caller } from '../../../core/caller.ts'
import { isoAt, systemClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { Problem } from '../../../core/problems.ts'
import type { AuditEntry, AuditFields } from '../../audit/audit.ts'
import type { EventKind } from '../../events.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { StatementNames } from '../../postgres/statement-names.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import type { ReadAddress } from '../scoped-address.ts'
import type { AccessScope } from '../search/access-scope.ts'
import { type Page, type Search, searchRows } from '../search/search.ts'
import { findIncluded, type Include, type Included } from '../search/search-includes.ts'
import type { Totals } from '../search/search-totals.ts'
import type { Stored } from '../types.ts'
import type { View } from '../view.ts'
import { findGuarded } from './guarded.ts'
import type { ReadBatches } from './read-batches.ts'
import { guardFor, judgeFor, seenOf } from './seen-versions.ts'
import { findVersion, listVersions, type VersionPage, type VersionSearch } from './versions.ts'

/** The connections that take the statements of a tenant. */
export type Runners = {
  readonly tenant: Tenant
  /** For a row by its key. */
  readonly reads: Queryable
  readonly current: ReadBatches
  /** For a page of a search. */
  readonly searches: Queryable
  /** For statements that may take long. */
  readonly pooled: Queryable
  readonly names: StatementNames
  readonly totals: Totals
}

export class StatementView implements View {
  readonly client: Queryable
  readonly tenant: Tenant
  readonly caller: Caller
  /** Audit records of the reads, until the reply goes out. */
  readonly entries: AuditEntry[] = []
  readonly #context: Runners

  constructor(context: Runners, caller: Caller) {
    this.#context = context
    this.client = context.searches
    this.tenant = context.tenant
    this.caller = caller
  }

  /** By the clock of this process, because no statement reads the database's. */
  get at(): string {
    return isoAt(systemClock())
  }

  findCurrent<A extends ReadAddress>(place: A): Promise<Stored<A['space']> | undefined> {
    const judge = judgeFor(place)
    const guard = guardFor(place, this.tenant)
    const { current, reads: client, names } = this.#context
    const found =
      guard === undefined
        ? current.find(this.tenant, place)
        : findGuarded({ client, tenant: this.tenant, names }, place, guard)
    return judge === undefined ? found : found.then((stored) => seenOf(judge, stored))
  }

  async readVersion<A extends ReadAddress>(place: A, version: number): Promise<Stored<A['space']>> {
    const { reads: client, tenant } = this.#context
    const judge = judgeFor(place)
    const found = await findVersion({ client, tenant }, place, version)
    const stored = judge === undefined ? found : await seenOf(judge, found)
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

  async findIncluded(of: readonly Stored[], include: readonly Include[], scope: AccessScope): Promise<Included> {
    return findIncluded(this, { of, include, scope })
  }

  record(kind: EventKind, fields: AuditFields = {}): string {
    const id = newId()
    this.entries.push({ caller: this.caller, record: { id, kind, ...fields } })
    return id
  }
}
