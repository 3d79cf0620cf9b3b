/** npm `openid-client` with tokens that are bound: to a key by DPoP (RFC 9449), to a certificate by mutual TLS (RFC 8705). */
import assert from 'node:assert/strict'
import * as client from 'openid-client'
import { developmentTenants } from '../../../src/core/caller.ts'
import { register } from '../../../test/identity/issuer/register.ts'
import { findPort } from '../../../test/ports.ts'
import type { Case } from '../../cases.ts'
import { type Certificate, makeCertificate } from '../certificate.ts'
import { fetchBy } from '../fetch-by.ts'
import type { Served } from '../judge.ts'
import { discover, isChallenged, proveAt, readFhir, registerService, signInFor } from './openid-flow.ts'

/** A stolen token is worth nothing: with another key, and as a bearer token. */
async function checkBound(served: Served, config: client.Configuration, token: string, DPoP: client.DPoPHandle) {
  const path = `Patient/${served.records.patient}`
  assert.equal((await readFhir(served, { config, token, path, DPoP })).status, 200)
  const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  await assert.rejects(readFhir(served, { config, token, path, DPoP: other }), isChallenged('invalid_dpop_proof'))
  await assert.rejects(readFhir(served, { config, token, path }), client.WWWAuthenticateChallengeError)
}

async function launchBound(served: Served): Promise<void> {
  const { config, callback, checks } = await signInFor(served, { members: { type: 'public' } })
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  const tokens = await client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP })
  assert.equal(tokens.token_type, 'dpop')
  await checkBound(served, config, tokens.access_token, DPoP)
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
  await checkBound(served, config, refreshed.access_token, DPoP)
}

async function serveBound(served: Served): Promise<void> {
  const service = await registerService(served, 'ES384')
  const config = await discover(served, service.id, proveAt(service, service.endpoint))
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'system/Patient.rs' }, { DPoP })
  await checkBound(served, config, token, DPoP)
}

type Secure = { readonly base: string; readonly mutual: number; readonly cert: string; readonly own: Certificate }

/** The same records, over TLS, with a port for client certificates. */
async function startSecure({ startAnother, server, folder, certificate }: Served): Promise<Secure> {
  const own = makeCertificate(folder, 'client', 'DNS:ehr.example.org')
  const [port, mutual] = [await findPort(), await findPort()]
  const base = `https://localhost:${port}`
  const env = {
    ...{ PORT: String(port), BANKSIA_BASE_URL: base },
    ...{ BANKSIA_TLS_CERT_FILE: certificate.certFile, BANKSIA_TLS_KEY_FILE: certificate.keyFile },
    ...{ BANKSIA_TLS_CLIENT_PORT: String(mutual), BANKSIA_TLS_CLIENT_CA_FILE: own.certFile },
  }
  await startAnother(env, server.site)
  return { base, mutual, cert: certificate.cert, own }
}

async function serveByCertificate(served: Served): Promise<void> {
  const { base, mutual, cert, own } = await startSecure(served)
  const scope = 'system/Patient.rs'
  const members = { type: 'backend', tenant: developmentTenants[0], scope, certificate: own.cert }
  const id = await register(served.server.site.pool, members)
  const metadata = { use_mtls_endpoint_aliases: true }
  const config = await client.discovery(new URL(`${base}/oidc`), id, metadata, client.TlsClientAuth(), {
    [client.customFetch]: fetchBy(cert, own),
  })
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope })
  const address = new URL(`https://localhost:${mutual}/fhir/R4/Patient/${served.records.patient}`)
  const read = await client.fetchProtectedResource(config, token, address, 'GET')
  assert.equal(read.status, 200)
  const { active, ...described } = await client.tokenIntrospection(config, token)
  assert.deepEqual([active, Object.keys(described['cnf'] ?? {})], [true, ['x5t#S256']])
  const stolen = await fetchBy(cert)(`${base}/fhir/R4/Patient`, { headers: { Authorization: `Bearer ${token}` } })
  assert.equal(stolen.status, 401)
}

export const openidBound: readonly Case<Served>[] = [
  { name: 'a launched app binds its tokens by DPoP, and refreshes', run: launchBound },
  { name: 'a backend service binds its tokens by DPoP', run: serveBound },
  { name: 'a backend service proves itself by mutual TLS, and its token is bound', run: serveByCertificate },
]
