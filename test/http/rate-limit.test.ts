import { afterEach, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { Problem } from '../../src/core/problems.ts'
import { buildOutcome } from '../../src/http/reply/operation-outcome.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { startHub } from './hub-server.ts'

let stop = async (): Promise<void> => undefined
afterEach(() => stop())

test('docs/design/hub.md#requests-and-answers: a client has so many requests a minute for each tenant, and is told when to come back', async () => {
  let now = Date.now()
  const { base, close } = await startHub({ env: { BANKSIA_REQUESTS_PER_MINUTE: '3' }, clock: () => new Date(now) })
  stop = close
  const send = async (tenant: string) => {
    const token = await requestDevelopmentToken(base, { tenant })
    const headers = {
      Authorization: `Bearer ${token}`,
      'X-Tenant-Id': tenant,
      'X-Spoke-Id': 'link',
      'X-Request-Id': newId(),
    }
    const response = await fetch(`${base}/v1/spokes/whoami`, { headers })
    await response.text()
    return response
  }
  const [tenant, otherTenant] = developmentTenants

  const first = await send(tenant)
  await send(tenant)
  const third = await send(tenant)
  const fourth = await send(tenant)
  const other = await send(otherTenant)
  now += 20_000
  const later = await send(tenant)
  const tooMuch = await send(tenant)

  expect([first.status, first.headers.get('RateLimit-Policy'), first.headers.get('RateLimit')]).toEqual([
    200,
    '"client";q=3;w=60',
    '"client";r=2;t=20',
  ])
  expect([third.status, third.headers.get('RateLimit')]).toEqual([200, '"client";r=0;t=60'])
  expect([fourth.status, fourth.headers.get('Retry-After')]).toEqual([429, '20'])
  expect([other.status, later.status, tooMuch.status]).toEqual([200, 200, 429])
})

test('docs/design/hub.md#requests-and-answers: a server whose clock is set back goes on counting from there', async () => {
  let now = Date.now()
  const { base, close } = await startHub({ env: { BANKSIA_REQUESTS_PER_MINUTE: '3' }, clock: () => new Date(now) })
  stop = close
  const [tenant] = developmentTenants
  const token = await requestDevelopmentToken(base, { tenant })
  const send = async () => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Tenant-Id': tenant, 'X-Spoke-Id': 'link' }
    const response = await fetch(`${base}/v1/spokes/whoami`, { headers: { ...headers, 'X-Request-Id': newId() } })
    await response.text()
    return response.headers.get('RateLimit')
  }

  const before = await send()
  now -= 30_000

  expect([before, await send()]).toEqual(['"client";r=2;t=20', '"client";r=1;t=40'])
})

test('R4 operationoutcome: one issue for each field error, by expression, with the code of its rule', () => {
  const problem = new Problem('resource-invalid', {
    errors: [
      { field: 'Patient.name[0].family', message: 'is required', code: 'required' },
      { field: 'Patient.gender', message: 'has no allowed code' },
    ],
  })

  expect(buildOutcome(problem).issue).toEqual([
    { severity: 'error', code: 'required', details: { text: 'is required' }, expression: ['Patient.name[0].family'] },
    { severity: 'error', code: 'invariant', details: { text: 'has no allowed code' }, expression: ['Patient.gender'] },
  ])
})
