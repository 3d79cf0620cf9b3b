/** FHIR update and conditional update interactions; both create a missing resource. R4 http.html#update, http.html#cond-update. */

import { checkPartAccess, checkWholeAccess } from '../../access/access.ts'
import { checkThere } from '../../access/read-scope.ts'
import { checkWritten } from '../../access/write-scope.ts'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { fhirAddress, wholeAddress } from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import { recordOf } from '../audit/audit-trail.ts'
import { parseConditional } from '../conditional-criteria.ts'
import type { FhirReply, FhirRequest, FhirServer, Interact, WriteOne } from '../exchange.ts'
import { checkPreconditions } from '../preconditions.ts'
import { writtenReply } from '../reply/versioned-reply.ts'
import { checkCriteria } from './check-there.ts'
import { checkClientId, checkOwner, parseResource } from './written-resource.ts'

export const update: WriteOne = async ({ tx, server }, request) => {
  checkUpdate(request)
  const isDenied = request.isDenied === true
  const existing = isDenied ? undefined : await tx.find(wholeAddress(request.type, request.id ?? ''), 'update')
  const write = buildUpdate(server, request, existing)
  // Its id is taken, so nothing can be made in its place.
  if (isDenied) throw new Problem('not-found')
  const stored = await tx.put(write)
  return reply(server, request, { stored, isNew: existing === undefined })
}

function checkUpdate(request: FhirRequest): JsonObject {
  const { type, id = '' } = request
  checkPartAccess(request.caller, type, 'update')
  const content = parseResource(request)
  if (content['id'] !== id) throw invalidField(`${type}.id`, 'is not the id of the address')
  return content
}

export const buildUpdate = (server: FhirServer, request: FhirRequest, existing: Stored | undefined): Write =>
  buildWrite(server, request, { content: checkUpdate(request), id: request.id ?? '', existing })

export const updateWhere: Interact = async (exchange, request) => {
  const { tx, server } = exchange
  const { type, parameters } = request
  // A search finds the resource.
  const scope = checkWholeAccess(request.caller, type, 'search-type')
  checkPartAccess(request.caller, type, 'update')
  const content = parseResource(request)
  const where = parseConditional(server, { type, scope }, parameters)
  if (request.caller.deniedPatients !== undefined) {
    await checkCriteria(exchange, request, { where })
    await checkThere(exchange, request.caller, [await tx.findWhere(where, 'update')])
  }
  const { stored, outcome } = await tx.putWhere(where, (existing) => {
    const given = content['id']
    if (existing !== undefined && given !== undefined && given !== existing.id)
      throw invalidField(`${type}.id`, 'is not the id of what the criteria found')
    const id = existing?.id ?? (typeof given === 'string' ? given : (request.assignedId ?? newId()))
    return buildWrite(server, request, { content, id, existing })
  })
  return reply(server, request, { stored, isNew: outcome === 'created' })
}

type Update = { readonly content: JsonObject; readonly id: string; readonly existing: Stored | undefined }

/** Everything that can be refused is refused here, before any write. */
function buildWrite(server: FhirServer, request: FhirRequest, { content, id, existing }: Update): Write {
  checkPreconditions(request, existing)
  checkOwner(existing)
  const { type } = request
  // SMART App Launch 2.2 scopes-and-launch-context.html#scopes-for-requesting-fhir-resources: an update that makes a resource is one.
  const access = checkPartAccess(request.caller, type, 'update')
  const readBefore = existing && (() => ({ ...existing, content: readResource(existing) }))
  const scope = checkWritten(server.parameters, access, { type, id, content }, readBefore)
  if (existing === undefined && id !== request.assignedId) checkClientId(server, type, id)
  const write = { ...fhirAddress(type, id, scope), content, expected: existing?.version ?? 0 }
  return { ...write, record: recordOf(server, existing === undefined ? 'fhir.create' : 'fhir.update', write) }
}

type Updated = { readonly stored: Stored; readonly isNew: boolean }

/** A deleted resource is new again, and its versions continue. */
const reply = (server: FhirServer, request: FhirRequest, { stored, isNew }: Updated): FhirReply =>
  writtenReply(server, request, { status: isNew ? 201 : 200, stored })
