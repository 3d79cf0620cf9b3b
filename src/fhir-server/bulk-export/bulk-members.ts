/** The patients of an export of a group. R4 group.html; Bulk Data Access 2.0 export.html "Group of Patients". */

import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import { dateInterval } from '../../fhir-search/index/date-interval.ts'
import type { Zone } from '../../fhir-search/parameters/time-zone.ts'
import { findMany } from '../../store/resources/read/compartment.ts'
import { wholeScope } from '../../store/resources/search/access-scope.ts'
import type { Tx } from '../../store/transaction.ts'

type Now = { readonly now: number; readonly zone: Zone; readonly addresses: OwnAddresses }

/** Ids of the present members. */
export function listMembers(group: JsonObject, at: Now): string[] {
  const members = Array.isArray(group['member']) ? group['member'].filter(isJsonObject) : []
  const ids = members
    .filter((member) => isActive(member, at))
    .flatMap(({ entity }) => {
      const reference = isJsonObject(entity) ? entity['reference'] : undefined
      return typeof reference === 'string' ? (findLocalId(at.addresses, 'Patient', reference) ?? []) : []
    })
  return [...new Set(ids)]
}

function isActive({ inactive, period }: JsonObject, { now, zone }: Now): boolean {
  const ended = isJsonObject(period) ? dateInterval({ end: period['end'] ?? '' }, zone) : undefined
  return inactive !== true && !(ended !== undefined && ended.high < now * 1000)
}

/** Throws if one of them does not exist, or is not in the group. */
export async function checkPatients(
  tx: Tx,
  asked: readonly string[],
  members: readonly string[] | undefined,
): Promise<void> {
  if (members !== undefined) {
    const own = new Set(members)
    if (asked.some((id) => !own.has(id))) throw invalidField('patient', 'must be members of the group')
    return
  }
  const found = await findMany(
    tx,
    { space: 'fhir', scope: wholeScope },
    asked.map((id) => `Patient/${id}`),
  )
  if (found.length < new Set(asked).size) throw invalidField('patient', 'must be patients of this server')
}
