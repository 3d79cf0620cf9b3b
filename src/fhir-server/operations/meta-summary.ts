/** The profiles, tags and security labels in use, of a type or of all. R4 resource-operation-meta.html. */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../core/json.ts'
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import { checkPartAccess, findPartAccess } from '../access.ts'
import type { FhirRequest, Look, ReadExchange } from '../exchange.ts'
import { leaveOutStored } from '../hidden/hidden.ts'
import { versionedTypes } from '../resource-types.ts'
import { present } from '../search/path-conditions.ts'
import { maxCandidates, tooMany } from '../search/resolve-filters.ts'
import { restrict } from '../search/search-access.ts'
import { keyOf, members } from './meta.ts'

/** Of what the caller may search. */
export const summarizeMeta: Look = async (exchange, request) => {
  const { tx } = exchange
  const { caller, type } = request
  const types = type === '' ? versionedTypes.filter((one) => findPartAccess(caller, one, 'search-type')) : [type]
  // Where nothing is open, this says why.
  if (type !== '' || types.length === 0) checkPartAccess(caller, type || 'Patient', 'search-type')
  const found = await findMarked(exchange, request, types)
  tx.record('fhir.search', { count: found.length, ...(type === '' ? {} : { resourceType: type }) })
  const valueMeta = Object.fromEntries(
    members.map((name) => [name, unite(found, name)]).filter(([, all]) => all?.length),
  )
  // R4 datatypes.html: an element is never empty, so where there is nothing to sum up there is none.
  const parameter = found.length === 0 ? undefined : [{ name: 'return', valueMeta }]
  return { status: 200, text: stringifyJson({ resourceType: 'Parameters', parameter }) }
}

/** Every resource that has any of them. */
async function findMarked(
  { tx, server }: ReadExchange,
  { caller }: FhirRequest,
  types: readonly string[],
): Promise<readonly Stored[]> {
  const restriction = restrict(server.parameters, caller, types)
  const of = members.flatMap((name) => {
    const parameter = server.parameters.find('Patient', `_${name}`)
    return parameter === undefined ? [] : server.parameters.paths('Patient', parameter).map(({ key }) => present(key))
  })
  const page = await tx.search({
    space: 'fhir',
    types,
    where: [{ kind: 'any', of }],
    limit: maxCandidates,
    ...(restriction === undefined ? {} : { restriction }),
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
