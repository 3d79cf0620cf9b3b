/** Gives each property of a schema its description and an example. OpenAPI 3.1 4.8.24; JSON Schema 2020-12 validation 9. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { isNamed } from './names.ts'

/** A description, with an example if neither the schema's example nor the type gives one. */
export type PropertyText = string | readonly [description: string, example: JsonValue]
/** Texts by name. `parent.name` and `Schema.parent.name` come before `name`, if one name has several meanings. */
export type PropertyTexts = Readonly<Record<string, PropertyText>>

/** The key of the longest end of the path that has a text. */
export const findTextKey = (texts: PropertyTexts, path: readonly string[]): string | undefined =>
  path.map((_, at) => path.slice(at).join('.')).find((key) => isNamed(texts, key))

type Describing = {
  readonly texts: PropertyTexts
  /** A named schema, described. */
  readonly find: (name: string) => JsonObject
}

/** The path from the name of the schema. */
type Place = { readonly path: readonly string[]; readonly example: JsonValue | undefined }

const choices = ['anyOf', 'oneOf', 'allOf'] as const
const firstOf = (value: JsonValue | undefined): JsonValue | undefined => (Array.isArray(value) ? value[0] : undefined)

/** The schema with descriptions for all its parts; `path` begins with its name. */
export function describeSchema(schema: JsonObject, path: readonly string[], describing: Describing): JsonObject {
  return describeInner(schema, { path, example: firstOf(schema['examples']) }, describing)
}

function describeInner(schema: JsonObject, { path, example }: Place, describing: Describing): JsonObject {
  const { properties, items } = schema
  const members = isJsonObject(properties)
    ? Object.entries(properties).map(([name, member]) => {
        const inner = { path: [...path, name], example: isJsonObject(example) ? example[name] : undefined }
        return [name, isJsonObject(member) ? describeProperty(member, inner, describing) : member] as const
      })
    : []
  const branches = choices.flatMap((keyword) => {
    const given = schema[keyword]
    if (!Array.isArray(given)) return []
    // An example fits one of several, but nothing says which.
    const inner = { path, example: undefined }
    return [[keyword, given.map((one) => (isJsonObject(one) ? describeInner(one, inner, describing) : one))] as const]
  })
  return {
    ...schema,
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
    ...(isJsonObject(items) ? { items: describeInner(items, { path, example: firstOf(example) }, describing) } : {}),
    ...Object.fromEntries(branches),
  }
}

/** Members that a change takes back from an answer have the same description there. D76 */
const answers: Readonly<Record<string, string>> = {
  ArtifactEdit: 'Artifact',
  EncounterChange: 'Encounter',
  PlatformConfigChange: 'PlatformConfig',
  AppearanceChange: 'Appearance',
  SignatureChange: 'Signature',
  NewArtifactSchema: 'ArtifactSchema',
  NewValidationPolicy: 'ValidationPolicy',
  NewTemplateStyle: 'TemplateStyle',
  NewDiarisation: 'Diarisation',
  ChannelChange: 'Channel',
  AlertChange: 'Alert',
  SenderChange: 'Sender',
}

function describeProperty(member: JsonObject, place: Place, describing: Describing): JsonObject {
  const [root = '', name = ''] = place.path
  const answer = isNamed(answers, root) && place.path.length === 2 ? answers[root] : undefined
  const isTakenBack = answer !== undefined && Object.keys(member).every((keyword) => keyword === 'description')
  if (isTakenBack) {
    const { properties } = describing.find(answer)
    const read = isJsonObject(properties) ? properties[name] : undefined
    const { description, examples } = isJsonObject(read) ? read : {}
    return { ...member, description: joinSentences([description, member['description']]), examples: examples ?? [] }
  }
  const inner = describeInner(member, place, describing)
  const key = findTextKey(describing.texts, place.path)
  const text = key === undefined ? undefined : describing.texts[key]
  const [description, given] = typeof text === 'string' ? [text] : (text ?? [])
  const example = given ?? (isTelling(place.example) ? place.example : deriveExample(inner, describing))
  return {
    ...inner,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

const joinSentences = (parts: readonly (JsonValue | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string').join(' ')

const isTelling = (value: JsonValue | undefined): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

const formats: Readonly<Record<string, JsonValue>> = {
  uuid: '0198f2a0-0000-7000-8000-0000000000e1',
  'date-time': '2026-03-14T02:45:00.000Z',
}

/** An example from the schema itself: its only value, its first, or its parts. Undefined if it gives none. */
function deriveExample(schema: JsonObject, describing: Describing): JsonValue | undefined {
  const { $ref, const: only, enum: values, default: usual, format, type, items, properties } = schema
  if (typeof $ref === 'string') return firstOf(describing.find($ref.split('/').at(-1) ?? '')['examples'])
  if (only !== undefined) return only
  if (usual !== undefined && typeof usual !== 'object') return usual
  if (Array.isArray(values)) return values[0]
  if (typeof format === 'string' && isNamed(formats, format)) return formats[format]
  if (type === 'boolean') return true
  const choice = firstOf(schema['anyOf'] ?? schema['oneOf'])
  if (isJsonObject(choice)) return deriveExample(choice, describing)
  if (isJsonObject(items)) return listOf(deriveExample(items, describing))
  if (!isJsonObject(properties)) return undefined
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const example = isJsonObject(member) ? firstOf(member['examples']) : undefined
    return example === undefined ? [] : [[name, example] as const]
  })
  return Object.fromEntries(members)
}

const listOf = (item: JsonValue | undefined): JsonValue | undefined => (item === undefined ? undefined : [item])
