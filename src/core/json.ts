/**
 * The one reader of untrusted JSON, and its writer. RFC 8259, narrowed: no duplicate keys, NUL or lone surrogates, bounded depth.
 * Number text is kept: `1.00` read is `1.00` written, although its value is the number 1.
 */
import { numberTextOf } from './json/json-numbers.ts'
import { JsonError, type JsonObject, JsonReader, type JsonValue } from './json/json-reader.ts'

export { JsonError, type JsonObject, type JsonValue } from './json/json-reader.ts'

export const maxJsonDepth = 64

/** Reads one JSON document. Throws JsonError with the place. */
export function parseJson(text: string, maxDepth: number = maxJsonDepth): JsonValue {
  const reader = openReader(text, maxDepth)
  reader.readTo(Number.POSITIVE_INFINITY)
  return reader.finish()
}

const openReader = (text: string, maxDepth: number): JsonReader =>
  new JsonReader(text.startsWith('\ufeff') ? text.slice(1) : text, maxDepth)

/** Characters that take less than a millisecond. */
const sliceCharacters = 16 * 1024

/** As `parseJson`, in slices. */
export function* parseJsonInSlices(text: string, maxDepth: number = maxJsonDepth): Generator<undefined, JsonValue> {
  const reader = openReader(text, maxDepth)
  while (!reader.readTo(reader.at + sliceCharacters)) yield
  return reader.finish()
}

/** Strict UTF-8 bytes to a JSON value. */
export function parseJsonBytes(bytes: Uint8Array, maxDepth: number = maxJsonDepth): JsonValue {
  return parseJson(decodeJson(bytes), maxDepth)
}

/** Reads bytes or a text; undefined if it is no JSON. */
export function tryParseJson(given: Uint8Array | string): JsonValue | undefined {
  try {
    return typeof given === 'string' ? parseJson(given) : parseJsonBytes(given)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

/** Strict UTF-8. */
export function decodeJson(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JsonError('not UTF-8', 1, 1)
  }
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Minified JSON, member order and number text kept. Members that are `undefined` are left out. */
export function stringifyJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1)
      text += `${at === 0 ? '' : ','}${memberText(value, String(at), value[at])}`
    return `[${text}]`
  }
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key]
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${memberText(value, key, item)}`
  }
  return `{${text}}`
}

/** A member's value, or an item. */
export function memberText(parent: object, key: string, value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'number' ? numberTextOf(parent, key, value) : stringifyJson(value)
}

/** The text of a member; undefined if it is absent or no text. */
export function textOf(parent: JsonObject | undefined, name: string): string | undefined {
  const value = parent?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The text, or none. */
export const textOrNone = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
