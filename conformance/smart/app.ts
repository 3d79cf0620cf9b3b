/** The app that the suite plays: its requests for codes and tokens. SMART App Launch 2.2 app-launch.html, RFC 7636. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, skipUnless } from '../check.ts'
import { isObject, type JsonObject, textOf } from '../json.ts'
import type { Answer, Server } from '../server.ts'
import { visit } from './browser.ts'
import { type Discovered, needConfiguration } from './discovery.ts'
import type { Filled } from './page-form.ts'
import { type Waiting, waitForPerson } from './person.ts'
import { askToken } from './token-endpoint.ts'

export type LaunchOptions = Waiting & {
  readonly clientId: string
  readonly scope: string
  /** By these the suite signs in itself; without them a person does, for the first launches alone. */
  readonly signIn?: readonly Filled[]
  /** Scopes for which the app is not registered. */
  readonly outsideScope?: string | undefined
  /** Where an EHR makes launches for apps (docs/smart.md), by the token of the suite. */
  readonly launchEndpoint?: string | undefined
}

/** What later checks use of the first launch. */
export type Launched = {
  code?: string
  token?: string
  scopes?: readonly string[]
  patient?: string
  readonly verifier: string
}

/** Of a token response that came from elsewhere: the checks of access use it where the suite cannot sign in. */
export function readGiven(response: JsonObject): Pick<Launched, 'token' | 'scopes' | 'patient'> {
  const { access_token: token, scope, patient } = response
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof scope === 'string' ? { scopes: scope.split(' ') } : {}),
    ...(typeof patient === 'string' ? { patient } : {}),
  }
}

export type Launch = {
  readonly discovered: Discovered
  readonly options: LaunchOptions | undefined
  readonly launched: Launched
}

export const newSecret = (): string => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
export const redirectOf = ({ port }: Pick<LaunchOptions, 'port'>): string => `http://127.0.0.1:${port}/callback`

export function needOptions({ options }: Launch): LaunchOptions {
  skipUnless(options !== undefined, 'Give --launch-client-id and --launch-port, and open the address that is printed')
  return options
}

type Robot = LaunchOptions & { readonly signIn: readonly Filled[] }

/** Nobody opens twenty addresses by hand. */
export function needRobot(launch: Launch): Robot {
  const options = needOptions(launch)
  const { signIn } = options
  skipUnless(signIn !== undefined, 'Give --sign-in: the fields and buttons of the sign-in page')
  return { ...options, signIn }
}

/** Parameters of an authorization request; an undefined one is left out. */
export type Changes = Readonly<Record<string, string | undefined>>

/** `code` and the others as the browser brought them; all undefined if it did not come back. */
export type Returned = Readonly<Record<'code' | 'state' | 'error', string | undefined>>

export function buildRequest(server: Server, options: LaunchOptions, changes: Changes): URLSearchParams {
  const { clientId, scope } = options
  const all = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectOf(options), scope, aud: server.base },
    ...changes,
  }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  )
}

export const challenge = (verifier: string): Changes => ({
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
})

export function authorizationEndpoint({ discovered }: Launch): string {
  const endpoint = textOf(needConfiguration(discovered)['authorization_endpoint'])
  skipUnless(endpoint !== undefined, 'There is no authorization endpoint')
  return endpoint
}

/** Sends the browser to the authorization endpoint. `isPosted`: by a form. */
export async function askForCode(
  server: Server,
  launch: Launch,
  { changes, isPosted = false }: { readonly changes: Changes; readonly isPosted?: boolean },
): Promise<Returned> {
  const options = needOptions(launch)
  const endpoint = authorizationEndpoint(launch)
  const request = buildRequest(server, options, changes)
  const url = isPosted ? endpoint : `${endpoint}${endpoint.includes('?') ? '&' : '?'}${request}`
  const { signIn } = options
  if (signIn === undefined) return readReturned(await waitForPerson(options, url))
  const redirectUri = changes['redirect_uri'] ?? redirectOf(options)
  const form = isPosted ? { form: request.toString() } : {}
  const arrival = await visit(server, { url, redirectUri, table: signIn, ...form })
  return readReturned('returned' in arrival ? arrival.returned : new URLSearchParams())
}

const readReturned = (query: URLSearchParams): Returned => ({
  code: query.get('code') ?? undefined,
  state: query.get('state') ?? undefined,
  error: query.get('error') ?? undefined,
})

/** A new code for this verifier. */
export async function authorize(server: Server, launch: Launch, verifier: string): Promise<string> {
  const state = newSecret()
  const returned = await askForCode(server, launch, { changes: { state, ...challenge(verifier) } })
  expect(returned.error === undefined, 'No error')
  expect(returned.code !== undefined, 'A code')
  expect(returned.state === state, 'The state that was sent')
  return returned.code
}

export type Exchanged = {
  readonly code: string | undefined
  readonly verifier: string | undefined
  readonly redirectUri?: string
}

export function exchange(server: Server, launch: Launch, { code, verifier, redirectUri }: Exchanged): Promise<Answer> {
  const options = needOptions(launch)
  skipUnless(code !== undefined, 'There was no code')
  return askToken(server, launch.discovered, {
    grant_type: 'authorization_code',
    client_id: options.clientId,
    code,
    redirect_uri: redirectUri ?? redirectOf(options),
    ...(verifier === undefined ? {} : { code_verifier: verifier }),
  })
}

/** The token response of one more launch; where the first one gave a token, this one has to. */
export async function launchAgain(server: Server, launch: Launch, changes: Changes): Promise<JsonObject> {
  needRobot(launch)
  skipUnless(launch.launched.token !== undefined, 'There was no token')
  const verifier = newSecret()
  const { code } = await askForCode(server, launch, { changes: { ...challenge(verifier), ...changes } })
  expect(code !== undefined, `A code for the scope ${changes['scope'] ?? 'of the app'}`)
  const { status, body } = await exchange(server, launch, { code, verifier })
  expect(status === 200 && isObject(body), `Status 200 for the exchange of the code (it was ${status})`)
  return body
}

export const expectRefusal = ({ status, body }: Answer): void => {
  expect(status === 400 || status === 401, `Status 400 or 401 (it was ${status})`)
  expect(!isObject(body) || body['access_token'] === undefined, 'No access_token')
}

export const readWith = async (server: Server, token: string, path: string): Promise<number> =>
  (await server.ask(path, { isAnonymous: true, headers: { authorization: `Bearer ${token}` } })).status
