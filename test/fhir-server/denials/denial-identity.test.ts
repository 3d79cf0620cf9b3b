/** A denial holds for the person that it names, even if their token names them otherwise; for a caller who is nobody here, every denial holds. D56, D66. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Consent, ConsentProvisionActor, Reference } from '@medplum/fhirtypes'
import {
  createColleague,
  createPatient,
  must,
  openEncounter,
  organizationId,
  practitionerId,
  practitionerRoleId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { openHook, subscription } from '../../queues/hook.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call

const fhir = (method: string, path: string, body?: object, as: object = {}, headers: object = {}) =>
  call(method, `/fhir/R4/${path}`, {
    ...(body === undefined ? {} : { body }),
    as,
    headers: { 'content-type': body === undefined ? '' : 'application/fhir+json', ...headers },
  })

const codes = 'http://terminology.hl7.org/CodeSystem'
const denialOf = (patientId: string, references: readonly Reference[]): Consent => ({
  resourceType: 'Consent',
  status: 'active',
  scope: { coding: [{ system: `${codes}/consentscope`, code: 'patient-privacy' }] },
  category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
  patient: { reference: `Patient/${patientId}` },
  policyRule: { text: 'as said' },
  provision: {
    type: 'deny',
    actor: references.map((reference) => ({
      role: { coding: [{ system: `${codes}/v3-ParticipationType`, code: 'IRCP' }] },
      reference: reference as ConsentProvisionActor['reference'],
    })),
  },
})

/** A patient who denies it to those, in every process. */
async function denyTo(...references: readonly Reference[]): Promise<string> {
  const patientId = await createPatient(call)
  await must(201, fhir('POST', 'Consent', denialOf(patientId, references), { fhirUser: 'Practitioner/observer' }))
  await waitFor(
    () => fhir('GET', `Patient/${patientId}`, undefined, nobody),
    ({ status }) => status === 404,
  )
  return patientId
}

const nobody = { fhirUser: 'Practitioner/nobody' }
const program = { role: 'system', scope: 'system/*.cruds banksia/spoke.read banksia/spoke.write' }
const statusFor = async (patientId: string, as: object) =>
  (await fhir('GET', `Patient/${patientId}`, undefined, as)).status

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  await createColleague(call)
  await createColleague(call, 'observer')
  await createColleague(call, 'second', { practitioner: { reference: `Practitioner/${practitionerId}` } })
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

/** One person: by each role, and by no role. */
const logins = [{}, { practitionerRole: 'second' }, { fhirUser: `Practitioner/${practitionerId}` }]
const colleague = { practitionerRole: 'colleague' }

describe('whichever way somebody signs in', () => {
  test.each([
    ['the Practitioner', `Practitioner/${practitionerId}`],
    ['a role that is signed in with', `PractitionerRole/${practitionerRoleId}`],
    ['another role', 'PractitionerRole/second'],
  ])('D66: a denial of %s covers the person', async (_title, reference) => {
    const patientId = await denyTo({ reference })

    for (const as of logins) expect([as, await statusFor(patientId, as)]).toEqual([as, 404])
    expect(await statusFor(patientId, colleague)).toBe(200)
    expect(await statusFor(patientId, program)).toBe(200)
  })

  test('D66: a denial of an organisation covers those of its parts', async () => {
    const part = {
      resourceType: 'Organization',
      name: 'Ward',
      identifier: [{ system: 'https://hr.example.org/units', value: 'ward' }],
      partOf: { reference: `Organization/${organizationId}` },
    }
    const { body } = await must(201, fhir('POST', 'Organization', part))
    await createColleague(call, 'ward', { organization: { reference: `Organization/${body.id}` } })

    const patientId = await denyTo({ reference: `Organization/${organizationId}` })

    expect(await statusFor(patientId, { practitionerRole: 'ward' })).toBe(404)
  })

  test('D66: a denial of a team covers its members, and no others', async () => {
    const team = {
      resourceType: 'CareTeam',
      status: 'active',
      participant: [{ member: { reference: 'PractitionerRole/second' } }],
    }
    const { body } = await must(201, fhir('POST', 'CareTeam', team))

    const patientId = await denyTo({ reference: `CareTeam/${body.id}` })

    for (const as of logins) expect([as, await statusFor(patientId, as)]).toEqual([as, 404])
    expect(await statusFor(patientId, colleague)).toBe(200)
  })

  test('D66: a denial by identifier covers the person', async () => {
    const identifier = { system: 'https://hr.example.org/staff', value: 'colleague' }

    const patientId = await denyTo({ identifier })

    expect(await statusFor(patientId, { fhirUser: 'Practitioner/colleague' })).toBe(404)
    expect(await statusFor(patientId, {})).toBe(200)
  })
})

