/** Failed authentications are limited by the address that they come from. R5.1; D42. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSite, type RunningServer, startRunning } from '../running-server.ts'

let server: RunningServer
beforeAll(async () => {
  const env = { BANKSIA_REQUESTS_PER_MINUTE: '40', BANKSIA_TRUSTED_PROXIES: '127.0.0.1' }
  server = await startRunning({ site: await createSite(), env })
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const from = (address: string) => ({ 'x-forwarded-for': address })

async function readAs(address: string, authorization: string, path = '/fhir/R4/Patient') {
  const answer = await fetch(`${server.base}${path}`, {
    headers: { ...from(address), authorization, 'x-request-id': randomUUID() },
  })
  await answer.body?.cancel()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

async function open(address: string) {
  const link = `${randomUUID()}.${'A'.repeat(43)}`
  const headers = { ...from(address), 'content-type': 'application/json' }
  const body = JSON.stringify({ link, dateOfBirth: '1970-01-01' })
  const answer = await fetch(`${server.base}/s`, { method: 'POST', headers, body })
  await answer.body?.cancel()
  return answer.status
}

const repeat = async <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> => {
  const found: T[] = []
  for (let at = 0; at < count; at += 1) found.push(await work(at))
  return found
}

test('R5.1: an address that fails too often is refused before its token is looked at, in FHIR and /v1, and no other is', async () => {
  const good = `Bearer ${await server.token()}`
  const failed = await repeat(10, (at) => readAs('203.0.113.1', `Bearer a.b.${at}`))
  const refused = await readAs('203.0.113.1', 'Bearer a.b.c')
  const withToken = await readAs('203.0.113.1', good)
  const inHub = await readAs('203.0.113.1', 'Bearer a.b.c', '/v1/spokes/whoami')
  const other = await readAs('203.0.113.2', good)

  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 401))
  expect(refused.status).toBe(429)
  expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1)
  expect([withToken.status, inHub.status, other.status]).toEqual([429, 429, 200])
})

test('D42: invented links count as failures of their address, and are refused with them', async () => {
  const failed = await repeat(10, () => open('203.0.113.3'))

  expect(failed).toEqual(failed.map(() => 404))
  expect(await open('203.0.113.3')).toBe(429)
  expect((await readAs('203.0.113.3', 'Bearer a.b.c')).status).toBe(429)
  expect(await open('203.0.113.4')).toBe(404)
})
