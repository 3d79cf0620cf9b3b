/** Consents: permissions, denials and revocations, in the Hub and in FHIR, for clinicians, patients and carers. docs/design/hub.md#consent. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { isInForce } from '../../../src/domain/consent/consent-check.ts'
import type { ConsentContent } from '../../../src/store/hub-resources.ts'
import {
  createPatient,
  draftVerified,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let patientId: string
let other: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  patientId = await createPatient(call)
  other = await createPatient(call)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const patient = (id = patientId) => ({ role: 'patient', patient: id }) as const
const carer = (id = patientId) => ({ role: 'carer', patient: id }) as const
const base = { permits: ['share'], purposes: ['TREAT'], method: 'electronic' } as const
const readFhir = async (id: string) => (await must(200, call('GET', `/fhir/R4/Consent/${id}`))).body
const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id)

describe('what a consent says', () => {
  test('D64: a recipient by our own address is who it names, and no name', async () => {
    const role = `${server.base}/fhir/R4/PractitionerRole/${practitionerRoleId}`
    const elsewhere = `https://other.example.org/fhir/R4/PractitionerRole/${practitionerRoleId}`
    const mine = await createPatient(call)
    const give = (recipient: string) =>
      call('POST', '/v1/consents', { body: { ...base, patientId: mine, recipients: [recipient] } })

    const { body: named } = await must(201, give(role))
    const { body: other } = await must(201, give(elsewhere))
    const nobody = await give(`${server.base}/fhir/R4/PractitionerRole/nobody`)

    const actorOf = async (id: string) => (await readFhir(id)).provision.actor[0].reference
    expect(await actorOf(named.id)).toEqual({ reference: role })
    expect(await actorOf(other.id)).toEqual({ display: elsewhere })
    expect([nobody.status, nobody.body.errors]).toMatchObject([400, [{ field: 'recipients[0]' }]])
  })

  test('docs/design/hub.md#consent: the FHIR Consent says who, what, for what and until when', async () => {
    const { body: organization } = await must(
      201,
      call('POST', '/fhir/R4/Organization', {
        body: { resourceType: 'Organization', name: 'Heath Specialists', identifier: [hpio] },
        headers: { 'content-type': 'application/fhir+json' },
      }),
    )
    const id = await giveConsent(call, patientId, {
      recipients: ['Heath Specialists', `Organization/${organization.id}`],
      recipientClasses: ['carer'],
      artifactTypes: ['soap_note'],
      purposes: ['TREAT', 'HLEGAL'],
      period: { start: '2026-01-01T00:00:00Z', end: '2096-01-01T00:00:00Z' },
      givenBy: 'guardian',
    })

    const consent = await readFhir(id)

    expect(consent).toMatchObject({ status: 'active', performer: [{ type: 'RelatedPerson', display: 'guardian' }] })
    expect(consent.provision).toMatchObject({
      type: 'permit',
      period: { start: '2026-01-01T00:00:00Z', end: '2096-01-01T00:00:00Z' },
      actor: [
        { reference: { display: 'Heath Specialists' } },
        { reference: { reference: `Organization/${organization.id}` } },
        { reference: { display: 'Any carer of the patient' } },
      ],
      purpose: [{ code: 'TREAT' }, { code: 'HLEGAL' }],
      class: [{ code: 'Composition' }],
      code: [{ text: 'soap_note' }],
    })
    expect(consent.provision.action.map(({ coding }: { coding: { code: string }[] }) => coding[0]?.code)).toEqual([
      'collect',
      'use',
      'disclose',
      'access',
    ])
    await must(200, call('POST', '/fhir/R4/Consent/$validate', fhirBody(consent))).then(({ body }) =>
      expect(body.issue.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]),
    )
  })

  test('docs/design/hub.md#consent: what is withdrawn from the national record is denied in FHIR, one document or all', async () => {
    const drafted = await draftVerified(call)
    const withdrawn = { decision: 'withdrawn' }
    const body = { patientId: drafted.patientId, method: 'written', permits: [], nationalRecord: withdrawn }
    const { body: all } = await must(201, call('POST', '/v1/consents', { body }))
    const named = { ...body, nationalRecord: { ...withdrawn, artifactId: drafted.artifactId } }
    const { body: one } = await must(201, call('POST', '/v1/consents', { body: named }))
    const foreign = { ...body, patientId: other, nationalRecord: { ...withdrawn, artifactId: drafted.artifactId } }

    const refused = await call('POST', '/v1/consents', { body: foreign })

    expect((await readFhir(all.id)).provision).toMatchObject({ type: 'deny', actor: [{}] })
    expect((await readFhir(all.id)).provision).not.toHaveProperty('data')
    expect((await readFhir(one.id)).provision.data).toHaveLength(1)
    expect(refused).toMatchObject({ status: 400, fields: ['nationalRecord.artifactId'] })
  })

  test('docs/design/hub.md#consent: a revoked consent is inactive in FHIR, in the same transaction', async () => {
    const id = await giveConsent(call, patientId)

    const { body } = await must(200, call('POST', `/v1/consents/${id}:revoke`))
    await must(200, call('POST', `/v1/consents/${id}:revoke`))

    expect(body).toMatchObject({ status: 'revoked' })
    expect(await readFhir(id)).toMatchObject({ status: 'inactive' })
  })

  test('docs/design/hub.md#consent: it ends at the very instant of its end', () => {
    const content = { status: 'active', period: { end: '2026-03-14T03:00:00.000Z' } } as ConsentContent

    expect(isInForce(content, '2026-03-14T02:59:59.999Z')).toBe(true)
    expect(isInForce(content, '2026-03-14T03:00:00.000Z')).toBe(false)
  })

  test('docs/design/hub.md#routes: consents are listed by patient, status and permit', async () => {
    const mine = await createPatient(call)
    const active = await giveConsent(call, mine)
    const expired = await giveConsent(call, mine, { permits: ['record'], period: { end: '2026-01-01T00:00:00Z' } })
    const revoked = await giveConsent(call, mine)
    await must(200, call('POST', `/v1/consents/${revoked}:revoke`))
    const list = async (query: string) => idsOf(await must(200, call('GET', `/v1/consents?patientId=${mine}${query}`)))

    expect(await list('')).toEqual([revoked, expired, active])
    expect(await list('&status=active')).toEqual([active])
    expect(await list('&status=expired')).toEqual([expired])
    expect(await list('&status=revoked')).toEqual([revoked])
    expect(await list('&permit=record')).toEqual([revoked, expired, active])
    expect(await list('&permit=generate_external')).toEqual([])
    expect((await call('GET', `/v1/consents/${expired}`)).body).toMatchObject({ status: 'expired' })
  })
})

describe('what is generated', () => {
  const draftFor = async (consent: object): Promise<number> => {
    const mine = await createPatient(call)
    await giveConsent(call, mine, { permits: ['record'] })
    await giveConsent(call, mine, { permits: ['generate'], ...consent })
    const encounterId = await openEncounter(call, mine)
    await storeTranscript(call, encounterId)
    const { status } = await call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })
    return status
  }

  test('docs/design/hub.md#consent: a consent to other purposes is none for treatment', async () => {
    expect(await draftFor({ purposes: ['HRESCH'] })).toBe(403)
    expect(await draftFor({ purposes: ['HRESCH', 'TREAT'] })).toBe(202)
    expect(await draftFor({ artifactTypes: ['referral'] })).toBe(403)
  })

  test('D41: what is denied no other consent permits', async () => {
    const mine = await createPatient(call)
    await giveConsent(call, mine, { permits: ['record', 'generate'] })
    const denied = await giveConsent(call, mine, { permits: ['generate'], decision: 'deny' })
    const encounterId = await openEncounter(call, mine)
    await storeTranscript(call, encounterId)
    const generate = () => call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })

    expect(await readFhir(denied)).toMatchObject({ provision: { type: 'deny' } })
    expect(await generate()).toMatchObject({ status: 403, problem: 'consent-required' })
    await must(200, call('POST', `/v1/consents/${denied}:revoke`))
    expect(await generate()).toMatchObject({ status: 202 })
  })
})

describe('patients and carers', () => {
  test('docs/design/hub.md#access: a patient gives, lists, reads and revokes their own consents', async () => {
    const mine = await createPatient(call)
    const as = patient(mine)
    const body = { ...base, patientId: mine }

    const { body: given } = await must(201, call('POST', '/v1/consents', { body, as }))
    const listed = await must(200, call('GET', '/v1/consents', { as }))
    await must(200, call('GET', `/v1/consents/${given.id}`, { as }))
    const { body: revoked } = await must(200, call('POST', `/v1/consents/${given.id}:revoke`, { as }))

    expect(given).toMatchObject({ givenBy: 'patient' })
    expect(idsOf(listed)).toEqual([given.id])
    expect(revoked).toMatchObject({ status: 'revoked' })
  })

  test('docs/design/hub.md#access: a carer says so as a carer, and a patient as nobody else', async () => {
    const ask = (as: object, more: object) =>
      call('POST', '/v1/consents', { body: { ...base, patientId, ...more }, as })

    expect((await ask(carer(), {})).body).toMatchObject({ givenBy: 'carer' })
    expect((await ask(carer(), { givenBy: 'guardian' })).body).toMatchObject({ givenBy: 'guardian' })
    expect(await ask(carer(), { givenBy: 'patient' })).toMatchObject({ status: 400, fields: ['givenBy'] })
    expect(await ask(patient(), { givenBy: 'carer' })).toMatchObject({ status: 400, fields: ['givenBy'] })
  })

  test.each([['patient'], ['carer']])(
    'docs/design/hub.md#access: to a %s another patient is one who does not exist',
    async (role) => {
      const id = await giveConsent(call, other)
      const as = { role, patient: patientId }
      const absent = newId()
      const ask = (target: string) =>
        Promise.all([
          call('POST', '/v1/consents', { body: { ...base, patientId: target }, as }),
          call('GET', `/v1/consents?patientId=${target}`, { as }),
        ])
      const facts = (answers: readonly Answer[]) =>
        answers.map(({ status, problem, fields, body }) => [status, problem, fields, body.items])

      expect(facts(await ask(other))).toEqual(facts(await ask(absent)))
      for (const path of [`/v1/consents/${id}`, `/v1/consents/${absent}`])
        expect(await call('GET', path, { as })).toMatchObject({ status: 404, problem: 'not-found' })
      expect(await call('POST', `/v1/consents/${id}:revoke`, { as })).toMatchObject({ status: 404 })
      expect((await readFhir(id)).status).toBe('active')
      expect(idsOf(await call('GET', '/v1/consents', { as }))).not.toContain(id)
    },
  )

  test('docs/design/hub.md#access: a token that names no patient opens nothing', async () => {
    const as = { role: 'patient' }

    for (const answer of [
      await call('GET', '/v1/consents', { as }),
      await call('POST', '/v1/consents', { body: { ...base, patientId }, as }),
    ])
      expect(answer).toMatchObject({ status: 403, problem: 'role-required' })
  })

  test('docs/design/hub.md#access: a patient who names others as recipients does not learn who is there', async () => {
    const ask = (reference: string) =>
      call('POST', '/v1/consents', { body: { ...base, patientId, recipients: [reference] }, as: patient() })

    const somebody = await ask(`Patient/${other}`)
    const nobody = await ask(`Patient/${newId()}`)

    expect(somebody).toMatchObject({ status: 400, fields: ['recipients[0]'] })
    expect({ ...somebody.body, requestId: '' }).toEqual({ ...nobody.body, requestId: '' })
    expect(await ask(`Patient/${patientId}`)).toMatchObject({ status: 201 })
    expect(await ask(`PractitionerRole/${practitionerRoleId}`)).toMatchObject({ status: 201 })
  })

  test('R5.4: a carer of two patients is never answered for the other one', async () => {
    const key = newId()
    const ids = await Promise.all([patientId, other].map((id) => giveConsent(call, id)))
    const ask = (id: string) => call('POST', `/v1/consents/${ids[0]}:revoke`, { as: carer(id), key })

    expect(await ask(patientId)).toMatchObject({ status: 200 })
    expect(await ask(other)).toMatchObject({ status: 404 })
  })
})

const hpio = {
  type: { coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'NOI' }] },
  system: 'http://ns.electronichealth.net.au/id/hi/hpio/1.0',
  value: '8003628233352432',
}
const fhirBody = (body: object) => ({ body, headers: { 'content-type': 'application/fhir+json' } })
