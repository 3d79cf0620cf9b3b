/** The compartments of a resource. R4 compartmentdefinition.html; docs/design/store.md#search. */

import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { findOwner } from '../../fhir/record-owner.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import type { Token } from '../../store/resources/index-rows.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import type { SearchParameters } from '../parameters/search-parameters.ts'
import {
  type CompartmentRows,
  deviceRows,
  encounterRows,
  patientRows,
  practitionerRows,
  relatedPersonRows,
} from './compartment-tables.ts'
import { listTargets } from './index-values.ts'

type CompartmentRow = {
  readonly types: CompartmentRows
  /** If true, each resource has an index row for each such compartment; otherwise a search follows its references. */
  readonly isIndexed: boolean
}

// biome-ignore format: one row a line
const compartments: Readonly<Record<string, CompartmentRow>> = {
  Patient:       { types: patientRows,       isIndexed: true },
  Encounter:     { types: encounterRows,     isIndexed: true },
  Practitioner:  { types: practitionerRows,  isIndexed: false },
  RelatedPerson: { types: relatedPersonRows, isIndexed: false },
  Device:        { types: deviceRows,        isIndexed: false },
}

export const compartmentTypes: readonly string[] = Object.keys(compartments)

const indexed = Object.entries(compartments).filter(([, { isIndexed }]) => isIndexed)

/** Types that can be in a compartment, including the type of the compartment itself. */
export const listMemberTypes = (compartment: string): readonly string[] =>
  [...new Set([compartment, ...Object.keys(compartments[compartment]?.types ?? {})])].sort()

type Resource = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** `Type/id` of every compartment with index rows that the resource is in. */
export function listCompartments(parameters: SearchParameters, { type, id, content }: Resource): string[] {
  const guards = listGuards(parameters, type, content)
  const found = new Set<string>()
  for (const [compartment, { types }] of indexed) {
    const prefix = `${compartment}/`
    const add = (target: string) => target.startsWith(prefix) && found.add(target)
    if (type === compartment) found.add(`${type}/${id}`)
    for (const path of listPaths(parameters, type, types[type]))
      for (const node of path.read(content)) listTargets(parameters.addresses, node).forEach(add)
    guards.forEach(add)
  }
  return [...found]
}

/** The id of the one patient whose own record it is in; `compartments` comes from `listCompartments`. D20. */
export const findRecordOwner = (
  { addresses }: SearchParameters,
  resource: Resource,
  compartments: readonly string[],
): string | undefined => (resource.type === 'Patient' ? resource.id : findOwner(addresses, resource, compartments))

/** For a Provenance: its targets say whose it is. D27. */
export const knownTargets: Token = { parameter: 'target:known', value: '' }

/** True if it is in the own record of this patient, and about nobody else. D20. */
export const isOwnRecord = (parameters: SearchParameters, resource: Resource, patient: string): boolean =>
  findRecordOwner(parameters, resource, listCompartments(parameters, resource)) === patient

/** R4 binary.html#security: a caller may see a Binary if the caller may see its security context. D27. */
function listGuards({ addresses }: SearchParameters, type: string, { securityContext }: JsonObject): string[] {
  const reference = type === 'Binary' && isJsonObject(securityContext) ? securityContext['reference'] : undefined
  const target = typeof reference === 'string' ? findLocalTarget(addresses, reference) : undefined
  return target === undefined ? [] : [target]
}

const listPaths = (parameters: SearchParameters, type: string, codes: readonly string[] = []) =>
  codes.flatMap((code) => {
    const parameter = parameters.find(type, code)
    return parameter === undefined ? [] : parameters.paths(type, parameter)
  })

/** Being in the compartment of `Type/id`, for resources of these types. */
export function buildMembership(parameters: SearchParameters, target: string, types: readonly string[]): Predicate {
  const row = compartments[target.slice(0, target.indexOf('/'))]
  if (row === undefined || row.isIndexed) return { kind: 'compartment', target }
  const by = types.map((type) => ({
    type,
    parameters: [...new Set(listPaths(parameters, type, row.types[type]).map(({ key }) => key))],
  }))
  return { kind: 'members', target, by }
}
