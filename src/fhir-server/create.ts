/** FHIR create and conditional create interactions. R4 http.html#create, http.html#ccreate. */
import { newId } from '../ids.ts'
import { fhirPlace } from '../store/hub-resources.ts'
import { checkAccess, checkPartAccess, checkWritten } from './access.ts'
import { recordAccess } from './audit-trail.ts'
import { parseConditional } from './criteria.ts'
import type { Interact } from './exchange.ts'
import { writtenReply } from './versioned-reply.ts'
import { parseResource } from './written-resource.ts'

export const create: Interact = async (exchange, request) => {
  const { tx, server } = exchange
  const { caller, type, ifNoneExist } = request
  const access = checkPartAccess(caller, type, 'create')
  const content = parseResource(request)
  const write = { ...fhirPlace(type, request.assignedId ?? newId()), content, expected: 0 }
  checkWritten(server.parameters, access, () => [write])
  if (ifNoneExist === undefined) {
    const stored = await tx.put(write)
    await recordAccess(exchange, 'fhir.create', stored)
    return writtenReply(server, request, { status: 201, stored })
  }
  // It answers what is there, so it needs the right to look.
  checkAccess(caller, type, 'search-type')
  const where = parseConditional(server, type, ifNoneExist)
  const { stored, outcome } = await tx.putWhere(where, (existing) => (existing === undefined ? write : undefined))
  await recordAccess(exchange, outcome === 'created' ? 'fhir.create' : 'fhir.read', stored)
  return writtenReply(server, request, { status: outcome === 'created' ? 201 : 200, stored })
}
