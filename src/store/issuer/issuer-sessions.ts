/** Sessions of people at browsers: each begins with a sign-in, and ends once, for good, in every process. D185, D186. */
import type pg from 'pg'
import { digest } from '../keys/seal.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import { type IssuerEvent, recordIssuerEvent } from './issuer-audit.ts'
import type { IssuerKeys } from './issuer-key-ring.ts'

export type NewSession = {
  /** Random, and never of another session. */
  readonly uid: string
  readonly accountId: string
  /** Milliseconds from now to the end. */
  readonly lifeMs: number
  readonly idleMs: number
}

export class IssuerSessions {
  readonly #pool: pg.Pool
  readonly #keys: IssuerKeys

  constructor(pool: pg.Pool, keys: IssuerKeys) {
    this.#pool = pool
    this.#keys = keys
  }

  /** Does nothing if the session has begun before, even if it has ended since. */
  async begin({ uid, accountId, lifeMs, idleMs }: NewSession): Promise<void> {
    const { index } = await this.#keys.read()
    await this.#pool.query(
      `insert into issuer_session (key, account_key, idles_at, ends_at)
       values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4)) on conflict do nothing`,
      [await this.#keyOf(uid), digest(index, `account|${accountId}`), idleMs / 1000, lifeMs / 1000],
    )
  }

  /** The browser has come: the session goes on for `idleMs` from now, or as long as before if that is longer. False if it has ended, or nobody came in time. */
  async use(uid: string, idleMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update issuer_session set idles_at = greatest(idles_at, now() + make_interval(secs => $2))
       where key = $1 and closed_at is null and idles_at > now() and ends_at > now()`,
      [await this.#keyOf(uid), idleMs / 1000],
    )
    return rowCount === 1
  }

  /** Seconds until what was granted in it ends, at least 0. A session at which nobody came for long has not ended by that. */
  async findRemaining(uid: string): Promise<number> {
    const { rows } = await this.#pool.query<{ seconds: number }>(
      'select greatest(0, floor(extract(epoch from ends_at - now())))::int as seconds from issuer_session where key = $1',
      [await this.#keyOf(uid)],
    )
    return rows[0]?.seconds ?? 0
  }

  /** Ends it with what was granted for its time, and records `event`. False if it had ended before. */
  async end(uid: string, event: IssuerEvent | undefined): Promise<boolean> {
    const { index } = await this.#keys.read()
    const key = await this.#keyOf(uid)
    return inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(
        `update issuer_session set ends_at = now(), closed_at = coalesce(closed_at, now()) where key = $1 and ends_at > clock_timestamp()`,
        [key],
      )
      if (rowCount !== 1) return false
      await client.query(
        `delete from issuer_state where session_key = $1 or (model = 'Session' and uid_key = $2)
         or grant_key in (select grant_key from issuer_state where session_key = $1)`,
        [key, digest(index, `uid|${uid}`)],
      )
      if (event !== undefined) await recordIssuerEvent(client, event)
      return true
    })
  }

  async #keyOf(uid: string): Promise<Buffer> {
    const { index } = await this.#keys.read()
    return sessionKeyOf(index, uid)
  }
}

/** As rows of issuer_state name it. */
export const sessionKeyOf = (index: Parameters<typeof digest>[0], uid: string): Buffer =>
  digest(index, `session|${uid}`)

/** Whether the row of issuer_state of this alias belongs to no session, or to one that has not ended. */
export const inOpenSession = (alias: string): string =>
  `(${alias}.session_key is null or exists (select from issuer_session i where i.key = ${alias}.session_key and i.ends_at > now()))`

const batch = 100
/** Longer than any request runs. */
const keptHours = 24

/** Records the sessions that have ended by themselves, a few at a time, and forgets those of before. Answers how many rows were deleted. */
export async function sweepSessions(pool: pg.Pool): Promise<number> {
  while ((await inTransaction(pool, recordEnds)) === batch);
  const { rowCount } = await pool.query(
    'delete from issuer_session where ends_at < now() - make_interval(hours => $1)',
    [keptHours],
  )
  return rowCount ?? 0
}

type Ended = { readonly isOver: boolean; readonly user: string | null; readonly tenants: readonly string[] }

/** Of a person who is a row: a development account is in no audit. */
const closeText = `with ended as (
    select key from issuer_session where closed_at is null and least(idles_at, ends_at) <= now() limit ${batch} for update skip locked),
  closed as (update issuer_session s set closed_at = now() from ended where s.key = ended.key returning s.account_key, s.ends_at <= now() as is_over)
  select c.is_over as "isOver", u.id as user,
    array(select t.id from issuer_user_tenant l join tenant t on t.number = l.tenant where l."user" = u.id) as tenants
  from closed c left join issuer_user u on u.account_key = c.account_key`

async function recordEnds(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<Ended>(closeText)
  for (const { isOver, user, tenants } of rows)
    if (user !== null && tenants.length > 0)
      await recordIssuerEvent(client, {
        kind: 'session.ended',
        tenants,
        fields: { resourceType: 'User', resourceId: user, reason: isOver ? 'expired' : 'idle' },
      })
  return rows.length
}
