/** A real OpenID provider on loopback at which one person is signed in, and which can be told to err. OpenID Connect Core 1.0, RFC 9207. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

export type Claims = Readonly<Record<string, unknown>>

/** How its next answers differ from right ones. */
export type Errors = {
  /** Of the ID token; an undefined one is left out. */
  readonly claims?: Claims
  readonly sign?: 'none' | 'HS256' | 'other-key'
  /** Of the answer by the browser; an undefined one is left out. */
  readonly answer?: Readonly<Record<string, string | undefined>>
  /** Of the token endpoint. */
  readonly status?: number
  /** Its description names no algorithm of ours, or leaves out `iss`. */
  readonly described?: Claims
}

export type SmallProvider = {
  readonly address: string
  readonly client: { readonly id: string; readonly secret: string }
  /** The authorization requests so far. */
  readonly asked: URLSearchParams[]
  /** Of the token requests. */
  readonly proofs: (string | undefined)[]
  /** Who is signed in there from now on. */
  readonly signIn: (claims: Claims) => void
  readonly err: (errors: Errors) => void
  readonly close: () => void
}

type Issued = { readonly query: URLSearchParams; readonly claims: Claims }

export async function openSmallProvider(): Promise<SmallProvider> {
  const client = { id: 'banksia', secret: 'a secret: of two/parts' }
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const { privateKey: otherKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one', use: 'sig' }]
  const codes = new Map<string, Issued>()
  const asked: URLSearchParams[] = []
  const proofs: (string | undefined)[] = []
  let person: Claims = { sub: 'nobody' }
  let errors: Errors = {}

  function sign(claims: Claims): Promise<string> | string {
    const header = { kid: 'one', typ: 'JWT' }
    if (errors.sign === 'none') return new UnsecuredJWT({ ...claims }).encode()
    if (errors.sign === 'HS256')
      return new SignJWT({ ...claims }).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(client.secret))
    const key = errors.sign === 'other-key' ? otherKey : privateKey
    return new SignJWT({ ...claims }).setProtectedHeader({ ...header, alg: 'ES256' }).sign(key)
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    asked.push(query)
    const code = randomUUID()
    codes.set(code, { query, claims: person })
    const back = new URL(query.get('redirect_uri') ?? '')
    const answer = { code, state: query.get('state') ?? '', iss: address, ...errors.answer }
    for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value)
    response.writeHead(303, { Location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text)
    proofs.push(request.headers.authorization)
    const issued = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood = issued !== undefined && issued.query.get('code_challenge') === challenge
    response.setHeader('Content-Type', 'application/json')
    if (errors.status !== undefined || !isGood)
      return void response.writeHead(errors.status ?? 400).end(JSON.stringify({ error: 'invalid_grant' }))
    const now = Math.floor(Date.now() / 1000)
    const right = {
      iss: address,
      aud: client.id,
      nonce: issued.query.get('nonce'),
      iat: now,
      exp: now + 300,
      ...issued.claims,
    }
    const token = await sign({ ...right, ...errors.claims })
    response.end(JSON.stringify({ access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: token }))
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', address)
    if (pathname.endsWith('/authorize')) return authorize(searchParams, response)
    if (request.method === 'POST') return void exchange(request, response)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(pathname.endsWith('/keys') ? { keys } : { ...describe(address), ...errors.described }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`
  return {
    ...{ address, client, asked, proofs },
    signIn: (claims) => {
      person = claims
    },
    err: (next) => {
      errors = next
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const describe = (address: string): Claims => ({
  issuer: address,
  authorization_endpoint: `${address}/authorize`,
  token_endpoint: `${address}/token`,
  jwks_uri: `${address}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
  authorization_response_iss_parameter_supported: true,
})
