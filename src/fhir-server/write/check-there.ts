/** What is hidden from the caller is changed by nobody of them: it is not there, as for a read. D56. */
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import type { Conditional } from '../../store/resources/conditional.ts'
import type { Stored } from '../../store/resources/content.ts'
import type { Exchange, FhirRequest, ReadExchange } from '../exchange.ts'
import { leaveOutHidden } from '../hidden/hidden.ts'
import { readLast } from '../read/last-content.ts'

/** Throws `not-found` where one of them is hidden. Where nothing is hidden from the caller, nothing is looked at. */
export async function checkThere(
  { tx, server }: ReadExchange,
  { hidden }: Pick<Caller, 'hidden'>,
  existing: readonly (Stored | undefined)[],
): Promise<void> {
  if (hidden === undefined) return
  const found = await Promise.all(existing.filter((one) => one !== undefined).map((one) => readLast(tx, one)))
  const left = await leaveOutHidden(tx, server.parameters, { hidden, found })
  if (left.length < found.length) throw new Problem('not-found')
}

/** As `checkThere`, before it is told how many there are: one that is hidden and several have one answer. D95. */
export async function checkCriteria(
  exchange: Exchange,
  { caller }: Pick<FhirRequest, 'caller'>,
  { where, limit = 1 }: { readonly where: Conditional; readonly limit?: number | undefined },
): Promise<void> {
  if (caller.hidden === undefined) return
  const [found = []] = await exchange.tx.listAllWhere([{ where, limit }])
  await checkThere(exchange, caller, found)
}

/** As `checkThere`, of what has this id; what criteria find is looked at where they have found it. */
export async function checkAddressed(
  exchange: Exchange,
  { caller, type }: Pick<FhirRequest, 'caller' | 'type'>,
  id: string | undefined,
): Promise<void> {
  if (caller.hidden === undefined || id === undefined) return
  await checkThere(exchange, caller, [await exchange.tx.findCurrent(fhirAddress(type, id))])
}
