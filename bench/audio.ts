/** Sends one large recording and finalizes it: how fast, and how much memory the server takes for it. `npm run bench:audio [MiB]` */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { examplePatient } from '../test/builders.ts'
import { makeAudio, sendChunk, startSession } from '../test/recording.ts'
import { type Answer, type Call, openCall, openTokens } from '../test/running-server.ts'
import { endAll, makeFolder, startServer, stop } from '../test/system/processes.ts'

const mebibyte = 1024 * 1024
const chunkBytes = 8 * mebibyte
const total = Number(process.argv[2] ?? 200)
const atOnce = 2

/** MiB, as the kernel counts it. */
const readMemory = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

async function must(status: number, answer: Promise<Answer>): Promise<Answer> {
  const got = await answer
  if (got.status !== status) throw new Error(`${got.status} ${got.text}`)
  return got
}

async function openVisit(call: Call): Promise<string> {
  const { id: _id, ...patient } = examplePatient
  const headers = { 'content-type': 'application/fhir+json' }
  const { id: patientId } = (await must(201, call('POST', '/fhir/R4/Patient', { body: patient, headers }))).body
  const consent = { patientId, permits: ['record'], purposes: ['TREAT'], method: 'verbal' }
  await must(201, call('POST', '/v1/consents', { body: consent }))
  const practitionerRoleId = '00000000-0000-7000-8000-00000000d001'
  const body = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
  return (await must(201, call('POST', '/v1/encounters', { body }))).body.id
}

const server = await startServer(makeFolder())
try {
  const call = openCall(server.base, openTokens(server.base))
  const encounterId = await openVisit(call)
  const sessionId = await startSession(call, encounterId)
  const count = Math.ceil((total * mebibyte) / chunkBytes)
  // Warm, so that the recording is measured and not the start.
  const other = await startSession(call, encounterId)
  for (const index of [0, 1])
    await must(201, sendChunk(call, { sessionId: other, index, bytes: makeAudio(chunkBytes) }))
  const before = readMemory(server.pid, 'VmRSS')
  const hash = createHash('sha256')
  let peak = before
  let startedAt = performance.now()
  for (let at = 0; at < count; at += atOnce) {
    const sending = Array.from({ length: Math.min(atOnce, count - at) }, (_, offset) => at + offset).map((index) => {
      const bytes = makeAudio(chunkBytes, index % 251)
      hash.update(bytes)
      return must(201, sendChunk(call, { sessionId, index, bytes }))
    })
    await Promise.all(sending)
    peak = Math.max(peak, readMemory(server.pid, 'VmRSS'))
  }
  const sentS = (performance.now() - startedAt) / 1000
  startedAt = performance.now()
  const digest = `sha-256=:${hash.digest('base64')}:`
  await must(202, call('POST', `/v1/audio/sessions/${sessionId}:finalize`, { body: { chunkCount: count, digest } }))
  const finalizedS = (performance.now() - startedAt) / 1000
  process.stdout.write(
    [
      `recording ${(count * chunkBytes) / mebibyte} MiB in ${count} chunks, ${atOnce} at once`,
      `sent      ${sentS.toFixed(1)} s, ${((count * chunkBytes) / mebibyte / sentS).toFixed(0)} MiB/s`,
      `finalized ${finalizedS.toFixed(1)} s`,
      `memory    ${before} MiB before, ${peak} MiB at most between chunks, ${readMemory(server.pid, 'VmRSS')} MiB after, peak ${readMemory(server.pid, 'VmHWM')} MiB`,
      '',
    ].join('\n'),
  )
  await stop(server)
} finally {
  await endAll()
}
