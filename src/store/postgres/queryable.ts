/** Runs one statement: the client of a transaction, or a connection that many share. */
import type pg from 'pg'

export type Queryable = {
  query<R extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>
}
