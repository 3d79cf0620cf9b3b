/**
 * How a resource is kept: everything but `resourceType`, `id`, `meta.versionId` and `meta.lastUpdated`, minified, as the rest of `meta`
 * and the tail of the object. A reader puts the row's columns in front and appends both: nothing is parsed. docs/design/store.md#resources.
 */

import { stringifyInSlices } from '../../core/json/json-slices.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  parseJsonInSlices,
  stringifyJson,
} from '../../core/json.ts'

import type { Stored } from './types.ts'

const separator = '\n'

/** Splits a resource into the rest of its `meta` and everything else. */
function splitContent(content: JsonObject): [meta: JsonObject, tail: JsonObject] {
  const { resourceType: _type, id: _id, meta, ...rest } = content
  const { versionId: _version, lastUpdated: _at, ...metaRest } = isJsonObject(meta) ? meta : {}
  return [metaRest, rest]
}

export function contentText(content: JsonObject): string {
  const [meta, tail] = splitContent(content)
  return stringifyJson(meta).slice(1, -1) + separator + stringifyJson(tail).slice(1, -1)
}

export function* contentInSlices(content: JsonObject): Generator<undefined, string> {
  const [meta, tail] = splitContent(content)
  return (yield* stringifyInSlices(meta)).slice(1, -1) + separator + (yield* stringifyInSlices(tail)).slice(1, -1)
}

const halves = (text: string): [string, string] => {
  const cut = text.indexOf(separator)
  return [text.slice(0, cut), text.slice(cut + 1)]
}

/** Further members of an object. */
const after = (members: string): string => (members === '' ? '' : `,${members}`)

/** The JSON text of a FHIR resource as a client reads it. */
export function resourceText(stored: Stored): string {
  const [meta, tail] = halves(stored.text)
  const id = JSON.stringify(stored.id)
  return `{"resourceType":"${stored.type}","id":${id},"meta":{"versionId":"${stored.version}","lastUpdated":"${stored.updatedAt}"${after(meta)}}${after(tail)}}`
}

/** As `readResource`, in slices. */
export const readInSlices = (stored: Stored): Generator<undefined, JsonObject> =>
  parseJsonInSlices(resourceText(stored)) as Generator<undefined, JsonObject>

export const readResource = (stored: Stored): JsonObject => parseJson(resourceText(stored)) as JsonObject

/** The same with the type of its R4 definition. */
export const readResourceAs = <T>(stored: Stored): T =>
  // A stored resource has passed the check of its type.
  readResource(stored) as unknown as T

/** To look at only: numbers become JavaScript numbers. The stored text was parsed strictly before. */
export const parseForReading = (stored: Stored): JsonObject => JSON.parse(resourceText(stored)) as JsonObject

/** As `parseForReading`, the members of a Hub resource. */
export const parseContentForReading = (stored: Stored): JsonObject =>
  JSON.parse(`{${halves(stored.text)[1]}}`) as JsonObject

/** The members of a Hub resource, as they were stored. */
export const readContent = (stored: Stored): JsonObject => parseJson(`{${halves(stored.text)[1]}}`) as JsonObject

/** A Hub resource as the wire shows it. docs/design/hub.md#requests-and-answers. */
export const representation = (stored: Stored): Record<string, JsonValue> => ({
  id: stored.id,
  version: stored.version,
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
  ...readContent(stored),
})
