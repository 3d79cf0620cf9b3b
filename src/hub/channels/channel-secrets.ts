/** The secrets of a destination: no answer shows them, and what is written back keeps them. docs/channels.md */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'

export const secretMembers: ReadonlySet<string> = new Set(['password', 'clientSecret', 'key', 'passphrase', 'headers'])
const hidden = '***'

/** No answer shows a secret. */
export function withoutSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([name, item]) => [
    name,
    secretMembers.has(name) ? hidden : withoutSecrets(item),
  ])
  return Object.fromEntries(members) as JsonObject
}

/** A record that is read and written back keeps the secrets that the answer could not show. */
export function withSecrets(given: JsonObject, before: JsonObject): JsonObject {
  const members = Object.entries(given).map(([name, item]) => {
    const kept = before[name]
    if (item === hidden && secretMembers.has(name)) return [name, kept]
    return [name, isJsonObject(item) && isJsonObject(kept) ? withSecrets(item, kept) : item]
  })
  return Object.fromEntries(members) as JsonObject
}

/** The members that keep their secrets. */
const listKept = (given: JsonObject, path: string): readonly string[] =>
  Object.entries(given).flatMap(([name, item]) => {
    if (item === hidden && secretMembers.has(name)) return [`${path}.${name}`]
    return isJsonObject(item) ? listKept(item, `${path}.${name}`) : []
  })

/** Of what gets another address: who cannot read a secret could send it to a server of their own. Throws `validation`. D246 */
export function checkSecretsGiven(given: JsonObject, field: string): void {
  const errors = listKept(given, field).map((member) => ({
    field: member,
    message: 'is the secret of another address: give it again',
  }))
  if (errors.length > 0) throw new Problem('validation', { errors })
}

export function presentChannel(stored: Stored): JsonObject {
  const { applied: _, ...shown } = representation(stored)
  return withoutSecrets(shown) as JsonObject
}
