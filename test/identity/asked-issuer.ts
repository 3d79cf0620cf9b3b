/** A real issuer on loopback: discovery, keys, and answers about opaque tokens (RFC 7662). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type Asked = {
  readonly authorization: string | undefined
  readonly type: string | undefined
  readonly token: string
}

export type AskedIssuer = {
  readonly address: string
  /** The questions so far. */
  readonly asked: Asked[]
  /** The most questions that were under way together. */
  readonly mostAtOnce: () => number
  /** What it says of a token: claims, or a text as it is. Of others it says that they are inactive. */
  readonly say: (token: string, answer: object | string) => void
  /** Lets questions wait until the answer of this is called. */
  readonly hold: () => () => void
  /** The status of its answers about tokens. */
  readonly answerWith: (status: number) => void
  readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>
  readonly close: () => void
}

export async function openAskedIssuer(): Promise<AskedIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one', use: 'sig' }]
  const answers = new Map<string, object | string>()
  const asked: Asked[] = []
  let status = 200
  let underWay = 0
  let most = 0
  let held: Promise<void> | undefined

  async function answerAbout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    underWay += 1
    most = Math.max(most, underWay)
    let form = ''
    for await (const chunk of request) form += chunk
    const token = new URLSearchParams(form).get('token') ?? ''
    asked.push({ authorization: request.headers.authorization, type: request.headers['content-type'], token })
    const answer = answers.get(token) ?? { active: false }
    response.statusCode = status
    await held
    underWay -= 1
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'POST') return void answerAbout(request, response)
    const described = { issuer: address, jwks_uri: `${address}/keys`, introspection_endpoint: `${address}/introspect/` }
    response.end(JSON.stringify(request.url?.endsWith('/keys') === true ? { keys } : described))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`
  return {
    address,
    asked,
    mostAtOnce: () => most,
    say: (token, answer) => answers.set(token, answer),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    answerWith: (next) => {
      status = next
    },
    sign: (claims) =>
      new SignJWT({ iss: address, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
        .sign(privateKey),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
