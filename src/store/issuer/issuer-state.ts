/** State of the authorisation server: payloads that are sealed, found by keyed hashes, and gone when they expire. D152. */
import type pg from 'pg'
import type { JsonObject } from '../../core/json.ts'
import { digest, seal, sealedKeyId, unseal } from '../keys/seal.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { lookAgain, toUnavailable } from '../postgres/unavailable.ts'
import type { IssuerKeys } from './issuer-key-ring.ts'

/** A payload, and what it is found and ended by. */
export type IssuerEntry = {
  readonly payload: JsonObject
  /** Milliseconds. */
  readonly lifeMs: number
  readonly uid?: string | undefined
  readonly grantId?: string | undefined
  readonly accountId?: string | undefined
  readonly clientId?: string | undefined
}

export type FoundEntry = {
  readonly payload: JsonObject
  /** Milliseconds since 1970. */
  readonly consumedAt?: number
}

/** A token that counts, with the states that it depends on. */
export type FoundToken = FoundEntry & { readonly isLive: boolean }

type Row = { readonly content: Buffer; readonly consumedAt: number | null }

const found = `content, (extract(epoch from consumed_at) * 1000)::float8 as "consumedAt"`

export class IssuerState {
  readonly #pool: pg.Pool
  readonly #keys: IssuerKeys

  constructor(pool: pg.Pool, keys: IssuerKeys) {
    this.#pool = pool
    this.#keys = keys
  }

  /** Stores it, in the place of what had the same id. */
  async put(model: string, id: string, entry: IssuerEntry): Promise<void> {
    await this.#insert(model, id, entry, 'true')
  }

