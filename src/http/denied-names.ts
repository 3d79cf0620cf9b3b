/** Takes the names of what is denied to a caller out of a request. D180. */

import { newId } from '../core/ids.ts'
import { isJsonObject, type JsonValue } from '../core/json.ts'
import type { Match } from './match-path.ts'

/** A request's row, the names in its path, and its address as an idempotency key knows it. */
export type Addressed<S> = { readonly found: Match<S>; readonly url: string }

/** An id that nobody has stands for each denied one, so every later check, and the handler, answer as for what is not there. */
export function withoutDeniedNames<S>({ found, url }: Addressed<S>, denied: readonly string[]): Addressed<S> {
  const params = { ...found.params }
  let own = url
  for (const name of denied) {
    const [id, nobodys] = [params[name] ?? '', newId()]
    own = own.replaceAll(id, nobodys)
    params[name] = nobodys
  }
  return { found: { ...found, params }, url: own }
}

/** The same for members of a body. */
export const withoutDeniedMembers = (json: JsonValue | undefined, denied: readonly string[]): JsonValue | undefined =>
  json === undefined || !isJsonObject(json) || denied.length === 0
    ? json
    : { ...json, ...Object.fromEntries(denied.map((name) => [name, newId()])) }
