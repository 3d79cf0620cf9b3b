/** A consultation from its encounter to its recall, through every route of the Hub. docs/design/hub.md#artifact-lifecycle. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import {
  approveOne,
  createPatient,
  draftByHand,
  draftVerified,
  exampleSections,
  exampleSegments,
  generate,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { openEvents } from '../../event-client.ts'
import { admissionOf } from '../../intake/receive/mllp-sender.ts'
import { waitFor } from '../../patience.ts'
import { completion, openProvider, type Provider } from '../../provider.ts'
import { digestOf, finalize, makeAudio, sendChunk, startSession } from '../../recording.ts'
import type { Answer } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { useRunning } from '../../use-running.ts'
import { makeSignedSender, sendSigned } from '../messages/signed-sender.ts'
import { openMerge } from '../patient-merges/open-merge.ts'

const folders = makeScratchFolder('main-flow')
let model: Provider
beforeAll(async () => {
  model = await openProvider()
})
afterAll(() => model.close())
const server = useRunning({
  BANKSIA_FILE_FOLDERS: folders,
  BANKSIA_PROVIDER_AGREEMENT: 'agreement-7',
  BANKSIA_DRAFTER: 'http',
  // Patients who do not consent to it are drafted for here.
  BANKSIA_DRAFTER_FALLBACK: 'embedded',
  BANKSIA_DRAFTER_MODEL: 'recorded',
  get BANKSIA_DRAFTER_URL() {
    return model.url
  },
})
const { call } = server

const operator = { role: 'operator' } as const
const auditor = { role: 'auditor' } as const
const billing = { role: 'billing' } as const

const get = (path: string, as = {}): Promise<Answer> => must(200, call('GET', path, { as }))
const listKinds = async (query: string): Promise<string[]> =>
  (await get(`/v1/audit/events?${query}&limit=200`, auditor)).body.items.map(({ kind }: { kind: string }) => kind)

describe('one consultation', () => {
  let patientId: string
  let encounterId: string
  let transcriptId: string
  let artifactId: string
  let documentId: string

  test('spec 4.1: an encounter is opened, and stands in FHIR under the same id', async () => {
    patientId = await createPatient(call)
    const body = {
      patientId,
      practitionerRoleId,
      period: { start: '2026-03-14T13:45:00+11:00' },
      reason: 'Cough and fever',
      funding: { scheme: 'medicare', identifier: '29529364811' },
    }

    const opened = await must(201, call('POST', '/v1/encounters', { body, as: { spoke: 'triage' } }))

    encounterId = opened.body.id
    expect(opened.headers.get('location')).toBe(`/v1/encounters/${encounterId}`)
    expect(opened.headers.get('etag')).toBe('W/"1"')
    expect(opened.body).toMatchObject({ ...body, version: 1, status: 'in-progress', class: 'AMB', spoke: 'triage' })
    expect((await get(`/fhir/R4/Encounter/${encounterId}`)).body).toMatchObject({
      status: 'in-progress',
      subject: { reference: `Patient/${patientId}` },
      period: { start: '2026-03-14T13:45:00+11:00' },
    })
  })

  test('spec 4.1: the FHIR Encounter follows a change', async () => {
    const period = { start: '2026-03-14T02:45:00Z', end: '2026-03-14T03:05:00Z' }

    const changed = await must(
      200,
      call('PATCH', `/v1/encounters/${encounterId}`, { body: { status: 'finished', period } }),
    )

    expect(changed.body).toMatchObject({ version: 2, status: 'finished', period, reason: 'Cough and fever' })
    expect((await get(`/v1/encounters/${encounterId}`)).body).toEqual(changed.body)
    expect((await get(`/fhir/R4/Encounter/${encounterId}`)).body).toMatchObject({ status: 'finished', period })
  })

  test('spec 4.1: a consent is recorded, in FHIR as well', async () => {
    const consentId = await giveConsent(call, patientId, { period: { end: '2126-01-01T00:00:00Z' } })

    expect((await get(`/v1/consents/${consentId}`)).body).toMatchObject({ patientId, status: 'active', version: 1 })
    expect((await get(`/v1/consents?patientId=${patientId}`)).body.items).toHaveLength(1)
    expect((await get(`/fhir/R4/Consent/${consentId}`)).body).toMatchObject({
      status: 'active',
      patient: { reference: `Patient/${patientId}` },
    })
  })

  test('spec 4.2: transcript and diarisation are stored and read back', async () => {
    const speakers = [
      { label: 'S1', role: 'clinician', confidence: 0.98 },
      { label: 'S2', role: 'patient' },
    ]

    transcriptId = await storeTranscript(call, encounterId, longerSegments)
    const stored = await must(200, call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body: { speakers } }))

    const { items } = (await get(`/v1/encounters/${encounterId}/transcripts`)).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ id: transcriptId, encounterId, language: 'en-AU' })
    expect(items[0].segments).toHaveLength(longerSegments.length)
    expect(items[0].segments[1]).toMatchObject({ id: 's1', text: longerSegments[1]?.text, uncertain: false })
    expect(stored.body.speakers).toEqual(speakers)
    expect((await get(`/v1/transcripts/${transcriptId}/diarisation`)).body).toEqual(stored.body)
  })

  test('spec 4.2: a job drafts the artifact, which cites its transcript and waits in review', async () => {
    artifactId = await generate(call, encounterId)

    const { body: artifact } = await get(`/v1/artifacts/${artifactId}`)
    documentId = artifact.documentId
    expect(artifact).toMatchObject({ state: 'in_review', drafter: 'embedded', version: 1, patientId, encounterId })
    const statements = artifact.note.sections.flatMap((section: { statements: object[] }) => section.statements)
    expect(statements.length).toBeGreaterThan(5)
    for (const { evidence } of statements) expect(evidence[0]).toMatchObject({ transcriptId })
    const { items: jobs } = (await get(`/v1/jobs?encounterId=${encounterId}`)).body
    expect(jobs).toHaveLength(1)
    expect(jobs[0]).toMatchObject({ state: 'succeeded', artifactId, attempts: 1 })
    expect(Object.keys(jobs[0])).not.toContain('subject')
    expect((await get(`/v1/encounters/${encounterId}/artifacts?state=in_review`)).body.items).toHaveLength(1)
    expect((await get(`/v1/encounters/${encounterId}/artifacts?state=approved`)).body.items).toHaveLength(0)
  })

  test('R3.3: before approval nothing of it is in FHIR, in billing or on its way', async () => {
    expect((await get(`/fhir/R4/Composition?patient=${patientId}`)).body.total ?? 0).toBe(0)
    expect((await call('GET', `/fhir/R4/Bundle/${documentId}`)).status).toBe(404)
    expect((await get('/v1/billing/events', billing)).body.items).toEqual([])
    expect((await get(`/v1/deliveries?artifactId=${artifactId}`)).body.items).toEqual([])
  })

  test('R3.2: the verification passes, and belongs to the very content', async () => {
    const verified = await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`, { body: {} }))

    const { body: artifact } = await get(`/v1/artifacts/${artifactId}`)
    expect(verified.body).toMatchObject({ artifactId, version: 2, outcome: 'passed', findings: [] })
    expect(verified.body.contentHash).toBe(artifact.contentHash)
    expect(artifact).toMatchObject({ state: 'in_review', version: 2, verification: { outcome: 'passed' } })
    const { items } = (await get('/v1/release-gates/clinical_review/queue?verification=passed')).body
    expect(items).toMatchObject([{ artifactId, state: 'in_review', verification: 'passed', findings: 0, version: 2 }])
    expect(JSON.stringify(items)).not.toContain(artifact.note.sections[0].statements[0].text)
  })

  test('R3.1: the approval releases to FHIR, with Provenance, and leaves the queue', async () => {
    const approved = await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))

    const { released } = approved.body
    expect(approved.body).toMatchObject({ state: 'approved', version: 3, approval: { by: 'development-clinician' } })
    const types = new Set(released.map((reference: string) => reference.split('/')[0]))
    expect([...types].sort()).toEqual([
      'Composition',
      'Condition',
      'DocumentReference',
      'List',
      'MedicationStatement',
      'Provenance',
    ])
    for (const reference of released) await get(`/fhir/R4/${reference}`)
    expect((await get('/v1/release-gates/clinical_review/queue')).body.items).toEqual([])
    const { body: found } = await get(`/fhir/R4/Condition?patient=${patientId}`)
    expect(found.entry.length).toBe(released.filter((reference: string) => reference.startsWith('Condition/')).length)
  })

  test('D2: the document Bundle stands under the document identity shortly after, and its PDF', async () => {
    const bundle = await waitFor(
      () => call('GET', `/fhir/R4/Bundle/${documentId}`),
      ({ status }) => status === 200,
    )

    expect(bundle.body).toMatchObject({
      id: documentId,
      type: 'document',
      identifier: { value: `urn:uuid:${documentId}` },
    })
    expect(bundle.body.entry[0].resource).toMatchObject({ resourceType: 'Composition', status: 'final' })
    const { released } = (await get(`/v1/artifacts/${artifactId}`)).body
    const reference = released.find((item: string) => item.startsWith('DocumentReference/'))
    const attachments = (await get(`/fhir/R4/${reference}`)).body.content.map(
      ({ attachment }: { attachment: object }) => attachment,
    )
    expect(attachments).toMatchObject([{ contentType: 'text/markdown' }, { contentType: 'application/pdf' }])
    const pdf = await waitFor(
      () => call('GET', `/fhir/R4/${attachments[1].url}`),
      ({ status }) => status === 200,
    )
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.text).toMatch(/^%PDF/)
  })

  test('spec 4.4: one billable event, with the hash of the approved content and no text', async () => {
    const { items } = (await get('/v1/billing/events', billing)).body

    const { body: artifact } = await get(`/v1/artifacts/${artifactId}`)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ kind: 'artifact.approved', artifactId, encounterId, spokeId: 'connect' })
    expect(items[0].evidenceHash).toBe(artifact.contentHash)
    expect((await get(`/v1/billing/events/${items[0].id}`, billing)).body).toEqual(items[0])
    expect((await get(`/v1/billing/claim-readiness/${encounterId}`, billing)).body).toMatchObject({ encounterId })
    expect((await get(`/v1/billing/evidence/${encounterId}`, billing)).body).toMatchObject({ encounterId })
    expect((await get('/v1/audit/checkpoints', auditor)).body.format).toBe('banksia-audit-checkpoint-1')
  })

  test('spec 6: every transition is in the audit, by whom, under which request', async () => {
    const kinds = await listKinds(`artifactId=${artifactId}`)

    const wanted = [
      'artifact.generated',
      'artifact.verified',
      'artifact.approved',
      'document.rendered',
      'artifact.read',
    ]
    for (const kind of wanted) expect(kinds).toContain(kind)
    const { items } = (await get(`/v1/audit/events?encounterId=${encounterId}&kind=artifact.approved`, auditor)).body
    const [approved] = items
    expect(approved).toMatchObject({
      fromState: 'in_review',
      toState: 'approved',
      subject: 'development-clinician',
      practitioner: `PractitionerRole/${practitionerRoleId}`,
      roles: ['clinician'],
    })
    expect((await get(`/v1/audit/events/${approved.id}`, auditor)).body).toEqual(approved)
    const own = (await get(`/v1/audit/events?requestId=${approved.requestId}`, auditor)).body.items
    expect(own.map(({ requestId }: { requestId: string }) => requestId)).toEqual(own.map(() => approved.requestId))
  })

  test('spec 2.3: the usage summary counts what happened', async () => {
    const { body } = await get('/v1/usage/summary?periodDays=1', operator)

    expect(body).toMatchObject({
      periodDays: 1,
      usage: {
        encountersCreated: 1,
        artifactsGenerated: 1,
        verificationRuns: 1,
        artifactsApproved: 1,
        exportsCreated: 0,
        sharesDispatched: 0,
      },
    })
    const { usage } = (await get('/v1/usage/summary?spokeId=triage', billing)).body
    expect(usage).toMatchObject({ encountersCreated: 1, artifactsGenerated: 0, artifactsApproved: 0 })
  })

  test('docs/design/hub.md#release: a recall marks all of it entered in error', async () => {
    const { body: artifact } = await get(`/v1/artifacts/${artifactId}`)

    const recalled = await must(
      200,
      call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }),
    )

    expect(recalled.body).toMatchObject({ state: 'recalled', recall: { reasonCode: 'clinical_error' } })
    for (const reference of artifact.released as readonly string[]) {
      const { body } = await get(`/fhir/R4/${reference}`)
      if (body.resourceType === 'Condition') {
        expect(body.verificationStatus.coding[0].code).toBe('entered-in-error')
        expect(body.clinicalStatus).toBeUndefined()
      } else if (body.resourceType !== 'Provenance') expect(body.status).toBe('entered-in-error')
    }
    expect((await get(`/v1/artifacts/${artifactId}/recall`)).body).toEqual({
      artifactId,
      reasonCode: 'clinical_error',
      recalledAt: recalled.body.recall.at,
      acknowledged: [],
      waiting: [],
      byHand: [],
      exports: [],
      shares: [],
    })
    const { body: bundle } = await get(`/fhir/R4/Bundle/${documentId}`)
    expect(bundle.entry[0].resource.status).toBe('final')
    expect((await get(`/v1/artifacts/${artifactId}?version=3`)).body.state).toBe('approved')
  })
})

describe('what stands beside', () => {
  test('spec 2.2: whoami answers the context of the calling tenant and spoke', async () => {
    const answer = await get('/v1/spokes/whoami', { spoke: 'triage', scope: 'banksia/spoke.read user/*.cruds' })

    expect(answer.body).toEqual({
      tenantId: '00000000-0000-7000-8000-000000000001',
      spokeId: 'triage',
      environment: 'development',
      hubTarget: server.base,
      scopes: ['banksia/spoke.read'],
      policyVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('spec 4.2: health, readiness and templates', async () => {
    const { body: health } = await get('/v1/health')
    const { body: readiness } = await get('/v1/spokes/hospital_hub/readiness')
    const { items: templates } = (await get('/v1/templates?artifactType=note')).body
    const path = `/v1/templates/${templateId}`
    const { items: versions } = (await get(`${path}/versions`)).body

    // No speech recogniser is configured, which the iOS spoke needs.
    expect(health).toMatchObject({ status: 'degraded' })
    expect(health.checks).toContainEqual(expect.objectContaining({ name: 'database', ready: true }))
    expect(readiness).toMatchObject({ spokeId: 'hospital_hub', ready: true })
    expect(templates).toMatchObject([{ id: templateId, title: 'SOAP note' }])
    expect((await get(path)).body).toEqual(templates[0])
    expect((await get(`${path}/versions/${versions[0].id}`)).body).toEqual(versions[0])
    expect(versions[0]).toMatchObject({ status: 'published', templateId })
  })

  test('spec 4.2: an operator opens a template, drafts and publishes a version, changes its rules, retires it', async () => {
    const asOperator = (method: string, path: string, body?: object) =>
      call(method, path, { as: operator, ...(body === undefined ? {} : { body }) })
    const sections = [{ key: 'plan', title: 'Plan', code: '18776-5', draws: ['plan'] }]
    const letter = { label: '1', title: 'Letter', code: '51852-2', codeDisplay: 'Letter', sections }
    const { body: template } = await must(
      201,
      asOperator('POST', '/v1/templates', { title: 'Own', artifactType: 'letter' }),
    )
    const path = `/v1/templates/${template.id}`
    for (const part of ['artifact-schemas', 'validation-policy']) {
      const { id: _, version: __, createdAt: ___, updatedAt: ____, ...rules } = (await get(`${path}/${part}`)).body
      expect((await must(200, asOperator('PUT', `${path}/${part}`, rules))).body).toMatchObject({
        ...rules,
        version: 2,
      })
    }
    const styled = await must(200, asOperator('PUT', `${path}/style`, { preferredNames: ['fatigue'] }))
    expect((await must(200, get(`${path}/style`))).body).toEqual(styled.body)
    const { body: version } = await must(201, asOperator('POST', `${path}/versions`, letter))
    const published = await must(200, asOperator('POST', `${path}/versions/${version.id}:publish`))
    const retired = await must(200, asOperator('POST', `${path}/versions/${version.id}:retire`))

    expect([version.status, published.body.status, retired.body.status]).toEqual(['draft', 'published', 'retired'])
  })

  test('spec 4.6: a draft is previewed; what is released is exported, listed and read', async () => {
    const { artifactId } = await draftVerified(call)
    const path = `/v1/artifacts/${artifactId}`
    const preview = await must(200, get(`${path}/preview?format=rtf`))
    await must(200, call('POST', `${path}:approve`))
    const asked = await call('POST', `${path}/exports`, { body: { format: 'rtf' } })
    const built = await waitFor(
      async () => (await must(200, get(`/v1/exports/${asked.body.id}`))).body,
      ({ state }) => state === 'built',
    )
    const content = await must(200, get(`/v1/exports/${built.id}/content`))

    expect(preview.text).toContain('DRAFT')
    expect(content.text).not.toContain('DRAFT')
    expect((await get(`${path}/exports`)).body.items).toEqual([built])
  })

  test('spec 4.1: a consent ends at its revocation, in FHIR as well', async () => {
    const consentId = await giveConsent(call, await createPatient(call))

    const revoked = await must(200, call('POST', `/v1/consents/${consentId}:revoke`))
    const again = await must(200, call('POST', `/v1/consents/${consentId}:revoke`))

    expect(revoked.body).toMatchObject({ status: 'revoked', version: 2 })
    expect(again.body).toEqual(revoked.body)
    expect((await get(`/fhir/R4/Consent/${consentId}`)).body.status).toBe('inactive')
  })

  test('docs/design/hub.md#artifact-lifecycle: an edit is a new version whose verification is void', async () => {
    const { artifactId, transcriptId } = await draftVerified(call)
    const sections = exampleSections(transcriptId, 'Sore throat, 4 days.')

    const edited = await must(200, call('PATCH', `/v1/artifacts/${artifactId}`, { body: { sections, title: 'Note' } }))

    expect(edited.body).toMatchObject({ state: 'in_review', version: 3, title: 'Note' })
    expect(edited.body.verification).toBeUndefined()
    expect((await get(`/v1/artifacts/${artifactId}?version=2`)).body.verification.outcome).toBe('passed')
    expect((await call('POST', `/v1/artifacts/${artifactId}:approve`)).problem).toBe('verification-required')
  })

  test('docs/design/hub.md#artifact-lifecycle: rejected, edited, verified, approved', async () => {
    const { artifactId, transcriptId } = await draftVerified(call)
    const path = `/v1/artifacts/${artifactId}`

    const rejected = await must(200, call('POST', `${path}:reject`, { body: { reasonCode: 'incomplete' } }))
    const early = await call('POST', `${path}:approve`)
    const sections = exampleSections(transcriptId)
    const edited = await must(200, call('PATCH', path, { body: { sections } }))
    await must(200, call('POST', `${path}:verify`))
    const approved = await must(200, call('POST', `${path}:approve`))

    expect(rejected.body).toMatchObject({ state: 'rejected', rejection: { reasonCode: 'incomplete' } })
    expect(early.problem).toBe('invalid-transition')
    expect(early.body.detail).toBe('The operation approve is not open from the state rejected')
    expect(edited.body.rejection).toBeUndefined()
    expect(approved.body.state).toBe('approved')
    const amended = await must(201, call('POST', `${path}:amend`))
    expect(amended.body).toMatchObject({ state: 'in_review', replaces: [{ artifactId }] })
  })

  test('docs/design/drafting.md#verification: what nobody said fails; a clinician attests it, as evidence', async () => {
    const { artifactId } = await draftByHand(call, 'Sore throat for 9 days, with a rash.')
    const path = `/v1/artifacts/${artifactId}`

    const failed = await must(200, call('POST', `${path}:verify`))
    const refused = await call('POST', `${path}:approve`)
    const attestations = [{ statementId: 'one', reasonCode: 'examined' }]
    const passed = await must(200, call('POST', `${path}:verify`, { body: { attestations } }))
    const approved = await must(200, call('POST', `${path}:approve`))

    expect(failed.body.outcome).toBe('failed')
    expect(failed.body.findings[0]).toMatchObject({ statementId: 'one', attested: false })
    expect(refused.problem).toBe('verification-required')
    expect(passed.body.outcome).toBe('passed')
    expect(passed.body.findings.every(({ attested }: { attested: boolean }) => attested)).toBe(true)
    const [statement] = approved.body.note.sections[0].statements
    const by = `PractitionerRole/${practitionerRoleId}`
    expect(statement.evidence).toContainEqual({ kind: 'attestation', by, reasonCode: 'examined' })
    const reference = approved.body.released.find((item: string) => item.startsWith('Provenance/'))
    const { agent } = (await get(`/fhir/R4/${reference}`)).body
    expect(agent.map(({ type }: { type: { coding: { code: string }[] } }) => type.coding[0]?.code)).toContain(
      'informant',
    )
  })

  test('docs/design/hub.md#release: a fact that another released artifact states outlives a recall', async () => {
    const patientId = await createPatient(call)
    await giveConsent(call, patientId)
    const encounterId = await openEncounter(call, patientId)
    const text = "I've had asthma since I was a kid."
    const segments = [
      { ...exampleSegments[0], text: 'Any medical conditions?' },
      { ...exampleSegments[1], text },
    ]
    const transcriptId = await storeTranscript(call, encounterId, segments)
    const claim = { kind: 'history', concept: 'asthma', display: 'Asthma', code: '195967001', polarity: 'present' }
    const claims = [{ ...claim, certainty: 'certain', person: 'patient', time: 'current' }]
    const evidence = [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: text.length, role: 'statement' }]
    const sections = [{ key: 'subjective', statements: [{ id: 'one', text: 'Asthma.', claims, evidence }] }]
    const ids: string[] = []
    const conditions: string[][] = []
    for (const _ of [1, 2]) {
      const body = { templateId, transcriptIds: [transcriptId], sections }
      const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
      const attestations = [{ statementId: 'one', reasonCode: 'known_history' }]
      await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
      const { body: approved } = await must(200, call('POST', `/v1/artifacts/${id}:approve`))
      ids.push(id)
      conditions.push(approved.released.filter((item: string) => item.startsWith('Condition/')))
    }
    const readStatus = async () => {
      const { body } = await get(`/fhir/R4/${conditions[0]?.[0]}`)
      return body.verificationStatus.coding[0].code
    }
    const body = { reasonCode: 'duplicate' }

    await must(200, call('POST', `/v1/artifacts/${ids[0]}:recall`, { body }))
    const between = await readStatus()
    await must(200, call('POST', `/v1/artifacts/${ids[1]}:recall`, { body }))

    expect(conditions[0]).toHaveLength(1)
    expect(conditions[1]).toEqual(conditions[0])
    expect(between).toBe('confirmed')
    expect(await readStatus()).toBe('entered-in-error')
  })

  test('docs/design/hub.md#routes: a channel is opened, read without its secrets, changed, and serves a replay and a cancel', async () => {
    const channel = {
      name: 'Registry',
      templateIds: [templateId],
      recipient: { name: 'Heath Specialists' },
      purposeOfUse: 'TREAT',
      legalBasis: 'consent',
      format: 'bundle',
      transport: 'fhir',
      destination: { baseUrl: 'http://127.0.0.1:9/fhir', auth: { type: 'basic', username: 'b', password: 'Zebulon' } },
    }
    const opened = await must(201, call('POST', '/v1/channels', { body: channel, as: operator }))
    const { artifactId } = await approveOne(call)
    const path = `/v1/channels/${opened.body.id}`

    const held = await waitFor(
      async () => (await get(`/v1/deliveries?artifactId=${artifactId}`, operator)).body.items[0],
      ({ state }) => state === 'held',
    )
    const cancelled = await must(200, call('POST', `/v1/deliveries/${held.id}:cancel`, { as: operator }))
    const basis = { ...channel, legalBasis: 'own_organisation', status: 'paused', templateIds: [] }
    const changed = await must(200, call('PUT', path, { body: basis, as: operator }))
    const replayed = await must(200, call('POST', `/v1/deliveries/${held.id}:replay`))

    expect(held).toMatchObject({ state: 'held', reason: 'consent_required', attempts: 0, kind: 'original' })
    expect(cancelled.body).toMatchObject({ id: held.id, state: 'cancelled' })
    expect(opened.body).toMatchObject({ status: 'active', version: 1, destination: { auth: { password: '***' } } })
    expect(changed.body).toMatchObject({ status: 'paused', version: 2 })
    expect((await get(path, operator)).body).toEqual(changed.body)
    expect((await get('/v1/channels', operator)).text).not.toContain('Zebulon')
    expect(replayed.body.state).toBe('queued')
    expect((await get(`/v1/deliveries/${held.id}`, operator)).body).toMatchObject({ id: held.id, attemptList: [] })
  })
})

describe('lists', () => {
  test('docs/design/hub.md#requests-and-answers: pages follow each other, newest first, and end', async () => {
    const patientId = await createPatient(call)
    const ids: string[] = []
    for (const hour of [1, 2, 3, 4, 5]) {
      ids.unshift(await openEncounter(call, patientId, { period: { start: `2026-03-0${6 - hour}T00:00:00Z` } }))
    }
    const path = `/v1/encounters?patientId=${patientId}&limit=2`

    const first = (await get(path)).body
    const second = (await get(`${path}&cursor=${first.nextCursor}`)).body
    const third = (await get(`${path}&cursor=${second.nextCursor}`)).body

    const found = [first, second, third].map(({ items }) => items.map(({ id }: { id: string }) => id))
    expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    expect(third.nextCursor).toBeNull()
  })

  test('docs/design/hub.md#requests-and-answers: rows in plain columns page as well', async () => {
    const [{ encounterId }] = (await get('/v1/billing/events', billing)).body.items.slice(-1)
    const path = `/v1/audit/events?encounterId=${encounterId}`

    const first = (await get(`${path}&limit=3`, auditor)).body
    const second = (await get(`${path}&limit=3&cursor=${first.nextCursor}`, auditor)).body

    const all = (await get(`${path}&limit=200`, auditor)).body
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 6))
    expect(all.nextCursor).toBeNull()
  })

  test('docs/design/hub.md#requests-and-answers: a queue is oldest first, by spoke and by verification', async () => {
    const before = (await get('/v1/release-gates/clinical_review/queue?limit=200')).body.items.length
    const one = await draftByHand(call)
    const two = await draftVerified(call)
    await must(200, call('POST', `/v1/artifacts/${one.artifactId}:verify`))
    const three = await draftByHand(call)
    const listIds = async (query: string): Promise<string[]> =>
      (await get(`/v1/release-gates/clinical_review/queue?limit=200${query}`)).body.items.map(
        ({ artifactId }: { artifactId: string }) => artifactId,
      )

    const expected = [one.artifactId, two.artifactId, three.artifactId]
    expect((await listIds('')).slice(before)).toEqual(expected)
    expect((await listIds('&verification=none')).at(-1)).toBe(three.artifactId)
    expect(await listIds(`&verification=passed&templateId=${templateId}`)).toEqual(expected.slice(0, 2))
    expect(await listIds('&spokeId=speed')).toEqual([])
    const place = `/v1/release-gates/clinical_review/queue/${one.artifactId}`
    expect((await must(200, call('POST', `${place}:claim`))).body.claim.by).toBe('development-clinician')
    expect((await must(200, call('POST', `${place}:release`))).body.claim).toBeUndefined()
  })

  test('D263: a talk arrives in parts', async () => {
    const body = { partial: true, segments: longerSegments.slice(0, 1) }
    const patientId = await createPatient(call)
    await giveConsent(call, patientId)
    const other = await openEncounter(call, patientId)
    const { id } = (await must(201, call('POST', `/v1/encounters/${other}/transcripts`, { body }))).body

    const ended = { segments: longerSegments.slice(1), final: true }
    await must(200, call('POST', `/v1/transcripts/${id}:append`, { body: ended }))

    const { items } = (await get(`/v1/encounters/${other}/transcripts`)).body
    expect(items[0].segments).toHaveLength(longerSegments.length)
  })

  test('D6: speakers whom neither a diarisation nor their words name support no statement', async () => {
    const patientId = await createPatient(call)
    const encounterId = await openEncounter(call, patientId)
    await giveConsent(call, patientId)
    await storeTranscript(call, encounterId, [
      { speaker: 'S1', startMs: 0, endMs: 900, text: 'A sore throat for four days.' },
    ])

    const artifactId = await generate(call, encounterId)

    const { note } = (await get(`/v1/artifacts/${artifactId}`)).body
    expect(note.sections.flatMap(({ statements }: { statements: unknown[] }) => statements)).toEqual([])
  })

  test('docs/design/hub.md#requests-and-answers: a client may choose the id of what it creates, in either case', async () => {
    const id = newId()

    const opened = await must(
      201,
      call('POST', '/v1/encounters', {
        body: {
          id: id.toUpperCase(),
          patientId: await createPatient(call),
          practitionerRoleId,
          period: { start: '2026-03-14T02:45:00Z' },
          capturedAt: '2026-03-14T02:44:00Z',
        },
      }),
    )

    expect(opened.body.id).toBe(id)
    expect((await get(`/v1/encounters/${id.toUpperCase()}`)).body).toEqual(opened.body)
  })
})

test('spec 4.2: a recording is started, sent, ended and given up', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const audio = makeAudio(10_000)
  const sessionId = await startSession(call, encounterId)
  await must(201, sendChunk(call, { sessionId, index: 0, bytes: audio }))
  await must(202, finalize(call, sessionId, audio, 1))

  const { items } = (await get(`/v1/audio/sessions/${sessionId}/chunks`)).body
  const session = await waitFor(
    async () => (await get(`/v1/audio/sessions/${sessionId}`)).body,
    ({ state }) => state !== 'finalizing',
  )
  const listed = (await get(`/v1/audio/sessions?encounterId=${encounterId}`)).body.items
  const discarded = await must(200, call('POST', `/v1/audio/sessions/${sessionId}:discard`))

  expect(items).toMatchObject([{ index: 0, bytes: audio.length, digest: digestOf(audio) }])
  expect(session).toMatchObject({ state: 'finalized', digest: digestOf(audio) })
  expect(listed).toEqual([session])
  expect(discarded.body.state).toBe('discarded')
})

test('docs/design/hub.md#routes: a job that is cancelled in time makes no artifact', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId)
  const queueAndCancel = async (): Promise<{ readonly id: string; readonly status: number }> => {
    const path = `/v1/encounters/${encounterId}/artifacts:generate`
    const { id } = (await must(202, call('POST', path, { body: { templateId } }))).body
    return { id, status: (await call('POST', `/v1/jobs/${id}:cancel`)).status }
  }

  // A worker may have been faster.
  const { id } = await waitFor(queueAndCancel, ({ status }) => status === 200)
  const job = await waitFor(
    async () => (await get(`/v1/jobs/${id}`)).body,
    ({ state }) => state !== 'running',
  )

  expect(job.state).toBe('cancelled')
  expect(job.artifactId).toBeUndefined()
})

test('docs/design/hub.md#routes: what is released is dispatched by a channel, and shared by a link', async () => {
  const { artifactId, patientId } = await approveOne(call)
  await giveConsent(call, patientId, { permits: ['share'] })
  const to = { name: 'Heath Specialists', class: 'organisation' }
  const channel = {
    name: 'Folder',
    recipient: { name: to.name },
    purposeOfUse: 'TREAT',
    legalBasis: 'consent',
    format: 'pdf',
    transport: 'file',
    destination: { directory: `${folders}/nowhere` },
  }
  const { body: folder } = await must(201, call('POST', '/v1/channels', { body: channel, as: operator }))
  const onFolder = (verb: string, status: number) =>
    must(status, call('POST', `/v1/channels/${folder.id}:${verb}`, { as: operator }))
  await onFolder('pause', 200)
  await onFolder('resume', 200)
  await onFolder('test', 202)
  const spare = await must(201, call('POST', '/v1/channels', { body: channel, as: operator }))
  await must(204, call('DELETE', `/v1/channels/${spare.body.id}`, { as: operator }))
  const ward = { name: 'Ward', addresses: ['10.0.0.9'] }
  const { body: sender } = await must(201, call('POST', '/v1/senders', { body: ward, as: operator }))
  const onSender = (method: string, path: string, body?: object) =>
    must(200, call(method, `/v1/senders${path}`, { as: operator, ...(body === undefined ? {} : { body }) }))
  await onSender('GET', '')
  await onSender('GET', `/${sender.id}`)
  await onSender('PUT', `/${sender.id}`, ward)
  await onSender('POST', `/${sender.id}:rotate`)
  await onSender('POST', `/${sender.id}:disable`)
  await onSender('GET', `/${sender.id}/quality`)
  await onSender('GET', `/${sender.id}/statistics`)
  const merge = `/v1/patient-merges/${await openMerge(server, await createPatient(call), await createPatient(call))}`
  await get('/v1/patient-merges')
  await get(merge)
  await must(200, call('POST', `${merge}:confirm`))
  await must(200, call('POST', `${merge}:undo`))
  const dispatched = { artifactId, channelId: folder.id, recipient: to, purposeOfUse: 'TREAT' }
  const shared = { artifactId, link: true, recipient: { name: 'Maeve', class: 'patient' }, purposeOfUse: 'PATRQT' }

  const { body: delivery } = await must(202, call('POST', '/v1/deliveries', { body: dispatched }))
  const { body: link } = await must(201, call('POST', '/v1/shares', { body: { ...shared, legalBasis: 'statute' } }))
  const { items } = (await get(`/v1/shares?artifactId=${artifactId}`)).body
  await must(200, call('POST', `/v1/shares/${link.id}:revoke`))

  expect(items.map(({ id }: { id: string }) => id)).toEqual([link.id, delivery.shareId])
  expect((await get(`/v1/shares/${link.id}`)).body).toMatchObject({ status: 'revoked', artifactId })
})

/** A message whose patient has no number waits until a clinician decides that the patient is new. An operator puts it on legal hold for a while. */
async function runHeld(): Promise<void> {
  const sender = await makeSignedSender(server)
  await sendSigned(server, sender, Buffer.from(admissionOf({ controlId: 'H1', number: '' })))
  const [held] = (await get(`/v1/messages?senderId=${sender.id}&state=held`, operator)).body.items
  const path = `/v1/messages/${held.id}`
  const ran = await must(200, call('POST', `${path}:run`, { body: { isNew: true } }))
  expect(ran.body.state).toBe('stored')
  await must(200, call('POST', `${path}:hold`, { body: { reason: 'legal_claim' }, as: operator }))
  await must(200, call('POST', `${path}:lift-hold`, { body: { reason: 'matter_closed' }, as: operator }))
}

