/** Random numbers that are the same in every run. */
import { pick } from '../../fhir/records.ts'

export class Random {
  #drawn = 0
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = Math.imul(seed + 1, 0x9e3779b1)
  }

  /** A whole number from 0 to below `below`. */
  below(below: number): number {
    this.#drawn += 1
    return pick((this.#seed + Math.imul(this.#drawn, 0x85ebca6b)) | 0, below)
  }

  /** True in about `percent` of 100 draws. */
  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** `count` different items in a random order, or all items if there are fewer. */
  sample<Item>(items: readonly Item[], count: number): readonly Item[] {
    const left = [...items]
    const drawn: Item[] = []
    while (drawn.length < count && left.length > 0) drawn.push(...left.splice(this.below(left.length), 1))
    return drawn
  }
}
