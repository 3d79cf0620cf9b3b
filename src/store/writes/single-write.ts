/** One write and nothing else: a trip to look, without a transaction, and a trip that writes, records and commits. STORE.md "Writes". */
import type { Caller } from '../../caller.ts'
import { newId } from '../../ids.ts'
import { Problem } from '../../problems.ts'
import type { AuditEntry, AuditFields } from '../audit/audit.ts'
import type { Stored } from '../content.ts'
import type { EventKind } from '../events.ts'
import type { Index } from '../index-rows.ts'
import type { Tenant } from '../keys/tenants.ts'
import type { Place, Runner } from '../reader.ts'
import type { Page, Search } from '../search/search.ts'
import type { Include, Included } from '../search/search-includes.ts'
import type { Restriction } from '../search/search-tests.ts'
import type { VersionPage, VersionSearch } from '../versions.ts'
import type { View } from '../view.ts'
import type { Check } from './check-rows.ts'
import { findReferred } from './missing-references.ts'
import { checkMissing, referred } from './reference-checks.ts'
import type { Removal, Removed } from './tombstone.ts'
import { type Prepared, putVersion, type Recorded, versionFields, type Write, type Writing } from './write-rows.ts'
import type { Outcome, RowWrite, Written } from './writes.ts'

/** A row that is written, or deleted, with its conditions and records: all of it, or nothing. */
export type Commits = {
  readonly write: (write: RowWrite) => Promise<Outcome>
  readonly remove: (removal: Removal) => Promise<Removed>
}

type SingleContext = {
  /** Where it looks. */
  readonly view: View
  readonly index: Index
  readonly check: Check
  readonly commits: Commits
}

/** Nobody waits for a lock: the version that was found has to be current still. */
export class SingleWrite implements Writing {
  readonly client: Runner
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

  async find(place: Place): Promise<Stored | undefined> {
    const current = await this.findCurrent(place)
    return current?.deleted ? undefined : current
  }

  findCurrent(place: Place): Promise<Stored | undefined> {
    return this.#context.view.findCurrent(place)
  }

  readVersion(place: Place, version: number): Promise<Stored> {
    return this.#context.view.readVersion(place, version)
  }

  listVersions(search: VersionSearch): Promise<VersionPage> {
    return this.#context.view.listVersions(search)
  }

  search(search: Search): Promise<Page> {
    return this.#context.view.search(search)
  }

  findIncluded(of: readonly Stored[], include: readonly Include[], restriction?: Restriction): Promise<Included> {
    return this.#context.view.findIncluded(of, include, restriction)
  }

  record(kind: EventKind, fields?: AuditFields): string {
    return this.#context.view.record(kind, fields)
  }

  async put(write: Write): Promise<Stored> {
    const { index, check } = this.#context
    const version = write.expected ?? (await this.findCurrent(write))?.version ?? 0
    const send = (prepared: Prepared) => this.#send(prepared)
    const findCurrent = (place: Place) => this.findCurrent(place)
    return putVersion({ tenant: this.tenant, index, check, send, findCurrent }, write, version)
  }

  async #send({ row, pending, write }: Prepared): Promise<Written | undefined> {
    // A resource may refer to itself.
    const foreign = pending.filter(({ type, id }) => type !== row.type || id !== row.id)
    const entries = this.#entriesOf(row, write.record)
    const { written, missing } = await this.#once().write({ row, pending: foreign, entries })
    checkMissing(missing)
    if (written !== undefined) this.#end()
    return written
  }

  async remove(stored: Stored, record?: Recorded): Promise<Stored> {
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

  /** What was recorded goes with the write. */
  #entriesOf(version: Place & { readonly version: number }, record: Recorded | undefined): AuditEntry[] {
    const { entries } = this.#context.view
    if (record === undefined) return entries
    const own = { id: newId(), kind: record.kind, ...versionFields(version), ...record.fields }
    return [...entries, { caller: this.caller, record: own }]
  }

  #end(): void {
    this.#hasWritten = true
    this.#context.view.entries.length = 0
  }
}
