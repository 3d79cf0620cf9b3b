/** The demands of a type's own definition on JSON. R4 json.html, validation.html. */
import { expect, test } from '@jest/globals'
import { type JsonObject, parseJson } from '../../../src/core/json.ts'
import { openTestDefinitions } from '../open-definitions.ts'
import { buildProfile, listFindings } from './profile-builder.ts'

const patient = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', ...more })
const condition = (more: JsonObject): JsonObject => ({
  resourceType: 'Condition',
  subject: { reference: 'Patient/1' },
  ...more,
})
const maritalStatus = 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus'

test.each<[string, JsonObject]>([
  ['no more than its type', patient({})],
  [
    'a primitive with an extension alone',
    patient({
      _birthDate: {
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
      },
    }),
  ],
  [
    'a null in an array of primitives with its partner',
    patient({
      name: [
        {
          given: ['A', null],
          _given: [
            null,
            {
              extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
            },
          ],
        },
      ],
    }),
  ],
  [
    'a contained target of the right type',
    condition({ contained: [{ resourceType: 'Patient', id: 'a' }], subject: { reference: '#a' } }),
  ],
  ['an extensible binding with a text alone, as a warning', patient({ name: [{ text: 'A' }] })],
])('R4 validation.html: %s is taken', (_title, resource) => {
  const errors = listFindings(resource).filter((found) => !/^(?:warning|information)/.test(found))

  expect(errors).toEqual([])
})

test.each<[string, JsonObject, string]>([
  ['an unknown element', patient({ nmae: 'x' }), 'element-unknown Patient.nmae'],
  ['a name that is no element, untold', patient({ '2961 66': 'x' }), 'element-unknown Patient'],
  ['extensions beside what is no primitive', patient({ _name: [{}] }), 'element-unknown Patient.name'],
  [
    'a misplaced resourceType',
    patient({ name: [{ resourceType: 'HumanName', text: 'A' }] }),
    'element-unknown Patient.name[0].resourceType',
  ],
  ['an empty array', patient({ name: [] }), 'empty-value Patient.name'],
  ['an empty object', patient({ name: [{}] }), 'empty-value Patient.name[0]'],
  ['an id without content', patient({ name: [{ id: 'a' }] }), 'empty-value Patient.name[0]'],
  ['a primitive of an id alone', patient({ _birthDate: { id: 'a' } }), 'empty-value Patient.birthDate'],
  ['an empty string', patient({ name: [{ family: '' }] }), 'empty-value Patient.name[0].family'],
  ['a null', patient({ gender: null }), 'null-value Patient.gender'],
  ['a null in an array of objects', patient({ name: [null] }), 'null-value Patient.name[0]'],
  ['an object where an array belongs', patient({ name: { family: 'A' } }), 'array-expected Patient.name'],
  ['an array where one value belongs', patient({ gender: ['male'] }), 'single-expected Patient.gender'],
  ['a number for a string', patient({ name: [{ family: 7 }] }), 'json-type Patient.name[0].family'],
  ['a string for a boolean', patient({ active: 'true' }), 'json-type Patient.active'],
  [
    'two types of a choice',
    patient({ deceasedBoolean: true, deceasedDateTime: '2020' }),
    'choice-repeated Patient.deceasedDateTime',
  ],
  ['a missing element', { resourceType: 'Condition' }, 'minimum Condition.subject'],
  [
    'a fraction for an integer',
    { resourceType: 'Observation', status: 'final', code: { text: 'x' }, valueInteger: 1.5 },
    'primitive-format Observation.valueInteger',
  ],
  ['an id of a resource with a slash', patient({ id: 'a/b' }), 'primitive-format Patient.id'],
  ['a code outside its required value set', patient({ gender: 'banana' }), 'required-binding Patient.gender'],
  [
    'a required concept with text alone',
    condition({ clinicalStatus: { text: 'active' } }),
    'required-binding Condition.clinicalStatus',
  ],
  [
    'a code that its system does not have, bound or not',
    { resourceType: 'Basic', code: { coding: [{ system: maritalStatus, code: 'QQ' }] } },
    'code-unknown Basic.code.coding[0].code',
  ],
  [
    'a reference to a contained resource that is not there',
    condition({ subject: { reference: '#a' } }),
    'reference-contained Condition.subject.reference',
  ],
  [
    'a contained target of another type',
    condition({ contained: [{ resourceType: 'Medication', id: 'a' }], subject: { reference: '#a' } }),
    'reference-target Condition.subject.reference',
  ],
  [
    'another type than the reference says',
    condition({ subject: { type: 'Group', reference: 'Patient/1' } }),
    'reference-type Condition.subject.type',
  ],
  [
    'an extension with a value of another type',
    patient({ extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace', valueString: 'a' }] }),
    'type-not-allowed Patient.extension[0].valueString',
  ],
  [
    'an extension with value and extensions',
    patient({
      extension: [{ url: 'http://example.org/x', valueString: 'a', extension: [{ url: 'b', valueString: 'c' }] }],
    }),
    'extension-content Patient.extension[0]',
  ],
  [
    'a resource within Parameters',
    { resourceType: 'Parameters', parameter: [{ name: 'a', resource: patient({ gender: 'banana' }) }] },
    'required-binding Parameters.parameter[0].resource.gender',
  ],
  [
    'a profile of another type',
    patient({ meta: { profile: ['http://hl7.org/fhir/StructureDefinition/vitalsigns'] } }),
    'profile-type Patient',
  ],
])('R4 validation.html: %s is refused', (_title, resource, expected) => {
  const errors = listFindings(resource).filter((found) => !/^(?:warning|information)/.test(found))

  expect(errors).toEqual([expected])
})

test('R4 bundle.html#references: an entry points to another one, whose type is held against the element', () => {
  const entry = (resource: JsonObject): JsonObject => ({
    fullUrl: `http://example.org/fhir/${String(resource['resourceType'])}/1`,
    resource: { id: '1', ...resource },
  })
  const bundle = (target: string): JsonObject => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      entry(condition({ subject: { reference: 'Group/1' } })),
      entry({ resourceType: target, type: 'person', actual: true }),
    ],
  })

  expect(listFindings(bundle('Group'))).toEqual([])
})

