/** The meaning of a code: its names and properties. R4 codesystem-operation-lookup.html. */

import { checkConcerned, checkPartAccess } from '../../access/access.ts'
import { Problem } from '../../core/problems.ts'
import type { Concept, Property, SystemContent } from '../../terminology/concepts.ts'
import { isInactive } from '../../terminology/concepts.ts'
import { gatherSystems } from '../../terminology/loaded-systems.ts'
import type { FhirReply, FhirRequest, Look } from '../exchange.ts'
import { listInputs, valueOfInput } from '../parameters.ts'
import { readCodes } from './asked-code.ts'
import { notHere, notKnown, type OutParameter, parametersReply, textParameter } from './outcomes.ts'
import { openTenantGround } from './stored-definitions.ts'

export const lookup: Look = async (exchange, request) => {
  checkConcerned('CodeSystem', checkPartAccess(request.caller, 'CodeSystem', 'read'))
  const [code] = readCodes(request, { system: 'system', version: 'version' })
  if (code?.system === undefined || code.code === undefined) throw notKnown('system', 'is expected with the code')
  const { terminology } = exchange.server
  const ground = await openTenantGround(exchange, terminology.ground, { valueSets: [], systems: [code.system] })
  const systems = await gatherSystems(exchange.tx.client, ground.systems, [code])
  exchange.tx.record('fhir.terminology', { resourceType: 'CodeSystem' })
  const system = systems.findSystem(code.system, code.version)
  if (system === undefined) throw notHere('system', 'is not loaded here')
  const concept = system.find(code.code)
  if (concept === undefined) throw new Problem('not-found', { detail: 'The code is not known in its code system' })
  return reply(system, concept, listWanted(request))
}

const listWanted = (request: FhirRequest): ReadonlySet<string> =>
  new Set([
    ...request.parameters.flatMap(([name, value]) => (name === 'property' ? [value] : [])),
    ...listInputs(request).flatMap((input) => (input['name'] === 'property' ? [String(valueOfInput(input))] : [])),
  ])

/** Without named properties the reply holds all known ones. */
function reply(system: SystemContent, concept: Concept, wanted: ReadonlySet<string>): FhirReply {
  const isWanted = (name: string): boolean => wanted.size === 0 || wanted.has(name)
  const properties: Property[] = [
    ...concept.properties.filter(({ code }) => code !== 'parent' && code !== 'child'),
    ...concept.parents.map((value): Property => ({ code: 'parent', value, type: 'code' })),
    ...listChildren(system, concept).map((value): Property => ({ code: 'child', value, type: 'code' })),
    ...(concept.properties.some(({ code }) => code === 'inactive')
      ? []
      : [{ code: 'inactive', value: String(isInactive(concept)), type: 'boolean' } as const]),
  ]
  return parametersReply([
    { name: 'name', valueString: system.name ?? system.url },
    ...textParameter('version', system.version),
    { name: 'display', valueString: concept.display ?? concept.code },
    ...(isWanted('definition') ? textParameter('definition', concept.definition) : []),
    ...(isWanted('designation') ? concept.designations.map(buildDesignation) : []),
    ...properties.filter(({ code }) => isWanted(code)).map(buildProperty),
  ])
}

const listChildren = ({ list }: SystemContent, { code }: Concept): string[] =>
  list === undefined ? [] : [...list()].filter(({ parents }) => parents.includes(code)).map((child) => child.code)

const buildDesignation = ({ language, use, value }: Concept['designations'][number]): OutParameter => ({
  name: 'designation',
  part: [
    ...(language === undefined ? [] : [{ name: 'language', valueCode: language }]),
    ...(use === undefined ? [] : [{ name: 'use', valueCoding: { code: use } }]),
    { name: 'value', valueString: value },
  ],
})

/** R4: a property's value is a code, a string, a boolean, a number or a date; a Coding is given as its code. */
const buildProperty = ({ code, value, type }: Property): OutParameter => ({
  name: 'property',
  part: [
    { name: 'code', valueCode: code },
    { name: 'value', ...buildValue(type, value) },
  ],
})

function buildValue(type: Property['type'], value: string): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'boolean':
      return { valueBoolean: value === 'true' }
    case 'integer':
      return { valueInteger: Number(value) }
    case 'decimal':
      return { valueDecimal: Number(value) }
    case 'dateTime':
      return { valueDateTime: value }
    case 'string':
      return { valueString: value }
    default:
      return { valueCode: value }
  }
}