  /** Stores it unless one with the same id counts. Answers whether it did. */
  async putOnce(model: string, id: string, entry: IssuerEntry): Promise<boolean> {
    return (await this.#insert(model, id, entry, 'issuer_state.expires_at <= now()')) === 1
  }

  async #insert(model: string, id: string, entry: IssuerEntry, mayReplace: string): Promise<number | null> {
    const keys = await this.#keys.read()
    const hash = (kind: string, text: string | undefined) =>
      text === undefined ? null : digest(keys.index, `${kind}|${text}`)
    const key = digest(keys.index, `${model}|${id}`)
    const content = seal(Buffer.from(JSON.stringify(entry.payload)), keys.content, contextOf(model, key))
    const { rowCount } = await this.#pool.query(
      `insert into issuer_state (model, key, grant_key, uid_key, account_key, client, tenant, content, expires_at)
       values ($1, $2, $3, $4, $5, $6, (select tenant from issuer_client where id = $6), $7, now() + make_interval(secs => $8))
       on conflict (model, key) do update set grant_key = excluded.grant_key, uid_key = excluded.uid_key, account_key = excluded.account_key,
         client = excluded.client, tenant = excluded.tenant, content = excluded.content, expires_at = excluded.expires_at
       where ${mayReplace}`,
      [
        ...[model, key, hash('grant', entry.grantId), hash('uid', entry.uid), hash('account', entry.accountId)],
        ...[entry.clientId ?? null, content, Math.max(1, entry.lifeMs / 1000)],
      ],
    )
    return rowCount
  }

  async find(model: string, id: string): Promise<FoundEntry | undefined> {
    const { index } = await this.#keys.read()
    return this.#read(model, 'key = $2', digest(index, `${model}|${id}`))
  }

  async findByUid(model: string, uid: string): Promise<FoundEntry | undefined> {
    const { index } = await this.#keys.read()
    return this.#read(model, 'uid_key = $2', digest(index, `uid|${uid}`))
  }

  async #read(model: string, where: string, key: Buffer): Promise<FoundEntry | undefined> {
    const { rows } = await this.#pool.query<Row & { readonly key: Buffer }>(
      `select key, ${found} from issuer_state where model = $1 and ${where} and expires_at > now()`,
      [model, key],
    )
    return rows[0] && this.#open(model, rows[0].key, rows[0])
  }

  /**
   * A token with whether it counts: its client is active and its tenant served, and its grant, if it has one, is there. Undefined if nobody
   * knows it.
   */
  async findToken(models: readonly string[], id: string): Promise<FoundToken | undefined> {
    const { index } = await this.#keys.read()
    const keys = models.map((model) => digest(index, `${model}|${id}`))
    const look = () =>
      this.#pool.query<Row & { model: string; key: Buffer; isLive: boolean }>(tokenText, [models, keys])
    const { rows } = await lookAgain(look).catch((error: unknown) => {
      throw toUnavailable(error)
    })
    const [row] = rows
    return row && { ...(await this.#open(row.model, row.key, row)), isLive: row.isLive }
  }

  async #open(model: string, key: Buffer, { content, consumedAt }: Row): Promise<FoundEntry> {
    const sealing = await this.#keys.find(sealedKeyId(content))
    const payload = JSON.parse(unseal(content, sealing, contextOf(model, key)).toString()) as JsonObject // as `put` wrote it
    return { payload, ...(consumedAt === null ? {} : { consumedAt }) }
  }

  /** Marks it as used. False if somebody did before, or it is gone. */
  async consume(model: string, id: string): Promise<boolean> {
    const { index } = await this.#keys.read()
    const { rowCount } = await this.#pool.query(
      'update issuer_state set consumed_at = now() where model = $1 and key = $2 and consumed_at is null and expires_at > now()',
      [model, digest(index, `${model}|${id}`)],
    )
    return rowCount === 1
  }

  /** Ends everything of the grant to which it belongs. */
  async revokeGrantOf(model: string, id: string): Promise<void> {
    const { index } = await this.#keys.read()
    await this.#pool.query(
      'delete from issuer_state where grant_key = (select grant_key from issuer_state where model = $1 and key = $2)',
      [model, digest(index, `${model}|${id}`)],
    )
  }

  async destroy(model: string, id: string): Promise<void> {
    const { index } = await this.#keys.read()
    const key = digest(index, `${model}|${id}`)
    await this.#pool.query('delete from issuer_state where model = $1 and key = $2', [model, key])
  }

  async revokeByGrant(model: string, grantId: string): Promise<void> {
    const { index } = await this.#keys.read()
    const key = digest(index, `grant|${grantId}`)
    await this.#pool.query('delete from issuer_state where model = $1 and grant_key = $2', [model, key])
  }

  /** Ends the sessions, grants and tokens of a person: they are refused within two seconds. */
  async revokeAccount(accountId: string): Promise<void> {
    const { index } = await this.#keys.read()
    await this.#pool.query('delete from issuer_state where account_key = $1', [digest(index, `account|${accountId}`)])
  }
}

const contextOf = (model: string, key: Buffer): string => `issuer-state|${model}|${key.toString('base64')}`

const tokenText = `select s.model, s.key, s.content, (extract(epoch from s.consumed_at) * 1000)::float8 as "consumedAt",
    s.consumed_at is null and c.state = 'active' and (c.tenant is null or t.state = 'active')
      and (s.grant_key is null or exists (select from issuer_state g where g.model = 'Grant' and g.grant_key = s.grant_key and g.expires_at > now()))
      as "isLive"
  from unnest($1::text[], $2::bytea[]) as asked (model, key)
  join issuer_state s on s.model = asked.model and s.key = asked.key
  join issuer_client c on c.id = s.client
  left join tenant t on t.number = c.tenant
  where s.expires_at > now()`

const batch = 5_000

/** Deletes what has expired, a little at a time. Answers how many rows. */
export async function sweepIssuerState(client: Queryable): Promise<number> {
  let count = 0
  for (;;) {
    const { rowCount } = await client.query(
      'delete from issuer_state where ctid = any (array(select ctid from issuer_state where expires_at < now() limit $1))',
      [batch],
    )
    count += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return count
  }
}
