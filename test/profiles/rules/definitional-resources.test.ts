/** Definitional resources; org.hl7.fhir.validation 6.6.7, or 6.7.9 for values and codes, refuses the refused ones for the same reason, as measured. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { compileRules, textRules } from '../../../src/profiles/rules/rules.ts'
import { openCodeLookup } from '../../../src/terminology/code-lookup.ts'
import { openTestDefinitions } from '../open-definitions.ts'
import { listReported } from './recorder.ts'

const { registry } = await openTestDefinitions()
const compileExpression = (text: string): void => {
  if (text.endsWith('(')) throw new Error('no FHIRPath')
}
const rules = compileRules({ registry, codes: openCodeLookup(registry), isResourceType: () => true, compileExpression })

const gender = 'http://hl7.org/fhir/administrative-gender'
const genders = 'http://hl7.org/fhir/ValueSet/administrative-gender'
const ab: JsonObject[] = [{ code: 'a' }, { code: 'b' }]
const codeSystem = (more: JsonObject, concept: JsonObject[] = ab): JsonObject => ({
  resourceType: 'CodeSystem',
  url: 'http://x.y/cs',
  status: 'active',
  content: 'complete',
  ...more,
  concept,
})
const valueSet = (...include: JsonObject[]): JsonObject => ({
  resourceType: 'ValueSet',
  status: 'active',
  compose: { include },
})
const map = (one: string, other: string, more: JsonObject = {}, source = gender): JsonObject => ({
  resourceType: 'ConceptMap',
  status: 'active',
  ...more,
  group: [{ source, target: gender, element: [{ code: one, target: [{ code: other }] }] }],
})
const parameter = (expression: string, base = ['Patient']): JsonObject => ({
  resourceType: 'SearchParameter',
  base,
  expression,
})
const withProperty = (type: string): JsonObject =>
  codeSystem({ property: [{ code: 'z', type }] }, [{ code: 'a', property: [{ code: 'z', valueString: 'x' }] }])

// biome-ignore format: one row a case
test.each<[name: string, resource: JsonObject, ...found: string[]]>([
  ['the count of concepts', codeSystem({ count: 2 })],
  ['another count', codeSystem({ count: 5 }), 'code-system-count count'],
  ['the count of a fragment', codeSystem({ content: 'fragment', count: 9 })],
  ['inner concepts count', codeSystem({ count: 2 }, [{ code: 'a', concept: [{ code: 'b' }] }])],
  ['concepts of what is not present', codeSystem({ content: 'not-present' }), 'code-system-content concept'],
  ['a supplement', codeSystem({ content: 'supplement', supplements: gender })],
  ['a supplement of nothing', codeSystem({ content: 'supplement' }), 'code-system-supplement'],
  ['no supplement, of something', codeSystem({ supplements: gender }), 'code-system-supplement'],
  ['case in a supplement', codeSystem({ content: 'supplement', supplements: gender, caseSensitive: true }), 'code-system-of-base caseSensitive'],
  ['a value set of another system', codeSystem({ valueSet: genders }), 'code-system-value-set valueSet'],
  ['a value set that is not here', codeSystem({ valueSet: 'http://x.y/v' })],
  ['a property', withProperty('string')],
  ['a property of another type', withProperty('boolean'), 'code-system-property concept.0.property'],
  ['a code', valueSet({ system: gender, concept: [{ code: 'male' }] })],
  ['no code', valueSet({ system: gender, concept: [{ code: 'zz' }] }), 'code-unknown compose.include.0.concept'],
  ['a code of an unknown system', valueSet({ system: 'http://x.y/none', concept: [{ code: 'zz' }] })],
  ['no unit', valueSet({ system: 'http://unitsofmeasure.org', concept: [{ code: 'mg' }, { code: 'foo' }] }), 'code-unknown compose.include.0.concept'],
  ['filters', valueSet({ system: gender, filter: [{ property: 'concept', op: 'is-a', value: 'male' }, { property: 'code', op: 'regex', value: 'a*' }, { property: 'status', op: 'exists', value: 'true' }] })],
  ['a filter by no code', valueSet({ system: gender, filter: [{ property: 'concept', op: 'is-a', value: 'zz' }] }), 'value-set-filter compose.include.0.filter'],
  ['a filter by no expression', valueSet({ system: gender, filter: [{ property: 'code', op: 'regex', value: '(' }] }), 'value-set-filter compose.include.0.filter'],
  ['a filter by neither true nor false', valueSet({ system: gender, filter: [{ property: 'status', op: 'exists', value: 'foo' }] }), 'value-set-filter compose.include.0.filter'],
  ['a property defined twice', codeSystem({ property: [{ code: 'z', type: 'string' }, { code: 'z', type: 'string' }] }), 'code-system-property property'],
  ['a relative system', valueSet({ system: 'x' }), 'system-relative compose.include.0.system'],
  ['a contained system', valueSet({ system: '#x' }), 'system-relative compose.include.0.system'],
  ['a value set as system', valueSet({ system: genders }), 'system-value-set compose.include.0.system'],
  ['codes mapped', map('male', 'female')],
  ['no code mapped', map('zz', 'female'), 'concept-source group.0.element'],
  ['no code mapped to', map('male', 'zz'), 'concept-target group.0.element'],
  ['a code of an unknown system mapped', map('male', 'female', {}, 'http://x.y/none')],
  ['a code mapped that is not of the value set', map('male', 'female', { sourceUri: 'http://hl7.org/fhir/ValueSet/marital-status' }), 'concept-source group.0.element'],
  ['an expression', parameter('Patient.name.family')],
  ['alternatives', parameter('Patient.name | Practitioner.name', ['Patient', 'Practitioner'])],
  ['a choice', parameter('Observation.value', ['Observation'])],
  ['an element of every resource', parameter('Resource.meta.tag', ['Resource'])],
  ['a choice of one type', parameter('(Observation.value as Quantity)', ['Observation'])],
  ['no FHIRPath', parameter('Patient.name.('), 'search-expression expression'],
  ['no element', parameter('Patient.unheardOf'), 'search-expression expression'],
  ['another type', parameter('Observation.code'), 'search-expression expression'],
])('R4 codesystem.html, valueset.html, conceptmap.html, searchparameter.html: %s', (_name, resource, ...expected) => {
  expect(listReported(resource, (value, site) => rules[String(value['resourceType'])]?.(value, site))).toEqual(expected)
})

test('R4 questionnaire.html#invs que-7: whether an answer exists is told by a boolean of FHIR', () => {
  const elements = registry.findType('Questionnaire')?.snapshot?.element ?? []
  const que7 = elements.flatMap(({ constraint }) => constraint ?? []).find(({ key }) => key === 'que-7')

  expect(que7?.expression).toBe("operator = 'exists' implies (answer is boolean)")
})

test('R4 references.html#canonical: a fragment is a contained resource', () => {
  const found = (canonical: string): string[] =>
    listReported({ resourceType: 'Questionnaire', contained: [{ resourceType: 'ValueSet', id: 'v' }] }, (_, site) =>
      textRules['canonical']?.(canonical, site),
    )

  expect(['#v', 'http://x.y/v', '#w'].map(found)).toEqual([[], [], ['canonical-fragment']])
})
