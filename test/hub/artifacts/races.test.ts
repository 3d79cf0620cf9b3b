/** Requests at the same time, and work without a verifier. R3.1, R3.2, R5.4; docs/design/hub.md#artifact-lifecycle. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import {
  createPatient,
  draftVerified,
  exampleSections,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  openFolder,
  practitionerRoleId,
  readHeld,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let folder: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
  await openFolder(call, { directory: folder, format: 'rtf', recipient: 'Heath Specialists' })
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const outcomesOf = (answers: readonly Answer[]): readonly string[] =>
  answers.map(({ status, problem }) => `${status} ${problem ?? ''}`.trim()).sort()

const listEvents = async (artifactId: string): Promise<readonly string[]> => {
  const text = 'select kind from audit where artifact_id = $1 order by seq'
  return (await server.site.pool.query<{ kind: string }>(text, [artifactId])).rows.map(({ kind }) => kind)
}

const stale = '412 precondition-failed'

const countOf = (kinds: readonly string[], kind: string): number => kinds.filter((one) => one === kind).length

/** Versions of everything that an approval released. */
async function listVersions(released: readonly string[]): Promise<readonly number[]> {
  const text = `select version from resource where space = 'fhir' and type || '/' || id = any ($1)`
  return (await server.site.pool.query<{ version: number }>(text, [released])).rows.map(({ version }) => version)
}

