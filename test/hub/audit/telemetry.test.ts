/** Metrics without anybody's words: a table lists the metrics that clients send, and the output is numbers. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const path = '/v1/telemetry/metrics'
const operator = { role: 'operator' } as const
const send = (metrics: unknown, options: object = {}) => call('POST', path, { body: { metrics }, ...options })

test('spec 2.1: what clients measured comes out as sums, of the own tenant and of the spoke that is asked for', async () => {
  const upload = (value: number) => ({ name: 'upload.duration_ms', value, labels: { outcome: 'ok', network: 'wifi' } })
  await must(200, send([upload(100), upload(300)]))
  await must(200, send([upload(50)], { as: { spoke: 'triage' } }))
  await must(200, send([upload(7)], { as: { tenant: developmentTenants[1] } }))

  const all = await must(200, call('GET', path, { as: operator }))
  const one = await must(200, call('GET', `${path}?spokeId=triage&periodMinutes=5`, { as: operator }))

  const row = { name: 'upload.duration_ms', labels: 'network=wifi outcome=ok' }
  expect(all.body.measured).toEqual([{ ...row, count: 3, total: 450, lowest: 50, highest: 300 }])
  expect(one.body.measured).toEqual([{ ...row, count: 1, total: 50, lowest: 50, highest: 50 }])
  const page = await (await fetch(`${server.base}/metrics`)).text()
  expect(page).toContain('client_measurement_count{name="upload.duration_ms"} 4')
  expect(page).not.toContain(developmentTenants[0])
})

test('R5.4: sent again under its key, it counts once', async () => {
  const metrics = [{ name: 'upload.retries', value: 2, labels: { network: 'offline' } }]
  const [first, second] = await Promise.all([send(metrics, { key: 'again-1' }), send(metrics, { key: 'again-1' })])
  await must(200, send(metrics, { key: 'again-1' }))

  const { body } = await must(200, call('GET', path, { as: operator }))

  expect([first, second].some(({ status }) => status === 200)).toBe(true)
  expect(body.measured.find(({ name }: { name: string }) => name === 'upload.retries').count).toBe(1)
})

test.each([
  ['an unknown name', { name: 'patient.zebulon', value: 1 }, 'metrics[0].name'],
  [
    'a label that is not its own',
    { name: 'upload.retries', value: 1, labels: { outcome: 'ok' } },
    'metrics[0].labels.outcome',
  ],
  [
    'a label of no such value',
    { name: 'upload.retries', value: 1, labels: { network: 'Zebulon' } },
    'metrics[0].labels.network',
  ],
  ['a value that is no number', { name: 'upload.retries', value: 'Zebulon' }, 'metrics[0].value'],
  ['a value below nothing', { name: 'upload.retries', value: -1 }, 'metrics[0].value'],
  ['something beside it', { name: 'upload.retries', value: 1, note: 'Zebulon' }, 'metrics[0].note'],
])('spec 1: PHI cannot be sent: %s is refused, naming the place alone', async (_title, metric, field) => {
  const answer = await send([metric])

  expect({ status: answer.status, fields: answer.fields }).toEqual({ status: 400, fields: [field] })
  expect(answer.text.toLowerCase()).not.toContain('zebulon')
})

test('spec 2.1: requests are counted by template and class of status, failures by category', async () => {
  await call('POST', '/v1/encounters', { body: {} })
  await call('GET', '/v1/spokes/whoami')

  const { body } = await waitFor(
    () => must(200, call('GET', path, { as: operator })),
    ({ body: { requests } }) => requests.some(({ route }: { route: string }) => route === '/v1/spokes/whoami'),
  )

  expect(body.requests).toContainEqual({
    method: 'POST',
    route: '/v1/encounters',
    statusClass: '4xx',
    count: 1,
    p50Ms: expect.any(Number),
    p95Ms: expect.any(Number),
    maxMs: expect.any(Number),
  })
  expect(body.failures.problems).toContainEqual({ category: 'validation', count: expect.any(Number) })
  expect(body.queues).toEqual([])
})

test('spec 4.2: counts are for operators, and for a spoke that there is', async () => {
  expect((await call('GET', path)).problem).toBe('role-required')
  expect((await call('GET', `${path}?spokeId=zebulon`, { as: operator })).fields).toEqual(['spokeId'])
})
