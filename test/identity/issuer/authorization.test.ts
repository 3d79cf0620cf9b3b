/** Authorization requests and their tokens, by an app and a browser. SMART App Launch 2.2 app-launch.html, scopes-and-launch-context.html. */
import { beforeAll, expect, test } from '@jest/globals'
import { decodeJwt } from 'jose'
import { developmentTenants } from '../../../src/core/caller.ts'
import { developmentPatients } from '../../../src/identity/development-accounts.ts'
import { examplePatient } from '../../builders.ts'
import { createPatient, must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import {
  authorization,
  authorize,
  challengeOf,
  exchange,
  launch,
  openBrowser,
  readFhir,
  redirectUri,
  refresh,
  statusOf,
  verifier,
} from './smart-app.ts'

const server = useRunning()
let patient: string
let otherPatient: string
beforeAll(async () => {
  patient = await createPatient(server.call)
  otherPatient = await createPatient(server.call, { name: [{ family: 'Grevillea', given: ['Ada'] }] })
})

test('SMART 74, 75, 78, 86, 87: the token response says what was granted, and no cache keeps it', async () => {
  const { status, headers, body } = await launch(server)

  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'openid fhirUser user/Patient.rs' })
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Pragma')).toBe('no-cache')
  expect(await statusOf(server, body.access_token)).toBe(200)
})

test('SMART 59: the state comes back as it was sent', async () => {
  expect((await authorize(server, { state: 'a b+c/=%' })).query.get('state')).toBe('a b+c/=%')
})

test('SMART 209, 210: an identity token says who signed in, by an address', async () => {
  const { body } = await launch(server)
  const plain = await launch(server, { scope: 'openid user/Patient.rs' })

  expect(decodeJwt(body.id_token)).toMatchObject({
    aud: 'development-app',
    sub: 'clinician-1',
    fhirUser: expect.stringMatching(new RegExp(`^${server.base}/fhir/R4/PractitionerRole/`)),
  })
  expect(decodeJwt(plain.body.id_token)['fhirUser']).toBeUndefined()
})

test('SMART 96: a request for another server is refused, and one that names none', async () => {
  const aud = `${server.base}/fhir/R4`
  for (const wrong of ['https://elsewhere.example/fhir', `${aud}/Patient`, server.base, undefined])
    expect((await authorize(server, { aud: wrong })).error).toBe('invalid_request')
  expect((await authorize(server, { aud: `${aud}/` })).code).not.toBeNull()
  expect((await authorize(server, { aud: undefined, scope: 'openid' })).code).not.toBeNull()
})

test('SMART 15, RFC 9700 2.1.1: without a challenge by S256 there is no code', async () => {
  for (const changes of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge: verifier, code_challenge_method: 'plain' },
    { code_challenge: verifier, code_challenge_method: undefined },
  ])
    expect((await authorize(server, changes)).error).toBe('invalid_request')
})

test('SMART 31: a code is of no use without its verifier', async () => {
  for (const wrong of ['', 'x'.repeat(43), challengeOf(verifier)]) {
    const { code } = await authorize(server)
    expect((await exchange(server, code, { code_verifier: wrong })).status).toBe(400)
  }
})

test.each([
  'https://elsewhere.example/callback',
  'http://127.0.0.1:5/other',
  'http://127.0.0.1.elsewhere.example/callback',
])('SMART 18: the unregistered address %s is not gone to', async (address) => {
  const response = await openBrowser(server)(`/oidc/auth?${authorization(server, { redirect_uri: address })}`)

  expect(response.status).toBe(400)
  expect(response.headers.get('Location')).toBeNull()
})

