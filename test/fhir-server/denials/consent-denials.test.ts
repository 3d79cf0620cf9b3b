/** A denied record does not exist for the caller: reads, searches, histories, exports, writes and notifications. docs/design/hub.md#consent; D56. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Role, systemCaller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import type { Asker } from '../../../src/domain/consent/asker.ts'
import { withConsentDenials } from '../../../src/domain/consent/consent-denials.ts'
import { isDenied } from '../../../src/domain/consent/provisions.ts'
import type { Looking } from '../../../src/domain/practitioner/practitioner-roles.ts'
import { openOwnAddresses } from '../../../src/fhir/own-addresses.ts'
import {
  approveOne,
  createColleague,
  createPatient,
  giveConsent,
  must,
  practitionerRoleId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { openHook, subscription } from '../../queues/hook.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
/** The one who denies it, with a released document; and another. */
let hidden: string
let other: string
let documentId: string
let consentId: string
let conditionId: string

/** Another clinician: nothing is denied to this one. */
const colleague = { practitionerRole: 'colleague' } as const
const fhir = (method: string, path: string, body?: object, more: { as?: object; headers?: object } = {}) =>
  call(method, `/fhir/R4/${path}`, {
    ...(body === undefined ? {} : { body }),
    as: more.as ?? {},
    headers: { 'content-type': body === undefined ? '' : 'application/fhir+json', ...more.headers },
  })
const breakGlass = { headers: { 'x-break-glass': 'emergency' } }
const totalOf = ({ body }: Answer): number => body.entry?.length ?? 0
const isGone = async (path: string) => (await fhir('GET', path)).status === 404

const condition = (patientId: string) => ({
  resourceType: 'Condition',
  clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }] },
  verificationStatus: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'confirmed' }],
  },
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-category', code: 'problem-list-item' }] },
  ],
  code: { text: 'Asthma' },
  subject: { reference: `Patient/${patientId}` },
})

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  await createColleague(call)
  const approved = await approveOne(call)
  hidden = approved.patientId
  other = await createPatient(call)
  const { body } = await must(200, call('GET', `/v1/artifacts/${approved.artifactId}`))
  documentId = body.documentId
  conditionId = (await must(201, fhir('POST', 'Condition', condition(hidden)))).body.id
  await must(201, fhir('POST', 'Condition', condition(other)))
  await must(200, fhir('GET', `Bundle/${documentId}`))
  consentId = await giveConsent(call, hidden, {
    decision: 'deny',
    permits: ['share'],
    recipients: [`PractitionerRole/${practitionerRoleId}`],
  })
  // Every process knows of it within two seconds.
  await waitFor(
    () => isGone(`Patient/${hidden}`),
    (is) => is,
  )
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

