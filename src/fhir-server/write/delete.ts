/** FHIR delete and conditional delete interactions. R4 http.html#delete, http.html#3.1.0.7.1. */

import { checkPartAccess, checkWholeAccess } from '../../access/access.ts'
import { checkThere } from '../../access/read-scope.ts'
import { checkWritten } from '../../access/write-scope.ts'
import { invalidField } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { parseForReading } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordOf } from '../audit/audit-trail.ts'
import { parseConditional } from '../conditional-criteria.ts'
import type { FhirReply, FhirRequest, Interact, WriteExchange, WriteOne } from '../exchange.ts'
import { checkPreconditions } from '../preconditions.ts'
import { outcomeText, versionHeaders } from '../reply/versioned-reply.ts'
import { checkCriteria, checkDeletable } from './check-there.ts'
import { checkOwner } from './written-resource.ts'

export const remove: WriteOne = async (exchange, request) => {
  const { caller, type, id = '' } = request
  checkPartAccess(caller, type, 'delete')
  const found = request.isDenied === true ? undefined : await exchange.tx.findCurrent(wholeAddress(type, id), 'update')
  checkDeletable(request, found)
  return removeFound(exchange, request, found)
}

/** If several meet the criteria, none is deleted unless `_count` allows so many. D21. */
export const removeWhere: Interact = async (exchange, request) => {
  const { caller, type, parameters } = request
  // A search finds the resource.
  const scope = checkWholeAccess(caller, type, 'search-type')
  checkPartAccess(caller, type, 'delete')
  const { criteria, limit } = parseDeletion(parameters)
  const where = parseConditional(exchange.server, { type, scope }, criteria)
  if (caller.deniedPatients !== undefined) await checkCriteria(exchange, request, { where, limit })
  const all =
    limit === undefined ? [await exchange.tx.findWhere(where, 'update')] : await exchange.tx.listWhere(where, limit)
  checkDeletable(request, all[0])
  await checkThere(exchange, caller, all)
  if (limit === undefined) return removeFound(exchange, request, all[0])
  for (const found of all) await removeFound(exchange, request, found)
  return reply(request, undefined)
}

const maxDeleted = 1000

/** The criteria, and the most that they may find. */
export function parseDeletion(parameters: Parameters): { readonly criteria: Parameters; readonly limit?: number } {
  const count = parameters.findLast(([name]) => name === '_count')?.[1]
  if (count === undefined) return { criteria: parameters }
  const limit = /^[1-9]\d{0,8}$/.test(count) ? Number(count) : 0
  if (limit === 0 || limit > maxDeleted) throw invalidField('_count', 'must be a whole number from 1 to 1000')
  return { criteria: parameters.filter(([name]) => name !== '_count'), limit }
}

/** A resource that does not exist, or no longer, needs no deletion. */
async function removeFound(
  { tx, server }: WriteExchange,
  request: FhirRequest,
  found: Stored | undefined,
): Promise<FhirReply> {
  checkPreconditions(request, found)
  checkOwner(found)
  if (found === undefined || found.deleted) return reply(request, found)
  const access = checkPartAccess(request.caller, found.type, 'delete')
  const last = { ...found, content: parseForReading(found) }
  const scope = checkWritten(server.parameters, access, last)
  const removing = { ...found, space: 'fhir', scope } as const
  return reply(request, await tx.remove(removing, recordOf(server, 'fhir.delete', last)))
}

function reply({ preferred }: FhirRequest, tombstone: Stored | undefined): FhirReply {
  const version = tombstone && { headers: versionHeaders(tombstone), modifiedAt: tombstone.updatedAt }
  return preferred === 'OperationOutcome'
    ? { status: 200, ...version, text: outcomeText('The resource is deleted') }
    : { status: 204, ...version }
}
