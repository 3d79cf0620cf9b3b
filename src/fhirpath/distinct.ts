/** Collections as sets: whether an item is in one, and each item once. FHIRPath N1 §5.3, §5.4, §6.4. */
import type { Run } from './environment.ts'
import { isEqual, keyOf } from './equality.ts'
import type { Collection, Node } from './node.ts'

/** So few items are compared directly. */
const few = 16

/** Items so far; if there are many, most are found by their key. */
export class Seen {
  readonly #run: Run
  readonly #isKeyed: boolean
  readonly #keys = new Set<string>()
  readonly #others: Node[] = []

  constructor(run: Run, items: Collection = [], isKeyed = items.length > few) {
    this.#run = run
    this.#isKeyed = isKeyed
    for (const item of items) this.add(item)
  }

  has(item: Node): boolean {
    return this.#has(item, this.#keyOf(item))
  }

  /** Answers whether it was new. */
  add(item: Node): boolean {
    const key = this.#keyOf(item)
    if (this.#has(item, key)) return false
    if (key === undefined) this.#others.push(item)
    else this.#keys.add(key)
    return true
  }

  #keyOf(item: Node): string | undefined {
    return this.#isKeyed ? keyOf(item) : undefined
  }

  #has(item: Node, key: string | undefined): boolean {
    if (key !== undefined) return this.#keys.has(key)
    this.#run.spend(1 + this.#others.length)
    return this.#others.some((other) => isEqual(other, item, this.#run.environment.convertUnit) === true)
  }
}

export function listDistinct(items: Collection, run: Run): Collection {
  if (items.length < 2) return items
  const seen = new Seen(run, [], items.length > few)
  return items.filter((item) => seen.add(item))
}

export function isDistinct(items: Collection, run: Run): boolean {
  const seen = new Seen(run, [], items.length > few)
  return items.every((item) => seen.add(item))
}

export function isIn(item: Node, items: Collection, run: Run): boolean {
  run.spend(items.length)
  return items.some((other) => isEqual(item, other, run.environment.convertUnit) === true)
}