describe('to whom it is denied', () => {
  test('D56: the record is not there, by whatever way it is read', async () => {
    const paths = [
      `Patient/${hidden}`,
      `Patient/${hidden}/$everything`,
      `Patient/${hidden}/_history`,
      `Patient/${hidden}/_history/1`,
      `Condition/${conditionId}`,
      `Bundle/${documentId}`,
      `Consent/${consentId}`,
    ]

    for (const path of paths) expect([path, (await fhir('GET', path)).status]).toEqual([path, 404])
    expect((await fhir('GET', `Patient/${other}`)).status).toBe(200)
  })

  test.each([
    ['Patient', 1],
    ['Condition', 1],
    ['Encounter', 0],
    ['Composition', 0],
    ['DocumentReference', 0],
    ['Provenance', 0],
    ['Bundle', 0],
  ])('D56: a search of %s finds those of others alone', async (type, expected) => {
    expect(totalOf(await must(200, fhir('GET', type)))).toBe(expected)
    expect(totalOf(await must(200, fhir('GET', type, undefined, { as: colleague })))).toBeGreaterThan(expected)
  })

  test('D84: neither is the Provenance of a document, which tells who wrote about the patient', async () => {
    const document = {
      resourceType: 'DocumentReference',
      status: 'current',
      type: { text: 'Letter' },
      subject: { reference: `Patient/${hidden}` },
      content: [{ attachment: { contentType: 'text/plain', data: 'SGVsbG8=' } }],
    }
    const { body } = await must(201, fhir('POST', 'DocumentReference', document, { as: colleague }))
    const path = `Provenance?target=DocumentReference/${body.id}`

    const found = await must(200, fhir('GET', path, undefined, { as: colleague }))

    expect(totalOf(found)).toBe(1)
    expect(totalOf(await must(200, fhir('GET', path)))).toBe(0)
    const { id, agent } = found.body.entry[0].resource
    expect(agent[0].who).toEqual({ reference: 'PractitionerRole/colleague' })
    expect(await isGone(`Provenance/${id}`)).toBe(true)
    expect(await isGone(`Provenance/${id}/_history/1`)).toBe(true)
  })

  test('D56: no chain, include, compartment or count tells of it', async () => {
    const { body } = await must(200, fhir('GET', `Condition?_id=${conditionId}&_include=Condition:subject`))

    expect(body.entry).toBeUndefined()
    expect(totalOf(await fhir('GET', `Condition?patient=${hidden}`))).toBe(0)
    expect(totalOf(await fhir('GET', 'Condition?subject:Patient.birthdate=1984-09-02&_count=50'))).toBe(1)
    expect(totalOf(await fhir('GET', `Patient/${hidden}/Condition`))).toBe(0)
    expect((await fhir('GET', 'Patient?_summary=count')).body.total).toBe(1)
    expect((await fhir('GET', `Patient?_has:Condition:patient:_id=${conditionId}`)).body.entry).toBeUndefined()
  })

  test('D56: a history of a type or of all leaves it out', async () => {
    for (const path of ['Condition/_history', '_history?_count=200']) {
      const { text } = await must(200, fhir('GET', path))
      expect([path, text.includes(conditionId), text.includes(hidden)]).toEqual([path, false, false])
    }
  })

  test('D56: what is hidden is neither changed nor added to', async () => {
    const found = await fhir('GET', `Condition/${conditionId}`, undefined, { as: colleague })
    const patch = [{ op: 'replace', path: '/code/text', value: 'x' }]
    const headers = { 'content-type': 'application/json-patch+json' }

    expect((await fhir('PUT', `Condition/${conditionId}`, found.body)).status).toBe(404)
    expect((await fhir('PATCH', `Condition/${conditionId}`, patch, { headers })).status).toBe(404)
    expect((await fhir('DELETE', `Condition/${conditionId}`)).status).toBe(404)
    expect((await fhir('POST', 'Condition', condition(hidden))).status).toBe(404)
    expect(
      (await fhir('POST', 'Condition', condition(hidden), { headers: { 'if-none-exist': `_id=${conditionId}` } }))
        .status,
    ).toBe(404)
    expect((await fhir('GET', `Condition/${conditionId}`, undefined, { as: colleague })).body.meta.versionId).toBe('1')
  })

  test('D56: an entry of a Bundle is refused as it would be alone', async () => {
    const batch = {
      resourceType: 'Bundle',
      type: 'batch',
      entry: [{ request: { method: 'GET', url: `Patient/${hidden}` } }],
    }

    const { body } = await must(200, fhir('POST', '', batch))

    expect(body.entry[0].response.status).toContain('404')
    expect(body.entry[0].resource).toBeUndefined()
  })

  test('D56: an export holds the others alone', async () => {
    const as = { scope: 'system/*.rs banksia/spoke.read' }
    const kickOff = await fhir('GET', '$export?_type=Patient,Condition,Provenance,Bundle', undefined, {
      as,
      headers: { prefer: 'respond-async' },
    })
    expect(kickOff.status).toBe(202)
    const status = new URL(kickOff.headers.get('content-location') ?? '').pathname.replace('/fhir/R4/', '')
    const { body } = await waitFor(
      () => fhir('GET', status, undefined, { as }),
      (answer) => answer.status === 200,
    )

    const files = body.output as { type: string; url: string; count: number }[]

    expect(files.map(({ type, count }) => [type, count])).toEqual([
      ['Patient', 1],
      ['Condition', 1],
    ])
    for (const { url } of files) {
      const { text } = await fhir('GET', new URL(url).pathname.replace('/fhir/R4/', ''), undefined, { as })
      expect(text).not.toContain(hidden)
    }
  })
})

describe('who subscribes', () => {
  test('D51: is told of others alone, in their order', async () => {
    const hook = await openHook()
    const body = subscription(server.base, { topic: 'patient-record-changed', endpoint: hook.url })
    const { body: made } = await must(201, fhir('POST', 'Subscription', body))
    await waitFor(
      async () => hook.notified.length,
      (count) => count > 0,
    )

    await must(201, fhir('POST', 'Condition', condition(hidden), { as: colleague }))
    const { body: seen } = await must(201, fhir('POST', 'Condition', condition(other), { as: colleague }))
    const told = await waitFor(
      async () => hook.notified.flatMap(({ events }) => events.map(({ focus }) => focus)),
      (focuses) => focuses.length > 0,
    )
    await must(204, fhir('DELETE', `Subscription/${made.id}`))
    await hook.close()

    expect(told).toEqual([`${server.base}/fhir/R4/Condition/${seen.id}`])
    expect(hook.notified.some(({ text }) => text.includes(hidden))).toBe(false)
  })
})

