/** References to secrets in the file of a channel: `{ "secret": "NAME" }`. docs/channels.md#files; D226 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import type { FieldError } from '../../../core/problems.ts'
import { secretMembers } from '../channel-secrets.ts'

/** The text of a secret; undefined if it is not given. */
export type FindSecret = (name: string) => string | undefined

export type Resolved = {
  readonly destination: JsonObject
  readonly faults: readonly FieldError[]
  /** Members that keep the secret that the channel has. */
  readonly kept: readonly string[]
}

const secretName = /^[A-Z][A-Z0-9_]{0,199}$/

/** Puts the secrets in the place of their references. A secret that is not given stays as the channel has it. */
export function resolveSecrets(destination: JsonObject, before: JsonObject | undefined, find: FindSecret): Resolved {
  const faults: FieldError[] = []
  const kept: string[] = []
  const resolve = (name: string, path: readonly string[]): JsonValue => {
    const member = ['destination', ...path].join('.')
    const given = secretName.test(name) ? find(name) : undefined
    if (given !== undefined) return given
    const standing = readAt(before, path)
    if (typeof standing === 'string') kept.push(member)
    else faults.push({ field: member, message: 'names a secret that is not given, and the channel has none' })
    return standing ?? ''
  }
  const walk = (value: JsonValue, path: readonly string[]): JsonValue => {
    if (Array.isArray(value)) return value.map((item, at) => walk(item, [...path, String(at)]))
    const isSecret = path.some((name) => secretMembers.has(name))
    const name = isJsonObject(value) && Object.keys(value).length === 1 ? value['secret'] : undefined
    if (isSecret && typeof name === 'string') return resolve(name, path)
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key])]))
    if (isSecret)
      faults.push({
        field: ['destination', ...path].join('.'),
        message: 'is a secret: give { "secret": "NAME" } instead',
      })
    return value
  }
  return { destination: walk(destination, []) as JsonObject, faults, kept }
}

function readAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  const [name, ...rest] = path
  if (name === undefined || value === undefined) return value
  if (Array.isArray(value)) return readAt(value[Number(name)], rest)
  return isJsonObject(value) ? readAt(value[name], rest) : undefined
}