/** Made, loaded again, listed, read and deleted. */
async function useMappingTable(): Promise<void> {
  const row = 'http://terminology.hl7.org/CodeSystem/v3-ActCode,AMB,urn:oid:1.2.36.1,OUT'
  const csv = `source_system,source_code,target_system,target_code\n${row}\n`
  const body = { name: 'visits', csv }
  const { id } = (await must(201, call('POST', '/v1/mapping-tables', { body, as: operator }))).body
  const path = `/v1/mapping-tables/${id}`
  await must(200, call('POST', `${path}:load`, { body: { csv: csv.replace('OUT', 'AMB') }, as: operator }))
  await get('/v1/mapping-tables', operator)
  await get(path, operator)
  await get(`${path}/versions`, operator)
  await get(`${path}/rows`, operator)
  await must(204, call('DELETE', path, { as: operator }))
}

/** Made, listed, read, changed and deleted. */
async function useAlert(): Promise<void> {
  const signature = { keyId: 'rooms-1', key: 'a-secret-that-both-sides-share-1' }
  const target = { kind: 'webhook', url: 'http://127.0.0.1:9/alerts', signature }
  const alert = { name: 'Dead letters', rule: 'dead-letter', target, active: false }
  const { id } = (await must(201, call('POST', '/v1/alerts', { body: alert, as: operator }))).body
  await get('/v1/alerts', operator)
  await get(`/v1/alerts/${id}`, operator)
  await must(200, call('PUT', `/v1/alerts/${id}`, { body: alert, as: operator }))
  await must(204, call('DELETE', `/v1/alerts/${id}`, { as: operator }))
}