describe('breaking the glass', () => {
  test('D56: a clinician who says why sees it, which is marked in every record and told', async () => {
    const requestId = newId()
    const seen = await fhir('GET', `Patient/${hidden}`, undefined, {
      headers: { ...breakGlass.headers, 'x-request-id': requestId },
    })

    const { body } = await call('GET', `/v1/audit/events?requestId=${requestId}`, { as: { role: 'auditor' } })

    expect(seen.status).toBe(200)
    expect(body.items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['access.break-glass', 'fhir.read'])
    for (const { roles } of body.items) expect(roles).toContain('break-glass:emergency')
    expect(server.lines.filter(({ event }) => event === 'access.break-glass')).toMatchObject([
      { level: 'warn', fields: { requestId, reason: 'emergency' } },
    ])
  })

  test('D56: not without a reason of the list, and by nobody else', async () => {
    const wrong = await fhir('GET', `Patient/${hidden}`, undefined, { headers: { 'x-break-glass': 'Zebulon' } })
    const system = await fhir('GET', `Patient/${hidden}`, undefined, { ...breakGlass, as: { role: 'system' } })

    expect(wrong.status).toBe(400)
    expect(wrong.text).not.toContain('Zebulon')
    expect(system.status).toBe(403)
  })
})

describe('its end', () => {
  test('D56: when the consent is revoked the record is there again', async () => {
    const mine = await createPatient(call)
    const id = await giveConsent(call, mine, {
      decision: 'deny',
      permits: ['share'],
      recipientClasses: ['practitioner'],
    })
    const status = async () => (await fhir('GET', `Patient/${mine}`)).status
    await waitFor(status, (one) => one === 404)

    await must(200, call('POST', `/v1/consents/${id}:revoke`, { as: { role: 'patient', patient: mine } }))

    expect(await waitFor(status, (one) => one === 200)).toBe(200)
  })

  test('D64: a Consent and a record that name their patient by our address are obeyed and hidden', async () => {
    const mine = await createPatient(call)
    const address = `${server.base}/fhir/R4/Patient/${mine}`
    const ids = [`Patient/${mine}/_history/1`, address, `${address}/_history/1`].map(async (reference) => {
      const { body } = await must(201, fhir('POST', 'Condition', { ...condition(mine), subject: { reference } }))
      return String(body.id)
    })
    const conditions = (await Promise.all(ids)).toSorted()
    const elsewhere = {
      ...condition(mine),
      subject: { reference: `https://other.example.org/fhir/R4/Patient/${mine}` },
    }
    const stranger = (await must(201, fhir('POST', 'Condition', elsewhere))).body.id
    const found = async (path: string, as: object = {}) =>
      ((await fhir('GET', path, undefined, { as })).body.entry ?? [])
        .map(({ resource }: { resource: { id: string } }) => resource.id)
        .toSorted()
    const consent = {
      resourceType: 'Consent',
      status: 'active',
      scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }] },
      category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
      patient: { reference: address },
      policyRule: { text: 'not this one' },
      provision: {
        type: 'deny',
        actor: [
          {
            role: { coding: [{ code: 'IRCP' }] },
            reference: { reference: `${server.base}/fhir/R4/PractitionerRole/${practitionerRoleId}` },
          },
        ],
      },
    }
    expect(await found(`Condition?patient=${mine}`)).toEqual(conditions)

    const { body } = await must(201, fhir('POST', 'Consent', consent))

    await waitFor(
      () => isGone(`Patient/${mine}`),
      (is) => is,
    )
    for (const id of conditions) expect((await fhir('GET', `Condition/${id}`)).status).toBe(404)
    expect((await fhir('GET', `Condition/${stranger}`)).status).toBe(200)
    expect(await found(`Condition?_id=${[...conditions, stranger].join(',')}`)).toEqual([stranger])
    expect(await found(`Condition?patient=${mine}`)).toEqual([])
    expect(await found(`Condition?patient=${mine}`, colleague)).toEqual(conditions)
    for (const id of [...conditions, stranger]) await fhir('DELETE', `Condition/${id}`, undefined, breakGlass)
    await fhir('DELETE', `Consent/${body.id}`, undefined, breakGlass)
  })

  test('R4 Consent.provision: a FHIR client’s own Consent counts as one of the Hub', async () => {
    const mine = await createPatient(call)
    const consent = {
      resourceType: 'Consent',
      status: 'active',
      scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }] },
      category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
      patient: { reference: `Patient/${mine}` },
      policyRule: { text: 'nobody' },
      provision: { type: 'deny' },
    }

    const { body } = await must(201, fhir('POST', 'Consent', consent))

    await waitFor(
      () => isGone(`Patient/${mine}`),
      (is) => is,
    )
    expect((await fhir('GET', `Patient/${mine}`, undefined, { as: { role: 'patient', patient: mine } })).status).toBe(
      200,
    )
    await fhir('DELETE', `Consent/${body.id}`, undefined, breakGlass)
    await waitFor(
      async () => !(await isGone(`Patient/${mine}`)),
      (is) => is,
    )
  })
})

