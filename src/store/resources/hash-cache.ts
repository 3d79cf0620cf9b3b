/** Hashes of what comes again and again: codes, their systems, parameters, who is referred to. STORE.md "Search". */

/** Of each of two generations. */
const most = 8000
const longestText = 200

export class HashCache {
  /** By type and parameter, of which there are only so many: whether its texts are kept. */
  readonly #telling = new Map<string, Map<string, boolean>>()
  #young = new Map<string, string>()
  #old = new Map<string, string>()

  /** What has not been asked for during a whole generation is forgotten. */
  read(text: string, make: () => string): string {
    const known = this.#young.get(text)
    if (known !== undefined) return known
    const hash = this.#old.get(text) ?? make()
    if (text.length > longestText) return hash
    if (this.#young.size >= most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(text, hash)
    return hash
  }

  /** A tenant is gone, whose texts nobody can tell from those of others. */
  clear(): void {
    this.#old = new Map()
    this.#young = new Map()
  }

  isTelling(type: string, parameter: string, find: (type: string, parameter: string) => boolean): boolean {
    const known = this.#telling.get(type)?.get(parameter)
    if (known !== undefined) return known
    const own = this.#telling.get(type) ?? new Map<string, boolean>()
    const found = find(type, parameter)
    this.#telling.set(type, own.set(parameter, found))
    return found
  }
}
