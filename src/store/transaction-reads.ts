/** The reads of a transaction, and the locks that it takes for them. docs/design/store.md#writes. */
import type pg from 'pg'
import type { Caller } from '../core/caller.ts'
import { Problem } from '../core/problems.ts'
import type { Statement } from './postgres/pipeline.ts'
import type { StatementNames } from './postgres/statement-names.ts'
import {
  type Conditional,
  checkMatches,
  findWhere,
  type Lookup,
  lockStatement,
  toSearch,
} from './resources/conditional.ts'
import { findGuarded } from './resources/read/guarded.ts'
import { ReadAhead } from './resources/read/read-ahead.ts'
import { guardFor, judgeFor, seenAt, seenOf } from './resources/read/seen-versions.ts'
import { StatementBatch, searchTogether } from './resources/read/statement-batch.ts'
import {
  findAllCurrent,
  findCurrent,
  findVersion,
  type Lock,
  listVersions,
  type VersionPage,
  type VersionSearch,
} from './resources/read/versions.ts'
import type { ReadAddress, UnscopedAddress } from './resources/scoped-address.ts'
import type { AccessScope } from './resources/search/access-scope.ts'
import { type Page, type Search, searchRows } from './resources/search/search.ts'
import { findIncluded, type Include, type Included } from './resources/search/search-includes.ts'
import type { ResourceAddress, Stored } from './resources/types.ts'
import type { Tenant } from './tenants/tenant.ts'

const nameLock = (name: string, { number }: Tenant): Statement => ({
  name: 'name-lock',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, $2))',
  values: [name, number],
})

export type ReadContext = {
  readonly client: pg.PoolClient
  readonly tenant: Tenant
  readonly caller: Caller
  /** The database's clock at the start, RFC 3339 UTC. */
  readonly at: string
  readonly names: StatementNames
}

export class TransactionReads {
  readonly client: pg.PoolClient
  readonly tenant: Tenant
  readonly caller: Caller
  readonly at: string
  readonly names: StatementNames
  protected readonly ahead = new ReadAhead()

  constructor({ client, tenant, caller, at, names }: ReadContext) {
    this.client = client
    this.tenant = tenant
    this.caller = caller
    this.at = at
    this.names = names
  }

  async find<A extends ReadAddress>(place: A, lock?: Lock): Promise<Stored<A['space']> | undefined> {
    const current = await this.findCurrent(place, lock)
    return current?.deleted ? undefined : current
  }

  /** As `find`, but answers the tombstone of a deleted resource. */
  async findCurrent<A extends ReadAddress>(place: A, lock?: Lock): Promise<Stored<A['space']> | undefined> {
    const judge = judgeFor(place)
    if (lock !== undefined) this.ahead.clear()
    const guard = lock === undefined ? guardFor(place, this.tenant) : undefined
    const look = () => (guard === undefined ? findCurrent(this, place, lock) : findGuarded(this, place, guard))
    const found = this.ahead.has(place) ? this.ahead.get(place) : await look()
    return judge === undefined ? found : seenOf(judge, found)
  }

  /** Reads in one round trip the resources that the work will need. They stay as read until they are written, or the transaction waits for a lock. */
  async readAhead(places: readonly ResourceAddress[]): Promise<void> {
    const unseen = places.filter((place) => !this.ahead.has(place))
    this.ahead.add(unseen, await findAllCurrent(this, unseen))
  }

  /** The current versions in the order of the places, in one statement. */
  async findAllCurrent(places: readonly ReadAddress[], lock?: Lock): Promise<readonly (Stored | undefined)[]> {
    return seenAt(places, await findAllCurrent(this, places, lock))
  }

  async read<A extends ReadAddress>(place: A, lock?: Lock): Promise<Stored<A['space']>> {
    const stored = await this.find(place, lock)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  /** One version, current or superseded; it may be a tombstone. */
  async readVersion<A extends ReadAddress>(place: A, version: number): Promise<Stored<A['space']>> {
    const judge = judgeFor(place)
    const found = await findVersion(this, place, version)
    const stored = judge === undefined ? found : await seenOf(judge, found)
    if (stored === undefined) throw new Problem('not-found')
    return stored
  }

  /** A page of versions, newest first. */
  async listVersions(search: VersionSearch): Promise<VersionPage> {
    return listVersions(this, search)
  }

  async search(search: Search): Promise<Page> {
    return searchRows({ searches: this.client, pooled: this.client, tenant: this.tenant, names: this.names }, search)
  }

  /** Finds the resources that `_include` and `_revinclude` add to these. */
  async findIncluded(of: readonly Stored[], include: readonly Include[], scope: AccessScope): Promise<Included> {
    return findIncluded(this, { of, include, scope })
  }

  /** Finds the resource by the criteria; no other transaction writes by the same criteria until this one ends. docs/design/store.md#writes. */
  async findWhere(where: Conditional, lock?: Lock): Promise<Stored | undefined> {
    return findWhere(this, where, lock)
  }

  /** All that the criteria find, under the lock of `findWhere`. Throws if they find more than `limit`. */
  async listWhere(where: Conditional, limit: number): Promise<readonly Stored[]> {
    const [found = []] = await this.listAllWhere([{ where, limit }])
    return checkMatches(found, limit)
  }

  /** As `listWhere` for each, in one round trip; criteria that find too much answer one more than the limit. */
  async listAllWhere(asked: readonly Lookup[]): Promise<readonly (readonly Stored[])[]> {
    const pages = await searchTogether(this, asked.map(toSearch), lockStatement(this.tenant, asked))
    return pages.map(({ items }) => items)
  }

  /** In one round trip. */
  async searchAll(searches: readonly Search[]): Promise<readonly Page[]> {
    return searchTogether(this, searches)
  }

  /** Waits until no other transaction of this tenant holds the lock of that name; held until the end. */
  async lock(name: string): Promise<void> {
    this.ahead.clear()
    await this.client.query(nameLock(name, this.tenant))
  }

  /** As `lock`, and then reads the resource that will be changed, in the same round trip. */
  async lockAndRead(name: string, place: UnscopedAddress): Promise<Stored> {
    this.ahead.clear()
    const gathering = new StatementBatch()
    const found = findCurrent({ client: gathering, tenant: this.tenant }, place, 'update')
    const [stored] = await Promise.all([found, gathering.send(this.client, [nameLock(name, this.tenant)])])
    if (stored === undefined || stored.deleted) throw new Problem('not-found')
    return stored
  }
}
