/** FHIR read and vread interactions. R4 http.html#read, http.html#vread, binary.html. */
import { readResource, type Stored } from '../store/content.ts'
import { fhirPlace } from '../store/hub-resources.ts'
import { type Access, checkAccess, checkWithin } from './access.ts'
import { readAuditEvent } from './audit-event.ts'
import { recordAccess } from './audit-trail.ts'
import type { Exchange, FhirReply, FhirRequest, Interact } from './exchange.ts'
import { resourceReply, versionHeaders } from './versioned-reply.ts'

export const read: Interact = async (exchange, request) => {
  const { type, id = '' } = request
  const access = checkAccess(request.caller, type, 'read')
  if (type === 'AuditEvent') return readAuditEvent(exchange, access, id)
  const stored = await exchange.tx.read(fhirPlace(type, id))
  return reply(exchange, request, { access, stored })
}

export const vread: Interact = async (exchange, request) => {
  const { type, id = '', version = 0 } = request
  const access = checkAccess(request.caller, type, 'vread')
  const stored = await exchange.tx.readVersion(fhirPlace(type, id), version)
  return reply(exchange, request, { access, stored })
}

function reply(exchange: Exchange, request: FhirRequest, found: { access: Access; stored: Stored }): FhirReply {
  const { access, stored } = found
  checkWithin(exchange.server.parameters, access, { ...stored, content: readResource(stored) })
  recordAccess(exchange, 'fhir.read', stored)
  if (request.ifNoneMatch === stored.version) return { status: 304, headers: versionHeaders(stored) }
  return request.native && stored.type === 'Binary' ? nativeReply(stored) : resourceReply(200, stored)
}

/** R4 binary.html#rest: the content in its own media type; as an attachment, so that no browser runs it. */
function nativeReply(stored: Stored): FhirReply {
  const { contentType, data } = readResource(stored)
  if (typeof contentType !== 'string' || !/^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/.test(contentType))
    return resourceReply(200, stored)
  const bytes = Buffer.from(typeof data === 'string' ? data : '', 'base64')
  const headers = { ...versionHeaders(stored), 'Content-Disposition': 'attachment' }
  return { status: 200, content: { mediaType: contentType, bytes }, headers }
}
