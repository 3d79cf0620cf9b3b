/** Definitions on top of others: those of packages, of a tenant, of one question. R4 references.html#canonical. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'
import type { DefinitionKind, DefinitionSummary, Registry } from '../registry.ts'
import { chooseVersion, isNewer, parseCanonical } from './canonical.ts'
import { compactDefinition, type Definition, isStructure, listProfilesOf, summarize } from './definition.ts'
import { completeStructures } from './snapshot/complete-structures.ts'

/** A value set or code system is kept as text: it may be large, and is parsed on use. */
type Held = DefinitionSummary & { readonly structureDefinition?: StructureDefinition; readonly text?: string }

/**
 * A definition on top is found before those below, unless one below has a higher version and no version is wanted. Throws
 * DefinitionError if one of the definitions cannot be used: then none is added.
 */
export function layerRegistry(base: Registry, definitions: readonly Definition[]): Registry {
  if (definitions.length === 0) return base
  const held = holdAll(base, definitions)
  const byUrl = Map.groupBy(held, ({ kind, url }) => `${kind} ${url}`)
  const newestBelow = new Map<string, DefinitionSummary>()
  for (const kind of kinds) for (const below of base.list(kind)) newestBelow.set(`${kind} ${below.url}`, below)
  const find = (kind: DefinitionKind, canonical: string): Held | undefined => {
    const { url, version } = parseCanonical(canonical)
    const own = chooseVersion(byUrl.get(`${kind} ${url}`) ?? [], version)
    const below = newestBelow.get(`${kind} ${url}`)
    return version === undefined && own !== undefined && isNewer(below?.version, own.version) ? undefined : own
  }
  const list = (kind: DefinitionKind): DefinitionSummary[] => {
    const own = [...byUrl.values()].flatMap((versions) => versions.slice(-1)).filter((one) => one.kind === kind)
    const urls = new Set(own.map(({ url }) => url))
    return [...base.list(kind).filter(({ url }) => !urls.has(url)), ...own]
  }
  return {
    findStructure: (canonical) =>
      find('StructureDefinition', canonical)?.structureDefinition ?? base.findStructure(canonical),
    findType: (name) => base.findType(name) ?? held.find((one) => isType(one, name))?.structureDefinition,
    // The text has that kind.
    findValueSet: (canonical) =>
      (parse(find('ValueSet', canonical)) as ValueSet | undefined) ?? base.findValueSet(canonical),
    findCodeSystem: (canonical) =>
      (parse(find('CodeSystem', canonical)) as CodeSystem | undefined) ?? base.findCodeSystem(canonical),
    list,
    listProfiles: (type) => listProfilesOf(type, list('StructureDefinition')),
  }
}

const kinds = ['StructureDefinition', 'ValueSet', 'CodeSystem'] as const

const isType = ({ kind, type, derivation }: Held, name: string): boolean =>
  kind === 'StructureDefinition' && type === name && derivation !== 'constraint'

const parse = (held: Held | undefined): unknown => (held?.text === undefined ? undefined : JSON.parse(held.text))

function holdAll(base: Registry, definitions: readonly Definition[]): readonly Held[] {
  const structures = completeStructures(definitions.filter(isStructure), base.findStructure)
  const others = definitions.filter((definition) => !isStructure(definition))
  return [
    ...structures.map((structure) => ({ ...summarize(structure), structureDefinition: structure })),
    ...others.map((other) => ({ ...summarize(other), text: JSON.stringify(compactDefinition(other)) })),
  ]
}
