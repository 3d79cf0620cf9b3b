import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decodeJwt } from 'jose'
import { developmentTenants, roles } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { developmentPractitionerRole } from '../../src/identity/development-accounts.ts'
import { type DevelopmentTokenOptions, requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { type HubServer, startHub } from '../http/hub-server.ts'

const [tenant, otherTenant] = developmentTenants

let hub: HubServer
beforeAll(async () => {
  hub = await startHub()
})
afterAll(async () => hub.close())

const whoami = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${hub.base}/v1/spokes/whoami`, {
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Tenant-Id': tenant,
      'X-Spoke-Id': 'link',
      'X-Request-Id': newId(),
      ...headers,
    },
  })

test.each([...roles])('docs/security.md#development-mode: a development token of role %s is accepted', async (role) => {
  const answer = await whoami(await requestDevelopmentToken(hub.base, { role }))

  expect(await answer.json()).toMatchObject({
    roles: [role],
    subject: `development-${role}`,
    client: 'development',
    tenant,
  })
})

test('docs/security.md#development-mode: a development clinician without a PractitionerRole gets the built-in one; others get none', async () => {
  const claims = async (options: DevelopmentTokenOptions) => decodeJwt(await requestDevelopmentToken(hub.base, options))

  expect((await claims({})).fhirUser).toBe(developmentPractitionerRole)
  expect((await claims({ role: 'senior_clinician' })).fhirUser).toBe(developmentPractitionerRole)
  expect((await claims({ practitionerRole: 'abc' })).fhirUser).toBe('PractitionerRole/abc')
  expect((await claims({ practitionerRole: 'abc' })).sub).not.toBe((await claims({})).sub)
  expect((await claims({ role: 'operator' })).fhirUser).toBeUndefined()
})

test('docs/security.md#development-mode: role, spoke, tenant, scope and patient are as asked; the default scopes are those of the role', async () => {
  const asked = {
    role: 'patient',
    spoke: 'link',
    tenant: otherTenant,
    scope: 'banksia/spoke.read patient/*.rs',
    patient: 'p-1',
  }
  const claims = decodeJwt(await requestDevelopmentToken(hub.base, asked))
  const { scope } = decodeJwt(await requestDevelopmentToken(hub.base, { role: 'operator' }))

  expect(claims).toMatchObject({
    roles: ['patient'],
    spokes: ['link'],
    tenants: [otherTenant],
    scope: asked.scope,
    patient: 'p-1',
  })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
  expect(scope).toMatch(/^banksia\/spoke\.read banksia\/spoke\.write user\/Practitioner\.cruds /)
  expect(scope).not.toContain('*')
})

test.each<[DevelopmentTokenOptions | { rolle: string }, string]>([
  [{ role: 'emperor' }, 'role'],
  [{ spoke: 'nowhere' }, 'spoke'],
  [{ tenant: '00000000-0000-7000-8000-000000000009' }, 'tenant'],
  [{ scope: 'a  b' }, 'scope'],
  [{ patient: 'a/b' }, 'patient'],
  [{ practitionerRole: '' }, 'practitionerRole'],
  [{ rolle: 'clinician' }, 'rolle'],
])('docs/security.md#development-mode: the token option %j is refused by name', async (options, name) => {
  await expect(requestDevelopmentToken(hub.base, options as DevelopmentTokenOptions)).rejects.toThrow(
    `not understood: ${name}`,
  )
})

test('docs/security.md#development-mode: where no development server answers, the error says so', async () => {
  await expect(requestDevelopmentToken('http://127.0.0.1:9', {})).rejects.toThrow('no server answers')
  await expect(requestDevelopmentToken(`${hub.base}/elsewhere`, {})).rejects.toThrow('issues no token')
})

test('OWASP API8: a form on another site gets no token', async () => {
  const answer = await fetch(`${hub.base}/oidc/development-token`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: '{}',
  })

  expect(answer.status).toBe(400)
  expect(await answer.text()).not.toContain('access_token')
})

test('docs/security.md#development-mode: tokens of an earlier start are refused, those of the new one taken', async () => {
  const before = await requestDevelopmentToken(hub.base, {})
  await hub.close()
  hub = await startHub({ env: { BANKSIA_BASE_URL: hub.config.baseUrl } })

  expect((await whoami(before)).status).toBe(401)
  expect((await whoami(await requestDevelopmentToken(hub.base, {}))).status).toBe(200)
})

const asForm = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${hub.base}/oidc/token`, { method: 'POST', headers, body: new URLSearchParams(body) })

const asClient = (secret: string) => ({
  Authorization: `Basic ${Buffer.from(`development:${secret}`).toString('base64')}`,
})

