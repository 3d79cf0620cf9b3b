/** Reads of current versions: those of concurrent requests are one statement. docs/design/store.md#connections. */

import { Batches } from '../../postgres/batches.ts'
import type { SharedConnection } from '../../postgres/shared-connection.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import type { Reader, ResourceAddress, Stored } from '../types.ts'
import { openRow } from './rows.ts'
import { findCurrent, findRowsTogether, type PlacedRow } from './versions.ts'

type Asked = {
  readonly place: ResourceAddress
  readonly resolve: (stored: Promise<Stored | undefined>) => void
}

type Asking = Asked & { readonly tenant: Tenant }

export class ReadBatches {
  readonly #lane: SharedConnection
  readonly #batches = new Batches<Asking>({ run: (batch) => this.#lookUp(batch), maxItems: 64 })

  constructor(lane: SharedConnection) {
    this.#lane = lane
  }

  /** The current version, which may be a tombstone. */
  find(tenant: Tenant, place: ResourceAddress): Promise<Stored | undefined> {
    return new Promise((resolve) => this.#batches.add({ tenant, place, resolve }))
  }

  async #lookUp(batch: readonly Asking[]): Promise<void> {
    const byTenant = Map.groupBy(batch, ({ tenant }) => tenant)
    await Promise.all([...byTenant].map(([tenant, asked]) => this.#ofTenant(tenant, asked)))
  }

  /** If the statement fails, each address is read alone, so that one does not spoil the others. */
  async #ofTenant(tenant: Tenant, asked: readonly Asked[]): Promise<void> {
    const reader: Reader = { tenant, client: this.#lane.runnerOf(tenant.number) }
    const groups = [...Map.groupBy(asked, keyOf).values()]
    const places = groups.flatMap(([first]) => first?.place ?? [])
    // Each is read alone below.
    const rows = places.length === 1 ? undefined : await findRowsTogether(reader, places).catch(() => undefined)
    for (const [at, group] of groups.entries()) {
      const place = places[at] as ResourceAddress
      const found = rows === undefined ? findCurrent(reader, place) : open(tenant, place, rows[at])
      for (const { resolve } of group) resolve(found)
    }
  }
}

const keyOf = ({ place: { space, type, id } }: Asked): string => `${space}/${type}/${id}`

const open = async (tenant: Tenant, place: ResourceAddress, row: PlacedRow | undefined): Promise<Stored | undefined> =>
  row && openRow(tenant, { ...place, ...row })
