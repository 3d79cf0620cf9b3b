/** A patient that a caller named by any text. The audit keeps the id if it is a Patient of the tenant, and a keyed hash otherwise. D69. */

import { isUuid } from '../../core/ids.ts'
import { isId } from '../../fhir/id.ts'
import { blind } from '../keys/seal.ts'
import type { Tables } from '../postgres/parts.ts'
import type { Tenant } from '../tenants/tenant.ts'

/** No id has a colon. R4 datatypes.html#id. */
const mark = 'hash:'

export type Hashed = { readonly patientId: string | undefined; readonly patientHash: string }

/** The id for the statement, and the text for the record if no Patient has that id. */
export const askedPatient = (tenant: Pick<Tenant, 'number' | 'keys'>, text: string): Hashed => ({
  patientId: isId(text) ? text : undefined,
  patientHash: hashPatient(tenant, text),
})

function hashPatient({ keys }: Pick<Tenant, 'keys'>, text: string): string {
  const make = () =>
    `${mark}${BigInt.asUintN(64, BigInt(blind(keys.index, `asked|${text}`)))
      .toString(16)
      .padStart(16, '0')}`
  // A text that is no UUID may be a name, so it is not kept in memory.
  if (!isUuid(text)) return make()
  const kept = keys.hashes.open('asked', 'Patient', '')
  return kept.find(text) ?? kept.keep(text, make())
}

export const isHashedPatient = (patientId: string): boolean => patientId.startsWith(mark)

/**
 * Part of the statement that records `r`. A Patient that the same statement writes is the resource of its record. All others are looked up
 * together, once and by their ids, which are the parameter `asked`; for "exists" PostgreSQL reads every Patient of the tenant, since it expects
 * a hundred records.
 */
export const patientText = ({ resource }: Tables, asked: string): string =>
  `case when r."patientId" is not null and ((r."resourceType" = 'Patient' and r."resourceId" = r."patientId")
     or r."patientId" = any (array(
       select p.id from ${resource} p where p.tenant = $1 and p.space = 'fhir' and p.type = 'Patient'
         and p.id = any (${asked}::text[]))))
   then r."patientId" else r."patientHash" end`
