/** What a transaction has looked at in one trip, because it is known to be needed. STORE.md "Connections". */
import type { Stored } from '../content.ts'
import type { Place } from '../reader.ts'

const keyOf = ({ space, type, id }: Place): string => `${space}/${type}/${id}`

export class ReadAhead {
  readonly #seen = new Map<string, Stored | undefined>()

  add(places: readonly Place[], found: readonly (Stored | undefined)[]): void {
    for (const [at, place] of places.entries()) this.#seen.set(keyOf(place), found[at])
  }

  has(place: Place): boolean {
    return this.#seen.has(keyOf(place))
  }

  get(place: Place): Stored | undefined {
    return this.#seen.get(keyOf(place))
  }

  /** It was written, and is another now. */
  drop(place: Place): void {
    this.#seen.delete(keyOf(place))
  }

  /** A lock was waited for: whatever was seen before may have changed meanwhile. */
  clear(): void {
    this.#seen.clear()
  }
}
