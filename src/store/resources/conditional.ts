/** The criteria of a conditional write, and the locks that it takes for them. docs/design/store.md#writes; R4 http.html#ccreate. */

import { Problem } from '../../core/problems.ts'
import type { Statement } from '../postgres/pipeline.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { type Token, tokenHash } from './index-rows.ts'
import type { Lock } from './read/versions.ts'
import { asWhole, type ReadAddress } from './scoped-address.ts'
import type { Predicate } from './search/predicates.ts'
import type { Search, SearchedSpace } from './search/search.ts'
import type { Stored } from './types.ts'
import type { Write } from './write/write-rows.ts'

/** `token` is locked. Without `where` it is also searched for. */
export type Conditional = SearchedSpace & {
  readonly type: string
  readonly token: Token
  readonly where?: readonly Predicate[]
}

/** The criteria and the most that they may find. */
export type Lookup = { readonly where: Conditional; readonly limit: number }

/** Locks in the order of their numbers, so that transactions cannot deadlock. A statement of its own, before the one that looks. */
export function lockStatement(tenant: Tenant, asked: readonly Lookup[]): Statement[] {
  const hashes = asked.map(({ where }) => tokenHash(tenant, where, where.token))
  const sorted = [...new Set(hashes)].map(BigInt).sort((a, b) => (a < b ? -1 : 1))
  return [
    {
      name: 'criteria-lock',
      text: 'select count(pg_advisory_xact_lock(hash)) from unnest($1::bigint[]) as hash',
      values: [`{${sorted.join(',')}}`],
    },
  ]
}

/** One more than the limit shows that there are too many. */
export const toSearch = ({ where: { token, where, ...searched }, limit }: Lookup): Search => ({
  ...searched,
  where: where ?? [{ parameter: token.parameter, values: [token.value] }],
  limit: limit + 1,
})

/** Throws if the criteria find more than they may. */
export function checkMatches(found: readonly Stored[], limit: number): readonly Stored[] {
  if (found.length > limit) throw new Problem('multiple-matches')
  return found
}

/** The part of a transaction by which criteria find. */
type Finding = {
  find(place: ReadAddress, lock?: Lock): Promise<Stored | undefined>
  listWhere(where: Conditional, limit: number): Promise<readonly Stored[]>
}

export async function findWhere(tx: Finding, where: Conditional, lock?: Lock): Promise<Stored | undefined> {
  const [found] = await tx.listWhere(where, 1)
  if (found === undefined || lock === undefined) return found
  const locked = await tx.find(asWhole(found), lock)
  // It changed before it was locked, so it may no longer meet the criteria.
  return locked?.version === found.version ? locked : findWhere(tx, where, lock)
}

export type PutWhere = { readonly stored: Stored; readonly outcome: 'created' | 'updated' | 'unchanged' }

export async function putWhere(
  tx: Finding & { put(write: Write): Promise<Stored> },
  where: Conditional,
  build: (existing: Stored | undefined) => Write | undefined,
): Promise<PutWhere> {
  const existing = await findWhere(tx, where, 'update')
  const write = build(existing)
  if (write !== undefined)
    return { stored: await tx.put(write), outcome: existing === undefined ? 'created' : 'updated' }
  if (existing === undefined) throw new Problem('not-found')
  return { stored: existing, outcome: 'unchanged' }
}
