/** What a resource refers to by any element, and what it alone tells of whose it is. D56, D86. */

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { hasKnownTargets, readConcerned } from '../../fhir/record-owner.ts'
import { findLocalTarget, namedType } from '../../fhir/reference.ts'
import { findRecordOwner, listCompartments } from '../index/compartments.ts'
import type { SearchParameters } from '../search/search-parameters.ts'

export type Found = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** Ids of patients. */
export type Hidden = readonly string[]

/** A resource as far as it alone tells. */
export type Judged = {
  readonly type: string
  readonly id: string
  /** It names a patient who is hidden, or is in the patient's compartment. */
  readonly isNamed: boolean
  /** The patient whose own record it is. D20. */
  readonly owner: string | undefined
  /** It names whose it is: the resources that it refers to need not tell. */
  readonly isTold: boolean
  /** Nothing in it tells whose it is, and nothing that it refers to can. */
  readonly isUntellable: boolean
  /** A Binary without a security context: what attaches it tells whose it is, and it tells of nothing else. R4 binary.html#security. */
  readonly isUnguarded: boolean
  /** `Type/id` of all that it refers to, apart from patients. */
  readonly named: readonly string[]
  /** By which it refers, whether or not to a resource as well. R4 references.html#logical. */
  readonly identifiers: readonly Identifier[]
}

/** In the record of one who is hidden, or naming them by any reference; of what it holds, as a Bundle does, each resource counts. */
export function namesHidden(parameters: SearchParameters, hidden: Hidden, found: Found): boolean {
  if (listCompartments(parameters, found).some((target) => isOneOf(hidden, target))) return true
  return [...readNamed(parameters, found.content).targets].some((target) => isOneOf(hidden, target))
}

export function judge(parameters: SearchParameters, hidden: Hidden, found: Found): Judged {
  const { type, id, content } = found
  const { targets, identifiers } = readNamed(parameters, content)
  const named = [...targets]
  const compartments = listCompartments(parameters, found)
  const owner = findRecordOwner(parameters, found, compartments)
  const { patients, isUnclear } = readConcerned(parameters.addresses, found)
  return {
    type,
    id,
    isNamed: [...compartments, ...named].some((target) => isOneOf(hidden, target)),
    owner,
    isTold: owner !== undefined || (patients.size > 0 && !isUnclear),
    isUntellable: type === 'Provenance' && !hasKnownTargets(parameters.addresses, content),
    isUnguarded: type === 'Binary' && named.length === 0,
    named: named.filter((target) => !target.startsWith(person)),
    identifiers,
  }
}

/** Of the address of an attachment, which most often is a Binary. */
const isOther = (type: string | undefined): boolean => type !== undefined && type !== 'Binary'

const person = 'Patient/'

const isOneOf = (hidden: Hidden, target: string): boolean =>
  target.startsWith(person) && hidden.includes(target.slice(person.length))

export type Identifier = { readonly system?: JsonValue; readonly value: string }

type Named = { readonly targets: ReadonlySet<string>; readonly identifiers: readonly Identifier[] }

/**
 * `Type/id` of all that it refers to at any depth, and of the resources in it, and the identifiers that it refers by. What it attaches goes
 * with it, and not it with that.
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

/** Of one Identifier; a list of them is what something is called itself. */
export const readIdentifier = (value: JsonValue | undefined): readonly Identifier[] =>
  value !== undefined && isJsonObject(value) && typeof value['value'] === 'string'
    ? [{ value: value['value'], ...(value['system'] === undefined ? {} : { system: value['system'] }) }]
    : []
