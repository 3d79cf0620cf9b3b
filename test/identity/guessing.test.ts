/** How often somebody may fail to be a client of the authorisation server. D167. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { type RunningServer, startRunning } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import { register } from './issuer/register.ts'
import { assertionOf, makeService, postForm, redirectUri } from './issuer/smart-app.ts'

/** A quarter of the requests. */
const failures = 50
const site = useRunning()
let server: RunningServer
beforeAll(async () => {
  server = await startRunning({
    site: site.site,
    env: { BANKSIA_REQUESTS_PER_MINUTE: String(failures * 4), BANKSIA_TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(() => server.stop())

const makeApp = () =>
  register(site.site.pool, { type: 'symmetric', redirect_uris: [redirectUri], scope: 'openid' }, 'right')

/** RFC 7009: whoever proves to be the client is answered 200. */
const revoke = async (address: string, client: string, secret: string) => {
  const headers = { 'X-Forwarded-For': address, Authorization: `Basic ${btoa(`${client}:${secret}`)}` }
  const response = await fetch(`${server.base}/oidc/token/revocation`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token: 'nothing' }),
  })
  const text = await response.text()
  return { status: response.status, wait: Number(response.headers.get('Retry-After')), text }
}

const times = (count: number, work: (at: number) => Promise<{ readonly status: number }>) =>
  Promise.all(Array.from({ length: count }, async (_, at) => (await work(at)).status))

test('D167: an address that has failed too often is told to wait, and others go on', async () => {
  const client = await makeApp()
  const before = await times(failures, () => revoke('192.0.2.1', client, 'wrong'))
  const held = await revoke('192.0.2.1', client, 'right')
  const ofOther = await revoke('192.0.2.1', await makeApp(), 'right')
  const elsewhere = await revoke('192.0.2.2', await makeApp(), 'right')

  expect(new Set(before)).toEqual(new Set([401]))
  expect([held.status, ofOther.status, elsewhere.status]).toEqual([429, 429, 200])
  expect(held.wait).toBeGreaterThan(0)
  expect(JSON.parse(held.text)).toEqual({ error: 'temporarily_unavailable' })
})

test('D167: a client whom many addresses have guessed is let in where it has proved itself before, and nowhere else', async () => {
  const client = await makeApp()
  const own = await revoke('192.0.2.10', client, 'right')
  const guessed = await times(failures, (at) => revoke(`198.51.100.${at}`, client, 'wrong'))
  const stranger = await revoke('192.0.2.11', client, 'right')
  const again = await revoke('192.0.2.10', client, 'right')
  const other = await revoke('192.0.2.11', await makeApp(), 'right')

  expect(own.status).toBe(200)
  expect(new Set(guessed)).toEqual(new Set([401]))
  expect([stranger.status, again.status, other.status]).toEqual([429, 200, 200])
  expect(stranger.wait).toBeGreaterThan(0)
})

test('D167: what is no proof of a client does not count as one', async () => {
  const client = await makeApp()
  const twice = await fetch(`${server.base}/oidc/token`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': '192.0.2.20', Authorization: `Basic ${btoa(`${client}:wrong`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_secret: 'wrong' }),
  })
  await twice.body?.cancel()
  await times(failures, (at) => revoke(`203.0.113.${at}`, client, 'wrong'))

  expect(twice.status).toBe(400)
  expect((await revoke('192.0.2.20', client, 'right')).status).toBe(429)
})

test('D167: assertions that are signed by another key count as failures, too', async () => {
  const service = await makeService()
  const [tenant] = developmentTenants
  await register(site.site.pool, {
    client_id: service.id,
    type: 'backend',
    tenant,
    jwks: service.jwks,
    scope: 'system/Patient.rs',
  })
  const forger = await makeService('ES384', service.id)
  const ask = async (by: typeof service, address: string) =>
    postForm(
      server,
      '/oidc/token',
      { grant_type: 'client_credentials', scope: 'system/Patient.rs', ...assertionOf(await by.assert(server)) },
      { 'X-Forwarded-For': address },
    )
  const forged = await times(failures, () => ask(forger, '192.0.2.30'))

  expect(new Set(forged)).toEqual(new Set([401]))
  expect((await ask(service, '192.0.2.30')).status).toBe(429)
  expect((await ask(service, '192.0.2.31')).status).toBe(429)
})
