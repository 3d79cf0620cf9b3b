/** A record that a patient denies a clinician does not exist in `/v1` either, except for a clinician who says why. D56; docs/design/hub.md#consent. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { clinicalRoles, hasRole } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { patientsOf } from '../../../src/hub/consents/consent-denials.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import {
  approveOne,
  createColleague,
  createPatient,
  draftVerified,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { openEvents } from '../../event-client.ts'
import { waitFor } from '../../patience.ts'
import { digestOf, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'
import { openMerge } from '../patient-merges/open-merge.ts'

let server: RunningServer
let call: Call
let folder: string
/** Everything of the one who denies it, and some of another. */
let ids: Readonly<Record<string, string>>
let other: { readonly patientId: string; readonly encounterId: string; readonly artifactId: string }
let exportKey: string

const colleague = { practitionerRole: 'colleague' } as const
const json = { 'content-type': 'application/json' } as const
const glass = { 'x-break-glass': 'emergency' } as const
const audio = makeAudio(1000)
const linkOf = (artifactId: string) => ({
  artifactId,
  link: true,
  recipient: { name: 'Maeve', class: 'patient' },
  purposeOfUse: 'PATRQT',
  legalBasis: 'consent',
})

const deny = (patientId: string) =>
  giveConsent(call, patientId, {
    decision: 'deny',
    permits: ['share'],
    recipients: [`PractitionerRole/${practitionerRoleId}`],
  })

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  await createColleague(call)
  folder = await mkdtemp(join(tmpdir(), 'banksia-denied-'))
  const approved = await approveOne(call)
  const { patientId, encounterId, artifactId } = approved
  const waiting = await draftVerified(call)
  other = waiting
  await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  const body = { segments: [{ speaker: 'S1', startMs: 0, endMs: 900, text: 'Any fever?' }] }
  const said = await must(201, call('POST', `/v1/encounters/${encounterId}/transcripts`, { body }))
  const speakers = { speakers: [{ label: 'S1', role: 'clinician' }] }
  await must(200, call('PUT', `/v1/transcripts/${said.body.id}/diarisation`, { body: speakers }))
  const sessionId = await startSession(call, encounterId)
  await must(201, sendChunk(call, { sessionId, index: 0, bytes: audio }))
  const draft = await must(
    202,
    call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } }),
  )
  await waitFor(
    async () => (await must(200, call('GET', `/v1/jobs/${draft.body.id}`))).body.state,
    (state) => state === 'succeeded',
  )
  exportKey = newId()
  const exports = `/v1/artifacts/${artifactId}/exports`
  const exported = await call('POST', exports, { body: { format: 'pdf' }, key: exportKey })
  const share = await must(201, call('POST', '/v1/shares', { body: linkOf(artifactId) }))
  const channel = {
    name: 'Folder',
    recipient: { name: 'Heath Specialists' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'pdf',
    transport: 'file',
    destination: { directory: folder },
  }
  const { body: made } = await must(201, call('POST', '/v1/channels', { body: channel, as: { role: 'operator' } }))
  const recipient = { name: 'Heath Specialists', class: 'organisation' }
  const dispatch = { artifactId, channelId: made.id, recipient, purposeOfUse: 'TREAT' }
  const delivery = await must(202, call('POST', '/v1/deliveries', { body: dispatch }))
  ids = {
    patientId,
    encounterId,
    artifactId,
    transcriptId: said.body.id,
    sessionId,
    jobId: draft.body.id,
    exportId: exported.body.id,
    shareId: share.body.id,
    deliveryId: delivery.body.id,
    messageId: delivery.body.id,
    mergeId: await openMerge(server, await createPatient(call), patientId, 'confirmed'),
    consentId: await deny(patientId),
    gateName: 'clinical_review',
  }
  // Every process knows of it within two seconds.
  await waitFor(
    () => call('GET', `/v1/encounters/${encounterId}`),
    ({ status }) => status === 404,
  )
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const ofClinicians = hubRoutes(1).filter(
  ({ path, roles }) => path.includes('{') && roles.length < 8 && hasRole({ roles }, clinicalRoles),
)
const inNobodysRecord = new Set([
  'requestId',
  'templateId',
  'versionId',
  'gateName',
  'practitionerRoleId',
  'channelId',
  'mappingTableId',
])
const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
const fill = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '')

test('D56: of every name in a path that a clinician may ask for it is known whose record it leads to', () => {
  const names = [...new Set(ofClinicians.flatMap(({ path }) => namesIn(path)))]

  expect(names.filter((name) => patientsOf[name] === undefined && !inNobodysRecord.has(name))).toEqual([])
})

