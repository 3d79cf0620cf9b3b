/** Rules for values of any resource: characters, markup, references inside Parameters, and releases that extensions are for. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { offline } from '../../../src/profiles/validator/validator.ts'
import { openTestValidator } from '../open-definitions.ts'

const validate = await openTestValidator()

const listFound = (resource: JsonObject): string[] =>
  validate(resource, { profiles: [], policy: offline })
    .findings.filter(({ severity }) => severity !== 'information')
    .map(({ severity, rule, expression }) => `${severity} ${rule} ${expression}`)

const named = (family: string): JsonObject => ({ resourceType: 'Patient', name: [{ family }] })

// biome-ignore format: one row a case
const strings: [name: string, text: string, ...found: string[]][] = [
  ['a bell', 'a\u0007b', 'warning control-character'],
  ['an escape', 'a\u001bb', 'warning control-character'],
  ['a tab and a line feed', 'a\tb\nc'],
  ['a turn to the left', 'a\u202eb', 'warning direction-open'],
  ['a turn to the left and back', 'a\u2067b\u2069c'],
  ['a turn back alone', 'a\u2069b', 'warning direction-open'],
  ['two turns that cross', 'a\u202b\u2067b\u202c\u2069', 'warning direction-open'],
  ['markup', '<b>a</b>'],
]

test.each(strings)('D124: a string with %s', (_, text, ...found) => {
  expect(listFound(named(text))).toEqual(found.map((one) => `${one} Patient.name[0].family`))
})

test('D124: a store refuses a control character, as it could not answer with XML', async () => {
  const { findings } = checkResource(named('a\u0007b'), { validator: validate, requiredProfiles: 'base' })

  expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(['error control-character'])
})

// biome-ignore format: one row a case
const markdown: [text: string, ...found: string[]][] = [
  ['a <b>b</b>', 'warning'], ['<script>x</script>', 'warning'], ['a <!-- b --> c', 'warning'], ['a <name> b', 'warning'], ['a `<i>` b', 'warning'],
  ['a < b and c > d'], ['a<br/>b'], ['see <http://hl7.org>'], ['a &lt; b'],
]

test.each(markdown)('D124: the markdown %j', (text, ...found) => {
  const resource = { resourceType: 'Observation', status: 'final', code: { text: 'x' }, note: [{ text }] }

  expect(listFound(resource)).toEqual(found.map((one) => `${one} markdown-markup Observation.note[0].text`))
})

const withExtension = (type: string, more: JsonObject, url: string, value: JsonObject): JsonObject => ({
  ...{ resourceType: type, ...more, extension: [{ url, ...value }] },
})
const core = 'http://hl7.org/fhir/StructureDefinition/'
const other = (release: string): string => `http://hl7.org/fhir/${release}/StructureDefinition/extension-Patient.gender`
const basic = { code: { text: 'x' } }

// biome-ignore format: one row a case
const extensions: [name: string, resource: JsonObject, ...found: string[]][] = [
  ['a context for later releases alone', withExtension('Basic', basic, `${core}artifact-author`, { valueContactDetail: { name: 'x' } }), 'error extension-context Basic.extension[0]'],
  ['a context for R4', withExtension('Library', { status: 'draft', type: { text: 'x' } }, `${core}artifact-versionPolicy`, { valueCodeableConcept: { text: 'x' } })],
  ['an element of R5', withExtension('Patient', {}, other('5.0'), { valueCode: 'male' })],
  ['an element of R3', withExtension('Patient', {}, other('3.0'), { valueCode: 'male' })],
  ['an element of R4 itself', withExtension('Patient', {}, other('4.0'), { valueCode: 'male' }), 'error extension-release Patient.extension[0].url'],
  ['an element of no release', withExtension('Patient', {}, other('9.0'), { valueCode: 'male' }), 'error extension-release Patient.extension[0].url'],
]

test.each(extensions)('D125: an extension with %s', (_, resource, ...found) => {
  expect(listFound(resource).filter((one) => one.startsWith('error'))).toEqual(found)
})

const parameters = (reference: string, ...more: JsonObject[]): JsonObject => ({
  resourceType: 'Parameters',
  parameter: [
    {
      name: 'a',
      resource: { resourceType: 'Observation', status: 'final', code: { text: 'x' }, subject: { reference } },
    },
    ...more,
  ],
})
const drug = { resourceType: 'Medication', id: 'a' }
const place = 'Parameters.parameter[0].resource.subject.reference'

// biome-ignore format: one row a case
const references: [name: string, resource: JsonObject, ...found: string[]][] = [
  ['a resource of an allowed type', parameters('Patient/a', { name: 'b', resource: { resourceType: 'Patient', id: 'a' } })],
  ['a resource of another type', parameters('Medication/a', { name: 'b', resource: drug }), `error reference-target ${place}`],
  ['a resource of another type in a part', parameters('Medication/a', { name: 'b', part: [{ name: 'c', resource: drug }] }), `error reference-target ${place}`],
]

test.each(references)('D125: a reference inside Parameters to %s', (_, resource, ...found) => {
  expect(listFound(resource)).toEqual(found)
})