test('D66: nobody lifts a denial by changing what says who they are', async () => {
  await createColleague(call, 'changing')
  const as = { practitionerRole: 'changing' }
  const { body: team } = await must(
    201,
    fhir('POST', 'CareTeam', {
      resourceType: 'CareTeam',
      participant: [{ member: { reference: 'Practitioner/changing' } }],
    }),
  )
  const patientId = await denyTo({ reference: `CareTeam/${team.id}` })
  await waitFor(
    () => statusFor(patientId, as),
    (status) => status === 404,
  )
  const role = (await must(200, fhir('GET', 'PractitionerRole/changing', undefined, as))).body
  const other = { ...role, practitioner: { reference: 'Practitioner/colleague' } }
  const patch = [{ op: 'remove', path: '/participant' }]
  const entry = [{ resource: other, request: { method: 'PUT', url: 'PractitionerRole/changing' } }]

  expect((await fhir('PUT', 'PractitionerRole/changing', other, as)).status).toBe(403)
  expect((await fhir('PUT', 'PractitionerRole?_id=changing', other, as)).status).toBe(403)
  expect((await fhir('POST', '', { resourceType: 'Bundle', type: 'transaction', entry }, as)).status).toBe(403)
  expect((await fhir('DELETE', 'PractitionerRole/changing', undefined, as)).status).toBe(403)
  const headers = { 'content-type': 'application/json-patch+json' }
  expect((await fhir('PATCH', `CareTeam/${team.id}`, patch, as, headers)).status).toBe(403)
  const self = { resourceType: 'Practitioner', id: 'nobody' }
  expect((await fhir('PUT', 'Practitioner/nobody', self, nobody)).status).toBe(403)
  expect(await statusFor(patientId, as)).toBe(404)
  expect((await fhir('PUT', 'PractitionerRole/changing', other)).status).toBe(200)
})

describe('a program', () => {
  test('D66: it is what its issuer calls so', async () => {
    const system = `${server.base}/oidc`
    const ours = await denyTo({ type: 'Device', identifier: { system, value: 'development' } })
    const others = await denyTo({
      type: 'Device',
      identifier: { system: 'https://login.example.org', value: 'development' },
    })

    expect(await statusFor(ours, program)).toBe(404)
    expect(await statusFor(ours, { fhirUser: 'Practitioner/colleague' })).toBe(404)
    expect(await statusFor(others, program)).toBe(200)
  })
})

describe('D87: a denial that may be of a program', () => {
  const identifier = [{ system: 'https://hr.example.org/units', value: 'lab' }]
  const member = (type: string, id: string) => [{ member: { reference: `${type}/${id}` } }]
  const stored = async (resource: { readonly resourceType: string }): Promise<string> =>
    (await must(201, fhir('POST', resource.resourceType, resource))).body.id

  test('D87: one of an organisation is, by reference, identifier or team', async () => {
    const id = await stored({ resourceType: 'Organization', name: 'Laboratory', identifier } as never)
    const team = await stored({
      resourceType: 'CareTeam',
      status: 'active',
      participant: member('Organization', id),
    } as never)
    for (const named of [{ reference: `Organization/${id}` }, { identifier: identifier[0] ?? {} }])
      expect([named, await statusFor(await denyTo(named), program)]).toEqual([named, 404])
    const ofTeam = await denyTo({ reference: `CareTeam/${team}` })

    expect(await statusFor(ofTeam, program)).toBe(404)
    expect(await statusFor(ofTeam, colleague)).toBe(200)
  })

  test('D87: one of a team of people is not', async () => {
    const team = await stored({
      resourceType: 'CareTeam',
      status: 'active',
      participant: member('PractitionerRole', 'second'),
    } as never)

    expect(await statusFor(await denyTo({ reference: `CareTeam/${team}` }), program)).toBe(200)
  })
})

/** What a Bundle tells beside its links, which repeat what was asked. D111. */
const toldIn = ({ body }: Answer): string => JSON.stringify({ ...body, link: undefined })