test('SMART 49, 354: a form may be posted to the authorization endpoint', async () => {
  const browse = openBrowser(server)
  const response = await browse('/oidc/auth', { method: 'POST', body: new URLSearchParams(authorization(server)) })
  const { code } = await authorize(
    server,
    {},
    {
      browse: (address, init) =>
        browse(address.startsWith('/oidc/auth?') ? (response.headers.get('Location') ?? '') : address, init),
    },
  )

  expect(response.status).toBe(303)
  expect((await exchange(server, code)).status).toBe(200)
  const json = await fetch(`${server.base}/oidc/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(json.status).toBe(400)
  const long = await fetch(`${server.base}/oidc/auth`, {
    method: 'POST',
    body: new URLSearchParams({ state: 'x'.repeat(9000) }),
  })
  expect(long.status).toBe(400)
})

test.each([
  ['user/Nonsense.rs', ''],
  ['online_access', ''],
  ['user/Patient.sr', ''],
  ['user/Patient.', ''],
  ['user/Patient.rx', ''],
  ['user/patient.rs', ''],
  ['USER/Patient.rs', ''],
  ['user/Patient.rs?', ''],
  ['user/*.read user/Observation.rs?category=vital-signs', 'user/*.read user/Observation.rs?category=vital-signs'],
  ['user/Patient.dus user/Patient.rs', 'user/Patient.rs'],
])('SMART scopes: of %s is granted: %s', async (asked, granted) => {
  const { body } = await launch(server, { scope: `openid ${asked}` })

  expect(body.scope).toBe(['openid', granted].filter(Boolean).join(' '))
})

test('SMART 119: nobody is granted more than their role has', async () => {
  const scope = 'openid user/*.cruds user/Account.cruds user/Patient.rs'
  const billing = await launch(server, { scope }, { account: 'billing-1' })
  const auditor = await launch(server, { scope: 'openid user/Patient.rs' }, { account: 'auditor-1' })

  expect(billing.body.scope.split(' ').toSorted()).toEqual(
    ['openid', 'user/Account.rs', 'user/Coverage.rs', 'user/Organization.rs'].toSorted(),
  )
  expect(auditor.body.scope).toBe('openid')
  expect(await statusOf(server, billing.body.access_token)).toBe(403)
})

test('SMART 164, 170: a patient in context is picked for the scope launch/patient and for patient scopes', async () => {
  const picked = await launch(
    server,
    { scope: 'launch/patient patient/Patient.rs' },
    { account: 'clinician-1', patient },
  )
  const patientOne = developmentPatients[developmentTenants[0]]
  const headers = { 'content-type': 'application/fhir+json' }
  const body = { ...examplePatient, id: patientOne }
  await must(201, server.call('PUT', `/fhir/R4/Patient/${patientOne}`, { body, headers }))
  const own = await launch(server, { scope: 'patient/Patient.rs' }, { account: 'patient-1' })

  for (const [{ body }, expected] of [
    [picked, patient],
    [own, patientOne],
  ] as const) {
    expect(body.patient).toBe(expected)
    expect((await readFhir(server, body.access_token, `Patient/${expected}`)).status).toBe(200)
    expect((await readFhir(server, body.access_token, `Patient/${otherPatient}`)).status).not.toBe(200)
  }
})

test('D155: a patient of another tenant, or of nobody, is no context', async () => {
  for (const form of [
    { account: 'clinician-2', patient },
    { account: 'clinician-1', patient: 'nobody' },
    { account: 'clinician-1', patient: '../x' },
  ])
    await expect(launch(server, { scope: 'launch/patient patient/Patient.rs' }, form)).rejects.toThrow(
      /too many redirects|no way back/,
    )
})

test('SMART 365: offline_access gives a refresh token without prompt=consent, and nothing else does', async () => {
  const offline = await launch(server, { scope: 'openid offline_access user/Patient.rs' })
  const online = await launch(server, { scope: 'openid user/Patient.rs', prompt: 'consent' })

  expect(offline.body.refresh_token).toEqual(expect.any(String))
  expect(offline.body.scope).toBe('openid offline_access user/Patient.rs')
  expect(online.body.refresh_token).toBeUndefined()
})

test('SMART 103, 104, 113: a refresh keeps the scopes or narrows them, with the same context', async () => {
  const scope = 'launch/patient offline_access patient/Patient.rs patient/Observation.rs'
  const first = await launch(server, { scope }, { account: 'clinician-1', patient })
  const same = await refresh(server, first.body.refresh_token)
  const less = await refresh(server, same.body.refresh_token, { scope: 'patient/Observation.rs' })
  const more = await refresh(server, less.body.refresh_token, { scope: 'patient/Observation.cruds' })

  expect(same.body).toMatchObject({ scope, patient, token_type: 'Bearer', expires_in: 3600 })
  expect(same.headers.get('Pragma')).toBe('no-cache')
  expect(less.body).toMatchObject({ scope: 'patient/Observation.rs', patient })
  expect((await readFhir(server, less.body.access_token, `Patient/${patient}`)).status).toBe(403)
  expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
})

test('RFC 9700 4.14.2: a refresh token that is used twice ends its whole family', async () => {
  const scope = 'offline_access user/Patient.rs'
  const first = await launch(server, { scope })
  const second = await refresh(server, first.body.refresh_token)
  const again = await refresh(server, first.body.refresh_token)

  expect(await statusSoon(first.body.access_token)).toBe(401)
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(server, second.body.refresh_token)).status).toBe(400)
  expect(await statusSoon(second.body.access_token)).toBe(401)
})

test('SMART 103: a refresh token is of no use to another client', async () => {
  const first = await launch(server, { scope: 'offline_access user/Patient.rs' })

  expect((await refresh(server, first.body.refresh_token, { client_id: 'development' })).status).toBe(401)
  expect((await refresh(server, first.body.refresh_token)).status).toBe(200)
})

test('RFC 6749 4.1.2: a code that is used twice ends what it began', async () => {
  const { code } = await authorize(server)
  const first = await exchange(server, code)
  const again = await exchange(server, code)

  expect([first.status, again.status, again.body.error]).toEqual([200, 400, 'invalid_grant'])
  expect(await statusSoon(first.body.access_token)).toBe(401)
})

test('D152: a code that is exchanged a hundred times at once serves once', async () => {
  const { code } = await authorize(server, { scope: 'offline_access user/Patient.rs' })
  const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(server, code)))
  const [won] = answers.filter(({ status }) => status === 200)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
    new Set(['invalid_grant']),
  )
  expect(await statusSoon(won?.body.access_token)).toBe(401)
})

test('D152: a refresh token that is used twenty times at once serves once', async () => {
  const first = await launch(server, { scope: 'offline_access user/Patient.rs' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(server, first.body.refresh_token)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('D156: a revoked access token is refused within two seconds, and its refresh token with it', async () => {
  const { body } = await launch(server, { scope: 'offline_access user/Patient.rs' })
  const before = await statusOf(server, body.access_token)
  const revoked = await fetch(`${server.base}/oidc/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ token: body.access_token, client_id: 'development-app' }),
  })

  expect([before, revoked.status]).toEqual([200, 200])
  expect(await statusSoon(body.access_token)).toBe(401)
  expect((await refresh(server, body.refresh_token)).status).toBe(400)
})

test('SMART 17: a form of another origin gets no token', async () => {
  const { code } = await authorize(server)
  const response = await fetch(`${server.base}/oidc/token`, {
    method: 'POST',
    headers: { Origin: 'https://elsewhere.example' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      client_id: 'development-app',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })

  expect(response.status).toBe(400)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('docs/security.md: a row of the authorisation server shows no token, no person and no patient', async () => {
  const { body } = await launch(
    server,
    { scope: 'launch/patient offline_access patient/Patient.rs' },
    { account: 'clinician-1', patient },
  )
  const { rows } = await server.site.pool.query('select row_to_json(s)::text as text, content from issuer_state s')
  const all = rows.map(({ text, content }) => `${text} ${content.toString('latin1')}`).join('\n')

  expect(rows.length).toBeGreaterThan(3)
  for (const secret of [body.access_token, body.refresh_token, patient, 'clinician-1', developmentTenants[0]])
    expect(all).not.toContain(secret)
})

/** Within two seconds every process knows. */
async function statusSoon(token: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  return statusOf(server, token)
}
