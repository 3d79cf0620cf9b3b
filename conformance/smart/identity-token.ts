/** The identity token of a launch. SMART App Launch 2.2 scopes-and-launch-context.html#scopes-for-requesting-identity-data, OpenID Connect Core 3.1.3.7. */
import { createPublicKey, verify } from 'node:crypto'
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, type JsonObject, listOf, parseJson, textOf } from '../json.ts'
import type { Server } from '../server.ts'
import { type Launch, launchAgain, needRobot } from './app.ts'
import { ifClaimed, needConfiguration, smartCheck } from './discovery.ts'

const section = 'scopes-and-launch-context.html#scopes-for-requesting-identity-data'

export function buildIdentityChecks(launch: Launch): Check[] {
  const held: { token?: string } = {}
  const checks = [
    smartCheck(
      'id-token',
      'SHALL',
      ['openid and fhirUser give an identity token', `${section}, rows 200, 205, 358`],
      async (server) => {
        needRobot(launch)
        const body = await launchAgain(server, launch, { scope: 'openid fhirUser', nonce: 'of-this-launch' })
        const token = textOf(body['id_token'])
        expect(token !== undefined, 'id_token')
        held.token = token
      },
    ),
    smartCheck(
      'id-token-signature',
      'SHALL',
      ['It is signed by RS256 with a published key', `${section}, rows 207, 210`],
      (server) => checkSignature(server, launch, needToken(held)),
    ),
    smartCheck(
      'id-token-claims',
      'SHALL',
      ['It names issuer, app, nonce and person', `${section}, rows 198, 209, 381`],
      async () => checkClaims(launch, needToken(held)),
    ),
  ]
  return checks.map((check) => ifClaimed(launch.discovered, 'sso-openid-connect', check))
}

function needToken({ token }: { readonly token?: string }): string {
  skipUnless(token !== undefined, 'There was no identity token')
  return token
}

function readPart(token: string, at: 0 | 1): JsonObject {
  const part = parseJson(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString())
  expect(isObject(part), 'Three parts, of which two are JSON')
  return part
}

async function checkSignature(server: Server, { discovered }: Launch, token: string): Promise<void> {
  const { alg, kid } = readPart(token, 0)
  expect(alg === 'RS256', 'alg RS256')
  const address = textOf(needConfiguration(discovered)['jwks_uri'])
  expect(address !== undefined, 'jwks_uri')
  const { body } = await server.ask(address, { isAnonymous: true, headers: { accept: 'application/json' } })
  const keys = isObject(body) ? listOf(body['keys']).filter(isObject) : []
  const key = keys.find((one) => one['kid'] === kid && one['kty'] === 'RSA')
  expect(key !== undefined, 'A published key of this kid')
  expect(
    keys.every((one) => one['d'] === undefined),
    'No private key',
  )
  const [header, payload, signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key: { ...key } as Record<string, string>, format: 'jwk' }), // node:crypto refuses what is no key
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned, 'A signature by that key')
}

async function checkClaims(launch: Launch, token: string): Promise<void> {
  const { iss, aud, nonce, sub, exp, fhirUser } = readPart(token, 1)
  expect(iss === needConfiguration(launch.discovered)['issuer'], 'iss is the issuer of the configuration')
  expect(listOf(aud).includes(needRobot(launch).clientId), 'aud has the client_id')
  expect(nonce === 'of-this-launch', 'nonce as it was sent')
  expect(textOf(sub) !== undefined, 'sub')
  expect(Number(exp) * 1000 > Date.now(), 'exp in the future')
  expect(
    /(^|\/)(Patient|Practitioner|PractitionerRole|RelatedPerson|Person)\/[A-Za-z0-9.-]+$/.test(textOf(fhirUser) ?? ''),
    'fhirUser: the address of a person',
  )
}