const concerned = ofClinicians.filter(({ path }) => namesIn(path).some((name) => patientsOf[name] !== undefined))

describe('to whom it is denied', () => {
  test.each(concerned.map((row) => [row.method, row.path, row.body] as const))(
    'D56: %s %s finds nothing',
    async (method, path, schema) => {
      const isChunk = method === 'POST' && path.endsWith('/chunks')
      const headers = isChunk
        ? { 'content-type': 'application/octet-stream', 'x-chunk-index': '1', 'content-digest': digestOf(audio) }
        : {}
      const [example = {}] = (schema?.meta()?.['examples'] as readonly unknown[] | undefined) ?? []
      const body = isChunk ? audio : method === 'GET' ? undefined : example

      const answer = await call(method, fill(path), { ...(body === undefined ? {} : { body }), headers })

      expect(answer).toMatchObject({ status: 404, problem: 'not-found' })
    },
  )

  // It was not recalled.
  const isThere = ({ method, path }: (typeof concerned)[number]) => method === 'GET' && !path.endsWith('/recall')
  test.each(concerned.filter(isThere).map(({ path }) => [path] as const))('D56: a colleague reads %s', async (path) => {
    expect(await call('GET', fill(path), { as: colleague })).not.toMatchObject({ status: 404 })
  })

  test('D30: each refusal is on record, and says no more in the answer than that nothing is there', async () => {
    const requestId = newId()
    const answer = await call('GET', `/v1/artifacts/${ids['artifactId']}`, { headers: { 'x-request-id': requestId } })
    const nothing = await call('GET', `/v1/artifacts/${newId()}`, { headers: { 'x-request-id': requestId } })

    const { body } = await call('GET', `/v1/audit/events?requestId=${requestId}`, { as: { role: 'auditor' } })

    expect(answer.body).toEqual(nothing.body)
    const kinds = body.items.map(({ kind, reason }: { kind: string; reason: string }) => `${kind} ${reason}`)
    expect(kinds.toSorted()).toEqual(['access.refused consent-denied', 'access.refused not-found'])
  })

  test.each([
    ['/v1/encounters', 'patientId', () => ({ practitionerRoleId, period: { start: '2026-03-14T02:45:00Z' } })],
    ['/v1/consents', 'patientId', () => ({ permits: ['share'], purposes: ['TREAT'], method: 'verbal' })],
    ['/v1/audio/sessions', 'encounterId', () => ({ kind: 'dictation', mediaType: 'audio/wav' })],
    ['/v1/shares', 'artifactId', () => linkOf(ids['artifactId'] ?? '')],
  ] as const)('D56: POST %s names nothing by its %s', async (path, field, more) => {
    const ask = (id: string | undefined) => call('POST', path, { body: { ...more(), [field]: id } })
    const [denied, nobodys] = [await ask(ids[field]), await ask(newId())]

    expect(denied).toMatchObject({ status: 400, fields: [field] })
    expect(denied.body.errors).toEqual(nobodys.body.errors)
  })

  test('D56: an answer is not given again', async () => {
    const path = `/v1/artifacts/${ids['artifactId']}/exports`

    // As a used key of any other request.
    expect(await call('POST', path, { body: { format: 'pdf' }, key: exportKey })).toMatchObject({ status: 422 })
  })

  const listed = (answer: Answer): string => answer.text
  test.each([
    ['/v1/encounters?', 'encounterId'],
    ['/v1/consents?', 'consentId'],
    ['/v1/shares?', 'shareId'],
    ['/v1/audio/sessions?', 'sessionId'],
    ['/v1/jobs?', 'jobId'],
    ['/v1/deliveries?', 'deliveryId'],
    ['/v1/patient-merges?', 'mergeId'],
    ['/v1/release-gates/clinical_review/queue?', 'encounterId'],
  ] as const)('D56: the list %s leaves it out', async (path, name) => {
    const own = await must(200, call('GET', `${path}limit=200`))
    const all = await must(200, call('GET', `${path}limit=200`, { as: colleague }))

    expect(listed(all)).toContain(ids[name])
    expect(listed(own)).not.toContain(ids[name])
  })

  test('D56: lists hold what is of others', async () => {
    expect(listed(await call('GET', '/v1/encounters'))).toContain(other.encounterId)
    expect(listed(await call('GET', '/v1/release-gates/clinical_review/queue'))).toContain(other.artifactId)
    expect(await call('GET', `/v1/artifacts/${other.artifactId}`)).toMatchObject({ status: 200 })
  })

  test('D56: a stream of events tells of others alone', async () => {
    const stream = await openEvents(server)
    const draft = async (encounterId: string) => {
      const transcriptId = await storeTranscript(call, encounterId, undefined, colleague)
      const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
      return (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body, as: colleague }))).body.id
    }
    const kept = await draft(ids['encounterId'] ?? '')
    const guess = JSON.stringify({ link: `${ids['shareId']}.${'x'.repeat(43)}`, dateOfBirth: '1970-01-01' })
    const tried = await fetch(`${server.base}/s`, { method: 'POST', headers: json, body: guess })
    const told = await draft(other.encounterId)

    await waitFor(
      async () => stream.events.map(({ data }) => data['artifactId']),
      (seen) => seen.includes(told),
    )
    await stream.close()

    expect(tried.status).toBe(404)
    expect(stream.events.map(({ data }) => data['artifactId'])).not.toContain(kept)
    expect(stream.events.map(({ event }) => event)).not.toContain('share.refused')
  })

  test('D56: what a request brought about does not name it', async () => {
    const requestId = newId()
    const body = { templateId }
    const headers = { 'x-request-id': requestId }
    const path = `/v1/encounters/${ids['encounterId']}/artifacts:generate`
    const { body: job } = await must(202, call('POST', path, { body, headers, as: colleague }))
    const read = (as: object) => call('GET', `/v1/requests/${requestId}`, { as })

    const seen = await waitFor(
      () => read(colleague),
      (answer) => answer.status === 200 && answer.body.http.length > 0,
    )

    expect(seen.body.jobs).toMatchObject([{ id: job.id, kind: 'generate' }])
    expect((await must(200, read({}))).body).toMatchObject({ http: seen.body.http, jobs: [] })
  })

  // There are two such jobs by now.
  test.each([
    ['/v1/jobs', 'encounterId'],
    ['/v1/deliveries', 'artifactId'],
    ['/v1/shares', 'artifactId'],
    ['/v1/audio/sessions', 'encounterId'],
    ['/v1/encounters', 'patientId'],
    ['/v1/consents', 'patientId'],
  ] as const)('D56: %s asked by its %s is as of nobody, and says of no further page', async (path, name) => {
    const ask = async (id: string | undefined) => (await must(200, call('GET', `${path}?limit=1&${name}=${id}`))).body

    expect(await ask(ids[name])).toEqual(await ask(newId()))
  })

  test('D56: operators go on with what is no text', async () => {
    const as = { role: 'operator' } as const

    expect(await call('GET', `/v1/deliveries/${ids['deliveryId']}`, { as })).toMatchObject({ status: 200 })
  })
})

