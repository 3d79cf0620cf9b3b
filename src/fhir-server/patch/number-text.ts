/** JSON with every number as its text, so that a number keeps its form when it moves: 1.00 stays 1.00. R4 datatypes.html#decimal. */

import { keepNumberText, numberTextOf } from '../../core/json/json-numbers.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { atOnce } from '../../core/turns.ts'

/** The result of `JSON.rawJSON`, which is written as its text. `call` never exists: it tells the compiler that this is no object of the document. */
export type NumberText = { readonly rawJSON: string; readonly call?: () => never }
export type TextObject = { [key: string]: TextValue }
export type TextValue = string | boolean | null | NumberText | TextValue[] | TextObject

/** ECMAScript "JSON.parse source text access", which Node has and the compiler's library lacks. */
type SourceJson = {
  rawJSON(text: string): NumberText
  isRawJSON(value: unknown): value is NumberText
}
// Node has these members; the types of ECMAScript lack them.
const source = JSON as unknown as SourceJson

export const isNumberText = (value: TextValue): value is NumberText => source.isRawJSON(value)

export const isTextObject = (value: TextValue | undefined): value is TextObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumberText(value)

export const toNumberTexts = (value: JsonValue): TextValue => atOnce(toTexts(value))
export const fromNumberTexts = (value: TextValue): JsonValue => atOnce(fromTexts(value))

/** A copy with texts instead of numbers, in slices. */
export function* toTexts(value: JsonValue): Generator<undefined, TextValue> {
  if (typeof value === 'number') return source.rawJSON(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return value
  const made = (Array.isArray(value) ? [] : {}) as TextObject
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue
    if (typeof item === 'number') made[name] = source.rawJSON(numberTextOf(value, name, item))
    else made[name] = typeof item === 'object' ? yield* toTexts(item) : item
  }
  yield
  return made
}

/** The reverse of `toTexts`, in slices. */
export function* fromTexts(value: TextValue): Generator<undefined, JsonValue> {
  if (typeof value !== 'object' || value === null) return value
  if (isNumberText(value)) return Number(value.rawJSON)
  const made = (Array.isArray(value) ? [] : {}) as JsonObject
  for (const [name, item] of Object.entries(value)) {
    made[name] = typeof item === 'object' ? yield* fromTexts(item) : item
    if (isNumberText(item)) keepNumberText(made, name, item.rawJSON)
  }
  yield
  return made
}

/** Depth and size of a value: its members, items and characters. */
export function measure(value: TextValue): { readonly depth: number; readonly size: number } {
  let depth = 0
  let size = 0
  let level: readonly TextValue[] = [value]
  while (level.length > 0) {
    const inner: TextValue[] = []
    for (const item of level) {
      size += 1 + (typeof item === 'string' ? item.length : 0)
      if (Array.isArray(item)) for (const one of item) inner.push(one)
      if (!isTextObject(item)) continue
      for (const name of Object.keys(item)) size += name.length
      for (const one of Object.values(item)) inner.push(one)
    }
    level = inner
    if (level.length > 0) depth += 1
  }
  return { depth, size }
}
