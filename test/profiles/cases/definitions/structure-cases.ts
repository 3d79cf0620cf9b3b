/** Cases of definitions as instances: each row is one resource; the reference says which are valid. R4 structuredefinition.html, searchparameter.html, capabilitystatement.html. */
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Case } from '../cases.ts'

type Row = readonly [kind: string, resource: JsonObject]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const core = 'http://hl7.org/fhir/StructureDefinition/'
let made = 0
const sd = (type: string, rows: readonly JsonObject[], more: JsonObject = {}): JsonObject => {
  made += 1
  return {
    ...{ resourceType: 'StructureDefinition', id: `sd${made}`, text, version: '1.0.0', name: `Sd${made}`, title: 'a' },
    ...{
      url: `http://banksia.test/fhir/StructureDefinition/sd${made}`,
      status: 'draft',
      publisher: 'a',
      description: 'a',
    },
    ...{ fhirVersion: '4.0.1', kind: 'resource', abstract: false, type, baseDefinition: core + type },
    derivation: 'constraint',
    differential: {
      element: [{ id: type }, ...rows].map((row) => ({ path: String(row.id).replace(/:[^.]+/g, ''), ...row })),
    },
    ...more,
  }
}
const without = ({ ...resource }: JsonObject, name: string): JsonObject => {
  delete resource[name]
  return resource
}
const slicing = (more: JsonObject = {}): JsonObject => ({
  discriminator: [{ type: 'value', path: 'system' }],
  rules: 'open',
  ...more,
})

