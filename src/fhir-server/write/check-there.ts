/** What is hidden from the caller is changed by nobody of them: it is not there, as for a read. D56. */
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { fhirPlace } from '../../store/hub-resources.ts'
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

/** As `checkThere`, of what has this id; what criteria find is looked at where they have found it. */
export async function checkAddressed(
  exchange: Exchange,
  { caller, type }: Pick<FhirRequest, 'caller' | 'type'>,
  id: string | undefined,
): Promise<void> {
  if (caller.hidden === undefined || id === undefined) return
  await checkThere(exchange, caller, [await exchange.tx.findCurrent(fhirPlace(type, id))])
}
