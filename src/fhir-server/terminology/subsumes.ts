/** Whether one concept is a kind of another. R4 codesystem-operation-subsumes.html. */

import { invalidField } from '../../core/problems.ts'
import type { Code } from '../../profiles/code-lookup.ts'
import { withResources } from '../../terminology/ground.ts'
import { gatherSystems } from '../../terminology/loaded-systems.ts'
import { compareConcepts } from '../../terminology/subsumption.ts'
import type { FhirRequest, Look } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { buildCode, findObject, readCoding } from './asked-code.ts'
import { notHere, notKnown, parametersReply } from './outcomes.ts'
import { findAsked, openTenantGround } from './stored-definitions.ts'

export const subsumes: Look = async (exchange, request) => {
  const named = { type: 'CodeSystem', parameter: 'codeSystem', version: 'version' } as const
  const { definition } = await findAsked(exchange, request, named)
  const [a, b] = [readSide(request, 'A', definition?.url), readSide(request, 'B', definition?.url)]
  if (a.system === undefined || a.system !== b.system)
    throw invalidField('system', 'is expected, and the same for both')
  const { terminology } = exchange.server
  const ground =
    definition === undefined
      ? await openTenantGround(exchange, terminology.ground, { valueSets: [], systems: [a.system] })
      : withResources(terminology.ground, [definition])
  const systems = await gatherSystems(exchange.tx.client, ground.systems, [a, b])
  exchange.tx.record('fhir.terminology', { resourceType: 'CodeSystem' })
  const system = systems.findSystem(a.system, a.version)
  if (system === undefined) throw notHere('system', 'is not loaded here')
  const outcome = compareConcepts(system, a.code, b.code)
  if (outcome === undefined) throw notKnown('codeA', 'is not a code of the system, or codeB is not')
  return parametersReply([{ name: 'outcome', valueCode: outcome }])
}

function readSide(request: FhirRequest, side: 'A' | 'B', url: string | undefined): Code & { readonly code: string } {
  const coding = findObject(request, `coding${side}`)
  const [system, version] = [findText(request, 'system') ?? url, findText(request, 'version')]
  const read =
    coding === undefined ? buildCode({ system, version, code: findText(request, `code${side}`) }) : readCoding(coding)
  if (read.code === undefined) throw invalidField(`code${side}`, 'is expected')
  return { ...read, code: read.code }
}
