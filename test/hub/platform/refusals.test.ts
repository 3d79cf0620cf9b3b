/** Bad input and refused callers: each its problem of the catalogue, nothing changed, nothing leaked. docs/design/hub.md#problems. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import {
  approveOne,
  createPatient,
  type Drafted,
  draftByHand,
  draftVerified,
  exampleSections,
  exampleSegments,
  generate,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import {
  type Answer,
  type Call,
  type CallOptions,
  createSite,
  type RunningServer,
  readCounts,
  startRunning,
  waitForQuiet,
} from '../../running-server.ts'

let server: RunningServer
let call: Call
/** Verified, waiting for its approval. */
let drafted: Drafted
let channelId: string

const canary = 'Zebulon'
const operator = { role: 'operator' } as const
const otherTenant = developmentTenants[1]
const period = { start: '2026-03-14T02:45:00Z' }
const channel = {
  name: 'Folder',
  recipient: { name: 'Heath Specialists' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'pdf',
  transport: 'file',
  destination: { directory: '/nowhere' },
}

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  drafted = await draftVerified(call)
  await giveConsent(call, drafted.patientId)
  channelId = (await must(201, call('POST', '/v1/channels', { body: channel, as: operator }))).body.id
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

type Expected = { readonly status: number; readonly problem: string; readonly fields?: readonly string[] }

/** The refusal as it was expected, with every row of the database as it was before and no value of the caller's in the answer. */
async function expectRefusal(expected: Expected, ask: () => Promise<Answer>): Promise<Answer> {
  const before = await readCounts(server.site.pool)

  const answer = await ask()

  expect({ status: answer.status, problem: answer.problem }).toEqual({
    status: expected.status,
    problem: expected.problem,
  })
  if (expected.fields !== undefined) expect([...answer.fields].sort()).toEqual([...expected.fields].sort())
  expect(answer.text).not.toContain(canary)
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
  expect(await readCounts(server.site.pool)).toEqual(before)
  return answer
}

describe('headers and tokens', () => {
  const opened = async () => ({ patientId: drafted.patientId, practitionerRoleId, period })
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, CallOptions, Expected])[] = [
    ['R5.1: no token', { headers: { authorization: '' } }, { status: 401, problem: 'authentication-required' }],
    ['R5.1: what is no token', { headers: { authorization: canary } }, { status: 401, problem: 'authentication-required' }],
    ['R5.2: no request id', { headers: { 'x-request-id': '' } }, { status: 400, problem: 'validation', fields: ['X-Request-Id'] }],
    ['R5.2: a malformed request id', { headers: { 'x-request-id': canary } }, { status: 400, problem: 'validation', fields: ['X-Request-Id'] }],
    ['R5.2: no tenant', { headers: { 'x-tenant-id': '' } }, { status: 400, problem: 'validation', fields: ['X-Tenant-Id'] }],
    ['R5.2: a malformed tenant', { headers: { 'x-tenant-id': canary } }, { status: 400, problem: 'validation', fields: ['X-Tenant-Id'] }],
    ['R5.2: no spoke', { headers: { 'x-spoke-id': '' } }, { status: 400, problem: 'validation', fields: ['X-Spoke-Id'] }],
    ['R5.2: a malformed spoke', { headers: { 'x-spoke-id': `${canary} !` } }, { status: 400, problem: 'validation', fields: ['X-Spoke-Id'] }],
    ['R5.2: three of them at once', { headers: { 'x-spoke-id': '', 'x-tenant-id': '', 'x-request-id': '' } }, { status: 400, problem: 'validation', fields: ['X-Spoke-Id', 'X-Tenant-Id', 'X-Request-Id'] }],
    ['docs/design/hub.md#access: a tenant that the token does not grant', { headers: { 'x-tenant-id': otherTenant } }, { status: 403, problem: 'tenant-forbidden' }],
    ['docs/design/hub.md#access: a tenant that nobody has', { headers: { 'x-tenant-id': newId() } }, { status: 403, problem: 'tenant-forbidden' }],
    ['spec 4.5: an unknown spoke', { headers: { 'x-spoke-id': 'zebulon' } }, { status: 403, problem: 'spoke-forbidden' }],
    ['docs/design/hub.md#access: a spoke that the token does not grant', { as: { spoke: 'triage' }, headers: { 'x-spoke-id': 'link' } }, { status: 403, problem: 'spoke-forbidden' }],
    ['R5.4: no idempotency key', { headers: { 'x-idempotency-key': '' } }, { status: 400, problem: 'validation', fields: ['X-Idempotency-Key'] }],
    ['R5.4: a malformed idempotency key', { headers: { 'x-idempotency-key': `${canary} x` } }, { status: 400, problem: 'validation', fields: ['X-Idempotency-Key'] }],
    ['docs/design/hub.md#access: a token that may only read', { as: { scope: 'banksia/spoke.read' } }, { status: 403, problem: 'insufficient-scope' }],
    ['docs/design/hub.md#access: a role that may not', { as: { role: 'operator' } }, { status: 403, problem: 'role-required' }],
    ['docs/design/hub.md#problems: no JSON type', { headers: { 'content-type': 'text/plain' } }, { status: 415, problem: 'unsupported-media-type' }],
    ['docs/design/hub.md#requests-and-answers: no ETag of ours', { headers: { 'if-match': canary } }, { status: 400, problem: 'validation', fields: ['If-Match'] }],
  ]

  test.each(rows)('%s', async (_title, options, expected) => {
    const body = await opened()

    await expectRefusal(expected, () => call('POST', '/v1/encounters', { body, ...options }))
  })
})

