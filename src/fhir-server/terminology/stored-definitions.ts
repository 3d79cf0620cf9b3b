/** Code systems, value sets and concept maps in the tenant's own resources; they come before those of the process. */
import type { CodeSystem, ConceptMap, ValueSet } from '@medplum/fhirtypes'
import { checkConcerned, checkPartAccess, findPartAccess } from '../../access/access.ts'
import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import { accessScopeOf } from '../../access/restriction.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { escapeValue } from '../../fhir-search/criteria/search-values.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { type Ground, withResources } from '../../terminology/ground.ts'
import { findLoadedDefinition } from '../../terminology/loaded-systems.ts'
import { parseExact } from '../conditional-criteria.ts'
import type { FhirRequest, ReadExchange } from '../exchange.ts'
import { findText } from '../parameters.ts'
import { readCurrent } from '../read-current.ts'
import { findInline } from './inline-definition.ts'

export type Definition = CodeSystem | ValueSet | ConceptMap
type DefinitionType = Definition['resourceType']
type Of<T extends DefinitionType> = Extract<Definition, { readonly resourceType: T }>

/** Most definitions that one question may read from the store. */
const maxStored = 50

const canonicalCriteria = (canonical: string): Parameters => {
  const [url = '', version] = canonical.split('|')
  return [['url', escapeValue(url)], ...(version === undefined ? [] : [['version', escapeValue(version)] as const])]
}

/** Active ones first, the one written last before the others. */
export async function listStored<T extends DefinitionType>(
  exchange: ReadExchange,
  type: T,
  criteria: Parameters,
): Promise<Of<T>[]> {
  const { tx, server } = exchange
  const access = findPartAccess(tx.caller, type, 'read')
  if (access === undefined) return []
  const { where } = parseExact(server, type, criteria)
  const page = await tx.search({
    space: 'fhir',
    type,
    where,
    limit: maxStored,
    scope: accessScopeOf(server.parameters, tx.caller, [type]),
  })
  const rank = ({ status }: JsonObject): number => (status === 'active' ? 0 : 1)
  const found = await leaveOutStored(exchange, page.items)
  const items = found.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).map(contentOf)
  return items.toSorted((a, b) => rank(a) - rank(b)) as unknown as Of<T>[] // what is stored as a type passed its check
}

const contentOf = (stored: Stored): JsonObject => readResource(stored)

/** The definition of the instance in the address, of the body, or of the named canonical address. */
export async function findAsked<T extends 'CodeSystem' | 'ValueSet'>(
  exchange: ReadExchange,
  request: FhirRequest,
  named: { readonly type: T; readonly parameter: string; readonly version: string },
): Promise<{ readonly definition?: Of<T>; readonly canonical?: string }> {
  const { type, parameter, version } = named
  checkConcerned(type, checkPartAccess(request.caller, type, 'read'))
  if (request.id !== undefined)
    return { definition: contentOf(await readCurrent(exchange, request)) as unknown as Of<T> } // of the type of the address
  const inline = findInline(request, type, parameter)
  if (inline !== undefined) return { definition: inline }
  const url = findText(request, 'url')
  if (url === undefined) return {}
  const asked = findText(request, version)
  return { canonical: asked === undefined || url.includes('|') ? url : `${url}|${asked}` }
}

/** The tenant's own, else the one that the operator loaded. */
export async function findKept<T extends 'ValueSet' | 'ConceptMap'>(
  exchange: ReadExchange,
  type: T,
  canonical: string,
): Promise<Of<T> | undefined> {
  const [stored] = await listStored(exchange, type, canonicalCriteria(canonical))
  // It was loaded as this type.
  return stored ?? ((await findLoadedDefinition(exchange.tx.client, type, canonical)) as Of<T> | undefined)
}

/** The code systems with the tenant's own definitions that a value set, or a code, needs. */
export async function openTenantGround(
  exchange: ReadExchange,
  ground: Ground,
  wanted: { readonly valueSets: readonly (string | ValueSet)[]; readonly systems: readonly string[] },
): Promise<Ground> {
  const found: (CodeSystem | ValueSet)[] = []
  const [sets, systems] = [new Set(wanted.valueSets), new Set(wanted.systems)]
  for (const one of sets) {
    const stored = typeof one === 'string' ? await findKept(exchange, 'ValueSet', one) : one
    if (typeof one === 'string' && stored !== undefined) found.push(stored)
    const valueSet = stored ?? (typeof one === 'string' ? ground.findValueSet(one) : undefined)
    for (const part of [...(valueSet?.compose?.include ?? []), ...(valueSet?.compose?.exclude ?? [])]) {
      for (const canonical of part.valueSet ?? []) sets.add(canonical)
      if (part.system !== undefined)
        systems.add(part.version === undefined ? part.system : `${part.system}|${part.version}`)
    }
    if (sets.size + systems.size > maxStored * 2)
      throw new Problem('validation', {
        errors: [{ field: 'url', message: 'is composed of too many parts', code: 'too-costly' }],
      })
  }
  for (const one of systems)
    found.push(...(await listStored(exchange, 'CodeSystem', canonicalCriteria(one))).slice(0, 1))
  return withResources(ground, found)
}
