/** Whether a resource may be stored: R4 and the profiles that it claims, in two pure passes. DESIGN.md "Profiles, decided". */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { checkBinding } from './bindings.ts'
import { checkProfiles } from './conformance.ts'
import type { Definitions } from './definitions/definitions.ts'
import { type Finding, finding } from './findings.ts'
import { checkInvariants } from './invariants.ts'
import { hasNarrativeForm } from './narrative.ts'
import { hasFormat } from './primitives.ts'
import { checkReference, findPending, idPattern, listContained, type PendingReference } from './references.ts'
import { type Visited, walkResource } from './walk.ts'

export type CheckOptions = {
  readonly definitions: Definitions
  /** `au-core`: every resource of a type that AU Core profiles meets its profile, claimed or not. */
  readonly requiredProfiles: 'au-core' | 'base'
}

/** The first pass: what was found, and what only others can answer. */
export type Checked = {
  readonly findings: readonly Finding[]
  readonly pending: { readonly references: readonly PendingReference[] }
}

/** Answers to what was pending; whoever cannot answer says that it is missing. */
export type Answers = { readonly missing: readonly string[] }

export const hasErrors = (findings: readonly Finding[]): boolean => findings.some((found) => found.severity === 'error')

/** More would hold the process for many seconds. The largest resource that R4 publishes and a body may hold has 434,206. */
const maxValues = 500_000

/** Checks one resource. Pure: the same resource has the same findings. */
export function checkResource(resource: JsonValue, options: CheckOptions): Checked {
  const type = isJsonObject(resource) ? resource['resourceType'] : undefined
  if (!isJsonObject(resource) || typeof type !== 'string' || !options.definitions.isResourceType(type))
    return { findings: [finding('resource-type', 'Resource')], pending: { references: [] } }
  if (countValues(resource, maxValues) > maxValues)
    return { findings: [finding('too-large', type)], pending: { references: [] } }
  const types = new Set<string>()
  const references: PendingReference[] = []
  const visit = (visited: Visited): Finding[] => {
    types.add(visited.type)
    // What lies in a Bundle is the Bundle's to resolve.
    if (visited.type === 'Reference' && type !== 'Bundle') references.push(...findPending(visited))
    return checkVisited(visited, options, resource)
  }
  const findings = walkResource({ definitions: options.definitions, visit }, resource)
  options.definitions.loadInvariants(types)
  return { findings: mergeFindings(findings, checkInvariants(resource)), pending: { references } }
}

/** The second pass: turns answers into findings. */
export function finishCheck(checked: Checked, answers: Answers): readonly Finding[] {
  const missing = new Set(answers.missing)
  const absent = checked.pending.references.filter(({ reference }) => missing.has(reference))
  return [...checked.findings, ...absent.map(({ expression }) => finding('reference-missing', expression))]
}

function checkVisited(visited: Visited, options: CheckOptions, root: JsonObject): Finding[] {
  const { value, type, expression } = visited
  if (type === 'xhtml')
    return typeof value === 'string' && hasNarrativeForm(value) ? [] : [finding('narrative', expression)]
  if (type === 'Reference') return checkReference(options.definitions, visited)
  if (!hasFormat(type, value)) return [finding('primitive-format', expression)]
  if (visited.member?.valueSet !== undefined) return checkBinding(options.definitions, visited)
  if (value !== visited.resource || !isJsonObject(value)) return []
  const requireAuCore = value === root && options.requiredProfiles === 'au-core'
  return [...checkIds(visited, value), ...checkProfiles(value, expression, requireAuCore)]
}

/** R4 resource.html#id, references.html#contained. */
function checkIds(visited: Visited, resource: JsonObject): Finding[] {
  const { id } = resource
  const contained = listContained(resource)
  const ids = contained.map((item) => item['id'])
  const place = `${visited.expression}.contained`
  return [
    ...(id === undefined || (typeof id === 'string' && idPattern.test(id))
      ? []
      : [finding('id-format', `${visited.expression}.id`)]),
    ...ids.flatMap((own, index) => (own === undefined ? [finding('contained-id', `${place}[${index}]`)] : [])),
    ...ids.flatMap((own, index) =>
      own !== undefined && ids.indexOf(own) < index ? [finding('contained-duplicate', `${place}[${index}].id`)] : [],
    ),
  ]
}

/** A resource that the walk cannot follow is not reported again as unreadable, nor a place twice by one rule. */
function mergeFindings(walked: readonly Finding[], invariants: readonly Finding[]): Finding[] {
  const news = hasErrors(walked) ? invariants.filter((found) => found.rule !== 'unreadable') : invariants
  const byPlace = new Map(
    [...walked, ...news].map((found) => [`${found.rule} ${found.expression} ${found.profile ?? ''}`, found]),
  )
  return [...byPlace.values()]
}

/** Objects and simple values in all; it stops counting past the limit. */
function countValues(value: JsonValue, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = Array.isArray(value) ? 0 : 1
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    count += countValues(inner, limit - count)
    if (count > limit) break
  }
  return count
}