// biome-ignore format: one row a line
const seen: readonly Row[] = [
  ['plain', sd('Patient', [{ id: 'Patient.name', min: 1 }])],
  ['path that is none', sd('Patient', [{ id: 'Patient.nothing', min: 1 }])],
  ['deeper path that is none', sd('Patient', [{ id: 'Patient.name.nothing', min: 1 }])],
  ['path into a datatype', sd('Patient', [{ id: 'Patient.name.family', min: 1 }])],
  ['path of another resource', sd('Patient', [{ id: 'Observation.code', min: 1 }])],
  ['root of another type', sd('Patient', [], { differential: { element: [{ id: 'Observation', path: 'Observation' }] } })],
  ['out of order', sd('Patient', [{ id: 'Patient.gender', min: 1 }, { id: 'Patient.name', min: 1 }])],
  ['choice by its type name', sd('Patient', [{ id: 'Patient.deceasedBoolean', min: 1 }])],
  ['choice with type', sd('Patient', [{ id: 'Patient.deceased[x]', type: [{ code: 'boolean' }] }])],
  ['choice with a type not offered', sd('Patient', [{ id: 'Patient.deceased[x]', type: [{ code: 'string' }] }])],
  ['type changed', sd('Patient', [{ id: 'Patient.gender', type: [{ code: 'string' }] }])],
  ['max looser', sd('Patient', [{ id: 'Patient.gender', max: '*' }])],
  ['max looser two', sd('Patient', [{ id: 'Patient.birthDate', max: '2' }])],
  ['min looser', sd('Observation', [{ id: 'Observation.status', min: 0 }])],
  ['min over max', sd('Patient', [{ id: 'Patient.gender', min: 2, max: '1' }])],
  ['binding looser', sd('Patient', [{ id: 'Patient.gender', binding: { strength: 'example', valueSet: 'http://hl7.org/fhir/ValueSet/administrative-gender' } }])],
  ['binding on what cannot', sd('Patient', [{ id: 'Patient.birthDate', binding: { strength: 'required', valueSet: 'http://hl7.org/fhir/ValueSet/administrative-gender' } }])],
  ['binding no value set required', sd('Patient', [{ id: 'Patient.maritalStatus', binding: { strength: 'required' } }])],
  ['slicing proper', sd('Patient', [{ id: 'Patient.identifier', slicing: slicing() }, { id: 'Patient.identifier:a', sliceName: 'a', min: 0 }, { id: 'Patient.identifier:a.system', fixedUri: 'http://a.b/c', min: 1 }])],
  ['slicing no discriminator', sd('Patient', [{ id: 'Patient.identifier', slicing: { rules: 'open' } }, { id: 'Patient.identifier:a', sliceName: 'a' }])],
  ['slicing no discriminator nor description', sd('Patient', [{ id: 'Patient.identifier', slicing: { rules: 'closed' } }])],
  ['slice without slicing', sd('Patient', [{ id: 'Patient.identifier:a', sliceName: 'a' }])],
  ['slice without slice name', sd('Patient', [{ id: 'Patient.identifier', slicing: slicing() }, { id: 'Patient.identifier:a' }])],
  ['slice names twice', sd('Patient', [{ id: 'Patient.identifier', slicing: slicing() }, { id: 'Patient.identifier:a', sliceName: 'a' }, { id: 'Patient.identifier:a', sliceName: 'a' }])],
  ['slice minima over maximum', sd('Patient', [{ id: 'Patient.identifier', max: '1', slicing: slicing() }, { id: 'Patient.identifier:a', sliceName: 'a', min: 1 }, { id: 'Patient.identifier:a.system', fixedUri: 'http://a.b/c' }, { id: 'Patient.identifier:b', sliceName: 'b', min: 1 }, { id: 'Patient.identifier:b.system', fixedUri: 'http://a.b/d' }])],
  ['slice max over max', sd('Patient', [{ id: 'Patient.identifier', max: '2', slicing: slicing() }, { id: 'Patient.identifier:a', sliceName: 'a', max: '3' }, { id: 'Patient.identifier:a.system', fixedUri: 'http://a.b/c' }])],
  ['slicing by a path that is none', sd('Patient', [{ id: 'Patient.identifier', slicing: slicing({ discriminator: [{ type: 'value', path: 'nothing' }] }) }, { id: 'Patient.identifier:a', sliceName: 'a' }])],
  ['slicing by an expression that cannot', sd('Patient', [{ id: 'Patient.identifier', slicing: slicing({ discriminator: [{ type: 'value', path: 'system.where(' }] }) }, { id: 'Patient.identifier:a', sliceName: 'a' }])],
  ['slicing type discriminator on choice', sd('Observation', [{ id: 'Observation.value[x]', slicing: { discriminator: [{ type: 'type', path: '$this' }], rules: 'open', ordered: false } }, { id: 'Observation.value[x]:valueQuantity', sliceName: 'valueQuantity', type: [{ code: 'Quantity' }] }])],
  ['slicing type path missing this', sd('Observation', [{ id: 'Observation.value[x]', slicing: { discriminator: [{ type: 'value', path: 'code' }], rules: 'open' } }, { id: 'Observation.value[x]:valueQuantity', sliceName: 'valueQuantity', type: [{ code: 'Quantity' }] }])],
  ['slicing of a choice named otherwise', sd('Observation', [{ id: 'Observation.value[x]', slicing: { discriminator: [{ type: 'type', path: '$this' }], rules: 'open' } }, { id: 'Observation.value[x]:other', sliceName: 'other', type: [{ code: 'Quantity' }] }])],
  ['slicing reopened: closed parent', sd('Patient', [{ id: 'Patient.identifier', slicing: slicing({ rules: 'sometimes' }) }])],
  ['slicing of a single', sd('Patient', [{ id: 'Patient.gender', slicing: { discriminator: [{ type: 'value', path: '$this' }], rules: 'open' } }, { id: 'Patient.gender:a', sliceName: 'a', fixedCode: 'male' }])],
  ['slicing contradicts: other discriminator than the base', sd('Observation', [{ id: 'Observation.category', slicing: { discriminator: [{ type: 'exists', path: 'coding' }], rules: 'open' } }, { id: 'Observation.category:VSCat', sliceName: 'VSCat', min: 0 }], { baseDefinition: `${core}vitalsigns` })],
  ['slicing closed of an open base', sd('Observation', [{ id: 'Observation.category', slicing: { discriminator: [{ type: 'value', path: 'coding.code' }, { type: 'value', path: 'coding.system' }], rules: 'closed' } }], { baseDefinition: `${core}vitalsigns` })],
  ['fixed of another type', sd('Patient', [{ id: 'Patient.gender', fixedString: 'male' }])],
  ['fixed and pattern', sd('Patient', [{ id: 'Patient.gender', fixedCode: 'male', patternCode: 'male' }])],
  ['fixed and default', sd('Patient', [{ id: 'Patient.active', fixedBoolean: true, defaultValueBoolean: true }])],
  ['invariant proper', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a', expression: 'family.exists()' }] }])],
  ['invariant not parsed', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a', expression: 'family.exists(' }] }])],
  ['invariant of an unknown element', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a', expression: 'familie.exists()' }] }])],
  ['invariant of an unknown function', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a', expression: 'family.present()' }] }])],
  ['invariant not Boolean', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a', expression: "family + 'x'" }] }])],
  ['invariant without expression', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a' }] }])],
  ['invariant key twice', sd('Patient', [{ id: 'Patient.name', constraint: [{ key: 'x-1', severity: 'error', human: 'a', expression: 'family.exists()' }, { key: 'x-1', severity: 'error', human: 'b', expression: 'given.exists()' }] }])],
  ['base unknown', sd('Patient', [], { baseDefinition: 'http://banksia.test/fhir/StructureDefinition/nowhere' })],
  ['base of another type', sd('Patient', [], { baseDefinition: `${core}Observation` })],
  ['type unknown', sd('Patiënt', [], {})],
  ['kind wrong', sd('Patient', [{ id: 'Patient.name', min: 1 }], { kind: 'complex-type' })],
  ['no differential', without(sd('Patient', []), 'differential')],
  ['derivation missing', without(sd('Patient', []), 'derivation')],
  ['element ids missing', sd('Patient', [], { differential: { element: [{ path: 'Patient' }, { path: 'Patient.name', min: 1 }] } })],
  ['element id unlike its path', sd('Patient', [{ id: 'Patient.gender', path: 'Patient.name', min: 1 }])],
  ['profile type not a profile', sd('Patient', [{ id: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: [`${core}Patient`] }] }])],
  ['profile of a type unknown', sd('Patient', [{ id: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: ['http://banksia.test/nowhere'] }] }])],
  ['target profile allowed', sd('Patient', [{ id: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: [`${core}Practitioner`] }] }])],
  ['profile on a string', sd('Patient', [{ id: 'Patient.name', type: [{ code: 'HumanName', profile: [`${core}Address`] }] }])],
  ['extension slice', sd('Patient', [{ id: 'Patient.extension:a', sliceName: 'a', type: [{ code: 'Extension', profile: [`${core}patient-birthPlace`] }] }])],
  ['extension slice unknown profile', sd('Patient', [{ id: 'Patient.extension:a', sliceName: 'a', type: [{ code: 'Extension', profile: ['http://banksia.test/nowhere'] }] }])],
  ['extension definition', sd('Extension', [{ id: 'Extension.extension', max: '0' }, { id: 'Extension.url', fixedUri: 'http://banksia.test/fhir/StructureDefinition/ext1' }, { id: 'Extension.value[x]', type: [{ code: 'string' }] }], { kind: 'complex-type', context: [{ type: 'element', expression: 'Patient' }], url: 'http://banksia.test/fhir/StructureDefinition/ext1' })],
  ['extension definition context that is none', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/fhir/StructureDefinition/ext2' }], { kind: 'complex-type', context: [{ type: 'element', expression: 'Patient.nothing' }], url: 'http://banksia.test/fhir/StructureDefinition/ext2' })],
  ['extension definition without context', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/fhir/StructureDefinition/ext3' }], { kind: 'complex-type', url: 'http://banksia.test/fhir/StructureDefinition/ext3' })],
  ['extension definition url unlike', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/fhir/StructureDefinition/extZ' }], { kind: 'complex-type', context: [{ type: 'element', expression: 'Patient' }], url: 'http://banksia.test/fhir/StructureDefinition/ext4' })],
  ['context on a profile of no extension', sd('Patient', [], { context: [{ type: 'element', expression: 'Patient' }] })],
  ['content reference none', sd('Patient', [{ id: 'Patient.name', contentReference: '#Patient.contact' }])],
  ['max length on complex', sd('Patient', [{ id: 'Patient.name', maxLength: 3 }])],
  ['min value of another type', sd('Patient', [{ id: 'Patient.birthDate', minValueString: 'a' }])],
  ['must support plain', sd('Patient', [{ id: 'Patient.birthDate', mustSupport: true }])],
  ['mapping identity unknown', sd('Patient', [{ id: 'Patient.birthDate', mapping: [{ identity: 'nowhere', map: 'x' }] }])],
]

/** Judged once the rules were made. */
// biome-ignore format: one row a line
const fresh: readonly Row[] = [
  ['two levels in order', sd('Observation', [{ id: 'Observation.referenceRange', min: 1 }, { id: 'Observation.referenceRange.low', min: 1 }, { id: 'Observation.component', max: '3' }])],
  ['child before its parent', sd('Observation', [{ id: 'Observation.referenceRange.low', min: 1 }, { id: 'Observation.referenceRange', min: 1 }])],
  ['grandchildren out of order', sd('Observation', [{ id: 'Observation.component' }, { id: 'Observation.component.value[x]', min: 1 }, { id: 'Observation.component.code', min: 1 }])],
  ['slices with children in order', sd('Observation', [{ id: 'Observation.component', slicing: { discriminator: [{ type: 'pattern', path: 'code' }], rules: 'open' } }, { id: 'Observation.component:b', sliceName: 'b', min: 1 }, { id: 'Observation.component:b.code', patternCodeableConcept: { text: 'b' } }, { id: 'Observation.component:a', sliceName: 'a', min: 0 }, { id: 'Observation.component:a.code', patternCodeableConcept: { text: 'a' } }])],
  ['slice children out of order', sd('Observation', [{ id: 'Observation.component', slicing: { discriminator: [{ type: 'pattern', path: 'code' }], rules: 'open' } }, { id: 'Observation.component:b', sliceName: 'b', min: 1 }, { id: 'Observation.component:b.value[x]', min: 1 }, { id: 'Observation.component:b.code', patternCodeableConcept: { text: 'b' } }])],
  ['element after the slices of a later one', sd('Observation', [{ id: 'Observation.component', slicing: { discriminator: [{ type: 'pattern', path: 'code' }], rules: 'open' } }, { id: 'Observation.component:b', sliceName: 'b' }, { id: 'Observation.status', mustSupport: true }])],
  ['choice short form', sd('Observation', [{ id: 'Observation.valueQuantity', min: 1 }])],
  ['choice short form with slice id', sd('Observation', [{ id: 'Observation.value[x]:valueQuantity', sliceName: 'valueQuantity', path: 'Observation.value[x]', min: 1, type: [{ code: 'Quantity' }] }])],
  ['choice one type left', sd('Observation', [{ id: 'Observation.value[x]', type: [{ code: 'Quantity' }, { code: 'string' }] }])],
  ['choice type of none', sd('Observation', [{ id: 'Observation.value[x]', type: [{ code: 'Money' }] }])],
  ['pattern of its type', sd('Observation', [{ id: 'Observation.code', patternCodeableConcept: { text: 'x' } }])],
  ['pattern of another type', sd('Observation', [{ id: 'Observation.code', patternCoding: { code: 'x' } }])],
  ['fixed uri on a uri', sd('Patient', [{ id: 'Patient.identifier.system', fixedUri: 'http://a.b' }])],
  ['fixed url on a uri', sd('Patient', [{ id: 'Patient.identifier.system', fixedUrl: 'http://a.b' }])],
  ['fixed on a choice of one type', sd('Patient', [{ id: 'Patient.deceased[x]', type: [{ code: 'boolean' }], fixedBoolean: true }])],
  ['fixed on a choice, type left out', sd('Patient', [{ id: 'Patient.deceased[x]', fixedBoolean: true }])],
  ['fixed of a type not in a choice', sd('Patient', [{ id: 'Patient.deceased[x]', fixedString: 'x' }])],
  ['min raised', sd('Encounter', [{ id: 'Encounter.period', min: 1 }])],
  ['min two of one', sd('Encounter', [{ id: 'Encounter.period', min: 2 }])],
  ['max zero', sd('Encounter', [{ id: 'Encounter.period', max: '0' }])],
  ['max zero of a required', sd('Encounter', [{ id: 'Encounter.class', max: '0' }])],
  ['binding extensible to required', sd('Encounter', [{ id: 'Encounter.class', binding: { strength: 'required', valueSet: 'http://terminology.hl7.org/ValueSet/v3-ActEncounterCode' } }])],
  ['binding extensible to example', sd('Encounter', [{ id: 'Encounter.class', binding: { strength: 'example', valueSet: 'http://terminology.hl7.org/ValueSet/v3-ActEncounterCode' } }])],
  ['binding required to another set', sd('Encounter', [{ id: 'Encounter.status', binding: { strength: 'required', valueSet: 'http://hl7.org/fhir/ValueSet/administrative-gender' } }])],
  ['target narrower', sd('MedicationRequest', [{ id: 'MedicationRequest.requester', type: [{ code: 'Reference', targetProfile: [`${core}Practitioner`, `${core}Patient`] }] }])],
  ['target of an AU profile', sd('MedicationRequest', [{ id: 'MedicationRequest.requester', type: [{ code: 'Reference', targetProfile: ['http://hl7.org.au/fhir/StructureDefinition/au-practitioner'] }] }])],
  ['target foreign', sd('MedicationRequest', [{ id: 'MedicationRequest.requester', type: [{ code: 'Reference', targetProfile: [`${core}Medication`] }] }])],
  ['target foreign AU profile', sd('MedicationRequest', [{ id: 'MedicationRequest.requester', type: [{ code: 'Reference', targetProfile: ['http://hl7.org.au/fhir/StructureDefinition/au-medication'] }] }])],
  ['target of any', sd('Provenance', [{ id: 'Provenance.target', type: [{ code: 'Reference', targetProfile: [`${core}Patient`] }] }])],
  ['type profile proper', sd('Patient', [{ id: 'Patient.identifier', type: [{ code: 'Identifier', profile: ['http://hl7.org.au/fhir/StructureDefinition/au-ihi'] }] }])],
  ['type profile of another type', sd('Patient', [{ id: 'Patient.identifier', type: [{ code: 'Identifier', profile: ['http://hl7.org.au/fhir/StructureDefinition/au-patient'] }] }])],
  ['quantity as simple quantity', sd('Observation', [{ id: 'Observation.value[x]', type: [{ code: 'Quantity', profile: [`${core}SimpleQuantity`] }] }])],
  ['simple quantity dropped', sd('MedicationRequest', [{ id: 'MedicationRequest.dispenseRequest.quantity', type: [{ code: 'Quantity' }] }])],
  ['slicing closed of extension', sd('Patient', [{ id: 'Patient.extension', slicing: { discriminator: [{ type: 'value', path: 'url' }], rules: 'closed' } }])],
  ['slicing of extension by another', sd('Patient', [{ id: 'Patient.extension', slicing: { discriminator: [{ type: 'value', path: 'id' }], rules: 'open' } }])],
  ['slicing more discriminators', sd('Observation', [{ id: 'Observation.category', slicing: { discriminator: [{ type: 'value', path: 'coding.code' }, { type: 'value', path: 'coding.system' }, { type: 'exists', path: 'text' }], rules: 'open' } }], { baseDefinition: `${core}vitalsigns` })],
  ['slicing fewer discriminators', sd('Observation', [{ id: 'Observation.category', slicing: { discriminator: [{ type: 'value', path: 'coding.code' }], rules: 'open' } }], { baseDefinition: `${core}vitalsigns` })],
  ['slicing without discriminators over one with', sd('Observation', [{ id: 'Observation.category', slicing: { description: 'x', rules: 'open' } }], { baseDefinition: `${core}vitalsigns` })],
  ['slicing ordered over unordered', sd('Observation', [{ id: 'Observation.category', slicing: { discriminator: [{ type: 'value', path: 'coding.code' }, { type: 'value', path: 'coding.system' }], ordered: true, rules: 'open' } }], { baseDefinition: `${core}vitalsigns` })],
  ['slice of the base, narrower', sd('Observation', [{ id: 'Observation.category:VSCat', sliceName: 'VSCat', mustSupport: true }], { baseDefinition: `${core}vitalsigns` })],
  ['slice of the base, more', sd('Observation', [{ id: 'Observation.category:VSCat', sliceName: 'VSCat', max: '3' }], { baseDefinition: `${core}vitalsigns` })],
  ['slice of the base, fewer', sd('Observation', [{ id: 'Observation.category:VSCat', sliceName: 'VSCat', min: 0 }], { baseDefinition: `${core}vitalsigns` })],
  ['kind of a data type', sd('Identifier', [{ id: 'Identifier.value', min: 1 }], { kind: 'complex-type' })],
  ['kind of a data type wrong', sd('Identifier', [{ id: 'Identifier.value', min: 1 }])],
  ['extension context proper', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e9' }], { kind: 'complex-type', url: 'http://banksia.test/e9', context: [{ type: 'element', expression: 'Patient.contact.name' }] })],
  ['extension context choice', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e8' }], { kind: 'complex-type', url: 'http://banksia.test/e8', context: [{ type: 'element', expression: 'Observation.value[x]' }] })],
  ['extension context data type', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e7' }], { kind: 'complex-type', url: 'http://banksia.test/e7', context: [{ type: 'element', expression: 'HumanName.family' }] })],
  ['extension context of no type', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e6' }], { kind: 'complex-type', url: 'http://banksia.test/e6', context: [{ type: 'element', expression: 'Pacient' }] })],
  ['extension context into a type', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e5' }], { kind: 'complex-type', url: 'http://banksia.test/e5', context: [{ type: 'element', expression: 'Patient.name.family' }] })],
  ['extension context fhirpath', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e4' }], { kind: 'complex-type', url: 'http://banksia.test/e4', context: [{ type: 'fhirpath', expression: 'Patient.name.(' }] })],
  ['extension of an extension', sd('Extension', [{ id: 'Extension.url', fixedUri: 'http://banksia.test/e3' }], { kind: 'complex-type', url: 'http://banksia.test/e3', context: [{ type: 'extension', expression: `${core}patient-birthPlace` }] })],
  ['extension value none and extension none', sd('Extension', [{ id: 'Extension.extension', max: '0' }, { id: 'Extension.url', fixedUri: 'http://banksia.test/e2' }, { id: 'Extension.value[x]', max: '0' }], { kind: 'complex-type', url: 'http://banksia.test/e2', context: [{ type: 'element', expression: 'Patient' }] })],
  ['extension without url', sd('Extension', [{ id: 'Extension.value[x]', type: [{ code: 'string' }] }], { kind: 'complex-type', url: 'http://banksia.test/e1', context: [{ type: 'element', expression: 'Patient' }] })],
  ['logical model', sd('http://banksia.test/fhir/StructureDefinition/Log', [], { kind: 'logical', url: 'http://banksia.test/fhir/StructureDefinition/Log', derivation: 'specialization', baseDefinition: `${core}Element`, differential: { element: [{ id: 'Log', path: 'Log', definition: 'x', min: 0, max: '*' }, { id: 'Log.a', path: 'Log.a', definition: 'x', min: 0, max: '1', type: [{ code: 'string' }] }] } })],
]

export const listStructureCases = (): Case[] =>
  [seen, fresh].flatMap((rows, index) => {
    const group = index === 0 ? 'StructureDefinitions' : 'StructureDefinitions, afterwards'
    return rows.map(
      ([kind, resource]): Case => ({ id: `${group}: ${kind}`, group, kind, text: JSON.stringify(resource) }),
    )
  })
