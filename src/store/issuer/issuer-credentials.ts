/** By what people sign in: passkeys, and subjects of an upstream issuer. Each is found by a keyed hash, and belongs to one person. D168. */
import type pg from 'pg'
import { isUuid } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { digest, seal, sealedKeyId, unseal } from '../keys/seal.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import type { IssuerKeys } from './issuer-key-ring.ts'
import { enrolmentModel } from './issuer-state.ts'
import { recordUser, type UserState } from './issuer-users.ts'
import { noteSeen } from './seen-in-request.ts'

export type CredentialKind = 'passkey' | 'upstream'

export type Credential = {
  readonly kind: CredentialKind
  /** A passkey's identifier; of an upstream issuer, JSON of its address and the subject there. */
  readonly id: string
  readonly payload: JsonObject
  /** Web Authentication 6.1.1. */
  readonly counter?: number
}

export type FoundCredential = Required<Pick<Credential, 'payload' | 'counter'>> & {
  readonly user: string
  readonly state: UserState
}

type Row = Pick<FoundCredential, 'user' | 'state'> & {
  readonly key: Buffer
  readonly content: Buffer
  readonly counter: string
  readonly accountKey: Buffer
  readonly generation: number
}

const columns = `c.key, c."user", c.content, c.counter, u.state, u.account_key as "accountKey", u.generation from issuer_credential c join issuer_user u on u.id = c."user"`

export class IssuerCredentials {
  readonly #pool: pg.Pool
  readonly #keys: IssuerKeys

  constructor(pool: pg.Pool, keys: IssuerKeys) {
    this.#pool = pool
    this.#keys = keys
  }

  /** Of a person in any state. */
  async find(kind: CredentialKind, id: string): Promise<FoundCredential | undefined> {
    const key = await this.#keyOf(kind, id)
    const { rows } = await this.#pool.query<Row>(`select ${columns} where c.kind = $1 and c.key = $2`, [kind, key])
    if (rows[0] !== undefined) noteSeen({ ...rows[0], key: rows[0].accountKey })
    return rows[0] && this.#open(kind, rows[0])
  }

  async listOf(kind: CredentialKind, user: string): Promise<readonly FoundCredential[]> {
    if (!isUuid(user)) return []
    const { rows } = await this.#pool.query<Row>(
      `select ${columns} where c.kind = $1 and c."user" = $2 order by c.created_at`,
      [kind, user],
    )
    return Promise.all(rows.map((row) => this.#open(kind, row)))
  }

  /**
   * Spends the link of an enrolment, stores the credential and lets the person in, all or nothing. False if the link is spent or expired, the
   * person is disabled, or somebody has that credential.
   */
  async enrol(token: string, user: string, { kind, id, payload, counter = 0 }: Credential): Promise<boolean> {
    if (!isUuid(user)) return false
    const { index, content } = await this.#keys.read()
    const key = await this.#keyOf(kind, id)
    const sealed = seal(Buffer.from(JSON.stringify(payload)), content, contextOf(kind, key, user))
    const link = digest(index, `${enrolmentModel}|${token}`)
    const enrolling = inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(enrolText, [user, enrolmentModel, link, kind, key, sealed, counter])
      if (rowCount !== 1) throw new NotEnrolled()
      await recordUser(client, 'user.enrolled', user)
      return true
    })
    return enrolling.catch((error: unknown) => {
      if (error instanceof NotEnrolled) return false
      throw error
    })
  }

  /** Notes that it was used. False if it is gone, or the counter has not gone on (Web Authentication 7.2 step 22). */
  async use(kind: CredentialKind, id: string, counter = 0): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update issuer_credential set used_at = now(), counter = $3 where kind = $1 and key = $2 and (counter < $3 or (counter = 0 and $3 = 0))`,
      [kind, await this.#keyOf(kind, id), counter],
    )
    return rowCount === 1
  }

  async #keyOf(kind: CredentialKind, id: string): Promise<Buffer> {
    const { index } = await this.#keys.read()
    return digest(index, `credential|${kind}|${id}`)
  }

  async #open(kind: CredentialKind, { key, user, state, content, counter }: Row): Promise<FoundCredential> {
    const sealing = await this.#keys.find(sealedKeyId(content))
    const payload = JSON.parse(unseal(content, sealing, contextOf(kind, key, user)).toString()) as JsonObject // as `enrol` wrote it
    return { user, state, payload, counter: Number(counter) }
  }
}

const contextOf = (kind: CredentialKind, key: Buffer, user: string): string =>
  ['issuer-credential', kind, key.toString('base64'), user].join('|')

/** Undoes what the statement has done by then. */
class NotEnrolled extends Error {}

const enrolText = `with person as (select id, account_key from issuer_user where id = $1 and state <> 'disabled' for update),
  spent as (update issuer_state s set consumed_at = now() from person
    where s.model = $2 and s.key = $3 and s.account_key = person.account_key and s.consumed_at is null and s.expires_at > now() returning person.id),
  made as (insert into issuer_credential (kind, key, "user", content, counter) select $4, $5, id, $6, $7 from spent on conflict do nothing returning "user")
  update issuer_user u set state = 'active', changed_at = now() from made where u.id = made."user"`
