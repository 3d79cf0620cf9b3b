/** The key sets that clients publish: fetched when needed, and kept as long as their answer says, between five seconds and ten minutes. SMART App Launch 2.2 client-confidential-asymmetric.html#response. */
import type { JWK } from 'jose'
import { isJsonObject } from '../../core/json.ts'

export type PublicKeys = { readonly keys: readonly JWK[] }

/** Without a word of the client's. */
const usualMs = 60_000
const longestMs = 600_000
/** Also of a failure, and of keys that are not to be kept: whoever names the client must not make us call again and again. D166. */
const shortestMs = 5_000
const timeoutMs = 5_000
const maxKeys = 50
const maxKnown = 10_000

type Kept = { readonly keys: Promise<PublicKeys>; until: number }

export class ClientKeySets {
  readonly #fetchOut: typeof fetch
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()

  /** `now`: milliseconds since 1970. */
  constructor(fetchOut: typeof fetch, now: () => number = Date.now) {
    this.#fetchOut = fetchOut
    this.#now = now
  }

  /** No keys if the address does not answer with a key set. Those who ask at the same time wait for one answer. */
  read(address: string): Promise<PublicKeys> {
    const known = this.#kept.get(address)
    if (known !== undefined && this.#now() < known.until) return known.keys
    const kept: Kept = {
      keys: this.#fetch(address, (ms) => (kept.until = this.#now() + ms)),
      until: Number.POSITIVE_INFINITY,
    }
    this.#kept.delete(address)
    this.#kept.set(address, kept)
    if (this.#kept.size > maxKnown) this.#kept.delete(this.#kept.keys().next().value ?? '')
    return kept.keys
  }

  async #fetch(address: string, keep: (ms: number) => void): Promise<PublicKeys> {
    // `keep` knows its entry after the first turn alone, and a wrong address throws at once.
    await undefined
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await this.#fetchOut(address, {
        headers: { Accept: 'application/json' },
        redirect: 'manual',
        signal,
      })
      const body: unknown = response.ok ? await response.json() : undefined
      const keys = isJsonObject(body) && Array.isArray(body['keys']) ? body['keys'] : []
      keep(response.ok ? Math.max(readLifeMs(response.headers), shortestMs) : shortestMs)
      return { keys: keys.filter(isPublicKey).slice(0, maxKeys) as unknown as JWK[] } // RFC 7517 members, as `isPublicKey` has seen
    } catch {
      // The client is refused for want of a key, whatever the cause.
      keep(shortestMs)
      return { keys: [] }
    }
  }
}

const isPublicKey = (key: unknown): boolean =>
  isJsonObject(key) &&
  (key['kty'] === 'RSA' || key['kty'] === 'EC') &&
  typeof key['kid'] === 'string' &&
  key['d'] === undefined

/** RFC 9111 5.2.2. */
function readLifeMs(headers: Headers): number {
  const control = headers.get('Cache-Control') ?? ''
  if (/\bno-(store|cache)\b/i.test(control)) return 0
  const age = /\bmax-age=(\d{1,9})\b/i.exec(control)?.[1]
  return age === undefined ? usualMs : Math.min(Number(age) * 1000, longestMs)
}
