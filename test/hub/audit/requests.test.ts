/** A request followed through its effects, and its place in a trace. W3C Trace Context. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { parseTraceparent, startTrace } from '../../../src/core/trace.ts'
import { sweepOld } from '../../../src/store/operations/sweep.ts'
import {
  createPatient,
  draftVerified,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let receiver: Server
/** The traceparent of each request that the receiver got. */
const received: (string | undefined)[] = []

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  receiver = createServer((request, response) => {
    received.push(request.headers['traceparent'] as string | undefined)
    request.resume().on('end', () => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  receiver?.close()
})

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const read = (requestId: string, as: object = {}) => call('GET', `/v1/requests/${requestId}`, { as })
const readWhen = (requestId: string, isDone: (body: { jobs: { state: string }[]; http: unknown[] }) => boolean) =>
  waitFor(
    () => read(requestId),
    ({ status, body }) => status === 200 && isDone(body),
  )

test('spec 4.2: shows who, what by its template, and the jobs that followed', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  await storeTranscript(call, encounterId)
  const requestId = newId()
  const headers = { 'x-request-id': requestId, traceparent }

  const answer = await must(
    202,
    call('POST', `/v1/encounters/${encounterId}/artifacts:generate`, { body: { templateId }, headers }),
  )

  const { body } = await readWhen(requestId, ({ jobs, http }) => http.length > 0 && jobs[0]?.state === 'succeeded')
  expect(body).toMatchObject({ requestId, traceId, deliveries: [], exports: [] })
  expect(body.http).toEqual([
    {
      at: expect.any(String),
      durationMs: expect.any(Number),
      method: 'POST',
      route: '/v1/encounters/{encounterId}/artifacts:generate',
      status: 202,
      spokeId: 'connect',
      client: expect.any(String),
      roles: ['clinician'],
    },
  ])
  expect(body.jobs).toMatchObject([
    { id: answer.body.id, kind: 'generate', attempts: 1, artifactId: expect.any(String) },
  ])
  expect(JSON.stringify(body)).not.toContain(encounterId)
  const own = parseTraceparent(answer.headers.get('traceparent') ?? '')
  expect(own).toMatchObject({ traceId })
  expect(own?.spanId).not.toBe('b7ad6b7169203331')
})

test('spec 4.2: a delivery is found by the request that released it, and carries its trace to the receiver', async () => {
  const { port } = receiver.address() as AddressInfo
  const channel = {
    name: 'Receiver',
    templateIds: [templateId],
    recipient: { name: 'Heath Specialists' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'bundle',
    transport: 'fhir',
    destination: { baseUrl: `http://127.0.0.1:${port}/fhir`, auth: { type: 'none' } },
    retry: { attempts: 1 },
  }
  const { body: made } = await must(201, call('POST', '/v1/channels', { body: channel, as: { role: 'operator' } }))
  const { artifactId } = await draftVerified(call)
  const requestId = newId()

  await must(
    200,
    call('POST', `/v1/artifacts/${artifactId}:approve`, { headers: { 'x-request-id': requestId, traceparent } }),
  )

  const { body } = await waitFor(
    () => read(requestId),
    (answer) => answer.body?.deliveries?.[0]?.state === 'dead',
  )
  expect(body.deliveries).toMatchObject([{ kind: 'original', artifactId, attempts: 1 }])
  expect(received.map((text) => parseTraceparent(text)?.traceId)).toContain(traceId)
  await must(
    200,
    call('PUT', `/v1/channels/${made.id}`, { body: { ...channel, status: 'paused' }, as: { role: 'operator' } }),
  )
})

test('spec 4.2: what was refused is found by its problem, and a FHIR request as well', async () => {
  const [refused, fhir] = [newId(), newId()]
  await call('POST', '/v1/encounters', { body: {}, headers: { 'x-request-id': refused } })
  await call('GET', '/fhir/R4/Patient?family=Quillinan', { headers: { 'x-request-id': fhir } })

  const { body: one } = await readWhen(refused, ({ http }) => http.length > 0)
  const { body: other } = await readWhen(fhir, ({ http }) => http.length > 0)

  expect(one.http).toMatchObject([{ route: '/v1/encounters', status: 400, problem: 'validation' }])
  expect(other.http).toMatchObject([{ route: '/fhir/R4/Patient', status: 200 }])
  // W3C Trace Context: without a trace of the caller's, the request's own identifier names it.
  expect(other.traceId).toBe(fhir.replaceAll('-', ''))
  expect(JSON.stringify(other)).not.toContain('Quillinan')
})

test('D60: another tenant’s request is not found; only auditors see the subject', async () => {
  const requestId = newId()
  await call('GET', '/v1/spokes/whoami', { headers: { 'x-request-id': requestId } })
  await readWhen(requestId, ({ http }) => http.length > 0)

  expect((await read(requestId, { tenant: developmentTenants[1] })).problem).toBe('not-found')
  expect((await read(newId())).problem).toBe('not-found')
  expect((await read(requestId, { role: 'billing' })).problem).toBe('role-required')
  expect((await read(requestId, { role: 'operator' })).body.http[0].subject).toBeUndefined()
  expect((await read(requestId, { role: 'auditor' })).body.http[0].subject).toEqual(expect.any(String))
})

test('docs/design/hub.md#routes: a request is kept for seven days', async () => {
  const [old, young] = [newId(), newId()]
  const insert = `insert into request (tenant, id, at, duration_ms, method, route, status, subject, client, spoke, roles)
    select number, $1, now() - make_interval(hours => $2), 1, 'GET', '/v1/encounters', 200, 's', 'c', 'connect', '{}' from tenant where id = $3`
  const { pool } = server.site
  await pool.query(insert, [old, 24 * 7 + 1, developmentTenants[0]])
  await pool.query(insert, [young, 24 * 7 - 1, developmentTenants[0]])

  await sweepOld(pool)

  const { rows } = await pool.query('select id from request where id = any ($1)', [[old, young]])
  expect(rows).toEqual([{ id: young }])
})

test.each([
  ['a known one', traceparent, traceId],
  ['one of a later version', `cc-${traceId}-b7ad6b7169203331-01-more`, traceId],
  ['one of no version', `ff-${traceId}-b7ad6b7169203331-01`, undefined],
  ['one that says too much', `${traceparent}-more`, undefined],
  ['one without a trace', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
  ['one without a parent', `00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  ['one in capitals', traceparent.toUpperCase(), undefined],
])('docs/platform.md#following-a-request: is read as W3C has it: %s', (_title, text, expected) => {
  const requestId = newId()

  expect(parseTraceparent(text)?.traceId).toBe(expected)
  expect(startTrace(text, requestId).traceId).toBe(expected ?? requestId.replaceAll('-', ''))
})
