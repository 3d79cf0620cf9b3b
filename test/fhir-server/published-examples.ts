/** The published examples of R4: npm hl7.fhir.r4.examples 4.0.1, CC0. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../src/json.ts'

export type Example = {
  readonly file: string
  readonly type: string
  readonly id: string
  /** Minified, every number as it is written. */
  readonly text: string
  readonly resource: JsonObject
}

const folder = dirname(fileURLToPath(import.meta.resolve('hl7.fhir.r4.examples/package.json')))

const extensionParameters = ['author', 'effective', 'end', 'keyword', 'workflow'].flatMap((name) => [
  `SearchParameter-codesystem-extensions-CodeSystem-${name}`,
  `SearchParameter-valueset-extensions-ValueSet-${name}`,
])

/** What is wrong with those that are not valid, or why they are not kept. */
export const refused: Readonly<Record<string, readonly string[]>> = {
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
  'txt-2: the narrative has no text': [
    'ActivityDefinition-blood-tubes-supply',
    'ActivityDefinition-heart-valve-replacement',
    'EventDefinition-example',
    'Questionnaire-zika-virus-exposure-assessment',
  ],
  'SearchParameter.base is 1..*': extensionParameters,
  'ImplementationGuide.name and status are 1..1': ['ImplementationGuide-fhir'],
  'Questionnaire.item.linkId is 1..1': ['Questionnaire-qs1'],
  'sdf-4: neither abstract nor with a baseDefinition': [
    'StructureDefinition-Definition',
    'StructureDefinition-Event',
    'StructureDefinition-FiveWs',
    'StructureDefinition-Request',
  ],
  'a reference to a type that its element does not take': [
    'DeviceMetric-example',
    'DeviceUseStatement-example',
    'MedicationRequest-medrx0301',
    'Observation-clinical-gender',
  ],
  'codes that end in a no-break space': ['CodeSystem-v2-0550', 'Bundle-v2-valuesets'],
  'bdl-7: entries with the same fullUrl': ['Bundle-dataelements'],
  'an id of 67 characters': ['SearchParameter-questionnaireresponse-extensions-QuestionnaireResponse-item-subject'],
}

/** White space between tokens goes; strings and numbers stay. */
const minify = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')

/** All of them, or one of so many. */
export function listExamples(every = 1): Example[] {
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
