/** An organisation's own OpenID Connect issuer, over TLS on loopback, and what a production server needs to trust it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { runJudge } from './judges.ts'

/** Answers one request otherwise; false lets the issuer answer as it does. */
export type IssuerManner = (response: ServerResponse, request: IncomingMessage) => boolean

export type OutsideIssuer = {
  readonly issuer: string
  /** Settings of a server that trusts it; the certificate is its own. */
  readonly env: Readonly<Record<string, string>>
  /** Requested paths. */
  readonly asked: readonly string[]
  readonly answer: (manner: IssuerManner) => void
  readonly sign: (claims?: Readonly<Record<string, unknown>>) => Promise<string>
  readonly close: () => Promise<void>
}

export const productionBase = 'https://hub.example.org'

/** Makes its certificate with openssl in the folder. */
export async function openOutsideIssuer(folder: string): Promise<OutsideIssuer> {
  mkdirSync(folder, { recursive: true })
  const [key, cert] = [join(folder, 'issuer-key.pem'), join(folder, 'issuer-cert.pem')]
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', cert]
  const made = runJudge('openssl', [...request.split(' '), ...names])
  if (made.status !== 0) throw new Error(made.said)
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one', use: 'sig' }
  const asked: string[] = []
  let manner: IssuerManner = () => false
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, response) => {
    asked.push(incoming.url ?? '')
    if (manner(response, incoming)) return
    const isKeys = incoming.url?.endsWith('/keys') === true
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isKeys ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}/realm`
  return {
    issuer,
    env: { BANKSIA_ISSUERS: issuer, BANKSIA_ISSUER_TENANTS: `${issuer}=*`, NODE_EXTRA_CA_CERTS: cert },
    asked,
    answer: (next) => {
      manner = next
    },
    sign: (claims = {}) =>
      new SignJWT({ iss: issuer, aud: productionBase, sub: 'dr-1', client_id: 'ehr', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Writes a key file as production wants it: its own, readable by its owner alone. */
export function writeKeyFile(path: string): string {
  writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  return path
}

/** Production mode behind an address that a proxy would serve. */
export const productionEnv = (issuer: OutsideIssuer, keyFile: string): Readonly<Record<string, string>> => ({
  ...issuer.env,
  BANKSIA_MODE: 'production',
  BANKSIA_BASE_URL: productionBase,
  BANKSIA_KEY_FILE: keyFile,
})
