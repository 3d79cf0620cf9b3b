/** Creates and updates of a transaction: read in one statement, written in batches. R4 http.html#trules; docs/design/store.md#writes. */

import { checkThere } from '../../access/read-scope.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Exchange, FhirReply, FhirRequest } from '../exchange.ts'
import { writtenReply } from '../reply/versioned-reply.ts'
import { buildCreate } from '../write/create.ts'
import { buildUpdate } from '../write/update.ts'
import { inPlace, inPlaceSoon } from './bundle-entries.ts'
import type { Planned } from './transaction-plan.ts'

export type Identified = Planned & { readonly id: string }

/** `request` is built when its turn comes, so that not all are in memory at once. */
type Waiting = { readonly entry: Identified; readonly request: () => FhirRequest }

/**
 * Deletes come before updates, and patches after them. So all existing resources are locked first, in one order, and of two transactions
 * one waits for the other. Without deletes and patches the updates take these locks themselves.
 */
export async function lockChanged({ tx, server }: Exchange, planned: readonly Planned[]): Promise<void> {
  const changed = planned.filter(({ row, id }) => id !== undefined && changing.has(row.code))
  const isTogether = changed.every(({ row, request }) => row.code === 'update' && !server.store.hasHook(request.type))
  if (changed.length < 2 || isTogether) return
  await tx.findAllCurrent(
    changed.map(({ request, id = '' }) => wholeAddress(request.type, id)),
    'update',
  )
}

const changing: ReadonlySet<string> = new Set(['update', 'patch', 'delete'])

/** In the order of the entries. An error names its entry. */
export async function writeTogether(exchange: Exchange, all: readonly Waiting[]): Promise<FhirReply[]> {
  const { tx, server } = exchange
  const updated = all.filter(({ entry }) => entry.row.code === 'update')
  const found = await tx.findAllCurrent(
    updated.map(({ entry }) => wholeAddress(entry.request.type, entry.id)),
    'update',
  )
  for (const [at, { entry }] of updated.entries()) {
    const { caller } = entry.request
    if (caller.deniedPatients !== undefined) await inPlace(entry.index, () => checkThere(exchange, caller, [found[at]]))
  }
  const current = new Map(updated.map(({ entry }, at) => [entry, found[at]?.deleted ? undefined : found[at]]))
  const answers: ((stored: Stored) => FhirReply)[] = []
  const builders = all.map(({ entry, request: build }, at) => () => {
    const request = build()
    const existing = current.get(entry)
    const write = current.has(entry) ? buildUpdate(server, request, existing) : buildCreate(server, request)
    const { body: _, ...rest } = request
    answers[at] = (stored) => writtenReply(server, rest, { status: existing === undefined ? 201 : 200, stored })
    return write
  })
  const stored = await tx.putAll(builders, (at, work) => inPlaceSoon(all[at]?.entry.index ?? 0, work))
  return stored.map((one, at) => answers[at]?.(one) ?? { status: 204 })
}
