/** What people answer at the pages, and what is granted then. D154, D164, D165. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { InteractionAnswer, IssuerAccount } from '../../../src/identity/issuer/accounts.ts'
import { IssuerStore } from '../../../src/store/issuer/issuer-store.ts'
import { parseMasterKey } from '../../../src/store/keys/keys.ts'
import { moveTenant } from '../../../src/store/tenants/tenant-moves.ts'
import { examplePatient } from '../../builders.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type IssuerServer, startIssuer } from './issuer-server.ts'
import { authorize, launch, postLaunch, refresh } from './smart-app.ts'

const [tenant, otherTenant] = developmentTenants
/** In both tenants, for two people. */
const patient = 'same-id'
const key = randomBytes(32).toString('base64')
const fhirUser = 'Practitioner/same-id'

const account = (id: string, members: Partial<IssuerAccount>): readonly [string, IssuerAccount] => [
  id,
  { id, tenants: [tenant], spokes: ['link'], roles: ['clinician'], ...members },
]

const people = new Map([
  account('clinician', { fhirUser }),
  account('patient', { roles: ['patient'], patient }),
  account('unbound', { roles: ['carer'] }),
  account('billing', { roles: ['billing'] }),
  account('both', { tenants: [tenant, otherTenant], fhirUser }),
  account('patient-of-both', { tenants: [tenant, otherTenant], roles: ['patient'], patient }),
])

let site: Site
let server: RunningServer
let issuer: IssuerServer
beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site, env: { BANKSIA_KEY: key } })
  const headers = { 'content-type': 'application/fhir+json' }
  const body = { ...examplePatient, id: patient }
  for (const one of developmentTenants)
    await must(201, server.call('PUT', `/fhir/R4/Patient/${patient}`, { body, headers, as: { tenant: one } }))
  issuer = await startIssuer(site, key, people)
})
afterAll(async () => {
  await issuer.stop()
  await server.stop()
  await site.remove()
})

/** Answers each page at once. */
const answerAs = (accountId: string, rest: Omit<InteractionAnswer, 'accountId'> = {}): void =>
  issuer.answerBy(() => ({ accountId, consent: { refused: [] }, ...rest }))

test.each([
  ['patient/*.cruds', 'patient/*.cruds'],
  ['patient/*.cruds', 'patient/*.rs'],
  ['patient/*.cruds', 'patient/*.read'],
  ['patient/*.read', 'patient/*.rs'],
  ['patient/*.rs', 'patient/*.read'],
])('D154: of %s nothing is granted to an app for which a patient refuses %s', async (scope, refused) => {
  answerAs('patient', { consent: { refused: [refused] } })

  expect((await authorize(issuer, { scope })).error).toBe('access_denied')
})

test('D154: what the person keeps is granted, and no context that only refused scopes need', async () => {
  answerAs('clinician', { context: { patient }, consent: { refused: ['launch/patient', 'patient/*.rs'] } })
  const none = await launch(issuer, { scope: 'openid launch/patient patient/*.rs user/Patient.rs' })
  answerAs('clinician', { context: { patient }, consent: { refused: ['launch/patient'] } })
  const some = await launch(issuer, { scope: 'launch/patient patient/*.rs' })

  expect(none.body.scope).toBe('openid user/Patient.rs')
  expect(none.body.patient).toBeUndefined()
  expect(some.body).toMatchObject({ scope: 'patient/*.rs', patient })
})

test('D154: the page of consent shows the scopes within the rights of the person', async () => {
  issuer.answerBy(({ prompt }) => (prompt === 'login' ? { accountId: 'patient' } : { consent: { refused: [] } }))
  const { body } = await launch(issuer, { scope: 'openid patient/*.cruds user/*.cruds' })
  const [signIn, consent] = issuer.shown()

  expect(signIn?.scopes).toEqual(['openid', 'patient/*.cruds', 'user/*.cruds'])
  expect([consent?.prompt, consent?.scopes]).toEqual(['consent', ['openid', 'patient/*.rs']])
  expect(body.scope).toBe('openid patient/*.rs')
})

test.each(['unbound', 'billing'])('D165: somebody who is no clinician (%s) picks no patient', async (id) => {
  answerAs(id, { context: { patient } })

  expect((await authorize(issuer, { scope: 'launch/patient patient/*.rs' })).error).toBe('access_denied')
})

test('D165: a launch puts before patients and carers their own patient alone', async () => {
  const scope = 'launch patient/*.rs'
  const user = 'RelatedPerson/r-1'
  const launchFor = async (own: string | undefined) => {
    people.set('carer', { ...people.get('unbound'), id: 'carer', fhirUser: user, patient: own } as IssuerAccount)
    const token = await server.token({ role: 'system' })
    const made = await postLaunch(server, token, { patient, user })
    answerAs('carer')
    return authorize(issuer, { scope, launch: made.body.launch })
  }

  expect((await launchFor(undefined)).error).toBe('invalid_request')
  expect((await launchFor('somebody-else')).error).toBe('invalid_request')
  expect((await launchFor(patient)).code).not.toBeNull()
})

