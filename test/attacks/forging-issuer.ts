/** An external issuer that is trusted, and the keys of one who would like to be: tokens with every fault. RFC 7515, RFC 8725. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { developmentTenants } from '../../src/core/caller.ts'

export type Claims = Readonly<Record<string, unknown>>

export type ForgingIssuer = {
  readonly address: string
  readonly publicKey: JWK
  /** How often its keys were read. */
  readonly keysRead: () => number
  /** A token of the issuer, signed by its key unless another is given. An undefined claim or header is left out. */
  readonly sign: (claims?: Claims, header?: Claims, key?: CryptoKey | Uint8Array) => Promise<string>
  readonly strangerKey: CryptoKey
  readonly strangerJwk: JWK
  readonly close: () => void
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Parts as they are, with any signature. */
export const joinToken = (header: unknown, claims: unknown, signature = ''): string =>
  `${encode(header)}.${encode(claims)}.${signature}`

export async function openForgingIssuer(audience: () => string): Promise<ForgingIssuer> {
  const [own, stranger] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ])
  const publicKey = { ...(await exportJWK(own.publicKey)), alg: 'RS256', kid: 'own', use: 'sig' }
  let keysRead = 0
  const http = createServer((request, response) => {
    const isKeys = request.url?.endsWith('/keys') === true
    if (isKeys) keysRead += 1
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(isKeys ? { keys: [publicKey] } : { issuer: address, jwks_uri: `${address}/keys` }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/realm`
  return {
    address,
    publicKey,
    keysRead: () => keysRead,
    strangerKey: stranger.privateKey,
    strangerJwk: await exportJWK(stranger.publicKey),
    sign: (claims = {}, header = {}, key = own.privateKey) => {
      const payload = { ...usualClaims(address, audience()), ...claims }
      return new SignJWT(JSON.parse(JSON.stringify(payload)))
        .setProtectedHeader(JSON.parse(JSON.stringify({ alg: 'RS256', kid: 'own', typ: 'at+jwt', ...header })))
        .sign(key)
    },
    close: () => {
      http.close()
      http.closeAllConnections()
    },
  }
}

/** A clinician of the first tenant. */
export const usualClaims = (issuer: string, audience: string): Claims => ({
  iss: issuer,
  aud: audience,
  sub: 'outside',
  client_id: 'ehr',
  tenants: [developmentTenants[0]],
  spokes: ['connect'],
  roles: ['clinician'],
  scope: 'banksia/spoke.read banksia/spoke.write user/*.cruds',
  exp: Math.floor(Date.now() / 1000) + 600,
})
