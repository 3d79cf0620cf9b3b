/** Where definitions are found, by their canonical address. R4 references.html#canonical. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'

/**
 * `canonical` is `url` or `url|version`; without a version it is the newest one loaded, and a version may leave out its last parts.
 * What is found is reduced to what checking reads (no prose), is shared, and is never changed by who found it.
 */
export type Registry = {
  /**
   * With a complete snapshot, whether it was published with one or not. In it `type.code` of ids, urls and primitive values is the FHIR
   * type (`string`, `uri`), and `base` is there only where its `max` is another than the element's.
   */
  readonly findStructure: (canonical: string) => StructureDefinition | undefined
  /** The base definition of a type, e.g. `Patient`, `HumanName`, `string`. */
  readonly findType: (name: string) => StructureDefinition | undefined
  /** Read anew each time it is asked for: keep what is made of it. */
  readonly findValueSet: (canonical: string) => ValueSet | undefined
  /** Read anew each time it is asked for: keep what is made of it. */
  readonly findCodeSystem: (canonical: string) => CodeSystem | undefined
  /** What is known of a kind, without reading its definitions; of a url with several versions the newest. */
  readonly list: (kind: DefinitionKind) => readonly DefinitionSummary[]
  /** Canonicals of the profiles that constrain a resource type, in the order of their urls. */
  readonly listProfiles: (type: string) => readonly string[]
}

export type DefinitionKind = 'StructureDefinition' | 'ValueSet' | 'CodeSystem'

export type DefinitionSummary = {
  readonly kind: DefinitionKind
  readonly url: string
  readonly version?: string
  /** Of a StructureDefinition: the type that it defines or constrains. */
  readonly type?: string
  readonly structure?: StructureDefinition['kind']
  readonly abstract?: true
  readonly derivation?: 'specialization' | 'constraint'
}
