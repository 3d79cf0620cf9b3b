/** Contained resources and ids; refused as org.hl7.fhir.validation 6.6.7 refuses them, as measured. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { checkContained, checkElementIds } from '../../../src/profiles/rules/contained.ts'
import { listReported } from './recorder.ts'

const patient = (id: string | undefined, more: JsonObject = {}): JsonObject => ({
  resourceType: 'Patient',
  ...(id === undefined ? {} : { id }),
  ...more,
})
const organization: JsonObject = { resourceType: 'Organization', id: 'o', name: 'x' }
const observation = (reference: string, contained: JsonObject[], more: JsonObject = {}): JsonObject => ({
  resourceType: 'Observation',
  subject: { reference },
  contained,
  ...more,
})
const orphan = (index: number): string => `contained-orphan contained.${index}`

// biome-ignore format: one row a case
const rows: readonly (readonly [name: string, resource: JsonObject, ...found: string[]])[] = [
  ['a reference', observation('#p', [patient('p')])],
  ['no reference', observation('Patient/1', [patient('p')]), orphan(0)],
  ['a reference to another one', observation('#q', [patient('p')]), orphan(0)],
  ['a reference of an extension', observation('x', [patient('p')], { extension: [{ url: 'http://x.y/z', valueReference: { reference: '#p' } }] })],
  ['a uri of an extension', observation('x', [patient('p')], { extension: [{ url: 'http://x.y/z', valueUri: '#p' }] })],
  ['a canonical', { resourceType: 'Questionnaire', contained: [{ resourceType: 'ValueSet', id: 'v' }], item: [{ linkId: 'a', answerValueSet: '#v' }] }],
  ['a link of the narrative', observation('x', [patient('p')], { text: { div: '<div xmlns="http://www.w3.org/1999/xhtml"><a href="#p">x</a></div>' } })],
  ['a mention in the narrative', observation('x', [patient('p')], { text: { div: '<div xmlns="http://www.w3.org/1999/xhtml">#p</div>' } }), orphan(0)],
  ['it refers to the resource around it', observation('x', [{ resourceType: 'Provenance', id: 'v', target: [{ reference: '#' }] }])],
  ['a reference of another contained resource', observation('#p', [patient('p', { managingOrganization: { reference: '#o' } }), organization])],
  ['it refers to another contained resource', observation('x', [patient('p', { managingOrganization: { reference: '#o' } }), organization]), orphan(0)],
  ['it refers to itself', observation('x', [patient('p', { link: [{ other: { reference: '#p' } }] })]), orphan(0)],
  ['no id', observation('x', [patient(undefined)]), 'contained-id contained.0', orphan(0)],
  ['an id twice', observation('#p', [patient('p'), { ...organization, id: 'p' }]), 'contained-duplicate contained.1.id'],
  ['the id of the resource around it', observation('#p', [patient('p')], { id: 'p' })],
]

test.each(rows)('R4 references.html#contained: %s', (_name, value, ...expected) => {
  expect(listReported(value, checkContained)).toEqual(expected)
})

// biome-ignore format: one row a case
test.each<[string, JsonObject, ...string[]]>([
  ['of two elements', patient('p', { name: [{ id: 'a', family: 'x' }, { id: 'a', family: 'y' }] }), 'element-id-duplicate'],
  ['of two extensions', patient('p', { extension: [{ id: 'a', url: 'http://x.y/z' }, { id: 'a', url: 'http://x.y/z' }] }), 'element-id-duplicate'],
  ['of two primitives', patient('p', { _gender: { id: 'a' }, _birthDate: { id: 'a' } }), 'element-id-duplicate'],
  ['of an element and its resource', patient('a', { name: [{ id: 'a', family: 'x' }] })],
  ['of elements of two resources', patient('p', { name: [{ id: 'a', family: 'x' }], contained: [patient('q', { name: [{ id: 'a', family: 'x' }] })] })],
])('R4 element.html#id: the same id %s', (_name, value, ...expected) => {
  expect(listReported(value, checkElementIds)).toEqual(expected)
})
