/** Where definitions are found, by their canonical address. R4 references.html#canonical. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'

/** `canonical` is `url` or `url|version`; without a version it is the newest one loaded. */
export type Registry = {
  /** With a complete snapshot, whether it was published with one or not. */
  readonly findStructure: (canonical: string) => StructureDefinition | undefined
  /** The base definition of a type, e.g. `Patient`, `HumanName`, `string`. */
  readonly findType: (name: string) => StructureDefinition | undefined
  readonly findValueSet: (canonical: string) => ValueSet | undefined
  readonly findCodeSystem: (canonical: string) => CodeSystem | undefined
}
