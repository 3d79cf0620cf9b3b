/** A denied resource can be changed no more than read: it does not exist for the caller. D56. */

import { leaveOutDenied } from '../../access/consent-denials/leave-out-denied.ts'
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import type { Conditional } from '../../store/resources/conditional.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Exchange, FhirRequest, ReadExchange } from '../exchange.ts'
import { readLast } from '../read/last-content.ts'

/** Throws `not-found` if one of them is denied. Reads nothing if nothing is denied to the caller. */
export async function checkThere(
  { tx, server }: ReadExchange,
  { deniedPatients }: Pick<Caller, 'deniedPatients'>,
  existing: readonly (Stored | undefined)[],
): Promise<void> {
  if (deniedPatients === undefined) return
  const found = await Promise.all(existing.filter((one) => one !== undefined).map((one) => readLast(tx, one)))
  const left = await leaveOutDenied(tx, server.parameters, { deniedPatients, found })
  if (left.length < found.length) throw new Problem('not-found')
}

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

/** Does the same as `checkThere`, for the resource with this id; resources that criteria find are checked there. */
export async function checkAddressed(
  exchange: Exchange,
  { caller, type }: Pick<FhirRequest, 'caller' | 'type'>,
  id: string | undefined,
): Promise<void> {
  if (caller.deniedPatients === undefined || id === undefined) return
  await checkThere(exchange, caller, [await exchange.tx.findCurrent(fhirAddress(type, id))])
}
