/** Definitions as instances: StructureDefinition, SearchParameter, CapabilityStatement. R4 profiling.html, structuredefinition.html, searchparameter.html, capabilitystatement.html. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { offline } from '../../../src/profiles/validator/validator.ts'
import { openTestValidator } from '../open-definitions.ts'

const validate = await openTestValidator()
const core = 'http://hl7.org/fhir/StructureDefinition/'
const own = 'http://banksia.test/fhir/StructureDefinition/own'

const listErrors = (resource: JsonObject): string[] =>
  validate(resource, { profiles: [], policy: offline })
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ rule, expression }) => `${rule} ${expression}`)

type Row = JsonObject & { readonly id: string }

const structure = (type: string, rows: readonly Row[], more: JsonObject = {}): JsonObject => ({
  ...{ resourceType: 'StructureDefinition', url: own, name: 'Own', status: 'draft', kind: 'resource', abstract: false },
  ...{ type, baseDefinition: core + type, derivation: 'constraint' },
  differential: { element: [{ id: type }, ...rows].map((row) => ({ path: row.id.replace(/:[^.]*/g, ''), ...row })) },
  ...more,
})
const bySystem = { discriminator: [{ type: 'value', path: 'system' }], rules: 'open' }
const byType = { discriminator: [{ type: 'type', path: '$this' }], rules: 'open' }
const element = (index: number, part = 'differential'): string => `StructureDefinition.${part}.element[${index}]`
const extension = (rows: readonly Row[], context: string): JsonObject =>
  structure('Extension', rows, { kind: 'complex-type', context: [{ type: 'element', expression: context }] })
const fixedUrl = { id: 'Extension.url', fixedUri: own }
const vitals = { baseDefinition: `${core}vitalsigns` }
const category = (slicing: JsonObject): Row => ({ id: 'Observation.category', slicing })
const codes = [
  { type: 'value', path: 'coding.code' },
  { type: 'value', path: 'coding.system' },
]

// biome-ignore format: one row a case
test.each<[name: string, resource: JsonObject, ...found: string[]]>([
  ['a path', structure('Patient', [{ id: 'Patient.name.family', min: 1 }])],
  ['a path that is none', structure('Patient', [{ id: 'Patient.nothing', min: 1 }]), `definition-differential ${element(1)}`],
  ['paths in order', structure('Patient', [{ id: 'Patient.name', min: 1 }, { id: 'Patient.gender', min: 1 }])],
  ['paths out of order', structure('Patient', [{ id: 'Patient.gender', min: 1 }, { id: 'Patient.name', min: 1 }]), `definition-order ${element(2)}`],
  ['a part before its whole', structure('Patient', [{ id: 'Patient.name.family', min: 1 }, { id: 'Patient.name', min: 1 }]), `definition-order ${element(2)}`],
  ['a larger maximum', structure('Patient', [{ id: 'Patient.gender', max: '*' }]), `definition-differential ${element(1)}`],
  ['a smaller minimum', structure('Observation', [{ id: 'Observation.status', min: 0 }]), `definition-differential ${element(1)}`],
  ['a weaker binding', structure('Patient', [{ id: 'Patient.gender', binding: { strength: 'example' } }]), `definition-differential ${element(1)}`],
  ['another type', structure('Patient', [{ id: 'Patient.gender', type: [{ code: 'string' }] }]), `definition-differential ${element(1)}`, `definition-element-type ${element(1)}`],
  ['slices', structure('Patient', [{ id: 'Patient.identifier', slicing: bySystem }, { id: 'Patient.identifier:a', sliceName: 'a' }])],
  ['a slice without slicing', structure('Patient', [{ id: 'Patient.identifier:a', sliceName: 'a' }]), `definition-differential ${element(1)}`],
  ['a slice without a name', structure('Patient', [{ id: 'Patient.identifier', slicing: bySystem }, { id: 'Patient.identifier:a' }]), `definition-slice-name ${element(2)}`],
  ['slices of what does not repeat', structure('Patient', [{ id: 'Patient.maritalStatus', slicing: bySystem }]), `definition-slicing ${element(1)}`],
  ['more discriminators than the base', structure('Observation', [category({ discriminator: [...codes, { type: 'exists', path: 'text' }], rules: 'open' })], vitals)],
  ['other discriminators than the base', structure('Observation', [category({ discriminator: [{ type: 'exists', path: 'coding' }], rules: 'open' })], vitals), `definition-slicing ${element(1)}`],
  ['order where the base has none', structure('Observation', [category({ discriminator: codes, ordered: true, rules: 'open' })], vitals), `definition-slicing ${element(1)}`],
  ['slices of a choice', structure('Observation', [{ id: 'Observation.value[x]', slicing: byType }, { id: 'Observation.value[x]:valueQuantity', sliceName: 'valueQuantity', type: [{ code: 'Quantity' }] }])],
  ['slices of a choice named otherwise', structure('Observation', [{ id: 'Observation.value[x]', slicing: byType }, { id: 'Observation.value[x]:other', sliceName: 'other', type: [{ code: 'Quantity' }] }]), `definition-slicing ${element(1)}`],
  ['a fixed value of another type', structure('Patient', [{ id: 'Patient.gender', fixedString: 'male' }]), `definition-value ${element(1)}`],
  ['a target', structure('Patient', [{ id: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: ['http://hl7.org.au/fhir/StructureDefinition/au-practitioner'] }] }])],
  ['a target that the base lacks', structure('Patient', [{ id: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: [`${core}Patient`] }] }]), `definition-target ${element(1)}`],
  ['a target that is not known', structure('Patient', [{ id: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: [`${own}-2`] }] }])],
  ['a profile of another type', structure('Patient', [{ id: 'Patient.name', type: [{ code: 'HumanName', profile: [`${core}Address`] }] }]), `definition-type-profile ${element(1)}`],
  ['a base of another type', structure('Patient', [], { baseDefinition: `${core}Observation` }), 'definition-base StructureDefinition.type'],
  ['a base that is not known', structure('Patient', [{ id: 'Patient.nothing' }], { baseDefinition: `${own}-2` })],
  ['another kind', structure('Patient', [], { kind: 'complex-type' }), 'definition-base StructureDefinition.kind'],
  ['an extension', extension([fixedUrl], 'Patient.contact')],
  ['an extension of anything', extension([fixedUrl], 'Base')],
  ['an extension of another url', extension([{ id: 'Extension.url', fixedUri: `${own}-2` }], 'Patient'), 'definition-extension-url StructureDefinition'],
  ['an extension without a url', extension([], 'Patient'), 'definition-extension-url StructureDefinition'],
  ['an extension of nothing', extension([fixedUrl], 'Patient.nothing'), 'definition-context-unknown StructureDefinition.context[0].expression'],
  ['a context of no extension', structure('Patient', [], { context: [{ type: 'element', expression: 'Patient' }] }), 'definition-context StructureDefinition.context'],
])('D123: a StructureDefinition with %s', (_, resource, ...found) => {
  expect(listErrors(resource).filter((one) => one.startsWith('definition-'))).toEqual(found)
})

