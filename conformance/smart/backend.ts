/** A service without a person. SMART App Launch 2.2 backend-services.html, client-confidential-asymmetric.html. */
import { generateKeyPairSync } from 'node:crypto'
import { type Check, expect, type Level, skipUnless } from '../check.ts'
import { isObject, type JsonObject, textOf } from '../json.ts'
import type { Answer, Server } from '../server.ts'
import { readWith } from './app.ts'
import { type AssertionChanges, type ServiceKey, signAssertion } from './assertion.ts'
import { type Discovered, ifClaimed, needConfiguration, smartCheck } from './discovery.ts'
import { listWider } from './scopes.ts'
import { askToken } from './token-endpoint.ts'

export type ServiceOptions = {
  readonly clientId: string
  readonly key: ServiceKey
  readonly scope: string
  /** Scopes for which it is not registered. */
  readonly outsideScope?: string | undefined
  /** The scope that lets it introspect the tokens of others. */
  readonly introspectScope?: string | undefined
}

export type Service = { readonly discovered: Discovered; readonly options: ServiceOptions | undefined }

export function needService({ options }: Service): ServiceOptions {
  skipUnless(options !== undefined, 'Give --backend-client-id and --backend-key')
  return options
}

const tokenEndpoint = ({ discovered }: Service): string => {
  const endpoint = textOf(needConfiguration(discovered)['token_endpoint'])
  skipUnless(endpoint !== undefined, 'There is no token endpoint')
  return endpoint
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const post = (server: Server, { discovered }: Service, assertion: string, scope: string): Promise<Answer> =>
  askToken(server, discovered, {
    ...{ grant_type: 'client_credentials', scope },
    ...{ client_assertion_type: assertionType, client_assertion: assertion },
  })

const assertOf = (service: Service, changes: AssertionChanges = {}, key = needService(service).key): string =>
  signAssertion(key, { iss: needService(service).clientId, aud: tokenEndpoint(service) }, changes)

/** The token response for this scope; without one there is nothing to test with. */
export async function serviceToken(server: Server, service: Service, scope: string): Promise<JsonObject> {
  const { status, body } = await post(server, service, assertOf(service), scope)
  skipUnless(status === 200 && isObject(body), 'The service got no token')
  return body
}

const now = (): number => Math.floor(Date.now() / 1000)

const verification = 'client-confidential-asymmetric.html#signature-verification'

type WrongAssertion = readonly [id: string, level: Level, title: string, rows: string, make: (of: Service) => string]

// biome-ignore format: one row a line
const wrongAssertions: readonly WrongAssertion[] = [
  ['forged', 'SHALL', 'An assertion that another key signed is refused', `${verification}, rows 335, 340`, (of) => assertOf(of, {}, makeForger(needService(of).key))],
  ['unsigned', 'SHALL', 'An assertion that nobody signed is refused', `${verification}, rows 310, 335`, (of) => assertOf(of, { header: { alg: 'none' } })],
  ['kid', 'SHALL', 'An assertion by a key that is not registered is refused', `${verification}, row 338`, (of) => assertOf(of, { header: { kid: 'no-such-key' } })],
  ['jku', 'SHALL', 'An assertion that names another key set is refused', `${verification}, row 338`, (of) => assertOf(of, { header: { jku: 'https://elsewhere.example/jwks' } })],
  ['unknown', 'SHALL', 'An assertion of a client that is not registered is refused', `${verification}, row 337`, (of) => assertOf(of, { claims: { iss: 'no-such-client', sub: 'no-such-client' } })],
  ['iss', 'SHALL', 'An assertion of another issuer than its subject is refused', `${verification}, rows 335, 337`, (of) => assertOf(of, { claims: { iss: 'no-such-client' } })],
  ['aud', 'SHALL', 'An assertion for another server is refused', `${verification}, row 335: RFC 7523 3`, (of) => assertOf(of, { claims: { aud: 'https://elsewhere.example/token' } })],
  ['expired', 'SHALL', 'An assertion that has expired is refused', `${verification}, row 335: RFC 7523 3`, (of) => assertOf(of, { claims: { exp: now() - 120, iat: now() - 300 } })],
  ['long', 'SHOULD', 'An assertion for more than five minutes is refused', 'client-confidential-asymmetric.html#authenticating-to-the-token-endpoint', (of) => assertOf(of, { claims: { exp: now() + 3600 } })],
  ['jti', 'SHALL', 'An assertion without a jti is refused', `${verification}, row 336`, (of) => assertOf(of, { claims: { jti: undefined } })],
]

/** Of the same kind and name, and not registered. */
function makeForger({ kid, alg }: ServiceKey): ServiceKey {
  const { privateKey } =
    alg === 'RS384'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-384' })
  return { key: privateKey, kid, alg }
}

const expectInvalidClient = ({ status, body }: Answer): void => {
  expect(status === 400 || status === 401, `Status 400 or 401 (it was ${status})`)
  expect(isObject(body) && body['error'] === 'invalid_client', 'The error invalid_client')
}

export function buildBackendChecks(service: Service): Check[] {
  const held: { token?: string } = {}
  const needToken = (): string => {
    needService(service)
    skipUnless(held.token !== undefined, 'There was no token')
    return held.token
  }
  const checks = [
    smartCheck(
      'backend-token',
      'SHALL',
      ['A service gets a token', 'backend-services.html#issue-access-token, rows 249, 253 to 258, 357'],
      async (server) => {
        held.token = await checkToken(server, service)
      },
    ),
    smartCheck(
      'backend-access',
      'SHALL',
      ['The token of a service is taken', 'backend-services.html#response-2, row 266'],
      async (server) => {
        const status = await readWith(server, needToken(), 'Patient?_count=1')
        expect(status === 200 || status === 403, `Status 200, or 403 without a scope for patients (it was ${status})`)
      },
    ),
    smartCheck('backend-replay', 'SHALL', ['An assertion serves once', `${verification}, row 336`], async (server) => {
      needToken()
      const assertion = assertOf(service)
      const { scope } = needService(service)
      await post(server, service, assertion, scope)
      expectInvalidClient(await post(server, service, assertion, scope))
    }),
    smartCheck(
      'backend-outside-scope',
      'SHALL',
      [
        'A service is granted nothing beyond its registration',
        'backend-services.html#evaluate-requested-access, row 250',
      ],
      async (server) => {
        needToken()
        await checkOutside(server, service)
      },
    ),
    ...wrongAssertions.map(([id, level, title, rows, make]) =>
      smartCheck(`backend-${id}`, level, [title, rows], async (server) => {
        needToken()
        expectInvalidClient(await post(server, service, make(service), needService(service).scope))
      }),
    ),
  ]
  return checks.map((check) => ifClaimed(service.discovered, 'client-confidential-asymmetric', check))
}

async function checkToken(server: Server, service: Service): Promise<string> {
  const { scope } = needService(service)
  const { status, body, headers } = await post(server, service, assertOf(service), scope)
  expect(status === 200, `Status 200 (it was ${status})`)
  const token = isObject(body) ? textOf(body['access_token']) : undefined
  expect(isObject(body) && token !== undefined, 'access_token')
  expect(/^bearer$/i.test(textOf(body['token_type']) ?? ''), 'token_type bearer')
  expect(Number(body['expires_in']) > 0, 'expires_in')
  const granted = textOf(body['scope'])
  expect(granted !== undefined, 'scope')
  expect(listWider(granted, scope).length === 0, 'No scope beside those that were asked for')
  expect(/no-store/.test(headers.get('cache-control') ?? ''), 'Cache-Control: no-store')
  return token
}

async function checkOutside(server: Server, service: Service): Promise<void> {
  const { scope, outsideScope = 'system/NoSuchType.cruds' } = needService(service)
  const { status, body } = await post(server, service, assertOf(service), `${scope} ${outsideScope}`)
  if (status === 400) return
  expect(status === 200 && isObject(body), `Status 200 or 400 (it was ${status})`)
  const granted = textOf(body['scope']) ?? `${scope} ${outsideScope}`
  const wider = outsideScope.split(' ').filter((one) => listWider(one, granted).length === 0)
  expect(wider.length === 0, 'Less than was asked for: the service is not registered for all of it')
}
