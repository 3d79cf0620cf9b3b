/** A server that is killed while recordings are sent and finalized: answered chunks are there, the rest is sent again. docs/design/hub.md#routes. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { createPatient, giveConsent, must, openEncounter } from '../../consultation.ts'
import { cutAudio, digestOf, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Answer, openCall, openTokens } from '../../running-server.ts'
import { endAll, listProcesses, makeFolder, type Server, startServer, stop } from '../processes.ts'

afterAll(endAll)

const chunkBytes = 2 * 1024 * 1024
const audio = makeAudio(6 * chunkBytes + 12_345)
const chunks = cutAudio(audio, chunkBytes)

const openClient = (server: Server) => {
  const token = openTokens(server.base)
  return { call: openCall(server.base, token), token }
}
const unlessGone = (answer: Promise<Answer>): Promise<Answer | undefined> => answer.catch(() => undefined)

type Half = { readonly sessionId: string; readonly token: string; readonly index: number }

/** A chunk without its second half. */
function sendHalf(server: Server, { sessionId, token, index }: Half): void {
  const bytes = chunks[index] ?? audio
  const sending = request(`${server.base}/v1/audio/sessions/${sessionId}/chunks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': developmentTenants[0],
      'x-spoke-id': 'connect',
      'x-request-id': newId(),
      'x-idempotency-key': newId(),
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
      'content-digest': digestOf(bytes),
      'x-chunk-index': String(index),
    },
  })
  sending.on('error', () => undefined)
  sending.write(bytes.subarray(0, bytes.length - 1))
}

test('docs/hub.md#recordings: kill -9 while chunks are sent and while they are finalized: nothing lost, nothing twice', async () => {
  const folder = makeFolder()
  let server = await startServer(folder)
  let client = openClient(server)
  const restart = async (): Promise<void> => {
    server.child.kill('SIGKILL')
    await server.ended
    server = await startServer(folder, { port: server.port })
    client = openClient(server)
  }
  const patientId = await createPatient(client.call)
  await giveConsent(client.call, patientId)
  const sessionId = await startSession(client.call, await openEncounter(client.call, patientId))
  const path = `/v1/audio/sessions/${sessionId}`
  const listIndexes = async (): Promise<readonly number[]> =>
    (await must(200, client.call('GET', `${path}/chunks`))).body.items.map((item: { index: number }) => item.index)

  // While one chunk is half here, and others are on their way, after more of them each time.
  const answered = new Set<number>()
  for (const pauseMs of [150, 400]) {
    sendHalf(server, { sessionId, token: await client.token(), index: 0 })
    const sent = [6, 3, 1, 5].map(async (index) => {
      const answer = await unlessGone(sendChunk(client.call, { sessionId, index, bytes: chunks[index] ?? audio }))
      if (answer?.status === 201) answered.add(index)
    })
    await sleep(pauseMs)
    await restart()
    await Promise.all(sent)
  }
  const kept = await listIndexes()
  for (const [index, bytes] of chunks.entries()) {
    if (!kept.includes(index)) await must(201, sendChunk(client.call, { sessionId, index, bytes }))
  }
  // While it is finalized, by the same key each time.
  const key = newId()
  const body = { chunkCount: chunks.length, digest: digestOf(audio) }
  for (const pauseMs of [5, 40]) {
    const sent = unlessGone(client.call('POST', `${path}:finalize`, { body, key }))
    await sleep(pauseMs)
    await restart()
    await sent
  }
  const finalized = await must(202, client.call('POST', `${path}:finalize`, { body, key }))
  const { items: jobs } = (await must(200, client.call('GET', '/v1/jobs?kind=transcribe'))).body

  expect(kept).toEqual(expect.arrayContaining([...answered]))
  expect(kept).not.toContain(0)
  expect(await listIndexes()).toEqual([...chunks.keys()])
  expect(finalized.body).toMatchObject({ bytes: audio.length, chunkCount: chunks.length, digest: digestOf(audio) })
  expect(jobs).toMatchObject([{ id: finalized.body.jobId, targetId: sessionId }])
  await stop(server)
  expect(listProcesses(folder)).toEqual([])
})
