/** Tokens that a server describes and ends on request. SMART App Launch 2.2 token-introspection.html, RFC 7662, RFC 7009. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, type JsonObject, parseJson, textOf } from '../json.ts'
import type { Answer, Server } from '../server.ts'
import { type Launch, launchAgain, needRobot, readWith } from './app.ts'
import { needService, type Service, serviceToken } from './backend.ts'
import { needConfiguration, smartCheck } from './discovery.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' } as const

const isGiven = ({ discovered }: Launch, name: string): boolean => discovered.configuration?.[name] !== undefined

function endpointOf({ discovered }: Launch, name: string): string {
  const endpoint = textOf(needConfiguration(discovered)[name])
  skipUnless(endpoint !== undefined, `There is no ${name}`)
  return endpoint
}

const fields = 'token-introspection.html#required-fields-in-the-introspection-response'

export function buildIntrospectionChecks(launch: Launch, service: Service): Check[] {
  const checks = [
    smartCheck(
      'introspect',
      'SHALL',
      ['A token that counts is described as it was given', `${fields}, rows 271 to 279, 282, 283`],
      (server) => checkDescribed(server, launch, service),
    ),
    smartCheck(
      'introspect-unknown',
      'SHALL',
      ['Nothing is said of a token that does not count', `${fields}, row 272: RFC 7662 2.2`],
      async (server) => {
        const { status, body } = await introspect(server, launch, { service, token: crypto.randomUUID() })
        expect(status === 200 && isObject(body) && body['active'] === false, 'Status 200, and active false')
      },
    ),
    smartCheck(
      'introspect-stranger',
      'SHALL',
      [
        'Who has no right to introspect is told nothing',
        'token-introspection.html#authorization-to-perform-token-introspection: RFC 7662 2.1',
      ],
      async (server) => {
        const { access_token: token } = await launchAgain(server, launch, {})
        const text = new URLSearchParams({ token: String(token) }).toString()
        const endpoint = endpointOf(launch, 'introspection_endpoint')
        const { status, body } = await server.ask(endpoint, { method: 'POST', text, headers: form, isAnonymous: true })
        expect(status >= 400, `A refusal (it was ${status})`)
        expect(!isObject(body) || body['active'] !== true, 'Nothing said of the token')
      },
    ),
  ]
  return checks.map((check) => ({ ...check, isNeeded: () => isGiven(launch, 'introspection_endpoint') }))
}

type Asked = { readonly service: Service; readonly token: string }

/** Row 282: by a bearer token of a service. */
async function introspect(server: Server, launch: Launch, { service, token }: Asked): Promise<Answer> {
  const { introspectScope } = needService(service)
  skipUnless(introspectScope !== undefined, 'Give --introspect-scope')
  const asker = await serviceToken(server, service, introspectScope)
  return server.ask(endpointOf(launch, 'introspection_endpoint'), {
    ...{ method: 'POST', text: new URLSearchParams({ token }).toString(), isAnonymous: true },
    headers: { ...form, authorization: `Bearer ${textOf(asker['access_token'])}` },
  })
}

const contextMembers = ['patient', 'encounter', 'fhirContext', 'intent', 'need_patient_banner', 'smart_style_url']

async function checkDescribed(server: Server, launch: Launch, service: Service): Promise<void> {
  needService(service)
  const { scope, clientId } = needRobot(launch)
  const given = await launchAgain(server, launch, { scope: `openid fhirUser ${scope}` })
  const { status, body } = await introspect(server, launch, { service, token: textOf(given['access_token']) ?? '' })
  expect(status === 200 && isObject(body), `Status 200 (it was ${status})`)
  expect(body['active'] === true, 'active true')
  expect(body['scope'] === given['scope'], 'scope as it was granted')
  expect(body['client_id'] === clientId, 'client_id')
  const left = Number(body['exp']) - Math.floor(Date.now() / 1000)
  expect(Math.abs(left - Number(given['expires_in'])) <= 60, 'exp as expires_in said it')
  for (const name of contextMembers)
    expect(JSON.stringify(body[name]) === JSON.stringify(given[name]), `${name} as it came with the token`)
  checkIdentity(body, given)
}

/** Rows 278 and 279. */
function checkIdentity(body: JsonObject, given: JsonObject): void {
  const token = textOf(given['id_token'])
  if (token === undefined) return
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  for (const name of ['iss', 'sub'])
    expect(isObject(claims) && body[name] === claims[name], `${name} of the identity token`)
}

/** Seconds until a revoked token is refused everywhere: RFC 7009 2.1 lets a server have some. */
const revokedWithin = 5

export function buildRevocationChecks(launch: Launch): Check[] {
  const checks = [
    smartCheck(
      'revoke',
      'SHALL',
      ['A token that its app revokes counts no longer', 'conformance.html#metadata, row 392: RFC 7009 2.1'],
      (server) => checkRevoked(server, launch),
    ),
    smartCheck(
      'revoke-unknown',
      'SHALL',
      ['Revoking a token that is unknown succeeds', 'conformance.html#metadata, row 392: RFC 7009 2.2'],
      async (server) => {
        needRobot(launch)
        const { status } = await revoke(server, launch, crypto.randomUUID())
        expect(status === 200, `Status 200 (it was ${status})`)
      },
    ),
  ]
  return checks.map((check) => ({ ...check, isNeeded: () => isGiven(launch, 'revocation_endpoint') }))
}

function revoke(server: Server, launch: Launch, token: string): Promise<Answer> {
  const text = new URLSearchParams({ token, client_id: needRobot(launch).clientId }).toString()
  const endpoint = endpointOf(launch, 'revocation_endpoint')
  return server.ask(endpoint, { method: 'POST', text, headers: form, isAnonymous: true })
}

async function checkRevoked(server: Server, launch: Launch): Promise<void> {
  const token = textOf((await launchAgain(server, launch, {}))['access_token']) ?? ''
  const path = 'Patient?_count=1'
  skipUnless((await readWith(server, token, path)) !== 401, 'The token was not taken before')
  const { status } = await revoke(server, launch, token)
  expect(status === 200, `Status 200 (it was ${status})`)
  for (let second = 0; second < revokedWithin; second += 1) {
    if ((await readWith(server, token, path)) === 401) return
    await wait(1000)
  }
  expect(false, `Status 401 within ${revokedWithin} seconds`)
}
