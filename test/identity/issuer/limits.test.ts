/** How much an unknown caller may ask of the authorisation server, and the headers of its answers. D167. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { register } from './register.ts'
import { authorization, authorize, launch, redirectUri } from './smart-app.ts'

const perMinute = 60
let site: Site
let server: RunningServer
let behind: RunningServer
beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site })
  behind = await startRunning({
    site,
    env: { BANKSIA_REQUESTS_PER_MINUTE: String(perMinute), BANKSIA_TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(async () => {
  await behind.stop()
  await server.stop()
  await site.remove()
})

const countRows = async (model: string): Promise<number> =>
  Number((await site.pool.query('select count(*) as n from issuer_state where model = $1', [model])).rows[0].n)

test('D167: requests beyond the limit of their address are refused and store nothing, and other addresses go on', async () => {
  const ask = async (address: string) => {
    const response = await fetch(`${behind.base}/oidc/auth?${authorization(behind)}`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-For': address },
    })
    await response.body?.cancel()
    return response
  }
  const before = await countRows('Interaction')
  const answers = await Promise.all(Array.from({ length: perMinute + 40 }, () => ask('192.0.2.7')))
  const refused = answers.filter(({ status }) => status === 429)
  const other = await ask('192.0.2.8')

  expect(refused).toHaveLength(40)
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
  expect(other.status).toBe(303)
  expect((await countRows('Interaction')) - before).toBe(perMinute + 1)
})

test('D167: more than two hundred scopes are refused, and stored nowhere', async () => {
  const scopesOf = (count: number) => Array.from({ length: count }, (_, at) => `user/Patient.rs?name=${at}`).join(' ')
  const many = await authorize(server, { scope: scopesOf(201) })
  const enough = await authorize(server, { scope: `user/Patient.rs ${scopesOf(199)}` })

  expect([many.code, many.error]).toEqual([null, 'invalid_scope'])
  expect(enough.code).not.toBeNull()
})

const types = ['Patient', 'Observation', 'Condition', 'Encounter', 'Procedure', 'Immunization', 'Goal', 'Account']

test.each([
  ['two hundred scopes', Array.from({ length: 200 }, (_, at) => `user/*.rs?a=${at}`)],
  ['a long scope', [`user/*.rs?a=${'x'.repeat(3_000)}`]],
])('D167: %s that a wide registration multiplies are refused, and stored nowhere', async (_case, scopes) => {
  const scope = types.map((type) => `user/${type}.rs`).join(' ')
  const client_id = await register(site.pool, { type: 'public', redirect_uris: [redirectUri], scope })
  const before = await countRows('Interaction')
  const many = await authorize(server, { client_id, scope: scopes.join(' ') })
  const enough = await authorize(server, { client_id, scope: scopes.slice(1, 30).concat('user/*.rs').join(' ') })

  expect([many.code, many.error]).toEqual([null, 'invalid_scope'])
  expect((await countRows('Interaction')) - before).toBeLessThanOrEqual(1)
  expect(enough.code).not.toBeNull()
})

test.each(['/oidc/AUTH', '/oidc/auth/', '/oidc/Request', '/oidc/request/', '/oidc/%61uth', '/oidc//auth'])(
  'D167: a sign-in begins at no other spelling of its address: %s',
  async (path) => {
    const before = await countRows('Interaction')
    const query = authorization(server)
    const asked = await fetch(`${server.base}${path}?${query}`, { redirect: 'manual' })
    const posted = await fetch(`${server.base}${path}`, { method: 'POST', body: new URLSearchParams(`${query}`) })

    expect([asked.status, posted.status]).toEqual([404, 404])
    expect((await countRows('Interaction')) - before).toBe(0)
  },
)

test.each(['TOKEN', 'token/', 'Token/Introspection', 'token/revocation/', 'Launch', 'jwks/', 'interaction/x/y', 'REG'])(
  'D167: nothing answers at /oidc/%s, which is how no endpoint is written',
  async (path) => {
    const headers = { Origin: 'https://elsewhere.example', 'Content-Type': 'application/x-www-form-urlencoded' }
    const { status } = await fetch(`${server.base}/oidc/${path}`, { method: 'POST', body: 'grant_type=x', headers })

    expect(status).toBe(404)
  },
)

test('D167: a grant without offline_access, and its context, end with the session at the latest', async () => {
  const lifeHours = async (model: string): Promise<number> => {
    const { rows } = await site.pool.query<{ hours: number }>(
      `select (extract(epoch from max(expires_at) - now()) / 3600)::float8 as hours from issuer_state where model = $1`,
      [model],
    )
    return Math.round(rows[0]?.hours ?? 0)
  }
  await launch(server, { scope: 'openid user/Patient.rs' })
  const online = [await lifeHours('Grant'), await lifeHours('Context')]
  await launch(server, { scope: 'offline_access user/Patient.rs' })

  expect(online).toEqual([12, 12])
  expect([await lifeHours('Grant'), await lifeHours('Context')]).toEqual([90 * 24, 90 * 24])
})

test.each([
  '/oidc/.well-known/openid-configuration',
  '/oidc/jwks',
  '/oidc/auth',
  '/oidc/interaction/nothing',
  '/oidc/nothing',
])('OWASP REST Security Cheat Sheet: the answer of %s is neither framed nor sniffed', async (path) => {
  const { headers } = await fetch(`${server.base}${path}`, { redirect: 'manual' })

  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
})

test('OAuth 2.0 Form Post Response Mode: the page that posts the answer to the app may do that, and run nothing else', async () => {
  const response = await fetch(
    `${server.base}/oidc/auth?${authorization(server, { response_mode: 'form_post', prompt: 'none' })}`,
    { redirect: 'manual' },
  )
  const policy = response.headers.get('Content-Security-Policy')

  expect(await response.text()).toContain('<form method="post"')
  expect(policy).toMatch(/script-src [^;]*'sha256-/)
  expect(policy).not.toContain('form-action')
})

test('D185: people sign out at a page of ours, which discovery names, and at none of the library', async () => {
  const { status } = await fetch(`${server.base}/oidc/session/end`)
  const configuration = await (await fetch(`${server.base}/oidc/.well-known/openid-configuration`)).json()

  expect(status).toBe(404)
  expect(configuration).toMatchObject({ end_session_endpoint: `${server.base}/oidc/sign-out` })
})
