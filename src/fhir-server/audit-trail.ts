/** One audit record for each interaction. STORE.md "Audit"; spec 5 "FHIR AuditEvent logging". */
import { readResource, type Stored } from '../store/content.ts'
import { findPatient } from './access.ts'
import type { Exchange } from './exchange.ts'

export function recordAccess(
  { tx, server }: Exchange,
  kind: 'fhir.read' | 'fhir.create' | 'fhir.update',
  stored: Stored,
): void {
  const { type, id, version } = stored
  const patientId = findPatient(server.parameters, { type, id, content: readResource(stored) })
  tx.record(kind, { resourceType: type, resourceId: id, version, ...(patientId === undefined ? {} : { patientId }) })
}
