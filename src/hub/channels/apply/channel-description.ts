/** A channel as its file describes it: without the status, and with references in the place of secrets. docs/channels.md#files */
import { canonicalJson } from '../../../core/json/canonical-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { sha256Of } from '../../../core/sha256.ts'
import { asJson, type ChannelContent } from '../../../store/hub-resources.ts'
import { secretMembers } from '../channel-secrets.ts'

/** Whoever paused a channel, or resumes it, does so by hand: no file says it. D226 */
type Described = Omit<ChannelContent, 'status' | 'applied'>

const settingsOf = ({ status: _, applied: __, ...settings }: ChannelContent): Described => settings

type Replace = (value: JsonValue, path: readonly string[]) => JsonValue

/** Replaces each text within the secret members of a destination. */
export function replaceSecrets(value: JsonValue, replace: Replace, path: readonly string[] = []): JsonValue {
  if (Array.isArray(value)) return value.map((item, at) => replaceSecrets(item, replace, [...path, String(at)]))
  if (!isJsonObject(value)) return path.some((name) => secretMembers.has(name)) ? replace(value, path) : value
  const members = Object.entries(value).map(([name, item]) => [name, replaceSecrets(item, replace, [...path, name])])
  return Object.fromEntries(members) as JsonObject
}

/** The members of its file. */
export function describeChannel(content: ChannelContent): JsonObject {
  const { name, destination, ...more } = settingsOf(content)
  const reference: Replace = (_, path) => ({ secret: nameSecret(name, path) })
  return asJson({ name, ...more, destination: replaceSecrets(destination, reference) })
}

/** `HARBOUR_HOSPITAL_AUTH_PASSWORD`. */
const nameSecret = (name: string, path: readonly string[]): string =>
  [name, ...path]
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()

/** Equal for equal settings. It tells nothing about secrets, because files hold it. */
export const hashChannel = (content: ChannelContent): string =>
  sha256Of(canonicalJson(describeChannel(content))).slice(0, 32)
