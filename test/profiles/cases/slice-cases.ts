/** Instances for the profiles that slice, and for several profiles on one resource. R4 profiling.html#slicing. */
import type { JsonObject } from '../../../src/core/json.ts'
import type { Case, Family } from './cases.ts'
import { baseUrl } from './own-profiles.ts'

type Row = readonly [profiles: string, kind: string, resource: JsonObject]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const patient = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', id: 'p', text, ...more })
const inner = (id: string, more: JsonObject): JsonObject => ({ resourceType: 'Patient', id, ...more })
const observation = (more: JsonObject): JsonObject => ({
  ...{ resourceType: 'Observation', id: 'o', text, status: 'final' },
  code: { text: 'a' },
  ...more,
})
const female = { gender: 'female' }
const male = { gender: 'male' }
const born = { birthDate: '1980-02-03' }
const focus = (...resources: readonly JsonObject[]): JsonObject =>
  observation({ contained: [...resources], focus: resources.map(({ id }) => ({ reference: `#${id}` })) })
const about = (id: string, code: JsonObject): JsonObject => ({
  ...{ resourceType: 'Observation', id, status: 'final' },
  code,
})
const loinc = (code: string): JsonObject => ({ coding: [{ system: 'http://loinc.org', code }] })
const category = (code: string, system = 'http://terminology.hl7.org/CodeSystem/observation-category'): JsonObject => ({
  coding: [{ system, code }],
})
const uuid = (digit: number): string => `urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e${digit}`
const bundle = (...resources: readonly JsonObject[]): JsonObject => ({
  ...{ resourceType: 'Bundle', id: 'b', type: 'collection' },
  entry: resources.map((resource, index) => ({ fullUrl: uuid(index), resource })),
})
const telecom = (...points: readonly (readonly [system: string, use?: string])[]): JsonObject => ({
  telecom: points.map(([system, use]) => ({ system, value: '1', ...(use === undefined ? {} : { use }) })),
})
const identifiers = (...names: readonly string[]): JsonObject => ({
  identifier: names.map((name) => ({ system: `http://banksia.test/${name}`, value: '1' })),
})
const coloured = (code?: string): JsonObject => ({
  family: 'a',
  ...(code === undefined ? {} : { extension: [{ url: `${baseUrl}colour-name`, valueCode: code }] }),
})
const claimed = (resource: JsonObject, ...names: readonly string[]): JsonObject => ({
  ...resource,
  meta: { profile: names.map((name) => baseUrl + name) },
})
const parts = (...component: readonly JsonObject[]): JsonObject => observation({ component: [...component] })
const amount = { code: { text: 'a' }, valueQuantity: { value: 1 } }
const words = { code: { text: 'a' }, valueString: 'a' }
const told = (code: string, more: JsonObject = {}): JsonObject => ({ code: loinc(code), ...more })

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  ['by-target-profile', 'met', focus(inner('a', female))], ['by-target-profile', 'another', focus(inner('a', male))], ['by-target-profile', 'one of two', focus(inner('a', male), inner('b', female))], ['by-target-profile', 'twice', focus(inner('a', female), inner('b', female))], ['by-target-profile', 'elsewhere', observation({ focus: [{ reference: 'Patient/p' }] })],
  ['by-target-profiles', 'both', focus(inner('a', female), about('c', loinc('718-7')))], ['by-target-profiles', 'neither', focus(inner('a', male))], ['by-target-profiles', 'the second alone', focus(about('c', loinc('718-7')))], ['by-target-profiles', 'the second not met', focus(about('c', { text: 'a' }))],
  ['by-datatype-profile', 'met', patient(identifiers('a'))], ['by-datatype-profile', 'not met', patient({ identifier: [{ value: '1' }] })], ['by-datatype-profile', 'one of two', patient({ identifier: [{ value: '1' }, { system: 'http://banksia.test/a', value: '1' }] })], ['by-datatype-profile', 'twice', patient(identifiers('a', 'b'))],
  ['by-entry-profile', 'met', bundle(patient(female))], ['by-entry-profile', 'not met', bundle(patient(male))], ['by-entry-profile', 'any', bundle(patient(female), observation({ language: 'en' }))], ['by-entry-profile', 'any twice', bundle(patient(female), observation({ language: 'en' }), observation({ id: 'q', language: 'en' }))],
  ['by-any-profile', 'met', focus(inner('a', { text }))], ['by-any-profile', 'not met', focus(inner('a', {}))], ['by-any-profile', 'of another type', focus({ ...about('c', { text: 'a' }), text })],
  ['contained-profile', 'met', focus(inner('a', female))], ['contained-profile', 'not met', focus(inner('a', male))], ['contained-profile', 'with another', focus(inner('a', female), about('c', { text: 'a' }))],
  ['contained-type', 'met', focus(inner('a', female))], ['contained-type', 'not met', focus(about('c', { text: 'a' }))], ['contained-type', 'twice', focus(inner('a', {}), inner('b', {}))],
  ['some-fixed', 'the first alone', patient(telecom(['phone']))], ['some-fixed', 'the first with another use', patient(telecom(['phone', 'work']))], ['some-fixed', 'the first twice', patient(telecom(['phone', 'work'], ['phone', 'home']))], ['some-fixed', 'both', patient(telecom(['phone'], ['email', 'home']))], ['some-fixed', 'the second twice', patient(telecom(['phone'], ['email', 'home'], ['email', 'home']))], ['some-fixed', 'the second in part', patient(telecom(['phone'], ['email', 'work'], ['email', 'work']))], ['some-fixed', 'none', patient(telecom(['email', 'home']))],
  ['some-pattern', 'told', parts(told('718-7', { valueInteger: 1 }))], ['some-pattern', 'told twice', parts(told('718-7', { valueInteger: 1 }), told('718-7', { valueInteger: 2 }))], ['some-pattern', 'not told twice', parts(told('718-7', { dataAbsentReason: { text: 'a' } }), told('718-7', { dataAbsentReason: { text: 'a' } }))], ['some-pattern', 'the other twice', parts(told('4548-4'), told('4548-4', { valueInteger: 1 }))],
  ['three', 'met', patient(identifiers('ids'))], ['three', 'missing', patient(identifiers('others'))], ['three', 'twice', patient({ identifier: [{ system: 'http://banksia.test/ids', use: 'old' }, { system: 'http://banksia.test/ids', use: 'usual', type: { text: 'a' } }] })],
  ['optional-fixed', 'met', patient(telecom(['phone']))], ['optional-fixed', 'twice', patient(telecom(['phone'], ['phone']))], ['optional-fixed', 'broken inside', patient({ telecom: [{ system: 'phone' }] })], ['optional-fixed', 'without the discriminator', patient({ telecom: [{ use: 'home' }] })],
  ['extension-value', 'met', patient({ name: [coloured('red')] })], ['extension-value', 'another', patient({ name: [coloured('blue')] })], ['extension-value', 'absent', patient({ name: [coloured()] })],
  ['extension-exists', 'met', patient({ name: [coloured('red'), coloured()] })], ['extension-exists', 'absent', patient({ name: [coloured()] })], ['extension-exists', 'twice', patient({ name: [coloured('red'), coloured('blue')] })],
  ['resolved-type', 'by the reference', observation({ performer: [{ reference: 'Practitioner/p' }] })], ['resolved-type', 'another by the reference', observation({ performer: [{ reference: 'Patient/p' }] })], ['resolved-type', 'both', observation({ performer: [{ reference: 'Practitioner/p' }, { reference: 'Organization/p' }] })], ['resolved-type', 'twice', observation({ performer: [{ reference: 'Practitioner/p' }, { reference: 'Practitioner/q' }] })], ['resolved-type', 'by its type', observation({ performer: [{ type: 'Organization', display: 'a' }] })],
  ['component-type', 'both', parts(amount, words)], ['component-type', 'twice', parts(amount, amount)], ['component-type', 'another', parts({ code: { text: 'a' }, valueInteger: 1 })], ['component-type', 'without value', parts({ code: { text: 'a' } })],
  ['closed-type', 'a word', observation({ valueString: 'abc' })], ['closed-type', 'a long word', observation({ valueString: 'abcd' })], ['closed-type', 'a large number', observation({ valueInteger: 6 })], ['closed-type', 'another', observation({ valueBoolean: true })], ['closed-type', 'none', observation({})],
  ['end-open', 'met', patient(telecom(['phone'], ['phone'], ['email'], ['fax']))], ['end-open', 'another first', patient(telecom(['fax'], ['phone']))], ['end-open', 'the other way', patient(telecom(['email'], ['phone']))], ['end-open', 'another between', patient(telecom(['phone'], ['fax'], ['email']))],
  ['this-code', 'met', patient({ name: [{ given: ['Ann', 'Bea'] }] })], ['this-code', 'the other way', patient({ name: [{ given: ['Bea', 'Ann'] }] })], ['this-code', 'another', patient({ name: [{ given: ['Ann', 'Cid'] }] })],
  ['resliced', 'met', observation({ category: [category('laboratory')] })], ['resliced', 'the inner missing', observation({ category: [category('exam')] })], ['resliced', 'the inner twice', observation({ category: [category('laboratory'), category('laboratory')] })], ['resliced', 'the outer missing', observation({ category: [category('laboratory', 'http://banksia.test/codes')] })], ['resliced', 'with another of the outer', observation({ category: [category('laboratory'), category('exam')] })],
  ['', 'two profiles, both met', claimed(patient({ ...female, ...born }), 'woman', 'born')], ['', 'two profiles, the first not met', claimed(patient({ ...male, ...born }), 'woman', 'born')], ['', 'two profiles, the second not met', claimed(patient(female), 'woman', 'born')], ['', 'a profile of any resource, met', claimed(patient({ language: 'en' }), 'with-id')], ['', 'a profile of any resource, not met', claimed(patient({}), 'with-id')], ['', 'a profile of another type', claimed(patient({}), 'coded-observation')], ['', 'a profile of a type above, not met', claimed({ resourceType: 'Patient', id: 'p' }, 'any-resource')],
  ['woman born', 'asked for both, met', patient({ ...female, ...born })], ['woman born', 'asked for both, one not met', patient(female)], ['born with-id', 'asked for one of any resource, not met', patient(born)], ['with-id', 'asked for any resource, met', patient({ language: 'en' })],
]

