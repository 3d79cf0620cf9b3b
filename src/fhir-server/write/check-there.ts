/** A denied resource can be changed no more than read: it does not exist for the caller. D56. */

import { checkThere } from '../../access/read-scope.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import type { Conditional } from '../../store/resources/conditional.ts'
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

/** Does the same as `checkThere`, for the resource with this id; resources that criteria find are checked there. */
export async function checkAddressed(
  exchange: Exchange,
  { caller, type }: Pick<FhirRequest, 'caller' | 'type'>,
  id: string | undefined,
): Promise<void> {
  if (caller.deniedPatients === undefined || id === undefined) return
  await checkThere(exchange, caller, [await exchange.tx.findCurrent(wholeAddress(type, id))])
}
