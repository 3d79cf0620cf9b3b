/** Reads of current versions: those of concurrent requests are one statement. STORE.md "Connections". */
import { Batches } from './connections/batches.ts'
import type { Lane } from './connections/lane.ts'
import type { Stored } from './content.ts'
import type { Tenant } from './keys/tenants.ts'
import type { Place, Reader } from './reader.ts'
import { openRow } from './rows.ts'
import { findCurrent, findRowsTogether, type PlacedRow } from './versions.ts'

type Asked = {
  readonly place: Place
  readonly resolve: (stored: Stored | undefined | Promise<Stored | undefined>) => void
  readonly reject: (error: unknown) => void
}

type Asking = Asked & { readonly tenant: Tenant }

export class ReadBatches {
  readonly #lane: Lane
  readonly #batches = new Batches<Asking>({ run: (batch) => this.#lookUp(batch), maxItems: 256 })

  constructor(lane: Lane) {
    this.#lane = lane
  }

  /** The current version, which may be a tombstone. */
  find(tenant: Tenant, place: Place): Promise<Stored | undefined> {
    return new Promise((resolve, reject) => this.#batches.add({ tenant, place, resolve, reject }))
  }

  async #lookUp(batch: readonly Asking[]): Promise<void> {
    const byTenant = Map.groupBy(batch, ({ tenant }) => tenant)
    await Promise.all([...byTenant].map(([tenant, asked]) => this.#ofTenant(tenant, asked)))
  }

  /** Where the statement fails, each is asked for alone, so that none pays for another. */
  async #ofTenant(tenant: Tenant, asked: readonly Asked[]): Promise<void> {
    const reader: Reader = { tenant, client: this.#lane.runnerOf(tenant.number) }
    const places = asked.map(({ place }) => place)
    const rows = asked.length === 1 ? undefined : await findRowsTogether(reader, places).catch(() => undefined)
    if (rows === undefined) for (const { place, resolve } of asked) resolve(findCurrent(reader, place))
    else for (const [at, one] of asked.entries()) answer(tenant, one, rows[at])
  }
}

function answer(tenant: Tenant, { place, resolve, reject }: Asked, row: PlacedRow | undefined): void {
  try {
    resolve(row && openRow(tenant, { ...place, ...row }))
  } catch (error) {
    reject(error)
  }
}
