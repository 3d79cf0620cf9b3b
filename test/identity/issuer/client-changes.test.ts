/** A client that is disabled or changed by one process while another answers its request at the token endpoint. D189. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { hourMs } from '../../../src/core/durations.ts'
import { newId } from '../../../src/core/ids.ts'
import { IssuerStore } from '../../../src/store/issuer/issuer-store.ts'
import { asOneRequest } from '../../../src/store/issuer/seen-in-request.ts'
import { parseMasterKey } from '../../../src/store/keys/keys.ts'
import { waitFor } from '../../patience.ts'
import { type RunningServer, startRunning, urlOf } from '../../running-server.ts'
import { endAll, runCommand } from '../../system/processes.ts'
import { useRunning } from '../../use-running.ts'
import { register } from './register.ts'
import {
  askForService,
  authorize,
  makeService,
  postForm,
  redirectUri,
  type TokenAnswer,
  verifier,
} from './smart-app.ts'

const [tenant, otherTenant] = developmentTenants
const key = Buffer.alloc(32, 7).toString('base64')
const secret = 'the-secret-of-one-test-alone'
const scope = 'openid offline_access user/Patient.rs'

const server = useRunning({ BANKSIA_KEY: key })
/** Another process of the same installation. */
let second: RunningServer
let store: IssuerStore
beforeAll(async () => {
  second = await startRunning({ site: server.site, env: { BANKSIA_KEY: key, BANKSIA_BASE_URL: server.base } })
  store = new IssuerStore(server.site.pool, async () => parseMasterKey(key))
})
afterAll(async () => {
  await second?.stop()
  await endAll()
})

const command = (name: string, id: string) =>
  runCommand(['client', name, '--id', id], {
    env: { BANKSIA_DATA_DIR: server.site.dataDir, DATABASE_URL: urlOf(server.site.database.config) },
  })

const basic = (id: string, text = secret) => ({ Authorization: `Basic ${btoa(`${id}:${text}`)}` })

/** With a row of its own, which is stored before all that it is issued. */
async function made(members: Readonly<Record<string, unknown>>, text?: string): Promise<string> {
  const id = await register(server.site.pool, members, text)
  await store.state.put('Launch', `of ${id}`, { payload: {}, lifeMs: hourMs, clientId: id })
  return id
}

const app = () => made({ type: 'symmetric', redirect_uris: [redirectUri], scope }, secret)

/** A client, and one request of it at the token endpoint of a server. */
type Asking = { readonly id: string; readonly ask: (at: RunningServer) => Promise<TokenAnswer> }

