/** What a conditional write looks for, and what is locked for it. STORE.md "Writes"; R4 http.html#ccreate. */
import { Problem } from '../problems.ts'
import type { Space, Stored } from './content.ts'
import type { Token } from './index-rows.ts'
import type { Search } from './search.ts'
import type { Condition } from './search-conditions.ts'
import type { Statement } from './trip.ts'

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
export function lockStatement(hashes: readonly string[]): Statement[] {
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
