/** People who sign in at the authorisation server: sealed, under a subject that never means another person. D168. */
import type pg from 'pg'
import type { Role } from '../../core/caller.ts'
import { isUuid, newId } from '../../core/ids.ts'
import { digest, seal, sealedKeyId, unseal } from '../keys/seal.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { type IssuerEventKind, recordIssuerEvent } from './issuer-audit.ts'
import { UnknownTenantError } from './issuer-clients.ts'
import type { IssuerKeys } from './issuer-key-ring.ts'
import { noteSeen } from './seen-in-request.ts'

export type UserState = 'invited' | 'active' | 'disabled'

/** The sealed part. */
type Details = {
  readonly name: string
  readonly roles: readonly Role[]
  /** Absent: all. */
  readonly spokes?: readonly string[] | undefined
  /** `Type/id` of the PractitionerRole, RelatedPerson or Patient. */
  readonly fhirUser?: string | undefined
  /** The one patient whose record patients and carers see. */
  readonly patient?: string | undefined
}

export type NewUser = Details & { readonly tenants: readonly string[] }

export type IssuerUser = NewUser & {
  /** The subject of its tokens. */
  readonly id: string
  readonly state: UserState
  readonly createdAt: string
  readonly changedAt: string
}

type Row = Omit<IssuerUser, keyof Details | 'createdAt' | 'changedAt'> & {
  readonly key: Buffer
  readonly generation: number
  readonly content: Buffer
  readonly createdAt: Date
  readonly changedAt: Date
}

const columns = `u.id, u.state, u.account_key as key, u.generation, u.content, u.created_at as "createdAt", u.changed_at as "changedAt",
  array(select t.id from issuer_user_tenant l join tenant t on t.number = l.tenant where l."user" = u.id order by t.id) as tenants`

const contextOf = (id: string): string => `issuer-user|${id}`

export class IssuerUsers {
  readonly #pool: pg.Pool
  readonly #keys: IssuerKeys

  constructor(pool: pg.Pool, keys: IssuerKeys) {
    this.#pool = pool
    this.#keys = keys
  }