// biome-ignore format: one row a line
const moreRows: readonly Row[] = [
  ['by-target-profile', 'later: in a Bundle', bundle(claimed(observation({ focus: [{ reference: uuid(1) }] }), 'by-target-profile'), patient(female))], ['by-target-profile', 'later: another in a Bundle', bundle(claimed(observation({ focus: [{ reference: uuid(1) }] }), 'by-target-profile'), patient(male))], ['by-target-profile', 'later: none', observation({})], ['by-target-profile', 'later: a contained one of another type', focus(about('c', loinc('718-7')))],
  ['by-target-profiles', 'later: the first twice', focus(inner('a', female), inner('b', female))], ['by-target-profiles', 'later: the other way round', focus(about('c', loinc('718-7')), inner('a', female))], ['by-target-profiles', 'later: elsewhere', observation({ focus: [{ reference: 'Patient/p' }] })], ['by-target-profiles', 'later: none', observation({})],
  ['by-datatype-profile', 'later: only a system', patient({ identifier: [{ system: 'http://banksia.test/a' }] })], ['by-datatype-profile', 'later: none', patient({})],
  ['by-entry-profile', 'later: two women', bundle(patient(female), patient({ id: 'q', ...female }))], ['by-entry-profile', 'later: a woman with a language', bundle(patient({ ...female, language: 'en' }))], ['by-entry-profile', 'later: others', bundle(patient(female), observation({}), observation({ id: 'q' }))], ['by-entry-profile', 'later: empty', { resourceType: 'Bundle', id: 'b', type: 'collection' }],
  ['by-any-profile', 'later: two', focus(inner('a', { text }), { ...about('c', { text: 'a' }), text })], ['by-any-profile', 'later: one of two', focus(inner('a', {}), { ...about('c', { text: 'a' }), text })],
  ['contained-profile', 'later: two', focus(inner('a', female), inner('b', female))], ['contained-profile', 'later: none', observation({})], ['contained-type', 'later: none', observation({})], ['contained-type', 'later: with others', focus(inner('a', {}), about('c', { text: 'a' }), about('d', { text: 'a' }))],
  ['some-fixed', 'later: without system', patient({ telecom: [{ use: 'home' }] })], ['some-fixed', 'later: the second before the first', patient(telecom(['email', 'home'], ['phone', 'old']))], ['some-fixed', 'later: others as often as they like', patient(telecom(['phone'], ['fax'], ['fax'], ['sms', 'home'], ['sms', 'home']))], ['some-fixed', 'later: the first three times', patient(telecom(['phone'], ['phone', 'old'], ['phone', 'mobile']))],
  ['some-pattern', 'later: both', parts(told('718-7', { valueInteger: 1 }), told('4548-4'))], ['some-pattern', 'later: told and not told', parts(told('718-7', { valueInteger: 1 }), told('718-7'))], ['some-pattern', 'later: the other three times', parts(told('4548-4'), told('4548-4'), told('4548-4'))], ['some-pattern', 'later: without coding', parts({ code: { text: 'a' }, valueInteger: 1 }, { code: { text: 'a' }, valueInteger: 1 })],
  ['three', 'later: none', patient({})], ['three', 'later: with a type', patient({ identifier: [{ type: { text: 'a' }, system: 'http://banksia.test/ids', value: '1' }] })], ['three', 'later: with others', patient(identifiers('x', 'ids', 'y'))],
  ['optional-fixed', 'later: others', patient(telecom(['fax'], ['fax']))], ['optional-fixed', 'later: two without the discriminator', patient({ telecom: [{ use: 'home', value: '1' }, { use: 'work', value: '2' }] })],
  ['extension-value', 'later: red twice', patient({ name: [coloured('red'), coloured('red')] })], ['extension-value', 'later: red and blue', patient({ name: [coloured('red'), coloured('blue')] })], ['extension-exists', 'later: none', patient({})],
  ['resolved-type', 'later: absolute', observation({ performer: [{ reference: 'http://banksia.test/fhir/Organization/p' }] })], ['resolved-type', 'later: another, absolute', observation({ performer: [{ reference: 'http://banksia.test/fhir/Patient/p' }] })], ['resolved-type', 'later: contained', observation({ contained: [{ resourceType: 'Practitioner', id: 'c' }], performer: [{ reference: '#c' }] })], ['resolved-type', 'later: another contained', observation({ contained: [{ resourceType: 'PractitionerRole', id: 'c', active: true }], performer: [{ reference: '#c' }] })],
  ['component-type', 'later: the other way round', parts(words, amount)], ['component-type', 'later: words twice', parts(words, words)], ['component-type', 'later: none', observation({})], ['closed-type', 'later: a number', observation({ valueInteger: 5 })], ['closed-type', 'later: a quantity', observation({ valueQuantity: { value: 1 } })],
  ['end-open', 'later: only others', patient(telecom(['fax'], ['sms']))], ['end-open', 'later: phones and another', patient(telecom(['phone'], ['fax'], ['phone']))], ['end-open', 'later: three phones', patient(telecom(['phone'], ['phone'], ['phone']))], ['this-code', 'later: one', patient({ name: [{ given: ['Bea'] }] })], ['this-code', 'later: twice', patient({ name: [{ given: ['Ann', 'Ann'] }] })],
  ['resliced', 'later: four of the outer', observation({ category: [category('laboratory'), category('exam'), category('imaging'), category('survey')] })], ['resliced', 'later: with another system', observation({ category: [category('x', 'http://banksia.test/codes'), category('laboratory')] })], ['resliced', 'later: none', observation({})],
  ['', 'later: three profiles, one not met', claimed(patient({ ...female, ...born }), 'woman', 'born', 'with-id')], ['', 'later: three profiles, all met', claimed(patient({ ...female, ...born, language: 'en' }), 'woman', 'born', 'with-id')], ['', 'later: a profile of any resource on an observation', claimed(observation({}), 'with-id', 'coded-observation')], ['', 'later: a profile of a contained resource, not met', observation({ contained: [claimed(inner('a', male), 'woman')], focus: [{ reference: '#a' }] })], ['', 'later: in a Bundle, not met', bundle(claimed(patient({}), 'with-id'))],
  ['any-resource woman', 'later: asked for, met', patient(female)], ['any-resource woman', 'later: asked for, one not met', patient(male)], ['coded-observation', 'later: asked for on another type', patient({})],
]

