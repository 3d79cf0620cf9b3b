/** A recording between its end and the check of its digest, which no worker has made yet. D54. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPatient, giveConsent, must, openEncounter, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { finalize, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
const audio = makeAudio(1000)

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

test('D54: it takes no chunk, is finalized once, and is checked by whichever worker comes', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const sessionId = await startSession(call, await openEncounter(call, patientId))
  await must(201, sendChunk(call, { sessionId, index: 0, bytes: audio }))

  const first = await must(202, finalize(call, sessionId, audio, 1))
  const again = await must(202, finalize(call, sessionId, audio, 1))

  expect(first.body).toMatchObject({ state: 'finalizing', jobId: again.body.jobId })
  expect(await sendChunk(call, { sessionId, index: 1, bytes: audio })).toMatchObject({ problem: 'invalid-transition' })
  expect(await finalize(call, sessionId, makeAudio(4), 1)).toMatchObject({ status: 409, problem: 'conflict' })
  const worker = await startRunning({ site: server.site })
  try {
    const session = await waitFor(
      async () => (await must(200, call('GET', `/v1/audio/sessions/${sessionId}`))).body,
      ({ state }) => state !== 'finalizing',
    )
    expect(session.state).toBe('finalized')
  } finally {
    await worker.stop()
  }
})

const record = async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const sessionId = await startSession(call, encounterId)
  await must(201, sendChunk(call, { sessionId, index: 0, bytes: audio }))
  return { encounterId, sessionId }
}

test('D54: said twice at the same time it is one end and one job, and the other reads that', async () => {
  const { sessionId } = await record()
  const holder = await server.site.pool.connect()
  await holder.query('begin')
  await holder.query('select from audio_session where id = $1 for update', [sessionId])
  const both = [finalize(call, sessionId, audio, 1), finalize(call, sessionId, audio, 1)]
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await waitFor(
    async () => (await server.site.pool.query(waiting)).rowCount,
    (count) => count === 2,
  )
  await holder.query('commit')
  holder.release()

  const answers = await Promise.all(both)

  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 412])
  const again = await must(202, finalize(call, sessionId, audio, 1))
  expect(again.body.jobId).toBe(answers.find(({ status }) => status === 202)?.body.jobId)
})

const stateOf = async (jobId: string) => (await must(200, call('GET', `/v1/jobs/${jobId}`))).body
const hasFailed = (jobId: string) =>
  waitFor(
    () => stateOf(jobId),
    ({ state }) => state === 'failed',
  )

test('D54: the job of an end that was taken back does not transcribe beside that of the next', async () => {
  const { sessionId } = await record()
  const { body: before } = await must(202, finalize(call, sessionId, audio, 1))
  // As its worker leaves it where it dies between the one and the other.
  const { pool } = server.site
  await pool.query(`update audio_session set state = 'open', sha256 = null where id = $1`, [sessionId])
  await pool.query(`update job set state = 'running', attempts = 1, due_at = now() + interval '1 day' where id = $1`, [
    before.jobId,
  ])
  const { body: after } = await must(202, finalize(call, sessionId, audio, 1))
  const worker = await startRunning({ site: server.site })
  try {
    const own = await hasFailed(after.jobId)
    await pool.query('update job set due_at = now() where id = $1', [before.jobId])
    const others = await hasFailed(before.jobId)

    // None is configured: a job that gets as far as that would have sent it.
    expect([own.reason, others.reason]).toEqual(['dependency-unavailable', 'invalid-transition'])
  } finally {
    await worker.stop()
  }
})

test('D54: a draft waits for a recording that is open again', async () => {
  const { encounterId, sessionId } = await record()
  const worker = await startRunning({ site: server.site })
  try {
    const { body } = await must(202, finalize(call, sessionId, makeAudio(4), 1))
    expect(await hasFailed(body.jobId)).toMatchObject({ reason: 'digest-mismatch' })
    // In one transaction: whenever its worker dies, there is not the one without the other.
    const together = `select s.xmin = j.xmin as same, s.state from audio_session s join job j on j.id = s.job_id where s.id = $1`
    expect((await server.site.pool.query(together, [sessionId])).rows).toEqual([{ same: true, state: 'open' }])
    const asked = { templateId, evidence: [{ audioSessionId: sessionId }] }
    const draft = await must(202, call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: asked }))

    const looked = await waitFor(
      () => stateOf(draft.body.id),
      ({ reason }) => reason !== undefined,
    )

    expect(looked).toMatchObject({ state: 'queued', reason: 'transcript-awaited' })
  } finally {
    await worker.stop()
  }
})