  /** Answers the subject. Throws UnknownTenantError. */
  async insert(user: NewUser): Promise<string> {
    const id = newId()
    const { index } = await this.#keys.read()
    const content = await this.#seal(id, user)
    await inTransaction(this.#pool, async (client) => {
      const row = [id, digest(index, `account|${id}`), content]
      await client.query('insert into issuer_user (id, account_key, content) values ($1, $2, $3)', row)
      await putTenants(client, id, user.tenants)
      await recordUser(client, 'user.invited', id)
    })
    return id
  }

  /** In any state. */
  async find(id: string): Promise<IssuerUser | undefined> {
    if (!isUuid(id)) return undefined
    const { rows } = await this.#pool.query<Row>(`select ${columns} from issuer_user u where u.id = $1`, [id])
    if (rows[0] !== undefined) noteSeen(rows[0])
    return rows[0] && this.#open(rows[0])
  }

  async list(): Promise<readonly IssuerUser[]> {
    const { rows } = await this.#pool.query<Row>(`select ${columns} from issuer_user u order by u.created_at, u.id`)
    return Promise.all(rows.map((row) => this.#open(row)))
  }

  /** What it says from now on; ends sessions, grants and tokens. False if there is no such person. Throws UnknownTenantError. */
  async put(id: string, user: NewUser): Promise<boolean> {
    const content = await this.#seal(id, user)
    return this.#change(id, 'content = $2', [content], async (client) => {
      // The tenants of before and of now.
      await recordUser(client, 'user.changed', id, await putTenants(client, id, user.tenants))
    })
  }

  /** Refuses the person, and ends sessions, grants, tokens and links. False if there is no such person. */
  disable(id: string): Promise<boolean> {
    return this.#change(id, `state = 'disabled'`, [], (client) => recordUser(client, 'user.disabled', id))
  }

  /** Lets a disabled person in again. False if there is no such person. */
  enable(id: string): Promise<boolean> {
    const text = `state = case when state <> 'disabled' then state
      when exists (select from issuer_credential c where c."user" = u.id) then 'active' else 'invited' end`
    return this.#change(id, text, [], (client) => recordUser(client, 'user.changed', id))
  }

  /** Takes every credential away, and ends sessions, grants, tokens and links. False if there is no such person. */
  reset(id: string): Promise<boolean> {
    const text = `state = case when state = 'disabled' then state else 'invited' end`
    return this.#change(id, text, [], async (client) => {
      await client.query('delete from issuer_credential where "user" = $1', [id])
      await recordUser(client, 'user.reset', id)
    })
  }

  /**
   * Changes the person, and ends what was issued to them: whoever looks at a token waits for neither. A request that has seen them as they were
   * stores what counts for nothing.
   */
  #change(
    id: string,
    text: string,
    values: readonly unknown[],
    and: (client: pg.ClientBase) => Promise<void>,
  ): Promise<boolean> {
    if (!isUuid(id)) return Promise.resolve(false)
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ key: Buffer }>(
        `update issuer_user u set ${text}, changed_at = now(), generation = generation + 1 where id = $1 returning account_key as key`,
        [id, ...values],
      )
      if (rows[0] === undefined) return false
      await client.query('delete from issuer_state where account_key = $1', [rows[0].key])
      await client.query('delete from issuer_session where account_key = $1', [rows[0].key])
      await and(client)
      return true
    })
  }

  /** Whether anybody can sign in. */
  async hasActive(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ any: boolean }>(
      `select exists (select from issuer_user where state = 'active') as any`,
    )
    return rows[0]?.any === true
  }

  async #seal(id: string, { name, roles, spokes, fhirUser, patient }: Details): Promise<Buffer> {
    const { content } = await this.#keys.read()
    return seal(Buffer.from(JSON.stringify({ name, roles, spokes, fhirUser, patient })), content, contextOf(id))
  }

  async #open({ content, createdAt, changedAt, key: _key, generation: _generation, ...row }: Row): Promise<IssuerUser> {
    const sealing = await this.#keys.find(sealedKeyId(content))
    const details = JSON.parse(unseal(content, sealing, contextOf(row.id)).toString()) as Details // as `#seal` wrote it
    return { ...row, ...details, createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() }
  }
}

/** Answers the tenants of before. */
async function putTenants(client: Queryable, id: string, tenants: readonly string[]): Promise<readonly string[]> {
  const before = await listTenants(client, id)
  const { rows } = await client.query<{ id: string; number: number }>(
    `select id, number from tenant where id = any ($1::uuid[]) and state in ('active', 'disabled')`,
    [tenants],
  )
  const missing = tenants.find((one) => !rows.some((row) => row.id === one))
  if (missing !== undefined) throw new UnknownTenantError(`there is no tenant ${missing}`)
  const numbers = rows.map(({ number }) => number)
  await client.query(
    'insert into issuer_user_tenant ("user", tenant) select $1, unnest($2::int[]) on conflict do nothing',
    [id, numbers],
  )
  await client.query('delete from issuer_user_tenant where "user" = $1 and tenant <> all ($2::int[])', [id, numbers])
  return before
}

async function listTenants(client: Queryable, id: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select t.id from issuer_user_tenant l join tenant t on t.number = l.tenant where l."user" = $1',
    [id],
  )
  return rows.map((row) => row.id)
}

type UserEventKind = Extract<IssuerEventKind, `user.${string}`>

/** In the audit of each of their tenants, and of `before`. D178. */
export async function recordUser(
  client: pg.ClientBase,
  kind: UserEventKind,
  id: string,
  before: readonly string[] = [],
): Promise<void> {
  const tenants = [...new Set([...before, ...(await listTenants(client, id))])]
  const reason = kind === 'user.enrolled' ? 'link' : 'command'
  await recordIssuerEvent(client, { kind, tenants, fields: { resourceType: 'User', resourceId: id, reason } })
}
