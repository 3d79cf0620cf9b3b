/** Decides where an interaction runs: a read by itself, anything else in a transaction, which runs again after a lost race. docs/design/store.md#writes. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { listReindexes } from '../../store/reindex/reindex-queue.ts'
import type { View } from '../../store/resources/view.ts'
import type { Tx } from '../../store/transaction.ts'
import { hasProvenance } from '../audit/document-provenance.ts'
import { provenanceBeside, withProvenance } from '../audit/provenance.ts'
import type {
  Exchange,
  FhirReply,
  FhirRequest,
  FhirServer,
  Interact,
  Look,
  ReadExchange,
  Work,
  WriteOne,
} from '../exchange.ts'
import { noteDenied } from './check-there.ts'

export const perform = (server: FhirServer, row: Work, request: FhirRequest): Promise<FhirReply> =>
  'look' in row
    ? server.store.view(request.caller, async (tx) => row.look(await openExchange(server, tx), request))
    : 'writeOne' in row && isPlain(request) && !server.store.hasHook(request.type)
      ? writeOne(server, row, request)
      : interact(server, interactOf(row), request)

const interactOf = (row: Exclude<Work, { readonly look: Look }>): Interact =>
  'writeOne' in row ? (row.interact ?? row.writeOne) : row.interact

/** It writes one resource and looks for no others. */
const isPlain = ({ ifNoneExist, provenance, caller }: FhirRequest): boolean =>
  ifNoneExist === undefined && provenance === undefined && caller.deniedPatients === undefined

/** After a lost race it runs again under a lock. */
async function writeOne(
  server: FhirServer,
  row: Work & { readonly writeOne: WriteOne },
  request: FhirRequest,
): Promise<FhirReply> {
  try {
    const beside = hasProvenance(request.type) ? provenanceBeside(server) : undefined
    return await server.store.write(
      request.caller,
      async (tx) => row.writeOne(await openExchange(server, tx), request),
      beside,
    )
  } catch (error) {
    if (!isConflict(error)) throw error
    return interact(server, interactOf(row), request)
  }
}

const interact = (server: FhirServer, work: Interact, request: FhirRequest): Promise<FhirReply> =>
  transact(server, request.caller, async (tx) => {
    const exchange = await openExchange(server, tx)
    const noted = await noteDenied(exchange, request)
    return withProvenance(exchange, noted, () => work(exchange, noted))
  })

const isConflict = (error: unknown): boolean => error instanceof Problem && error.slug === 'conflict'

/** In a transaction that has begun. */
export async function performIn(exchange: Exchange, row: Work, request: FhirRequest): Promise<FhirReply> {
  if ('look' in row) return row.look(exchange, request)
  return interactOf(row)(exchange, await noteDenied(exchange, request))
}

const attempts = 5

/** A lost race is no refusal: read again, the work succeeds, or its If-Match fails. */
export async function transact<T>({ store }: FhirServer, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.transact(caller, work)
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
      await wait(Math.random() * 5 * 2 ** attempt)
    }
  }
}

/** With the tenant's own search parameters. */
export async function openExchange<T extends View>(server: FhirServer, tx: T): Promise<ReadExchange & { tx: T }> {
  const parameters = server.parameters.of(tx.tenant)
  if (parameters === server.parameters) return { tx, server }
  const own = { tx, server: { ...server, parameters } }
  return parameters.hasPending ? { ...own, reindexes: await listReindexes(tx.client, tx.tenant.number) } : own
}
