/** The resources that one refers to by any element, and the patients that it names by itself. D56, D86. */

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { hasKnownTargets, readConcerned } from '../../fhir/record-owner.ts'
import { findLocalTarget, namedType } from '../../fhir/reference.ts'
import { findRecordOwner, listCompartments } from '../../fhir-search/index/compartments.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import { parseForReading } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'

export type Found = { readonly type: string; readonly id: string; readonly content: JsonObject }

export const foundOf = (stored: Stored): Found => ({
  type: stored.type,
  id: stored.id,
  content: parseForReading(stored),
})

/** Ids of patients. */
export type DeniedPatients = readonly string[]

/** The facts that a resource alone tells about its patients. */
export type Judged = {
  readonly type: string
  readonly id: string
  /** It names a denied patient, or is in that patient's compartment. */
  readonly isNamed: boolean
  /** The patient whose own record it is. D20. */
  readonly owner: string | undefined
  /** It says whose it is, so the resources that it refers to need not. */
  readonly isTold: boolean
  /** The patient is unknown from the resource and from everything that it refers to. */
  readonly isUntellable: boolean
  /** A Binary without a security context: the resource that attaches it says whose it is, and it says nothing about others. R4 binary.html#security. */
  readonly isUnguarded: boolean
  /** `Type/id` of every target except patients. */
  readonly named: readonly string[]
  /** Identifiers by which it refers, also beside a reference. R4 references.html#logical. */
  readonly identifiers: readonly Identifier[]
}

/** In the record of a denied patient, or naming one by any reference. In a Bundle each resource counts. */
export function namesDeniedPatient(
  parameters: SearchParameters,
  deniedPatients: DeniedPatients,
  found: Found,
): boolean {
  if (listCompartments(parameters, found).some((target) => isOneOf(deniedPatients, target))) return true
  return [...readNamed(parameters, found.content).targets].some((target) => isOneOf(deniedPatients, target))
}

export function judge(parameters: SearchParameters, deniedPatients: DeniedPatients, found: Found): Judged {
  const { type, id, content } = found
  const { targets, identifiers } = readNamed(parameters, content)
  const named = [...targets]
  const compartments = listCompartments(parameters, found)
  const owner = findRecordOwner(parameters, found, compartments)
  const { patients, isUnclear } = readConcerned(parameters.addresses, found)
  return {
    type,
    id,
    isNamed: [...compartments, ...named].some((target) => isOneOf(deniedPatients, target)),
    owner,
    isTold: owner !== undefined || (patients.size > 0 && !isUnclear),
    isUntellable: type === 'Provenance' && !hasKnownTargets(parameters.addresses, content),
    isUnguarded: type === 'Binary' && named.length === 0,
    named: named.filter((target) => !target.startsWith(person)),
    identifiers,
  }
}

/** The type in the address of an attachment, which is most often Binary. */
const isOther = (type: string | undefined): boolean => type !== undefined && type !== 'Binary'

const person = 'Patient/'

const isOneOf = (deniedPatients: DeniedPatients, target: string): boolean =>
  target.startsWith(person) && deniedPatients.includes(target.slice(person.length))

export type Identifier = { readonly system?: JsonValue; readonly value: string }

type Named = { readonly targets: ReadonlySet<string>; readonly identifiers: readonly Identifier[] }

/**
 * `Type/id` of every target at any depth and of contained resources, and the identifiers that it refers by. An attachment follows the
 * resource, and not the resource its attachment, so attached Binaries are left out.
 */
function readNamed({ addresses }: SearchParameters, content: JsonObject): Named {
  const targets = new Set<string>()
  const identifiers: Identifier[] = []
  const add = (text: JsonValue | undefined): void => {
    const target = typeof text === 'string' ? findLocalTarget(addresses, text) : undefined
    if (target !== undefined) targets.add(target)
  }
  const collect = (value: JsonValue, isInside: boolean): void => {
    if (Array.isArray(value)) for (const item of value) collect(item, isInside)
    else if (isJsonObject(value)) {
      const { reference, url, fullUrl, resourceType, id } = value
      add(reference)
      add(fullUrl)
      if (typeof url === 'string' && isOther(namedType(url))) add(url)
      if (isInside && typeof resourceType === 'string') add(`${resourceType}/${id}`)
      if (resourceType === undefined) identifiers.push(...readIdentifier(value['identifier']))
      for (const name in value) collect(value[name] ?? null, true)
    }
  }
  collect(content, false)
  return { targets, identifiers }
}

/** A single Identifier is a reference; a list of them are the resource's own. */
export const readIdentifier = (value: JsonValue | undefined): readonly Identifier[] =>
  value !== undefined && isJsonObject(value) && typeof value['value'] === 'string'
    ? [{ value: value['value'], ...(value['system'] === undefined ? {} : { system: value['system'] }) }]
    : []
