/** Tokens, assertions and forms that are too large, come twice, or are a little early or late. RFC 7519, RFC 7523; docs/design/identity.md#tokens. */
import { beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { useRunning } from '../../use-running.ts'
import { register } from './register.ts'
import { askForService, assertionOf, makeService, postForm, type Service } from './smart-app.ts'

const [tenant] = developmentTenants
const scope = 'system/Patient.rs'
const megabyte = 'A'.repeat(1_000_000)
const server = useRunning()
let service: Service
beforeAll(async () => {
  service = await makeService()
  await register(server.site.pool, { client_id: service.id, type: 'backend', tenant, jwks: service.jwks, scope })
})

const now = (): number => Math.floor(Date.now() / 1000)

test.each<[string, string, () => Promise<Record<string, string>>]>([
  [
    'a code',
    '/oidc/token',
    async () => ({ grant_type: 'authorization_code', client_id: 'development-app', code: megabyte }),
  ],
  ['a refresh token', '/oidc/token', async () => ({ grant_type: 'refresh_token', refresh_token: megabyte })],
  ['an assertion', '/oidc/token', async () => ({ grant_type: 'client_credentials', scope, ...assertionOf(megabyte) })],
  [
    'an assertion with a long claim',
    '/oidc/token',
    async () => ({
      grant_type: 'client_credentials',
      scope,
      ...assertionOf(await service.assert(server, { more: megabyte })),
    }),
  ],
  [
    'a token to be introspected',
    '/oidc/token/introspection',
    async () => ({ token: megabyte, ...assertionOf(await service.assert(server)) }),
  ],
  [
    'a token to be revoked',
    '/oidc/token/revocation',
    async () => ({ token: megabyte, ...assertionOf(await service.assert(server)) }),
  ],
])('OWASP API4: %s of a megabyte at %s is refused in a few words', async (_case, path, make) => {
  const { status, body } = await postForm(server, path, await make())

  expect([400, 401, 413]).toContain(status)
  expect(Object.keys(body)).toContain('error')
  expect(JSON.stringify(body).length).toBeLessThan(500)
})

test.each(['Bearer', 'DPoP'])(
  'OWASP API4: a header with a %s token of a megabyte is refused, and the next request answered',
  async (scheme) => {
    const ask = async (token: string) => {
      const headers = { Authorization: `${scheme} ${token}`, DPoP: token.slice(0, 10_000) }
      const response = await fetch(`${server.base}/fhir/R4/Patient`, { headers }).catch(() => ({
        status: 0,
        body: null,
      }))
      await response.body?.cancel()
      return response.status
    }

    expect([0, 431]).toContain(await ask(megabyte))
    expect(await ask('A'.repeat(5_000))).toBe(401)
  },
)

test.each([
  [3, 200],
  [30, 401],
])('RFC 7523 3: of an assertion that ended %i seconds ago the answer is %i', async (seconds, status) => {
  const assertion = await service.assert(server, { exp: now() - seconds })

  expect((await askForService(server, assertion, scope)).status).toBe(status)
})

test.each([
  ['nbf', 3, 200],
  ['nbf', 30, 401],
])('RFC 7523 3: of an assertion whose %s is %i seconds ahead the answer is %i', async (claim, seconds, status) => {
  const assertion = await service.assert(server, { [claim]: now() + seconds })

  expect((await askForService(server, assertion, scope)).status).toBe(status)
})

test('RFC 6749 3.2: a parameter that comes twice at the token endpoint is refused', async () => {
  const { client_assertion: assertion = '', ...type } = assertionOf(await service.assert(server))
  const pairs = Object.entries({ grant_type: 'client_credentials', scope, ...type })
  const ask = async (more: readonly (readonly [string, string])[]) => {
    const form = new URLSearchParams()
    for (const [name, value] of [...pairs, ['client_assertion', assertion] as const, ...more]) form.append(name, value)
    const response = await fetch(`${server.base}/oidc/token`, { method: 'POST', body: form })
    return [response.status, Object(await response.json()).error]
  }

  expect(await ask([['client_assertion', assertion]])).toEqual([400, 'invalid_request'])
  expect(await ask([['grant_type', 'authorization_code']])).toEqual([400, 'invalid_request'])
})

test('RFC 7519 4: of a claim that an assertion has twice one counts, and it proves no other client', async () => {
  const victim = newId()
  await register(server.site.pool, {
    client_id: victim,
    type: 'backend',
    tenant,
    jwks: (await makeService()).jwks,
    scope,
  })
  const [header, payload] = (await service.assert(server)).split('.')
  const text = Buffer.from(payload ?? '', 'base64url').toString()
  const twice = Buffer.from(text.replace(/\}$/, `,"iss":"${victim}","sub":"${victim}"}`)).toString('base64url')
  const answer = await askForService(server, await service.sign(`${header}.${twice}`), scope)

  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
})
