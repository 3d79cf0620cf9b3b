/** Finds the JSON in the answer of a model: in a fence, inside prose, or with a comma too many. D256. */
import { isJsonObject, type JsonValue, tryParseJson } from '../../core/json.ts'
import { ProviderError } from './provider-error.ts'

const fence = /```(?:json)?[ \t]*\r?\n([\s\S]*?)```/i

/** The whole text, the text in a fence, and the text from the first bracket to the last one; each also without commas before a closing bracket. */
function listCandidates(content: string): readonly string[] {
  const fenced = fence.exec(content)?.[1]
  const starts = [content.indexOf('{'), content.indexOf('[')].filter((at) => at >= 0)
  const end = Math.max(content.lastIndexOf('}'), content.lastIndexOf(']'))
  const found =
    starts.length === 0 || end < 0 ? [] : starts.sort((a, b) => a - b).map((at) => content.slice(at, end + 1))
  const all = [content, ...(fenced === undefined ? [] : [fenced]), ...found] // the order in which they are tried
  return [...new Set(all.flatMap((text) => [text, withoutLooseCommas(text)]))]
}

/** Removes commas before a closing bracket. Strings are kept unchanged; a string without an end reaches to the end of the text, so that each character is read once. */
const withoutLooseCommas = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|,(?=\s*[}\]])/g, (found) => (found === ',' ? '' : found))

/** Throws ProviderError if the answer holds no JSON. */
export function findJson(content: string): JsonValue {
  for (const text of listCandidates(content)) {
    const value = tryParseJson(text)
    if (value !== undefined) return value
  }
  throw new ProviderError('provider-answer-invalid')
}

/** Null if the value is no object, or has no such member. */
export const memberOf = (value: JsonValue, name: string): JsonValue =>
  isJsonObject(value) ? (value[name] ?? null) : null
