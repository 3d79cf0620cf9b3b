/** The SMART suite against a server that keeps every rule, and against three that break some. docs/conformance.md; the sections are those of SMART App Launch 2.2. */
import { beforeAll, expect, test } from '@jest/globals'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { isObject } from '../../../conformance/json.ts'
import { renderHtml } from '../../../conformance/report/html.ts'
import { renderJson } from '../../../conformance/report/json-report.ts'
import { renderJUnit } from '../../../conformance/report/junit.ts'
import { listResults } from '../../../conformance/report/totals.ts'
import { type Result, runSuites, type SuiteResult } from '../../../conformance/run.ts'
import { Server } from '../../../conformance/server.ts'
import { readKey, type ServiceKey } from '../../../conformance/smart/assertion.ts'
import { buildSmart } from '../../../conformance/smart/smart.ts'
import { givenToken } from '../../../conformance/tokens.ts'
import { findPort } from '../../ports.ts'
import { ehrToken, type Faults, startIssuer } from './small-issuer.ts'

let key: ServiceKey
let published: JWK
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  published = { ...(await exportJWK(publicKey)), kid: 'service-key', use: 'sig', alg: 'ES384' }
  const jwk: unknown = { ...(await exportJWK(privateKey)), kid: 'service-key' }
  const read = isObject(jwk) ? readKey(jwk) : undefined
  if (read === undefined) throw new TypeError('the key cannot be read')
  key = read
})

const runAgainst = async (faults: Faults): Promise<readonly Result[]> => listResults(await runSuite(faults))

async function runSuite(faults: Faults): Promise<readonly SuiteResult[]> {
  const issuer = await startIssuer([published], faults)
  try {
    const suite = buildSmart({
      launch: {
        ...{ clientId: 'app', port: await findPort(), scope: 'openid fhirUser launch/patient patient/Patient.rs' },
        ...{ outsideScope: 'user/Observation.rs', launchEndpoint: issuer.launchEndpoint, timeoutMs: 10_000 },
        signIn: [
          { name: 'account', value: 'somebody' },
          { name: 'patient', value: 'p-1' },
          { name: 'answer', value: 'yes' },
        ],
        announce: () => undefined,
      },
      service: { clientId: 'service', key, scope: 'system/Patient.rs', introspectScope: 'introspect' },
    })
    const server = new Server({ base: issuer.base, timeoutMs: 10_000, token: givenToken(ehrToken) })
    return await runSuites([suite], server, () => undefined)
  } finally {
    await issuer.close()
  }
}

/** Id and message of each check that did not pass, and the section that it names. */
const listFailed = (results: readonly Result[]) =>
  results
    .filter(({ status }) => status !== 'passed')
    .map(({ check, status }) => [check.id, status, check.requirement.source.replace('SMART App Launch 2.2, ', '')])

test('D187: a server that keeps every rule passes every check', async () => {
  expect(listFailed(await runAgainst({}))).toEqual([])
})

test('D187: a server that ignores aud and PKCE is found, by section', async () => {
  expect(listFailed(await runAgainst({ ignoresAudience: true, ignoresChallenge: true }))).toEqual([
    ['smart-forged-verifier', 'failed', 'app-launch.html#request-4, row 31: RFC 7636 4.6'],
    ['smart-wrong-aud', 'failed', 'app-launch.html#response-6, row 96'],
    ['smart-no-challenge', 'failed', 'app-launch.html#request-4, row 31: RFC 9700 2.1.1'],
    ['smart-plain-challenge', 'failed', 'app-launch.html#considerations-for-pkce-support, row 15'],
  ])
})

test('D187: a server that takes codes twice and grants more than was asked for is found, by section', async () => {
  expect(listFailed(await runAgainst({ takesCodesTwice: true, adds: 'user/Observation.rs' }))).toEqual([
    ['smart-replay', 'failed', 'app-launch.html#response-4: RFC 6749 4.1.2'],
    ['smart-outside-scope', 'failed', 'app-launch.html#response-5, row 78: RFC 6749 3.3, RFC 9700 2.3'],
    [
      'smart-wider-scope',
      'failed',
      'scopes-and-launch-context.html#smarts-scopes-are-used-to-delegate-access: RFC 9700 2.3',
    ],
  ])
})

test('D187: a server that advertises what it lacks is found, by section', async () => {
  const lacks = new Set(['post', 'refresh', 'id_token', 'launch', 'introspection', 'revocation'] as const)
  const identity = 'scopes-and-launch-context.html#scopes-for-requesting-identity-data'
  const failed = listFailed(await runAgainst({ lacks })).filter(([, status]) => status === 'failed')

  expect(failed).toEqual([
    ['smart-authorize-post', 'failed', 'app-launch.html#request-4, rows 49, 354'],
    ['smart-id-token', 'failed', `${identity}, rows 200, 205, 358`],
    ['smart-offline', 'failed', 'conformance.html#capabilities, row 365'],
    ['smart-ehr-launch', 'failed', 'app-launch.html#launch-app-ehr-launch, rows 168 to 170, 352, 361'],
    [
      'smart-introspect',
      'failed',
      'token-introspection.html#required-fields-in-the-introspection-response, rows 271 to 279, 282, 283',
    ],
    [
      'smart-introspect-unknown',
      'failed',
      'token-introspection.html#required-fields-in-the-introspection-response, row 272: RFC 7662 2.2',
    ],
    ['smart-revoke', 'failed', 'conformance.html#metadata, row 392: RFC 7009 2.1'],
    ['smart-revoke-unknown', 'failed', 'conformance.html#metadata, row 392: RFC 7009 2.2'],
  ])
})

test.each<[keyof Faults, readonly string[]]>([
  ['goesAnywhere', ['smart-wrong-redirect']],
  ['keepsRefreshTokens', ['smart-refresh-reuse']],
  ['takesAssertionsTwice', ['smart-backend-replay']],
  ['takesAnyAssertion', ['smart-backend-jku', 'smart-backend-long']],
  ['describesToAnybody', ['smart-introspect-stranger']],
  ['keepsRevoked', ['smart-revoke']],
])('D187: of a server that breaks one rule (%s) the checks of that rule alone fail', async (fault, ids) => {
  expect(listFailed(await runAgainst({ [fault]: true })).map(([id]) => id)).toEqual(ids)
})

test('docs/conformance.md: no report shows a code, a token or a cookie of a launch that went wrong', async () => {
  const suites = await runSuite({ takesCodesTwice: true, ignoresAudience: true, adds: 'user/Observation.rs' })
  const options = { base: 'http://server.example', at: '2026-01-01T00:00:00Z', isWhole: false }
  const texts = [renderHtml(suites, options), renderJson(suites, options), renderJUnit(suites, false)]
  const shown = listResults(suites).filter(({ status }) => status === 'failed')
  const secrets = shown.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ responseHeaders, responseBody, requestBody = '' }) => [
      ...[...(responseHeaders['location'] ?? '').matchAll(/[?&]code=([^&]+)/g)].map(([, code = '']) => code),
      ...[...responseBody.matchAll(/"(?:access_token|id_token)":"([^"]+)"/g)].map(([, token = '']) => token),
      ...[...requestBody.matchAll(/code_verifier=([^&]+)/g)].map(([, text = '']) => text),
      ...(responseHeaders['set-cookie'] ?? '').split(/[;,] ?/).filter((text) => text.startsWith('_session=')),
    ]),
  )

  expect(secrets.length).toBeGreaterThan(5)
  for (const text of texts) expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
