/** One audit record for each interaction. docs/design/store.md#audit. */

import { findPatient } from '../../access/access.ts'
import { readLast } from '../../access/last-content.ts'
import type { EventKind } from '../../store/events.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Recorded, Write } from '../../store/resources/write/write-rows.ts'
import type { FhirServer, ReadExchange } from '../exchange.ts'

/** The audit record of a coming write, stored with it. */
export function recordOf(
  server: FhirServer,
  kind: EventKind,
  written: Pick<Write, 'type' | 'id' | 'content'>,
): Recorded {
  const patientId = findPatient(server.parameters, written)
  return { kind, fields: patientId === undefined ? {} : { patientId } }
}

export async function recordAccess({ tx, server }: ReadExchange, kind: EventKind, stored: Stored): Promise<void> {
  const { type, id, version } = stored
  const patientId = findPatient(server.parameters, await readLast(tx, stored))
  tx.record(kind, { resourceType: type, resourceId: id, version, ...(patientId === undefined ? {} : { patientId }) })
}
