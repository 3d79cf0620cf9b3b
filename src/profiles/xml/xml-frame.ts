/** State of an XML element until it closes. */
import type { JsonObject } from '../../core/json.ts'
import type { Element, ElementTable } from '../definitions/elements.ts'

/** An open element. */
export type Frame = {
  readonly parent: Frame | undefined
  /** Absent for a resource itself: its name is no element of the parent. */
  readonly element: Element | undefined
  /** Absent for the element around an inner resource. */
  readonly table: ElementTable | undefined
  readonly object: JsonObject
  readonly path: string
  /** Depth of the JSON that it becomes. */
  readonly depth: number
  /** The attribute of a primitive. */
  value?: string
  /** The last element inside it. */
  last?: Element | undefined
}
