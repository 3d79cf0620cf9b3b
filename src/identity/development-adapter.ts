/** Storage of the development issuer's sessions and codes: memory of this process, bounded. oidc-provider's Adapter interface. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { readonly payload: AdapterPayload; readonly expiresAt: number }

const maxEntries = 10_000

/** One map for all models; the least recently written entries go first. */
export class DevelopmentAdapter {
  readonly #entries = new Map<string, Entry>()

  /** Opened by the issuer for each of its models. */
  readonly open = (model: string): Adapter => ({
    upsert: async (id, payload, expiresInSeconds) => this.#put(`${model}:${id}`, payload, expiresInSeconds),
    find: async (id) => this.#find((key) => key === `${model}:${id}`),
    findByUserCode: async (userCode) =>
      this.#find((key, entry) => isOf(model, key) && entry.payload.userCode === userCode),
    findByUid: async (uid) => this.#find((key, entry) => isOf(model, key) && entry.payload.uid === uid),
    consume: async (id) => this.#consume(`${model}:${id}`),
    destroy: async (id) => void this.#entries.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => this.#revoke(model, grantId),
  })

  #put(key: string, payload: AdapterPayload, expiresInSeconds: number | undefined): void {
    this.#entries.delete(key)
    this.#entries.set(key, { payload, expiresAt: Date.now() + (expiresInSeconds || 86_400) * 1000 })
    if (this.#entries.size > maxEntries) this.#entries.delete(this.#entries.keys().next().value ?? '')
  }

  #find(matches: (key: string, entry: Entry) => boolean): AdapterPayload | undefined {
    for (const [key, entry] of this.#entries) {
      if (matches(key, entry)) return entry.expiresAt > Date.now() ? entry.payload : undefined
    }
    return undefined
  }

  #consume(key: string): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000)
  }

  #revoke(model: string, grantId: string): void {
    for (const [key, entry] of this.#entries) {
      if (isOf(model, key) && entry.payload.grantId === grantId) this.#entries.delete(key)
    }
  }
}

const isOf = (model: string, key: string): boolean => key.startsWith(`${model}:`)
