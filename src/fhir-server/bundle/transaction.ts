/** FHIR transaction: all entries or none, in the order of R4, with their references resolved first. R4 http.html#trules. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { replaceLinks } from '../../fhir/replace-links.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import { withProvenance } from '../audit/provenance.ts'
import type { Exchange, FhirReply, FhirRequest, FhirServer } from '../exchange.ts'
import { patch } from '../patch/patch.ts'
import { locationOf, versionHeaders } from '../reply/versioned-reply.ts'
import { checkAddressed, checkDeletable } from '../write/check-there.ts'
import { parseDeletion, remove } from '../write/delete.ts'
import { openExchange, performIn, transact } from '../write/transact.ts'
import { update } from '../write/update.ts'
import { type Entry, inPlace } from './bundle-entries.ts'
import { openTargets, type Resolution } from './bundle-references.ts'
import { bundleReply, entryText, openCount } from './bundle-reply.ts'
import { isKept, type Planned, planEntries } from './transaction-plan.ts'
import { resolveReferences } from './transaction-references.ts'
import { type Identified, lockChanged, writeTogether } from './transaction-writes.ts'

const order = ['DELETE', 'POST', 'PUT', 'PATCH', 'GET', 'HEAD']

export const runTransaction = (
  server: FhirServer,
  request: FhirRequest,
  { entries, signal }: Sent,
): Promise<FhirReply> =>
  transact(server, request.caller, async (tx) => {
    const exchange = await openExchange(server, tx)
    const reply = await withProvenance(exchange, request, () => runEntries(exchange, request, { entries, signal }))
    // An answer has asked the client to send it again: running it now would do it twice.
    signal.throwIfAborted()
    return reply
  })

type Sent = { readonly entries: readonly Entry[]; readonly signal: AbortSignal }

async function runEntries(exchange: Exchange, request: FhirRequest, { entries, signal }: Sent): Promise<FhirReply> {
  const planned = await planEntries(exchange, entries)
  const resolution = await resolveReferences(exchange, request, planned)
  await lockChanged(exchange, planned)
  const texts: string[] = []
  const count = openCount(exchange.server)
  for (const method of order) {
    signal.throwIfAborted()
    const [together, others] = partition(exchange, planned, method)
    const replies = await writeTogether(
      exchange,
      together.map((entry) => ({ entry, request: () => requestOf(entry, resolution) })),
    )
    for (const [at, entry] of together.entries()) texts[entry.index] = entryText(shown(replies[at] ?? none, entry))
    for (const entry of others) {
      signal.throwIfAborted()
      const reply = await inPlace(entry.index, async () => {
        if ('look' in entry.row) count.check()
        return count.add(await run(exchange, entry, resolution))
      })
      texts[entry.index] = entryText(shown(reply, entry))
    }
  }
  return bundleReply('transaction-response', texts)
}

const none: FhirReply = { status: 204 }

/** Separates entries that are written in batches from those that go one by one. */
function partition({ server }: Exchange, planned: readonly Planned[], method: string): [Identified[], Planned[]] {
  const own = planned.filter((entry) => entry.method === method)
  const isTogether = (entry: Planned): entry is Identified =>
    (entry.row.code === 'create' || entry.row.code === 'update') &&
    entry.id !== undefined &&
    !isKept(entry) &&
    !server.store.hasHook(entry.request.type)
  return [own.filter(isTogether), own.filter((entry) => !isTogether(entry))]
}

/** The request of an entry, once the targets of its references are known. */
function requestOf(entry: Identified, resolution: Resolution): FhirRequest & { readonly id: string } {
  const { ifNoneExist: _, ...request } = entry.request
  const { id, fullUrl, row } = entry
  const body = replaceLinks(request.body ?? null, openTargets(resolution, fullUrl))
  if (row.code === 'update') return { ...request, ...named(entry, id, body), id }
  return { ...request, body, id, ...(row.code === 'create' ? { assignedId: id } : {}) }
}

async function run(exchange: Exchange, entry: Planned, resolution: Resolution): Promise<FhirReply> {
  const { row, existing, id } = entry
  await checkAddressed(exchange, entry.request, id)
  if (existing !== undefined && isKept(entry)) {
    await recordAccess(exchange, 'fhir.read', existing)
    const headers = { ...versionHeaders(existing), Location: locationOf(exchange.server, existing) }
    return { status: 200, headers, modifiedAt: existing.updatedAt }
  }
  if (row.code === 'delete') return removeOne(exchange, entry)
  if (row.code === 'patch' && id === undefined) throw new Problem('not-found')
  if (id === undefined) return performIn(exchange, row, entry.request)
  const request = requestOf({ ...entry, id }, resolution)
  // The id addresses it, even if the entry has criteria: they have found it.
  if (row.code === 'patch') return patch(exchange, request)
  return row.code === 'update' ? update(exchange, request) : performIn(exchange, row, request)
}

/** Deletes one resource of an entry that may delete several; the reply names no version then. D21. */
async function removeOne(exchange: Exchange, { request, id }: Planned): Promise<FhirReply> {
  if (id === undefined) {
    checkDeletable(request, undefined)
    return { status: 204 }
  }
  const reply = await remove(exchange, { ...request, id })
  if (request.id !== undefined || parseDeletion(request.parameters).limit === undefined) return reply
  const { headers: _, modifiedAt: __, ...rest } = reply
  return rest
}

/** An update by criteria becomes one by id: found, given by its resource, or new. */
function named({ request }: Planned, id: string, body: JsonValue): Pick<FhirRequest, 'body' | 'assignedId'> {
  if (request.id !== undefined || !isJsonObject(body)) return { body }
  const given = body['id']
  if (given === undefined) return { body: { ...body, id }, assignedId: id }
  if (given === id) return { body }
  throw new Problem('validation', { detail: 'The id of the resource is not the id of what the criteria found' })
}

/** Shows the written resource if the client wants it. */
function shown(reply: FhirReply, { row, request }: Entry): FhirReply {
  if (request.preferred !== undefined || !['create', 'update', 'patch'].includes(row.code)) return reply
  const { text: _, ...rest } = reply
  return rest
}
