/** Where an authorization request, a code and a refresh token end. RFC 6749, RFC 8707, RFC 9126; D154, D155, D164, D165. */
import { beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { developmentPatients } from '../../../src/identity/development-accounts.ts'
import { parseClientDescription } from '../../../src/identity/issuer/client-description.ts'
import { describeClient } from '../../../src/identity/issuer/client-metadata.ts'
import { putClient } from '../../../src/store/issuer/issuer-clients.ts'
import { examplePatient } from '../../builders.ts'
import { createPatient, must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import { register } from './register.ts'
import {
  authorization,
  authorize,
  exchange,
  launch,
  openBrowser,
  postLaunch,
  redirectUri,
  refresh,
  statusOf,
} from './smart-app.ts'

const [tenant] = developmentTenants
const own = developmentPatients[tenant]
const patientScope = 'launch/patient patient/Patient.rs'

const server = useRunning()
let patient: string
let base: string
beforeAll(async () => {
  patient = await createPatient(server.call, { name: [{ family: 'Grevillea', given: ['Ada'] }] })
  base = `${server.base}/fhir/R4`
})

/** `more` goes into the body, `query` into the address. */
async function push(changes: Readonly<Record<string, string | undefined>>, { more = '', query = '' } = {}) {
  const response = await fetch(`${server.base}/oidc/request${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `${authorization(server, changes)}${more}`,
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  return { status: response.status, body: (await response.json()) as any }
}

test('D165: patients and carers of a development server see one patient, whatever they pick, and nobody while that one is not there', async () => {
  const errorOf = async (form: Record<string, string>) =>
    (await authorize(server, { scope: patientScope }, { form })).error
  const before = await errorOf({ account: 'patient-1' })
  const headers = { 'content-type': 'application/fhir+json' }
  await must(201, server.call('PUT', `/fhir/R4/Patient/${own}`, { body: { ...examplePatient, id: own }, headers }))

  expect(before).toBe('access_denied')
  for (const account of ['patient-1', 'carer-1']) {
    expect(await errorOf({ account, patient })).toBe('access_denied')
    expect((await launch(server, { scope: patientScope }, { account })).body.patient).toBe(own)
  }
  expect(await errorOf({ account: 'operator-1', patient })).toBe('access_denied')
})

test('SMART 96: aud is the address itself, however many slashes follow it', async () => {
  const slashes = '/'.repeat(50_000)
  for (const aud of [`${base}${slashes}`, `${base}${slashes}x`, `${base}//`]) {
    const { status, body } = await push({ aud: undefined }, { more: `&aud=${aud}` })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  }
  expect((await push({ aud: `${base}/` })).status).toBe(201)
})

test('SMART 96, RFC 8707: a resource stands for aud if it is that address, in the address of an authorization request', async () => {
  for (const resource of ['', server.base])
    expect((await authorize(server, { aud: undefined, resource })).error).toBe('invalid_request')
  expect((await authorize(server, { aud: undefined, resource: base })).code).not.toBeNull()
  const pushed = await push({ aud: undefined }, { query: `?resource=${base}` })
  expect([pushed.status, pushed.body.error]).toEqual([400, 'invalid_request'])
})

test('RFC 8707 2.2: an app may name the audience of the tokens as its resource', async () => {
  const { status, body } = await launch(server, { resource: server.base })

  expect([status, body.scope]).toEqual([200, 'openid fhirUser user/Patient.rs'])
  expect(await statusOf(server, body.access_token)).toBe(200)
})

test('D164: a refresh, a code and a request under way are held against the registration of now', async () => {
  const client = await register(server.site.pool, {
    type: 'public',
    redirect_uris: [redirectUri],
    scope: 'openid offline_access user/*.rs',
  })
  const change = async (scope: string) => {
    const parsed = parseClientDescription({ client_id: client, type: 'public', redirect_uris: [redirectUri], scope })
    if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
    expect(await putClient(server.site.pool, describeClient(parsed.value, 'command'))).toBe(true)
  }
  const asked = { client_id: client, scope: 'openid offline_access user/*.rs' }
  const first = await exchange(server, (await authorize(server, asked)).code, { client_id: client })
  const { code } = await authorize(server, asked)
  await change('openid offline_access user/Patient.rs')
  const less = await refresh(server, first.body.refresh_token, { client_id: client })
  const again = await refresh(server, less.body.refresh_token, { client_id: client, scope: 'user/*.rs' })
  const late = await exchange(server, code, { client_id: client })

  expect(first.body.scope).toBe('openid offline_access user/*.rs')
  expect(less.body.scope).toBe('openid offline_access user/Patient.rs')
  expect(again.body.scope).toBe('user/Patient.rs')
  expect(late.body.scope).toBe('openid offline_access user/Patient.rs')
  expect(await statusOf(server, less.body.access_token)).toBe(200)
  await change('openid user/Patient.rs')
  const ended = await refresh(server, late.body.refresh_token, { client_id: client })
  expect([ended.status, ended.body.error]).toEqual([400, 'invalid_grant'])
  await change('openid offline_access user/Observation.rs')
  const none = await refresh(server, again.body.refresh_token, { client_id: client, scope: 'user/*.rs' })
  expect(none.body.scope).toBe('user/Observation.rs')
})

test('D164: a registration that changes while the person signs in counts when they come back', async () => {
  const client = await register(server.site.pool, {
    type: 'public',
    redirect_uris: [redirectUri],
    scope: 'openid user/*.rs',
  })
  const browse = openBrowser(server)
  const narrowing: typeof browse = async (address, init) => {
    if (init?.method === 'POST')
      await server.site.pool.query(
        `update issuer_client set settings = jsonb_set(settings::jsonb, '{banksia_scope}', '"openid user/Patient.rs"') where id = $1`,
        [client],
      )
    return browse(address, init)
  }
  const { code } = await authorize(server, { client_id: client, scope: 'openid user/*.rs' }, { browse: narrowing })
  const { rows } = await server.site.pool.query('select settings from issuer_client where id = $1', [client])

  expect(rows[0].settings.banksia_scope).toBe('openid user/Patient.rs')
  expect((await exchange(server, code, { client_id: client })).body.scope).toBe('openid user/Patient.rs')
})

test('D164, D167: scopes that the registration has made many are not counted again when the person comes back', async () => {
  const types = ['Patient', 'Observation', 'Condition', 'Encounter', 'Procedure', 'Immunization', 'Goal', 'Account']
  const scope = types.map((type) => `user/${type}.cruds`).join(' ')
  const client = await register(server.site.pool, { type: 'public', redirect_uris: [redirectUri], scope })
  const letters = ['c', 'r', 'u', 'd', 's', 'cr', 'cu', 'cd', 'cs', 'ru', 'rd', 'rs', 'ud', 'us', 'ds', 'cru']
  const asked = ['user', 'patient'].flatMap((level) => letters.map((some) => `${level}/*.${some}`))
  const form = { account: 'clinician-1', patient }
  const { code } = await authorize(server, { client_id: client, scope: asked.join(' ') }, { form })

  expect(asked.length * types.length).toBeGreaterThan(200)
  expect((await exchange(server, code, { client_id: client })).body.scope.split(' ')).toHaveLength(
    asked.length * types.length,
  )
})

test.each([{ prompt: 'login' }, { max_age: '0' }])(
  'D155: a person who has to sign in again (%j) spends the launch afterwards',
  async (again) => {
    const client = await register(server.site.pool, {
      type: 'public',
      redirect_uris: ['https://app.example.org/callback'],
      scope: 'openid launch patient/Patient.rs',
    })
    const asked = { client_id: client, redirect_uri: 'https://app.example.org/callback' }
    const browse = openBrowser(server)
    const before = await authorize(server, { ...asked, scope: 'openid' }, { browse })
    const made = await postLaunch(server, await server.token(), { client_id: client, patient })
    const launched = {
      ...asked,
      ...again,
      scope: 'openid launch patient/Patient.rs',
      launch: made.body.launch,
    }
    const { code, query } = await authorize(server, launched, { browse })

    expect(before.code).not.toBeNull()
    expect([code === null, query.get('error_description')]).toEqual([false, null])
  },
)

test('D155: a grant whose context is lost gives no token', async () => {
  const scope = 'launch/patient offline_access patient/Patient.rs'
  const form = { account: 'clinician-1', patient }
  const first = await launch(server, { scope }, form)
  const { code } = await authorize(server, { scope }, { form })
  await server.site.pool.query(`delete from issuer_state where model = 'Context'`)
  const later = [await refresh(server, first.body.refresh_token), await exchange(server, code)]

  expect(first.body.patient).toBe(patient)
  expect(later.map(({ status, body }) => [status, body.error, body.access_token])).toEqual(
    Array.from({ length: 2 }, () => [400, 'invalid_grant', undefined]),
  )
})
