/** Finds definitions by their canonical address. R4 references.html#canonical. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'

/**
 * `canonical` is `url` or `url|version`; without a version the newest loaded one; a version may omit its last parts.
 * A definition is reduced to the parts for checking (no prose) and shared; callers never change it.
 */
export type Registry = {
  /**
   * With a complete snapshot, published or generated. In it `type.code` of ids, urls and primitive values is the FHIR type (`string`,
   * `uri`), and `base` is there only if its `max` differs from the element's.
   */
  readonly findStructure: (canonical: string) => StructureDefinition | undefined
  /** The base definition of a type, e.g. `Patient`, `HumanName`, `string`. */
  readonly findType: (name: string) => StructureDefinition | undefined
  /** Parsed at each call: keep what you make of it. */
  readonly findValueSet: (canonical: string) => ValueSet | undefined
  /** Parsed at each call: keep what you make of it. */
  readonly findCodeSystem: (canonical: string) => CodeSystem | undefined
  /** Summaries of a kind, without reading its definitions; the newest if a url has several versions. */
  readonly list: (kind: DefinitionKind) => readonly DefinitionSummary[]
  /** Canonicals of the profiles that constrain a resource type, sorted by url. */
  readonly listProfiles: (type: string) => readonly string[]
}

export type DefinitionKind = 'StructureDefinition' | 'ValueSet' | 'CodeSystem'

export type DefinitionSummary = {
  readonly kind: DefinitionKind
  readonly url: string
  readonly version?: string
  /** For a StructureDefinition: the type that it defines or constrains. */
  readonly type?: string
  readonly structure?: StructureDefinition['kind']
  readonly abstract?: true
  readonly derivation?: 'specialization' | 'constraint'
}
