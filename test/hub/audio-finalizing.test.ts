/** A recording between its end and the check of its digest, which no worker has made yet. D54. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPatient, giveConsent, must, openEncounter } from '../consultation.ts'
import { finalize, makeAudio, sendChunk, startSession } from '../recording.ts'
import { type Call, createSite, type RunningServer, startRunning, waitFor } from '../running-server.ts'

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
