/** How the token endpoint refuses. RFC 6749 5.2; SMART App Launch 2.2 app-launch.html. */
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, textOf } from '../json.ts'
import type { Answer, Server } from '../server.ts'
import { type Discovered, needConfiguration, smartCheck } from './discovery.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' } as const

export function askToken(server: Server, discovered: Discovered, fields: Record<string, string>): Promise<Answer> {
  const endpoint = textOf(needConfiguration(discovered)['token_endpoint'])
  skipUnless(endpoint !== undefined, 'There is no token endpoint')
  const text = new URLSearchParams(fields).toString()
  return server.ask(endpoint, { method: 'POST', text, headers: form, isAnonymous: true })
}

function expectError({ status, body }: Answer, errors: readonly string[]): void {
  expect(status === 400 || status === 401, `Status 400 or 401 (it was ${status})`)
  const error = isObject(body) ? (textOf(body['error']) ?? '') : ''
  expect(errors.includes(error), `The error ${errors.join(' or ')}`)
}

const exchange = {
  grant_type: 'authorization_code',
  code: 'no-such-code',
  redirect_uri: 'http://127.0.0.1/none',
  code_verifier: 'a'.repeat(43),
} as const

export const buildTokenChecks = (discovered: Discovered): Check[] => [
  smartCheck('unknown-client', 'SHALL', ['An unknown client gets no token', 'RFC 6749 5.2'], async (server) =>
    expectError(await askToken(server, discovered, { ...exchange, client_id: crypto.randomUUID() }), [
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
    ]),
  ),
  smartCheck('grant-type', 'SHALL', ['A grant that nobody knows is refused', 'RFC 6749 5.2'], async (server) =>
    expectError(await askToken(server, discovered, { grant_type: 'no-such-grant' }), [
      'unsupported_grant_type',
      'invalid_request',
      'invalid_client',
    ]),
  ),
]