test('R4 validation.html: a million elements are looked at once', () => {
  const names = Array.from({ length: 250_000 }, () => ({ family: 'A', given: ['B'] }))

  expect(listFindings(patient({ name: names }))).toEqual([])
})

const whole = (name: string, number: string, around = ''): JsonObject =>
  parseJson(
    `{"resourceType":"Claim","status":"draft","item":[{"sequence":1,${around}"${name}":${number}}]}`,
  ) as JsonObject // what is written here is an object
const formed = (resource: JsonObject): string[] =>
  listFindings(resource).filter((found) => found.startsWith('primitive-format'))

test.each(['1.0', '1e2', '2E0', '-0', '0', '100.50e1'])(
  'R4 datatypes.html#integer: a positiveInt is not written %s',
  (number) => {
    expect(formed(whole('careTeamSequence', `[1,${number}]`))).toEqual([
      'primitive-format Claim.item[0].careTeamSequence[1]',
    ])
    expect(formed(whole('x', '[]', `"extension":[{"url":"http://a.b","valuePositiveInt":${number}}],`))).toEqual([
      'primitive-format Claim.item[0].extension[0].valuePositiveInt',
    ])
  },
)

test('R4 datatypes.html#decimal: decimals keep their zeros and exponents, whole numbers are taken as they are', () => {
  for (const number of ['1.0', '1e2', '0.00', '-0']) expect(formed(whole('factor', number))).toEqual([])
  for (const number of ['1', '2147483647']) expect(formed(whole('careTeamSequence', `[${number}]`))).toEqual([])
  expect(formed(parseJson('{"resourceType":"Patient","multipleBirthInteger":-0}') as JsonObject)).toEqual([])
})

test('R4 validation.html: a profile that is asked for and not known is an error', async () => {
  const { registry } = await openTestDefinitions()

  const found = listFindings(patient({}), [buildProfile('unknown', 'Patient', [])], { registry })

  expect(found).toContain('profile-asked Patient')
})
