/** Codes of required bindings. R4 terminologies.html#required. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { codeSystems } from './code-systems.ts'
import type { Definitions } from './definitions/definitions.ts'
import { type Finding, finding } from './findings.ts'
import type { Visited } from './walk.ts'

type Sets = ReadonlyMap<string, ReadonlySet<string> | null>

/** A `code` is in the set; of a CodeableConcept's codings at least one is. */
export function checkBinding(definitions: Definitions, visited: Visited): Finding[] {
  const valueSet = visited.member?.valueSet
  const sets = valueSet === undefined || visited.type === 'Element' ? undefined : definitions.findCodes(valueSet)
  return sets === undefined || isBound(sets, visited) ? [] : [finding('required-binding', visited.expression)]
}

function isBound(sets: Sets, { value, type }: Visited): boolean {
  if (type === 'code') return typeof value !== 'string' || hasCode(sets, value)
  if (!isJsonObject(value)) return true
  if (type === 'Coding') return hasCoding(sets, value)
  if (type !== 'CodeableConcept') return true
  const codings = Array.isArray(value['coding']) ? value['coding'].filter(isJsonObject) : []
  return codings.some((coding) => hasCoding(sets, coding)) || (codings.length === 0 && isAbsent(value))
}

/** A system whose codes are not listed takes any code. */
const hasCode = (sets: Sets, code: string): boolean =>
  [...sets.values()].some((codes) => codes === null || codes.has(code))

function hasCoding(sets: Sets, coding: JsonObject): boolean {
  const { system, code } = coding
  if (typeof system !== 'string' || typeof code !== 'string') return false
  const codes = sets.get(system)
  return codes === null || codes?.has(code) === true
}

const isAbsent = (concept: JsonObject): boolean =>
  listExtensions(concept).some((extension) => extension['url'] === codeSystems.absentReason)

function listExtensions(element: JsonObject): JsonObject[] {
  const extensions: JsonValue | undefined = element['extension']
  return Array.isArray(extensions) ? extensions.filter(isJsonObject) : []
}
