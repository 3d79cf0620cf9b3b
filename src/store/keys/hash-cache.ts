/** Hashes of texts that come again and again: codes, their systems, parameters, resources that others refer to. */

/** The number of entries in each of two generations, for all tenants together. */
const most = 8000
const longestText = 200

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

/** Texts of one place with their hashes: the same text has another hash elsewhere. There are only so many places. */
export class KeptHashes {
  readonly #count: () => void
  #young = new Map<string, string>()
  #old = new Map<string, string>()

  /** `count` is called before each entry. */
  constructor(count: () => void) {
    this.#count = count
  }

  find(text: string): string | undefined {
    const young = this.#young.get(text)
    if (young !== undefined) return young
    const old = this.#old.get(text)
    return old === undefined ? undefined : this.keep(text, old)
  }

  /** Answers the hash. */
  keep(text: string, hash: string): string {
    if (text.length > longestText) return hash
    this.#count()
    this.#young.set(text, hash)
    return hash
  }

  /** Forgets texts that nobody asked for during a whole generation. False if nothing is left. */
  turn(): boolean {
    this.#old = this.#young
    this.#young = new Map()
    return this.#old.size > 0
  }
}

/** For texts that must not stay in memory. */
const nothingKept: Pick<KeptHashes, 'find' | 'keep'> = { find: () => undefined, keep: (_, hash) => hash }

/** Whether the texts of the parameter must not stay in memory. */
type IsTelling = (type: string, parameter: string) => boolean

/** One tenant's. Names are looked up one by one: joining them and hashing the joined text takes four times as long. */
export class TenantHashes {
  readonly #count: () => void
  readonly #kinds = new Map<string, Map<string, Map<string, KeptHashes | null>>>()

  /** `count` is called before each entry. */
  constructor(count: (hashes: TenantHashes) => void) {
    this.#count = () => count(this)
  }

  /** Those of one place. */
  open(kind: string, type: string, parameter: string, isTelling?: IsTelling): Pick<KeptHashes, 'find' | 'keep'> {
    let kept = this.#kinds.get(kind)?.get(type)?.get(parameter)
    if (kept === undefined) {
      kept = isTelling?.(type, parameter) === true ? null : new KeptHashes(this.#count)
      this.#add(kind, type).set(parameter, kept)
    }
    return kept ?? nothingKept
  }

  /** Forgets texts that nobody asked for during a whole generation, and the places where none is left. False if nothing is left. */
  turn(): boolean {
    let isFilled = false
    for (const types of this.#kinds.values())
      for (const parameters of types.values())
        for (const [parameter, kept] of parameters) {
          if (kept === null) continue
          if (kept.turn()) isFilled = true
          else parameters.delete(parameter)
        }
    if (!isFilled) this.clear()
    return isFilled
  }

  clear(): void {
    this.#kinds.clear()
  }

  #add(kind: string, type: string): Map<string, KeptHashes | null> {
    const types = this.#kinds.get(kind) ?? new Map<string, Map<string, KeptHashes | null>>()
    const parameters = types.get(type) ?? new Map<string, KeptHashes | null>()
    this.#kinds.set(kind, types.set(type, parameters))
    return parameters
  }
}
