/** Reads the current version that an operation works on. R4 http.html#read. */

import { checkPartAccess } from '../access/access.ts'
import { readScopeOf } from '../access/read-scope.ts'
import { Problem } from '../core/problems.ts'
import { fhirAddress } from '../store/hub-resources.ts'
import type { Stored } from '../store/resources/types.ts'
import type { FhirRequest, ReadExchange } from './exchange.ts'
import { versionHeaders } from './reply/versioned-reply.ts'

/** As the read interaction, but without an audit record of its own. */
export async function readCurrent(
  exchange: ReadExchange,
  { caller, type, id = '' }: Pick<FhirRequest, 'caller' | 'type' | 'id'>,
): Promise<Stored> {
  const access = checkPartAccess(caller, type, 'read')
  const stored = await exchange.tx.findCurrent(fhirAddress(type, id, readScopeOf(exchange, access, type)))
  if (stored === undefined) throw new Problem('not-found')
  if (stored.deleted) throw deleted(stored)
  return stored
}

export const deleted = (stored: Stored): Problem =>
  new Problem('gone', { detail: 'The resource is deleted', headers: versionHeaders(stored) })
