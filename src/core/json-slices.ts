/** JSON that may be large: how much there is of it, and its text in slices. D81. */
import { type JsonValue, memberText, stringifyJson } from './json.ts'

/** So many characters take about as long as a value. */
const charactersOfValue = 64

/** What is no larger is done at once, within a few milliseconds, whatever is done with it. */
export const maxAtOnce = 3_000

/** A text of so many characters holds no more than about as many values. */
export const maxTextAtOnce = 32 * 1024

/** What is no larger is not divided. */
const undivided = 200

/** Whether what is done with it is to be divided. */
export const isDivided = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && weigh(value, undivided) > undivided

/** Of objects that several ask for, up to `maxAtOnce` and a little more. JSON is not changed after it was read. */
const weights = new WeakMap<object, number>()

/** Whether it has more values than that, where long texts count as several; `limit` is `maxAtOnce` at most. It is looked at once. */
export function isLarger(value: unknown, limit: number = maxAtOnce): boolean {
  if (typeof value !== 'object' || value === null) return weigh(value, limit) > limit
  const known = weights.get(value) ?? weigh(value, maxAtOnce)
  weights.set(value, known)
  return known > limit
}

/** How much there is of it; it stops past the limit. */
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
