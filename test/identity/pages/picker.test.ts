/** How a clinician finds the patient for an app: with their rights, and with a record of it. D165, D171; SMART App Launch 2.2 scopes-and-launch-context.html. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { IssuerAccount } from '../../../src/identity/issuer/accounts.ts'
import { moveTenant } from '../../../src/store/tenants/tenant-moves.ts'
import { examplePatient } from '../../builders.ts'
import { createColleague, createPatient, giveConsent, must, practitionerRoleId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type PageServer, startPages } from '../issuer/issuer-server.ts'
import { exchange } from '../issuer/smart-app.ts'
import { openPath, type Seen, visit } from './visit.ts'

const [tenant, otherTenant] = developmentTenants
const key = randomBytes(32).toString('base64')
const scope = 'launch/patient patient/*.rs'

const account = (id: string, members: Partial<IssuerAccount> = {}): readonly [string, IssuerAccount] => [
  id,
  { id, tenants: [tenant], spokes: ['link'], roles: ['clinician'], ...members },
]
const people = new Map([
  account('clinician', { fhirUser: 'PractitionerRole/colleague' }),
  account('denied', { fhirUser: `PractitionerRole/${practitionerRoleId}` }),
  account('both', { tenants: [tenant, otherTenant] }),
  account('nowhere', { spokes: [] }),
])

const headers = { 'content-type': 'application/fhir+json' }

let site: Site
let server: RunningServer
let issuer: PageServer
let ada: string
let hidden: string
let hostile: string
let elsewhere: string
let encounter: string
let othersEncounter: string
beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site, env: { BANKSIA_KEY: key } })
  await createColleague(server.call)
  ada = await createPatient(server.call, { name: [{ family: 'Grevillea', given: ['Ada', 'May'] }] })
  hidden = await createPatient(server.call, { name: [{ family: 'Hidden', given: ['Hannaleonora'] }] })
  hostile = await putElsewhere('hostile', '<script>alert(1)</script>\u202e"onload="x', 'الكسندر')
  elsewhere = await putElsewhere('elsewhere', 'Telopea', 'Tom')
  for (let at = 0; at < 23; at += 1) await putElsewhere(`many-${at}`, 'Manyfold', `Number${at}`)
  encounter = await putEncounter(ada, 'ada-visit')
  othersEncounter = await putEncounter(hidden, 'hidden-visit')
  // The caller of these requests is denied, too.
  await giveConsent(server.call, hidden, {
    decision: 'deny',
    permits: ['share'],
    recipients: [`PractitionerRole/${practitionerRoleId}`],
  })
  issuer = await startPages(site, key, people)
})
afterAll(async () => {
  await issuer?.stop()
  await server?.stop()
  await site?.remove()
})

async function putElsewhere(id: string, family: string, given: string): Promise<string> {
  const { identifier: _identifier, ...rest } = examplePatient
  const body = { ...rest, id, name: [{ family, given: [given] }] }
  await must(201, server.call('PUT', `/fhir/R4/Patient/${id}`, { body, headers, as: { tenant: otherTenant } }))
  return id
}

async function putEncounter(patient: string, id: string): Promise<string> {
  const body = {
    resourceType: 'Encounter',
    id,
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    subject: { reference: `Patient/${patient}` },
    period: { start: '2026-01-01T10:00:00+10:00' },
    serviceType: { text: 'General practice' },
    serviceProvider: { reference: `Organization/00000000-0000-7000-8000-00000000d003` },
    reasonCode: [{ text: 'cough <b>' }],
  }
  await must(201, server.call('PUT', `/fhir/R4/Encounter/${id}`, { body, headers }))
  return id
}

const find = async (fields: Record<string, string>, who = 'clinician', more = {}): Promise<Seen> =>
  (await visit(issuer, who, { scope, ...more })).post({ tenant, ...fields })

const choicesOf = ({ html }: Seen, name = 'patient'): string[] =>
  [...html.matchAll(new RegExp(`<button class="plain" name="${name}" value="([^"]+)"`, 'g'))].map(([, id]) => id ?? '')

const audited = async (): Promise<string[]> => {
  const { body } = await must(
    200,
    server.call('GET', '/fhir/R4/AuditEvent?_count=50&_sort=-date', { as: { role: 'auditor' } }),
  )
  return body.entry.map((entry: { resource: object }) => JSON.stringify(entry.resource))
}

test('D171: before a search no patient is listed, and an empty search finds nobody', async () => {
  const first = await visit(issuer, 'clinician', { scope })
  const empty = await first.post({ tenant, name: '  ', birthDate: '', identifier: '' })

  expect(first.status).toBe(200)
  expect(first.html).toContain('<h1>Choose a patient</h1>')
  expect([choicesOf(first), choicesOf(empty)]).toEqual([[], []])
  expect(empty.status).toBe(400)
  expect(empty.html).toContain('Enter a name')
})

test.each<[string, Record<string, string>]>([
  ['the words of a name in any order', { name: 'grevillea ada' }],
  ['the beginning of a name', { name: 'Grev' }],
  ['a name and a date of birth', { name: 'ada', birthDate: '1984-09-02' }],
  ['an IHI with gaps', { name: 'grevillea', identifier: '8003 6081 6669 0503' }],
  ['a record number', { name: 'ada', identifier: 'KG-0417' }],
])('D171: %s finds the patient', async (_case, fields) => {
  const found = await find(fields)

  expect(choicesOf(found)).toEqual([ada])
  expect(found.html).toContain('born 2 September 1984')
  expect(found.html).toContain('IHI 8003 6081 6669 0503')
})

test.each<[string, Record<string, string>]>([
  ['another date of birth', { name: 'ada', birthDate: '1984-09-03' }],
  ['a comma, which would mean "or"', { name: 'nobody,ada' }],
  ['a name of the other tenant', { name: 'Telopea' }],
])('D171: %s finds nobody', async (_case, fields) => {
  const found = await find(fields)

  expect(found.status).toBe(200)
  expect(choicesOf(found)).toEqual([])
  expect(found.html).toContain('No patient was found')
})

test('SMART 170: the patient who is picked is the one of the token', async () => {
  const found = await find({ name: 'grevillea' })
  const consent = await found.post({ tenant, patient: ada })
  const { returned } = await consent.post({ answer: 'allow', scope: ['launch/patient', 'patient/*.rs'] })
  const { body } = await exchange(issuer, returned?.get('code') ?? null)

  expect(consent.html).toContain('Ada May Grevillea')
  expect(body).toMatchObject({ patient: ada, tenant })
})

test('D171: a record that is denied to the person is neither found nor picked', async () => {
  await waitFor(
    async () => choicesOf(await find({ name: 'Hidden' }, 'denied')),
    (ids) => ids.length === 0,
  )
  const found = await find({ name: 'Hidden' }, 'denied')
  const picked = await found.post({ tenant, patient: hidden })

  expect(choicesOf(await find({ name: 'Hidden' }))).toEqual([hidden])
  expect(choicesOf(await find({ name: 'Ada' }, 'denied'))).toEqual([ada])
  expect([picked.status, picked.returned]).toEqual([400, undefined])
  expect(picked.html).not.toContain('Hannaleonora')
})

test.each([
  ['a patient of another tenant', () => ({ tenant, patient: elsewhere })],
  ['a tenant that is not theirs', () => ({ tenant: otherTenant, patient: elsewhere })],
  ['no tenant', () => ({ patient: ada })],
  ['a patient who is not there', () => ({ tenant, patient: 'nobody' })],
  ['an id that is none', () => ({ tenant, patient: '../Patient/x' })],
])('D171: %s is not taken, and the search is shown again', async (_case, fields) => {
  const seen = await (await visit(issuer, 'clinician', { scope })).post(fields())

  expect([seen.status, seen.returned]).toEqual([400, undefined])
  expect(seen.html).toContain('<h1>Choose a patient</h1>')
})

test('D171: a person of two tenants says in which one they search, by its name', async () => {
  const first = await visit(issuer, 'both', { scope })
  const found = await find({ tenant: otherTenant, name: 'Telopea' }, 'both')
  const consent = await found.post({ tenant: otherTenant, patient: elsewhere })
  const { returned } = await consent.post({ answer: 'allow', scope: 'patient/*.rs' })

  expect(first.html).toContain('Development, base R4')
  expect(choicesOf(found)).toEqual([elsewhere])
  expect((await exchange(issuer, returned?.get('code') ?? null)).body).toMatchObject({ tenant: otherTenant })
})

test('D171: a page shows at most twenty, and the next ones are all different', async () => {
  const first = await find({ tenant: otherTenant, name: 'Manyfold' }, 'both')
  const cursor = /name="cursor" value="([^"]+)"/.exec(first.html)?.[1] ?? ''
  const second = await first.post({ tenant: otherTenant, cursor })

  expect(choicesOf(first)).toHaveLength(20)
  expect(choicesOf(second)).toHaveLength(3)
  expect(new Set([...choicesOf(first), ...choicesOf(second)]).size).toBe(23)
  expect(cursor).not.toContain('Manyfold')
  expect((await first.post({ tenant: otherTenant, cursor: `${cursor}x` })).status).toBe(400)
})

test('D171: a name is text, however it is written', async () => {
  const found = await find({ tenant: otherTenant, name: '<script>alert(1)</script>' }, 'both')
  const long = await find({ name: 'x'.repeat(10_000) })
  const many = await find({ name: 'a '.repeat(100) })

  expect(choicesOf(found)).toEqual([hostile])
  expect(found.html).not.toMatch(/<script/)
  expect(found.html).not.toContain('\u202e')
  expect(found.html).toContain('&lt;script&gt;')
  expect([long.status, many.status]).toEqual([400, 400])
  expect(long.html).not.toContain('x'.repeat(20))
})

test('D171: the search and the pick are in the audit, as searches and reads of FHIR are', async () => {
  const found = await find({ name: 'grevillea' })
  await found.post({ tenant, patient: ada })
  // The page of consent reads the name once more.
  const [, read = '', search = ''] = await audited()

  expect(read).toContain('"clinician"')
  expect(read).toContain(`Patient/${ada}`)
  expect(search).toContain('search')
  expect(`${read}${search}`).not.toMatch(/grevillea/i)
})

test('D171: the names of patients are shown to nobody who has not signed in', async () => {
  const seen = await visit(issuer, 'clinician', { scope })
  const stranger = await openPath(issuer, seen.path)

  expect(stranger.status).toBe(400)
  expect(stranger.html).toContain('This sign-in has ended')
})

test('D171: an account without a spoke reads nothing, and reads why', async () => {
  const seen = await find({ name: 'grevillea' }, 'nowhere')

  expect(seen.status).toBe(403)
  expect(seen.html).toContain('You may not choose a patient')
})

test('D171: who cancels goes back to the app without anything', async () => {
  const { returned } = await (await visit(issuer, 'clinician', { scope })).post({ answer: 'refuse' })

  expect(returned?.get('error')).toBe('access_denied')
  expect(returned?.get('code')).toBeNull()
})

const withVisit = { scope: 'launch/patient launch/encounter patient/*.rs' }
const allow = { answer: 'allow', scope: ['launch/patient', 'launch/encounter', 'patient/*.rs'] }

test('SMART 171: where the app asks for a visit, one of this patient may be chosen, or none', async () => {
  const visits = await (await find({ name: 'grevillea' }, 'clinician', withVisit)).post({ tenant, patient: ada })
  const one = await (await visits.post({ tenant, patient: ada, encounter })).post(allow)
  const again = await (await find({ name: 'grevillea' }, 'clinician', withVisit)).post({ tenant, patient: ada })
  const none = await (await again.post({ tenant, patient: ada, encounter: 'none' })).post(allow)
  const answers = await Promise.all(
    [one, none].map(async ({ returned }) => (await exchange(issuer, returned?.get('code') ?? null)).body),
  )

  expect(choicesOf(visits, 'encounter')).toEqual([encounter])
  expect(visits.html).toContain('Visit, 1 January 2026, 10:00')
  expect(visits.html).toContain('cough &lt;b&gt;')
  expect(answers).toMatchObject([{ patient: ada, encounter }, { patient: ada }])
  expect(answers[1]?.encounter).toBeUndefined()
})

test('D171: the visit of another patient, or of nobody, is not taken', async () => {
  const visits = await (await find({ name: 'grevillea' }, 'clinician', withVisit)).post({ tenant, patient: ada })
  for (const wrong of [othersEncounter, 'nothing', '../x']) {
    const seen = await visits.post({ tenant, patient: ada, encounter: wrong })
    expect([seen.status, seen.returned]).toEqual([400, undefined])
    expect(seen.html).toContain('<h1>Choose a visit</h1>')
  }
})

test('D171: a practice that an operator has disabled is left out, and the others go on', async () => {
  await moveTenant(site.pool, otherTenant, 'disable')
  const seen = await waitFor(
    () => visit(issuer, 'both', { scope }),
    ({ html }) => !html.includes('Development, base R4'),
  ).finally(() => moveTenant(site.pool, otherTenant, 'enable'))
  const found = await seen.post({ tenant, name: 'grevillea' })

  expect([seen.status, found.status]).toEqual([200, 200])
  expect(seen.html).toContain('<h1>Choose a patient</h1>')
  expect(choicesOf(found)).toEqual([ada])
})
