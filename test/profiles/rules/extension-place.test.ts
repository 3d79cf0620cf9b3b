/** Places of extensions: the context that a definition gives, the places that org.hl7.fhir.validation 6.6.7 takes it at, as measured. */

import { expect, test } from '@jest/globals'
import type { StructureDefinition } from '@medplum/fhirtypes'
import type { JsonObject } from '../../../src/core/json.ts'
import { buildProfile, listFindings, urlOf } from '../validator/profile-builder.ts'

const one: JsonObject[] = [{ url: urlOf('e'), valueString: 'x' }]
const patient = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', id: 'p', active: true, ...more })
const observation = (more: JsonObject): JsonObject => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'x' },
  ...more,
})
const questionnaire = (item: JsonObject): JsonObject => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item: [{ linkId: 'a', type: 'group', item: [item] }],
})

// biome-ignore format: one row a place
const placesOf = (extension: JsonObject[]): Readonly<Record<string, JsonObject>> => ({
  Patient: patient({ extension }),
  'a bundled Patient': { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: 'http://a.b/Patient/p', resource: patient({ extension }) }] },
  'a contained Organization': patient({ managingOrganization: { reference: '#o' }, contained: [{ resourceType: 'Organization', id: 'o', name: 'x', extension }] }),
  'Patient.name': patient({ name: [{ family: 'a', extension }] }),
  'Patient.name.family': patient({ name: [{ family: 'a', _family: { extension } }] }),
  'Patient.contact': patient({ contact: [{ name: { family: 'q' }, extension }] }),
  'Patient.contact.name': patient({ contact: [{ name: { family: 'q', extension } }] }),
  'Patient.contact.name.family': patient({ contact: [{ name: { family: 'q', _family: { extension } } }] }),
  'Patient.birthDate': patient({ birthDate: '2020', _birthDate: { extension } }),
  'Patient.gender': patient({ gender: 'male', _gender: { extension } }),
  'Patient.meta': patient({ meta: { extension } }),
  'Patient.identifier.system': patient({ identifier: [{ system: 'http://x.y', _system: { extension }, value: 'x' }] }),
  'an extension': patient({ extension: [{ url: 'http://example.org/unheard-of', extension }] }),
  Observation: observation({ extension }),
  'Observation.valueQuantity': observation({ valueQuantity: { value: 1, extension } }),
  'Observation.code': observation({ code: { text: 'x', extension } }),
  'Observation.subject': observation({ subject: { display: 'x', extension } }),
  'Observation.component': observation({ component: [{ code: { text: 'x' }, valueString: 'x', extension }] }),
  'Observation.component.valueQuantity': observation({ component: [{ code: { text: 'x' }, valueQuantity: { value: 1, extension } }] }),
  'Bundle.entry': { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: 'http://a.b/Patient/p', resource: patient({}), extension }] },
  'Questionnaire.item.item': questionnaire({ linkId: 'b', type: 'display', text: 'x', extension }),
})
const places = placesOf(one)
const elements = Object.keys(places)
const resources = ['Patient', 'a bundled Patient', 'a contained Organization', 'Observation']

const define = (
  context: StructureDefinition['context'],
  { isModifier = false, name = 'e' } = {},
): StructureDefinition => {
  const profile = buildProfile(name, 'Extension', [])
  const [root] = profile.snapshot?.element ?? []
  return {
    ...profile,
    context,
    snapshot: { element: [{ ...root, path: 'Extension', isModifier }] },
  } as StructureDefinition // a test states what matters
}

const listMisplaced = (resource: JsonObject, definition: StructureDefinition): string[] =>
  listFindings(resource, [buildProfile('none', String(resource['resourceType']), []), definition]).filter((found) =>
    /^extension-(?:context|is|no)/.test(found),
  )

// biome-ignore format: one row a context
const contexts: readonly (readonly [expression: string, taken: readonly string[]])[] = [
  ['Patient', ['Patient', 'a bundled Patient']],
  ['DomainResource', resources],
  ['Resource', resources],
  ['Element', elements],
  ['BackboneElement', ['Patient.contact', 'Observation.component', 'Bundle.entry', 'Questionnaire.item.item']],
  ['HumanName', ['Patient.name', 'Patient.contact.name']],
  ['Patient.name', ['Patient.name']],
  ['HumanName.family', ['Patient.name.family', 'Patient.contact.name.family']],
  ['Patient.name.family', ['Patient.name.family']],
  ['string', ['Patient.name.family', 'Patient.contact.name.family', 'Patient.gender']],
  ['Patient.contact', ['Patient.contact']],
  ['Patient.contact.name.family', ['Patient.contact.name.family']],
  ['Observation.value[x]', ['Observation.valueQuantity']],
  ['Observation.valueQuantity', ['Observation.valueQuantity']],
  ['Quantity', ['Observation.valueQuantity', 'Observation.component.valueQuantity']],
  ['CodeableConcept', ['Observation.code']],
  ['Reference', ['Observation.subject']],
  ['Extension', ['an extension']],
  ['Meta', ['Patient.meta']],
  ['date', ['Patient.birthDate']],
  ['code', ['Patient.gender']],
  ['Patient.birthDate', ['Patient.birthDate']],
  ['Identifier.system', ['Patient.identifier.system']],
  ['Observation.component', ['Observation.component']],
  ['Bundle.entry', ['Bundle.entry']],
  ['Questionnaire.item', ['Questionnaire.item.item']],
  ['Organization', ['a contained Organization']],
  ['DataType', []],
  ['CanonicalResource', []],
  ['SimpleQuantity', []],
  ['*', []],
]

