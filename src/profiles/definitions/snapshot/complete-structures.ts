/** Gives each of several StructureDefinitions its snapshot, whatever their order. */
import type { StructureDefinition } from '@medplum/fhirtypes'
import { chooseVersion, parseCanonical } from '../canonical.ts'
import { compactElement, compactStructure } from '../compact-structure.ts'
import { DefinitionError } from '../definition-error.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { generateSnapshot } from './generate-snapshot.ts'

type Find = (canonical: string) => StructureDefinition | undefined

/** Reduced, with snapshots; `findElsewhere` knows other definitions that they are based on. Throws DefinitionError. */
export function completeStructures(
  structures: readonly StructureDefinition[],
  findElsewhere: Find,
): readonly StructureDefinition[] {
  const own = Map.groupBy(structures, ({ url }) => url)
  const done = new Map<StructureDefinition, StructureDefinition>()
  const open = new Set<StructureDefinition>()
  const complete = (structure: StructureDefinition): StructureDefinition => {
    const known = done.get(structure)
    if (known !== undefined) return known
    if (open.has(structure)) throw new DefinitionError('base-cyclic', structure.url, structure.type)
    open.add(structure)
    const completed = finish(structure, find)
    open.delete(structure)
    done.set(structure, completed)
    return completed
  }
  const find: Find = (canonical) => {
    const { url, version } = parseCanonical(canonical)
    const found = chooseVersion(own.get(url) ?? [], version)
    return found === undefined ? findElsewhere(canonical) : complete(found)
  }
  return structures.map(complete)
}

function finish(structure: StructureDefinition, find: Find): StructureDefinition {
  try {
    const completed = compactStructure(withSnapshot(structure, find))
    checkSnapshot(completed)
    return completed
  } catch (error) {
    // A package may hold anything: a member is missing, or has another type.
    if (error instanceof TypeError) throw new DefinitionError('malformed', structure.url, String(structure.type))
    throw error
  }
}

function withSnapshot(structure: StructureDefinition, find: Find): StructureDefinition {
  if ((structure.snapshot?.element ?? []).length > 0) return structure
  const { differential } = structure
  const stated =
    differential === undefined ? {} : { differential: { element: differential.element.map(compactElement) } }
  return { ...structure, snapshot: { element: generateSnapshot({ ...structure, ...stated }, find) } }
}
