/** What is known of an element of XML until it closes. */
import type { JsonObject } from '../../core/json.ts'
import type { Element, ElementTable } from '../definitions/elements.ts'

/** An element that is open. */
export type Frame = {
  readonly parent: Frame | undefined
  /** Absent of a resource itself: what its name says is no element of the one around it. */
  readonly element: Element | undefined
  /** Absent around a resource that lies in another. */
  readonly table: ElementTable | undefined
  readonly object: JsonObject
  readonly path: string
  /** Of the JSON that it becomes. */
  readonly depth: number
  /** Of a primitive, its attribute. */
  value?: string
  /** The last element in it. */
  last?: Element | undefined
}
