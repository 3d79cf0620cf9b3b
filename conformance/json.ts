/** Reads unchecked FHIR JSON. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json | undefined }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A value as a list: nothing gives none, an array its items. */
export const listOf = (value: Json | undefined): readonly Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** Selects the values at a dotted path, through arrays; `value[x]` is a choice of any type. */
export function select(value: Json | undefined, path: string): readonly Json[] {
  return path
    .split('.')
    .reduce<readonly Json[]>((found, name) => found.flatMap((item) => membersOf(item, name)), [...listOf(value)])
}

function membersOf(value: Json, name: string): readonly Json[] {
  if (!isObject(value)) return []
  if (!name.endsWith('[x]')) return listOf(value[name])
  const stem = name.slice(0, -3)
  return Object.keys(value)
    .filter((key) => key.startsWith(stem) && /^[A-Z]/.test(key.slice(stem.length)))
    .flatMap((key) => listOf(value[key]))
}

/** Whether an element is there: a value, or a primitive's extensions in its place. */
export function hasElement(value: Json, path: string): boolean {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parents = names.length === 0 ? [value] : select(value, names.join('.'))
  return parents.some(
    (parent) => isObject(parent) && (membersOf(parent, last).length > 0 || membersOf(parent, `_${last}`).length > 0),
  )
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // any JSON is one
  } catch {
    return undefined
  }
}
