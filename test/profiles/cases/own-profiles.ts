/** Profiles of our own, each for one way to constrain, as differentials in the order of their base. R4 profiling.html, elementdefinition.html. */
import type { ElementDefinition, StructureDefinition, ValueSet } from '@medplum/fhirtypes'

export const baseUrl = 'http://banksia.test/fhir/StructureDefinition/'
const core = 'http://hl7.org/fhir/StructureDefinition/'

type Element = Partial<ElementDefinition> & { readonly id: string }

export function profile(
  name: string,
  type: string,
  elements: readonly Element[],
  more: Partial<StructureDefinition> = {},
): StructureDefinition {
  return {
    ...{
      resourceType: 'StructureDefinition',
      url: baseUrl + name,
      name: name.replaceAll('-', ''),
      status: 'active',
      version: '1.0.0',
    },
    ...{
      fhirVersion: '4.0.1',
      kind: /^[A-Z][A-Za-z]+$/.test(type) && !dataTypes.has(type) ? 'resource' : 'complex-type',
      abstract: false,
      type,
    },
    ...{ baseDefinition: core + type, derivation: 'constraint' },
    differential: { element: elements.map(({ id, ...rest }) => ({ id, path: id.replace(/:[^.]+/g, ''), ...rest })) },
    ...more,
  } as StructureDefinition
}
const dataTypes: ReadonlySet<string> = new Set(['Extension', 'Identifier', 'Quantity', 'CodeableConcept', 'HumanName'])
const extension = (name: string, elements: readonly Element[], contexts: readonly string[]): StructureDefinition =>
  profile(name, 'Extension', elements, { context: contexts.map((expression) => ({ type: 'element', expression })) })

const by = (
  type: 'value' | 'pattern' | 'type' | 'profile' | 'exists',
  path: string,
  more: object = {},
): Pick<ElementDefinition, 'slicing'> => ({
  slicing: { discriminator: [{ type, path }], rules: 'open', ...more },
})
const simple = (id: string, url: string, type: string): readonly Element[] => [
  { id: 'Extension', min: 0, max: '1' },
  { id: 'Extension.extension', max: '0' },
  { id: 'Extension.url', fixedUri: url },
  { id, min: 1, type: [{ code: type }] },
]
const rule = (key: string, severity: 'error' | 'warning', expression: string) => ({
  constraint: [{ key, severity, human: `rule ${key}`, expression }],
})
const bound = (strength: 'required' | 'extensible' | 'preferred' | 'example', name: string) => ({
  binding: { strength, valueSet: `http://banksia.test/fhir/ValueSet/${name}` },
})

