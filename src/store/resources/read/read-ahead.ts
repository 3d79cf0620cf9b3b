/** The answers that a transaction has read in one trip, because it is known to need them. docs/design/store.md#connections. */
import type { ResourceAddress, Stored } from '../types.ts'

const keyOf = ({ space, type, id }: ResourceAddress): string => `${space}/${type}/${id}`

export class ReadAhead {
  readonly #seen = new Map<string, Stored | undefined>()

  add(places: readonly ResourceAddress[], found: readonly (Stored | undefined)[]): void {
    for (const [at, place] of places.entries()) this.#seen.set(keyOf(place), found[at])
  }

  has(place: ResourceAddress): boolean {
    return this.#seen.has(keyOf(place))
  }

  get(place: ResourceAddress): Stored | undefined {
    return this.#seen.get(keyOf(place))
  }

  /** The resource was written and has changed. */
  drop(place: ResourceAddress): void {
    this.#seen.delete(keyOf(place))
  }

  /** The transaction waited for a lock, so anything read before may have changed. */
  clear(): void {
    this.#seen.clear()
  }
}