const stated = (expression: string): JsonObject => ({
  ...structure('Patient', []),
  snapshot: {
    element: [
      { id: 'Patient', path: 'Patient' },
      {
        id: 'Patient.name',
        path: 'Patient.name',
        type: [{ code: 'HumanName' }],
        constraint: [{ key: 'x-1', severity: 'error', human: 'x', expression }],
      },
    ],
  },
})

test.each([
  ['family.exists() implies given.exists()'],
  ['family.exists(', 'x'],
  ['familie.exists()', 'x'],
  ['family.present()', 'x'],
  ['given.where(foo = 1).exists()', 'x'],
])('D123: the invariant %s of a snapshot', (expression, ...wrong) => {
  const place = `${element(1, 'snapshot')}.constraint[0].expression`
  const expected = wrong.map(() => `definition-expression ${place}`)

  expect(listErrors(stated(expression)).filter((one) => one.startsWith('definition-'))).toEqual(expected)
})

const parameter = (more: JsonObject): JsonObject => ({
  ...{ resourceType: 'SearchParameter', url: 'http://banksia.test/sp', name: 'Own', status: 'draft', description: 'x' },
  ...{ code: 'own', base: ['Condition'], type: 'token', expression: 'Condition.code', ...more },
})
const published = 'http://hl7.org/fhir/SearchParameter/clinical-code'
const component = { definition: published, expression: 'code' }
const statement = (more: JsonObject): JsonObject => ({
  ...{
    resourceType: 'CapabilityStatement',
    status: 'draft',
    date: '2026-01-01',
    kind: 'requirements',
    fhirVersion: '4.0.1',
  },
  ...{ description: 'x', format: ['json'] },
  rest: [{ mode: 'server', resource: [{ type: 'Condition', searchParam: [{ name: 'code', ...more }] }] }],
})
const typePlace = 'CapabilityStatement.rest[0].resource[0].searchParam[0].type'

// biome-ignore format: one row a case
const instances: [name: string, resource: JsonObject, ...found: string[]][] = [
  ['a composite of two', parameter({ type: 'composite', component: [component, component] })],
  ['a composite of one', parameter({ type: 'composite', component: [component] }), 'search-components SearchParameter.component'],
  ['a composite of none', parameter({ type: 'composite' }), 'search-components SearchParameter.component'],
  ['a derived parameter', parameter({ derivedFrom: published })],
  ['a derived parameter of another type', parameter({ type: 'string', derivedFrom: published }), 'search-derived SearchParameter.type'],
  ['a derived parameter of another base', parameter({ base: ['Condition', 'Encounter'], derivedFrom: published }), 'search-derived SearchParameter.base'],
  ['a parameter of a server', statement({ type: 'token', definition: published })],
  ['a parameter of a server of another type', statement({ type: 'string', definition: published }), `search-parameter-type ${typePlace}`],
  ['a parameter of a server of another version', statement({ type: 'string', definition: `${published}|9.9` })],
  ['a parameter of a server that nobody defines', statement({ type: 'string', definition: 'http://banksia.test/none' })],
]

test.each(instances)('D123: %s', (_, resource, ...found) => {
  expect(listErrors(resource)).toEqual(found)
})