const addresses = openOwnAddresses(['https://hub.example.org/fhir/R4', 'http://old.example.org/fhir/R4'])

/** Nothing but the one Consent is there. */
const lookingAt = (consent: JsonObject): Looking => ({
  tenant: { addresses, consentDenials: [{ id: 'c', consent }] },
  findCurrent: async () => undefined,
  search: async () => ({ items: [], next: undefined }),
})

test.each([
  ['Patient/a', ['a']],
  ['Patient/a/_history/1', ['a']],
  ['https://hub.example.org/fhir/R4/Patient/a', ['a']],
  ['http://old.example.org/fhir/R4/Patient/a/_history/1', ['a']],
  ['https://other.example.org/fhir/R4/Patient/a', undefined],
])('D64: a Consent of %s hides the record of its patient', async (reference, expected) => {
  const consent = { status: 'active', patient: { reference }, provision: { type: 'deny' } }
  const caller = { ...systemCaller(newId(), newId()), roles: ['clinician'] as const }

  expect((await withConsentDenials(lookingAt(consent), caller)).deniedPatients).toEqual(expected)
})

test('D56: a patient with another role asks in that role', async () => {
  const consent = { status: 'active', patient: { reference: 'Patient/a' }, provision: { type: 'deny' } }
  const hiddenFrom = async (roles: readonly Role[]) => {
    const caller = { ...systemCaller(newId(), newId()), roles }
    return (await withConsentDenials(lookingAt(consent), caller)).deniedPatients
  }

  expect(await hiddenFrom(['patient'])).toBeUndefined()
  for (const more of ['clinician', 'carer', 'system', 'billing'] as const)
    expect([more, await hiddenFrom(['patient', more])]).toEqual([more, ['a']])
  expect(await hiddenFrom([])).toEqual(['a'])
})

