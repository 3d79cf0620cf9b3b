/** What the authorisation server writes into the audit of a tenant. D178. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { createPatient } from '../consultation.ts'
import { useRunning } from '../use-running.ts'
import { register } from './issuer/register.ts'
import {
  askForService,
  assertionOf,
  authorize,
  exchange,
  launch,
  makeService,
  postForm,
  postLaunch,
  refresh,
} from './issuer/smart-app.ts'

const [tenant, otherTenant] = developmentTenants
const server = useRunning()

type Recorded = {
  readonly kind: string
  readonly subject: string
  readonly client: string
  readonly patient: string | null
  readonly hash: string | null
}

/** Of the kinds of this file, oldest first, since the last call. */
let seen = 0
async function listNew(of: string = tenant): Promise<readonly Recorded[]> {
  const { rows } = await server.site.pool.query<Recorded & { seq: string }>(
    `select a.seq, a.kind, a.subject, a.client, a.patient_id as patient, a.hash from audit a join tenant t on t.number = a.tenant
     where t.id = $1 and a.seq > $2 and a.kind ~ '^(token|sign-in|launch)\\.' order by a.seq`,
    [of, seen],
  )
  seen = Math.max(seen, ...rows.map(({ seq }) => Number(seq)))
  return rows
}

const kindsOf = (rows: readonly Recorded[]) => rows.map(({ kind }) => kind)

test('D178: a sign-in, a token, its refresh and its revocation are recorded with the person, the app and one grant', async () => {
  await listNew()
  const { body } = await launch(server, { scope: 'openid offline_access user/Patient.rs' })
  const renewed = await refresh(server, body.refresh_token)
  await postForm(server, '/oidc/token/revocation', { client_id: 'development-app', token: renewed.body.refresh_token })
  const rows = await listNew()

  expect(kindsOf(rows)).toEqual(['sign-in.accepted', 'token.issued', 'token.refreshed', 'token.revoked'])
  expect(new Set(rows.map(({ subject, client }) => `${subject} ${client}`))).toEqual(
    new Set(['clinician-1 development-app']),
  )
  const [grant, ...others] = new Set(rows.slice(1).map(({ hash }) => hash))
  expect(grant).toMatch(/^[0-9a-f]{64}$/)
  expect(others).toEqual([])
  expect(await listNew(otherTenant)).toEqual([])
})

test('D178: a code that is used again, and a refresh token that is, are each recorded once', async () => {
  await listNew()
  const { code } = await authorize(server, { scope: 'openid user/Patient.rs' })
  await exchange(server, code)
  await exchange(server, code)
  await exchange(server, code)
  const ofCode = await listNew()
  const { body } = await launch(server, { scope: 'openid offline_access user/Patient.rs' })
  await refresh(server, body.refresh_token)
  await refresh(server, body.refresh_token)
  await refresh(server, body.refresh_token)
  const ofRefresh = await listNew()

  expect(kindsOf(ofCode)).toEqual(['sign-in.accepted', 'token.issued', 'token.replayed'])
  expect(kindsOf(ofRefresh)).toEqual(['sign-in.accepted', 'token.issued', 'token.refreshed', 'token.replayed'])
  const { body: found } = await server.call('GET', '/fhir/R4/AuditEvent?outcome=8', { as: { role: 'auditor' } })
  expect(found.entry).toHaveLength(2)
  expect(found.entry[0].resource).toMatchObject({
    type: { system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110113' },
    subtype: [{ code: '110132' }, { code: 'token.replayed' }],
  })
})

test('D178: a launch and its token name the patient', async () => {
  const patient = await createPatient(server.call)
  await listNew()
  const made = await postLaunch(server, await server.token(), { patient })
  await launch(server, { scope: 'launch patient/Patient.rs', launch: made.body.launch })
  const refused = await postLaunch(server, await server.token(), { patient: 'nobody' })

  const rows = await listNew()

  expect([made.status, refused.status]).toEqual([201, 400])
  expect(rows.map(({ kind, patient: named }) => [kind, named])).toEqual([
    ['launch.created', patient],
    ['sign-in.accepted', null],
    ['token.issued', patient],
  ])
})

test('D178: a token of a service is recorded in its tenant alone, and one that is refused is not', async () => {
  const service = await makeService()
  const members = { client_id: service.id, type: 'backend', tenant: otherTenant, jwks: service.jwks }
  await register(server.site.pool, { ...members, scope: 'system/Patient.rs' })
  await listNew()
  const { body } = await askForService(server, await service.assert(server), 'system/Patient.rs')
  await askForService(server, await service.assert(server, { aud: 'https://elsewhere.example' }), 'system/Patient.rs')
  await postForm(server, '/oidc/token/revocation', {
    token: body.access_token,
    ...assertionOf(await service.assert(server)),
  })
  const own = await listNew(otherTenant)

  expect(own).toMatchObject([
    { kind: 'token.issued', subject: service.id, client: service.id, patient: null },
    { kind: 'token.revoked', subject: service.id, client: service.id },
  ])
})
