/** What the authorisation server stores: clients, sealed state, keys. Rows of the installation, read and written as banksia_system. D152, D153. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import {
  type ClientRow,
  type ClientSource,
  clientSources,
  findClient,
  listClients,
  type NewClient,
  putClient,
  removeClient,
} from './issuer-clients.ts'
import { IssuerKeys, type KeyRing } from './issuer-key-ring.ts'
import { IssuerState } from './issuer-state.ts'

export class IssuerStore {
  readonly state: IssuerState
  readonly #pool: pg.Pool
  readonly #keys: IssuerKeys
  readonly #sources: readonly ClientSource[]

  /**
   * `readMaster` is called again when keys are read again, since the key may be replaced while the process runs. Clients of other sources than
   * `sources` count as unknown, and their tokens as none.
   */
  constructor(pool: pg.Pool, readMaster: () => Promise<KeyObject>, sources: readonly ClientSource[] = clientSources) {
    this.#pool = pool
    this.#keys = new IssuerKeys(pool, readMaster)
    this.#sources = sources
    this.state = new IssuerState(pool, this.#keys, sources)
  }

  /** At most a minute old. */
  readKeys(): Promise<KeyRing> {
    return this.#keys.read()
  }

  findClient(id: string): Promise<ClientRow | undefined> {
    return findClient(this.#pool, id, this.#sources)
  }

  listClients(): Promise<readonly ClientRow[]> {
    return listClients(this.#pool, this.#sources)
  }

  /** As a file, or development mode, says. False if the id is taken by another source. */
  putClient(client: NewClient): Promise<boolean> {
    return putClient(this.#pool, client)
  }

  removeClient(id: string): Promise<void> {
    return removeClient(this.#pool, id)
  }
}
