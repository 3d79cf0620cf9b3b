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
  typeof value === 'object' && value !== null && isLarger(value, undivided)

/** Whether it has more values than that, where long texts count as several. It looks no further than it needs to. */
export const isLarger = (value: unknown, limit: number = maxAtOnce): boolean => weigh(value, limit) > limit

/** How much there is of it; it stops past the limit. */
function weigh(value: unknown, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / charactersOfValue
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
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
