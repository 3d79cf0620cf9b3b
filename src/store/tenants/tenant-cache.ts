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

/** A read of the database, and when it began. */
type Reading = { readonly begunAt: number; readonly tenant: Promise<Tenant> }

/** Begins to read. `forget` gets the reading when it has ended, well or not. */
function begin(read: (begunAt: number) => Promise<Tenant>, forget: (reading: Reading) => void): Reading {
  const begunAt = performance.now()
  const reading: Reading = { begunAt, tenant: read(begunAt).finally(() => forget(reading)) }
  return reading
}

type Known = { readonly tenant: Tenant; checkedAt: number; checking: Reading | undefined }

export class TenantCache {
  readonly #source: TenantSource
  readonly #known = new Map<string, Known>()
  readonly #loading = new Map<string, Reading>()
  /** When this process last changed it. A read that began before that may have seen the state before. */
  readonly #changed = new Map<string, number>()
  /** When a missing tenant was last looked for. */
  readonly #unknown = new Map<string, number>()

  constructor(source: TenantSource) {
    this.#source = source
  }

  read(id: string): MaybePromise<Tenant> {
    const known = this.#known.get(id)
    if (known === undefined) return this.#isUnknown(id) ? Promise.reject(unknownTenant()) : this.#load(id)
    const age = this.#ageOf(id, known)
    if (age < freshMs) return known.tenant
    const { tenant } = this.#currentOf(id, known.checking) ?? this.#beginCheck(id, known)
    if (age >= staleMs) return tenant
    // The next caller that finds it stale gets the error.
    tenant.catch(() => undefined)
    return known.tenant
  }

  /** Milliseconds since the last check; infinite if this process has changed it since. */
  #ageOf(id: string, { checkedAt }: Known): number {
    return checkedAt > this.#changedAt(id) ? performance.now() - checkedAt : Number.POSITIVE_INFINITY
  }

  #changedAt(id: string): number {
    return this.#changed.get(id) ?? Number.NEGATIVE_INFINITY
  }

  /** Undefined if there is none, or if it began before this process changed the tenant. */
  #currentOf(id: string, reading: Reading | undefined): Reading | undefined {
    return reading !== undefined && reading.begunAt > this.#changedAt(id) ? reading : undefined
  }

  #beginCheck(id: string, known: Known): Reading {
    known.checking = begin(
      (begunAt) => this.#check(id, known, begunAt),
      (checking) => {
        if (known.checking === checking) known.checking = undefined
      },
    )
    return known.checking
  }

  /** True if the last check found no change, and was at most so long ago. */
  isCurrent(tenant: Tenant, withinMs: number): boolean {
    const known = this.#known.get(tenant.id)
    return known?.tenant === tenant && this.#ageOf(tenant.id, known) <= withinMs
  }

  /** This process has changed it, so the next caller checks. */
  markChanged(id: string): void {
    if (this.#known.has(id) || this.#loading.has(id)) this.#changed.set(id, performance.now())
  }

  list(): readonly Tenant[] {
    return [...this.#known.values()].map(({ tenant }) => tenant)
  }

  /** True if the error is a key that `tenant` lacks, and the tenant has since changed. */
  async hasNewKey(error: unknown, tenant: Tenant): Promise<boolean> {
    const known = this.#known.get(tenant.id)
    if (!(error instanceof UnknownKeyError) || known === undefined) return false
    return (await this.#check(tenant.id, known, performance.now())) !== tenant
  }

  /** Forgets tenants that are gone, even if nobody asks for them. */
  async dropGone(): Promise<void> {
    if (this.#known.size === 0) return
    for (const id of await this.#source.listGone([...this.#known.keys()])) this.#drop(id)
  }

  #drop(id: string): void {
    this.#changed.delete(id)
    if (this.#known.delete(id)) this.#source.forget(id)
  }

  #isUnknown(id: string): boolean {
    const at = this.#unknown.get(id)
    return at !== undefined && performance.now() - at < unknownMs
  }

  async #check(id: string, known: Known, begunAt: number): Promise<Tenant> {
    const generation = await this.#source.readGeneration(id)
    if (generation === undefined) this.#drop(id)
    if (generation !== known.tenant.generation) {
      const tenant = await this.#load(id).catch(keepAtNewMasterKey)
      if (tenant !== undefined) return tenant
    }
    known.checkedAt = Math.max(known.checkedAt, begunAt)
    return known.tenant
  }

  async #load(id: string): Promise<Tenant> {
    return (this.#currentOf(id, this.#loading.get(id)) ?? this.#beginLoad(id)).tenant
  }

  #beginLoad(id: string): Reading {
    const begun = begin(
      (begunAt) => this.#find(id, begunAt),
      (loading) => {
        if (this.#loading.get(id) === loading) this.#loading.delete(id)
      },
    )
    this.#loading.set(id, begun)
    return begun
  }

  async #find(id: string, checkedAt: number): Promise<Tenant> {
    const tenant = await this.#source.find(id)
    if (tenant === undefined) {
      if (this.#unknown.size >= mostUnknown) this.#unknown.clear()
      this.#unknown.set(id, checkedAt)
      throw unknownTenant()
    }
    this.#unknown.delete(id)
    carryUses(this.#known.get(id)?.tenant, tenant)
    const known = this.#known.get(id)
    // A later read may have ended before this one.
    if (known === undefined || known.checkedAt <= checkedAt)
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
