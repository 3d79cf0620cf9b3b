/** Links and rows of the people who sign in at the authorisation server. D168, D169, D178. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { hourMs } from '../../../src/core/durations.ts'
import { newId } from '../../../src/core/ids.ts'
import { makeEnrolment } from '../../../src/identity/users/enrolments.ts'
import { IssuerStore } from '../../../src/store/issuer/issuer-store.ts'
import { createDatabase, openOwner, type TestDatabase } from '../../database.ts'

let database: TestDatabase
let pool: pg.Pool
let store: IssuerStore
const tenant = newId()
beforeAll(async () => {
  database = await createDatabase()
  pool = openOwner(database)
  const master = createSecretKey(randomBytes(32))
  store = new IssuerStore(pool, async () => master)
  await pool.query(
    `insert into tenant (id, required_profiles, reference_policy, time_zone) values ($1, 'base', 'allow', 'Australia/Hobart')`,
    [tenant],
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const makeUser = () => store.users.insert({ name: 'Dr Mary Example', tenants: [tenant], roles: ['operator'] })

const linkOf = async (user: string): Promise<string> =>
  new URL(await makeEnrolment(store, { baseUrl: 'https://hub.example.org' }, user)).hash.slice(1)

const kindsOf = async (user: string) =>
  (await pool.query('select kind from audit where resource_id = $1 order by seq', [user])).rows.map(({ kind }) => kind)

test('D169: of ten links that are made at once one counts', async () => {
  const user = await makeUser()
  const tokens = await Promise.all(Array.from({ length: 10 }, () => linkOf(user)))
  const found = await Promise.all(tokens.map((token) => store.state.find('Enrolment', token)))

  expect(found.filter((one) => one !== undefined)).toHaveLength(1)
})

test('D178: each link is in the audit of the tenants of its person, and nobody else gets one', async () => {
  const user = await makeUser()
  await linkOf(user)
  await linkOf(user)

  expect(await kindsOf(user)).toEqual(['user.invited', 'user.linked', 'user.linked'])
  await expect(linkOf(newId())).rejects.toThrow('there is no user')
})

/** The plans of the statements that `work` sends, of tables that are large. */
async function plansOf(work: () => Promise<unknown>): Promise<string> {
  const original = pg.Client.prototype.query
  const seen: (readonly [string, unknown[]])[] = []
  pg.Client.prototype.query = function watch(this: pg.Client, ...args: unknown[]) {
    const [text, values] = args as [string, unknown[]]
    if (/issuer_(user|credential)\b/.test(text) && values?.length > 0) seen.push([text, values])
    return Reflect.apply(original, this, args)
  } as typeof original
  await work().finally(() => {
    pg.Client.prototype.query = original
  })
  const client = await pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const plans: string[] = []
    for (const [text, values] of seen) {
      const { rows } = await client.query(`explain (costs off) ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans.join('\n')
  } finally {
    client.release(true)
  }
}

test('D168: a person and their passkeys are found by indexes, and a text that is no identifier finds nobody', async () => {
  const user = await makeUser()
  const token = await linkOf(user)
  const passkey = { kind: 'passkey', id: newId(), payload: {} } as const
  const plans = await plansOf(async () => {
    await store.users.find(user)
    expect(await store.credentials.enrol(token, user, passkey)).toBe(true)
    expect(await store.credentials.listOf('passkey', user)).toHaveLength(1)
    await store.users.disable(user)
  })

  expect(plans).toContain('issuer_user_pkey')
  expect(plans).not.toMatch(/Seq Scan on issuer_(user|credential)\b/)
  for (const text of ['', 'nobody', `${user}'`]) {
    expect(await store.users.find(text)).toBeUndefined()
    expect(await store.users.disable(text)).toBe(false)
    expect(await store.credentials.listOf('passkey', text)).toEqual([])
    expect(await store.credentials.enrol(token, text, passkey)).toBe(false)
  }
})

test('D153: nothing that was issued to a client that is gone counts for one that comes with its name', async () => {
  const id = newId()
  const client = { id, source: 'file', settings: {} } as const
  await store.putClient(client)
  await store.removeClient(id)
  // As a request that found the client stores it.
  await store.state.put('RefreshToken', `token of ${id}`, { payload: {}, lifeMs: hourMs, clientId: id })
  await store.putClient(client)

  expect(await store.state.find('RefreshToken', `token of ${id}`)).toBeUndefined()
})
