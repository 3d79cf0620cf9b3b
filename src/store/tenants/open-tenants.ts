/** The tenants of one process, and the work beside their requests: seals are counted, and erased tenants are forgotten. docs/design/store.md#tenants-and-keys. */
import type { KeyObject } from 'node:crypto'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import type { Pools } from '../connections.ts'
import { HashCache } from '../keys/hash-cache.ts'
import { MasterKeyError } from '../keys/keys.ts'
import { countSeals } from '../keys/rotation.ts'
import { pooledRunner } from '../postgres/pooled.ts'
import { lookAgain } from '../postgres/unavailable.ts'
import { findGeneration, listGone } from './generation.ts'
import { TenantCache } from './tenant-cache.ts'
import { findTenant } from './tenants.ts'

/** A crash loses little of the count, compared with the margin below the limit. */
const countEveryMs = 30_000
/** How long a process may keep an erased tenant in memory, even if nobody asks for it. D93 */
const dropEveryMs = 1_000

type Parts = Pools & {
  readonly readMasterKey: () => Promise<KeyObject>
  readonly addresses: OwnAddresses | undefined
}

export class OpenTenants {
  readonly cache: TenantCache
  readonly #parts: Parts
  readonly #hashes = new HashCache()
  readonly #forgetting = new Set<(tenant: string) => void>()
  readonly #counting: NodeJS.Timeout
  readonly #dropping: NodeJS.Timeout

  constructor(parts: Parts) {
    const { app, system } = parts
    this.#parts = parts
    this.cache = new TenantCache({
      find: (id) => this.#find(id),
      readGeneration: (id) => lookAgain(() => findGeneration(app, id)),
      listGone: (ids) => lookAgain(() => listGone(system, ids)),
      forget: (id) => this.#forget(id),
    })
    // The next turn looks again.
    this.#dropping = setInterval(() => void this.cache.dropGone().catch(() => undefined), dropEveryMs).unref()
    // The next turn counts them too.
    this.#counting = setInterval(() => void this.#countSeals().catch(() => undefined), countEveryMs).unref()
  }

  /** Calls back when a tenant is erased. */
  onForgotten(forget: (tenant: string) => void): () => void {
    this.#forgetting.add(forget)
    return () => this.#forgetting.delete(forget)
  }

  async close(): Promise<void> {
    clearInterval(this.#counting)
    clearInterval(this.#dropping)
    // The count limits how long a key is used; the few that are missing do not matter.
    await this.#countSeals().catch(() => undefined)
  }

  async #find(id: string) {
    const { app, addresses, readMasterKey } = this.#parts
    const master = await readMasterKey().catch(toMasterKeyError)
    const runnerOf = (number: number) => pooledRunner(app, number)
    return findTenant(app, id, { master, hashes: this.#hashes, addresses, runnerOf })
  }

  #forget(id: string): void {
    this.#hashes.clear()
    for (const forget of this.#forgetting) forget(id)
  }

  async #countSeals(): Promise<void> {
    const { system, readMasterKey } = this.#parts
    for (const tenant of this.cache.list()) await countSeals(system, tenant, readMasterKey)
  }
}

/** A tenant that is in memory stays usable. */
const toMasterKeyError = (cause: unknown): never => {
  throw new MasterKeyError('the key-encryption key cannot be read', { cause })
}
