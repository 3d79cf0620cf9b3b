/** Published examples, and which of them a server keeps. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../src/core/json.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'

export type Example = {
  readonly file: string
  readonly type: string
  readonly id: string
  /** Minified, every number as it is written. */
  readonly text: string
  readonly resource: JsonObject
}

/** Those that are valid, and why they are not kept. */
const notKept: Readonly<Record<string, readonly string[]>> = {
  'a second copy of ImplementationGuide-fhir': ['ig-r4'],
  'a view of the audit, which nobody writes': [
    ...['-disclosure', '-error', '-login', '-logout', '-media', '-pixQuery', '-rest', '-search', ''].map(
      (name) => `AuditEvent-example${name}`,
    ),
  ],
  'answers, which are not kept': ['101', 'allok', 'break-the-glass', 'exception', 'searchfail', 'validationfail'].map(
    (name) => `OperationOutcome-${name}`,
  ),
  'topics that are not of this server, a state that is the server’s to set': [
    'Subscription-example',
    'Subscription-example-error',
  ],
}

const validator = await openTestValidator()

/** The rules that an example breaks, so that it is not kept; none for most. */
export function listBroken({ resource }: Pick<Example, 'resource'>): string[] {
  const { findings } = checkResource(resource, { validator, requiredProfiles: 'base' })
  return [...new Set(findings.flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : [])))]
}

const unkept = new Set(Object.values(notKept).flat())

export const isKept = (example: Example): boolean => !unkept.has(example.file) && listBroken(example).length === 0

/** White space between tokens goes; strings and numbers stay. */
const minify = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')

/** All of a folder, or one of so many. */
export function listExamples(folder: string, every = 1): Example[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'package.json' && !file.startsWith('.'))
    .filter((_, index) => index % every === 0)
    .map((file) => {
      const text = minify(readFileSync(join(folder, file), 'utf8'))
      const resource = JSON.parse(text) as JsonObject
      return {
        file: file.replace('.json', ''),
        type: String(resource['resourceType']),
        id: String(resource['id']),
        text,
        resource,
      }
    })
}

/** All but identity and what a server tells of a version. */
const contentOf = (text: string): string =>
  text
    .replace(/^\{"resourceType":"\w+","id":"[^"]+"/, '{')
    .replace(/^\{,"meta":\{(?:"versionId":"[^"]*",?)?(?:"lastUpdated":"[^"]*",?)?/, '{,"meta":{')
    .replace(/^\{,"meta":\{\}/, '{')

/** The same where identity and meta stand elsewhere. */
function orderedContentOf(text: string): string {
  const { resourceType: _type, id: _id, meta, ...rest } = parseJson(text) as JsonObject
  const { versionId: _version, lastUpdated: _at, ...own } = isJsonObject(meta) ? meta : {}
  return stringifyJson({ ...(Object.keys(own).length === 0 ? {} : { meta: own }), ...rest })
}

/** Byte for byte, but for the places of identity and meta, which come first. */
export const isSame = (one: string, other: string): boolean =>
  contentOf(one) === contentOf(other) || orderedContentOf(one) === orderedContentOf(other)
