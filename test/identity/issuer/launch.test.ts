/** An EHR launches an app. SMART App Launch 2.2 app-launch.html#launch-app-ehr-launch, scopes-and-launch-context.html. */
import { beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { developmentPractitionerRole } from '../../../src/identity/development-accounts.ts'
import type { DevelopmentTokenOptions } from '../../../src/identity/development-token.ts'
import { createPatient } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import { register } from './register.ts'
import {
  askForService,
  authorize,
  launch,
  makeService,
  postForm,
  postLaunch,
  readFhir,
  redirectUri,
  refresh,
} from './smart-app.ts'

const [tenant, otherTenant] = developmentTenants
const scope = 'launch openid fhirUser offline_access patient/Patient.rs'

const server = useRunning()
let patient: string
let encounter: string
beforeAll(async () => {
  patient = await createPatient(server.call)
  const period = { start: '2026-01-01T10:00:00+10:00' }
  const kind = { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' }
  const provider = await create('Organization', { name: 'Red Hill Surgery' })
  const serviceType = { text: 'General practice' }
  const rest = {
    serviceType,
    serviceProvider: { reference: `Organization/${provider}` },
    reasonCode: [{ text: 'cough' }],
  }
  encounter = await create('Encounter', {
    status: 'finished',
    class: kind,
    subject: { reference: `Patient/${patient}` },
    period,
    ...rest,
  })
})

async function create(type: string, content: object): Promise<string> {
  const response = await fetch(`${server.base}/fhir/R4/${type}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await server.token()}`, 'Content-Type': 'application/fhir+json' },
    body: JSON.stringify({ resourceType: type, ...content }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(text)
  return JSON.parse(text).id
}

const makeLaunch = async (body: object, as: DevelopmentTokenOptions = {}) =>
  postLaunch(server, await server.token(as), body)

test('SMART 168, 169, 170, 171, 172, 173, 174, 175, 176, 352: an app that an EHR launches gets the context of the launch, and keeps it when it refreshes', async () => {
  const context = {
    ...{ patient, encounter, intent: 'reconcile-medications', need_patient_banner: false },
    fhirContext: [
      { reference: 'ImagingStudy/123' },
      { reference: 'DocumentReference/456', role: 'https://example.org/role' },
    ],
    smart_style_url: 'https://hub.example.org/style.json',
  }
  const made = await makeLaunch(context)
  const { body } = await launch(server, { scope, launch: made.body.launch })

  expect(made).toMatchObject({ status: 201, body: { iss: `${server.base}/fhir/R4`, expires_in: 300 } })
  expect(made.body.launch).not.toContain(patient)
  expect(body).toMatchObject({ ...context, tenant })
  expect((await readFhir(server, body.access_token, `Patient/${patient}`)).status).toBe(200)
  expect((await refresh(server, body.refresh_token)).body).toMatchObject({ ...context, tenant })
})

test('SMART 277: introspection says the context of the launch', async () => {
  const service = await makeService()
  await register(server.site.pool, {
    client_id: service.id,
    type: 'backend',
    tenant,
    jwks: service.jwks,
    scope: 'banksia/introspect',
  })
  const bearer = (await askForService(server, await service.assert(server), 'banksia/introspect')).body.access_token
  const made = await makeLaunch({ patient, intent: 'order' })
  const { body } = await launch(server, { scope, launch: made.body.launch })
  const answer = await postForm(
    server,
    '/oidc/token/introspection',
    { token: body.access_token },
    { Authorization: `Bearer ${bearer}` },
  )

  expect(answer.body).toMatchObject({ active: true, patient, intent: 'order', scope: body.scope })
})

test('D155: a launch serves once, the one app and the one person', async () => {
  const spent = (await makeLaunch({ patient })).body.launch
  await launch(server, { scope, launch: spent })
  const other = await register(server.site.pool, {
    type: 'public',
    redirect_uris: [redirectUri],
    scope: 'launch patient/Patient.rs',
  })
  const forApp = (await makeLaunch({ patient })).body.launch
  const forPerson = (await makeLaunch({ patient })).body.launch

  expect((await authorize(server, { scope, launch: spent })).error).toBe('invalid_request')
  expect((await authorize(server, { scope, launch: 'nonsense' })).error).toBe('invalid_request')
  expect((await authorize(server, { scope })).error).toBe('invalid_request')
  expect((await authorize(server, { scope, launch: forApp, client_id: other })).error).toBe('invalid_request')
  expect((await authorize(server, { scope, launch: forPerson }, { form: { account: 'operator-1' } })).error).toBe(
    'invalid_request',
  )
  expect((await authorize(server, { scope, launch: forPerson }, { form: { account: 'clinician-2' } })).error).toBe(
    'invalid_request',
  )
  expect((await authorize(server, { scope, launch: forPerson })).code).not.toBeNull()
})

test('D155: an expired launch is unknown', async () => {
  const { body } = await makeLaunch({ patient })
  await server.site.pool.query(
    `update issuer_state set expires_at = now() - interval '1 second' where model = 'Launch'`,
  )

  expect((await authorize(server, { scope, launch: body.launch })).error).toBe('invalid_request')
})

test('D155: a system launches for a person whom it names', async () => {
  const as = { role: 'system' }
  const { body } = await makeLaunch({ patient, user: developmentPractitionerRole }, as)

  expect((await launch(server, { scope, launch: body.launch })).body.patient).toBe(patient)
  expect((await makeLaunch({ patient }, as)).status).toBe(400)
  expect((await makeLaunch({ patient, user: developmentPractitionerRole })).status).toBe(400)
})

test.each<[string, () => object, DevelopmentTokenOptions, number]>([
  ['a patient that is not here', () => ({ patient: 'nobody' }), {}, 400],
  ['a patient of another tenant', () => ({ patient }), { tenant: otherTenant }, 400],
  ['an encounter of another patient', () => ({ encounter }), {}, 400],
  ['an app that is not registered', () => ({ patient, client_id: 'nobody' }), {}, 400],
  ['a context that refers to nothing', () => ({ patient, fhirContext: [{ type: 'Task' }] }), {}, 400],
  ['a context with an empty role', () => ({ patient, fhirContext: [{ reference: 'Task/1', role: '' }] }), {}, 400],
  ['a context that repeats a patient', () => ({ patient, fhirContext: [{ reference: 'Patient/1' }] }), {}, 400],
  ['a style in the clear', () => ({ patient, smart_style_url: 'http://example.org/style.json' }), {}, 400],
  ['a member that is not known', () => ({ patient, patinet: patient }), {}, 400],
  ['a tenant that the token does not grant', () => ({ patient, tenant: otherTenant }), {}, 403],
  ['the patient of another person than the token names', () => ({ patient }), { patient: 'somebody-else' }, 403],
  ['the role of an auditor', () => ({ patient }), { role: 'auditor' }, 403],
  ['a token that only reads', () => ({ patient }), { scope: 'banksia/spoke.read user/*.rs' }, 403],
])('D155: a launch with %s is refused', async (_case, body, as, status) => {
  const answer = await makeLaunch(body(), as)

  expect(answer.status).toBe(status)
  expect(answer.body.launch).toBeUndefined()
  expect(JSON.stringify(answer.body)).not.toContain(patient)
})

test('D155: without a token there is no launch', async () => {
  const response = await fetch(`${server.base}/oidc/launch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })

  expect(response.status).toBe(401)
})

test('SMART 171: the encounter that a person picks belongs to the patient', async () => {
  const asked = { scope: 'launch/patient launch/encounter patient/Patient.rs' }
  const own = await launch(server, asked, { account: 'clinician-1', patient, encounter })
  const none = await launch(server, asked, { account: 'clinician-1', patient, encounter: 'nothing' })

  expect(own.body).toMatchObject({ patient, encounter })
  expect(none.body.encounter).toBeUndefined()
})

test('D153: an app on this device is launched by its own address', async () => {
  const launchUri = 'http://localhost:53535/launch'
  const client = { client_id: await register(server.site.pool, appOf(launchUri)) }
  const { body } = await makeLaunch({ ...client, patient })

  const { code } = await authorize(server, { ...client, scope, launch: body.launch })

  expect(body.launch_url.startsWith(`${launchUri}?iss=`)).toBe(true)
  expect(code).toEqual(expect.any(String))
})

const appOf = (launchUri: string) => ({ type: 'public', redirect_uris: [redirectUri], scope, launch_uri: launchUri })
