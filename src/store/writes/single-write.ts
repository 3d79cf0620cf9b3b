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
import { listReferred } from './missing-references.ts'
import { checkMissing, lockStatements, placesOf, referred } from './reference-checks.ts'
import { readRemoved, removeStatement } from './tombstone.ts'
import type { Statement } from './trip.ts'
import { type Prepared, putVersion, type Recorded, versionFields, type Write, type Writing } from './write-rows.ts'
import { readOutcome, type Written, writeStatement } from './writes.ts'

type SingleContext = {
  /** Where it looks. */
  readonly view: View
  readonly index: Index
  readonly check: Check
  /** All of them or none. Answers the rows of the last one. */
  readonly commit: (statements: readonly Statement[]) => Promise<readonly unknown[]>
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
    const conditions = { pending: foreign, entries: this.#entriesOf(row, write.record) }
    const statements = [
      ...lockStatements(this.tenant, placesOf(foreign), 'refer'),
      writeStatement(this, [row], conditions),
    ]
    const { written, missing } = readOutcome(await this.#commit(statements), [row], foreign)
    checkMissing(missing)
    if (written[0] !== undefined) this.#end()
    return written[0]
  }

  async remove(stored: Stored, record?: Recorded): Promise<Stored> {
    const removal = {
      referred: listReferred(this.tenant, [stored]),
      entries: this.#entriesOf({ ...stored, version: stored.version + 1 }, record),
    }
    const statements = [...lockStatements(this.tenant, [stored], 'delete'), removeStatement(this, [stored], removal)]
    const { tombstones, isReferred } = readRemoved(this, await this.#commit(statements), [stored])
    if (isReferred) throw referred()
    if (tombstones[0] === undefined) throw new Problem('conflict')
    this.#end()
    return tombstones[0]
  }

  async #commit(statements: readonly Statement[]): Promise<readonly unknown[]> {
    if (this.#hasWritten) throw new Error('a single write has written already')
    return this.#context.commit(statements)
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