describe('bodies', () => {
  type Row = readonly [string, () => readonly [string, string, unknown], readonly string[]]
  const encounter = (more: object) => (): readonly [string, string, unknown] => [
    'POST',
    '/v1/encounters',
    { patientId: drafted.patientId, practitionerRoleId, period, ...more },
  ]
  const artifact = (more: object) => (): readonly [string, string, unknown] => [
    'POST',
    `/v1/encounters/${drafted.encounterId}/artifacts`,
    { templateId, transcriptIds: [drafted.transcriptId], sections: exampleSections(drafted.transcriptId), ...more },
  ]
  const consent = (more: object) => (): readonly [string, string, unknown] => [
    'POST',
    '/v1/consents',
    { patientId: drafted.patientId, permits: ['generate'], purposes: ['TREAT'], method: 'verbal', ...more },
  ]
  const transcript = (segments: unknown) => (): readonly [string, string, unknown] => [
    'POST',
    `/v1/encounters/${drafted.encounterId}/transcripts`,
    { segments },
  ]
  const section = exampleSections(newId())[0]
  // biome-ignore format: one row a line
  const rows: readonly Row[] = [
    ['spec 7: a field that is not known', encounter({ note: canary }), ['note']],
    ['spec 7: a field deep down that is not known', encounter({ period: { ...period, finish: canary } }), ['period.finish']],
    ['spec 7: a field whose name is no name', encounter({ [`${canary} x`]: 1 }), ['*']],
    ['spec 7: a missing field', encounter({ patientId: undefined }), ['patientId']],
    ['spec 7: several wrong fields, one entry each', encounter({ patientId: `${canary}!`, class: canary, status: canary }), ['patientId', 'class', 'status']],
    ['spec 7: a time without its zone', encounter({ period: { start: '2026-03-14T02:45:00' } }), ['period.start']],
    ['spec 7: a day that no calendar has', encounter({ period: { start: '2026-02-30T00:00:00Z' } }), ['period.start']],
    ['R4 dateTime: the year 0000', encounter({ period: { start: '0000-01-01T00:00:00Z' } }), ['period.start']],
    ['R4 dateTime: a zone beyond 14 hours', encounter({ period: { start: '2026-03-14T02:45:00+17:00' } }), ['period.start']],
    ['spec 4.1: a period that ends before it starts', encounter({ period: { ...period, end: '2026-03-14T02:44:59Z' } }), ['period.end']],
    ['spec 4.1: a patient that does not exist', encounter({ patientId: newId() }), ['patientId']],
    ['spec 4.1: none of them exists', encounter({ patientId: 'p', practitionerRoleId: 'r', organizationId: 'o', locationId: 'l' }), ['patientId', 'practitionerRoleId', 'organizationId', 'locationId']],
    ['R4 string: a reason of blanks', encounter({ reason: '   ' }), ['reason']],
    ['R4 string: a reason with a control character', encounter({ reason: `${canary}\u0007` }), ['reason']],
    ['docs/design/hub.md#requests-and-answers: an id that is no UUID', encounter({ id: canary }), ['id']],
    ['docs/design/hub.md#requests-and-answers: an id that no path could name', encounter({ id: '00000000-0000-0000-0000-000000000000' }), ['id']],
    ['spec 4.1: a section that the template does not have', artifact({ sections: [{ ...section, key: 'zebulon' }] }), ['sections[0].key']],
    ['spec 4.1: a section given twice', artifact({ sections: [section, section] }), ['sections[1].key']],
    ['spec 4.1: a statement id used twice', artifact({ sections: [section, { ...section, key: 'plan' }] }), ['sections[1].statements[0].id']],
    ['spec 4.1: a statement of blanks', artifact({ sections: exampleSections('', ' \n') }), ['sections[0].statements[0].text', 'sections[0].statements[0].evidence[0].transcriptId']],
    ['docs/design/drafting.md#verification: an attestation that nobody gave', artifact({ sections: [{ key: 'plan', statements: [{ id: 'a', text: 'x', evidence: [{ kind: 'attestation', by: canary, reasonCode: 'observed' }] }] }] }), ['sections[0].statements[0].evidence[0].kind']],
    ['spec 4.1: a transcript that does not exist', artifact({ transcriptIds: [newId()] }), ['transcriptIds[0]']],
    ['spec 4.1: a consent of nobody', consent({ patientId: canary }), ['patientId']],
    ['spec 4.1: a consent to nothing', consent({ permits: [] }), ['permits']],
    ['spec 4.1: a consent that ends before it starts', consent({ period: { start: '2026-03-14T02:45:00Z', end: '2026-03-13T02:45:00Z' } }), ['period.end']],
    ['spec 4.2: a transcript of nothing', transcript([]), ['segments']],
    ['spec 4.2: a segment that ends before it starts', transcript([{ ...exampleSegments[0], startMs: 10, endMs: 9 }]), ['segments[0].endMs']],
    ['spec 4.2: a segment id used twice', transcript([exampleSegments[0], exampleSegments[0]]), ['segments[1].id']],
    ['spec 4.2: a diarisation of an unknown speaker', () => ['PUT', `/v1/transcripts/${drafted.transcriptId}/diarisation`, { speakers: [{ label: canary, role: 'patient' }] }], ['speakers[0].label']],
    ['spec 4.2: a speaker given twice', () => ['PUT', `/v1/transcripts/${drafted.transcriptId}/diarisation`, { speakers: [{ label: 'patient', role: 'patient' }, { label: 'patient', role: 'other' }] }], ['speakers[1].label']],
    ['spec 4.2: generation from a transcript that does not exist', () => ['POST', `/v1/encounters/${drafted.encounterId}/artifacts:generate`, { templateId, transcriptIds: [newId()] }], ['transcriptIds[0]']],
    ['docs/design/hub.md#artifact-lifecycle: an unknown reason', () => ['POST', `/v1/artifacts/${drafted.artifactId}:reject`, { reasonCode: canary }], ['reasonCode']],
    ['docs/design/hub.md#artifact-lifecycle: an attestation of an unknown statement', () => ['POST', `/v1/artifacts/${drafted.artifactId}:verify`, { attestations: [{ statementId: canary, reasonCode: 'observed' }] }], ['attestations[0].statementId']],
    ['docs/design/hub.md#routes: a body where none is taken', () => ['POST', `/v1/artifacts/${drafted.artifactId}:approve`, { note: canary }], ['note']],
  ]

  test.each(rows)('%s', async (_title, request, fields) => {
    const [method, path, body] = request()

    await expectRefusal({ status: 400, problem: 'validation', fields }, () => call(method, path, { body }))
  })

  test('spec 4.1: another encounter has its own transcripts', async () => {
    const other = await openEncounter(call, drafted.patientId)
    const transcriptIds = [drafted.transcriptId]
    const body = { templateId, transcriptIds }
    const sections = exampleSections(drafted.transcriptId)
    const expected = { status: 400, problem: 'validation', fields: ['transcriptIds[0]'] }

    await expectRefusal(expected, () => call('POST', `/v1/encounters/${other}/artifacts:generate`, { body }))
    await expectRefusal(expected, () =>
      call('POST', `/v1/encounters/${other}/artifacts`, { body: { ...body, sections } }),
    )
  })

  test.each([
    ['no JSON', `{"patientId": "${canary}`],
    ['a member twice', `{"${canary}": 1, "${canary}": 2}`],
    ['a lone surrogate', `{"patientId": "${canary}\\ud800"}`],
  ])('docs/design/hub.md#problems: %s is told by line and column', async (_title, body) => {
    const answer = await expectRefusal({ status: 400, problem: 'malformed-request' }, () =>
      call('POST', '/v1/encounters', { body }),
    )

    expect(answer.body.detail).toMatch(/line 1, column \d+/)
  })

  test('docs/design/hub.md#requests-and-answers: a body beyond the limit', async () => {
    const body = JSON.stringify({ reason: canary.repeat(200_000) })

    await expectRefusal({ status: 413, problem: 'payload-too-large' }, () => call('POST', '/v1/encounters', { body }))
  })

  test.each([
    ['a format that the transport does not carry', { transport: 'mllp' }, ['format']],
    ['an unknown member of a destination', { destination: { directory: '/x', [canary]: 1 } }, ['destination']],
    ['a destination that is none', { destination: { directory: canary } }, ['destination.directory']],
    ['a template that does not exist', { templateIds: [newId()] }, ['templateIds[0]']],
    ['a purpose that is no code', { purposeOfUse: canary }, ['purposeOfUse']],
    ['no attempt', { retry: { attempts: 0 } }, ['retry.attempts']],
  ])('docs/design/hub.md#routes: a channel with %s', async (_title, more, fields) => {
    const body = { ...channel, ...more }

    await expectRefusal({ status: 400, problem: 'validation', fields }, () =>
      call('POST', '/v1/channels', { body, as: operator }),
    )
  })

  test('docs/design/hub.md#routes: a channel keeps its format and transport', async () => {
    const bodies = [
      { ...channel, format: 'rtf' },
      { ...channel, transport: 'mllp', format: 'hl7v2', destination: { host: '127.0.0.1', port: 1 } },
    ]

    for (const [at, fields] of [['format'], ['format', 'transport']].entries()) {
      await expectRefusal({ status: 400, problem: 'validation', fields }, () =>
        call('PUT', `/v1/channels/${channelId}`, { body: bodies[at], as: operator }),
      )
    }
  })
})

