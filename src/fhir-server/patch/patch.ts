/** FHIR patch and conditional patch interactions: JSON Patch and FHIRPath Patch. R4 http.html#patch. */

import { checkPartAccess, checkWholeAccess, findPartAccess, isWithin } from '../../access/access.ts'
import { checkThere } from '../../access/read-scope.ts'
import { checkWritten } from '../../access/write-scope.ts'
import { isLarger, maxTextAtOnce, stringifyInSlices } from '../../core/json/json-slices.ts'
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson, stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { inTurnsIf } from '../../core/turns.ts'
import { fhirAddress, wholeAddress } from '../../store/hub-resources.ts'
import { readInSlices } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordOf } from '../audit/audit-trail.ts'
import { parseConditional } from '../conditional-criteria.ts'
import type { FhirReply, FhirRequest, FhirServer, Interact, WriteExchange, WriteOne } from '../exchange.ts'
import { checkPreconditions } from '../preconditions.ts'
import { writtenReply } from '../reply/versioned-reply.ts'
import { checkCriteria } from '../write/check-there.ts'
import { checkOwner } from '../write/written-resource.ts'
import { applyFhirPathPatch } from './fhirpath-patch.ts'
import { applyOperations, parseJsonPatch } from './json-patch.ts'
import { fromTexts, isTextObject, type TextObject, toTexts } from './number-text.ts'
import { notApplicable } from './patch-problems.ts'

export const jsonPatchType = 'application/json-patch+json'

export const patch: WriteOne = async (exchange, request) => {
  const { caller, type, id = '' } = request
  checkPartAccess(caller, type, 'patch')
  if (request.isDenied === true) throw new Problem('not-found')
  const found = await exchange.tx.findCurrent(wholeAddress(type, id), 'update')
  if (found?.deleted) throw new Problem('gone', { detail: 'The resource is deleted' })
  return patchFound(exchange, request, found)
}

export const patchWhere: Interact = async (exchange, request) => {
  const { caller, type, parameters } = request
  // A search finds the resource.
  const scope = checkWholeAccess(caller, type, 'search-type')
  checkPartAccess(caller, type, 'patch')
  const where = parseConditional(exchange.server, { type, scope }, parameters)
  if (caller.deniedPatients !== undefined) await checkCriteria(exchange, request, { where })
  const found = await exchange.tx.findWhere(where, 'update')
  await checkThere(exchange, caller, [found])
  return patchFound(exchange, request, found)
}

/** Locked, or written only if it is still current: a patch without a version applies to the result of the patch before it. */
async function patchFound(
  { tx, server }: WriteExchange,
  request: FhirRequest,
  found: Stored | undefined,
): Promise<FhirReply> {
  if (found === undefined) throw new Problem('not-found')
  checkPreconditions(request, found)
  checkOwner(found)
  const access = checkPartAccess(request.caller, found.type, 'patch')
  const isLong = found.text.length > maxTextAtOnce || isLarger(request.body)
  const before = await inTurnsIf(isLong, readInSlices(found))
  // First, because what applies and what does not would reveal the resource.
  checkWritten(server.parameters, access, { ...found, content: before })
  const content = await inTurnsIf(isLong, applyPatch(server, request, before))
  const scope = checkWritten(server.parameters, access, { ...found, content })
  const write = { ...fhirAddress(found.type, found.id, scope), content, expected: found.version }
  const stored = await tx.put({ ...write, record: recordOf(server, 'fhir.patch', write) })
  return writtenReply(server, asReadable(server, request, { ...stored, content }), { status: 200, stored })
}

/** A caller who may write and not read gives a patch, and the reply would show the rest of the resource. */
function asReadable(
  { parameters }: FhirServer,
  request: FhirRequest,
  found: { readonly type: string; readonly id: string; readonly content: JsonObject },
): FhirRequest {
  const access = findPartAccess(request.caller, found.type, 'read')
  const isReadable = access !== undefined && isWithin(parameters, access, found)
  return isReadable || request.preferred === 'OperationOutcome' ? request : { ...request, preferred: 'minimal' }
}

function* applyPatch(server: FhirServer, request: FhirRequest, before: JsonObject): Generator<undefined, JsonObject> {
  const root: TextObject = { '': yield* toTexts(before) }
  const { mediaType, body } = readPatch(request)
  if (mediaType === jsonPatchType) yield* applyOperations(root, yield* parseJsonPatch(body))
  else yield* applyFhirPathPatch(server.parameters.definitions, root, body)
  const document = root['']
  const after = isTextObject(document) ? yield* fromTexts(document) : undefined
  if (!isJsonObject(after) || after['resourceType'] !== before['resourceType'] || after['id'] !== before['id'])
    throw notApplicable(String(before['resourceType']), 'A patch does not change the type or the id of a resource')
  return yield* withSafeNarrative(before, after)
}

/** R4 http.html#patch: an entry of a Bundle holds a JSON Patch in a Binary. */
function readPatch({ body, mediaType, type }: FhirRequest): Pick<FhirRequest, 'mediaType'> & { body?: JsonValue } {
  if (!isJsonObject(body) || body['resourceType'] !== 'Binary')
    return { ...(mediaType === undefined ? {} : { mediaType }), ...(body === undefined ? {} : { body }) }
  const { contentType, data } = body
  if (contentType !== jsonPatchType || typeof data !== 'string')
    throw invalidField(type, 'is patched by a Binary of application/json-patch+json, or by Parameters')
  return { mediaType: jsonPatchType, body: parseData(data) }
}

function parseData(data: string): JsonValue {
  try {
    return parseJson(Buffer.from(data, 'base64').toString('utf8'))
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new Problem('malformed-request', { detail: 'The data of the Binary are not JSON' })
  }
}

/**
 * R4 http.html#patch: no narrative may contradict the data. A generated narrative is left out; the patch must itself change one that says
 * more than the data.
 */
function* withSafeNarrative(before: JsonObject, after: JsonObject): Generator<undefined, JsonObject> {
  const { text } = after
  const isKept = isJsonObject(text) && stringifyJson(text) === stringifyJson(before['text'])
  if (!isKept || text['status'] === 'empty' || (yield* dataText(before)) === (yield* dataText(after))) return after
  if (text['status'] === 'additional')
    throw notApplicable(
      `${after['resourceType']}.text`,
      'The narrative says more than the data: it is to be patched, too',
    )
  const { text: _, ...rest } = after
  return rest
}

const dataText = ({ meta: _meta, ...rest }: JsonObject): Generator<undefined, string> => stringifyInSlices(rest)
