/** The environment of an evaluation: variables, functions that only the caller can answer, and bounds of cost. N1 §9, R4 fhirpath.html. */
import type { Clock } from '../core/clock.ts'
import type { JsonObject } from '../core/json.ts'
import { FhirPathFault } from './errors.ts'
import { type Collection, empty, type Node } from './node.ts'

/** All of it may be absent: then a variable is empty, and a function a fault. */
export type Environment = {
  /** The resource around the item; a contained resource is its own. */
  readonly resource?: Node
  /** The container of a contained resource, otherwise the resource. */
  readonly rootResource?: Node
  readonly variables?: Readonly<Record<string, Collection>>
  readonly clock?: Clock
  /** The resource at a reference, uri or canonical. */
  readonly resolve?: (reference: string) => JsonObject | undefined
  readonly memberOf?: (node: Node, valueSet: string) => boolean | undefined
  readonly conformsTo?: (node: Node, profile: string) => boolean | undefined
  readonly subsumes?: (general: Node, special: Node) => boolean | undefined
  readonly htmlChecks?: (xhtml: string) => boolean
  /** How many of `to` one of `from` is, in UCUM; without it, or if it is undefined, ordinary units are known. */
  readonly convertUnit?: (from: string, to: string) => number | undefined
  /** Steps of one evaluation; about one for each item. */
  readonly maxSteps?: number
  /** Shared by several evaluations. */
  readonly budget?: Budget
}

export type Budget = { left: number }

/** A few seconds at most; the largest accepted resource has half a million values. */
const defaultMaxSteps = 3_000_000

/** State of one evaluation. */
export class Run {
  readonly environment: Environment
  /** `%context`. */
  readonly context: Node
  /** `$index` and `$total`. */
  index = 0
  total: Collection = empty
  /** The input of `iif`. */
  input: Collection = empty
  #steps: number
  #kept: (Collection | undefined)[] | undefined
  #now: Date | undefined

  constructor(context: Node, environment: Environment) {
    this.context = context
    this.environment = environment
    this.#steps = environment.maxSteps ?? defaultMaxSteps
  }

  /** The same instant for the whole evaluation. N1 §5.9 (now). */
  get now(): Date {
    if (this.environment.clock === undefined) throw new FhirPathFault('unsupported')
    this.#now ??= this.environment.clock()
    return this.#now
  }

  spend(steps: number): void {
    this.#steps -= steps
    const { budget } = this.environment
    if (budget !== undefined) budget.left -= steps
    if (this.#steps < 0 || (budget !== undefined && budget.left < 0)) throw new FhirPathFault('limit')
  }

  /** A part that does not depend on the item is evaluated once. */
  keep(slot: number, evaluate: () => Collection): Collection {
    this.#kept ??= []
    const known = this.#kept[slot]
    if (known !== undefined) {
      // The caller will go through it again.
      this.spend(known.length >> 3)
      return known
    }
    const found = evaluate()
    this.#kept[slot] = found
    return found
  }
}
