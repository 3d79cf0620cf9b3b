/** FHIR read and vread interactions. R4 http.html#read, http.html#vread, http.html#cread, binary.html. */

import { checkAccess, checkPartAccess, isWhole } from '../../access/access.ts'
import { readScopeOf, versionScopeOf } from '../../access/read-scope.ts'
import { Problem } from '../../core/problems.ts'
import { subsetText } from '../../fhir-search/results/subset.ts'
import { foreignContentPolicy } from '../../http/reply/security-headers.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import type { FhirReply, FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { isAmong } from '../preconditions.ts'
import { deleted } from '../read-current.ts'
import { resourceReply, versionHeaders } from '../reply/versioned-reply.ts'
import { readAuditEvent } from '../search/audit-search.ts'
import { checkControls } from '../search/control-parameters.ts'
import { parseSubset } from '../search/search-request.ts'

export const read: Look = async (exchange, request) => {
  const { type, id = '' } = request
  const access = checkPartAccess(request.caller, type, 'read')
  if (type === 'AuditEvent') return readAuditEvent(exchange, checkAccess(request.caller, type, 'read'), id)
  const stored = await exchange.tx.findCurrent(fhirAddress(type, id, readScopeOf(exchange, access, type)))
  if (stored === undefined) throw new Problem('not-found')
  return reply(exchange, request, stored)
}

export const vread: Look = async (exchange, request) => {
  const { type, id = '', version = 0 } = request
  const access = checkPartAccess(request.caller, type, 'vread')
  // What is hidden takes as long as what is not there. D181
  if (
    !isWhole(access) &&
    (await exchange.tx.findCurrent(fhirAddress(type, id, readScopeOf(exchange, access, type)))) === undefined
  )
    throw new Problem('not-found')
  const stored = await exchange.tx.readVersion(fhirAddress(type, id, versionScopeOf(exchange, access)), version)
  return reply(exchange, request, stored)
}

async function reply(exchange: ReadExchange, request: FhirRequest, stored: Stored): Promise<FhirReply> {
  if (stored.deleted) throw deleted(stored)
  await recordAccess(exchange, 'fhir.read', stored)
  if (isKnown(request, stored)) return { status: 304, headers: versionHeaders(stored) }
  return request.native && stored.type === 'Binary' ? nativeReply(stored) : subsetReply(exchange, request, stored)
}

/** R4 search.html#summary: a read may want a part of the resource. */
function subsetReply({ server }: ReadExchange, { parameters }: FhirRequest, stored: Stored): FhirReply {
  const { text = '', ...rest } = resourceReply(200, stored)
  checkControls(parameters)
  const asked = parseSubset(parameters)
  return { ...rest, text: subsetText(server.parameters.definitions, { type: stored.type, text }, asked) }
}

/** RFC 9110 13.1.3: a version is more exact than a time, which counts whole seconds. */
function isKnown({ ifNoneMatch, ifModifiedSince }: FhirRequest, stored: Stored): boolean {
  if (ifNoneMatch !== undefined) return isAmong(ifNoneMatch, stored)
  return ifModifiedSince !== undefined && Math.floor(Date.parse(stored.updatedAt) / 1000) * 1000 <= ifModifiedSince
}

/** R4 binary.html#rest: the content in its own media type; as an attachment, so that no browser runs it. */
function nativeReply(stored: Stored): FhirReply {
  const { contentType, data } = readResource(stored)
  if (typeof contentType !== 'string' || !/^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/.test(contentType))
    return resourceReply(200, stored)
  const bytes = Buffer.from(typeof data === 'string' ? data : '', 'base64')
  const headers = {
    ...versionHeaders(stored),
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': foreignContentPolicy,
  }
  return { status: 200, content: { mediaType: contentType, bytes }, headers }
}
