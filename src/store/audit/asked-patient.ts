/** A patient whom a caller has asked for by whatever text: the audit keeps the id of a Patient that is here, and of all else a keyed hash. D69. */

import { isUuid } from '../../core/ids.ts'
import { isId } from '../../fhir/id.ts'
import { blind } from '../keys/seal.ts'
import type { Tenant } from '../keys/tenants.ts'
import type { Tables } from '../postgres/parts.ts'

/** No id has a colon. R4 datatypes.html#id. */
const mark = 'hash:'

type Hashed = { readonly patientId?: string; readonly patientHash: string }

/** As the statement takes it: the id, where it is one, and what is recorded where no Patient has it. */
export const askedPatient = (tenant: Pick<Tenant, 'number' | 'keys'>, text: string): Hashed => ({
  ...(isId(text) ? { patientId: text } : {}),
  patientHash: hashPatient(tenant, text),
})

function hashPatient({ number, keys }: Pick<Tenant, 'number' | 'keys'>, text: string): string {
  const make = () =>
    `${mark}${BigInt.asUintN(64, BigInt(blind(keys.index, `asked|${text}`)))
      .toString(16)
      .padStart(16, '0')}`
  // What is no UUID may be a name: it stays in memory no longer than it takes.
  return isUuid(text) ? keys.hashes.read(`${number}|${keys.indexId}|asked|${text}`, make) : make()
}

export const isHashedPatient = (patientId: string): boolean => patientId.startsWith(mark)

/** Part of the statement that records `r`. A Patient that is written in the same statement is the resource of its record. */
export const patientText = ({ resource }: Tables): string =>
  `case when r."patientId" is not null and ((r."resourceType" = 'Patient' and r."resourceId" = r."patientId")
     or exists (select from ${resource} p where p.tenant = $1 and p.space = 'fhir' and p.type = 'Patient' and p.id = r."patientId"))
   then r."patientId" else r."patientHash" end`
