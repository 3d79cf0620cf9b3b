/** Snapshots: a differential applied to its base is what its publisher made of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { compactStructure } from '../../src/profiles/definitions/compact-structure.ts'
import { completeStructures } from '../../src/profiles/definitions/snapshot/complete-structures.ts'
import { openTestDefinitions } from './open-definitions.ts'

const require = createRequire(import.meta.url)

const readStructures = (name: string): StructureDefinition[] => {
  const folder = dirname(require.resolve(`${name}/package.json`))
  const files = readdirSync(folder).filter((file) => file.startsWith('StructureDefinition-'))
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as StructureDefinition)
}

/** Publishers name R4's version where R4 does not; ids of resources are strings in R4 and ids in what is published today. */
const plain = (value: unknown): string =>
  (JSON.stringify(value) ?? '')
    .replaceAll('|4.0.1', '')
    .replaceAll('"code":"id"', '"code":"string"')
    .replace(/"ordered":false,|,"ordered":false/g, '')

const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))

/** An element as a validator reads it. */
function describeElement(element: ElementDefinition): string {
  const { base, constraint = [], contentReference, isSummary: _, extension: __, binding, slicing, ...rest } = element
  return plain(
    sorted({
      ...rest,
      most: base?.max ?? element.max,
      keys: constraint.map(({ key }) => key).sort(),
      same: contentReference?.slice(contentReference.indexOf('#')),
      binding: binding === undefined ? undefined : sorted(binding),
      slicing: slicing === undefined ? undefined : sorted(slicing),
    }),
  )
}

const describe = (structure: StructureDefinition): string[] => (structure.snapshot?.element ?? []).map(describeElement)

function dropSnapshot(structure: StructureDefinition): StructureDefinition {
  const { snapshot: _, ...rest } = structure
  return rest as StructureDefinition
}

// The definitions are read from their packages.
test('R4 profiling.html#snapshot: each of AU Base is generated from its differential as it was published', async () => {
  const { registry } = await openTestDefinitions()
  const published = readStructures('hl7.fhir.au.base')

  const generated = completeStructures(published.map(dropSnapshot), registry.findStructure)

  expect(published).toHaveLength(105)
  for (const [index, structure] of generated.entries())
    expect([structure.url, ...describe(structure)]).toEqual([
      structure.url,
      ...describe(compactStructure(published[index] ?? structure)),
    ])
})

test('R4 profiling.html#snapshot: each extension of the extensions package, but for how often its slices add up', async () => {
  const { registry } = await openTestDefinitions()
  const published = readStructures('hl7.fhir.uv.extensions.r4')
  const withoutMinimum = (structure: StructureDefinition) =>
    describe({
      ...structure,
      snapshot: {
        element: (structure.snapshot?.element ?? []).map(({ min: _, ...element }) => element as ElementDefinition),
      },
    })

  const generated = completeStructures(published.map(dropSnapshot), registry.findStructure)
  const different = generated.filter(
    (structure, index) =>
      withoutMinimum(structure).join('\n') !==
      withoutMinimum(compactStructure(published[index] ?? structure)).join('\n'),
  )

  expect(published).toHaveLength(680)
  // Its publisher closes a choice whose differential leaves one type, and that to one slice.
  expect(different.map(({ url }) => url)).toEqual(['http://hl7.org/fhir/StructureDefinition/no-fixed-address'])
})
