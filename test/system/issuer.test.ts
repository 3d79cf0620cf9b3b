/** A production server without its issuer: its log, health, metrics and readiness say so, once. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type TestDatabase } from '../database.ts'
import { type OutsideIssuer, openOutsideIssuer, productionEnv, writeKeyFile } from '../outside-issuer.ts'
import { waitFor, waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { urlOf } from '../running-server.ts'
import { endAll, makeFolder, type Server, spawnServer } from './processes.ts'

let issuer: OutsideIssuer
let database: TestDatabase
let server: Server
let statusPort: number

beforeAll(async () => {
  const folder = makeFolder()
  issuer = await openOutsideIssuer(folder)
  database = await createDatabase()
  issuer.answer((response) => {
    response.writeHead(503).end()
    return true
  })
  statusPort = await findPort()
  server = await spawnServer(join(folder, 'data'), {
    env: {
      ...productionEnv(issuer, writeKeyFile(join(folder, 'key'))),
      BANKSIA_LOG_LEVEL: 'info',
      DATABASE_URL: urlOf(database.config),
      BANKSIA_STATUS_PORT: String(statusPort),
    },
  })
  await waitUntil(async () => (await fetch(`${server.base}/livez`).catch(() => undefined))?.status === 200)
})
afterAll(async () => {
  await endAll()
  await issuer.close()
  await database.drop()
})

const linesOf = (event: string): readonly Record<string, unknown>[] =>
  server
    .errors()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === event)

async function readReady(): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${server.base}/readyz`)
  return { status: response.status, text: await response.text() }
}

const readGauge = async (): Promise<string | undefined> =>
  /^issuer_available{host="([^"]+)"} (\d)$/m.exec(
    await (await fetch(`http://127.0.0.1:${statusPort}/metrics`)).text(),
  )?.[0]

test('D79: while no issuer’s keys are held the server is not ready, and says so once; then it is ready, and stays so', async () => {
  const { host } = new URL(issuer.issuer)
  const token = await issuer.sign({ tenants: ['0198f2a0-0000-7000-8000-0000000000aa'], spokes: ['connect'] })
  const call = async (): Promise<number> => {
    const response = await fetch(`${server.base}/fhir/R4/Patient`, { headers: { authorization: `Bearer ${token}` } })
    await response.body?.cancel()
    return response.status
  }
  const before = await waitFor(readReady, ({ text }) => text.includes('issuer_keys'))
  const refused = [await call(), await call(), await call()]
  await waitUntil(() => linesOf('issuer.unavailable').length > 0)
  const gauge = await readGauge()

  issuer.answer(() => false)
  await waitFor(readReady, ({ status }) => status === 200)
  await waitUntil(() => linesOf('issuer.available').length > 0)

  expect(before.status).toBe(503)
  expect(refused).toEqual([503, 503, 503])
  expect(linesOf('issuer.unavailable')).toEqual([expect.objectContaining({ host, reason: 'status' })])
  expect(linesOf('issuer.available')).toEqual([expect.objectContaining({ host })])
  expect(gauge).toBe(`issuer_available{host="${host}"} 0`)
  expect(await readGauge()).toBe(`issuer_available{host="${host}"} 1`)
  // The tenant is not here; only a verified token gets this answer.
  expect(await call()).toBe(403)
})
