/** Published examples as JSON, as XML and as JSON again. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type JsonValue, parseJson, stringifyJson } from '../../src/core/json.ts'
import { toNumberTexts } from '../../src/fhir-server/patch/number-text.ts'
import type { Definitions } from '../../src/profiles/definitions/definitions.ts'
import { parseXml } from '../../src/profiles/xml/xml-reader.ts'
import { renderXml } from '../../src/profiles/xml/xml-writer.ts'

const maxBytes = 50_000

/** The few that are larger take most of the time, and hold little that is new. */
export const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .map((file) => join(folder, file))
    .filter((path) => statSync(path).size <= maxBytes)

export const readExample = (path: string): JsonValue => parseJson(readFileSync(path, 'utf8'))

/** Members may change their places; number texts may not change. */
const isSame = (a: JsonValue, b: JsonValue): boolean =>
  stringifyJson(a) === stringifyJson(b) || isDeepStrictEqual(toNumberTexts(a), toNumberTexts(b))

export function comesBack(definitions: Definitions, path: string): boolean {
  const example = readExample(path)
  return isSame(parseXml(definitions, renderXml(definitions, example)), example)
}
