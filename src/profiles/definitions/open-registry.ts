/** A registry over a container: a structure is parsed on first use, and kept. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'
import type { DefinitionKind, Registry } from '../registry.ts'
import { chooseVersion, parseCanonical } from './canonical.ts'
import type { Container, Entry } from './container.ts'
import { listProfilesOf } from './definition.ts'

export function openRegistry(container: Container): Registry {
  const byUrl = groupEntries(container.entries)
  const types = new Map(container.entries.flatMap((entry) => (isBase(entry) ? [[entry.type ?? '', entry]] : [])))
  const structures = new Map<Entry, StructureDefinition>()
  const find = (kind: DefinitionKind, canonical: string): Entry | undefined => {
    const { url, version } = parseCanonical(canonical)
    return chooseVersion(byUrl.get(`${kind} ${url}`) ?? [], version)
  }
  const readStructure = (entry: Entry | undefined): StructureDefinition | undefined => {
    if (entry === undefined) return undefined
    const known = structures.get(entry)
    if (known !== undefined) return known
    // The container holds definitions of that kind under it.
    const structure = container.readEntry(entry) as StructureDefinition
    structures.set(entry, structure)
    return structure
  }
  const read = (kind: DefinitionKind, canonical: string): unknown => {
    const entry = find(kind, canonical)
    return entry === undefined ? undefined : container.readEntry(entry)
  }
  const newest = Map.groupBy(
    [...byUrl.values()].flatMap((entries) => entries.slice(-1)),
    ({ kind }) => kind,
  )
  const list = (kind: DefinitionKind): readonly Entry[] => newest.get(kind) ?? []
  return {
    findStructure: (canonical) => readStructure(find('StructureDefinition', canonical)),
    findType: (name) => readStructure(types.get(name)),
    findValueSet: (canonical) => read('ValueSet', canonical) as ValueSet | undefined,
    findCodeSystem: (canonical) => read('CodeSystem', canonical) as CodeSystem | undefined,
    list,
    listProfiles: (type) => listProfilesOf(type, list('StructureDefinition')),
  }
}

/** Defines a type, and does not constrain one. */
const isBase = ({ kind, derivation }: Entry): boolean => kind === 'StructureDefinition' && derivation !== 'constraint'

function groupEntries(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.url}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else group.push(entry)
  }
  return groups
}
