/** Values of a search parameter's elements, as tokens hold them. R4 search.html#token, search.html#reference. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

/** `system|code`, `|code` where there is no system, and `code` alone. */
export function listTokenValues(value: JsonValue): string[] {
  if (!isJsonObject(value)) return typeof value === 'object' ? [] : [String(value)]
  if (Array.isArray(value['coding'])) return value['coding'].flatMap(listTokenValues)
  const { system, value: own, code = own } = value
  if (typeof code !== 'string') return []
  return typeof system === 'string' ? [`${system}|${code}`, code] : [`|${code}`, code]
}

/** `Type/id` without a version, an absolute URL as it is; a contained target has no value. */
export function listReferenceValues(value: JsonValue): string[] {
  const reference = isJsonObject(value) ? (value as JsonObject)['reference'] : undefined
  if (typeof reference !== 'string' || reference.startsWith('#')) return []
  return [reference.replace(/\/_history\/[^/]+$/, '')]
}
