/** Spans at a collector: a request, its job, nothing of anybody. W3C Trace Context; OTLP 1.5. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPatient, giveConsent, must, openEncounter, storeTranscript, templateId } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { createSite, type RunningServer, startRunning } from '../running-server.ts'

type Received = {
  readonly port?: number
  readonly path?: string
  readonly key?: string
  readonly type?: string
  readonly text?: string
}
type Sent = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

let collector: ChildProcess
let server: RunningServer
const received: Received[] = []

beforeAll(async () => {
  collector = fork(join(import.meta.dirname, 'otlp-receiver.ts'), { execPath: process.execPath, execArgv: [] })
  collector.on('message', (message) => received.push(message as Received))
  const { port } = await waitFor(
    async () => received[0] ?? {},
    (first) => first.port !== undefined,
  )
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
    OTEL_SERVICE_NAME: 'practice',
  }
  server = await startRunning({ site: await createSite(), env })
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  collector?.disconnect()
})

const listSpans = (): readonly Sent[] =>
  received
    .filter(({ text }) => text !== undefined)
    .flatMap(({ text = '' }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans)

test('docs/design/house.md#foundations: a request and its job are spans of one trace, with allow-listed attributes alone', async () => {
  const { call } = server
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }

  const path = `/v1/encounters/${encounterId}/artifacts:generate`
  await must(202, call('POST', path, { body: { templateId }, headers }))

  const own = await waitFor(
    async () => listSpans().filter((span) => span.traceId === traceId),
    (spans) => spans.length >= 2,
  )
  const request = own.find(({ kind }) => kind === 2)
  const job = own.find(({ kind }) => kind === 5)
  expect(request).toMatchObject({
    name: 'POST /v1/encounters/{encounterId}/artifacts:generate',
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(job).toMatchObject({ name: 'job generate', parentSpanId: request?.spanId })
  expect(BigInt(job?.endTimeUnixNano ?? 0) >= BigInt(job?.startTimeUnixNano ?? 0)).toBe(true)
  const known =
    /^(http\.(request\.method|route|response\.status_code)|banksia\.(request\.id|spoke\.id|problem|job\.(id|kind)|delivery\.(id|state|transport)))$/
  const keys = listSpans().flatMap(({ attributes }) => attributes.map(({ key }) => key))
  expect(keys.filter((key) => !known.test(key))).toEqual([])
  const all = JSON.stringify(received)
  expect(all).not.toContain(patientId)
  expect(all).not.toContain(encounterId)
  expect(all).not.toContain('Quillinan')
  expect(received.at(-1)).toMatchObject({ path: '/v1/traces', key: 'a key', type: 'application/json' })
  expect(received.at(-1)?.text).toContain('practice')
})
