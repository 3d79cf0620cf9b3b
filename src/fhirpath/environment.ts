/** What an expression is evaluated with: its variables, what only the caller can answer, and how much it may cost. N1 §9, R4 fhirpath.html. */
import type { Clock } from '../core/clock.ts'
import type { JsonObject } from '../core/json.ts'
import { FhirPathFault } from './errors.ts'
import { type Collection, empty, type Node } from './node.ts'

/** All of it may be absent: then the variable is empty, and the function a fault. */
export type Environment = {
  /** The resource that holds what is asked about; a contained one is its own. */
  readonly resource?: Node
  /** The container of a contained resource, otherwise the resource. */
  readonly rootResource?: Node
  readonly variables?: Readonly<Record<string, Collection>>
  readonly clock?: Clock
  /** The resource that a reference, uri or canonical leads to. */
  readonly resolve?: (reference: string) => JsonObject | undefined
  readonly memberOf?: (node: Node, valueSet: string) => boolean | undefined
  readonly conformsTo?: (node: Node, profile: string) => boolean | undefined
  readonly subsumes?: (general: Node, special: Node) => boolean | undefined
  readonly htmlChecks?: (xhtml: string) => boolean
  /** How many of `to` one of the unit `from` is, of UCUM; without it, or where it is undefined, ordinary units are known. */
  readonly convertUnit?: (from: string, to: string) => number | undefined
  /** Steps that one evaluation may take; a step is about an item looked at. */
  readonly maxSteps?: number
  /** What several evaluations share beside. */
  readonly budget?: Budget
}

export type Budget = { left: number }

/** A few seconds at most; the largest resource that is taken has half a million values. */
const defaultMaxSteps = 3_000_000

/** State of one evaluation. */
export class Run {
  readonly environment: Environment
  /** `%context`. */
  readonly context: Node
  /** `$index` and `$total`. */
  index = 0
  total: Collection = empty
  /** What `iif` was asked about. */
  input: Collection = empty
  #steps: number
  #kept: (Collection | undefined)[] | undefined
  #now: Date | undefined

  constructor(context: Node, environment: Environment) {
    this.context = context
    this.environment = environment
    this.#steps = environment.maxSteps ?? defaultMaxSteps
  }

  /** The same instant throughout. N1 §5.9 (now). */
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

  /** What does not depend on the item at hand is evaluated once. */
  keep(slot: number, evaluate: () => Collection): Collection {
    this.#kept ??= []
    const known = this.#kept[slot]
    if (known !== undefined) {
      // Whoever asks goes through it again.
      this.spend(known.length >> 3)
      return known
    }
    const found = evaluate()
    this.#kept[slot] = found
    return found
  }
}
