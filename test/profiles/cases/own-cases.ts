/** Instances for the profiles of our own: for each rule one that meets it and some that do not. */
import type { JsonObject } from '../../../src/core/json.ts'
import type { Case } from './cases.ts'
import { baseUrl } from './own-profiles.ts'

type Row = readonly [profile: string, kind: string, resource: JsonObject]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const patient = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', id: 'p', text, ...more })
const observation = (more: JsonObject): JsonObject => ({
  resourceType: 'Observation',
  id: 'o',
  text,
  status: 'final',
  code: { text: 'a' },
  ...more,
})
const named = { name: [{ family: 'Test', given: ['Test'] }], gender: 'female' }
const marital = (...codes: readonly string[]): JsonObject => ({
  maritalStatus: {
    coding: codes.map((code) => ({ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code })),
  },
})
const elsewhere = { maritalStatus: { coding: [{ system: 'http://banksia.test/codes', code: 'M' }] } }
const identifiers = (...names: readonly string[]): JsonObject => ({
  identifier: names.map((name) => ({ system: `http://banksia.test/${name}`, value: '1' })),
})
const coded = (system: string, code: string): JsonObject => ({ coding: [{ system, code }] })
const category = 'http://terminology.hl7.org/CodeSystem/observation-category'
const about = (reference: string): JsonObject => observation({ subject: { reference } })
const holding = (resource: JsonObject): JsonObject =>
  observation({ contained: [resource], subject: { reference: `#${resource['id']}` } })
