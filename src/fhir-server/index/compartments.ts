/** Whose compartments a resource is in. R4 compartmentdefinition.html; STORE.md "Search". */

import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { findOwner } from '../../fhir/record-owner.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import type { Token } from '../../store/resources/index-rows.ts'
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
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
  /** Each resource has a row for each that it is in, by which access is kept and everything is found; else its references are looked for. */
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

/** Types that can be in a compartment; its own resource is. */
export const listMemberTypes = (compartment: string): readonly string[] =>
  [...new Set([compartment, ...Object.keys(compartments[compartment]?.types ?? {})])].sort()

type Resource = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** `Type/id` of every resource in whose compartment it is, as far as that has rows of its own. */
export function listCompartments(parameters: SearchParameters, { type, id, content }: Resource): string[] {
  const found = indexed.flatMap(([compartment, { types }]) => {
    const own = type === compartment ? [`${type}/${id}`] : []
    const paths = listPaths(parameters, type, types[type])
    const nodes = paths.flatMap((path) => path.read(content))
    const named = nodes.flatMap((node) => listTargets(parameters.addresses, node))
    const targets = [...named, ...listGuards(parameters, type, content)]
    return [...own, ...targets.filter((target) => target.startsWith(`${compartment}/`))]
  })
  return [...new Set(found)]
}

/** The id of the one patient whose own record it is; `compartments`: its own, as `listCompartments` has them. D20. */
export const findRecordOwner = (
  { addresses }: SearchParameters,
  resource: Resource,
  compartments: readonly string[],
): string | undefined => (resource.type === 'Patient' ? resource.id : findOwner(addresses, resource, compartments))

/** Of a Provenance: its targets tell whose it is. D27. */
export const knownTargets: Token = { parameter: 'target:known', value: '' }

/** Whether it is of the own record of this patient, and about nobody else. D20. */
export const isOwnRecord = (parameters: SearchParameters, resource: Resource, patient: string): boolean =>
  findRecordOwner(parameters, resource, listCompartments(parameters, resource)) === patient

/** R4 binary.html#security: who may see a Binary is who may see what its security context names. D27. */
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

/** To be in the compartment of `Type/id`, for resources of these types. */
export function buildMembership(parameters: SearchParameters, target: string, types: readonly string[]): Condition {
  const row = compartments[target.slice(0, target.indexOf('/'))]
  if (row === undefined || row.isIndexed) return { kind: 'compartment', target }
  const by = types.map((type) => ({
    type,
    parameters: [...new Set(listPaths(parameters, type, row.types[type]).map(({ key }) => key))],
  }))
  return { kind: 'members', target, by }
}
