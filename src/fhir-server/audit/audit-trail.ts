/** One audit record for each interaction. STORE.md "Audit"; spec 5 "FHIR AuditEvent logging". */

import type { EventKind } from '../../store/events.ts'
import type { Stored } from '../../store/resources/content.ts'
import type { Recorded, Write } from '../../store/resources/write/write-rows.ts'
import { findPatient } from '../access.ts'
import type { FhirServer, ReadExchange } from '../exchange.ts'
import { readLast } from '../read/last-content.ts'

/** The record of a write that is to come: it goes with what it records. */
export function recordOf(server: FhirServer, kind: EventKind, written: Omit<Write, 'record'>): Recorded {
  const patientId = findPatient(server.parameters, written)
  return { kind, fields: patientId === undefined ? {} : { patientId } }
}

export async function recordAccess({ tx, server }: ReadExchange, kind: EventKind, stored: Stored): Promise<void> {
  const { type, id, version } = stored
  const patientId = findPatient(server.parameters, await readLast(tx, stored))
  tx.record(kind, { resourceType: type, resourceId: id, version, ...(patientId === undefined ? {} : { patientId }) })
}
