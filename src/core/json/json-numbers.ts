/** Keeps the text of a JSON number if JavaScript would write it otherwise: `1.00` stays `1.00`. */

/** Texts of the numbers in an object or array that JavaScript would write otherwise; a spread copies it. */
const numberTexts = Symbol('numberTexts')
type Annotated = { [numberTexts]?: Record<string, string> }

/** Keeps the text of a number that is or will be this member of an object, or item of an array. */
export function keepNumberText(parent: object, key: string, text: string): void {
  if (String(Number(text)) === text) return
  const annotated = parent as Annotated
  annotated[numberTexts] ??= {}
  annotated[numberTexts][key] = text
}

/** The text of a number in an object or array, if JavaScript would write it otherwise. */
export const findNumberText = (parent: object, key: string | number): string | undefined =>
  (parent as Annotated)[numberTexts]?.[key]

/** A number of an object or array as text. */
export function numberTextOf(parent: object, key: string, value: number): string {
  const text = findNumberText(parent, key)
  return text !== undefined && Number(text) === value ? text : JSON.stringify(value)
}
