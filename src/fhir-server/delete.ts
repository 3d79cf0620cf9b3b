/** FHIR delete and conditional delete interactions. R4 http.html#delete, http.html#3.1.0.7.1. */
import { Problem } from '../problems.ts'
import type { Stored } from '../store/content.ts'
import { fhirPlace } from '../store/hub-resources.ts'
import { checkAccess } from './access.ts'
import { recordAccess } from './audit-trail.ts'
import { parseConditional } from './criteria.ts'
import type { Exchange, FhirReply, FhirRequest, Interact } from './exchange.ts'
import { outcomeText, versionHeaders } from './versioned-reply.ts'
import { checkOwner } from './written-resource.ts'

export const remove: Interact = async (exchange, request) => {
  const { caller, type, id = '' } = request
  checkAccess(caller, type, 'delete')
  return removeFound(exchange, request, await exchange.tx.findCurrent(fhirPlace(type, id), 'update'))
}

/** Of several that meet the criteria none is deleted. */
export const removeWhere: Interact = async (exchange, request) => {
  const { caller, type, parameters } = request
  // Which resource it is comes out of a search.
  checkAccess(caller, type, 'search-type')
  checkAccess(caller, type, 'delete')
  const where = parseConditional(exchange.server, type, parameters)
  return removeFound(exchange, request, await exchange.tx.findWhere(where, 'update'))
}

/** What is not there, or no longer, needs no deleting. */
async function removeFound(exchange: Exchange, request: FhirRequest, found: Stored | undefined): Promise<FhirReply> {
  if (request.ifMatch !== undefined && request.ifMatch !== found?.version) throw new Problem('precondition-failed')
  checkOwner(found)
  if (found === undefined || found.deleted) return reply(request, found)
  const tombstone = await exchange.tx.remove(found)
  await recordAccess(exchange, 'fhir.delete', tombstone)
  return reply(request, tombstone)
}

function reply({ preferred }: FhirRequest, tombstone: Stored | undefined): FhirReply {
  const version = tombstone && { headers: versionHeaders(tombstone), modifiedAt: tombstone.updatedAt }
  return preferred === 'OperationOutcome'
    ? { status: 200, ...version, text: outcomeText('The resource is deleted') }
    : { status: 204, ...version }
}
