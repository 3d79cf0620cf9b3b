/** Which rows of the authorisation server count, to whom they belong, and how long. D152, D153. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { dayMs, hourMs } from '../../src/core/durations.ts'
import { newId } from '../../src/core/ids.ts'
import { openAdapter } from '../../src/identity/issuer/adapter.ts'
import { ClientKeySets } from '../../src/identity/issuer/client-key-sets.ts'
import { splitMetadata } from '../../src/identity/issuer/client-metadata.ts'
import { SmartContexts } from '../../src/identity/issuer/smart-context.ts'
import { disableClient, listClients, type NewClient, operatorSources } from '../../src/store/issuer/issuer-clients.ts'
import { planKeys } from '../../src/store/issuer/issuer-keys.ts'
import { IssuerStore } from '../../src/store/issuer/issuer-store.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'

const master = createSecretKey(randomBytes(32))
let database: TestDatabase
let pool: pg.Pool
let store: IssuerStore
beforeAll(async () => {
  database = await createDatabase()
  pool = openOwner(database)
  store = new IssuerStore(pool, async () => master)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function makeClient(members: Partial<NewClient> = {}): Promise<string> {
  const client = { id: newId(), source: 'file', settings: {}, ...members } as const
  expect(await store.putClient(client)).toBe(true)
  return client.id
}

async function makeTenant(): Promise<{ readonly id: string; readonly number: number }> {
  const id = newId()
  const { rows } = await pool.query<{ number: number }>(
    `insert into tenant (id, required_profiles, reference_policy, time_zone) values ($1, 'base', 'allow', 'Australia/Hobart') returning number`,
    [id],
  )
  return { id, number: rows[0]?.number ?? 0 }
}

test.each(['development', 'registration'] as const)(
  'D153: in production a client of the source %s is unknown, and its tokens count no longer',
  async (source) => {
    const production = new IssuerStore(pool, async () => master, operatorSources)
    const [own, other] = [await makeClient(), await makeClient({ source })]
    for (const clientId of [own, other])
      await store.state.put('AccessToken', `token of ${clientId}`, { payload: {}, lifeMs: hourMs, clientId })
    const isLive = async (of: IssuerStore, id: string) =>
      (await of.state.findToken(['AccessToken'], `token of ${id}`))?.isLive

    expect(await production.findClient(own)).toMatchObject({ id: own, state: 'active' })
    expect(await production.findClient(other)).toBeUndefined()
    expect((await production.listClients()).map(({ id }) => id)).not.toContain(other)
    expect(await store.findClient(other)).toMatchObject({ id: other })
    expect([await isLive(production, own), await isLive(production, other)]).toEqual([true, false])
    expect(await isLive(store, other)).toBe(true)
  },
)

test('D153: a client that registers itself names no tenant', () => {
  const payload = { client_id: 'app', redirect_uris: [], banksia_tenant: newId() }

  expect(splitMetadata(payload).settings).toEqual({ redirect_uris: [] })
})

test('D153: a disabled client that leaves its file and comes back is still disabled', async () => {
  const [kept, gone] = [await makeClient(), await makeClient()]
  await disableClient(pool, kept)
  for (const id of [kept, gone]) await store.removeClient(id)
  const before = (await listClients(pool)).map(({ id }) => id)
  for (const id of [kept, gone]) await store.putClient({ id, source: 'file', settings: {} })

  expect([before.includes(kept), before.includes(gone)]).toEqual([true, false])
  expect(await store.findClient(kept)).toMatchObject({ state: 'disabled' })
  expect(await store.findClient(gone)).toMatchObject({ state: 'active' })
})

test('D152: launch, context, grant and tokens of a client without a tenant go with the tenant whose records they name', async () => {
  const [clientId, tenant] = [await makeClient(), await makeTenant()]
  const contexts = new SmartContexts(store.state)
  const context = { tenant: tenant.id, patient: 'a-patient' }
  const user = { issuer: 'https://hub.example', subject: 'dr-1' }
  const launch = await contexts.addLaunch({ client: clientId, tenant: tenant.id, user, context })
  await store.state.put('Grant', 'grant-t', { payload: {}, lifeMs: hourMs, clientId, grantId: 'grant-t' })
  await contexts.put({ grantId: 'grant-t', clientId, lifeSeconds: 3600 }, context)
  await store.state.put('AccessToken', 'token-t', { payload: {}, lifeMs: hourMs, clientId, grantId: 'grant-t' })
  const { rows } = await pool.query<{ model: string; tenant: number | null }>(
    'select model, tenant from issuer_state where client = $1 order by model',
    [clientId],
  )
  await pool.query('delete from issuer_state where tenant = $1', [tenant.number])

  expect(rows.map(({ model }) => model)).toEqual(['AccessToken', 'Context', 'Grant', 'Launch'])
  expect(new Set(rows.map((row) => row.tenant))).toEqual(new Set([tenant.number]))
  expect(await contexts.findLaunch(launch)).toBeUndefined()
  expect(await store.state.findToken(['AccessToken'], 'token-t')).toBeUndefined()
})

test('D155: a row of a launch that is given a later end is not a later end of the launch', async () => {
  const clientId = await makeClient()
  const payload = { client: clientId, tenant: newId(), endsAtMs: Date.now() - 1 }
  const contexts = new SmartContexts(store.state)
  await store.state.put('Launch', 'ended', { payload, lifeMs: hourMs, clientId })
  await store.state.put('Launch', 'lives', {
    payload: { ...payload, endsAtMs: Date.now() + hourMs },
    lifeMs: hourMs,
    clientId,
  })

  expect(await contexts.findLaunch('ended')).toBeUndefined()
  expect(await contexts.findLaunch('lives')).toMatchObject({ client: clientId })
})

test.each(['client', 'grant_key'])('D152: a row whose %s was changed does not open', async (column) => {
  const id = newId()
  await store.state.put('AccessToken', id, { payload: {}, lifeMs: hourMs, clientId: 'an-app', grantId: 'grant-1' })
  const before = await store.state.find('AccessToken', id)
  const other = column === 'client' ? `'another-app'` : `decode('00', 'hex')`
  await pool.query(`update issuer_state set ${column} = ${other} where client = 'an-app'`)

  expect(before).toEqual({ payload: {} })
  await expect(store.state.find('AccessToken', id)).rejects.toThrow()
  await pool.query(`delete from issuer_state where client in ('an-app', 'another-app')`)
})

test('RFC 6749 4.1.2: a code that was used is known as long as its grant, so that a late second use ends what it began', async () => {
  const clientId = await makeClient()
  const codes = openAdapter(store, { keySets: new ClientKeySets(fetch), isCertified: false })('AuthorizationCode')
  const tokens = openAdapter(store, { keySets: new ClientKeySets(fetch), isCertified: false })('RefreshToken')
  const life = 600
  const payload = { clientId, grantId: 'grant-c', exp: Math.floor(Date.now() / 1000) - 1 }
  await store.state.put('Grant', 'grant-c', { payload: {}, lifeMs: hourMs, clientId, grantId: 'grant-c' })
  for (const id of ['used', 'unused']) await codes.upsert(id, payload, life)
  await tokens.upsert('rotated', payload, life)
  await codes.consume('used')
  await tokens.consume('rotated')
  await pool.query(`update issuer_state set expires_at = expires_at - make_interval(secs => $1)`, [life])
  const late = await codes.find('used')

  expect(late).toMatchObject({ grantId: 'grant-c', consumed: expect.any(Number) })
  expect(Number(late?.exp)).toBeGreaterThan(Date.now() / 1000)
  expect(await codes.find('unused')).toBeUndefined()
  expect(await tokens.find('rotated')).toBeUndefined()
})

test('D152: a content key is dropped four hundred days after another took its place', () => {
  const now = Date.UTC(2026, 0, 1)
  const key = (id: number, days: number) => ({ id, purpose: 'content' as const, usedFrom: now + days * dayMs })
  const keys = [0, 90, 180, 270, 360, 450, 540].map((days, at) => key(at + 1, days))
  const dropAt = (days: number) => planKeys(keys, now + days * dayMs).drop

  expect(dropAt(489)).toEqual([])
  expect(dropAt(490)).toEqual([1])
  expect(dropAt(580)).toEqual([1, 2].toReversed())
})
