/** The profiles, tags and security labels in use, of a type or of all. R4 resource-operation-meta.html. */

import type { Parameters } from '@medplum/fhirtypes'
import { checkPartAccess, findPartAccess } from '../../access/access.ts'
import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../core/json.ts'
import { versionedTypes } from '../../fhir/resource-types.ts'
import { present } from '../../fhir-search/criteria/path-predicates.ts'
import { parseForReading } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { FhirRequest, Look, Members, ReadExchange } from '../exchange.ts'
import { maxCandidates, tooMany } from '../search/resolve-criteria.ts'
import { keyOf, members } from './meta.ts'

/** For types that the caller may search. */
export const summarizeMeta: Look = async (exchange, request) => {
  const { tx } = exchange
  const { caller, type } = request
  const types = type === '' ? versionedTypes.filter((one) => findPartAccess(caller, one, 'search-type')) : [type]
  // If no type is open, this throws the reason.
  if (type !== '' || types.length === 0) checkPartAccess(caller, type || 'Patient', 'search-type')
  const found = await findMarked(exchange, request, types)
  tx.record('fhir.search', { count: found.length, ...(type === '' ? {} : { resourceType: type }) })
  const valueMeta = Object.fromEntries(
    members.map((name) => [name, unite(found, name)]).filter(([, all]) => all?.length),
  )
  // R4 datatypes.html: an element is never empty, so without a result there is no parameter.
  const parameter = found.length === 0 ? undefined : [{ name: 'return', valueMeta }]
  return { status: 200, text: stringifyJson({ resourceType: 'Parameters', parameter } satisfies Members<Parameters>) }
}

/** Every resource with any of them. */
async function findMarked(
  { tx, server }: ReadExchange,
  { caller }: FhirRequest,
  types: readonly string[],
): Promise<readonly Stored[]> {
  const of = members.flatMap((name) => {
    const parameter = server.parameters.find('Patient', `_${name}`)
    return parameter === undefined ? [] : server.parameters.paths('Patient', parameter).map(({ key }) => present(key))
  })
  const page = await tx.search({
    space: 'fhir',
    types,
    where: [{ kind: 'any', of }],
    limit: maxCandidates,
    scope: accessScopeOf(server.parameters, caller, types),
  })
  if (page.next !== undefined) throw tooMany(undefined)
  return leaveOutStored({ tx, server }, page.items)
}

/** Each once, in one order. */
function unite(found: readonly Stored[], name: (typeof members)[number]): JsonValue[] {
  const all = new Map<string, JsonValue>()
  for (const stored of found) {
    const { meta } = parseForReading(stored)
    const items = isJsonObject(meta) ? (meta as JsonObject)[name] : undefined
    for (const item of Array.isArray(items) ? items : []) all.set(keyOf(item), item)
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
