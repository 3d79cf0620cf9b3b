/**
 * One write and nothing else: one round trip looks, without a transaction, and one writes, records and commits. In transactions, the requests of
 * `npm run bench:fhir -- --only crud` take 2.6 times the processor time (2.29 ms for 0.87, bench/RESULTS.md), so this stays beside them.
 * It prepares its row as a transaction does (write-rows.ts). docs/design/store.md#writes.
 */
import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { Problem } from '../../../core/problems.ts'
import type { AuditEntry, AuditFields } from '../../audit/audit.ts'
import { findWritten, type WrittenVersion } from '../../commit-log.ts'
import type { EventKind } from '../../events.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import type { Index } from '../index-rows.ts'
import type { StatementView } from '../read/statement-view.ts'
import type { VersionPage, VersionSearch } from '../read/versions.ts'
import { asWhole, type ReadAddress } from '../scoped-address.ts'
import type { AccessScope } from '../search/access-scope.ts'
import type { Page, Search } from '../search/search.ts'
import type { Include, Included } from '../search/search-includes.ts'
import type { ResourceAddress, Stored } from '../types.ts'
import type { View } from '../view.ts'
import { checkPermitted } from './check-permitted.ts'
import type { Check } from './check-rows.ts'
import { findReferred } from './missing-references.ts'
import { checkMissing, referred } from './reference-checks.ts'
import type { Removal, Removed } from './tombstone.ts'
import {
  type Prepared,
  prepare,
  putVersion,
  type Recorded,
  type Removing,
  versionFields,
  type Write,
  type Writing,
} from './write-rows.ts'
import type { Outcome, RowWrite, Written } from './writes.ts'

type Versioned = ResourceAddress & { readonly version: number }

/** A row to write or delete, with its conditions and audit records: all of it happens, or nothing. */
export type Commits = {
  readonly write: (write: RowWrite) => Promise<Outcome>
  readonly remove: (removal: Removal) => Promise<Removed>
}

type SingleContext = {
  /** The view that it looks with. */
  readonly view: StatementView
  readonly index: Index
  readonly check: Check
  readonly commits: Commits
  readonly beside?: Beside | undefined
}

/** New resources about the version that is written, in the same transaction. */
export type Beside = (view: View, written: WrittenVersion) => Promise<readonly Write[]>

/** Waits for no lock: the version that it found must still be current. */
export class SingleWrite implements Writing {
  readonly client: Queryable
  readonly tenant: Tenant
  readonly caller: Caller
  readonly at: string
  readonly #context: SingleContext
  #hasWritten = false

  constructor(context: SingleContext) {
    const { client, tenant, caller, at } = context.view
    this.#context = context
    this.client = client
    this.tenant = tenant
    this.caller = caller
    this.at = at
  }

  async find<A extends ReadAddress>(place: A): Promise<Stored<A['space']> | undefined> {
    const current = await this.findCurrent(place)
    return current?.deleted ? undefined : current
  }

  findCurrent<A extends ReadAddress>(place: A): Promise<Stored<A['space']> | undefined> {
    return this.#context.view.findCurrent(place)
  }

  readVersion<A extends ReadAddress>(place: A, version: number): Promise<Stored<A['space']>> {
    return this.#context.view.readVersion(place, version)
  }

  listVersions(search: VersionSearch): Promise<VersionPage> {
    return this.#context.view.listVersions(search)
  }

  search(search: Search): Promise<Page> {
    return this.#context.view.search(search)
  }

  findIncluded(of: readonly Stored[], include: readonly Include[], scope: AccessScope): Promise<Included> {
    return this.#context.view.findIncluded(of, include, scope)
  }

  record(kind: EventKind, fields?: AuditFields): string {
    return this.#context.view.record(kind, fields)
  }

  async put<W extends Write>(write: W): Promise<Stored<W['space']>> {
    checkPermitted(write)
    const { index, check } = this.#context
    const findCurrent = (place: ResourceAddress) => this.findCurrent(asWhole(place))
    const version = write.expected ?? (await findCurrent(write))?.version ?? 0
    const send = (prepared: Prepared) => this.#send(prepared)
    return putVersion({ tenant: this.tenant, index, check, send, findCurrent }, write, version)
  }

  async #send({ row, pending, write }: Prepared): Promise<Written | undefined> {
    const prepared = await this.#prepareBeside(write, row.version)
    const asked = [...pending, ...prepared.flatMap((one) => one.pending)]
    // A resource may refer to itself, and the ones beside it refer to it.
    const foreign = asked.filter(({ type, id }) => type !== row.type || id !== row.id)
    const entries = this.#entriesOf(row, write.record)
    const beside = prepared.map((one) => ({ row: one.row, entries: this.#recordsOf(one.row, one.write.record) }))
    const { written, missing } = await this.#once().write({ row, pending: foreign, entries, beside })
    checkMissing(missing)
    if (written !== undefined) this.#end()
    return written
  }

  async remove(stored: Removing, record?: Recorded): Promise<Stored> {
    checkPermitted(stored)
    const entries = this.#entriesOf({ ...stored, version: stored.version + 1 }, record)
    const removal = { stored, referred: findReferred(this.tenant, stored), entries }
    const { tombstone, isReferred } = await this.#once().remove(removal)
    if (isReferred) throw referred()
    if (tombstone === undefined) throw new Problem('conflict')
    this.#end()
    return tombstone
  }

  #once(): Commits {
    if (this.#hasWritten) throw new Error('a single write has written already')
    return this.#context.commits
  }

  /** Checks and seals them as new resources. */
  async #prepareBeside(write: Write, version: number): Promise<readonly Prepared[]> {
    const { beside, index, check } = this.#context
    const written =
      beside === undefined ? undefined : findWritten(write.record?.kind, versionFields({ ...write, version }))
    if (beside === undefined || written === undefined) return []
    const preparing = { tenant: this.tenant, index, check }
    const writes = await beside(this, written)
    for (const one of writes) checkPermitted(one)
    return Promise.all(writes.map((one) => prepare(preparing, one, 1)))
  }

  /** Audit records of the view are written with the resource. */
  #entriesOf(version: Versioned, record: Recorded | undefined): AuditEntry[] {
    return [...this.#context.view.entries, ...this.#recordsOf(version, record)]
  }

  #recordsOf(version: Versioned, record: Recorded | undefined): AuditEntry[] {
    if (record === undefined) return []
    const own = { id: newId(), kind: record.kind, ...versionFields(version), ...record.fields }
    return [{ caller: this.caller, record: own }]
  }

  #end(): void {
    this.#hasWritten = true
    this.#context.view.entries.length = 0
  }
}
