/** Snapshots of our definitions of AU Core over AU Base, against the published ones. R4 profiling.html#snapshot. */
import { expect } from '@jest/globals'
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { auCoreProfiles } from '../../../src/profiles/au-core/definitions.ts'
import { compactStructure } from '../../../src/profiles/definitions/compact-structure.ts'
import { sharedPath, testWithShared } from '../../judges.ts'
import { openTestDefinitions } from '../open-definitions.ts'
import { listPublishedProfiles } from './published.ts'

/**
 * The published snapshots were made over R4 as it was published again: canonicals with versions, ids as ids, and of the vital signs one
 * invariant and one binding that R4 4.0.1 states otherwise. A date that has no day fails by either invariant.
 */
const again: readonly (readonly [theirs: string, ours: string])[] = [
  ['|4.0.1', ''],
  ['|5.3.0', ''],
  ['"code":"id"', '"code":"string"'],
  [
    'vs-1 error $this is dateTime implies $this.toString().length() >= 10',
    'vs-1 error ($this as dateTime).toString().length() >= 8',
  ],
  [
    '["extensible","http://hl7.org/fhir/ValueSet/ucum-vitals-common"]',
    '["required","http://hl7.org/fhir/ValueSet/ucum-vitals-common"]',
  ],
]

const plain = (value: unknown): unknown =>
  JSON.parse(again.reduce((text, [theirs, ours]) => text.replaceAll(theirs, () => ours), JSON.stringify(value ?? null)))

/** The parts of an element that a validator reads. */
function describeElement(element: ElementDefinition): unknown {
  const { binding, slicing, constraint = [] } = element
  const fixed = Object.entries(element).filter(([name]) => /^(fixed|pattern|minValue|maxValue|maxLength)/.test(name))
  return plain({
    id: element.id,
    path: element.path,
    sliceName: element.sliceName,
    cardinality: [element.min, element.max],
    // The types of a forbidden element do not matter.
    types:
      element.max === '0'
        ? []
        : element.type?.map(({ code, profile, targetProfile }) => ({ code, profile, targetProfile })),
    binding: binding && [binding.strength, binding.valueSet],
    fixed: Object.fromEntries(fixed),
    slicing: slicing && [slicing.rules, slicing.ordered ?? false, slicing.discriminator],
    constraints: constraint.map(({ key, severity, expression }) => [key, severity, expression].join(' ')).toSorted(),
  })
}

const describeAll = (structure: StructureDefinition | undefined): unknown[] =>
  (structure?.snapshot?.element ?? []).map(describeElement)

testWithShared('au-core/hl7.fhir.au.core-definitions.tgz')(
  'AU Core 2.0.0, 2.1.0-draft: every element of every snapshot says what the published one says',
  async () => {
    const { registry } = await openTestDefinitions()
    const published = listPublishedProfiles()
    for (const theirs of published) {
      const ours = registry.findStructure(`${theirs.url}|${theirs.version}`)

      expect([theirs.url, ...describeAll(ours)]).toEqual([theirs.url, ...describeAll(compactStructure(theirs))])
    }
    expect(published).toHaveLength(auCoreProfiles.length)
  },
)

testWithShared('au-core/hl7.fhir.au.core-definitions.tgz')(
  'docs/au-core.md#definitions: its definitions are found in place of ours',
  async () => {
    const definitions = await openTestDefinitions()
    const { registry } = await definitions.withPackages([sharedPath('au-core/hl7.fhir.au.core-definitions.tgz')])
    const told = (of: typeof registry, url: string) =>
      of
        .findStructure(url)
        ?.snapshot?.element?.flatMap(({ constraint }) => (constraint ?? []).map(({ human }) => human))

    for (const { url, snapshot } of listPublishedProfiles()) {
      const theirs = snapshot?.element?.flatMap(({ constraint }) => (constraint ?? []).map(({ human }) => human))
      expect(told(registry, url)).toEqual(theirs)
      expect(describeAll(registry.findStructure(url))).toEqual(describeAll(definitions.registry.findStructure(url)))
    }
  },
)
