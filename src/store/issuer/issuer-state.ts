/** State of the authorisation server: payloads that are sealed, found by keyed hashes, and gone when they expire. D152. */
import type pg from 'pg'
import type { JsonObject } from '../../core/json.ts'
import { digest, seal, sealedKeyId, unseal } from '../keys/seal.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { lookAgain, toUnavailable } from '../postgres/unavailable.ts'
import type { ClientSource } from './issuer-clients.ts'
import type { IssuerKeys } from './issuer-key-ring.ts'
import { inOpenSession, sessionKeyOf } from './issuer-sessions.ts'
import { noteSeen, seenOf } from './seen-in-request.ts'

/** Links by which a person enrols a passkey. D168. */
export const enrolmentModel = 'Enrolment'

/** A payload, and what it is found and ended by. */
export type IssuerEntry = {
  readonly payload: JsonObject
  /** Milliseconds. */
  readonly lifeMs: number
  readonly uid?: string | undefined
  readonly grantId?: string | undefined
  readonly accountId?: string | undefined
  readonly clientId?: string | undefined
  /** Whose records it names; absent: the tenant of the client, if it has one. */
  readonly tenant?: string | undefined
  /** Of a context: the session with which its grant ends. */
  readonly session?: string | undefined
}

/** Of a person. */
type EntryOf = Omit<IssuerEntry, 'accountId'> & { readonly id: string; readonly accountId: string }

export type FoundEntry = {
  readonly payload: JsonObject
  /** Milliseconds since 1970. */
  readonly consumedAt?: number
}

/** A token that counts, with the states that it depends on. */
export type FoundToken = FoundEntry & { readonly isLive: boolean }

/** What the sealed content is bound to, so that it opens in the place alone for which it was sealed. */
type Place = {
  readonly model: string
  readonly key: Buffer
  readonly client: string | null
  readonly grantKey: Buffer | null
}

type Row = Place & {
  readonly content: Buffer
  readonly consumedAt: number | null
  readonly accountKey: Buffer | null
  readonly generation: number | null
}

const found = `model, key, client, grant_key as "grantKey", account_key as "accountKey", generation, content, (extract(epoch from consumed_at) * 1000)::float8 as "consumedAt"`

export class IssuerState {
  readonly #pool: pg.Pool
  readonly #keys: IssuerKeys
  readonly #sources: readonly ClientSource[]

  constructor(pool: pg.Pool, keys: IssuerKeys, sources: readonly ClientSource[]) {
    this.#pool = pool
    this.#keys = keys
    this.#sources = sources
  }

  /** Stores it, in the place of what had the same id. */
  async put(model: string, id: string, entry: IssuerEntry): Promise<void> {
    await this.#insert(model, id, entry, 'true')
    // The grant was there before its context.
    if (model === 'Context') await this.#bindGrant(entry)
  }

