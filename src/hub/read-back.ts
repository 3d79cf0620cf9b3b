/** What GET answers, a change takes back: what it does not set is taken as it was read, and refused where it differs. D76 */
import { z } from 'zod'
import { canonicalJson, type JsonObject, type JsonValue } from '../json.ts'
import { Problem } from '../problems.ts'

const asRead = z.unknown().optional().describe('A change gives it as it was read, or leaves it out.')

/** For the schema of a change: the members of the answer that it does not set. */
export const readMembers = (answer: z.ZodObject, set: readonly string[]): Record<never, typeof asRead> =>
  Object.fromEntries(Object.keys(answer.shape).flatMap((name) => (set.includes(name) ? [] : [[name, asRead]])))

/** Throws 400 for each member of `given` that the change does not set, and that is not as it was read. */
export function checkReadBack(given: object, shown: JsonObject, set: readonly string[]): void {
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !set.includes(name) && !isSameJson(value, shown[name]),
  )
  if (changed.length > 0)
    throw new Problem('validation', { errors: changed.map(([field]) => ({ field, message: 'cannot be changed' })) })
}

export const isSameJson = (one: unknown, two: unknown): boolean =>
  one !== undefined && two !== undefined && canonicalJson(one as JsonValue) === canonicalJson(two as JsonValue)
