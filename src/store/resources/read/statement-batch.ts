/** Statements that are asked for one by one, and sent in one trip. docs/design/store.md#connections. */
import type pg from 'pg'
import { type Statement, sendPipelined } from '../../postgres/pipeline.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { StatementNames } from '../../postgres/statement-names.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { type Page, type Search, searchRows } from '../search/search.ts'

type Waiting = {
  readonly statement: pg.QueryConfig
  readonly resolve: (result: pg.QueryResult) => void
  readonly reject: (error: unknown) => void
}

export class StatementBatch implements Queryable {
  readonly #waiting: Waiting[] = []

  query<R extends pg.QueryResultRow>(
    asked: string | pg.QueryConfig,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    const statement = typeof asked === 'string' ? { text: asked, values } : asked
    return new Promise<pg.QueryResult>((resolve, reject) => {
      this.#waiting.push({ statement, resolve, reject })
    })
  }

  /** `first` is sent before them. A failure goes to the caller of the failed statement. */
  async send(client: pg.ClientBase, first: readonly Statement[] = []): Promise<void> {
    const waiting = this.#waiting.splice(0)
    try {
      const results = await sendPipelined(client, [...first, ...waiting.map(({ statement }) => statement)])
      for (const [at, result] of results.slice(first.length).entries()) waiting[at]?.resolve(result)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}

type Searcher = { readonly client: pg.ClientBase; readonly tenant: Tenant; readonly names: StatementNames }

/** Searches in one round trip; `first` is sent before them. */
export async function searchTogether(
  { client, tenant, names }: Searcher,
  searches: readonly Search[],
  first: readonly Statement[] = [],
): Promise<readonly Page[]> {
  if (searches.length === 0) return []
  const gathering = new StatementBatch()
  const searcher = { searches: gathering, pooled: gathering, tenant, names }
  const pages = Promise.all(searches.map((search) => searchRows(searcher, search)))
  await Promise.all([gathering.send(client, first), pages])
  return pages
}
