/** Cases of definitions as instances: each row is one resource; the reference says which are valid. R4 structuredefinition.html, searchparameter.html, capabilitystatement.html. */
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Case } from '../cases.ts'

type Row = readonly [kind: string, resource: JsonObject]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const core = 'http://hl7.org/fhir/StructureDefinition/'
const R4 = 'http://hl7.org/fhir/SearchParameter/'
let made = 0
const about = (type: string): JsonObject => {
  made += 1
  return {
    ...{ resourceType: type, id: `d${made}`, text, url: `http://banksia.test/fhir/${type}/d${made}`, version: '1.0.0' },
    ...{ name: `D${made}`, status: 'draft', publisher: 'a', description: 'a' },
  }
}
const spOn = (base: string, type: string, expression: string, more: JsonObject): JsonObject => {
  const { expression: given = expression, ...others } = more
  return {
    ...about('SearchParameter'),
    ...{ code: `sp-${made}`, base: [base], type, xpathUsage: 'normal' },
    ...(given === null ? {} : { expression: given }),
    ...others,
  }
}
const sp = (more: JsonObject): JsonObject => spOn('Patient', 'string', 'Patient.name.family', more)
const spOf = (more: JsonObject): JsonObject => spOn('Condition', 'token', 'Condition.code', more)
const cs = (resource: JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...{
    ...about('CapabilityStatement'),
    date: '2024-01-01',
    kind: 'requirements',
    fhirVersion: '4.0.1',
    format: ['json'],
  },
  ...{ rest: [{ mode: 'server', resource }], ...more },
})
const r = (type: string, searchParam: JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...{ type, interaction: [{ code: 'read' }], ...(searchParam.length === 0 ? {} : { searchParam }), ...more },
})
const csOf = (searchParam: JsonObject[], more: JsonObject = {}): JsonObject => cs([r('Condition', searchParam)], more)
const without = ({ ...resource }: JsonObject, name: string): JsonObject => {
  delete resource[name]
  return resource
}
const comp: readonly [JsonObject, JsonObject] = [
  { definition: `${R4}Observation-code`, expression: 'code' },
  { definition: `${R4}Observation-value-quantity`, expression: 'value.as(Quantity)' },
]
const components = (...rows: readonly (readonly [string, string])[]): JsonObject[] =>
  rows.map(([name, expression]) => ({ definition: R4 + name, expression }))

// biome-ignore format: one row a line
const seenParameters: readonly Row[] = [
  ['plain', sp({})],
  ['composite proper', sp({ base: ['Observation'], type: 'composite', expression: 'Observation', component: [...comp] })],
  ['composite without components', sp({ base: ['Observation'], type: 'composite', expression: 'Observation' })],
  ['composite with one component', sp({ base: ['Observation'], type: 'composite', expression: 'Observation', component: [comp[0]] })],
  ['component on no composite', sp({ base: ['Observation'], type: 'token', expression: 'Observation.code', component: [...comp] })],
  ['composite component that is unknown', sp({ base: ['Observation'], type: 'composite', expression: 'Observation', component: [{ definition: 'http://banksia.test/nowhere', expression: 'code' }, comp[1]] })],
  ['composite component expression bad', sp({ base: ['Observation'], type: 'composite', expression: 'Observation', component: [{ ...comp[0], expression: 'code.(' }, comp[1]] })],
  ['base unknown', sp({ base: ['Nothing'] })],
  ['base of two', sp({ base: ['Patient', 'Practitioner'], expression: 'Patient.name.family | Practitioner.name.family' })],
  ['base abstract', sp({ base: ['Resource'], type: 'token', expression: 'Resource.id' })],
  ['base unlike expression', sp({ base: ['Practitioner'], expression: 'Patient.name.family' })],
  ['base missing', without(sp({}), 'base')],
  ['expression missing', without(sp({}), 'expression')],
  ['expression not parsed', sp({ expression: 'Patient.name.(' })],
  ['expression of an unknown element', sp({ expression: 'Patient.nothing' })],
  ['expression of an unknown function', sp({ expression: 'Patient.name.nothing()' })],
  ['code unlike', sp({ code: '_id!' })],
  ['reference without target', sp({ type: 'reference', expression: 'Patient.generalPractitioner' })],
  ['reference with target', sp({ type: 'reference', expression: 'Patient.generalPractitioner', target: ['Practitioner'] })],
  ['target on a string', sp({ target: ['Practitioner'] })],
  ['target unknown', sp({ type: 'reference', expression: 'Patient.generalPractitioner', target: ['Nothing'] })],
  ['type unlike the expression', sp({ type: 'date' })],
  ['chain without reference', sp({ chain: ['name'] })],
  ['comparator on a string', sp({ comparator: ['gt'] })],
  ['modifier on a date', sp({ type: 'date', expression: 'Patient.birthDate', modifier: ['exact'] })],
  ['modifier missing on a string', sp({ modifier: ['missing'] })],
  ['derived from R4', sp({ base: ['Patient'], code: 'family', derivedFrom: 'http://hl7.org/fhir/SearchParameter/individual-family' })],
  ['derived from unlike base', sp({ base: ['Patient'], code: 'code', type: 'token', expression: 'Patient.identifier', derivedFrom: 'http://hl7.org/fhir/SearchParameter/clinical-code' })],
  ['derived from nowhere', sp({ derivedFrom: 'http://banksia.test/nowhere' })],
  ['derived unlike type', sp({ code: 'family', type: 'token', derivedFrom: 'http://hl7.org/fhir/SearchParameter/individual-family' })],
]