test('D165: of two tenants with one id the person says which', async () => {
  const scope = 'launch/patient patient/*.rs'
  answerAs('both', { context: { patient, tenant: otherTenant } })
  const named = await launch(issuer, { scope })
  const [, ...later] = issuer.shown()
  answerAs('both', { context: { patient } })

  await expect(authorize(issuer, { scope })).rejects.toThrow('too many redirects')
  expect(named.body).toMatchObject({ patient, tenant: otherTenant })
  expect(later).toEqual([])
  expect(issuer.shown().at(-1)).toMatchObject({ prompt: 'context', tenants: [tenant, otherTenant] })
  answerAs('both', { context: { patient, tenant: 'nowhere' } })
  await expect(authorize(issuer, { scope })).rejects.toThrow('too many redirects')
  answerAs('patient-of-both')
  expect((await authorize(issuer, { scope })).error).toBe('access_denied')
})

test('D155: a person of two tenants is not the one whom a reference of one tenant names', async () => {
  const token = await server.token({ role: 'system', tenant: otherTenant })
  const made = await postLaunch(server, token, { patient, user: fhirUser })
  const asked = { scope: 'launch patient/*.rs', launch: made.body.launch }
  answerAs('both')

  expect(made.status).toBe(201)
  expect((await authorize(issuer, asked)).error).toBe('invalid_request')
})

test('D164: a refresh gives what the roles of the person allow now', async () => {
  people.set('changing', { ...people.get('clinician'), id: 'changing' } as IssuerAccount)
  answerAs('changing')
  const first = await launch(issuer, { scope: 'offline_access user/*.rs' })
  people.set('changing', { ...people.get('billing'), id: 'changing' } as IssuerAccount)
  const less = await refresh(issuer, first.body.refresh_token)

  expect(first.body.scope).toBe('offline_access user/*.rs')
  expect(less.body.scope.split(' ').toSorted()).toEqual(
    ['offline_access', 'user/Account.rs', 'user/Coverage.rs', 'user/Organization.rs'].toSorted(),
  )
})

test('D164: a refresh gives nothing to a person whose patient is another one now', async () => {
  people.set('moving', { ...people.get('patient'), id: 'moving' } as IssuerAccount)
  answerAs('moving')
  const first = await launch(issuer, { scope: 'launch/patient offline_access patient/*.rs' })
  people.set('moving', { ...people.get('patient'), id: 'moving', patient: 'somebody-else' } as IssuerAccount)
  const later = await refresh(issuer, first.body.refresh_token)

  expect(first.body.patient).toBe(patient)
  expect([later.status, later.body.error]).toEqual([400, 'invalid_grant'])
})

/** Of the tenant that `act` finds disabled, known to the authorisation server. */
async function whileDisabled<T>(one: string, act: () => Promise<T>): Promise<T> {
  const refusal = () =>
    fetch(`${server.base}/fhir/R4/Patient`, { headers: { 'X-Tenant-Id': one, Authorization: `Bearer ${ofOne}` } })
  const ofOne = await server.token({ tenant: one })
  await moveTenant(site.pool, one, 'disable')
  try {
    await waitFor(refusal, ({ status }) => status === 403)
    return await act()
  } finally {
    await moveTenant(site.pool, one, 'enable')
  }
}

test('D190: a tenant that is disabled is none that the pages offer, and none of the token', async () => {
  const scope = 'openid launch/patient patient/*.rs'
  const pick = (prompt: string) =>
    prompt === 'login' ? { accountId: 'both' } : { context: { patient }, consent: { refused: [] } }
  const seen = await whileDisabled(otherTenant, async () => {
    let granted: Awaited<ReturnType<typeof launch>> | undefined
    // The authorisation server of this test asks again for a tenant after two seconds.
    await waitFor(
      async () => {
        issuer.answerBy(({ prompt }) => pick(prompt))
        granted = await launch(issuer, { scope }).catch(() => undefined)
        return issuer.shown().find(({ prompt }) => prompt === 'context')?.tenants
      },
      (tenants) => tenants?.length === 1,
    )
    return { granted, offered: issuer.shown().find(({ prompt }) => prompt === 'context')?.tenants }
  })
  const store = new IssuerStore(site.pool, async () => parseMasterKey(key))
  const token = await store.state.findToken(['AccessToken'], seen.granted?.body.access_token)

  expect(seen.offered).toEqual([tenant])
  expect(seen.granted?.body).toMatchObject({ patient })
  expect(Object(token?.payload['extra']).tenants).toEqual([tenant])
})

test('D190: nobody launches an app, or signs in, for a tenant that is disabled', async () => {
  const token = await server.token({ tenant: otherTenant })
  people.set('other', { ...people.get('clinician'), id: 'other', tenants: [otherTenant] } as IssuerAccount)
  const [launched, signedIn] = await whileDisabled(otherTenant, async () => {
    const made = await waitFor(
      () => postLaunch(server, token, {}),
      ({ status }) => status !== 201,
    )
    answerAs('other')
    const back = await waitFor(
      () => authorize(issuer, { scope: 'openid user/Patient.rs' }),
      ({ code }) => code === null,
    )
    return [made, back]
  })

  expect([launched.status, launched.body.error]).toEqual([403, 'access_denied'])
  expect(signedIn.error).toBe('access_denied')
})
