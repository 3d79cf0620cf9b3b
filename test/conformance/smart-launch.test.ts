/** What the SMART suite concludes from a launch, by a small issuer on loopback. SMART App Launch 2.2. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../conformance/json.ts'
import { judge, listResults } from '../../conformance/report/totals.ts'
import { runSuites } from '../../conformance/run.ts'
import { Server } from '../../conformance/server.ts'
import { buildSmart } from '../../conformance/smart/smart.ts'
import { findPort } from '../ports.ts'

type Issued = Readonly<Record<string, string>> | undefined

let issuer: HttpServer
let base = ''
/** What the token endpoint answers to a code that was not used; nothing: it refuses every code. */
let issued: Issued
const codes = new Set<string>()

beforeAll(async () => {
  issuer = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', base)
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify(body))
    }
    if (pathname.endsWith('/smart-configuration'))
      answer(200, { authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token` })
    else if (pathname === '/authorize') {
      const code = crypto.randomUUID()
      codes.add(code)
      const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
      response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${query}` }).end()
    } else if (pathname === '/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? ''
      if (issued !== undefined && codes.delete(code))
        answer(200, { access_token: 'a', token_type: 'Bearer', ...issued })
      else answer(400, { error: 'invalid_grant' })
    } else answer(200, {})
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => issuer.once('listening', resolve))
  base = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
})

afterAll(() => {
  issuer.close()
})

async function launch(answer: Issued): Promise<Record<string, string>> {
  issued = answer
  const port = await findPort()
  const announce = (url: string) => void fetch(url)
  const suite = buildSmart({ launch: { clientId: 'app', port, scope: 'openid', timeoutMs: 10_000, announce } })
  const results = listResults(await runSuites([suite], new Server({ base, timeoutMs: 10_000 }), () => undefined))
  const launched = results.filter(({ group }) => group === 'launch')
  return Object.fromEntries(launched.map(({ check, status, message }) => [check.id, message ?? status]))
}

test.each(['patient/Patient.rs', 'openid launch/patient'])(
  'D128: the launch names the patient that is missing beside %s, and concludes nothing from other requests',
  async (scope) => {
    const found = await launch({ scope })

    expect(found['smart-exchange']).toBe('patient: the scopes that were granted need one')
    expect(found['smart-access']).toBe('The answer with the token had no patient')
  },
)

test('D128: a token with its patient, and one for all patients, are used', async () => {
  const own = await launch({ scope: 'patient/Patient.rs', patient: 'a' })
  const all = await launch({ scope: 'user/Patient.read' })
  const none = await launch({ scope: 'openid user/Observation.rs' })

  expect([own['smart-exchange'], own['smart-access']]).toEqual(['passed', 'passed'])
  expect([all['smart-exchange'], all['smart-access']]).toEqual(['passed', 'passed'])
  expect([none['smart-exchange'], none['smart-access']]).toEqual(['passed', 'No scope for patients was granted'])
})

test('docs/conformance.md: the token of a launch that was made elsewhere is used', async () => {
  const run = async (given: JsonObject) => {
    const results = await runSuites([buildSmart({ given })], new Server({ base, timeoutMs: 10_000 }), () => undefined)
    return listResults(results).find(({ check }) => check.id === 'smart-access')?.status
  }
  const response = { access_token: 'a', scope: 'patient/Patient.rs', patient: 'p' }

  expect([await run(response), await run({ ...response, access_token: null })]).toEqual(['passed', 'skipped'])
  expect(await run({ ...response, patient: null })).toBe('skipped')
})

test('D128: where the right code gives no token, the refusal of a wrong one passes nothing', async () => {
  const found = await launch(undefined)

  expect(found['smart-exchange']).toBe('Status 200 (it was 400)')
  expect([found['smart-replay'], found['smart-forged-verifier']]).toEqual(['There was no token', 'There was no token'])
})

test('D128: without a launch none of its checks passes, and SMART is not green', async () => {
  const results = await runSuites([buildSmart()], new Server({ base, timeoutMs: 10_000 }), () => undefined)

  const launched = listResults(results).filter(({ group }) => group === 'launch')
  expect(launched.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'skipped'))
  expect(judge(results).kind).not.toBe('met')
})
