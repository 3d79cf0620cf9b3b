/** Writes the Provenance of an interaction in the same transaction: the client's own, or the server's. R4 provenance.html; D84. */

import { checkAccess } from '../../access/access.ts'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import type { Beside } from '../../store/resources/write/single-write.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import type { Exchange, FhirReply, FhirRequest, FhirServer } from '../exchange.ts'
import { recordOf } from './audit-trail.ts'
import { buildDocumentProvenances, buildOwnProvenance, referenceToVersion } from './document-provenance.ts'

/** Does the work, then writes the Provenances of the versions that it wrote. Without a version it writes none. */
export async function withProvenance(
  exchange: Exchange,
  request: FhirRequest,
  work: () => Promise<FhirReply>,
): Promise<FhirReply> {
  const reply = await work()
  const writes = await listProvenances(exchange, request)
  if (writes.length > 0) await exchange.tx.putTogether(writes)
  return reply
}

async function listProvenances(exchange: Exchange, { caller, provenance }: FhirRequest): Promise<readonly Write[]> {
  const { tx, server } = exchange
  const written = tx.listWritten()
  if (provenance === undefined)
    return (await buildDocumentProvenances(exchange, written)).map((content) => buildOwn(server, content))
  if (written.length === 0) return []
  checkAccess(caller, 'Provenance', 'create')
  return [buildWrite(server, { ...provenance, target: written.map(referenceToVersion) })]
}

/** The Provenance of a single write, written beside it. */
export const provenanceBeside =
  (server: FhirServer): Beside =>
  async (reading, written) =>
    (await buildOwnProvenance(reading, written)).map((content) => buildOwn(server, content))

/** The writer may be deleted at the same moment; the request does not say that. */
const buildOwn = (server: FhirServer, content: JsonObject): Write => ({
  ...buildWrite(server, content),
  refersAsFound: true,
})

function buildWrite(server: FhirServer, content: JsonObject): Write {
  const write = { ...wholeAddress('Provenance', newId()), content, expected: 0 }
  return { ...write, record: recordOf(server, 'fhir.create', write) }
}
