/** What a conditional write looks for, and what is locked for it. STORE.md "Writes"; R4 http.html#ccreate. */
import { Problem } from '../../core/problems.ts'
import type { Tenant } from '../keys/tenants.ts'
import type { Statement } from '../postgres/pipeline.ts'
import type { Tx } from '../transaction.ts'
import type { Space, Stored } from './content.ts'
import { type Token, tokenHash } from './index-rows.ts'
import type { Lock } from './read/versions.ts'
import type { Search } from './search/search.ts'
import type { Condition } from './search/search-conditions.ts'
import type { Write } from './write/write-rows.ts'

/** `token` is what is locked; without `where` it is also what is looked for. */
export type Conditional = {
  readonly space: Space
  readonly type: string
  readonly token: Token
  readonly where?: readonly Condition[]
}

/** With the most that it may find. */
export type Lookup = { readonly where: Conditional; readonly limit: number }

/** In the order of their numbers, so that transactions wait for one another in one order. A statement before the one that looks. */
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

/** One more tells that they are too many. */
export const toSearch = ({ where: { space, type, token, where }, limit }: Lookup): Search => ({
  space,
  type,
  where: where ?? [{ parameter: token.parameter, values: [token.value] }],
  limit: limit + 1,
})

/** Throws where the criteria find more than they may. */
export function checkMatches(found: readonly Stored[], limit: number): readonly Stored[] {
  if (found.length > limit) throw new Problem('multiple-matches')
  return found
}

export async function findWhere(tx: Tx, where: Conditional, lock?: Lock): Promise<Stored | undefined> {
  const [found] = await tx.listWhere(where, 1)
  if (found === undefined || lock === undefined) return found
  const locked = await tx.find(found, lock)
  // Changed before it was locked: it may not meet the criteria any more.
  return locked?.version === found.version ? locked : findWhere(tx, where, lock)
}

export type PutWhere = { readonly stored: Stored; readonly outcome: 'created' | 'updated' | 'unchanged' }

export async function putWhere(
  tx: Tx,
  where: Conditional,
  build: (existing: Stored | undefined) => Write | undefined,
): Promise<PutWhere> {
  const existing = await tx.findWhere(where, 'update')
  const write = build(existing)
  if (write !== undefined)
    return { stored: await tx.put(write), outcome: existing === undefined ? 'created' : 'updated' }
  if (existing === undefined) throw new Problem('not-found')
  return { stored: existing, outcome: 'unchanged' }
}
