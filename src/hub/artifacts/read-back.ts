/** PATCH and PUT accept what GET answers: members that they do not set must be as they were read. D76 */
import { z } from 'zod'
import { canonicalJson } from '../../core/json/canonical-json.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'

const asRead = z.unknown().optional().describe('A change gives it as it was read, or leaves it out.')

export const namesOf = <Fields extends object>(fields: Fields): readonly (keyof Fields & string)[] =>
  Object.keys(fields) as (keyof Fields & string)[]

/** For the schema of a change: members of the answer that it does not set. */
export const readMembers = (answer: z.ZodObject, set: readonly string[]): Record<never, typeof asRead> =>
  Object.fromEntries(Object.keys(answer.shape).flatMap((name) => (set.includes(name) ? [] : [[name, asRead]])))

/** Throws 400 for each member of `given` that the change does not set and that differs from the read value. */
export function checkReadBack(given: object, shown: JsonObject, set: readonly string[]): void {
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !set.includes(name) && !isSameJson(value, shown[name]),
  )
  if (changed.length > 0)
    throw new Problem('validation', { errors: changed.map(([field]) => ({ field, message: 'cannot be changed' })) })
}

/** The members that a replacement sets, without those that it repeats; throws as `checkReadBack`. */
export function takeBack<Given extends object, Name extends keyof Given & string>(
  given: Given,
  shown: JsonObject,
  set: readonly Name[],
): Pick<Given, Name> {
  checkReadBack(given, shown, set)
  const own = set.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))
  return Object.fromEntries(own) as Pick<Given, Name>
}

export const isSameJson = (one: unknown, two: unknown): boolean =>
  one !== undefined && two !== undefined && canonicalJson(one as JsonValue) === canonicalJson(two as JsonValue)
