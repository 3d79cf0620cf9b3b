/** Statements that go to the database together and are waited for once; outside of a transaction, all of them or none. docs/design/store.md#writes. */
import pg from 'pg'

export type Statement = { readonly name?: string; readonly text: string; readonly values?: unknown[] }

type Results = readonly pg.QueryResult[]

/** The members that `pg` expects of a query, and those that a `pg.Query` offers. */
type Message = Record<string, unknown>
type Connection = pg.Connection & {
  readonly stream: { cork(): void; uncork(): void }
  readonly submittedNamedStatements: Record<string, string>
  sync(): void
}
type Query = {
  readonly name: string | undefined
  readonly text: string
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(connection: Connection): void
  handleRowDescription(message: Message): void
  handleDataRow(message: Message): void
  handleCommandComplete(message: Message, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

/** Results in the order of the statements. A failed statement ends the pipeline and the transaction. */
export function sendPipelined(client: pg.ClientBase, statements: readonly pg.QueryConfig[]): Promise<Results> {
  const { promise, resolve, reject } = Promise.withResolvers<Results>()
  // pg takes any object with these methods; its types name more.
  client.query(new Pipeline(statements, resolve, reject) as unknown as pg.Submittable)
  return promise
}

/** One synchronisation point at the end; the client alone would make one for each statement. PostgreSQL 18 manual, 54.2.3. */
class Pipeline {
  readonly #queries: readonly Query[]
  readonly #results: pg.QueryResult[] = []
  readonly #resolve: (results: Results) => void
  readonly #reject: (error: Error) => void
  #at = 0

  constructor(
    statements: readonly pg.QueryConfig[],
    resolve: (results: Results) => void,
    reject: (error: Error) => void,
  ) {
    // The types of pg do not name the methods by which its client drives a query.
    this.#queries = statements.map((statement) => new pg.Query(statement) as unknown as Query)
    this.#resolve = resolve
    this.#reject = reject
    for (const query of this.#queries) {
      query.callback = (error, result) => {
        if (error === null) this.#results.push(result)
        else reject(error)
      }
    }
  }

  /** Name of the statement that is being answered: the client tracks what is prepared. */
  get name(): string | undefined {
    return this.#queries[this.#at]?.name
  }

  get text(): string | undefined {
    return this.#queries[this.#at]?.text
  }

  submit(connection: Connection): void {
    const unsynchronised = Object.create(connection, { sync: { value: () => undefined } }) as Connection
    connection.stream.cork()
    for (const query of this.#queries) query.prepare(unsynchronised)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: Message): void {
    this.#queries[this.#at]?.handleRowDescription(message)
  }

  handleDataRow(message: Message): void {
    this.#queries[this.#at]?.handleDataRow(message)
  }

  handleCommandComplete(message: Message, connection: Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection)
    this.#at += 1
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    this.#resolve(this.#results)
  }

  /** Statements after the failed one were not even prepared. */
  handleError(error: Error, connection: Connection): void {
    for (const { name } of this.#queries.slice(this.#at + 1)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name]
    }
    this.#reject(error)
  }
}