describe('who is nobody here', () => {
  let hidden: string
  let open: string
  let conditionId: string
  let encounterId: string
  const condition = () => ({
    resourceType: 'Condition',
    clinicalStatus: { coding: [{ system: `${codes}/condition-clinical`, code: 'active' }] },
    category: [{ coding: [{ system: `${codes}/condition-category`, code: 'problem-list-item' }] }],
    code: { text: 'Asthma' },
    subject: { reference: `Patient/${hidden}` },
  })

  beforeAll(async () => {
    hidden = await denyTo({ reference: 'Practitioner/colleague' })
    open = await createPatient(call)
    conditionId = (await must(201, fhir('POST', 'Condition', condition()))).body.id
    encounterId = await openEncounter(call, hidden)
    await must(200, fhir('GET', `Patient/${hidden}`))
  })

  test.each([
    ['a Practitioner who is not here', nobody],
    ['a role that is not here', { practitionerRole: 'nobody' }],
    ['a relative, as a clinician', { fhirUser: 'RelatedPerson/nobody' }],
  ])('D66: what anybody is denied is hidden from %s', async (_title, as) => {
    expect(await statusFor(hidden, as)).not.toBe(200)
    expect((await fhir('GET', `Condition/${conditionId}`, undefined, as)).status).not.toBe(200)
  })

  test('D66: a carer is a RelatedPerson who is here', async () => {
    const relative = {
      resourceType: 'RelatedPerson',
      patient: { reference: `Patient/${hidden}` },
      name: [{ text: 'Sister' }],
    }
    const { body } = await must(201, fhir('POST', 'RelatedPerson', relative))
    const carer = { role: 'carer', patient: hidden }

    expect(await statusFor(hidden, carer)).toBe(404)
    expect(await statusFor(hidden, { ...carer, fhirUser: 'RelatedPerson/nobody' })).toBe(404)
    expect(await statusFor(hidden, { ...carer, fhirUser: `RelatedPerson/${body.id}` })).toBe(200)
  })

  test('D66: reads, searches, histories, operations and writes are as if it were not there', async () => {
    const paths = ['$everything', '$docref', '_history', '_history/1', 'Condition']

    expect(await statusFor(open, nobody)).toBe(200)
    for (const path of paths) {
      const { status, text } = await fhir('GET', `Patient/${hidden}/${path}`, undefined, nobody)
      expect([path, text.includes(conditionId), status === 404 || /"total":0|"entry":\[\]/.test(text)]).toEqual([
        path,
        false,
        true,
      ])
    }
    for (const path of ['Patient', 'Condition', '_history', `Condition?patient=${hidden}`])
      expect([path, toldIn(await fhir('GET', path, undefined, nobody)).includes(hidden)]).toEqual([path, false])
    expect((await fhir('POST', 'Condition', condition(), nobody)).status).toBe(404)
  })

  test('D66: no AuditEvent tells of it, but to auditors', async () => {
    const asked = [`AuditEvent?patient=${hidden}`, 'AuditEvent?_count=200', `AuditEvent?entity=Patient/${hidden}`]
    const [event] = (await must(200, fhir('GET', asked[0] ?? ''))).body.entry

    for (const path of asked) {
      const told = toldIn(await must(200, fhir('GET', path, undefined, nobody)))
      expect([path, told.includes(`Patient/${hidden}`), told.includes(encounterId)]).toEqual([path, false, false])
    }
    expect((await fhir('GET', `AuditEvent/${event.resource.id}`, undefined, nobody)).status).toBe(404)
    const { body } = await must(200, fhir('GET', asked[0] ?? '', undefined, { role: 'auditor' }))
    expect(body.entry.length).toBeGreaterThan(0)
  })

  test('D66: `/v1` has nothing of it', async () => {
    expect((await call('GET', `/v1/encounters/${encounterId}`, { as: nobody })).status).toBe(404)
    const { text } = await must(200, call('GET', '/v1/encounters', { as: nobody }))
    expect(text).not.toContain(encounterId)
    expect((await call('GET', `/v1/encounters/${encounterId}`)).status).toBe(200)
  })

  test('D66: the file of an export shows each reader what they may read', async () => {
    const as = { scope: 'system/*.rs banksia/spoke.read' }
    const kickOff = await fhir('GET', '$export?_type=Patient,Condition', undefined, as, { prefer: 'respond-async' })
    const pathOf = (url: string) => new URL(url).pathname.replace('/fhir/R4/', '')
    const { body } = await waitFor(
      () => fhir('GET', pathOf(kickOff.headers.get('content-location') ?? ''), undefined, as),
      ({ status }) => status === 200,
    )
    const files = body.output as { type: string; url: string }[]
    const read = async (as: object) =>
      (await Promise.all(files.map(({ url }) => fhir('GET', pathOf(url), undefined, as))))
        .map(({ text }) => text)
        .join('')

    const [own, others] = [await read(as), await read({ ...as, ...nobody })]

    expect([own.includes(hidden), own.includes(conditionId), own.includes(open)]).toEqual([true, true, true])
    expect([others.includes(hidden), others.includes(conditionId), others.includes(open)]).toEqual([false, false, true])
  })

  test('D66: a subscription of theirs is told of others alone', async () => {
    const hook = await openHook()
    const body = subscription(server.base, { topic: 'patient-record-changed', endpoint: hook.url })
    const { body: made } = await must(201, fhir('POST', 'Subscription', body, nobody))
    await waitFor(
      async () => hook.notified.length,
      (count) => count > 0,
    )

    await must(201, fhir('POST', 'Condition', condition()))
    const of = { ...condition(), subject: { reference: `Patient/${open}` } }
    const { body: seen } = await must(201, fhir('POST', 'Condition', of))
    const told = await waitFor(
      async () => hook.notified.flatMap(({ events }) => events.map(({ focus }) => focus)),
      (focuses) => focuses.length > 0,
    )
    await must(204, fhir('DELETE', `Subscription/${made.id}`))
    await hook.close()

    expect(told).toEqual([`${server.base}/fhir/R4/Condition/${seen.id}`])
    expect(hook.notified.some(({ text }) => text.includes(hidden))).toBe(false)
  })

  test('D56: they break the glass as everybody does', async () => {
    const headers = { 'x-break-glass': 'emergency' }

    expect((await fhir('GET', `Patient/${hidden}`, undefined, nobody, headers)).status).toBe(200)
  })
})
