/** Applies the scope of a reader to the versions that the store has read for it: docs/design/house.md#access. */

import type { Tenant } from '../../tenants/tenant.ts'
import type { ReadAddress } from '../scoped-address.ts'
import { guardOf, type Judge, judgeOf, type ReadScope } from '../search/access-scope.ts'
import type { Guard } from '../search/search-scope.ts'
import type { Space, Stored } from '../types.ts'

type Scoped = { readonly space: Space; readonly scope?: ReadScope | undefined }

/** Undefined if nothing is left out: the most frequent reads then wait for nothing more. Throws without a scope. */
export const judgeFor = ({ space, scope }: Scoped): Judge | undefined => (space === 'fhir' ? judgeOf(scope) : undefined)

/** Undefined if index rows rule nothing out, or do not yet say for certain whose a resource is. D65. */
export const guardFor = ({ space, scope }: Scoped, { isOutdated }: Tenant): Guard | undefined =>
  space === 'fhir' && !isOutdated ? guardOf(scope) : undefined

/** The version if the reader may see it. */
export async function seenOf(judge: Judge, stored: Stored | undefined): Promise<Stored | undefined> {
  return stored === undefined ? undefined : (await judge([stored]))[0]
}

/** The versions that their readers may see, each by the scope of its own address, in the order of the addresses. */
export async function seenAt(
  places: readonly ReadAddress[],
  found: readonly (Stored | undefined)[],
): Promise<readonly (Stored | undefined)[]> {
  const judges = places.map(judgeFor)
  if (judges.every((judge) => judge === undefined)) return found
  return Promise.all(
    found.map((stored, at) => {
      const judge = judges[at]
      return judge === undefined ? stored : seenOf(judge, stored)
    }),
  )
}

/** The page without what the reader may not see. Its end stays, so that the next page follows. */
export async function seenPage<Page extends { readonly items: readonly Stored[] }>(
  judge: Judge | undefined,
  page: Page,
): Promise<Page> {
  return judge === undefined ? page : { ...page, items: await judge(page.items) }
}