test('RFC 6749 4.4: client credentials give a system token with the scopes asked for', async () => {
  const body = { grant_type: 'client_credentials', scope: 'banksia/spoke.read system/Patient.rs' }

  const answer = (await (await asForm(body, asClient('development'))).json()) as {
    access_token: string
    scope: string
    expires_in: number
  }

  expect(answer).toMatchObject({ scope: body.scope, expires_in: 300 })
  expect(await (await whoami(answer.access_token)).json()).toMatchObject({
    roles: ['system'],
    scopes: body.scope.split(' '),
    client: 'development',
  })
  expect((await asForm(body, asClient('wrong'))).status).toBe(401)
})

/** A browser that follows redirects one by one and keeps cookies. */
function openBrowser() {
  const cookies = new Map<string, string>()
  return async (url: string, init: RequestInit = {}) => {
    const local = url.replace(hub.config.baseUrl, hub.base)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(local, hub.base), {
      redirect: 'manual',
      ...init,
      headers: { Cookie: cookie, ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }
}

const verifier = randomBytes(32).toString('base64url')
const authorization = (changes: Record<string, string> = {}) =>
  `/oidc/auth?${new URLSearchParams({
    client_id: 'development-app',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:53535/callback',
    scope: 'openid offline_access banksia/spoke.read user/Patient.rs',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 's',
    aud: `${hub.config.baseUrl}/fhir/R4`,
    ...changes,
  })}`

test('R5.3: an authorization code with PKCE gives the tokens of whoever signed in', async () => {
  const browse = openBrowser()
  const start = await browse(authorization())
  const signIn = start.headers.get('Location') ?? ''
  const signInPage = await browse(signIn)
  const page = await signInPage.text()
  const chosen = await browse(signIn, { method: 'POST', body: new URLSearchParams({ account: 'senior_clinician-2' }) })
  const done = await browse(chosen.headers.get('Location') ?? '')
  const back = new URL(done.headers.get('Location') ?? '')
  const exchange = {
    grant_type: 'authorization_code',
    client_id: 'development-app',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: 'http://127.0.0.1:53535/callback',
  }

  const forged = await asForm({ ...exchange, code_verifier: randomBytes(32).toString('base64url') })
  const answer = (await (await asForm({ ...exchange, code_verifier: verifier })).json()) as Record<string, string>

  expect(page).toContain('senior_clinician-2')
  expect(signInPage.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(signInPage.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(back.host).toBe('127.0.0.1:53535')
  expect(forged.status).toBe(400)
  expect(answer['scope']).toContain('user/Patient.rs')
  expect(decodeJwt(answer['id_token'] ?? '').aud).toBe('development-app')
  const me = await whoami(answer['access_token'] ?? '', { 'X-Tenant-Id': otherTenant })
  expect(await me.json()).toMatchObject({
    roles: ['senior_clinician'],
    tenant: otherTenant,
    fhirUser: developmentPractitionerRole,
    client: 'development-app',
  })
  expect((await whoami(answer['id_token'] ?? '')).status).toBe(401)
  const refreshed = await asForm({
    grant_type: 'refresh_token',
    client_id: 'development-app',
    refresh_token: answer['refresh_token'] ?? '',
  })
  expect(((await refreshed.json()) as { scope: string }).scope).toContain('user/Patient.rs')
})

test.each([
  ['without a challenge', { code_challenge: '', code_challenge_method: '' }],
  ['with a plain challenge', { code_challenge: verifier, code_challenge_method: 'plain' }],
  ['with an implicit grant', { response_type: 'id_token', nonce: 'n' }],
])('R5.3: an authorization request %s is refused', async (_case, changes) => {
  const response = await openBrowser()(authorization(changes))

  expect(response.headers.get('Location')).toMatch(/^http:\/\/127\.0\.0\.1:53535\/callback[?#]error=/)
})

test('RFC 8252 7.3: a redirect to another host is refused without being followed', async () => {
  const response = await openBrowser()(authorization({ redirect_uri: 'http://elsewhere.example/callback' }))

  expect(response.status).toBe(400)
  expect(response.headers.get('Location')).toBeNull()
})

test.each([
  ['development:development', 200, otherTenant],
  ['tenant-1:development', 200, tenant],
  ['tenant-2:development', 200, otherTenant],
  ['development:wrong', 401, undefined],
  ['zebulon:development', 401, undefined],
  ['development', 401, undefined],
])(
  'spec 5: Basic %s on the FHIR interface of a development server answers %i',
  async (credentials, status, asTenant) => {
    const response = await fetch(`${hub.base}/fhir/R4/Patient`, {
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    })

    expect(response.status).toBe(status)
    expect(((await response.json()) as { tenant?: string }).tenant).toBe(asTenant)
  },
)
