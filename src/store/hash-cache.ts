/** Hashes of what comes again and again: codes, their systems, parameters, who is referred to. STORE.md "Search". */

/** Of each of two generations. */
const most = 8000
const longestText = 200

export class HashCache {
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
}
