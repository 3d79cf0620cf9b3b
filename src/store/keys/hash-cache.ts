/** Hashes of texts that come again and again: codes, their systems, parameters, resources that others refer to. */

/** The number of entries in each of two generations, for all tenants together. */
const most = 8000
const longestText = 200

/** Texts with their hashes. */
type Kept = { young: Map<string, string>; old: Map<string, string> }

export class HashCache {
  readonly #tenants = new Map<number, { readonly indexId: number; readonly hashes: TenantHashes }>()
  readonly #filled = new Set<TenantHashes>()
  #size = 0

  /** Those under one index key of a tenant. */
  ofTenant(number: number, indexId: number): TenantHashes {
    const known = this.#tenants.get(number)
    if (known?.indexId === indexId) return known.hashes
    const hashes = new TenantHashes((one) => this.#count(one))
    this.#tenants.set(number, { indexId, hashes })
    return hashes
  }

  /** A tenant is gone: nothing of it stays in memory. */
  clear(): void {
    for (const hashes of this.#filled) hashes.clear()
    this.#filled.clear()
    this.#tenants.clear()
    this.#size = 0
  }

  #count(hashes: TenantHashes): void {
    if (this.#size >= most) {
      this.#size = 0
      for (const one of this.#filled) if (!one.turn()) this.#filled.delete(one)
    }
    this.#size += 1
    this.#filled.add(hashes)
  }
}

/** The place of a text, because the same text has another hash elsewhere. There are only so many places. */
export type TextPlace = { readonly kind: string; readonly type: string; readonly parameter: string }

/** One tenant's. Names are looked up one by one: joining them and hashing the joined text takes four times as long. */
export class TenantHashes {
  readonly #count: (hashes: TenantHashes) => void
  readonly #kinds = new Map<string, Map<string, Map<string, Kept | null>>>()

  /** `count` is called before each entry. */
  constructor(count: (hashes: TenantHashes) => void) {
    this.#count = count
  }

  /** `isTelling`: whether the texts of the parameter must not stay in memory. */
  read({ kind, type, parameter }: TextPlace, text: string, { make, isTelling }: Making): string {
    let kept = this.#kinds.get(kind)?.get(type)?.get(parameter)
    if (kept === undefined) kept = this.#open({ kind, type, parameter }, isTelling?.(type, parameter) === true)
    if (kept === null) return make()
    const known = kept.young.get(text)
    if (known !== undefined) return known
    const hash = kept.old.get(text) ?? make()
    if (text.length > longestText) return hash
    this.#count(this)
    kept.young.set(text, hash)
    return hash
  }

  /** Forgets texts that nobody asked for during a whole generation, and the places where none is left. False if nothing is left. */
  turn(): boolean {
    let isFilled = false
    for (const types of this.#kinds.values())
      for (const parameters of types.values())
        for (const [parameter, kept] of parameters) {
          if (kept === null) continue
          if (kept.young.size === 0) parameters.delete(parameter)
          else isFilled = true
          kept.old = kept.young
          kept.young = new Map()
        }
    if (!isFilled) this.clear()
    return isFilled
  }

  clear(): void {
    this.#kinds.clear()
  }

  /** Null where nothing is kept. */
  #open({ kind, type, parameter }: TextPlace, isTelling: boolean): Kept | null {
    const types = this.#kinds.get(kind) ?? new Map<string, Map<string, Kept | null>>()
    const parameters = types.get(type) ?? new Map<string, Kept | null>()
    const kept = isTelling ? null : { young: new Map(), old: new Map() }
    this.#kinds.set(kind, types.set(type, parameters.set(parameter, kept)))
    return kept
  }
}

type Making = {
  readonly make: () => string
  readonly isTelling?: (type: string, parameter: string) => boolean
}