// biome-ignore format: one row a line
const seenStatements: readonly Row[] = [
  ['plain', cs([r('Patient', [{ name: 'family', type: 'string', definition: `${R4}individual-family` }])])],
  ['parameter without definition', cs([r('Patient', [{ name: 'family', type: 'string' }])])],
  ['parameter that is none', cs([r('Patient', [{ name: 'nothing', type: 'string' }])])],
  ['parameter of an unknown definition', cs([r('Patient', [{ name: 'x', type: 'string', definition: 'http://banksia.test/nowhere' }])])],
  ['parameter of an unknown R4 definition', cs([r('Patient', [{ name: 'x', type: 'string', definition: `${R4}nowhere` }])])],
  ['parameter of a definition of another code', cs([r('Patient', [{ name: 'familie', type: 'string', definition: `${R4}individual-family` }])])],
  ['parameter of a definition of another base', cs([r('Patient', [{ name: 'code', type: 'token', definition: `${R4}clinical-code` }])])],
  ['parameter of a definition of another type', cs([r('Patient', [{ name: 'family', type: 'token', definition: `${R4}individual-family` }])])],
  ['parameter of a definition that is a profile', cs([r('Patient', [{ name: 'family', type: 'string', definition: `${core}Patient` }])])],
  ['parameter twice', cs([r('Patient', [{ name: 'family', type: 'string', definition: `${R4}individual-family` }, { name: 'family', type: 'string', definition: `${R4}individual-family` }])])],
  ['resource twice', cs([{ type: 'Patient' }, { type: 'Patient' }])],
  ['parameter _id', cs([r('Patient', [{ name: '_id', type: 'token', definition: `${R4}Resource-id` }])])],
  ['parameter _count', cs([r('Patient', [{ name: '_count', type: 'number' }])])],
  ['parameter type unknown', cs([r('Patient', [{ name: 'family', type: 'text' }])])],
  ['parameter without type', cs([r('Patient', [{ name: 'family', definition: `${R4}individual-family` }])])],
  ['profile of another type', cs([r('Patient', [{ name: 'family', type: 'string' }], { profile: `${core}Observation` })])],
  ['profile unknown', cs([r('Patient', [{ name: 'family', type: 'string' }], { profile: 'http://banksia.test/nowhere' })])],
  ['supported profile of another type', cs([r('Patient', [{ name: 'family', type: 'string' }], { supportedProfile: [`${core}vitalsigns`] })])],
  ['include that is none', cs([r('Patient', [{ name: 'family', type: 'string' }], { searchInclude: ['Patient:nothing'] })])],
  ['operation that is none', cs([r('Patient', [{ name: 'family', type: 'string' }], { operation: [{ name: 'everything', definition: 'http://banksia.test/nowhere' }] })])],
  ['operation that is a search parameter', cs([r('Patient', [{ name: 'family', type: 'string' }], { operation: [{ name: 'everything', definition: `${R4}individual-family` }] })])],
  ['rest search parameter that is none', cs([r('Patient', [{ name: 'family', type: 'string' }])], { rest: [{ mode: 'server', searchParam: [{ name: 'zz', type: 'string', definition: 'http://banksia.test/nowhere' }] }] })],
  ['rest search parameter of another code', cs([], { rest: [{ mode: 'server', searchParam: [{ name: 'zz', type: 'token', definition: `${R4}Resource-id` }] }] })],
  ['type unknown', cs([r('Nothing', [{ name: 'family', type: 'string' }])])],
  ['no rest', without(cs([]), 'rest')],
  ['kind instance without implementation', cs([r('Patient', [{ name: 'family', type: 'string' }])], { kind: 'instance' })],
  ['imports unknown', cs([r('Patient', [{ name: 'family', type: 'string' }])], { imports: ['http://banksia.test/nowhere'] })],
]

