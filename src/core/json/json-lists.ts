/** Values of JSON that should be texts, or lists of texts or objects. */
import { isJsonObject, type JsonObject } from '../json.ts'

/** The texts of a list; none for anything else. */
export const listTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** The objects of a list; none for anything else. */
export const listObjects = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** A text that is not empty. */
export const findText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
