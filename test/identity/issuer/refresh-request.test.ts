/** A refresh request that names no client, as SMART's table of it has it. SMART App Launch 2.2 app-launch.html#refresh-access-token; D182. */
import { beforeAll, expect, test } from '@jest/globals'
import { createPatient } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import { register } from './register.ts'
import { authorize, exchange, postForm, redirectUri, statusOf, type TokenAnswer, verifier } from './smart-app.ts'

const server = useRunning()
const scope = 'launch/patient offline_access patient/Patient.rs'
const secret = 'a-secret-of-this-test'

let patient: string
beforeAll(async () => {
  patient = await createPatient(server.call)
})

const bySecret = (id: string) => ({ Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })

const refreshAlone = (token: string, more: Readonly<Record<string, string>> = {}): Promise<TokenAnswer> =>
  postForm(server, '/oidc/token', { grant_type: 'refresh_token', refresh_token: token, ...more })

async function launchPublic(): Promise<TokenAnswer> {
  const client = await register(server.site.pool, { type: 'public', redirect_uris: [redirectUri], scope })
  const form = { account: 'clinician-1', patient }
  const { code } = await authorize(server, { client_id: client, scope }, { form })
  return exchange(server, code, { client_id: client })
}

test('D182: a public app refreshes by its refresh token alone, and each one counts once', async () => {
  const first = await launchPublic()

  const second = await refreshAlone(first.body.refresh_token)
  const before = await statusOf(server, second.body.access_token)
  const replayed = await refreshAlone(first.body.refresh_token)
  const ended = await refreshAlone(second.body.refresh_token)

  expect([second.status, second.body.patient, before]).toEqual([200, patient, 200])
  expect(second.headers.get('Cache-Control')).toBe('no-store')
  expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant'])
  expect([ended.status, ended.body.error]).toEqual([400, 'invalid_grant'])
})

test('D182: an app with a secret does not refresh without it', async () => {
  const client = await register(server.site.pool, { type: 'symmetric', redirect_uris: [redirectUri], scope }, secret)
  const form = { account: 'clinician-1', patient }
  const { code } = await authorize(server, { client_id: client, scope }, { form })
  const params = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri }
  const { body } = await postForm(server, '/oidc/token', { ...params, code_verifier: verifier }, bySecret(client))

  const alone = await refreshAlone(body.refresh_token)
  const refreshing = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
  const proved = await postForm(server, '/oidc/token', refreshing, bySecret(client))

  expect([alone.status, alone.body.error]).toEqual([401, 'invalid_client'])
  expect(proved.status).toBe(200)
})

test.each<[string, (token: string) => Promise<TokenAnswer>, number, string]>([
  ['an unknown token', () => refreshAlone('nobody-has-issued-this'), 400, 'invalid_grant'],
  ['an access token', () => refreshAlone(accessToken), 400, 'invalid_grant'],
  [
    'the name of another client',
    (token) => refreshAlone(token, { client_id: 'development-app' }),
    400,
    'invalid_grant',
  ],
  ['an empty name', (token) => refreshAlone(token, { client_id: '' }), 400, 'invalid_request'],
  ['a body of 57 KB', (token) => refreshAlone(token, { scope: 'x'.repeat(57 * 1024) }), 400, 'invalid_request'],
])('D182: a refresh by %s is refused', async (_case, ask, status, error) => {
  const { body } = await launchPublic()
  accessToken = body.access_token

  const refused = await ask(body.refresh_token)

  expect([refused.status, refused.body.error]).toEqual([status, error])
  expect((await refreshAlone(body.refresh_token)).status).toBe(200)
})

let accessToken = ''
