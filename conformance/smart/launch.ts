/**
 * A public app is launched by itself: the user opens an address, signs in, and comes back with a code. SMART App Launch 2.2 app-launch.html,
 * RFC 7636. The suite prints the address to open for the person who runs it; the app waits on loopback.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, textOf } from '../json.ts'
import type { Answer, Server } from '../server.ts'
import { type Discovered, needConfiguration, smartCheck } from './discovery.ts'
import { askToken } from './token-endpoint.ts'

export type LaunchOptions = {
  readonly clientId: string
  /** The port of the redirect address `http://127.0.0.1:{port}/callback`, as registered. */
  readonly port: number
  readonly scope: string
  readonly timeoutMs: number
  /** Tells a person which address to open. */
  readonly announce: (url: string) => void
}

type Returned = { readonly code: string | null; readonly state: string | null; readonly error: string | null }
type Sent = { readonly aud: string; readonly state: string; readonly verifier: string }

const newSecret = (): string => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

type Launched = {
  code?: string
  token?: string
  scopes?: readonly string[]
  patient?: string
  readonly verifier: string
}

export function buildLaunchChecks(discovered: Discovered, options: LaunchOptions | undefined): Check[] {
  const launched: Launched = { verifier: newSecret() }
  const launch: Launch = { discovered, options, launched }
  return [
    smartCheck(
      'authorize',
      'SHALL',
      ['The user comes back with a code and the state that was sent', '27, 48, 49'],
      async (server) => {
        launched.code = await authorize(server, launch, launched.verifier)
      },
    ),
    smartCheck('exchange', 'SHALL', ['The code is exchanged for a token that is not cached', '85 to 88'], (server) =>
      checkExchange(server, launch),
    ),
    smartCheck('access', 'SHALL', ['The token gives what its scopes and context say', '361, 363, 368'], (server) =>
      checkAccess(server, launch),
    ),
    smartCheck('replay', 'SHALL', ['A code serves once', 'RFC 6749 4.1.2'], async (server) => {
      needToken(launch)
      expectRefusal(await exchange(server, launch, { code: launched.code, verifier: launched.verifier }))
    }),
    smartCheck(
      'forged-verifier',
      'SHALL',
      ['A code does not serve with another verifier', 'RFC 7636 4.6'],
      async (server) => {
        needToken(launch)
        const code = await authorize(server, launch, newSecret())
        expectRefusal(await exchange(server, launch, { code, verifier: newSecret() }))
      },
    ),
  ]
}

type Launch = {
  readonly discovered: Discovered
  readonly options: LaunchOptions | undefined
  readonly launched: Launched
}

function needOptions({ options }: Launch): LaunchOptions {
  skipUnless(options !== undefined, 'Give --launch-client-id and --launch-port, and open the address that is printed')
  return options
}

/** Where even the right code gave no token, a refusal says nothing of a wrong one. */
function needToken(launch: Launch): void {
  needOptions(launch)
  skipUnless(launch.launched.token !== undefined, 'There was no token')
}

/** A new code for this verifier. */
async function authorize(server: Server, launch: Launch, verifier: string): Promise<string> {
  const options = needOptions(launch)
  const endpoint = textOf(needConfiguration(launch.discovered)['authorization_endpoint'])
  skipUnless(endpoint !== undefined, 'There is no authorization endpoint')
  const state = newSecret()
  const returned = await receiveCode(
    options,
    buildAuthorization(endpoint, options, { aud: server.base, state, verifier }),
  )
  expect(returned.error === null, 'No error')
  expect(returned.state === state, 'The state that was sent')
  expect(returned.code !== null, 'A code')
  return returned.code
}

type Exchanged = { readonly code: string | undefined; readonly verifier: string }

function exchange(server: Server, launch: Launch, { code, verifier }: Exchanged): Promise<Answer> {
  const { clientId, port } = needOptions(launch)
  skipUnless(code !== undefined, 'There was no code')
  return askToken(server, launch.discovered, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectOf(port),
    code_verifier: verifier,
  })
}

const expectRefusal = ({ status }: Answer): void =>
  expect(status === 400 || status === 401, `Status 400 or 401 (it was ${status})`)

async function checkExchange(server: Server, launch: Launch): Promise<void> {
  const { launched } = launch
  const { status, body, headers } = await exchange(server, launch, { code: launched.code, verifier: launched.verifier })
  expect(status === 200, `Status 200 (it was ${status})`)
  const token = isObject(body) ? textOf(body['access_token']) : undefined
  expect(isObject(body) && token !== undefined, 'access_token')
  launched.token = token
  const patient = textOf(body['patient'])
  if (patient !== undefined) launched.patient = patient
  expect(/^bearer$/i.test(textOf(body['token_type']) ?? ''), 'token_type Bearer')
  const scope = textOf(body['scope'])
  expect(scope !== undefined, 'scope')
  launched.scopes = scope.split(' ')
  expect(/no-store/.test(headers.get('cache-control') ?? ''), 'Cache-Control: no-store')
  expect(patient !== undefined || !needsPatient(launched), 'patient: the scopes that were granted need one')
}

/** SMART App Launch 2.2 scopes-and-launch-context.html: `launch/patient`, and `patient/` scopes, which are about that patient. */
const needsPatient = ({ scopes = [] }: Launched): boolean =>
  scopes.some((scope) => scope === 'launch/patient' || scope.startsWith('patient/'))

const readsPatients = ({ scopes = [] }: Launched): boolean =>
  scopes.some((scope) =>
    /^(?:patient|user|system)\/(?:\*|Patient)\.(?:read|\*|[cruds]*[rs][cruds]*(?:\?.*)?)$/.test(scope),
  )

/** The patient in context is read; where none is, patients are searched for. */
async function checkAccess(server: Server, launch: Launch): Promise<void> {
  needToken(launch)
  const { launched } = launch
  const { token, patient } = launched
  skipUnless(patient !== undefined || !needsPatient(launched), 'The answer with the token had no patient')
  skipUnless(readsPatients(launched), 'No scope for patients was granted')
  const path = patient === undefined ? 'Patient?_count=1' : `Patient/${patient}`
  const { status } = await server.ask(path, { isAnonymous: true, headers: { authorization: `Bearer ${token}` } })
  expect(
    status === 200,
    `Status 200 for ${patient === undefined ? 'a search of patients' : 'the patient in context'} (it was ${status})`,
  )
}

const redirectOf = (port: number): string => `http://127.0.0.1:${port}/callback`

function buildAuthorization(
  endpoint: string,
  { clientId, port, scope }: LaunchOptions,
  { aud, state, verifier }: Sent,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectOf(port),
    scope,
    state,
    aud,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  })
  return `${endpoint}${endpoint.includes('?') ? '&' : '?'}${query}`
}

/** Listens on loopback until the browser comes back. */
function receiveCode({ port, timeoutMs, announce }: LaunchOptions, url: string): Promise<Returned> {
  return new Promise((resolve, reject) => {
    const listener = createServer((request, response) => {
      const asked = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (asked.pathname !== '/callback') {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' })
      response.end('Done. This page can be closed.\n')
      const get = (name: string): string | null => asked.searchParams.get(name)
      finish(() => resolve({ code: get('code'), state: get('state'), error: get('error') }))
    })
    const timer = setTimeout(() => finish(() => reject(new Error('nobody came back with a code'))), timeoutMs)
    const finish = (end: () => void): void => {
      clearTimeout(timer)
      listener.close()
      end()
    }
    listener.on('error', () => finish(() => reject(new Error(`port ${port} cannot be listened on`))))
    listener.listen(port, '127.0.0.1', () => announce(url))
  })
}