const form = (item: JsonObject): JsonObject => ({
  resourceType: 'Questionnaire',
  id: 'q',
  text,
  status: 'active',
  item: [item],
})
const uuid = (digit: number): string => `urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e${digit}`
const bundle = (...resources: readonly JsonObject[]): JsonObject => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: resources.map((resource, index) => ({ fullUrl: uuid(index), resource })),
})
const composed = (reference: string, more: JsonObject = {}): JsonObject => ({
  ...{
    resourceType: 'Composition',
    text,
    status: 'final',
    type: { text: 'a' },
    date: '2023',
    title: 'a',
    author: [{ display: 'a' }],
  },
  ...{ section: [{ title: 'a', text, entry: [{ reference }] }], ...more },
})
const condition = {
  resourceType: 'Condition',
  id: 'c',
  subject: { reference: 'Patient/p' },
  clinicalStatus: coded('http://terminology.hl7.org/CodeSystem/condition-clinical', 'active'),
}
const procedure = { resourceType: 'Procedure', id: 'c', status: 'completed', subject: { reference: 'Patient/p' } }
const colour = (more: JsonObject): JsonObject => ({ url: `${baseUrl}colour`, ...more })
const nested = (...extension: readonly JsonObject[]): JsonObject => ({
  extension: [{ url: `${baseUrl}nested`, extension: [...extension] }],
})

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  ['cardinality', 'met', patient(named)], ['cardinality', 'too few', patient({ gender: 'female' })], ['cardinality', 'too many', patient({ ...named, name: [{ family: 'a' }, { family: 'b' }] })], ['cardinality', 'forbidden', patient({ ...named, photo: [{ title: 'a', contentType: 'image/png', url: 'http://banksia.test/a' }] })], ['cardinality', 'absent for a reason', patient({ name: [{ family: 'a' }], _gender: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] } })],
  ['fixed', 'met', patient({ active: true, ...marital('M') })], ['fixed', 'another', patient({ active: false })], ['fixed', 'more than fixed', patient({ maritalStatus: { ...coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'M'), text: 'a' } })], ['fixed', 'absent', patient({})], ['fixed', 'with an id', patient({ maritalStatus: { id: 'x', ...coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'M') } })],
  ['pattern', 'met', patient({ gender: 'female', ...marital('M'), name: [{ use: 'official', family: 'a' }] })], ['pattern', 'more', patient({ maritalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code: 'S' }, { system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code: 'M', display: 'Married' }], text: 'a' } })], ['pattern', 'another code', patient({ gender: 'male' })], ['pattern', 'another concept', patient(marital('S'))], ['pattern', 'part missing', patient({ name: [{ family: 'a' }] })],
  ['bounds', 'met', observation({ valueInteger: 10 })], ['bounds', 'too small', observation({ valueInteger: 0 })], ['bounds', 'too large', observation({ valueInteger: 11 })], ['bounds', 'another type', observation({ valueString: '5' })],
  ['date-bounds', 'met', patient({ birthDate: '1950-02-03' })], ['date-bounds', 'too early', patient({ birthDate: '1899-12-31' })], ['date-bounds', 'too late', patient({ birthDate: '2021-01-01' })], ['date-bounds', 'a year', patient({ birthDate: '2020' })],
  ['length', 'met', patient({ name: [{ family: 'abcde' }] })], ['length', 'too long', patient({ name: [{ family: 'abcdef' }] })],
  ['types', 'met', observation({ valueString: 'a' })], ['types', 'another', observation({ valueInteger: 1 })], ['types', 'absent', observation({})],
  ['targets', 'met', about('Patient/p')], ['targets', 'another type', about('Group/p')], ['targets', 'contained', holding(patient({ text: null, ...named }))], ['targets', 'contained of another type', holding({ resourceType: 'Group', id: 'g', type: 'person', actual: true })], ['targets', 'absolute', about('https://banksia.test/fhir/Patient/p')], ['targets', 'absolute of another type', about('https://banksia.test/fhir/Group/p')], ['targets', 'by identifier', observation({ subject: { identifier: { value: 'a' } } })], ['targets', 'by identifier of another type', observation({ subject: { type: 'Group', identifier: { value: 'a' } } })],
  ['contained-target', 'met', holding(patient({ text: null, ...named }))], ['contained-target', 'not contained', about('Patient/p')], ['contained-target', 'of another shape', holding(patient({ text: null, gender: 'female' }))],
  ['target-profile', 'contained', holding(patient({ text: null, ...named }))], ['target-profile', 'contained of another shape', holding(patient({ text: null, gender: 'female' }))], ['target-profile', 'elsewhere', about('Patient/p')], ['target-profile', 'in a Bundle', bundle({ ...about(uuid(1)), meta: { profile: [`${baseUrl}target-profile`] } }, patient(named))], ['target-profile', 'in a Bundle of another shape', bundle({ ...about(uuid(1)), meta: { profile: [`${baseUrl}target-profile`] } }, patient({ gender: 'male' }))],
  ['invariant', 'met', patient({ name: [{ family: 'a', given: ['b'] }], birthDate: '2000-01-01' })], ['invariant', 'not met', patient({ birthDate: '2000-01-01' })], ['invariant', 'a warning', patient({ name: [{ family: 'a' }] })], ['invariant', 'in the future', patient({ name: [{ family: 'a' }], birthDate: '2199-01-01' })], ['invariant', 'of unknown outcome', patient({ name: [{ family: 'a' }], _birthDate: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] } })],
  ['slice-value', 'met', patient(identifiers('ids', 'other'))], ['slice-value', 'missing', patient(identifiers('other'))], ['slice-value', 'twice', patient(identifiers('ids', 'ids'))], ['slice-value', 'broken inside', patient({ identifier: [{ system: 'http://banksia.test/ids', value: '12345' }] })], ['slice-value', 'incomplete', patient({ identifier: [{ system: 'http://banksia.test/ids' }] })], ['slice-value', 'without system', patient({ identifier: [{ value: '1' }] })],
  ['slice-closed', 'met', patient(identifiers('ids'))], ['slice-closed', 'another', patient(identifiers('ids', 'other'))], ['slice-closed', 'none', patient({})],
  ['slice-ordered', 'met', patient(identifiers('a', 'b', 'c'))], ['slice-ordered', 'the other way', patient(identifiers('b', 'a'))], ['slice-ordered', 'with another between', patient(identifiers('a', 'c', 'b'))],
  ['slice-at-end', 'met', patient(identifiers('a', 'c'))], ['slice-at-end', 'another first', patient(identifiers('c', 'a'))],
  ['slice-pattern', 'met', observation({ category: [coded(category, 'laboratory')] })], ['slice-pattern', 'with another', observation({ category: [coded(category, 'laboratory'), coded(category, 'exam')] })], ['slice-pattern', 'missing', observation({ category: [coded(category, 'exam')] })], ['slice-pattern', 'twice', observation({ category: [coded(category, 'laboratory'), coded(category, 'laboratory')] })],
  ['slice-coding', 'met', observation({ code: coded('http://loinc.org', '29463-7') })], ['slice-coding', 'missing', observation({ code: coded('http://banksia.test/c', 'a') })], ['slice-coding', 'without code', observation({ code: { coding: [{ system: 'http://loinc.org', display: 'a' }] } })],
  ['slice-type', 'met', observation({ valueQuantity: { value: 1, system: 'http://unitsofmeasure.org', code: 'mg' } })], ['slice-type', 'another', observation({ valueString: 'a' })], ['slice-type', 'broken inside', observation({ valueQuantity: { value: 1 } })],
  ['slice-exists', 'met', patient({ telecom: [{ system: 'phone', value: '1', period: { start: '2020' } }, { system: 'phone', value: '2' }] })], ['slice-exists', 'broken inside', patient({ telecom: [{ period: { start: '2020' } }] })], ['slice-exists', 'twice', patient({ telecom: [{ system: 'phone', value: '1' }, { system: 'phone', value: '2' }] })], ['slice-exists', 'incomplete', patient({ telecom: [{ use: 'home' }] })],
  ['slice-profile', 'met', bundle(patient(named), condition)], ['slice-profile', 'missing', bundle(condition)], ['slice-profile', 'of another shape', bundle(patient({ gender: 'female' }))],
  ['slice-resource-type', 'met', bundle(patient({}), condition)], ['slice-resource-type', 'missing', bundle(condition)], ['slice-resource-type', 'twice', bundle(patient({}), patient({ id: 'q' }))],
  ['slice-resolve', 'met', composed('#c', { contained: [condition] })], ['slice-resolve', 'another', composed('#c', { contained: [procedure] })], ['slice-resolve', 'elsewhere', composed('Condition/c')], ['slice-resolve', 'in a Bundle', bundle({ ...composed(uuid(1)), meta: { profile: [`${baseUrl}slice-resolve`] } }, { ...condition, text })], ['slice-resolve', 'another in a Bundle', bundle({ ...composed(uuid(1)), meta: { profile: [`${baseUrl}slice-resolve`] } }, { ...procedure, text })],
  ['slice-extension', 'met', patient({ extension: [colour({ valueCode: 'red' })] })], ['slice-extension', 'missing', patient({})], ['slice-extension', 'of another type', patient({ extension: [colour({ valueString: 'red' })] })], ['slice-extension', 'twice', patient({ extension: [colour({ valueCode: 'red' }), colour({ valueCode: 'blue' })] })], ['slice-extension', 'without value', patient({ extension: [colour({})] })],
  ['slice-two', 'met', patient({ telecom: [{ system: 'phone', use: 'home', value: '1' }, { system: 'phone', use: 'work', value: '1' }] })], ['slice-two', 'missing', patient({ telecom: [{ system: 'phone', use: 'work', value: '1' }] })],
  ['slice-default', 'met', patient(identifiers('ids', 'other'))], ['slice-default', 'broken in the rest', patient({ identifier: [{ system: 'http://banksia.test/ids', value: '1' }, { system: 'http://banksia.test/other' }] })],
  ['slice-many', 'met', patient(identifiers('ids', 'ids'))], ['slice-many', 'missing', patient({})],
  ['slice-again', 'met', patient({ identifier: [{ system: 'http://banksia.test/ids', use: 'old', value: '1', period: { start: '2020' } }, { system: 'http://banksia.test/ids', value: '2' }] })], ['slice-again', 'broken inside', patient({ identifier: [{ system: 'http://banksia.test/ids', use: 'old', value: '1' }] })], ['slice-again', 'twice', patient({ identifier: [{ system: 'http://banksia.test/ids', use: 'old', value: '1', period: { start: '2020' } }, { system: 'http://banksia.test/ids', use: 'old', value: '2', period: { start: '2021' } }] })], ['slice-again', 'old of another', patient({ identifier: [{ system: 'http://banksia.test/ids', value: '1' }, { system: 'http://banksia.test/other', use: 'old', value: '1' }] })],
  ['slice-binding', 'met', patient({ identifier: [{ type: coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'M'), value: '1' }] })], ['slice-binding', 'twice', patient({ identifier: [{ type: coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'M'), value: '1' }, { type: coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'S'), value: '1' }] })], ['slice-binding', 'another', patient({ identifier: [{ type: coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'D'), value: '1' }, { type: coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'S'), value: '1' }] })],
  ...['required', 'extensible', 'preferred', 'excluded', 'imported', 'unknown'].flatMap((strength): Row[] => [
    [`binding-${strength}`, 'member', patient(marital('M'))], [`binding-${strength}`, 'no member', patient(marital('D'))], [`binding-${strength}`, 'excluded', patient(marital('W'))], [`binding-${strength}`, 'another system', patient(elsewhere)], [`binding-${strength}`, 'text', patient({ maritalStatus: { text: 'a' } })],
    [`binding-${strength}`, 'both', patient(marital('D', 'S'))], [`binding-${strength}`, 'no such code', patient(marital('ZZ'))], [`binding-${strength}`, 'no system', patient({ maritalStatus: { coding: [{ code: 'M' }] } })], [`binding-${strength}`, 'only a display', patient({ maritalStatus: { coding: [{ display: 'Married' }] } })], [`binding-${strength}`, 'only an extension', patient({ maritalStatus: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] } })],
  ]),
  ['recursion', 'met', form({ linkId: 'a', text: 'a', type: 'group', item: [{ linkId: 'b', text: 'b', type: 'string' }] })], ['recursion', 'not met', form({ linkId: 'a', type: 'string' })], ['recursion', 'not met inside', form({ linkId: 'a', text: 'a', type: 'group', item: [{ linkId: 'b', type: 'string' }] })], ['recursion', 'not met far inside', form({ linkId: 'a', text: 'a', type: 'group', item: [{ linkId: 'b', text: 'b', type: 'group', item: [{ linkId: 'c', type: 'string' }] }] })],
  ['datatype', 'met', patient({ identifier: [{ system: 'http://banksia.test/ids', value: '1234' }] })], ['datatype', 'not met', patient({ identifier: [{ system: 'http://banksia.test/ids', value: '12' }] })], ['datatype', 'incomplete', patient({ identifier: [{ value: '1234' }] })],
  ['derived', 'met', patient({ ...named, birthDate: '2000-01-01' })], ['derived', 'not met', patient(named)], ['derived', 'base not met', patient({ birthDate: '2000-01-01' })],
  ['member-of', 'met', patient(marital('M'))], ['member-of', 'not met', patient(marital('D'))], ['member-of', 'absent', patient({})],
  ['resolved', 'met', holding(patient({ text: null, ...named }))], ['resolved', 'not met', holding(patient({ text: null, gender: 'female' }))], ['resolved', 'elsewhere', about('Patient/p')],
  ['colour', 'where it is not used', observation({ extension: [colour({ valueCode: 'red' })] })], ['colour', 'as modifier', patient({ modifierExtension: [colour({ valueCode: 'red' })] })], ['colour', 'twice though it may be once', patient({ extension: [colour({ valueCode: 'red' }), colour({ valueCode: 'blue' })] })],
  ['nested', 'met', patient(nested({ url: 'part', valueString: 'a' }))], ['nested', 'missing', patient(nested({ url: 'other', valueString: 'a' }))], ['nested', 'of another type', patient(nested({ url: 'part', valueInteger: 1 }))], ['nested', 'twice', patient(nested({ url: 'part', valueString: 'a' }, { url: 'part', valueString: 'b' }))], ['nested', 'with a value', patient({ extension: [{ url: `${baseUrl}nested`, valueString: 'a' }] })], ['nested', 'on a name', patient({ name: [{ family: 'a', ...nested({ url: 'part', valueString: 'a' }) }] })],
]

/** No resource claims a profile of extensions: the validator finds their definitions by address. */
const isExtension = (profile: string): boolean => ['colour', 'nested'].includes(profile)
const isClaimed = (kind: string): boolean => kind.includes('in a Bundle')

export const listOwnCases = (): Case[] =>
  rows.map(([profile, kind, resource]) => ({
    id: `${profile}: ${kind}`,
    group: 'own profiles' as const,
    kind: profile,
    text: JSON.stringify(resource, (_, value: unknown) => (value === null ? undefined : value)),
    ...(isExtension(profile) || isClaimed(kind) ? {} : { profiles: [baseUrl + profile] }),
  }))