// biome-ignore format: one row a line
const freshParameters: readonly Row[] = [
  ['plain', spOf({})], ['composite of three', spOf({ type: 'composite', expression: 'Condition', component: components(['clinical-code', 'code'], ['Condition-onset-date', 'onset'], ['Condition-subject', 'subject']) })],
  ['composite of none', spOf({ type: 'composite', expression: 'Condition', component: [] })], ['composite no expression', spOf({ type: 'composite', expression: null })],
  ['derived of one of several bases', spOf({ code: 'code', derivedFrom: `${R4}clinical-code` })], ['derived of Resource', spOf({ code: '_id', type: 'token', expression: 'Condition.id', derivedFrom: `${R4}Resource-id` })],
  ['derived other type', spOf({ type: 'string', derivedFrom: `${R4}clinical-code` })], ['derived other base', spOf({ base: ['Condition', 'Encounter'], expression: 'Condition.code | Encounter.type', derivedFrom: `${R4}clinical-code` })],
  ['expression with function', spOf({ expression: "Condition.code.where(text='x')" })], ['expression choice as', spOf({ type: 'quantity', expression: '(Condition.onset as Age)' })], ['expression choice ofType', spOf({ type: 'quantity', expression: 'Condition.onset.ofType(Age)' })],
  ['expression resolve', spOf({ base: ['Condition'], type: 'token', expression: 'Condition.subject.where(resolve() is Patient)' })], ['expression unknown in where', spOf({ expression: "Condition.code.where(txt='x')" })],
]

// biome-ignore format: one row a line
const freshStatements: readonly Row[] = [
  ['right', csOf([{ name: 'code', type: 'token', definition: `${R4}clinical-code` }])], ['wrong type', csOf([{ name: 'code', type: 'string', definition: `${R4}clinical-code` }])], ['wrong type with version', csOf([{ name: 'code', type: 'string', definition: `${R4}clinical-code|4.0.1` }])],
  ['right with version', csOf([{ name: 'code', type: 'token', definition: `${R4}clinical-code|4.0.1` }])], ['wrong version', csOf([{ name: 'code', type: 'string', definition: `${R4}clinical-code|9.9.9` }])], ['second wrong', csOf([{ name: 'code', type: 'token', definition: `${R4}clinical-code` }, { name: 'subject', type: 'token', definition: `${R4}Condition-subject` }])],
  ['special', csOf([{ name: 'near', type: 'special', definition: `${R4}Location-near` }])], ['no definition', csOf([{ name: 'zz', type: 'uri' }])], ['wrong on the system', csOf([], { rest: [{ mode: 'server', searchParam: [{ name: '_id', type: 'string', definition: `${R4}Resource-id` }] }] })],
]

const groups = [
  ['SearchParameters', seenParameters],
  ['SearchParameters, afterwards', freshParameters],
  ['CapabilityStatements', seenStatements],
  ['CapabilityStatements, afterwards', freshStatements],
] as const

export const listParameterCases = (): Case[] =>
  groups.flatMap(([group, rows]) =>
    rows.map(([kind, resource]): Case => ({ id: `${group}: ${kind}`, group, kind, text: JSON.stringify(resource) })),
  )
