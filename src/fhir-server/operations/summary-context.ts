/** The people, places, medicines and devices that the resources of a summary refer to, as far as the caller may read them. */
import { isDirectory } from '../../access/access.ts'
import { readScopeOfTypes } from '../../access/read-scope.ts'
import type { Caller } from '../../core/caller.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { readResource } from '../../store/resources/content.ts'
import { findMany } from '../../store/resources/read/compartment.ts'
import type { ReadExchange } from '../exchange.ts'
import { listTargets } from '../links.ts'

const maxResources = 500
/** From a statement to its medicine, to the medicine's maker, and one further. */
const maxRounds = 3

export async function gatherContext(
  exchange: ReadExchange,
  caller: Caller,
  members: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const { addresses } = exchange.server.parameters
  const known = new Set(members.map(({ resourceType, id }) => `${String(resourceType)}/${String(id)}`))
  const context: JsonObject[] = []
  let open = members
  for (let round = 0; round < maxRounds && open.length > 0; round += 1) {
    const targets = new Set(open.flatMap((one) => listTargets(addresses, one)))
    const wanted = [...targets].filter((target) => !known.has(target) && isContext(target))
    for (const target of wanted) known.add(target)
    // A target that is hidden from the caller, or not there, stays outside.
    const found = await findMany(exchange.tx, { space: 'fhir', scope: readScopeOfTypes(exchange, caller) }, wanted)
    open = found.map(readResource)
    context.push(...open)
    if (context.length > maxResources) throw new Problem('payload-too-large', { detail: 'The summary is too large' })
  }
  return context
}

const isContext = (target: string): boolean => {
  const type = target.slice(0, target.indexOf('/'))
  return isDirectory(type) || type === 'Device'
}