describe('queries', () => {
  test.each([
    ['/v1/encounters?limit=0', ['limit']],
    ['/v1/encounters?limit=201', ['limit']],
    ['/v1/encounters?limit=', ['limit']],
    [`/v1/encounters?limit=${canary}`, ['limit']],
    ['/v1/encounters?limit=1&limit=2', ['limit']],
    [`/v1/artifacts/${newId()}?version=2147483648`, ['version']],
    [`/v1/encounters?patient=${canary}`, ['patient']],
    [`/v1/encounters?status=${canary}`, ['status']],
    [`/v1/encounters?cursor=${canary}`, ['cursor']],
    [`/v1/encounters?cursor=${'A'.repeat(300)}`, ['cursor']],
    [`/v1/jobs?encounterId=${canary}`, ['encounterId']],
    [`/v1/spokes/whoami?x=${canary}`, ['x']],
  ])('spec 7: %s', async (path, fields) => {
    await expectRefusal({ status: 400, problem: 'validation', fields }, () => call('GET', path))
  })

  test.each([
    ['operator', '/v1/usage/summary?periodDays=367', ['periodDays']],
    ['operator', '/v1/usage/summary?periodDays=0', ['periodDays']],
    ['operator', `/v1/usage/summary?spokeId=${canary}`, ['spokeId']],
    ['operator', `/v1/deliveries?state=${canary}`, ['state']],
    ['auditor', `/v1/audit/events?artifactId=${canary}`, ['artifactId']],
  ])('spec 7: as %s %s', async (role, path, fields) => {
    await expectRefusal({ status: 400, problem: 'validation', fields }, () => call('GET', path, { as: { role } }))
  })

  test('docs/design/hub.md#requests-and-answers: a cursor of another list, another tenant, or tampered with', async () => {
    for (const _ of [1, 2]) await openEncounter(call, drafted.patientId)
    const cursor: string = (await must(200, call('GET', '/v1/encounters?limit=1'))).body.nextCursor
    const at = Math.floor(cursor.length / 2)
    const tampered = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`
    const expected = { status: 400, problem: 'validation', fields: ['cursor'] }

    await expectRefusal(expected, () => call('GET', `/v1/consents?cursor=${cursor}`))
    await expectRefusal(expected, () => call('GET', `/v1/jobs?cursor=${cursor}`))
    await expectRefusal(expected, () => call('GET', `/v1/encounters?cursor=${tampered}`))
    await expectRefusal(expected, () => call('GET', `/v1/encounters?cursor=${cursor}`, { as: { tenant: otherTenant } }))
    await must(200, call('GET', `/v1/encounters?cursor=${cursor}`))
  })
})

describe('idempotency keys', () => {
  const body = () => ({ patientId: drafted.patientId, practitionerRoleId, period })

  test('R5.4: the same key and request are answered from the first', async () => {
    const key = `same ${newId()}`.replace(' ', '-')
    const first = await must(201, call('POST', '/v1/encounters', { body: body(), key }))
    const before = await readCounts(server.site.pool)

    const again = await must(201, call('POST', '/v1/encounters', { body: body(), key }))

    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(await readCounts(server.site.pool)).toEqual(before)
  })

  test('R5.4: the same key with another body, path, method or If-Match is refused', async () => {
    const key = newId()
    await must(201, call('POST', '/v1/encounters', { body: body(), key }))
    const expected = { status: 422, problem: 'idempotency-key-reused' }
    const consent = { patientId: canary, permits: [canary] }

    await expectRefusal(expected, () => call('POST', '/v1/encounters', { body: { ...body(), reason: canary }, key }))
    await expectRefusal(expected, () => call('POST', '/v1/consents', { body: consent, key }))
    await expectRefusal(expected, () => call('PATCH', `/v1/encounters/${drafted.encounterId}`, { body: body(), key }))
    const headers = { 'if-match': 'W/"1"' }
    await expectRefusal(expected, () => call('POST', '/v1/encounters', { body: { ...body() }, key, headers }))
  })

  test('R5.4: a request is the same one by its JSON, however that is written', async () => {
    const key = newId()
    const { patientId } = drafted
    const first = `{"patientId":"${patientId}","practitionerRoleId":"${practitionerRoleId}","period":{"start":"${period.start}"}}`
    const again = ` {\n "period" : { "start": "${period.start}" }, "practitionerRoleId": "${practitionerRoleId}", "patientId": "${patientId}" } `
    const one = await must(201, call('POST', '/v1/encounters', { body: first, key }))

    const two = await must(201, call('POST', '/v1/encounters', { body: again, key }))

    expect([two.headers.get('idempotent-replayed'), two.body.id]).toEqual(['true', one.body.id])
    const twice = first.replace('{', `{"patientId":"${patientId}",`)
    expect((await call('POST', '/v1/encounters', { body: twice, key })).problem).toBe('malformed-request')
  })

  test('R5.4: another subject, spoke or tenant has keys of its own', async () => {
    const key = newId()
    const one = await must(201, call('POST', '/v1/encounters', { body: body(), key }))
    const others = [{ role: 'senior_clinician' }, { spoke: 'triage' }]

    for (const as of others) {
      const answer = await must(201, call('POST', '/v1/encounters', { body: body(), key, as }))
      expect(answer.body.id).not.toBe(one.body.id)
    }
    const elsewhere = await call('POST', '/v1/encounters', { body: body(), key, as: { tenant: otherTenant } })
    expect(elsewhere.problem).toBe('validation')
  })

  test('docs/design/hub.md#requests-and-answers: a refusal is not kept; the key serves the mended request', async () => {
    const key = newId()
    const bad = { ...body(), patientId: newId() }

    await expectRefusal({ status: 400, problem: 'validation' }, () =>
      call('POST', '/v1/encounters', { body: bad, key }),
    )
    await must(201, call('POST', '/v1/encounters', { body: body(), key }))
  })

  test('docs/design/hub.md#requests-and-answers: roles are checked again before a replay', async () => {
    const key = newId()
    await must(201, call('POST', '/v1/encounters', { body: body(), key }))
    const as = { scope: 'banksia/spoke.read' }

    await expectRefusal({ status: 403, problem: 'insufficient-scope' }, () =>
      call('POST', '/v1/encounters', { body: body(), key, as }),
    )
  })
})

describe('versions', () => {
  test.each([
    ['PATCH', () => `/v1/encounters/${drafted.encounterId}`, { status: 'finished' }],
    ['PATCH', () => `/v1/artifacts/${drafted.artifactId}`, { sections: [{ key: 'plan', statements: [] }] }],
    ['POST', () => `/v1/artifacts/${drafted.artifactId}:verify`, undefined],
    ['POST', () => `/v1/artifacts/${drafted.artifactId}:approve`, undefined],
    ['POST', () => `/v1/artifacts/${drafted.artifactId}:reject`, { reasonCode: 'style' }],
    ['POST', () => `/v1/artifacts/${drafted.artifactId}:recall`, { reasonCode: 'other' }],
    [
      'PUT',
      () => `/v1/transcripts/${drafted.transcriptId}/diarisation`,
      { speakers: [{ label: 'patient', role: 'patient' }] },
    ],
    ['PUT', () => `/v1/channels/${channelId}`, channel],
  ])('docs/design/hub.md#requests-and-answers: %s with a version that is not current', async (method, path, body) => {
    const as = path().includes('channels') ? operator : {}
    const headers = { 'if-match': 'W/"999"' }

    await expectRefusal({ status: 412, problem: 'precondition-failed' }, () =>
      call(method, path(), { body, as, headers }),
    )
  })

  test('docs/design/hub.md#requests-and-answers: the ETag that was read lets the change through, once', async () => {
    const id = await openEncounter(call, drafted.patientId)
    const etag = (await must(200, call('GET', `/v1/encounters/${id}`))).headers.get('etag') ?? ''
    const change = () =>
      call('PATCH', `/v1/encounters/${id}`, { body: { status: 'finished' }, headers: { 'if-match': etag } })

    await must(200, change())
    await expectRefusal({ status: 412, problem: 'precondition-failed' }, change)
  })

  test('docs/design/hub.md#requests-and-answers: an id that is taken is a conflict', async () => {
    const body = { id: drafted.encounterId, patientId: drafted.patientId, practitionerRoleId, period }

    await expectRefusal({ status: 409, problem: 'conflict' }, () => call('POST', '/v1/encounters', { body }))
  })
})

describe('approval', () => {
  test('docs/design/hub.md#artifact-lifecycle: without a verification', async () => {
    const { artifactId } = await draftByHand(call)

    await expectRefusal({ status: 409, problem: 'verification-required' }, () =>
      call('POST', `/v1/artifacts/${artifactId}:approve`),
    )
  })

  test('docs/design/hub.md#artifact-lifecycle: a verification of other evidence, because the speakers were settled anew', async () => {
    const { artifactId, transcriptId } = await draftVerified(call)
    const diarise = (role: string) => {
      const speakers = ['clinician', 'patient'].map((label) => ({ label, role: label === 'patient' ? role : label }))
      return must(200, call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body: { speakers } }))
    }
    await diarise('other')

    await expectRefusal({ status: 409, problem: 'verification-required' }, () =>
      call('POST', `/v1/artifacts/${artifactId}:approve`),
    )
    await diarise('patient')
    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
    await waitForQuiet(server.site.pool)
  })

  test.each(['operator', 'billing', 'auditor', 'patient', 'carer', 'system'])('R3.1: never by %s', async (role) => {
    for (const verb of ['approve', 'reject', 'recall']) {
      await expectRefusal({ status: 403, problem: 'role-required' }, () =>
        call('POST', `/v1/artifacts/${drafted.artifactId}:${verb}`, { as: { role } }),
      )
    }
  })

  test('docs/design/hub.md#access: never by a clinician without a PractitionerRole', async () => {
    // Its issuer's claim is the subject, which is no PractitionerRole.
    const env = { BANKSIA_CLAIM_FHIR_USER: 'sub', BANKSIA_ROLE: 'web' }
    const other = await startRunning({ site: server.site, env })

    const answer = await expectRefusal({ status: 403, problem: 'role-required' }, () =>
      other.call('POST', `/v1/artifacts/${drafted.artifactId}:approve`),
    ).finally(other.stop)

    expect(answer.body.detail).toBe('The approver has no PractitionerRole')
  })

  test('docs/design/hub.md#access: never by a clinician whose PractitionerRole nobody has', async () => {
    const as = { practitionerRole: newId() }

    await expectRefusal({ status: 409, problem: 'release-invalid' }, () =>
      call('POST', `/v1/artifacts/${drafted.artifactId}:approve`, { as }),
    )
  })

  test('docs/design/drafting.md#verification: system may verify, and may not attest, whoever it names', async () => {
    const { artifactId } = await draftByHand(call, 'Sore throat for 9 days.')
    const path = `/v1/artifacts/${artifactId}:verify`
    const body = { attestations: [{ statementId: 'one', reasonCode: 'observed' }] }
    const as = { role: 'system', practitionerRole: practitionerRoleId }

    await expectRefusal({ status: 403, problem: 'role-required' }, () => call('POST', path, { body, as }))
    expect((await must(200, call('POST', path, { as }))).body.outcome).toBe('failed')
  })

  test('D7: evidence that does not exist would not pass its release', async () => {
    const { patientId: _, ...ids } = await draftByHand(call)
    const sections = exampleSections(ids.transcriptId)
    const [first] = sections
    const resource = { kind: 'resource', reference: `Observation/${newId()}` }
    const [statement] = first?.statements ?? []
    const evidence = [...(statement?.evidence ?? []), resource]
    const body = { sections: [{ ...first, statements: [{ ...statement, evidence }] }] }
    const path = `/v1/artifacts/${ids.artifactId}`
    await must(200, call('PATCH', path, { body }))
    const attestations = [{ statementId: 'one', reasonCode: 'observed' }]

    const verified = await must(200, call('POST', `${path}:verify`, { body: { attestations } }))

    expect(verified.body.outcome).toBe('failed')
    expect(verified.body.findings.map(({ rule }: { rule: string }) => rule)).toContain('release-valid')
  })

  const allergyOf = (patient: object) => ({
    resourceType: 'AllergyIntolerance',
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
    },
    code: { text: 'Penicillin' },
    patient,
  })
  const observationOf = (subject: string, other: string) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'Seen' },
    subject: { reference: subject },
    focus: [{ reference: other }],
  })

  test.each([
    ['the record of another patient', (_: string, other: string) => allergyOf({ reference: other })],
    ['what is about another patient as well', (own: string, other: string) => observationOf(own, other)],
    ['what names its patient by an identifier', () => allergyOf({ identifier: { system: 'urn:a', value: 'b' } })],
  ])('docs/design/hub.md#release: %s is no evidence, whoever vouches for it', async (_, build) => {
    const { transcriptId, artifactId, patientId } = await draftByHand(call)
    const headers = { 'content-type': 'application/fhir+json' }
    const content = build(`Patient/${patientId}`, `Patient/${await createPatient(call)}`)
    const type = content.resourceType
    const { body: known } = await must(201, call('POST', `/fhir/R4/${type}`, { body: content, headers }))
    const [first] = exampleSections(transcriptId)
    const [statement] = first?.statements ?? []
    const resource = { kind: 'resource', reference: `${type}/${known.id}` }
    const evidence = [...(statement?.evidence ?? []), resource]
    const body = { sections: [{ ...first, statements: [{ ...statement, evidence }] }] }
    const path = `/v1/artifacts/${artifactId}`
    await must(200, call('PATCH', path, { body }))
    const attestations = [{ statementId: 'one', reasonCode: 'observed' }]

    const verified = await must(200, call('POST', `${path}:verify`, { body: { attestations } }))

    expect(verified.body.outcome).toBe('failed')
    expect(verified.body.findings.map(({ rule }: { rule: string }) => rule)).toContain('release-valid')
    await expectRefusal({ status: 409, problem: 'verification-required' }, () => call('POST', `${path}:approve`))
  })

  test('docs/design/hub.md#artifact-lifecycle: what is not open from a state names both', async () => {
    const { artifactId } = await approveOne(call)
    const path = `/v1/artifacts/${artifactId}`
    await waitForQuiet(server.site.pool)
    const sections = [{ key: 'plan', statements: [] }]
    const rows = [
      ['approve', () => call('POST', `${path}:approve`)],
      ['verify', () => call('POST', `${path}:verify`)],
      ['reject', () => call('POST', `${path}:reject`, { body: { reasonCode: 'style' } })],
      ['edit', () => call('PATCH', path, { body: { sections } })],
    ] as const

    for (const [operation, ask] of rows) {
      const { body } = await expectRefusal({ status: 409, problem: 'invalid-transition' }, ask)
      expect(body.detail).toBe(`The operation ${operation} is not open from the state approved`)
    }
    const recalled = await expectRefusal({ status: 409, problem: 'invalid-transition' }, () =>
      call('POST', `/v1/artifacts/${drafted.artifactId}:recall`, { body: { reasonCode: 'other' } }),
    )
    expect(recalled.body.detail).toBe('The operation recall is not open from the state in_review')
  })
})

describe('consent', () => {
  const inMs = (leadMs: number) => new Date(Date.now() + leadMs).toISOString()
  test.each([
    ['missing', undefined],
    ['for something else', { permits: ['record', 'share'] }],
    ['for another artifact type', { artifactTypes: ['referral'] }],
    ['not yet begun', { period: { start: '2126-01-01T00:00:00Z' } }],
    ['over', { period: { end: '2026-01-01T00:00:00Z' } }],
  ])('D8: nothing is generated with consent %s', async (_title, consent) => {
    const patientId = await createPatient(call)
    const encounterId = await openEncounter(call, patientId)
    await giveConsent(call, patientId, { permits: ['record'] })
    await storeTranscript(call, encounterId)
    if (consent !== undefined) await giveConsent(call, patientId, consent)

    await expectRefusal({ status: 403, problem: 'consent-required' }, () =>
      call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } }),
    )
    const body = { templateId, sections: [{ key: 'plan', statements: [] }] }
    await expectRefusal({ status: 403, problem: 'consent-required' }, () =>
      call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }),
    )
  })

  test('D8: nothing is generated once it is revoked, or has run out', async () => {
    const patientId = await createPatient(call)
    const encounterId = await openEncounter(call, patientId)
    await giveConsent(call, patientId, { permits: ['record'] })
    await storeTranscript(call, encounterId)
    const ask = () => call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } })
    const consentId = await giveConsent(call, patientId)
    await generate(call, encounterId)

    await must(200, call('POST', `/v1/consents/${consentId}:revoke`))
    await expectRefusal({ status: 403, problem: 'consent-required' }, ask)

    // It holds for a while, however long a request takes.
    for (let leadMs = 400, status = 0; status !== 202; leadMs *= 2) {
      await giveConsent(call, patientId, { period: { end: inMs(leadMs) } })
      status = (await ask()).status
    }
    await waitFor(ask, ({ status }) => status === 403)
    await waitForQuiet(server.site.pool)
  })

  test('docs/design/hub.md#access: a consent is taken by a clinician, not by an unattended client', async () => {
    const body = { patientId: drafted.patientId, permits: ['generate'], purposes: ['TREAT'], method: 'verbal' }

    await expectRefusal({ status: 403, problem: 'role-required' }, () =>
      call('POST', '/v1/consents', { body, as: { role: 'system' } }),
    )
  })
})

// test/access asks for every route as every role, with each scope.
describe('the whole table', () => {
  const table = hubRoutes(1)
  const anyId = newId()
  const pathOf = (path: string): string =>
    path
      .replace('{gateName}', 'clinical_review')
      .replace('{spokeId}', 'link')
      .replaceAll(/\{\w+\}/g, anyId)

  test('R5.4: every change wants its key', async () => {
    const wrong: string[] = []
    for (const { method, path, roles: allowed } of table.filter(
      (row) => row.method !== 'GET' && row.scope === 'write',
    )) {
      const as = { role: allowed[0] ?? '' }
      const keyless = await call(method, pathOf(path), { as, headers: { 'x-idempotency-key': '' } })
      if (keyless.fields[0] !== 'X-Idempotency-Key') wrong.push(`${method} ${path}: ${keyless.status} without a key`)
    }

    expect(wrong).toEqual([])
  })

  test('docs/design/hub.md#requests-and-answers: whatever is another tenant’s is not found', async () => {
    const consentId = await giveConsent(call, drafted.patientId)
    const { artifactId } = await approveOne(call)
    const { rows: jobs } = await server.site.pool.query('select id from job limit 1')
    const { items: events } = (await call('GET', '/v1/billing/events', { as: { role: 'billing' } })).body
    const paused = { ...channel, templateIds: [templateId], status: 'paused' }
    await must(200, call('PUT', `/v1/channels/${channelId}`, { body: paused, as: operator }))
    const { artifactId: sent } = await approveOne(call)
    await waitForQuiet(server.site.pool)
    const { items: deliveries } = (await call('GET', `/v1/deliveries?artifactId=${sent}`)).body
    const ids: Readonly<Record<string, string>> = {
      encounterId: drafted.encounterId,
      artifactId,
      consentId,
      transcriptId: drafted.transcriptId,
      jobId: jobs[0].id,
      eventId: events[0].id,
      channelId,
      deliveryId: deliveries[0].id,
    }
    const rows = table.filter(({ path }) => Object.keys(ids).some((name) => path.includes(`{${name}}`)))
    const wrong: string[] = []
    const before = await readCounts(server.site.pool)

    for (const { method, path, roles: allowed, body: schema } of rows) {
      const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
      const as = { role: allowed[0] ?? '', tenant: otherTenant }
      const body = (schema?.meta()?.['examples'] as unknown[] | undefined)?.[0]
      const answer = await call(method, named, { as, body })
      if (answer.problem !== 'not-found') wrong.push(`${method} ${path}: ${answer.status} ${answer.text}`)
    }

    expect(rows.length).toBeGreaterThan(25)
    expect(wrong).toEqual([])
    expect(await readCounts(server.site.pool)).toEqual(before)
  })
})

test('docs/design/hub.md#problems: none of it was a fault, and none of it is in the log', () => {
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
  expect(JSON.stringify(server.lines).toLowerCase()).not.toContain(canary.toLowerCase())
})
