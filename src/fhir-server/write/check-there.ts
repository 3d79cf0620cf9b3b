/** A denied resource can be changed no more than read: it does not exist for the caller. D56. */

import { checkThere, undeniedScopeOf } from '../../access/read-scope.ts'
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import type { Conditional } from '../../store/resources/conditional.ts'
import { hasVersion } from '../../store/resources/read/guarded.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Exchange, FhirRequest } from '../exchange.ts'

/** Does the same as `checkThere`, before the reply says how many there are: the reply is the same for a denied one and for several. D95. */
export async function checkCriteria(
  exchange: Exchange,
  { caller }: Pick<FhirRequest, 'caller'>,
  { where, limit = 1 }: { readonly where: Conditional; readonly limit?: number | undefined },
): Promise<void> {
  if (caller.deniedPatients === undefined) return
  const [found = []] = await exchange.tx.listAllWhere([{ where, limit }])
  await checkThere(exchange, caller, found)
}

/** The request, which says if the resource that it addresses is denied. A write then answers as for nothing, after the checks that come before. D179. */
export async function noteDenied(exchange: Exchange, request: FhirRequest): Promise<FhirRequest> {
  const { caller, type, id } = request
  if (caller.deniedPatients === undefined || id === undefined) return request
  return (await isDeniedAt(exchange, caller, { type, id })) ? { ...request, isDenied: true } : request
}

/** Throws `not-found` to a caller who is denied something: to delete what is denied, and what is not there, are answered alike. D179. */
export function checkDeletable({ caller }: Pick<FhirRequest, 'caller'>, found: Stored | undefined): void {
  if (found === undefined && caller.deniedPatients !== undefined) throw new Problem('not-found')
}

/** Does the same as `checkThere`, for the resource with this id; resources that criteria find are checked there. */
export async function checkAddressed(
  exchange: Exchange,
  { caller, type }: Pick<FhirRequest, 'caller' | 'type'>,
  id: string | undefined,
): Promise<void> {
  if (caller.deniedPatients === undefined || id === undefined) return
  if (await isDeniedAt(exchange, caller, { type, id })) throw new Problem('not-found')
}

/** What is denied is not opened: its size would tell that it is there. D192 */
async function isDeniedAt(
  exchange: Exchange,
  caller: Caller,
  { type, id }: Pick<Stored, 'type' | 'id'>,
): Promise<boolean> {
  const seen = await exchange.tx.findCurrent(fhirAddress(type, id, undeniedScopeOf(exchange, caller)))
  return seen === undefined && hasVersion(exchange.tx, { space: 'fhir', type, id })
}
