/** An OpenID Connect issuer on loopback without TLS, which a development server may trust: discovery, keys and all tokens that a test wants. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'

export type PlainIssuer = {
  readonly address: string
  /** The headers of a clinician's request, except the values from the claims. */
  readonly headers: (base: string, claims?: Readonly<Record<string, unknown>>) => Promise<Record<string, string>>
  readonly close: () => void
}

export async function openPlainIssuer(): Promise<PlainIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = newId()
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid, use: 'sig' }]
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    const isKeys = request.url?.endsWith('/keys') === true
    response.end(JSON.stringify(isKeys ? { keys } : { issuer: address, jwks_uri: `${address}/keys` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    async headers(base, claims = {}) {
      const payload = {
        sub: 'sam',
        client_id: 'ehr',
        tenants: [developmentTenants[0]],
        spokes: ['connect'],
        roles: ['clinician'],
        scope: 'banksia/spoke.read banksia/spoke.write user/*.cruds',
        ...claims,
      }
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
        .setIssuer(address)
        .setAudience(base)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
      return { authorization: `Bearer ${token}` }
    },
    close: () => server.close(),
  }
}