export const ownValueSets: readonly ValueSet[] = [
  {
    resourceType: 'ValueSet',
    url: 'http://banksia.test/fhir/ValueSet/two',
    name: 'Two',
    status: 'active',
    compose: {
      include: [
        { system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', concept: [{ code: 'M' }, { code: 'S' }] },
      ],
    },
  },
  {
    resourceType: 'ValueSet',
    url: 'http://banksia.test/fhir/ValueSet/all',
    name: 'All',
    status: 'active',
    compose: {
      include: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus' }],
      exclude: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', concept: [{ code: 'W' }] }],
    },
  },
  {
    resourceType: 'ValueSet',
    url: 'http://banksia.test/fhir/ValueSet/both',
    name: 'Both',
    status: 'active',
    compose: { include: [{ valueSet: ['http://banksia.test/fhir/ValueSet/two'] }] },
  },
]

// biome-ignore format: one row a line
export const ownProfiles: readonly StructureDefinition[] = [
  profile('cardinality', 'Patient', [{ id: 'Patient.name', min: 1, max: '1' }, { id: 'Patient.gender', min: 1 }, { id: 'Patient.photo', max: '0' }]),
  profile('fixed', 'Patient', [{ id: 'Patient.active', fixedBoolean: true }, { id: 'Patient.maritalStatus', fixedCodeableConcept: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code: 'M' }] } }]),
  profile('pattern', 'Patient', [{ id: 'Patient.name', patternHumanName: { use: 'official' } }, { id: 'Patient.gender', patternCode: 'female' }, { id: 'Patient.maritalStatus', patternCodeableConcept: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code: 'M' }] } }]),
  profile('bounds', 'Observation', [{ id: 'Observation.value[x]', type: [{ code: 'integer' }], minValueInteger: 1, maxValueInteger: 10 }]),
  profile('date-bounds', 'Patient', [{ id: 'Patient.birthDate', minValueDate: '1900-01-01', maxValueDate: '2020-12-31' }]),
  profile('length', 'Patient', [{ id: 'Patient.name.family', maxLength: 5 }]),
  profile('types', 'Observation', [{ id: 'Observation.value[x]', min: 1, type: [{ code: 'string' }, { code: 'boolean' }] }]),
  profile('targets', 'Observation', [{ id: 'Observation.subject', min: 1, type: [{ code: 'Reference', targetProfile: [`${core}Patient`] }] }]),
  profile('contained-target', 'Observation', [{ id: 'Observation.subject', min: 1, type: [{ code: 'Reference', targetProfile: [`${baseUrl}cardinality`], aggregation: ['contained'] }] }]),
  profile('target-profile', 'Observation', [{ id: 'Observation.subject', min: 1, type: [{ code: 'Reference', targetProfile: [`${baseUrl}cardinality`] }] }]),
  profile('invariant', 'Patient', [{ id: 'Patient', ...rule('own-1', 'error', 'name.exists() or identifier.exists()') }, { id: 'Patient.name', ...rule('own-2', 'warning', 'given.exists()') }, { id: 'Patient.birthDate', ...rule('own-3', 'error', '$this <= today()') }]),
  profile('slice-value', 'Patient', [{ id: 'Patient.identifier', min: 1, ...by('value', 'system') }, { id: 'Patient.identifier:own', sliceName: 'own', min: 1, max: '1' }, { id: 'Patient.identifier:own.system', min: 1, fixedUri: 'http://banksia.test/ids' }, { id: 'Patient.identifier:own.value', min: 1, maxLength: 4 }]),
  profile('slice-closed', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'system', { rules: 'closed' }) }, { id: 'Patient.identifier:own', sliceName: 'own', max: '1' }, { id: 'Patient.identifier:own.system', min: 1, fixedUri: 'http://banksia.test/ids' }]),
  profile('slice-ordered', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'system', { ordered: true }) }, { id: 'Patient.identifier:a', sliceName: 'a', max: '1' }, { id: 'Patient.identifier:a.system', min: 1, fixedUri: 'http://banksia.test/a' }, { id: 'Patient.identifier:b', sliceName: 'b', max: '1' }, { id: 'Patient.identifier:b.system', min: 1, fixedUri: 'http://banksia.test/b' }]),
  profile('slice-at-end', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'system', { rules: 'openAtEnd', ordered: true }) }, { id: 'Patient.identifier:a', sliceName: 'a', max: '1' }, { id: 'Patient.identifier:a.system', min: 1, fixedUri: 'http://banksia.test/a' }]),
  profile('slice-pattern', 'Observation', [{ id: 'Observation.category', min: 1, ...by('pattern', '$this') }, { id: 'Observation.category:lab', sliceName: 'lab', min: 1, max: '1', patternCodeableConcept: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] } }]),
  profile('slice-coding', 'Observation', [{ id: 'Observation.code.coding', min: 1, ...by('value', 'system') }, { id: 'Observation.code.coding:loinc', sliceName: 'loinc', min: 1, max: '1' }, { id: 'Observation.code.coding:loinc.system', min: 1, fixedUri: 'http://loinc.org' }, { id: 'Observation.code.coding:loinc.code', min: 1 }]),
  profile('slice-type', 'Observation', [{ id: 'Observation.value[x]', ...by('type', '$this') }, { id: 'Observation.value[x]:valueQuantity', sliceName: 'valueQuantity', type: [{ code: 'Quantity' }] }, { id: 'Observation.value[x]:valueQuantity.value', min: 1 }, { id: 'Observation.value[x]:valueQuantity.code', min: 1 }]),
  profile('slice-exists', 'Patient', [{ id: 'Patient.telecom', ...by('exists', 'period') }, { id: 'Patient.telecom:past', sliceName: 'past', max: '1' }, { id: 'Patient.telecom:past.value', min: 1 }, { id: 'Patient.telecom:past.period', min: 1 }, { id: 'Patient.telecom:now', sliceName: 'now', max: '1' }, { id: 'Patient.telecom:now.period', max: '0' }, { id: 'Patient.telecom:now.system', min: 1 }]),
  profile('slice-profile', 'Bundle', [{ id: 'Bundle.entry', ...by('profile', 'resource') }, { id: 'Bundle.entry:person', sliceName: 'person', min: 1, max: '1' }, { id: 'Bundle.entry:person.resource', min: 1, type: [{ code: 'Patient', profile: [`${baseUrl}cardinality`] }] }]),
  profile('slice-resource-type', 'Bundle', [{ id: 'Bundle.entry', ...by('type', 'resource') }, { id: 'Bundle.entry:person', sliceName: 'person', min: 1, max: '1' }, { id: 'Bundle.entry:person.resource', min: 1, type: [{ code: 'Patient' }] }]),
  profile('slice-resolve', 'Composition', [{ id: 'Composition.section', min: 1 }, { id: 'Composition.section.entry', ...by('type', 'resolve()', { rules: 'closed' }) }, { id: 'Composition.section.entry:problem', sliceName: 'problem', type: [{ code: 'Reference', targetProfile: [`${core}Condition`] }] }]),
  profile('slice-extension', 'Patient', [{ id: 'Patient.extension', ...by('value', 'url') }, { id: 'Patient.extension:colour', sliceName: 'colour', min: 1, max: '1', type: [{ code: 'Extension', profile: [`${baseUrl}colour`] }] }]),
  profile('slice-two', 'Patient', [{ id: 'Patient.telecom', slicing: { discriminator: [{ type: 'value', path: 'system' }, { type: 'value', path: 'use' }], rules: 'open' } }, { id: 'Patient.telecom:home', sliceName: 'home', min: 1, max: '1' }, { id: 'Patient.telecom:home.system', min: 1, fixedCode: 'phone' }, { id: 'Patient.telecom:home.use', min: 1, fixedCode: 'home' }]),
  profile('slice-default', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'system', { rules: 'closed' }) }, { id: 'Patient.identifier:own', sliceName: 'own', max: '1' }, { id: 'Patient.identifier:own.system', min: 1, fixedUri: 'http://banksia.test/ids' }, { id: 'Patient.identifier:@default', sliceName: '@default' }, { id: 'Patient.identifier:@default.value', min: 1 }]),
  profile('slice-again', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'system') }, { id: 'Patient.identifier:own', sliceName: 'own', ...by('value', 'use') }, { id: 'Patient.identifier:own/old', sliceName: 'own/old', max: '1' }, { id: 'Patient.identifier:own/old.use', min: 1, fixedCode: 'old' }, { id: 'Patient.identifier:own/old.period', min: 1 }], { baseDefinition: `${baseUrl}slice-many` }),
  profile('slice-many', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'system') }, { id: 'Patient.identifier:own', sliceName: 'own', min: 1, max: '*' }, { id: 'Patient.identifier:own.system', min: 1, fixedUri: 'http://banksia.test/ids' }]),
  profile('slice-binding', 'Patient', [{ id: 'Patient.identifier', ...by('value', 'type') }, { id: 'Patient.identifier:own', sliceName: 'own', max: '1' }, { id: 'Patient.identifier:own.type', min: 1, ...bound('required', 'two') }]),
  profile('binding-required', 'Patient', [{ id: 'Patient.maritalStatus', ...bound('required', 'two') }]),
  profile('binding-extensible', 'Patient', [{ id: 'Patient.maritalStatus', ...bound('extensible', 'two') }]),
  profile('binding-preferred', 'Patient', [{ id: 'Patient.maritalStatus', ...bound('preferred', 'two') }]),
  profile('binding-excluded', 'Patient', [{ id: 'Patient.maritalStatus', ...bound('required', 'all') }]),
  profile('binding-imported', 'Patient', [{ id: 'Patient.maritalStatus', ...bound('required', 'both') }]),
  profile('binding-unknown', 'Patient', [{ id: 'Patient.maritalStatus', ...bound('required', 'none') }]),
  profile('recursion', 'Questionnaire', [{ id: 'Questionnaire.item', min: 1 }, { id: 'Questionnaire.item.text', min: 1 }, { id: 'Questionnaire.item.item.text', min: 1 }]),
  profile('datatype', 'Patient', [{ id: 'Patient.identifier', min: 1, type: [{ code: 'Identifier', profile: [`${baseUrl}identifier`] }] }]),
  profile('identifier', 'Identifier', [{ id: 'Identifier.system', min: 1 }, { id: 'Identifier.value', min: 1, ...rule('own-4', 'error', "matches('^[0-9]{4}$')") }]),
  profile('derived', 'Patient', [{ id: 'Patient.birthDate', min: 1 }], { baseDefinition: `${baseUrl}cardinality` }),
  profile('member-of', 'Patient', [{ id: 'Patient', ...rule('own-5', 'error', "maritalStatus.memberOf('http://banksia.test/fhir/ValueSet/two')") }]),
  profile('resolved', 'Observation', [{ id: 'Observation', ...rule('own-6', 'error', "subject.resolve().ofType(Patient).name.exists()") }]),
  extension('colour', simple('Extension.value[x]', `${baseUrl}colour`, 'code'), ['Patient']),
  { ...extension('sdc-questionnaire-minQuantity', [{ id: 'Extension', min: 0, max: '1' }], ['Questionnaire.item']), url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-minQuantity', name: 'minQuantity' },
  { ...extension('sdc-questionnaire-maxQuantity', [{ id: 'Extension', min: 0, max: '1' }], ['Questionnaire.item']), url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-maxQuantity', name: 'maxQuantity' },
  extension('nested', [{ id: 'Extension.extension', min: 1, ...by('value', 'url') }, { id: 'Extension.extension:part', sliceName: 'part', min: 1, max: '1' }, { id: 'Extension.extension:part.url', fixedUri: 'part' }, { id: 'Extension.extension:part.value[x]', min: 1, type: [{ code: 'string' }] }, { id: 'Extension.url', fixedUri: `${baseUrl}nested` }, { id: 'Extension.value[x]', max: '0' }], ['Patient', 'HumanName']),
]
