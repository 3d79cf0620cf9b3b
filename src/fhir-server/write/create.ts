/** FHIR create and conditional create interactions. R4 http.html#create, http.html#ccreate. */

import { checkPartAccess, checkWholeAccess } from '../../access/access.ts'
import { checkThere } from '../../access/read-scope.ts'
import { checkWritten } from '../../access/write-scope.ts'
import { newId } from '../../core/ids.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import { recordAccess, recordOf } from '../audit/audit-trail.ts'
import { parseConditional } from '../conditional-criteria.ts'
import type { FhirRequest, FhirServer, Interact, WriteOne } from '../exchange.ts'
import { writtenReply } from '../reply/versioned-reply.ts'
import { checkCriteria } from './check-there.ts'
import { parseResource } from './written-resource.ts'

export const create: Interact = (exchange, request) =>
  request.ifNoneExist === undefined ? createOne(exchange, request) : createWhere(exchange, request)

export const createOne: WriteOne = async ({ tx, server }, request) => {
  const stored = await tx.put(buildCreate(server, request))
  return writtenReply(server, request, { status: 201, stored })
}

const createWhere: Interact = async (exchange, request) => {
  const { tx, server } = exchange
  const { caller, type, ifNoneExist = [] } = request
  const write = buildCreate(server, request)
  // The reply shows the existing resource, so the caller must be allowed to search.
  const scope = checkWholeAccess(caller, type, 'search-type')
  const where = parseConditional(server, { type, scope }, ifNoneExist)
  if (caller.deniedPatients !== undefined) await checkCriteria(exchange, request, { where })
  const { stored, outcome } = await tx.putWhere(where, (existing) => (existing === undefined ? write : undefined))
  if (outcome === 'unchanged') await checkThere(exchange, caller, [stored])
  if (outcome === 'unchanged') await recordAccess(exchange, 'fhir.read', stored)
  return writtenReply(server, request, { status: outcome === 'created' ? 201 : 200, stored })
}

export function buildCreate(server: FhirServer, request: FhirRequest): Write {
  const access = checkPartAccess(request.caller, request.type, 'create')
  const content = parseResource(request)
  const { type, assignedId: id = newId() } = request
  const scope = checkWritten(server.parameters, access, { type, id, content })
  const write = { ...fhirAddress(type, id, scope), content, expected: 0 }
  return { ...write, record: recordOf(server, 'fhir.create', write) }
}
