/** Collections as sets: what is in one, and what is in it once. FHIRPath N1 §5.3, §5.4, §6.4. */
import type { Run } from './environment.ts'
import { isEqual, keyOf } from './equality.ts'
import type { Collection, Node } from './node.ts'

/** Items that have been met; most are found by their key, the others by comparing. */
export class Seen {
  readonly #run: Run
  readonly #keys = new Set<string>()
  readonly #others: Node[] = []

  constructor(run: Run, items: Collection = []) {
    this.#run = run
    for (const item of items) this.add(item)
  }

  has(item: Node): boolean {
    const key = keyOf(item)
    if (key !== undefined && this.#keys.has(key)) return true
    this.#run.spend(1 + this.#others.length)
    return this.#others.some((other) => isEqual(other, item, this.#run.environment.convertUnit) === true)
  }

  /** Answers whether it was new. */
  add(item: Node): boolean {
    if (this.has(item)) return false
    const key = keyOf(item)
    if (key === undefined) this.#others.push(item)
    else this.#keys.add(key)
    return true
  }
}

export function listDistinct(items: Collection, run: Run): Collection {
  if (items.length < 2) return items
  const seen = new Seen(run)
  return items.filter((item) => seen.add(item))
}

export function isDistinct(items: Collection, run: Run): boolean {
  const seen = new Seen(run)
  return items.every((item) => seen.add(item))
}

export function isIn(item: Node, items: Collection, run: Run): boolean {
  run.spend(items.length)
  return items.some((other) => isEqual(item, other, run.environment.convertUnit) === true)
}
