/** Reads all results of a search, page after page. docs/design/store.md#search. */
import type { Stored } from '../types.ts'
import type { View } from '../view.ts'
import type { Search, SearchedSpace } from './search.ts'

export type WholeSearch = SearchedSpace & Pick<Search, 'type' | 'where' | 'order'> & { readonly pageSize?: number }

const defaultPageSize = 200

/** Reads the next page when it is asked for. */
export async function* pagesOf<S extends WholeSearch>(
  view: Pick<View, 'search'>,
  whole: S,
): AsyncGenerator<readonly Stored<S['space']>[]> {
  const { pageSize: limit = defaultPageSize, ...rest }: WholeSearch = whole
  const search: Search = { ...rest, limit }
  for (let page = await view.search(search); ; page = await view.search({ ...search, after: page.next })) {
    // A search answers resources of its space alone.
    if (page.items.length > 0) yield page.items as readonly Stored<S['space']>[]
    if (page.next === undefined) return
  }
}

export async function listAll<S extends WholeSearch>(
  view: Pick<View, 'search'>,
  search: S,
): Promise<readonly Stored<S['space']>[]> {
  const found: Stored<S['space']>[] = []
  for await (const page of pagesOf(view, search)) found.push(...page)
  return found
}
