/** Tenants as one process knows them: settings, keys, search parameters. The process learns of a change within two seconds. */
import { performance } from 'node:perf_hooks'
import type { MaybePromise } from '../../core/maybe-promise.ts'
import { MasterKeyError, UnknownKeyError } from '../keys/keys.ts'
import { unknownTenant } from './check-served.ts'
import type { Tenant } from './tenant.ts'

/** A younger tenant is used as it is. Up to the second age it is checked beside the work, after that before the work. */
const freshMs = 500
const staleMs = 1_500
/** How long the tenant, as a transaction read it when it began, counts as current. */
export const heldMs = 2_500
/** How long a missing tenant is remembered without looking, and how many are remembered. */
const unknownMs = 1_000
const mostUnknown = 1_000

export type TenantSource = {
  readonly find: (id: string) => Promise<Tenant | undefined>
  /** Grows with each change. Undefined if the tenant is gone. */
  readonly readGeneration: (id: string) => Promise<string | undefined>
  /** Lists which of these are gone. */
  readonly listGone: (ids: readonly string[]) => Promise<readonly string[]>
  /** Called when a tenant is gone. */
  readonly forget: (id: string) => void
}

type Known = { tenant: Tenant; checkedAt: number; checking: Promise<Tenant> | undefined }

export class TenantCache {
  readonly #source: TenantSource
  readonly #known = new Map<string, Known>()
  readonly #loading = new Map<string, Promise<Tenant>>()
  /** When a missing tenant was last looked for. */
  readonly #unknown = new Map<string, number>()

  constructor(source: TenantSource) {
    this.#source = source
  }

  read(id: string): MaybePromise<Tenant> {
    const known = this.#known.get(id)
    if (known === undefined) return this.#isUnknown(id) ? Promise.reject(unknownTenant()) : this.#load(id)
    const age = performance.now() - known.checkedAt
    if (age < freshMs) return known.tenant
    known.checking ??= this.#check(id, known).finally(() => {
      known.checking = undefined
    })
    if (age >= staleMs) return known.checking
    // The next caller that finds it stale gets the error.
    known.checking.catch(() => undefined)
    return known.tenant
  }

  /** True if the last check found no change, and was at most so long ago. */
  isCurrent(tenant: Tenant, withinMs: number): boolean {
    const known = this.#known.get(tenant.id)
    return known?.tenant === tenant && performance.now() - known.checkedAt <= withinMs
  }

  /** This process has changed it, so the next caller checks. */
  markChanged(id: string): void {
    const known = this.#known.get(id)
    if (known !== undefined) known.checkedAt = Number.NEGATIVE_INFINITY
  }

  list(): readonly Tenant[] {
    return [...this.#known.values()].map(({ tenant }) => tenant)
  }

  /** True if the error is a key that `tenant` lacks, and the tenant has since changed. */
  async hasNewKey(error: unknown, tenant: Tenant): Promise<boolean> {
    const known = this.#known.get(tenant.id)
    if (!(error instanceof UnknownKeyError) || known === undefined) return false
    return (await this.#check(tenant.id, known)) !== tenant
  }

  /** Forgets tenants that are gone, even if nobody asks for them. */
  async dropGone(): Promise<void> {
    if (this.#known.size === 0) return
    for (const id of await this.#source.listGone([...this.#known.keys()])) this.#drop(id)
  }

  #drop(id: string): void {
    if (this.#known.delete(id)) this.#source.forget(id)
  }

  #isUnknown(id: string): boolean {
    const at = this.#unknown.get(id)
    return at !== undefined && performance.now() - at < unknownMs
  }

  async #check(id: string, known: Known): Promise<Tenant> {
    const at = performance.now()
    const generation = await this.#source.readGeneration(id)
    if (generation === undefined) this.#drop(id)
    if (generation !== known.tenant.generation) {
      const tenant = await this.#load(id).catch(keepAtNewMasterKey)
      if (tenant !== undefined) return tenant
    }
    known.checkedAt = at
    return known.tenant
  }

  async #load(id: string): Promise<Tenant> {
    const loading = this.#loading.get(id) ?? this.#find(id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, loading)
    return loading
  }

  async #find(id: string): Promise<Tenant> {
    const checkedAt = performance.now()
    const tenant = await this.#source.find(id)
    if (tenant === undefined) {
      if (this.#unknown.size >= mostUnknown) this.#unknown.clear()
      this.#unknown.set(id, checkedAt)
      throw unknownTenant()
    }
    this.#unknown.delete(id)
    carryUses(this.#known.get(id)?.tenant, tenant)
    this.#known.set(id, { tenant, checkedAt, checking: undefined })
    return tenant
  }
}

/** The keys are wrapped again and the key file follows soon: the known keys stay valid until then. */
function keepAtNewMasterKey(error: unknown): undefined {
  if (!(error instanceof MasterKeyError)) throw error
}

/** Carries over seals that are not stored yet. */
function carryUses(before: Tenant | undefined, { keys }: Tenant): void {
  if (before?.keys.current.id === keys.current.id) keys.current.uses.count += before.keys.current.uses.count
}
