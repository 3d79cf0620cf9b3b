/** Profiles that slice, each in one way. R4 profiling.html#slicing, #discriminator, elementdefinition.html#slicing. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { baseUrl, profile } from './own-profiles.ts'

const core = 'http://hl7.org/fhir/StructureDefinition/'
type Discriminator = readonly [type: 'value' | 'pattern' | 'type' | 'profile' | 'exists', path: string]
const by = (...discriminators: readonly Discriminator[]): Pick<ElementDefinition, 'slicing'> => ({
  slicing: { discriminator: discriminators.map(([type, path]) => ({ type, path })), rules: 'open' },
})
const ruled = (
  more: Partial<NonNullable<ElementDefinition['slicing']>>,
  ...discriminators: readonly Discriminator[]
): Pick<ElementDefinition, 'slicing'> => ({
  slicing: { discriminator: discriminators.map(([type, path]) => ({ type, path })), rules: 'open', ...more },
})
const target = (...names: readonly string[]) => ({ type: [{ code: 'Reference', targetProfile: names }] })
const ofProfile = (code: string, ...names: readonly string[]) => ({
  type: [{ code, profile: names.map((name) => baseUrl + name) }],
})
const coded = (code: string) => ({ coding: [{ system: 'http://banksia.test/codes', code }] })
const part = (path: string, slice: string, more: object = {}) => ({ id: `${path}:${slice}`, sliceName: slice, ...more })

// biome-ignore format: one row a line
export const sliceProfiles: readonly StructureDefinition[] = [
  profile('woman', 'Patient', [{ id: 'Patient.gender', min: 1, patternCode: 'female' }]),
  profile('born', 'Patient', [{ id: 'Patient.birthDate', min: 1 }]),
  profile('coded-observation', 'Observation', [{ id: 'Observation.code.coding', min: 1 }]),
  profile('any-resource', 'DomainResource', [{ id: 'DomainResource.text', min: 1 }]),
  profile('with-id', 'Resource', [{ id: 'Resource.id', min: 1 }, { id: 'Resource.language', min: 1 }]),
  profile('long-identifier', 'Identifier', [{ id: 'Identifier.system', min: 1 }, { id: 'Identifier.value', min: 1 }]),
  profile('by-target-profile', 'Observation', [{ id: 'Observation.focus', ...by(['profile', 'resolve()']) }, part('Observation.focus', 'woman', { min: 1, max: '1', ...target(`${baseUrl}woman`) })]),
  profile('by-target-profiles', 'Observation', [{ id: 'Observation.focus', ...ruled({ rules: 'closed' }, ['profile', 'resolve()']) }, part('Observation.focus', 'woman', { max: '1', ...target(`${baseUrl}woman`) }), part('Observation.focus', 'coded', { max: '1', ...target(`${baseUrl}coded-observation`) })]),
  profile('by-datatype-profile', 'Patient', [{ id: 'Patient.identifier', ...by(['profile', '$this']) }, part('Patient.identifier', 'long', { min: 1, max: '1', ...ofProfile('Identifier', 'long-identifier') })]),
  profile('by-entry-profile', 'Bundle', [{ id: 'Bundle.entry', ...by(['profile', 'resource']) }, part('Bundle.entry', 'woman', { min: 1, max: '1' }), { id: 'Bundle.entry:woman.resource', min: 1, ...ofProfile('Patient', 'woman') }, part('Bundle.entry', 'any', { max: '1' }), { id: 'Bundle.entry:any.resource', min: 1, ...ofProfile('Resource', 'with-id') }]),
  profile('by-any-profile', 'Observation', [{ id: 'Observation.focus', ...by(['profile', 'resolve()']) }, part('Observation.focus', 'any', { min: 1, max: '1', ...target(`${baseUrl}any-resource`) })]),
  profile('contained-profile', 'Observation', [{ id: 'Observation.contained', ...by(['profile', '$this']) }, part('Observation.contained', 'woman', { min: 1, max: '1', ...ofProfile('Patient', 'woman') })]),
  profile('contained-type', 'Observation', [{ id: 'Observation.contained', ...by(['type', '$this']) }, part('Observation.contained', 'person', { min: 1, max: '1', type: [{ code: 'Patient' }] })]),
  profile('some-fixed', 'Patient', [{ id: 'Patient.telecom', ...by(['value', 'system'], ['value', 'use']) }, part('Patient.telecom', 'phone', { min: 1, max: '1' }), { id: 'Patient.telecom:phone.system', min: 1, fixedCode: 'phone' }, part('Patient.telecom', 'home', { max: '1' }), { id: 'Patient.telecom:home.system', min: 1, fixedCode: 'email' }, { id: 'Patient.telecom:home.use', min: 1, fixedCode: 'home' }]),
  profile('some-pattern', 'Observation', [{ id: 'Observation.component', ...by(['value', 'code'], ['exists', 'value']) }, part('Observation.component', 'told', { max: '1' }), { id: 'Observation.component:told.code', patternCodeableConcept: { coding: [{ system: 'http://loinc.org', code: '718-7' }] } }, { id: 'Observation.component:told.value[x]', min: 1 }, part('Observation.component', 'absent', { max: '1' }), { id: 'Observation.component:absent.code', patternCodeableConcept: { coding: [{ system: 'http://loinc.org', code: '4548-4' }] } }]),
  profile('three', 'Patient', [{ id: 'Patient.identifier', ...by(['value', 'use'], ['value', 'system'], ['pattern', 'type']) }, part('Patient.identifier', 'own', { min: 1, max: '1' }), { id: 'Patient.identifier:own.system', min: 1, fixedUri: 'http://banksia.test/ids' }]),
  profile('optional-fixed', 'Patient', [{ id: 'Patient.telecom', ...by(['value', 'system']) }, part('Patient.telecom', 'phone', { max: '1' }), { id: 'Patient.telecom:phone.system', fixedCode: 'phone' }, { id: 'Patient.telecom:phone.value', min: 1 }]),
  profile('extension-value', 'Patient', [{ id: 'Patient.name', ...by(['value', `extension('${baseUrl}colour-name').value`]) }, part('Patient.name', 'red', { min: 1, max: '1' }), { id: 'Patient.name:red.extension', ...by(['value', 'url']) }, { id: 'Patient.name:red.extension:colour', sliceName: 'colour', min: 1, max: '1', type: [{ code: 'Extension', profile: [`${baseUrl}colour-name`] }] }, { id: 'Patient.name:red.extension:colour.value[x]', min: 1, fixedCode: 'red' }]),
  profile('extension-exists', 'Patient', [{ id: 'Patient.name', ...by(['exists', `extension('${baseUrl}colour-name')`]) }, part('Patient.name', 'coloured', { min: 1, max: '1' }), { id: 'Patient.name:coloured.extension', ...by(['value', 'url']) }, { id: 'Patient.name:coloured.extension:colour', sliceName: 'colour', min: 1, max: '1', type: [{ code: 'Extension', profile: [`${baseUrl}colour-name`] }] }]),
  profile('colour-name', 'Extension', [{ id: 'Extension.extension', max: '0' }, { id: 'Extension.url', fixedUri: `${baseUrl}colour-name` }, { id: 'Extension.value[x]', min: 1, type: [{ code: 'code' }] }], { context: [{ type: 'element', expression: 'HumanName' }] }),
  profile('resolved-type', 'Observation', [{ id: 'Observation.performer', ...ruled({ rules: 'closed' }, ['type', 'resolve()']) }, part('Observation.performer', 'person', { max: '1', ...target(`${core}Practitioner`) }), part('Observation.performer', 'place', { max: '1', ...target(`${core}Organization`) })]),
  profile('component-type', 'Observation', [{ id: 'Observation.component', ...ruled({ rules: 'closed' }, ['type', 'value']) }, part('Observation.component', 'amount', { max: '1' }), { id: 'Observation.component:amount.value[x]', min: 1, type: [{ code: 'Quantity' }] }, part('Observation.component', 'words', { max: '1' }), { id: 'Observation.component:words.value[x]', min: 1, type: [{ code: 'string' }] }]),
  profile('closed-type', 'Observation', [{ id: 'Observation.value[x]', ...ruled({ rules: 'closed' }, ['type', '$this']) }, part('Observation.value[x]', 'valueString', { type: [{ code: 'string' }], maxLength: 3 }), part('Observation.value[x]', 'valueInteger', { type: [{ code: 'integer' }], maxValueInteger: 5 })]),
  profile('end-open', 'Patient', [{ id: 'Patient.telecom', ...ruled({ rules: 'openAtEnd', ordered: true }, ['value', 'system']) }, part('Patient.telecom', 'phone', { max: '2' }), { id: 'Patient.telecom:phone.system', min: 1, fixedCode: 'phone' }, part('Patient.telecom', 'email', { max: '1' }), { id: 'Patient.telecom:email.system', min: 1, fixedCode: 'email' }]),
  profile('this-code', 'Patient', [{ id: 'Patient.name.given', ...ruled({ rules: 'closed', ordered: true }, ['value', '$this']) }, part('Patient.name.given', 'first', { max: '1', fixedString: 'Ann' }), part('Patient.name.given', 'second', { max: '1', fixedString: 'Bea' })]),
  profile('resliced', 'Observation', [{ id: 'Observation.category', ...by(['value', 'coding.system']) }, part('Observation.category', 'hl7', { min: 1, max: '3', ...by(['value', 'coding.code']) }), { id: 'Observation.category:hl7.coding.system', min: 1, fixedUri: 'http://terminology.hl7.org/CodeSystem/observation-category' }, { id: 'Observation.category:hl7/lab', sliceName: 'hl7/lab', min: 1, max: '1' }, { id: 'Observation.category:hl7/lab.coding.code', min: 1, fixedCode: 'laboratory' }]),
  profile('some-extensible', 'Patient', [{ id: 'Patient.identifier', ...by(['value', 'system'], ['value', 'type']) }, part('Patient.identifier', 'own', { min: 1, max: '1' }), { id: 'Patient.identifier:own.system', min: 1, fixedUri: 'http://banksia.test/ids' }, { id: 'Patient.identifier:own.value', min: 1 }]),
  profile('some-example', 'Observation', [{ id: 'Observation.component', ...ruled({ rules: 'closed' }, ['value', 'code'], ['pattern', 'dataAbsentReason']) }, part('Observation.component', 'first', { max: '1' }), { id: 'Observation.component:first.code', patternCodeableConcept: coded('a') }, part('Observation.component', 'second', { max: '2' }), { id: 'Observation.component:second.code', patternCodeableConcept: coded('b') }, { id: 'Observation.component:second.dataAbsentReason', min: 1 }]),
  profile('forbidden', 'Patient', [{ id: 'Patient.telecom', ...by(['value', 'system'], ['value', 'use']) }, part('Patient.telecom', 'plain', { max: '1' }), { id: 'Patient.telecom:plain.system', min: 1, fixedCode: 'phone' }, { id: 'Patient.telecom:plain.use', max: '0' }, part('Patient.telecom', 'home', { min: 1, max: '1' }), { id: 'Patient.telecom:home.system', min: 1, fixedCode: 'phone' }, { id: 'Patient.telecom:home.use', min: 1, fixedCode: 'home' }]),
  profile('range-slices', 'Observation', [{ id: 'Observation.component.referenceRange', ...by(['value', 'text']) }, part('Observation.component.referenceRange', 'usual', { max: '1' }), { id: 'Observation.component.referenceRange:usual.text', min: 1, fixedString: 'usual' }, { id: 'Observation.component.referenceRange:usual.low', min: 1 }]),
  profile('pair', 'Observation', [{ id: 'Observation.component', min: 1, ...by(['pattern', 'code'], ['type', 'value']) }, part('Observation.component', 'amount', { min: 1, max: '1' }), { id: 'Observation.component:amount.code', patternCodeableConcept: coded('a') }, { id: 'Observation.component:amount.value[x]', min: 1, type: [{ code: 'Quantity' }] }, part('Observation.component', 'words', { max: '1' }), { id: 'Observation.component:words.code', patternCodeableConcept: coded('a') }, { id: 'Observation.component:words.value[x]', min: 1, type: [{ code: 'string' }], maxLength: 3 }]),
]
