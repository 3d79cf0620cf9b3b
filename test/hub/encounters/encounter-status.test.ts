/** The order of an encounter's statuses, and the refusals of a cancelled encounter. D63; src/store/transitions.ts. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { encounterStatuses, encounterTransitions } from '../../../src/store/transitions.ts'
import {
  createPatient,
  draftByHand,
  draftVerified,
  exampleSections,
  exampleSegments,
  giveConsent,
  must,
  openEncounter,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { finalize, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let patientId: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  patientId = await createPatient(call)
  await giveConsent(call, patientId)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const change = (id: string, status: string) => call('PATCH', `/v1/encounters/${id}`, { body: { status } })
const refused = { status: 409, problem: 'invalid-transition' }
const pairs = encounterTransitions.flatMap(({ from, to }) =>
  encounterStatuses.map((next) => {
    const allowed: readonly string[] = [from, ...to]
    return { from, next, isOpen: allowed.includes(next) }
  }),
)

test.each(pairs)('D63: from $from to $next: $isOpen', async ({ from, next, isOpen }) => {
  const id = await openEncounter(call, patientId, { status: from })

  const answer = await change(id, next)

  expect(answer).toMatchObject(isOpen ? { status: 200, body: { status: next } } : refused)
  const kept = isOpen ? next : from
  expect((await must(200, call('GET', `/v1/encounters/${id}`))).body.status).toBe(kept)
  expect((await must(200, call('GET', `/fhir/R4/Encounter/${id}`))).body.status).toBe(kept)
})

test('D63: what else is said of a cancelled encounter may be put right', async () => {
  const id = await openEncounter(call, patientId, { status: 'cancelled' })

  const body = { status: 'cancelled', period: { start: '2026-03-14T02:50:00.000Z' } }

  expect(await call('PATCH', `/v1/encounters/${id}`, { body })).toMatchObject({ status: 200, body })
})

describe('a cancelled encounter', () => {
  let encounterId: string
  let transcriptId: string
  let artifactId: string
  let sessionId: string
  const audio = makeAudio(1000)

  beforeAll(async () => {
    ;({ encounterId, transcriptId, artifactId } = await draftVerified(call))
    sessionId = await startSession(call, encounterId)
    await must(200, change(encounterId, 'cancelled'))
  })

  test.each([
    ['a draft', () => ({ sections: exampleSections(transcriptId), transcriptIds: [transcriptId] }), 'artifacts'],
    ['a generation', () => ({}), 'artifacts:generate'],
  ] as const)('D63: refuses %s', async (_what, body, path) => {
    const given = { templateId, ...body() }

    expect(await call('POST', `/v1/encounters/${encounterId}/${path}`, { body: given })).toMatchObject(refused)
  })

  test('D63: takes no transcript', async () => {
    const body = { segments: exampleSegments }

    expect(await call('POST', `/v1/encounters/${encounterId}/transcripts`, { body })).toMatchObject(refused)
  })

  test('D63: takes no recording, no chunk of one that was begun, and ends none', async () => {
    const body = { encounterId, kind: 'consultation', mediaType: 'audio/wav' }

    expect(await call('POST', '/v1/audio/sessions', { body })).toMatchObject(refused)
    expect(await sendChunk(call, { sessionId, index: 0, bytes: audio })).toMatchObject(refused)
    expect(await finalize(call, sessionId, audio, 1)).toMatchObject(refused)
  })

  test('D63: nothing of it is approved; it stays readable, and may be rejected', async () => {
    const path = `/v1/artifacts/${artifactId}`

    expect(await call('POST', `${path}:approve`)).toMatchObject(refused)
    expect(await call('GET', path)).toMatchObject({ status: 200, body: { state: 'in_review' } })
    expect(await call('POST', `${path}:reject`, { body: { reasonCode: 'other' } })).toMatchObject({ status: 200 })
  })
})

test('D63: an encounter of which something is released is not cancelled until that is recalled', async () => {
  const { encounterId, artifactId } = await draftVerified(call)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))

  const before = await change(encounterId, 'cancelled')
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'wrong_patient' } }))
  const after = await change(encounterId, 'cancelled')

  expect(before).toMatchObject({ status: 409, problem: 'business-rule' })
  expect(after).toMatchObject({ status: 200, body: { status: 'cancelled' } })
})

test('D63: approved and cancelled at once, exactly one is done', async () => {
  const { encounterId, artifactId } = await draftVerified(call)

  const answers = await Promise.all([
    call('POST', `/v1/artifacts/${artifactId}:approve`),
    change(encounterId, 'cancelled'),
  ])

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
})

test('D63: what is queued for an encounter when it is cancelled comes to nothing', async () => {
  const { encounterId } = await draftByHand(call)
  const { body: job } = await must(
    202,
    call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId } }),
  )
  await must(200, change(encounterId, 'cancelled'))

  const worker = await startRunning({ site: server.site })
  try {
    const ended = await waitFor(
      async () => (await must(200, call('GET', `/v1/jobs/${job.id}`))).body,
      ({ state }) => state === 'failed' || state === 'succeeded',
    )
    expect(ended).toMatchObject({ state: 'failed', reason: 'invalid-transition' })
  } finally {
    await worker.stop()
  }
})
