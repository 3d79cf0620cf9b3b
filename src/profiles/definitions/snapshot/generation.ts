/** Shared state of the steps of one snapshot. */
import type { StructureDefinition } from '@medplum/fhirtypes'
import type { DefinitionFault } from '../definition-error.ts'
import type { Segment } from './element-id.ts'
import type { Node } from './element-tree.ts'

export type Generation = {
  readonly structure: StructureDefinition
  /** Definitions with snapshots, including the base. */
  readonly findStructure: (canonical: string) => StructureDefinition | undefined
  /** The base's own tree. */
  readonly root: Node
  readonly fail: (fault: DefinitionFault, element: string) => never
  /** Counts nodes before they are copied. */
  readonly grow: (node: Node, element: string) => void
}

export type Step = {
  readonly segment: Segment
  readonly place: string
  /** Names one type of a choice, and allows only that one. */
  readonly narrows: boolean
}
