/** What the authorisation server stores: clients, people and their credentials, sealed state, keys. Rows of the installation, read and written as banksia_system. D152, D153, D168. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../postgres/in-transaction.ts'
import { type IssuerEvent, recordIssuerEvent } from './issuer-audit.ts'
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
import { IssuerCredentials } from './issuer-credentials.ts'
import { IssuerKeys, type KeyRing } from './issuer-key-ring.ts'
import { IssuerSessions } from './issuer-sessions.ts'
import { enrolmentModel, IssuerState } from './issuer-state.ts'
import { IssuerUsers, recordUser } from './issuer-users.ts'
import { type Changed, findChanged } from './seen-in-request.ts'

export class IssuerStore {
  readonly state: IssuerState
  readonly users: IssuerUsers
  readonly credentials: IssuerCredentials
  readonly sessions: IssuerSessions
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
    this.users = new IssuerUsers(pool, this.#keys)
    this.credentials = new IssuerCredentials(pool, this.#keys)
    this.sessions = new IssuerSessions(pool, this.#keys)
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

  /** A link by which the person enrols, found by its token: the newest counts. Throws if there is no such person. */
  async putEnrolment(
    user: string,
    { token, lifeMs }: { readonly token: string; readonly lifeMs: number },
  ): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query('select from issuer_user where id = $1 for update', [user])
      if (rowCount !== 1) throw new Error(`there is no user ${user}`)
      await this.state.putAlone(client, enrolmentModel, { id: token, accountId: user, payload: { user }, lifeMs })
      await recordUser(client, 'user.linked', user)
    })
  }

  /** Returns when the records are on disk. */
  async record(event: IssuerEvent): Promise<void> {
    await inTransaction(this.#pool, (client) => recordIssuerEvent(client, event))
  }
  /** As `record`, unless the client or the person is no longer as this request has seen them: then it records nothing, and answers who has changed. D189. */
  recordUnlessChanged(event: IssuerEvent): Promise<Changed | undefined> {
    return inTransaction(this.#pool, async (client) => {
      const changed = await findChanged(client)
      if (changed === undefined) await recordIssuerEvent(client, event)
      return changed
    })
  }
}