test('docs/channels.md#many-deliveries-at-once: an operator reads the figures, versions and messages of a channel, and releases what it holds', async () => {
  const channel = {
    name: 'Held folder',
    templateIds: [templateId],
    recipient: { name: 'Saltbush Regional Hospital' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'pdf',
    transport: 'file',
    destination: { directory: folders },
  }
  const noAnswer = { filter: { expression: 'Bundle.entry[0].resource.id' } }
  const body = { ...channel, ...noAnswer }
  const { id: channelId } = (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body
  const { artifactId } = await approveOne(call)
  const [held] = (await get(`/v1/deliveries?channelId=${channelId}`, operator)).body.items
  const path = `/v1/channels/${channelId}`
  const mended = { ...channel, templateIds: [] }
  await must(200, call('PUT', path, { body: mended, as: operator }))
  const { states } = (await get(`${path}/statistics`, operator)).body
  const versions = (await get(`${path}/versions`, operator)).body.items
  await must(200, call('POST', `${path}:restore`, { body: { version: 1 }, as: operator }))
  await must(200, call('PUT', path, { body: mended, as: operator }))
  const released = await must(200, call('POST', `/v1/deliveries/${held.id}:release`, { as: operator }))
  const counted = []
  for (const operation of ['replay', 'release', 'cancel'])
    counted.push(
      (await must(200, call('POST', `/v1/deliveries:${operation}`, { body: { channelId }, as: operator }))).body,
    )
  const [sent] = (
    await waitFor(
      () => get(`/v1/messages?channelId=${channelId}`, operator),
      ({ body: { items } }) => items[0]?.state === 'sent',
    )
  ).body.items
  const message = `/v1/messages/${sent.id}`
  await get(message, operator)
  await get(`${message}/content`)
  await must(200, call('POST', '/v1/messages:search', { body: { identifier: 'Q-none' }, as: operator }))
  await runHeld()
  await must(200, call('POST', `${path}:dry-run`, { body: { artifactId }, as: operator }))
  await useAlert()
  await useMappingTable()

  expect([held.state, held.reason, states.held, versions.length]).toEqual(['held', 'filter-failed', 1, 2])
  expect(released.body.state).toBe('queued')
  expect(counted).toMatchObject([
    { count: expect.any(Number) },
    { count: expect.any(Number) },
    { count: expect.any(Number) },
  ])
})

test('D297: a clinician has an outside model change a note', async () => {
  const { artifactId, patientId } = await draftByHand(call)
  await giveConsent(call, patientId, { permits: ['generate_external'] })
  model.answer(completion({ statements: [], dropped: ['x1'] }))

  const revised = await must(
    200,
    call('POST', `/v1/artifacts/${artifactId}:revise`, { body: { instruction: 'Shorter.' } }),
  )

  expect(revised.body).toMatchObject({
    artifactId,
    version: 2,
    difference: { added: [], removed: [{ statementId: 'one' }] },
  })
})

test('spec 4.6: an operator sets how pages look, and a clinician their signature', async () => {
  const [look, signature] = ['/v1/platform/appearance', `/v1/platform/signatures/${practitionerRoleId}`]
  await must(200, call('PUT', look, { as: operator, body: { omitEmptySections: true } }))
  await must(200, call('PUT', signature, { body: {} }))

  expect((await get(look)).body).toMatchObject({ version: 1, omitEmptySections: true, attachBundle: false })
  expect((await get(signature)).body).toMatchObject({ id: practitionerRoleId, version: 1 })
})

test('spec 4.1, 4.2: an operator sees a spoke’s config, its measurements and a request; events are streamed', async () => {
  const config = '/v1/platform/config/triage'
  const { body } = await get(config, operator)
  await must(200, call('PUT', config, { as: operator, body: { featureFlags: body.featureFlags } }))
  await must(
    200,
    call('POST', '/v1/telemetry/metrics', { body: { metrics: [{ name: 'upload.duration_ms', value: 812 }] } }),
  )
  await get('/v1/telemetry/metrics', operator)
  const requestId = newId()
  await must(200, call('GET', '/v1/templates', { headers: { 'x-request-id': requestId } }))
  await waitFor(
    () => call('GET', `/v1/requests/${requestId}`, { as: operator }),
    ({ status }) => status === 200,
  )
  const reader = await openEvents(server)
  await reader.close()
})

test('spec 4: every route has been answered', () => {
  const answered = new Set(
    server.lines
      .filter(({ event, fields }) => event === 'request' && (fields.status ?? 500) < 300)
      .map(({ fields }) => `${fields.method} ${fields.route}`),
  )

  const routes = hubRoutes(1).map(({ method, path }) => `${method} ${path}`)
  expect(routes.filter((name) => !answered.has(name))).toEqual([])
  // Recalled at once, before it was rendered: the worker is refused, and that is all.
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('spec 6: a list that concerns one patient is recorded with the patient', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const paths = [
    `/v1/encounters?patientId=${patientId}`,
    `/v1/consents?patientId=${patientId}`,
    `/v1/encounters/${encounterId}/artifacts`,
    `/v1/encounters/${encounterId}/transcripts`,
  ]

  for (const path of paths) {
    const { headers } = await get(path)
    const { items } = (await get(`/v1/audit/events?requestId=${headers.get('x-request-id')}`, auditor)).body

    expect([path, items]).toMatchObject([path, [{ patientId }]])
  }
})