const own = (code: string, more: JsonObject = {}): JsonObject => ({
  code: { coding: [{ system: 'http://banksia.test/codes', code }] },
  ...more,
})
const absent = { dataAbsentReason: { text: 'a' } }
const system = 'http://banksia.test/ids'
const kilograms = { valueQuantity: { value: 1, unit: 'kg' } }
const short = { valueString: 'abc' }
const range = (text: string, more: JsonObject = {}): JsonObject => ({ text, ...more })
const low = { low: { value: 1 } }
const ranged = (...ranges: readonly JsonObject[]): JsonObject =>
  parts({ ...own('a', kilograms), referenceRange: [...ranges] })

/** Made after the rules were mended. */
// biome-ignore format: one row a line
const laterRows: readonly Row[] = [
  ['some-extensible', 'without type', patient({ identifier: [{ system, value: '1' }] })], ['some-extensible', 'another type', patient({ identifier: [{ system, value: '1', type: { coding: [{ system: 'http://banksia.test/codes', code: 'x' }] } }] })], ['some-extensible', 'words for a type', patient({ identifier: [{ system, value: '1', type: { text: 'a' } }] })], ['some-extensible', 'without value', patient({ identifier: [{ system, type: { text: 'a' } }] })], ['some-extensible', 'another system', patient({ identifier: [{ system: 'http://banksia.test/x', value: '1' }] })], ['some-extensible', 'twice', patient({ identifier: [{ system, value: '1' }, { system, value: '2', type: { text: 'a' } }] })], ['some-extensible', 'none', patient({})], ['some-extensible', 'a type of the binding', patient({ identifier: [{ system, value: '1', type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] } }] })], ['some-extensible', 'broken twice', patient({ identifier: [{ system }, { system }] })],
  ['some-example', 'the first', parts(own('a', kilograms))], ['some-example', 'the first, absent', parts(own('a', absent))], ['some-example', 'the first twice', parts(own('a', kilograms), own('a', absent))], ['some-example', 'the second', parts(own('b', absent))], ['some-example', 'the second, told', parts(own('b', kilograms))], ['some-example', 'the second three times', parts(own('b', absent), own('b', absent), own('b', absent))], ['some-example', 'another', parts(own('c', absent))], ['some-example', 'both', parts(own('a', kilograms), own('b', absent))], ['some-example', 'the other way round', parts(own('b', absent), own('a', absent))], ['some-example', 'none', observation({})],
  ['forbidden', 'both', patient(telecom(['phone'], ['phone', 'home']))], ['forbidden', 'plain twice', patient(telecom(['phone'], ['phone'], ['phone', 'home']))], ['forbidden', 'home alone', patient(telecom(['phone', 'home']))], ['forbidden', 'home twice', patient(telecom(['phone', 'home'], ['phone', 'home']))], ['forbidden', 'plain alone', patient(telecom(['phone']))], ['forbidden', 'with works', patient(telecom(['phone', 'work'], ['phone', 'work'], ['phone', 'home']))], ['forbidden', 'none', patient({})], ['forbidden', 'mails', patient(telecom(['email'], ['email'], ['phone', 'home']))],
  ['range-slices', 'met', ranged(range('usual', low))], ['range-slices', 'not met', ranged(range('usual'))], ['range-slices', 'another', ranged(range('other'))], ['range-slices', 'twice', ranged(range('usual', low), range('usual', low))], ['range-slices', 'with another', ranged(range('other'), range('usual', low))], ['range-slices', 'none', parts(own('a', kilograms))], ['range-slices', 'not met among others', ranged(range('other', low), range('usual'))],
  ['pair', 'the amount', parts(own('a', kilograms))], ['pair', 'the words', parts(own('a', short))], ['pair', 'both', parts(own('a', kilograms), own('a', short))], ['pair', 'long words', parts(own('a', kilograms), own('a', { valueString: 'abcd' }))], ['pair', 'the amount twice', parts(own('a', kilograms), own('a', kilograms))], ['pair', 'words twice', parts(own('a', kilograms), own('a', short), own('a', short))], ['pair', 'another code', parts(own('b', kilograms))], ['pair', 'another type', parts(own('a', { valueInteger: 1 }), own('a', kilograms))], ['pair', 'long words of another code', parts(own('a', kilograms), own('b', { valueString: 'abcd' }))], ['pair', 'none', observation({})], ['pair', 'without value', parts(own('a', absent))],
  ['some-extensible born', 'both met', patient({ ...born, identifier: [{ system, value: '1' }] })], ['some-extensible born', 'the second not met', patient({ identifier: [{ system, value: '1' }] })], ['born some-extensible woman', 'the second not met', patient({ ...born, ...female })], ['', 'claims of two slicings, met', claimed(patient({ identifier: [{ system, value: '1' }], ...telecom(['phone', 'home']) }), 'some-extensible', 'forbidden')], ['', 'claims of two slicings, the second not met', claimed(patient({ identifier: [{ system, value: '1' }], ...telecom(['phone']) }), 'some-extensible', 'forbidden')], ['pair', 'with a claim that is not met', claimed(parts(own('a', kilograms)), 'range-slices', 'by-target-profile')], ['pair', 'with a claim that is met', claimed(parts(own('a', kilograms)), 'range-slices')],
]

export const listSliceCases = (): Case[] => [
  ...[...rows, ...moreRows].map((row) => buildCase(row, 'slices')),
  ...laterRows.map((row) => buildCase(row, 'slices, afterwards')),
]

/** A profile on an entry is claimed by the entry. */
const isInside = (profile: string, { resourceType }: JsonObject): boolean =>
  profile.startsWith('by-target') && resourceType === 'Bundle'

const buildCase = ([profiles, kind, resource]: Row, group: Family): Case => ({
  id: `slice ${profiles}: ${kind}`,
  group,
  kind: profiles,
  text: JSON.stringify(resource),
  ...(profiles === '' || isInside(profiles, resource)
    ? {}
    : { profiles: profiles.split(' ').map((name) => baseUrl + name) }),
})
