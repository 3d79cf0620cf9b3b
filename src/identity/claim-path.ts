/** Finds a claim by its name, or by a path into claims that have members. D161. */
import type { JWTPayload } from 'jose'
import { listTexts } from '../core/json/json-lists.ts'

/** Own members alone: a name like `constructor` finds nothing of the language. */
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** RFC 6901 4. */
const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

const stepsOf = (name: string): readonly string[] =>
  name.startsWith('/') ? name.slice(1).split('/').map(unescapeStep) : name.split('.')

/**
 * The claim of exactly this name, else the member to which the name leads: `realm_access.roles`, or a JSON Pointer (RFC 6901) where a step
 * has a dot, `/resource_access/hub.example.org/roles`. Undefined if there is none.
 */
export const findClaim = (payload: JWTPayload, name: string): unknown =>
  Object.hasOwn(payload, name)
    ? payload[name]
    : stepsOf(name).reduce<unknown>((value, step) => memberOf(value, step), payload)

/** A list, or one text with spaces between items, as in `scope` (RFC 8693 4.2). */
export function listClaim(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((item) => item !== '')
  return listTexts(value)
}