test('R4 defining-extensions.html#context: an element is meant by its paths and its types', () => {
  const definitions = contexts.map(([expression], index) =>
    define([{ type: 'element', expression }], { name: `e${index}` }),
  )
  const all = placesOf(contexts.map((_, index) => ({ url: urlOf(`e${index}`), valueString: 'x' })))
  const found = Object.entries(all).map(([place, resource]) => {
    const misplaced = listFindings(resource, [
      buildProfile('none', String(resource['resourceType']), []),
      ...definitions,
    ])
      .filter((one) => one.startsWith('extension-context'))
      .map((one) => Number(/\[(\d+)\]$/.exec(one)?.[1]))
    return [place, contexts.flatMap(([expression], index) => (misplaced.includes(index) ? [] : [expression]))]
  })

  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(
      elements.map((place) => [
        place,
        contexts.flatMap(([expression, taken]) => (taken.includes(place) ? [expression] : [])),
      ]),
    ),
  )
})

test('R4 defining-extensions.html#context: one of several contexts; a path in FHIRPath; an extension', () => {
  const two: StructureDefinition['context'] = [
    { type: 'element', expression: 'Observation' },
    { type: 'element', expression: 'Patient' },
  ]

  expect(listMisplaced(places['Patient'] ?? {}, define(two))).toEqual([])
  expect(
    listMisplaced(places['Patient.name'] ?? {}, define([{ type: 'fhirpath', expression: 'Patient.name' }])),
  ).toEqual([])
  expect(listMisplaced(places['Patient'] ?? {}, define([{ type: 'fhirpath', expression: 'Patient.name' }]))).toEqual([
    'extension-context Patient.extension[0]',
  ])
  expect(
    listMisplaced(
      places['an extension'] ?? {},
      define([{ type: 'extension', expression: 'http://example.org/unheard-of' }]),
    ),
  ).toEqual([])
  expect(
    listMisplaced(
      places['Patient'] ?? {},
      define([{ type: 'extension', expression: 'http://example.org/unheard-of' }]),
    ),
  ).toHaveLength(1)
  expect(listMisplaced(places['Patient'] ?? {}, define(undefined))).toHaveLength(1)
})

test('R4 defining-extensions.html#context: resources with an address and a status are what later definitions call canonical', () => {
  const canonical = define([{ type: 'element', expression: 'CanonicalResource' }])
  const named = (resourceType: string): JsonObject => ({ resourceType, extension: one })

  expect(listMisplaced(named('SearchParameter'), canonical)).toEqual([])
  expect(listMisplaced(named('NamingSystem'), canonical)).toEqual([])
  expect(listMisplaced(named('Patient'), canonical)).toEqual(['extension-context Patient.extension[0]'])
})

test('R4 extensibility.html#modifierExtension: modifiers among modifiers, others among others', () => {
  const context: StructureDefinition['context'] = [{ type: 'element', expression: 'Patient' }]
  const asModifier = patient({ modifierExtension: one })

  expect(listMisplaced(asModifier, define(context, { isModifier: true }))).toEqual([])
  expect(listMisplaced(places['Patient'] ?? {}, define(context, { isModifier: true }))).toEqual([
    'extension-is-modifier Patient.extension[0]',
  ])
  expect(listMisplaced(asModifier, define(context))).toEqual(['extension-no-modifier Patient.modifierExtension[0]'])
})

// biome-ignore format: one row a case
test.each<[string, JsonObject, string[]]>([
  ['absolute', patient({ extension: [{ url: 'foo:bar', valueString: 'x' }] }), []],
  ['relative', patient({ extension: [{ url: 'foo', valueString: 'x' }] }), ['extension-relative Patient.extension[0].url']],
  ['a path', patient({ extension: [{ url: '/foo', valueString: 'x' }] }), ['extension-relative Patient.extension[0].url']],
  ['relative within another', patient({ extension: [{ url: 'http://q.q/unknown', extension: [{ url: 'foo', valueString: 'x' }] }] }), []],
  ['with a version', patient({ extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace|4.0.1', valueAddress: { city: 'x' } }] }), ['extension-versioned Patient.extension[0].url']],
  ['of a profile that is none of extensions', patient({ extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/Patient', valueString: 'x' }] }), ['extension-context Patient.extension[0]']],
])('R4 extensibility.html#Extension: a url: %s', (_name, resource, expected) => {
  expect(listFindings(resource).filter((found) => found.startsWith('extension-'))).toEqual(expected)
})