  async #bindGrant({ grantId, tenant, session }: IssuerEntry): Promise<void> {
    const { index } = await this.#keys.read()
    await this.#pool.query(
      `update issuer_state set tenant = coalesce(tenant, (select number from tenant where id = $2)), session_key = coalesce(session_key, $3)
       where grant_key = $1`,
      [digest(index, `grant|${grantId}`), tenant ?? null, session === undefined ? null : sessionKeyOf(index, session)],
    )
  }

  /** Stores it unless one with the same id counts. Answers whether it did. */
  async putOnce(model: string, id: string, entry: IssuerEntry): Promise<boolean> {
    return (await this.#insert(model, id, entry, 'issuer_state.expires_at <= now()')) === 1
  }

  /** Stores it in the place of those of its kind that the person has, within a transaction that holds the person. */
  async putAlone(client: Queryable, model: string, { id, accountId, ...entry }: EntryOf): Promise<void> {
    const { index } = await this.#keys.read()
    const key = digest(index, `account|${accountId}`)
    await client.query('delete from issuer_state where model = $1 and account_key = $2', [model, key])
    await this.#insert(model, id, { ...entry, accountId }, 'true', client)
  }

  async #insert(
    model: string,
    id: string,
    entry: IssuerEntry,
    mayReplace: string,
    runner: Queryable = this.#pool,
  ): Promise<number | null> {
    const keys = await this.#keys.read()
    const hash = (kind: string, text: string | undefined) =>
      text === undefined ? null : digest(keys.index, `${kind}|${text}`)
    const key = digest(keys.index, `${model}|${id}`)
    const [grantKey, accountKey, client] = [
      hash('grant', entry.grantId),
      hash('account', entry.accountId),
      entry.clientId ?? null,
    ]
    const place = contextOf({ model, key, client, grantKey })
    const content = seal(Buffer.from(JSON.stringify(entry.payload)), keys.content, place)
    const { rowCount } = await runner.query(
      `insert into issuer_state (model, key, grant_key, uid_key, account_key, client, tenant, content, expires_at, generation)
       values ($1, $2, $3, $4, $5, $6, ${tenantText}, $7, now() + make_interval(secs => $8), ${generationText})
       on conflict (model, key) do update set grant_key = excluded.grant_key, uid_key = excluded.uid_key, account_key = excluded.account_key,
         client = excluded.client, tenant = excluded.tenant, content = excluded.content, expires_at = excluded.expires_at,
         generation = excluded.generation
       where ${mayReplace}`,
      [
        ...[model, key, grantKey, hash('uid', entry.uid), accountKey],
        ...[client, content, Math.max(1, entry.lifeMs / 1000), entry.tenant ?? null, seenOf(accountKey)],
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
    const { rows } = await this.#pool.query<Row>(
      `select ${found} from issuer_state s where model = $1 and ${where} and expires_at > now() and ${isCurrentText} and ${inOpenSession('s')}`,
      [model, key],
    )
    if (rows[0] !== undefined) noteSeen({ ...rows[0], key: rows[0].accountKey })
    return rows[0] && this.#open(rows[0])
  }

  /**
   * A token with whether it counts: its client is active and its tenant served, and its grant, if it has one, is there. Undefined if nobody
   * knows it.
   */
  async findToken(models: readonly string[], id: string): Promise<FoundToken | undefined> {
    const { index } = await this.#keys.read()
    const keys = models.map((model) => digest(index, `${model}|${id}`))
    const look = () =>
      this.#pool.query<Omit<Row, 'accountKey' | 'generation'> & { isLive: boolean }>(tokenText, [
        models,
        keys,
        this.#sources,
      ])
    const { rows } = await lookAgain(look).catch((error: unknown) => {
      throw toUnavailable(error)
    })
    const [row] = rows
    return row && { ...(await this.#open(row)), isLive: row.isLive }
  }

  async #open({ content, consumedAt, ...place }: Omit<Row, 'accountKey' | 'generation'>): Promise<FoundEntry> {
    const sealing = await this.#keys.find(sealedKeyId(content))
    const payload = JSON.parse(unseal(content, sealing, contextOf(place)).toString()) as JsonObject // as `put` wrote it
    return { payload, ...(consumedAt === null ? {} : { consumedAt }) }
  }

  /** Marks it as used, and keeps a code as long as its grant, so that a second use is seen. False if somebody did before, or it is gone. */
  async consume(model: string, id: string): Promise<boolean> {
    const { index } = await this.#keys.read()
    const { rowCount } = await this.#pool.query(
      `update issuer_state s set consumed_at = now(), expires_at = case when s.model = 'AuthorizationCode' then greatest(s.expires_at,
         (select max(g.expires_at) from issuer_state g where g.model = 'Grant' and g.grant_key = s.grant_key)) else s.expires_at end
       where s.model = $1 and s.key = $2 and s.consumed_at is null and s.expires_at > now()`,
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

  /** Ends everything of a grant, also what was stored after the grant itself was gone. */
  async endGrant(grantId: string): Promise<void> {
    const { index } = await this.#keys.read()
    await this.#pool.query('delete from issuer_state where grant_key = $1', [digest(index, `grant|${grantId}`)])
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
}

const contextOf = ({ model, key, client, grantKey }: Place): string =>
  ['issuer-state', model, key.toString('base64'), grantKey?.toString('base64') ?? '', client ?? ''].join('|')

/** Whose records it names, and goes with: of the tokens of a grant those of its context. */
const tenantText = `coalesce((select number from tenant where id = $9::uuid), (select tenant from issuer_client where id = $6),
  (select c.tenant from issuer_state c where c.model = 'Context' and c.grant_key = $3 limit 1))`

/** As the request has seen the person first, or as they are. */
const generationText = `coalesce($10::int, (select generation from issuer_user where account_key = $5))`

/** D170: the rights of its person are those of then. */
const isCurrentText = `s.generation is not distinct from (select u.generation from issuer_user u where u.account_key = s.account_key)`

const tokenText = `select s.model, s.key, s.client, s.grant_key as "grantKey", s.content, (extract(epoch from s.consumed_at) * 1000)::float8 as "consumedAt",
    s.consumed_at is null and c.state = 'active' and c.source = any ($3::text[]) and (c.tenant is null or t.state = 'active')
      and not exists (select from issuer_user u where u.account_key = s.account_key and u.state <> 'active')
      and ${isCurrentText}
      and (s.grant_key is null or exists (select from issuer_state g where g.model = 'Grant' and g.grant_key = s.grant_key and g.expires_at > now()
        and ${inOpenSession('g')}))
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
