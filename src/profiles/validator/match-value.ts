/** Compares a value with a fixed one, or with a pattern. R4 elementdefinition.html#fixed, #pattern. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { Demand } from './element-facts.ts'

export type Matcher = (value: JsonValue | undefined) => boolean

/** Compares members and items; members may have any order. */
export function isEqual(value: JsonValue | undefined, fixed: JsonValue): boolean {
  if (!isJsonObject(fixed) && !Array.isArray(fixed)) return value === fixed
  if (Array.isArray(fixed))
    return (
      Array.isArray(value) && value.length === fixed.length && fixed.every((item, index) => isEqual(value[index], item))
    )
  if (!isJsonObject(value)) return false
  const names = Object.keys(fixed)
  // An id is not part of the fixed value.
  const own = Object.keys(value).filter((name) => name !== 'id' || fixed['id'] !== undefined)
  return own.length === names.length && names.every((name) => isEqual(value[name], fixed[name] ?? null))
}

export function compileDemand({ kind, value: wanted }: Demand): Matcher {
  if (!isJsonObject(wanted) && !Array.isArray(wanted)) return (value) => value === wanted
  return kind === 'fixed' ? (value) => isEqual(value, wanted) : compilePattern(wanted)
}

/** The value must have all members of the pattern, and may have more. */
function compilePattern(pattern: JsonValue): Matcher {
  if (Array.isArray(pattern)) {
    const items = pattern.map(compilePattern)
    return (value) => {
      if (!Array.isArray(value)) return false
      for (const item of items) if (!value.some(item)) return false
      return true
    }
  }
  if (!isJsonObject(pattern)) return (value) => value === pattern
  const members = Object.entries(pattern).map(([name, wanted]) => ({ name, matches: compilePattern(wanted) }))
  return (value) => {
    if (!isJsonObject(value)) return false
    for (const { name, matches } of members) if (!matches(value[name])) return false
    return true
  }
}