describe('breaking the glass', () => {
  test('D56: a clinician who says why reads it, which is marked in every record and told', async () => {
    const requestId = newId()
    const headers = { ...glass, 'x-request-id': requestId }
    const seen = await call('GET', `/v1/artifacts/${ids['artifactId']}`, { headers })

    const { body } = await call('GET', `/v1/audit/events?requestId=${requestId}`, { as: { role: 'auditor' } })

    expect(seen).toMatchObject({ status: 200, body: { id: ids['artifactId'] } })
    expect(body.items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'access.break-glass',
      'artifact.read',
    ])
    for (const { roles } of body.items) expect(roles).toContain('break-glass:emergency')
    expect(server.lines.filter(({ fields }) => fields.requestId === requestId)).toContainEqual(
      expect.objectContaining({ level: 'warn', event: 'access.break-glass' }),
    )
  })

  test('D56: not without a reason of the list, and by nobody else', async () => {
    const path = `/v1/encounters/${ids['encounterId']}`
    const wrong = await call('GET', path, { headers: { 'x-break-glass': 'Zebulon' } })
    const system = await call('POST', `${path}/transcripts`, { body: {}, headers: glass, as: { role: 'system' } })

    expect(wrong).toMatchObject({ status: 400, fields: ['X-Break-Glass'] })
    expect(wrong.text).not.toContain('Zebulon')
    expect(system).toMatchObject({ status: 403, problem: 'role-required' })
  })
})

test('D56: the patient, who denies it, goes on with their own; when it is revoked all is there again', async () => {
  const mine = await createPatient(call)
  const encounterId = await openEncounter(call, mine)
  const id = await deny(mine)
  const statusOf = async () => (await call('GET', `/v1/encounters/${encounterId}`)).status
  await waitFor(statusOf, (status) => status === 404)
  const as = { role: 'patient', patient: mine } as const

  expect((await must(200, call('GET', '/v1/consents', { as }))).body.items).toMatchObject([{ id }])
  await must(200, call('POST', `/v1/consents/${id}:revoke`, { as }))

  expect(await waitFor(statusOf, (status) => status === 200)).toBe(200)
})
