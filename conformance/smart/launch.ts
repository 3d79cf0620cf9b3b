/**
 * A public app is launched by itself: the user opens an address, signs in, and comes back with a code. SMART App Launch 2.2 app-launch.html,
 * RFC 7636. The address to open is told to whoever runs the suite; the app waits on loopback.
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
  /** Of the redirect address `http://127.0.0.1:{port}/callback`, as registered. */
  readonly port: number
  readonly scope: string
  readonly timeoutMs: number
  /** Tells a person which address to open. */
  readonly announce: (url: string) => void
}

type Returned = { readonly code: string | null; readonly state: string | null; readonly error: string | null }

const newSecret = (): string => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export function buildLaunchChecks(discovered: Discovered, options: LaunchOptions | undefined): Check[] {
  const launched: { returned?: Returned; state: string; verifier: string; answer?: Answer } = {
    state: newSecret(),
    verifier: newSecret(),
  }
  const need = (): LaunchOptions => {
    skipUnless(options !== undefined, 'Give --launch-client-id and --launch-port, and open the address that is printed')
    return options
  }
  const exchange = (server: Server, verifier: string): Promise<Answer> => {
    const { clientId, port } = need()
    skipUnless(typeof launched.returned?.code === 'string', 'There was no code')
    return askToken(server, discovered, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: launched.returned.code ?? '',
      redirect_uri: redirectOf(port),
      code_verifier: verifier,
    })
  }
  return [
    smartCheck(
      'authorize',
      'SHALL',
      ['The user comes back with a code and the state that was sent', '27, 48, 49'],
      async (server) => {
        const own = need()
        const endpoint = textOf(needConfiguration(discovered)['authorization_endpoint'])
        skipUnless(endpoint !== undefined, 'There is no authorization endpoint')
        const url = buildAuthorization(endpoint, own, {
          aud: server.base,
          state: launched.state,
          verifier: launched.verifier,
        })
        launched.returned = await receiveCode(own, url)
        expect(launched.returned.error === null, 'No error')
        expect(launched.returned.state === launched.state, 'The state that was sent')
        expect(launched.returned.code !== null, 'A code')
      },
    ),
    smartCheck(
      'exchange',
      'SHALL',
      ['The code is exchanged for a token that is not cached', '85, 86, 87, 88'],
      async (server) => {
        const answer = await exchange(server, launched.verifier)
        launched.answer = answer
        expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
        expect(isObject(answer.body) && textOf(answer.body['access_token']) !== undefined, 'access_token')
        expect(/^bearer$/i.test(textOf(answer.body['token_type']) ?? ''), 'token_type Bearer')
        expect(textOf(answer.body['scope']) !== undefined, 'scope')
        expect(/no-store/.test(answer.headers.get('cache-control') ?? ''), 'Cache-Control: no-store')
      },
    ),
    smartCheck('replay', 'SHALL', ['A code serves once', 'RFC 6749 4.1.2'], async (server) => {
      const { status } = await exchange(server, launched.verifier)
      expect(status === 400 || status === 401, `Status 400 or 401 (it was ${status})`)
    }),
    smartCheck(
      'forged-verifier',
      'SHALL',
      ['A code does not serve with another verifier', 'RFC 7636 4.6'],
      async (server) => {
        const { status } = await exchange(server, newSecret())
        expect(status === 400 || status === 401, `Status 400 or 401 (it was ${status})`)
      },
    ),
  ]
}

const redirectOf = (port: number): string => `http://127.0.0.1:${port}/callback`

type Sent = { readonly aud: string; readonly state: string; readonly verifier: string }

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
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Done. This page can be closed.\n')
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