describe('two at once', () => {
  test('R3.1: approved twice at once under different keys: one release, one delivery', async () => {
    const { artifactId } = await draftVerified(call)
    const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

    const answers = await Promise.all(
      [1, 2].map(() => call('POST', `/v1/artifacts/${artifactId}:approve`, { headers })),
    )

    expect(outcomesOf(answers)).toEqual(['200', stale])
    const approved = answers.find(({ status }) => status === 200)?.body
    expect(await listVersions(approved.released)).toEqual(approved.released.map(() => 1))
    expect(countOf(await listEvents(artifactId), 'artifact.approved')).toBe(1)
    const delivery = await waitFor(
      async () => (await call('GET', `/v1/deliveries?artifactId=${artifactId}`)).body.items,
      (items) => items.every(({ state }: { state: string }) => state === 'sent'),
    )
    expect(delivery).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name.startsWith(approved.documentId))).toHaveLength(1)
  })

  test('R3.1: approved and edited at once: never an approval of what nobody verified', async () => {
    for (const round of [1, 2, 3, 4]) {
      const { artifactId, transcriptId } = await draftVerified(call)
      const path = `/v1/artifacts/${artifactId}`
      const body = { sections: exampleSections(transcriptId, 'Sore throat, 4 days.') }
      const headers = await readHeld(call, path)
      const approve = () => call('POST', `${path}:approve`, { headers })
      const edit = () => call('PATCH', path, { body, headers })

      const answers = await Promise.all(round % 2 === 0 ? [approve(), edit()] : [edit(), approve()])

      const { body: artifact } = await call('GET', path)
      expect(outcomesOf(answers)).toEqual(['200', stale])
      if (artifact.state === 'approved') expect(artifact.verification.contentHash).toBe(artifact.contentHash)
      else expect(artifact).toMatchObject({ state: 'in_review', version: 3 })
    }
  })

  test('docs/design/hub.md#release: approved, then recalled while it is delivered: each recipient gets the recall, nobody else', async () => {
    for (const waitMs of [0, 5, 15, 40]) {
      const { artifactId } = await draftVerified(call)
      await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
      await new Promise((resolve) => setTimeout(resolve, waitMs))

      const reason = { reasonCode: 'wrong_patient' }
      const recalled = await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: reason }))

      const final = ['sent', 'cancelled', 'rejected']
      const items = await waitFor(
        async () => (await call('GET', `/v1/deliveries?artifactId=${artifactId}`)).body.items,
        (found) => found.every(({ state }: { state: string }) => final.includes(state)),
      )
      const original = items.find(({ kind }: { kind: string }) => kind === 'original')
      const recall = items.find(({ kind }: { kind: string }) => kind === 'recall')
      const isThere = (await readdir(folder)).some((name) => name.startsWith(recalled.body.documentId))
      expect(original.state).toBe(isThere ? 'sent' : 'cancelled')
      if (original.attempts > 0) expect(recall).toMatchObject({ state: 'rejected', reason: 'told-by-hand' })
      else expect(recall).toBeUndefined()
      const { body: told } = await call('GET', `/v1/artifacts/${artifactId}/recall`)
      expect(told.byHand).toHaveLength(original.attempts > 0 ? 1 : 0)
      expect(told.acknowledged).toEqual([])
    }
  })

  test('docs/design/hub.md#release: no document says final that was first rendered after its recall', async () => {
    const { artifactId } = await draftVerified(call)
    const [approved] = await Promise.all([call('POST', `/v1/artifacts/${artifactId}:approve`)])
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))

    await waitFor(
      async () => (await server.site.pool.query('select 1 from document where rendered_at is null')).rowCount,
      (count) => count === 0,
    )

    const bundle = await call('GET', `/fhir/R4/Bundle/${approved?.body.documentId}`)
    if (bundle.status === 200) expect(bundle.body.entry[0].resource.status).toBe('final')
    else expect(bundle.status).toBe(404)
  })

  test('docs/design/hub.md#release: two artifacts of one encounter, the same facts, approved at once: both stand', async () => {
    const patientId = await createPatient(call)
    await giveConsent(call, patientId)
    const encounterId = await openEncounter(call, patientId)
    const segments = longerSegments.map((segment) => ({
      ...segment,
      speaker: segment.speaker === 'S1' ? 'clinician' : 'patient',
    }))
    const transcriptId = await storeTranscript(call, encounterId, segments)
    const claim = { kind: 'history', concept: 'asthma', display: 'asthma', code: '195967001', polarity: 'present' }
    const claims = [{ ...claim, certainty: 'certain', person: 'patient', time: 'current' }]
    const evidence = [{ kind: 'segment', transcriptId, segmentId: 's5', start: 0, end: 14, role: 'answer' }]
    const sections = [{ key: 'subjective', statements: [{ id: 'one', text: 'History of asthma.', claims, evidence }] }]
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const body = { templateId, transcriptIds: [transcriptId], sections }
      const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
      const attestations = [{ statementId: 'one', reasonCode: 'known_history' }]
      await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
      ids.push(id)
    }

    const answers = await Promise.all(ids.map((id) => call('POST', `/v1/artifacts/${id}:approve`)))

    expect(outcomesOf(answers)).toEqual(['200', '200'])
    const [one, two] = answers.map(({ body }) => body.released.filter((name: string) => name.startsWith('Condition/')))
    expect(one).toHaveLength(1)
    expect(two).toEqual(one)
    expect(await listVersions(one)).toEqual([2])
  })

  test('R3.1: recalled twice at once: once', async () => {
    const { artifactId } = await draftVerified(call)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
    const body = { reasonCode: 'duplicate' }
    const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

    const answers = await Promise.all(
      [1, 2].map(() => call('POST', `/v1/artifacts/${artifactId}:recall`, { body, headers })),
    )

    expect(outcomesOf(answers)).toEqual(['200', stale])
    expect(countOf(await listEvents(artifactId), 'artifact.recalled')).toBe(1)
  })

  test('R5.4: one key raced eight times: one effect, the same answer', async () => {
    const body = { patientId: await createPatient(call), practitionerRoleId, period: { start: '2026-03-14T02:45:00Z' } }
    const key = newId()

    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/v1/encounters', { body, key })))

    const done = answers.filter(({ status }) => status === 201)
    expect(new Set(done.map(({ body: { id } }) => id)).size).toBe(1)
    expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({ status: 409, problem: 'idempotency-in-progress' })
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    const list = await must(200, call('GET', `/v1/encounters?patientId=${body.patientId}`))
    expect(list.body.items).toHaveLength(1)
  })

  test('R5.4: one approval raced eight times under one key: one release', async () => {
    const { artifactId } = await draftVerified(call)
    const key = newId()
    const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', `/v1/artifacts/${artifactId}:approve`, { key, headers })),
    )

    for (const answer of answers) expect(['200', '409 idempotency-in-progress']).toContain(outcomesOf([answer])[0])
    const again = await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`, { key, headers }))
    expect(again.body.state).toBe('approved')
    expect(countOf(await listEvents(artifactId), 'artifact.approved')).toBe(1)
  })

  test('docs/design/hub.md#requests-and-answers: changed at once, the later is told to read again', async () => {
    const id = await openEncounter(call, await createPatient(call))
    const changes = ['VR-1', 'VR-2', 'VR-3', 'VR-4'].map((identifier) => ({
      funding: { scheme: 'private', identifier },
    }))

    const headers = await readHeld(call, `/v1/encounters/${id}`)
    const answers = await Promise.all(changes.map((body) => call('PATCH', `/v1/encounters/${id}`, { body, headers })))

    for (const answer of answers) expect(['200', '409 conflict', stale]).toContain(outcomesOf([answer])[0])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await call('GET', `/v1/encounters/${id}`)).body.version).toBe(2)
  })

  test('spec 4.1: a consent revoked twice at once is revoked once', async () => {
    const consentId = await giveConsent(call, await createPatient(call))
    const headers = await readHeld(call, `/v1/consents/${consentId}`)

    const answers = await Promise.all([1, 2].map(() => call('POST', `/v1/consents/${consentId}:revoke`, { headers })))

    expect(outcomesOf(answers)).toEqual(['200', stale])
    expect((await call('GET', `/v1/consents/${consentId}`)).body).toMatchObject({ status: 'revoked', version: 2 })
  })
})

describe('without a verifier', () => {
  test('R3.2: the answer is not_run, the artifact stays in review, and approving is refused', async () => {
    const { artifactId, encounterId } = await draftVerified(call)
    const off = await startRunning({ site: server.site, env: { BANKSIA_VERIFIER: 'off', BANKSIA_ROLE: 'web' } })
    const path = `/v1/artifacts/${artifactId}`
    try {
      const verified = await must(200, off.call('POST', `${path}:verify`))
      const refused = await off.call('POST', `${path}:approve`)
      const attestations = [{ statementId: 'one', reasonCode: 'observed' }]
      const attested = await must(200, off.call('POST', `${path}:verify`, { body: { attestations } }))

      expect(verified.body).toMatchObject({ outcome: 'not_run', reason: 'verifier_off', confidence: 0 })
      expect(attested.body.outcome).toBe('not_run')
      expect(refused).toMatchObject({ status: 409, problem: 'verification-required' })
      expect((await off.call('POST', `${path}:approve`)).problem).toBe('verification-required')
      expect((await off.call('GET', path)).body).toMatchObject({ state: 'in_review', encounterId })
      expect((await off.call('GET', '/v1/health')).body.checks).toContainEqual({
        name: 'verifier',
        ready: false,
        reason: 'off',
      })
    } finally {
      await off.stop()
    }
    expect((await call('GET', `/v1/deliveries?artifactId=${artifactId}`)).body.items).toEqual([])
    const queue = (await call('GET', '/v1/release-gates/clinical_review/queue?verification=not_run')).body.items
    expect(queue).toMatchObject([{ artifactId }])
  })

  test('R3.2: without a transcript there is nothing to verify against', async () => {
    const patientId = await createPatient(call)
    await giveConsent(call, patientId)
    const encounterId = await openEncounter(call, patientId)
    const body = { templateId, sections: exampleSections(newId()) }
    const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body

    const verified = await must(200, call('POST', `/v1/artifacts/${id}:verify`))

    expect(verified.body).toMatchObject({ outcome: 'not_run', reason: 'evidence_missing' })
    expect((await call('POST', `/v1/artifacts/${id}:approve`)).problem).toBe('verification-required')
  })
})

test('no race was a fault', () => {
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
})
