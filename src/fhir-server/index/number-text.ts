/** JSON with every number as its text, so that a number can be moved about and stay what it was: 1.00 stays 1.00. R4 datatypes.html#decimal. */
import { type JsonValue, parseJson, stringifyJson } from '../../json.ts'

/** What `JSON.rawJSON` makes: written as its text. `call` is never there: it tells the compiler that this is no object of the document. */
export type NumberText = { readonly rawJSON: string; readonly call?: () => never }
export type TextObject = { [key: string]: TextValue }
export type TextValue = string | boolean | null | NumberText | TextValue[] | TextObject

/** ECMAScript "JSON.parse source text access", which Node has and the compiler's library does not know yet. */
type SourceJson = {
  rawJSON(text: string): NumberText
  isRawJSON(value: unknown): value is NumberText
  parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown
  stringify(value: unknown, replacer?: null, indent?: number): string
}
const source = JSON as unknown as SourceJson

export const isNumberText = (value: TextValue): value is NumberText => source.isRawJSON(value)

export const isTextObject = (value: TextValue | undefined): value is TextObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumberText(value)

export const toNumberTexts = (value: JsonValue): TextValue =>
  // What was JSON is nothing else after it.
  source.parse(stringifyJson(value), (_key, item, context) =>
    typeof item === 'number' ? source.rawJSON(context.source) : item,
  ) as TextValue

export const fromNumberTexts = (value: TextValue): JsonValue => parseJson(source.stringify(value))

/** How deeply a value is nested, and how large it is: its members, items and characters. */
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

/** The same JSON, one member a line. */
export const indentJson = (text: string): string => source.stringify(toNumberTexts(parseJson(text)), null, 2)