async function exchanging(): Promise<Asking> {
  const id = await app()
  const { code } = await authorize(server, { client_id: id, scope })
  const form = {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  return { id, ask: (at) => postForm(at, '/oidc/token', form, basic(id)) }
}

async function refreshing(): Promise<Asking> {
  const { id, ask } = await exchanging()
  const { body } = await ask(server)
  const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
  return { id, ask: (at) => postForm(at, '/oidc/token', form, basic(id)) }
}

async function serving(): Promise<Asking> {
  const { id, jwks, assert } = await makeService()
  await made({ client_id: id, type: 'backend', tenant, jwks, scope: 'system/Patient.rs' })
  // The other process would want an assertion for the address by which it is asked.
  return { id, ask: async () => askForService(server, await assert(server), 'system/Patient.rs') }
}

/** Holds what the statement locks until `act` has come back. */
async function whileHeld<T>(text: string, values: readonly unknown[], act: () => Promise<T>): Promise<T> {
  const held = await server.site.pool.connect()
  try {
    await held.query('begin')
    await held.query(text, [...values])
    return await act()
  } finally {
    await held.query('rollback')
    held.release()
  }
}

/** Sessions of this database that wait for a lock at rows of the authorisation server. */
const waitingText = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%issuer!_%' escape '!'`

const waitForHeld = (count: number): Promise<unknown> =>
  waitFor(
    async () => (await server.site.pool.query<{ count: number }>(waitingText)).rows[0]?.count,
    (waiting) => waiting === count,
  )

const listIssued = async (id: string): Promise<readonly string[]> =>
  (
    await server.site.pool.query<{ model: string }>(
      `select model from issuer_state where client = $1 and model in ('AccessToken', 'RefreshToken', 'ClientCredentials', 'Grant')`,
      [id],
    )
  ).rows.map(({ model }) => model)

const listRecords = async (id: string): Promise<readonly string[]> =>
  (
    await server.site.pool.query<{ kind: string }>(
      `select kind from audit where tenant = (select number from tenant where id = $2) and (client = $1 or resource_id = $1)
         and kind in ('client.disabled', 'client.rotated', 'token.issued', 'token.refreshed') order by seq`,
      [id, tenant],
    )
  ).rows.map(({ kind }) => kind)

const ways = [
  ['the exchange of a code', exchanging],
  ['a refresh', refreshing],
  ['the request of a service', serving],
] as const

test.each(ways)(
  'D189: %s that began before its client is disabled is answered without a token',
  async (_name, begin) => {
    const { id, ask } = await begin()
    const before = (await listRecords(id)).length
    const under = await whileHeld(
      `select from issuer_state where model = 'Launch' and client = $1 for update`,
      [id],
      async () => {
        // It has changed the client by then, and waits before it ends what was issued.
        const disabling = command('disable', id)
        await waitForHeld(1)
        // It finds the client as it was, and stores a token.
        const asked = ask(second)
        await waitForHeld(2)
        return [asked, disabling] as const
      },
    )
    const [{ status, body }, { code }] = await Promise.all(under)

    expect([status, body.error, body.access_token, code]).toEqual([401, 'invalid_client', undefined, 0])
    expect(await listIssued(id)).toEqual([])
    expect((await listRecords(id)).slice(before)).toEqual(['client.disabled'])
  },
)

test.each(ways.slice(0, 2))(
  'D189: %s with a secret that is rotated meanwhile is answered without a token, and nothing of its grant counts',
  async (_name, begin) => {
    const { id, ask } = await begin()
    const before = (await listRecords(id)).length
    const [asked, rotated] = await whileHeld('lock table issuer_state in exclusive mode', [], async () => {
      const asked = ask(second)
      await waitForHeld(1)
      return [asked, await command('rotate', id)] as const
    })
    const { status, body } = await asked
    const issued = await listIssued(id)
    const newer = /^secret (\S+)$/m.exec(rotated.output)?.[1] ?? ''
    const { code } = await authorize(server, { client_id: id, scope })
    const form = {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }

    expect([status, body.error, body.access_token]).toEqual([401, 'invalid_client', undefined])
    expect(issued).toEqual([])
    expect((await listRecords(id)).slice(before)).toEqual(['client.rotated'])
    expect((await postForm(server, '/oidc/token', form, basic(id, newer))).status).toBe(200)
  },
)

test('D189: of many requests at two processes while a third disables their client, none is answered with a token after that', async () => {
  const id = await app()
  const answers: TokenAnswer[] = []
  let isDisabled = false
  const keepRefreshing = async (at: RunningServer): Promise<void> => {
    const { code } = await authorize(server, { client_id: id, scope })
    const form = { code: code ?? '', redirect_uri: redirectUri, code_verifier: verifier }
    let { body } = await postForm(at, '/oidc/token', { grant_type: 'authorization_code', ...form }, basic(id))
    while (!isDisabled) {
      const next = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
      const answer = await postForm(at, '/oidc/token', next, basic(id))
      answers.push(answer)
      if (answer.status === 200) body = answer.body
    }
  }
  const asking = [server, second, server, second].map(keepRefreshing)
  await waitFor(
    async () => answers.length,
    (count) => count > 8,
  )
  await command('disable', id)
  isDisabled = true
  await Promise.all(asking)
  const records = await listRecords(id)

  expect(records.indexOf('client.disabled')).toBe(records.length - 1)
  expect(records.filter((kind) => kind === 'token.refreshed')).toHaveLength(
    answers.filter(({ status }) => status === 200).length,
  )
  expect(answers.at(-1)?.status).not.toBe(200)
  expect(await listIssued(id)).toEqual([])
})

/** As the token endpoint does at the end of a request that has found the client. */
async function recordAfter(id: string, change: () => Promise<unknown>) {
  return asOneRequest(async () => {
    await store.findClient(id)
    await change()
    return store.recordUnlessChanged({ kind: 'token.issued', tenants: [tenant] })
  })
}

const file = (id: string, more: object = {}) => ({ id, source: 'file' as const, settings: {}, ...more })

test.each<readonly [string, (id: string) => Promise<unknown>]>([
  [
    'leaves the file and comes back',
    async (id) => {
      await store.removeClient(id)
      await store.putClient(file(id))
    },
  ],
  ['is described otherwise', (id) => store.putClient(file(id, { settings: { banksia_scope: 'system/Patient.rs' } }))],
  ['gets another secret', (id) => store.putClient(file(id, { secret: Buffer.alloc(32, 1) }))],
  ['moves to another tenant', (id) => store.putClient(file(id, { tenant: otherTenant }))],
  ['leaves the file', (id) => store.removeClient(id)],
])('D189: nothing is recorded for a request whose client %s meanwhile', async (_name, change) => {
  const id = newId()
  await store.putClient(file(id))

  expect(await recordAfter(id, () => change(id))).toBe('client')
})

test('D189: a client that its file describes as before has not changed', async () => {
  const id = newId()
  await store.putClient(file(id))

  expect(await recordAfter(id, () => store.putClient(file(id)))).toBeUndefined()
})

test('D189: a person whose rights change while their code is exchanged gets no token', async () => {
  const user = await store.users.insert({ name: 'Dr Mary Example', tenants: [tenant], roles: ['clinician'] })
  const changed = await asOneRequest(async () => {
    await store.users.find(user)
    await store.users.put(user, { name: 'Dr Mary Example', tenants: [tenant], roles: ['billing'] })
    return store.recordUnlessChanged({ kind: 'token.issued', tenants: [tenant] })
  })
  const unchanged = await asOneRequest(async () => {
    await store.users.find(user)
    return store.recordUnlessChanged({ kind: 'token.issued', tenants: [tenant] })
  })

  expect([changed, unchanged]).toEqual(['person', undefined])
})
