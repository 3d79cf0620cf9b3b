/** Large JSON: its size, and its text in slices. D81. */
import { type JsonValue, memberText, stringifyJson } from '../json.ts'

/** So many characters cost about as much time as a value. */
const charactersOfValue = 64

/** Work on JSON of this weight takes a few milliseconds and is not divided. */
export const maxAtOnce = 3_000

/** A text of so many characters holds at most about as many values. */
export const maxTextAtOnce = 32 * 1024

/** Nothing smaller is divided. */
const undivided = 200

/** True if work on it is divided. */
export const isDivided = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && weigh(value, undivided) > undivided

/** Weights of objects that several callers ask about, up to `maxAtOnce`. JSON never changes after it was read. */
const weights = new WeakMap<object, number>()

/** True if it has more values than that; a long text counts as several. `limit` is at most `maxAtOnce`. */
export function isLarger(value: unknown, limit: number = maxAtOnce): boolean {
  if (typeof value !== 'object' || value === null) return weigh(value, limit) > limit
  const known = weights.get(value) ?? weigh(value, maxAtOnce)
  weights.set(value, known)
  return known > limit
}

/** Its number of values; stops at the limit. */
function weigh(value: unknown, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / charactersOfValue
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  if (Array.isArray(value)) {
    for (const item of value) {
      weight += weigh(item, limit - weight)
      if (weight > limit) break
    }
    return weight
  }
  for (const name in value) {
    weight += weigh((value as Readonly<Record<string, unknown>>)[name], limit - weight)
    if (weight > limit) break
  }
  return weight
}

/** As `stringifyJson`, in slices. */
export function* stringifyInSlices(value: JsonValue): Generator<undefined, string> {
  if (typeof value !== 'object' || value === null) return stringifyJson(value)
  const isArray = Array.isArray(value)
  const members = value as Readonly<Record<string, JsonValue | undefined>>
  const parts: string[] = []
  for (const name of Object.keys(value)) {
    const item = members[name]
    if (item === undefined) continue
    const text = isDivided(item) ? yield* stringifyInSlices(item) : memberText(value, name, item)
    parts.push(isArray ? text : `${JSON.stringify(name)}:${text}`)
    yield
  }
  return isArray ? `[${parts.join()}]` : `{${parts.join()}}`
}
