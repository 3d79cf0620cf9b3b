/** Resources that define others. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'
import type { DefinitionSummary } from '../registry.ts'
import { compactStructure } from './compact-structure.ts'
import { compactCodeSystem, compactValueSet } from './compact-terminology.ts'

export type Definition = StructureDefinition | ValueSet | CodeSystem

const kinds: ReadonlySet<unknown> = new Set(['StructureDefinition', 'ValueSet', 'CodeSystem'])

/** It has an address; its checks find whether it has the form of its type. */
export function isDefinition(value: unknown): value is Definition {
  if (typeof value !== 'object' || value === null) return false
  const { resourceType, url } = value as Readonly<Record<string, unknown>>
  return kinds.has(resourceType) && typeof url === 'string'
}

export const isStructure = (definition: Definition): definition is StructureDefinition =>
  definition.resourceType === 'StructureDefinition'

/** Reduced to the parts for checking. */
export function compactDefinition(definition: Definition): Definition {
  if (isStructure(definition)) return compactStructure(definition)
  return definition.resourceType === 'ValueSet' ? compactValueSet(definition) : compactCodeSystem(definition)
}

export function summarize(definition: Definition): DefinitionSummary {
  const { resourceType: kind, url = '', version } = definition
  const own = { kind, url, ...(version === undefined ? {} : { version }) }
  if (!isStructure(definition)) return own
  const { type, kind: structure, abstract, derivation } = definition
  return {
    ...own,
    type,
    structure,
    ...(abstract ? { abstract } : {}),
    ...(derivation === undefined ? {} : { derivation }),
  }
}

/** Addresses of the profiles that constrain a type. */
export const listProfilesOf = (type: string, known: readonly DefinitionSummary[]): readonly string[] =>
  known
    .filter((one) => one.type === type && one.derivation === 'constraint')
    .map(({ url }) => url)
    .sort()
