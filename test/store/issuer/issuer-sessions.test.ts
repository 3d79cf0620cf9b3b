/** How long a session counts, and what is recorded of its end. D185, D186. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { hourMs, minuteMs } from '../../../src/core/durations.ts'
import { newId } from '../../../src/core/ids.ts'
import { sweepSessions } from '../../../src/store/issuer/issuer-sessions.ts'
import { IssuerStore } from '../../../src/store/issuer/issuer-store.ts'
import { createDatabase, openOwner, type TestDatabase } from '../../database.ts'
import { waitUntil } from '../../patience.ts'

const master = createSecretKey(randomBytes(32))
let database: TestDatabase
let pool: pg.Pool
let store: IssuerStore
let tenant: string
beforeAll(async () => {
  database = await createDatabase()
  pool = openOwner(database)
  store = new IssuerStore(pool, async () => master)
  tenant = newId()
  await pool.query(
    `insert into tenant (id, required_profiles, reference_policy, time_zone) values ($1, 'base', 'allow', 'Australia/Hobart')`,
    [tenant],
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const bounds = { lifeMs: hourMs, idleMs: minuteMs }

async function begin(): Promise<{ readonly uid: string; readonly user: string }> {
  const user = await store.users.insert({ name: 'Dr Mary Example', tenants: [tenant], roles: ['clinician'] })
  const uid = newId()
  await store.sessions.begin({ uid, accountId: user, ...bounds })
  return { uid, user }
}

test('D186: a session ends once, though the transaction that began first comes last to its row', async () => {
  const { uid } = await begin()
  await pool.query(
    `create sequence come;
     create function come_late() returns trigger language plpgsql as $$ begin if nextval('come') = 1 then perform pg_advisory_xact_lock(186); end if; return null; end $$;
     create trigger come_late before update on issuer_session for each statement execute function come_late()`,
  )
  const [gate, other] = [openOwner(database), openOwner(database)]
  await gate.query('select pg_advisory_lock(186)')
  const late = new IssuerStore(other, async () => master).sessions.end(uid, undefined)
  await waitUntil(async () => (await pool.query('select is_called from come')).rows[0].is_called)
  const soon = await store.sessions.end(uid, undefined)
  await gate.query('select pg_advisory_unlock(186)')

  expect([soon, await late]).toEqual([true, false])
  await Promise.all([gate.end(), other.end()])
  await pool.query('drop function come_late cascade; drop sequence come')
})

const pass = (column: 'idles_at' | 'ends_at', by = '1 second') =>
  pool.query(`update issuer_session set ${column} = now() - $1::interval where closed_at is null`, [by])

const endsOf = async (user: string) =>
  (await pool.query(`select reason, subject from audit where kind = 'session.ended' and resource_id = $1`, [user])).rows

test('D186: a session that has ended does not begin again, and ends once', async () => {
  const { uid, user } = await begin()
  const event = {
    kind: 'session.ended',
    tenants: [tenant],
    fields: { resourceType: 'User', resourceId: user },
  } as const
  const ends = await Promise.all([1, 2, 3].map(() => store.sessions.end(uid, event)))
  await store.sessions.begin({ uid, accountId: user, ...bounds })

  expect(ends.filter(Boolean)).toHaveLength(1)
  expect(await store.sessions.use(uid, minuteMs)).toBe(false)
  expect(await store.sessions.findRemaining(uid)).toBe(0)
  expect(await endsOf(user)).toHaveLength(1)
})

test('D186: a session goes on while its browser comes, and no longer than to its end', async () => {
  const { uid } = await begin()
  const inTime = await store.sessions.use(uid, minuteMs)
  await pass('idles_at')
  const late = await store.sessions.use(uid, minuteMs)

  expect([inTime, late, await store.sessions.use(newId(), minuteMs)]).toEqual([true, false, false])
  expect(await store.sessions.findRemaining(uid)).toBeGreaterThan(3000)
})

test.each([
  ['idles_at', 'idle'],
  ['ends_at', 'expired'],
] as const)(
  'D178: a session past its %s is recorded once, with the reason %s, by whichever process sweeps',
  async (column, reason) => {
    const { user } = await begin()
    await sweepSessions(pool)
    const before = await endsOf(user)
    await pass(column)
    await Promise.all([sweepSessions(pool), sweepSessions(pool)])
    await sweepSessions(pool)

    expect(before).toEqual([])
    expect(await endsOf(user)).toEqual([{ reason, subject: 'banksia' }])
  },
)

test('D186: the row of a session is forgotten a day after its end, and not before', async () => {
  const { user } = await begin()
  const count = async () =>
    (
      await pool.query(
        'select count(*)::int as count from issuer_session s join issuer_user u using (account_key) where u.id = $1',
        [user],
      )
    ).rows[0].count
  await pass('ends_at', '23 hours')
  await sweepSessions(pool)
  const before = await count()
  await pool.query(`update issuer_session set ends_at = now() - interval '25 hours'`)
  await sweepSessions(pool)

  expect([before, await count()]).toEqual([1, 0])
})

test('D170: a person who is disabled has no session left, and none that a late request begins counts', async () => {
  const { uid, user } = await begin()
  await store.users.disable(user)

  expect(await store.sessions.use(uid, minuteMs)).toBe(false)
  expect(await endsOf(user)).toEqual([])
})

test('D185: a grant that belongs to no session outlives each', async () => {
  const { uid } = await begin()
  const clientId = newId()
  await store.putClient({ id: clientId, source: 'file', settings: {} })
  for (const [name, session] of [
    ['bound', uid],
    ['free', undefined],
  ] as const) {
    const entry = { payload: {}, lifeMs: hourMs, clientId, grantId: name }
    await store.state.put('Grant', name, entry)
    await store.state.put('Context', name, { ...entry, session })
    await store.state.put('AccessToken', name, entry)
  }
  const areLive = () =>
    Promise.all(['bound', 'free'].map(async (name) => (await store.state.findToken(['AccessToken'], name))?.isLive))
  const before = await areLive()
  await store.sessions.end(uid, undefined)
  // As a request stores it that began before.
  await store.state.put('AccessToken', 'bound', { payload: {}, lifeMs: hourMs, clientId, grantId: 'bound' })

  expect([before, await areLive()]).toEqual([
    [true, true],
    [false, true],
  ])
})
