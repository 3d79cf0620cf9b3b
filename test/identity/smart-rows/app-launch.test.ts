/** Rows of app-launch.html that no other file names, over HTTP. SMART App Launch 2.2; the numbers are those of its table of requirements. */
import { beforeAll, expect, test } from '@jest/globals'
import { decodeJwt } from 'jose'
import { createPatient } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import {
  authorization,
  authorize,
  challengeOf,
  exchange,
  launch,
  openBrowser,
  postForm,
  readFhir,
  redirectUri,
  refresh,
  statusOf,
  verifier,
} from '../issuer/smart-app.ts'

const server = useRunning()
let patient: string
beforeAll(async () => {
  patient = await createPatient(server.call)
})

const register = async (body: object) => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${server.base}/oidc/reg`, { method: 'POST', headers, body: JSON.stringify(body) })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  return { status: response.status, body: (await response.json()) as any }
}

test('SMART 24, 316: who registers is told a client_id of its own, and what was registered', async () => {
  const asked = { redirect_uris: ['https://app.example.org/callback'], client_name: 'A new app' }
  const [first, second] = [await register(asked), await register(asked)]

  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body).toMatchObject({ ...asked, client_id: expect.stringMatching(/./) })
  expect(second.body.client_id).not.toBe(first.body.client_id)
})

test('SMART 14, 48, 53, 56, 57: a request by GET with a challenge by S256 sends the browser back with a code', async () => {
  const { code, error, query } = await authorize(server, { code_challenge: challengeOf(verifier) })

  expect([error, code]).toEqual([null, expect.stringMatching(/^[\w-]{20,}$/)])
  expect([...query.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
  expect((await exchange(server, code)).status).toBe(200)
})

test('SMART 54: a refusal sends the browser back with an error and the state, and without a code', async () => {
  const requests: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ scope: 'user/Nonsense.rs' }, 'access_denied'],
    [{ scope: 'system/*.rs' }, 'access_denied'],
    [{ prompt: 'none' }, 'login_required'],
    [{ aud: 'https://elsewhere.example' }, 'invalid_request'],
  ]
  for (const [changes, wanted] of requests) {
    const { code, error, query } = await authorize(server, changes)
    expect([changes, code, error, query.get('state')]).toEqual([changes, null, wanted, 'the-state'])
  }
})

test('SMART 73, 84, 85: the token response is a JSON object in the body, with a token of the letters of RFC 6750', async () => {
  const { headers, body } = await launch(server)
  const refused = await exchange(server, 'no-such-code')

  expect(headers.get('Content-Type')).toMatch(/^application\/json\b/)
  expect(body.access_token).toMatch(/^[\w.~+/-]+=*$/)
  expect([...headers.values()].join(' ')).not.toContain(body.access_token)
  expect(refused.headers.get('Content-Type')).toMatch(/^application\/json\b/)
  expect([refused.status, refused.body.error, refused.body.access_token]).toEqual([400, 'invalid_grant', undefined])
})

test('SMART 88, 89: this server decides how long a token lives, and whether there is one to refresh it', async () => {
  const wished = await authorize(server, { expires_in: '999999', scope: 'user/Patient.rs' })
  const { body } = await exchange(server, wished.code, { expires_in: '999999' })

  expect(body.expires_in).toBe(3600)
  expect(body.refresh_token).toBeUndefined()
})

test('SMART 77, 94: a token that has expired is refused, by each endpoint', async () => {
  const { body } = await launch(server, { scope: 'openid user/Patient.rs' })
  const before = await statusOf(server, body.access_token)
  await server.site.pool.query(
    `update issuer_state set expires_at = now() - interval '1 second' where model = 'AccessToken'`,
  )
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  const headers = { Authorization: `Bearer ${body.access_token}` }
  const at = async (path: string) => (await fetch(`${server.base}${path}`, { headers })).status

  expect(before).toBe(200)
  expect(await at('/fhir/R4/Patient?_count=1')).toBe(401)
  expect(await at(`/fhir/R4/Patient/${patient}/_history`)).toBe(401)
})

test('SMART 95: a token gives what its scopes cover, and nothing beside it', async () => {
  const { body } = await launch(server, { scope: 'user/Patient.r' })
  const status = async (path: string) => (await readFhir(server, body.access_token, path)).status
  const write = await fetch(`${server.base}/fhir/R4/Patient/${patient}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${body.access_token}` },
  })

  expect(await status(`Patient/${patient}`)).toBe(200)
  expect(await status('Patient?_count=1')).toBe(403)
  expect(await status('Observation?_count=1')).toBe(403)
  expect(write.status).toBe(403)
})

test('SMART 101: an app with offline access gets new tokens without the person, and when their session is over', async () => {
  const browse = openBrowser(server)
  const { code } = await authorize(server, { scope: 'offline_access user/Patient.rs' }, { browse })
  const { body } = await exchange(server, code)
  await server.site.pool.query(`delete from issuer_state where model = 'Session'`)
  const later = await refresh(server, body.refresh_token)
  const silent = await browse(`/oidc/auth?${authorization(server, { prompt: 'none' })}`)

  expect([later.status, await statusOf(server, later.body.access_token)]).toEqual([200, 200])
  expect(new URL(silent.headers.get('Location') ?? '').searchParams.get('error')).toBe('login_required')
})

test('SMART 109, 110, 111, 112, 114: a refresh without a scope gives a new token for the same scopes', async () => {
  const scope = 'launch/patient offline_access patient/Patient.rs patient/Observation.rs'
  const first = await launch(server, { scope }, { account: 'clinician-1', patient })
  const { body } = await refresh(server, first.body.refresh_token)

  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: first.body.scope })
  expect(body.access_token).not.toBe(first.body.access_token)
  expect(await statusOf(server, body.access_token)).toBe(200)
})

test('SMART 115: what is refreshed may be less than the app once asked for', async () => {
  const asked = 'openid offline_access user/Patient.rs user/Nonsense.rs system/Patient.rs'
  const first = await launch(server, { scope: asked })
  const { body } = await refresh(server, first.body.refresh_token)

  expect(body.scope).toBe('openid offline_access user/Patient.rs')
})

test('SMART 205, 358: an app signs a person in by the authorization code flow alone', async () => {
  const { body } = await launch(server, { scope: 'openid fhirUser', nonce: 'n-1' })
  const browse = openBrowser(server)
  const openid = await fetch(`${server.base}/oidc/.well-known/openid-configuration`)

  expect(decodeJwt(body.id_token)).toMatchObject({ nonce: 'n-1', sub: 'clinician-1', aud: 'development-app' })
  expect(Object(await openid.json()).response_types_supported).toEqual(['code'])
  for (const type of ['id_token', 'token', 'id_token token', 'code id_token']) {
    const { headers } = await browse(`/oidc/auth?${authorization(server, { response_type: type, nonce: 'n-1' })}`)
    expect(headers.get('Location')).toMatch(/[?#]error=(unsupported_response_type|invalid_request)/)
  }
})

test('SMART 355: a public app proves itself by its verifier, and by no secret', async () => {
  const { code } = await authorize(server)
  const form = { grant_type: 'authorization_code', client_id: 'development-app', redirect_uri: redirectUri }
  const missing = await postForm(server, '/oidc/token', { ...form, code: code ?? '' })
  const again = await authorize(server)
  const right = await postForm(server, '/oidc/token', { ...form, code: again.code ?? '', code_verifier: verifier })

  expect([missing.status, right.status]).toEqual([400, 200])
})