describe('provisions', () => {
  const at = Date.parse('2026-03-14T03:00:00Z')
  const asker: Asker = {
    isClinical: true,
    isCarer: false,
    isSystem: false,
    references: new Set(['PractitionerRole/a', 'Organization/b']),
    unsure: new Set(['CareTeam/t']),
    teams: new Set(['CareTeam/t']),
    identifiers: [
      { system: 'https://login.example.org', value: 'ehr' },
      { system: 'urn:hpio', value: '8003628233352432' },
    ],
    names: new Set(['ehr', 'Karri Grove']),
    addresses,
    at,
  }
  const as = (code: string, reference: object) => [{ role: { coding: [{ code }] }, reference }]
  const who = (reference: object) => as('IRCP', reference)
  const action = (code: string) => [{ coding: [{ code }] }]
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, object, boolean])[] = [
    ['everybody', { type: 'deny' }, true],
    ['this organisation', { type: 'deny', actor: who({ reference: 'Organization/b' }) }, true],
    ['another organisation', { type: 'deny', actor: who({ reference: 'Organization/c' }) }, false],
    ['this organisation by our address', { type: 'deny', actor: who({ reference: 'https://hub.example.org/fhir/R4/Organization/b' }) }, true],
    ['this organisation by a former address and version', { type: 'deny', actor: who({ reference: 'http://old.example.org/fhir/R4/Organization/b/_history/2' }) }, true],
    ['an organisation of another server, whose people nobody can tell', { type: 'deny', actor: who({ reference: 'https://other.example.org/fhir/R4/Organization/b' }) }, true],
    ['an identifier', { type: 'deny', actor: who({ identifier: { value: '8003628233352432' } }) }, true],
    ['a name', { type: 'deny', actor: who({ display: 'Karri Grove' }) }, true],
    ['another name', { type: 'deny', actor: who({ display: 'Harbour' }) }, false],
    ['any practitioner', { type: 'deny', actor: who({ type: 'Practitioner', display: 'Any practitioner' }) }, true],
    ['any carer', { type: 'deny', actor: who({ type: 'RelatedPerson' }) }, false],
    ['reading', { type: 'deny', action: action('access') }, true],
    ['correcting', { type: 'deny', action: action('correct') }, false],
    ['treatment', { type: 'deny', purpose: [{ code: 'TREAT' }] }, true],
    ['research', { type: 'deny', purpose: [{ code: 'HRESCH' }] }, false],
    ['until that very instant', { type: 'deny', period: { end: '2026-03-14T03:00:00Z' } }, false],
    ['until the next second', { type: 'deny', period: { end: '2026-03-14T03:00:01Z' } }, true],
    ['from that very instant', { type: 'deny', period: { start: '2026-03-14T03:00:00Z' } }, true],
    ['from tomorrow', { type: 'deny', period: { start: '2026-03-16' } }, false],
    ['until today', { type: 'deny', period: { end: '2026-03-14' } }, true],
    ['everybody but this one', { type: 'deny', provision: [{ type: 'permit', actor: who({ reference: 'PractitionerRole/a' }) }] }, false],
    ['this one alone', { type: 'permit', provision: [{ type: 'deny', actor: who({ reference: 'PractitionerRole/a' }) }] }, true],
    ['one document', { type: 'deny', class: [{ code: 'Composition' }] }, true],
    ['a team of which nobody can tell', { type: 'deny', actor: who({ reference: 'CareTeam/t' }) }, true],
    ['another team', { type: 'deny', actor: who({ reference: 'CareTeam/u' }) }, false],
    ['this program', { type: 'deny', actor: who({ identifier: { system: 'https://login.example.org', value: 'ehr' } }) }, true],
    ['a program of another issuer', { type: 'deny', actor: who({ identifier: { system: 'https://other.example.org', value: 'ehr' } }) }, false],
    ['whose data it is', { type: 'deny', actor: [{ role: { coding: [{ code: 'AUT' }] }, reference: { reference: 'Practitioner/x' } }] }, true],
    ['whoever keeps the data', { type: 'deny', actor: as('CST', { reference: 'Organization/c' }) }, true],
    ['everybody but whoever keeps the data', { type: 'deny', provision: [{ type: 'permit', actor: as('CST', { reference: 'Organization/b' }) }] }, true],
    ['another who is told first', { type: 'deny', actor: as('PRCP', { reference: 'Organization/c' }) }, false],
    ['one in a role that says nothing', { type: 'deny', actor: as('WIT', { reference: 'Organization/c' }) }, true],
    ['a kind of treatment', { type: 'deny', purpose: [{ code: 'COC' }] }, true],
    ['a purpose that nobody knows', { type: 'deny', purpose: [{ code: 'x' }] }, true],
    ['an action in words', { type: 'deny', action: [{ text: 'reading' }] }, true],
    ['until a second that is added', { type: 'deny', period: { end: '2026-12-31T23:59:60Z' } }, true],
    ['from no time that can be read', { type: 'deny', period: { start: '2026-99-99' } }, true],
    ['all but one document', { type: 'deny', provision: [{ type: 'permit', class: [{ code: 'Composition' }] }] }, true],
    ['all but some data', { type: 'deny', provision: [{ type: 'permit', dataPeriod: { start: '2026' } }] }, true],
    ['everybody but one of that name', { type: 'deny', provision: [{ type: 'permit', actor: who({ display: 'Karri Grove' }) }] }, true],
    ['everybody but a team of which nobody can tell', { type: 'deny', provision: [{ type: 'permit', actor: who({ reference: 'CareTeam/t' }) }] }, true],
    ['within what may not be permitted', { type: 'permit', actor: who({ reference: 'CareTeam/t' }), provision: [{ type: 'deny' }] }, true],
    ['nobody', { type: 'permit' }, false],
  ]

  test.each([
    ['OPTOUT', undefined, true],
    ['OPTIN', undefined, false],
    ['OPTOUT', { type: 'permit' }, false],
    ['OPTOUT', { provision: [{ type: 'permit', actor: who({ reference: 'PractitionerRole/a' }) }] }, false],
  ])('R4 Consent.policyRule: %s with the provision %j', (code, provision, expected) => {
    const consent = { status: 'active', policyRule: { coding: [{ code }] }, provision }

    expect(isDenied(consent as unknown as JsonObject, asker)).toBe(expected)
  })

  test.each(rows)('R4 Consent.provision: it denies %s', (_title, provision, expected) => {
    expect(isDenied({ status: 'active', provision } as unknown as JsonObject, asker)).toBe(expected)
  })
})
