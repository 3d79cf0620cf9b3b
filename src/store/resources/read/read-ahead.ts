/** What a transaction has looked at in one trip, because it is known to be needed. STORE.md "Connections". */
import type { Stored } from '../content.ts'
import type { ResourceAddress } from '../reader.ts'

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

  /** It was written, and is another now. */
  drop(place: ResourceAddress): void {
    this.#seen.delete(keyOf(place))
  }

  /** A lock was waited for: whatever was seen before may have changed meanwhile. */
  clear(): void {
    this.#seen.clear()
  }
}
