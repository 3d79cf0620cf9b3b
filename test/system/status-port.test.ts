/** An operator's view: every role lives, is ready and is measured at a port of its own. docs/design/hub.md#routes. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findPort } from '../ports.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../running-server.ts'

let site: Site
let worker: RunningServer
let status: string
beforeAll(async () => {
  site = await createSite()
  const port = await findPort()
  status = `http://127.0.0.1:${port}`
  worker = await startRunning({ site, env: { BANKSIA_ROLE: 'worker', BANKSIA_STATUS_PORT: String(port) } })
})
afterAll(async () => {
  await worker?.stop()
  await site?.remove()
})

const read = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(url, { headers })
  return { status: answer.status, text: await answer.text() }
}

const insertText = `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, reason, request_id, transport, created_at)
  select 1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'original', 'hl7v2', 'none', 0, state, reason, gen_random_uuid(), transport, now() - interval '90 seconds'
  from (values ('queued', 'channel_paused', 'mllp'), ('dead', 'no_answer', 'mllp'), ('dead', 'no_answer', 'fhir'), ('accepted', null, null)) as v (state, reason, transport)`

test('docs/design/hub.md#routes: a worker answers /livez, /readyz and /metrics, and nothing else', async () => {
  for (const page of ['/livez', '/readyz'])
    expect(await read(`${status}${page}`)).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect((await read(`${status}/metrics`)).text).toContain('process_cpu_user_seconds_total')
  for (const page of ['/', '/v1/health', '/fhir/R4/metadata', '/docs', '/problems/internal'])
    expect([page, (await read(`${status}${page}`)).status]).toEqual([page, 404])
})

test('docs/design/hub.md#routes: metrics have deliveries, dead letters, queues, outbox, seal and keys, and no tenant', async () => {
  await site.pool.query(insertText)
  const port = await findPort()
  // A process of its own has nothing in hand that it read before.
  const other = await startRunning({ site, env: { BANKSIA_ROLE: 'worker', BANKSIA_STATUS_PORT: String(port) } })
  const { text } = await read(`http://127.0.0.1:${port}/metrics`)
  await other.stop()
  const { rows } = await site.pool.query<{ id: string }>('select id from tenant')
  await site.pool.query('delete from delivery')

  for (const line of [
    'banksia_database_figures 1',
    'banksia_deliveries{state="queued",transport="mllp"} 1',
    'banksia_deliveries{state="dead",transport="fhir"} 1',
    'banksia_dead_letters{reason="no_answer"} 2',
  ])
    expect(text.split('\n')).toContain(line)
  // D229: what is finished grows without end.
  expect(text).not.toContain('banksia_deliveries{state="accepted"')
  const oldest = Number(/^banksia_delivery_oldest_queued_seconds (\S+)$/m.exec(text)?.[1])
  expect(oldest).toBeGreaterThanOrEqual(90)
  for (const name of ['outbox_rows', 'outbox_lag_seconds', 'audit_seal_lag_seconds', 'key_age_seconds'])
    expect([name, Number(new RegExp(`^banksia_${name} (\\S+)$`, 'm').exec(text)?.[1])]).toEqual([
      name,
      expect.any(Number),
    ])
  expect(text).toContain('banksia_queue_depth{queue="deliver"}')
  expect(rows.map(({ id }) => id).filter((id) => text.includes(id))).toEqual([])
})

test('docs/design/hub.md#routes: where clients come, metrics want the token where there is one', async () => {
  const token = randomBytes(24).toString('base64url')
  const file = join(site.dataDir, 'metrics.token')
  writeFileSync(file, `${token}\n`)
  const server = await startRunning({ site, env: { BANKSIA_ROLE: 'web', BANKSIA_METRICS_TOKEN_FILE: file } })
  const found = [
    await read(`${server.base}/metrics`),
    await read(`${server.base}/metrics`, { authorization: `Bearer ${token}x` }),
    await read(`${server.base}/metrics`, { authorization: `Bearer ${token}` }),
  ]
  await server.stop()

  expect(found.map((answer) => answer.status)).toEqual([401, 401, 200])
  expect(found[0]?.text).not.toContain('banksia_')
})

test('docs/design/hub.md#routes: in production metrics are not where clients come, and are at the status port', async () => {
  const [port, keyFile] = [await findPort(), `${site.dataDir}-key`]
  const own = await createSite()
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  const env = {
    BANKSIA_MODE: 'production',
    BANKSIA_BASE_URL: 'https://hub.example',
    BANKSIA_ISSUERS: 'https://issuer.example',
    BANKSIA_ISSUER_TENANTS: 'https://issuer.example=*',
    BANKSIA_KEY_FILE: keyFile,
    BANKSIA_STATUS_PORT: String(port),
    BANKSIA_ROLE: 'web',
  }
  const server = await startRunning({ site: own, env })
  const listening = server.base
  const found = [
    await read(`${listening}/metrics`),
    await read(`${listening}/livez`),
    await read(`http://127.0.0.1:${port}/metrics`),
  ]
  await server.stop()
  await own.remove()

  expect(found.map((answer) => answer.status)).toEqual([404, 200, 200])
})
