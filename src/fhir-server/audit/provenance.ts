/** The Provenance of what an interaction writes, in the transaction of that write: the client's own, or the server's. R4 provenance.html; D84. */
import { newId } from '../../ids.ts'
import type { JsonObject } from '../../json.ts'
import { fhirPlace } from '../../store/hub-resources.ts'
import type { Beside } from '../../store/writes/single-write.ts'
import type { Write } from '../../store/writes/write-rows.ts'
import { checkAccess } from '../access.ts'
import type { Exchange, FhirReply, FhirRequest, FhirServer } from '../exchange.ts'
import { recordOf } from './audit-trail.ts'
import { buildDocumentProvenances, buildOwnProvenance, referenceToVersion } from './document-provenance.ts'

/** Does the work, then writes the Provenances of the versions that the work wrote. Where it wrote none, there is none. */
export async function withProvenance(
  exchange: Exchange,
  request: FhirRequest,
  work: () => Promise<FhirReply>,
): Promise<FhirReply> {
  const reply = await work()
  const contents = await listProvenances(exchange, request)
  if (contents.length > 0) await putProvenances(exchange, contents)
  return reply
}

async function listProvenances(
  exchange: Exchange,
  { caller, provenance }: FhirRequest,
): Promise<readonly JsonObject[]> {
  const written = exchange.tx.listWritten()
  if (provenance === undefined) return buildDocumentProvenances(exchange, written)
  if (written.length === 0) return []
  checkAccess(caller, 'Provenance', 'create')
  return [{ ...provenance, target: written.map(referenceToVersion) }]
}

async function putProvenances({ tx, server }: Exchange, contents: readonly JsonObject[]): Promise<void> {
  await tx.putTogether(contents.map((content) => buildWrite(server, content)))
}

/** The Provenance of a version that is written alone: it goes with it. */
export const provenanceBeside =
  (server: FhirServer): Beside =>
  async (reading, written) =>
    (await buildOwnProvenance(reading, written)).map((content) => buildWrite(server, content))

function buildWrite(server: FhirServer, content: JsonObject): Write {
  const write = { ...fhirPlace('Provenance', newId()), content, expected: 0 }
  return { ...write, record: recordOf(server, 'fhir.create', write) }
}
