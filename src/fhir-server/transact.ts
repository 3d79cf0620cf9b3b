/** Where an interaction runs: a look on its own, anything else in a transaction, done again where another was faster. STORE.md "Writes". */
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '../caller.ts'
import { Problem } from '../problems.ts'
import type { Reading } from '../store/reader.ts'
import { listReindexes } from '../store/reindex-queue.ts'
import type { Tx } from '../store/transaction.ts'
import type { Exchange, FhirReply, FhirRequest, FhirServer, ReadExchange, Work } from './exchange.ts'
import { withProvenance } from './provenance-header.ts'

export const perform = (server: FhirServer, row: Work, request: FhirRequest): Promise<FhirReply> =>
  'look' in row
    ? server.store.view(request.caller, async (tx) => row.look(await openExchange(server, tx), request))
    : transact(server, request.caller, async (tx) => {
        const exchange = await openExchange(server, tx)
        return withProvenance(exchange, request, () => row.interact(exchange, request))
      })

/** In a transaction that has begun. */
export const performIn = (exchange: Exchange, row: Work, request: FhirRequest): Promise<FhirReply> =>
  'look' in row ? row.look(exchange, request) : row.interact(exchange, request)

const attempts = 5

/** A lost race is no refusal: read again, the work goes through, or an If-Match is no longer met. */
export async function transact<T>({ store }: FhirServer, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.transact(caller, work)
    } catch (error) {
      if (attempt === attempts || !(error instanceof Problem) || error.slug !== 'conflict') throw error
      await wait(Math.random() * 5 * 2 ** attempt)
    }
  }
}

/** The tenant's own search parameters are among the server's. */
export async function openExchange<T extends Reading>(server: FhirServer, tx: T): Promise<ReadExchange & { tx: T }> {
  const parameters = server.parameters.of(tx.tenant)
  if (parameters === server.parameters) return { tx, server }
  const own = { tx, server: { ...server, parameters } }
  return parameters.hasPending ? { ...own, reindexes: await listReindexes(tx.client, tx.tenant.number) } : own
}
