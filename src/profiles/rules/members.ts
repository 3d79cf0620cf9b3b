/** Members of JSON whose shape other rules check: these functions leave out a value of another shape. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'

const none: readonly JsonObject[] = []

export function objectsOf(parent: JsonObject, name: string): readonly JsonObject[] {
  const value = parent[name]
  return Array.isArray(value) ? value.filter(isJsonObject) : none
}

export function objectOf(parent: JsonObject, name: string): JsonObject | undefined {
  const value = parent[name]
  return isJsonObject(value) ? value : undefined
}

/** Runs `visit` on each string in a value, with the name of its member. */
export function eachText(value: JsonValue, visit: (text: string, name: string) => void, name = ''): void {
  if (typeof value === 'string') visit(value, name)
  else if (Array.isArray(value)) for (const item of value) eachText(item, visit, name)
  else if (isJsonObject(value)) for (const key in value) eachText(value[key] ?? null, visit, key)
}
