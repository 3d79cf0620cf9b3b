/** The specification's tables, row by row, against the running server: the shortest use of each. Other tests cover the rest of each row. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { spokes } from '../../../src/core/spokes.ts'
import {
  approveOne,
  createPatient,
  type Drafted,
  draftByHand,
  draftVerified,
  exampleSections,
  generate,
  giveConsent,
  must,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { finalize, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
/** In review, and released. */
let draft: Drafted
let released: Drafted

const operator = { role: 'operator' } as const
const auditor = { role: 'auditor' } as const
const billing = { role: 'billing' } as const

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  draft = await draftByHand(call)
  released = await approveOne(call)
  await giveConsent(call, released.patientId, { permits: ['share'] })
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const get = async (path: string, as = {}) => (await must(200, call('GET', path, { as }))).body
const post = async (path: string, body?: object, as = {}) => {
  const answer = await call('POST', path, { as, ...(body === undefined ? {} : { body }) })
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('spec 2.2 spoke context record: six members of the types that are told', async () => {
  expect(await get('/v1/spokes/whoami')).toEqual({
    tenantId: developmentTenants[0],
    spokeId: 'connect',
    environment: expect.any(String),
    hubTarget: expect.any(String),
    scopes: ['banksia/spoke.read', 'banksia/spoke.write'],
    policyVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
})

test('spec 2.3 usage summary record: six whole numbers', async () => {
  const { usage } = await get('/v1/usage/summary', operator)

  const counters = ['encountersCreated', 'artifactsGenerated', 'verificationRuns', 'artifactsApproved']
  expect(Object.keys(usage)).toEqual([...counters, 'exportsCreated', 'sharesDispatched'])
  expect(Object.values(usage).every((count) => Number.isInteger(count))).toBe(true)
})

test('spec 2.4 problem record: every field of RFC 7807, and the request', async () => {
  const { headers, body } = await call('GET', `/v1/encounters/${newId()}`)

  expect(headers.get('content-type')).toMatch(/^application\/problem\+json\b/)
  expect(body).toEqual({
    type: `${server.base}/problems/not-found`,
    title: 'Not found',
    status: 404,
    detail: 'Not found',
    requestId: headers.get('x-request-id'),
    errors: [],
  })
})

test('spec 4.1 /v1/platform/config/{spokeId}: is read and replaced', async () => {
  const path = '/v1/platform/config/speed'

  await must(200, call('PUT', path, { body: { killSwitches: { export: true } }, as: operator }))

  expect((await get(path, operator)).killSwitches).toMatchObject({ export: true, share: false })
})

test('spec 4.1 /v1/encounters: opened, and listed', async () => {
  const body = { patientId: draft.patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }

  const { id } = await post('/v1/encounters', body)

  const { items } = await get(`/v1/encounters?patientId=${draft.patientId}`)
  expect(items.map((item: { id: string }) => item.id)).toEqual([id, draft.encounterId])
})

test('spec 4.1 /v1/encounters/{encounterId}: read, and changed', async () => {
  const path = `/v1/encounters/${draft.encounterId}`

  await must(200, call('PATCH', path, { body: { status: 'finished' } }))

  expect(await get(path)).toMatchObject({ id: draft.encounterId, status: 'finished', version: 2 })
})

test('spec 4.1 /v1/encounters/{encounterId}/artifacts:generate: drafts by a job', async () => {
  const artifactId = await generate(call, draft.encounterId)

  expect((await get(`/v1/artifacts/${artifactId}`)).state).toBe('in_review')
})

test('spec 4.1 /v1/encounters/{encounterId}/artifacts: drafted by hand, and listed', async () => {
  const path = `/v1/encounters/${draft.encounterId}/artifacts`
  const { transcriptId } = draft

  const { id } = await post(path, {
    templateId,
    transcriptIds: [transcriptId],
    sections: exampleSections(transcriptId),
  })

  expect((await get(path)).items[0].id).toBe(id)
})

test('spec 4.1 /v1/artifacts/{artifactId}: read, edited, and read as it was', async () => {
  const path = `/v1/artifacts/${draft.artifactId}`
  const sections = exampleSections(draft.transcriptId, 'Sore throat, 4 days.')

  const { version } = (await must(200, call('PATCH', path, { body: { sections } }))).body

  expect((await get(path)).note.sections[0].statements[0].text).toBe('Sore throat, 4 days.')
  expect((await get(`${path}?version=${version - 1}`)).note.sections[0].statements[0].text).toBe(
    'Sore throat for 4 days.',
  )
})

test('spec 4.1 /v1/artifacts/{artifactId}:verify: answers a verdict on this content', async () => {
  const { artifactId } = await draftByHand(call)

  expect(await post(`/v1/artifacts/${artifactId}:verify`)).toMatchObject({
    artifactId,
    outcome: 'passed',
    findings: [],
  })
})

test('spec 4.1 /v1/artifacts/{artifactId}:approve: releases what was verified', async () => {
  const { artifactId } = await draftVerified(call)

  expect(await post(`/v1/artifacts/${artifactId}:approve`)).toMatchObject({ id: artifactId, state: 'approved' })
})

test('spec 4.1 /v1/artifacts/{artifactId}:reject: says why', async () => {
  const { artifactId } = await draftByHand(call)

  const rejected = await post(`/v1/artifacts/${artifactId}:reject`, { reasonCode: 'style' })

  expect(rejected).toMatchObject({ state: 'rejected', rejection: { reasonCode: 'style' } })
})

test('spec 4.1 /v1/artifacts/{artifactId}:recall: takes back what was released', async () => {
  const { artifactId } = await approveOne(call)

  const recalled = await post(`/v1/artifacts/${artifactId}:recall`, { reasonCode: 'duplicate' })

  expect(recalled.state).toBe('recalled')
  expect(await get(`/v1/artifacts/${artifactId}/recall`)).toMatchObject({ artifactId, reasonCode: 'duplicate' })
})

test('spec 4.1 /v1/release-gates/{gateName}/queue: what waits, oldest first', async () => {
  const { items } = await get('/v1/release-gates/clinical_review/queue')

  const times = items.map(({ waitingSince }: { waitingSince: string }) => waitingSince)
  expect(items.map(({ artifactId }: { artifactId: string }) => artifactId)).toContain(draft.artifactId)
  expect(times).toEqual(times.toSorted())
})

test('spec 4.1 /v1/consents: recorded, and listed', async () => {
  const patientId = await createPatient(call)

  const id = await giveConsent(call, patientId)

  expect((await get(`/v1/consents?patientId=${patientId}`)).items).toMatchObject([{ id, patientId, status: 'active' }])
})

const shareLink = async (): Promise<string> => {
  const recipient = { name: 'Maeve Quillinan', class: 'patient' }
  const body = { artifactId: released.artifactId, link: true, recipient, purposeOfUse: 'TREAT', legalBasis: 'consent' }
  return (await post('/v1/shares', body)).id
}

test('spec 4.1 /v1/shares: shared, and listed', async () => {
  const id = await shareLink()

  const { items } = await get(`/v1/shares?artifactId=${released.artifactId}`)
  expect(items[0]).toMatchObject({ id, artifactId: released.artifactId })
})

test('spec 4.1 /v1/shares/{shareId}: read, and revoked', async () => {
  const id = await shareLink()

  await post(`/v1/shares/${id}:revoke`)

  expect(await get(`/v1/shares/${id}`)).toMatchObject({ id, status: 'revoked' })
})

const newTemplate = async (): Promise<string> => {
  const template = { title: 'Physiotherapy note', artifactType: 'note' }
  return (await post('/v1/templates', template, operator)).id
}

test('spec 4.2 /v1/templates: opened, and listed', async () => {
  const id = await newTemplate()

  expect((await get('/v1/templates?limit=200')).items.map((item: { id: string }) => item.id)).toContain(id)
})

test('spec 4.2 /v1/templates/{templateId}: read', async () => {
  expect(await get(`/v1/templates/${templateId}`)).toMatchObject({ id: templateId, title: 'SOAP note', builtIn: true })
})

test('spec 4.2 /v1/templates/{templateId}/versions: listed, each with its state', async () => {
  const { items } = await get(`/v1/templates/${templateId}/versions`)

  expect(items[0]).toMatchObject({ templateId, status: 'published' })
})

test('spec 4.2 /v1/templates/{templateId}/versions/{versionId}: read', async () => {
  const { currentVersionId } = await get(`/v1/templates/${templateId}`)

  expect(await get(`/v1/templates/${templateId}/versions/${currentVersionId}`)).toMatchObject({ id: currentVersionId })
})

test('spec 4.2 /v1/templates/{templateId}/artifact-schemas: what artifacts must have', async () => {
  expect(await get(`/v1/templates/${templateId}/artifact-schemas`)).toMatchObject({ version: expect.any(Number) })
})

test('spec 4.2 /v1/templates/{templateId}/validation-policy: how artifacts are judged', async () => {
  expect(await get(`/v1/templates/${templateId}/validation-policy`)).toMatchObject({ version: expect.any(Number) })
})

test('spec 4.2 /v1/audio/sessions: started, and listed', async () => {
  const id = await startSession(call, released.encounterId)

  expect((await get('/v1/audio/sessions')).items.map((item: { id: string }) => item.id)).toContain(id)
})

test('spec 4.2 /v1/audio/sessions/{sessionId}: says how far the recording is', async () => {
  const id = await startSession(call, released.encounterId)

  expect(await get(`/v1/audio/sessions/${id}`)).toMatchObject({ id, encounterId: released.encounterId })
})

test('spec 4.2 /v1/audio/sessions/{sessionId}/chunks: stored, and listed', async () => {
  const sessionId = await startSession(call, released.encounterId)

  const stored = await sendChunk(call, { sessionId, index: 0, bytes: makeAudio(100) })

  expect(stored.status).toBe(201)
  expect((await get(`/v1/audio/sessions/${sessionId}/chunks`)).items).toMatchObject([{ index: 0, bytes: 100 }])
})

test('spec 4.2 /v1/audio/sessions/{sessionId}:finalize: ends the recording', async () => {
  const sessionId = await startSession(call, released.encounterId)
  const audio = makeAudio(100)
  await sendChunk(call, { sessionId, index: 0, bytes: audio })

  expect([200, 202]).toContain((await finalize(call, sessionId, audio, 1)).status)
})

test('spec 4.2 /v1/encounters/{encounterId}/transcripts: stored, and retrieved', async () => {
  const id = await storeTranscript(call, released.encounterId)

  const { items } = await get(`/v1/encounters/${released.encounterId}/transcripts`)
  expect(items.map((item: { id: string }) => item.id)).toContain(id)
})

test('spec 4.2 /v1/transcripts/{transcriptId}/diarisation: stored, and read', async () => {
  const path = `/v1/transcripts/${released.transcriptId}/diarisation`
  const speakers = [{ label: 'patient', role: 'patient', confidence: 0.9 }]

  await must(200, call('PUT', path, { body: { speakers } }))

  expect((await get(path)).speakers).toEqual(speakers)
})

test('spec 4.2 /v1/encounters/{encounterId}/artifacts:generate: answers where its job is', async () => {
  const answer = await call('POST', `/v1/encounters/${released.encounterId}/artifacts:generate`, {
    body: { templateId },
  })

  expect([answer.status, answer.headers.get('location')]).toEqual([202, `/v1/jobs/${answer.body.id}`])
})

test('spec 4.2 /v1/jobs/{jobId}: says how far the job is', async () => {
  const { items } = await get('/v1/jobs')

  expect(await get(`/v1/jobs/${items[0].id}`)).toMatchObject({ id: items[0].id, state: expect.any(String) })
})

test('spec 4.2 /v1/health: every part by name', async () => {
  const { status, checks } = await get('/v1/health')

  expect(status).toMatch(/^(ok|degraded)$/)
  expect(checks.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['database', 'queue']))
})

test('spec 4.2 /v1/spokes/{spokeId}/readiness: whether it can be served', async () => {
  expect(await get('/v1/spokes/link/readiness')).toMatchObject({ spokeId: 'link', ready: expect.any(Boolean) })
})

test('spec 4.2 /v1/requests/{requestId}: what the request was, and no content', async () => {
  const requestId = newId()
  await must(200, call('GET', `/v1/encounters/${draft.encounterId}`, { headers: { 'x-request-id': requestId } }))

  expect((await call('GET', `/v1/requests/${requestId}`)).text).not.toContain(draft.patientId)
})

test('spec 4.2 /v1/telemetry/metrics: taken, and read', async () => {
  const metrics = [{ name: 'upload.duration_ms', value: 812, labels: { network: 'wifi', outcome: 'ok' } }]

  expect(await post('/v1/telemetry/metrics', { metrics })).toEqual({ accepted: 1 })

  const answer = await must(200, call('GET', '/v1/telemetry/metrics', { as: operator }))
  expect(answer.text).not.toContain(draft.patientId)
  expect(answer.body.requests.length).toBeGreaterThan(0)
})

test('spec 4.2 /v1/audit/events: by artifact, newest first', async () => {
  const { items } = await get(`/v1/audit/events?artifactId=${released.artifactId}`, auditor)

  const kinds = items.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('artifact.approved')
  expect(kinds.indexOf('artifact.approved')).toBeLessThan(kinds.indexOf('artifact.verified'))
})

test('spec 4.2 /v1/audit/events/{eventId}: one of them', async () => {
  const { items } = await get('/v1/audit/events', auditor)

  expect(await get(`/v1/audit/events/${items[0].id}`, auditor)).toEqual(items[0])
})

test('spec 4.3 /v1/spokes/whoami: is of the calling spoke', async () => {
  expect(await get('/v1/spokes/whoami', { spoke: 'triage' })).toMatchObject({ spokeId: 'triage' })
})

test('spec 4.3 /v1/usage/summary: it counts a period, and one spoke', async () => {
  const { usage } = await get('/v1/usage/summary?periodDays=1&spokeId=speed', operator)

  expect(usage.encountersCreated).toBe(0)
})

test('spec 4.4 /v1/usage/summary: is read by who bills', async () => {
  expect((await get('/v1/usage/summary', billing)).usage.artifactsApproved).toBeGreaterThan(0)
})

test('spec 4.4 /v1/billing/events: are of approvals', async () => {
  const { items } = await get('/v1/billing/events', billing)

  expect(items.map(({ artifactId }: { artifactId: string }) => artifactId)).toContain(released.artifactId)
})

test('spec 4.4 /v1/billing/events/{eventId}: one of them', async () => {
  const { items } = await get('/v1/billing/events', billing)

  expect(await get(`/v1/billing/events/${items[0].id}`, billing)).toEqual(items[0])
})

test('spec 4.4 /v1/billing/claim-readiness/{encounterId}: what is there, and what is missing', async () => {
  const { ready, checks } = await get(`/v1/billing/claim-readiness/${released.encounterId}`, billing)

  expect(ready).toBe(false)
  expect(checks.length).toBeGreaterThan(2)
})

test('spec 4.4 /v1/billing/evidence/{encounterId}: references, and no text', async () => {
  const answer = await must(200, call('GET', `/v1/billing/evidence/${released.encounterId}`, { as: billing }))

  expect(answer.text).toContain(released.artifactId)
  expect(answer.text).not.toContain('throat')
})

test.each([
  ['spec 4.5 Native iOS capture', 'ios'],
  ['spec 4.5 Link', 'link'],
  ['spec 4.5 Hospital Hub', 'hospital_hub'],
  ['spec 4.5 Home Hub', 'home_hub'],
  ['spec 4.5 Triage', 'triage'],
  ['spec 4.5 Knowledge', 'knowledge_base'],
  ['spec 4.5 Connect', 'connect'],
  ['spec 4.5 Biometrics', 'biometrics'],
  ['spec 4.5 Medico-legal', 'medico_legal'],
  ['spec 4.5 Billing spoke', 'billing'],
  ['spec 4.5 Speed', 'speed'],
])('%s: is known to the Hub, by its identifier', async (_row, spoke) => {
  expect(await get('/v1/spokes/whoami', { spoke })).toMatchObject({ spokeId: spoke })
  expect(spokes('ios').map(({ id }) => id)).toContain(spoke)
})

const fhir = (path: string, body?: object) =>
  call(body === undefined ? 'GET' : 'POST', `/fhir/R4${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { 'content-type': 'application/fhir+json' },
  })

test('spec 4.6 GET /Patient/{id}: read', async () => {
  expect((await fhir(`/Patient/${draft.patientId}`)).body.id).toBe(draft.patientId)
})

test('spec 4.6 GET /Patient?identifier={mrn}: found', async () => {
  const { body } = await fhir('/Patient?identifier=KG-0417')

  expect(body.entry.map(({ resource }: { resource: { id: string } }) => resource.id)).toContain(draft.patientId)
})

const document = () => ({
  resourceType: 'DocumentReference',
  status: 'current',
  type: { coding: [{ system: 'http://loinc.org', code: '11488-4' }] },
  subject: { reference: `Patient/${draft.patientId}` },
  content: [{ attachment: { contentType: 'text/plain', data: 'Tm90ZQ==' } }],
})

test('spec 4.6 POST /DocumentReference: created', async () => {
  expect((await fhir('/DocumentReference', document())).status).toBe(201)
})

test('spec 4.6 GET /DocumentReference/{id}: read', async () => {
  const { body } = await fhir('/DocumentReference', document())

  expect((await fhir(`/DocumentReference/${body.id}`)).body.content).toEqual(document().content)
})

test('spec 4.6 GET /Bundle/{id}: the document of a release', async () => {
  const { documentId } = await get(`/v1/artifacts/${released.artifactId}`)

  expect((await fhir(`/Bundle/${documentId}`)).body).toMatchObject({ resourceType: 'Bundle', type: 'document' })
})

test('spec 4.6 POST /Batch: answers each entry', async () => {
  const entry = [{ request: { method: 'GET', url: `Patient/${draft.patientId}` } }]

  const { body } = await fhir('/Batch', { resourceType: 'Bundle', type: 'batch', entry })

  expect(body).toMatchObject({ type: 'batch-response', entry: [{ response: { status: '200 OK' } }] })
})

test.each([
  ['spec 5 Authorization', 'authorization', 401],
  ['spec 5 X-Tenant-Id', 'x-tenant-id', 400],
  ['spec 5 X-Spoke-Id', 'x-spoke-id', 400],
  ['spec 5 X-Request-Id', 'x-request-id', 400],
  ['spec 5 X-Idempotency-Key', 'x-idempotency-key', 400],
])('%s: is demanded of a change', async (_row, name, status) => {
  const refused = await call('POST', '/v1/encounters', { body: {}, headers: { [name]: '' } })

  expect(refused.status).toBe(status)
  expect(refused.body.requestId).toMatch(uuid)
})

test('spec 6 audit events: identifiers, states and roles, and nobody can change one', async () => {
  const { items } = await get(`/v1/audit/events?artifactId=${released.artifactId}`, auditor)

  const approved = items.find(({ kind }: { kind: string }) => kind === 'artifact.approved')
  expect(approved).toMatchObject({
    fromState: 'in_review',
    toState: 'approved',
    roles: ['clinician'],
    hash: expect.any(String),
  })
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    expect((await call(method, `/v1/audit/events/${approved.id}`, { as: auditor })).status).toBe(405)
  }
})

test('spec 6 billable workflow events: derived from the approval', async () => {
  const { items } = await get('/v1/billing/events', billing)

  expect(items.every(({ kind }: { kind: string }) => kind.startsWith('artifact.'))).toBe(true)
})

test('spec 6 usage counters: follow what happens', async () => {
  const before = (await get('/v1/usage/summary?periodDays=1', operator)).usage

  await draftVerified(call)

  const { usage } = await get('/v1/usage/summary?periodDays=1', operator)
  expect(usage.encountersCreated - before.encountersCreated).toBe(1)
  expect(usage.verificationRuns - before.verificationRuns).toBe(1)
})

test('spec 6 Provenance and AuditEvent: are there for a released document', async () => {
  const { released: resources } = await get(`/v1/artifacts/${released.artifactId}`)

  expect(resources.some((reference: string) => reference.startsWith('Provenance/'))).toBe(true)
  const events = await call('GET', `/fhir/R4/AuditEvent?patient=Patient/${released.patientId}`, { as: auditor })
  expect(events.body.entry.length).toBeGreaterThan(0)
})

test('spec 7 rule 1: one entry for each invalid field', async () => {
  const { status, problem, body } = await call('POST', '/v1/encounters', { body: { class: 'X', extra: 1 } })

  expect([status, problem]).toEqual([400, 'validation'])
  expect(body.errors).toEqual(
    expect.arrayContaining([
      { field: 'patientId', message: 'is required' },
      { field: 'practitionerRoleId', message: 'is required' },
      { field: 'class', message: expect.any(String) },
      { field: 'extra', message: 'is not known' },
    ]),
  )
})

test('spec 7 rule 2: no value that was sent is in an error', async () => {
  const { text } = await call('POST', '/v1/encounters', { body: { patientId: 'Zebulon Quux', reason: 7 } })

  expect(text).not.toContain('Zebulon')
})

test('spec 7 rule 3: what cannot be verified stays in review', async () => {
  const { artifactId } = await draftByHand(call)

  const refused = await call('POST', `/v1/artifacts/${artifactId}:approve`)

  expect([refused.status, refused.problem]).toEqual([409, 'verification-required'])
  expect((await get(`/v1/artifacts/${artifactId}`)).state).toBe('in_review')
})
