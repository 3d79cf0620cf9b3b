/** The rules that R4's published examples break, each as the reference validator refuses them by it. R4 validation.html. */
import { expect, test } from '@jest/globals'
import { r4Examples } from '../../judges/r4-examples.ts'
import { listBroken, listExamples } from '../fhir-server/examples/published-examples.ts'

/** Rules, and an example that breaks each. */
const broken: Readonly<Record<string, string>> = {
  'canonical-relative': 'Library-example',
  'code-system-value-set': 'CodeSystem-allerg-intol-substance-exp-risk',
  'code-unknown': 'Bundle-ussg-fht',
  'concept-source': 'ConceptMap-sc-appointmentstatus',
  'concept-target': 'ConceptMap-cm-administrative-gender-v3',
  'attachment-hash': 'DiagnosticReport-example-pgx',
  'extension-context': 'PlanDefinition-opioidcds-04',
  'full-url': 'Bundle-bundle-search-warning',
  'full-url-id': 'Bundle-10bb101f-a121-4264-a920-67be9cb82c74',
  'identifier-uri': 'Organization-2.16.840.1.113883.19.5',
  minimum: 'Questionnaire-qs1',
  narrative: 'EventDefinition-example',
  'narrative-fragment': 'Media-sound',
  'primitive-format': 'CodeSystem-v2-0550',
  // The reference checks the example alone: the server also demands that a reference can lead somewhere.
  'reference-format': 'ImplementationGuide-fhir',
  'reference-target': 'DeviceMetric-example',
  'sdf-4': 'StructureDefinition-Event',
  'system-relative': 'ValueSet-example-hierarchical',
  'unit-code': 'Claim-760151',
}

const examples = listExamples(r4Examples)
const small = examples.filter(({ text }) => text.length < 60_000)

test('R4 validation.html: at least nine of ten published examples are valid', () => {
  const rules = small.map(listBroken)
  const valid = rules.filter((own) => own.length === 0)

  expect(valid.length / small.length).toBeGreaterThan(0.9)
})

test.each(Object.entries(broken))('R4 validation.html: %s is broken by %s', (rule, file) => {
  const example = examples.find((one) => one.file === file)

  expect(example && listBroken(example)).toContain(rule)
})
