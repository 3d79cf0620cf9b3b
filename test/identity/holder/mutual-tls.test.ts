/** Clients that prove themselves by a certificate, and tokens that are bound to it. RFC 8705; D177. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { type Authority, type Issued, makeAuthority } from '../../http/tls/certificates.ts'
import { findPort } from '../../ports.ts'
import { type RunningServer, startRunning } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'
import { register } from '../issuer/register.ts'

const [tenant] = developmentTenants
/** Knows no certificates. */
const plain = useRunning()
let folder: string
let authority: Authority
let server: RunningServer
let ports: { readonly port: number; readonly mutual: number }
/** Behind a proxy that has verified the certificate. */
let behind: RunningServer
let client: Issued
let other: Issued
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-test-mutual-'))
  authority = makeAuthority(folder, 'Authority')
  const pair = authority.issue('server', { names: 'DNS:localhost,IP:127.0.0.1' })
  client = authority.issue('client', { subject: '/O=Huon/CN=ehr', names: 'DNS:ehr.example.org,URI:urn:ehr' })
  other = authority.issue('other', { subject: '/O=Huon/CN=other', names: 'DNS:other.example.org' })
  ports = { port: await findPort(), mutual: await findPort() }
  server = await startRunning({
    site: plain.site,
    env: {
      PORT: String(ports.port),
      BANKSIA_BASE_URL: `https://localhost:${ports.port}`,
      BANKSIA_TLS_CERT_FILE: pair.certFile,
      BANKSIA_TLS_KEY_FILE: pair.keyFile,
      BANKSIA_TLS_CLIENT_PORT: String(ports.mutual),
      BANKSIA_TLS_CLIENT_CA_FILE: authority.certFile,
    },
  })
  behind = await startRunning({
    site: plain.site,
    env: { BANKSIA_TRUSTED_PROXIES: '127.0.0.1', BANKSIA_TRUSTED_PROXY_CERT_HEADER: 'x-ssl-client-cert' },
  })
})
afterAll(async () => {
  await behind.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
type Told = { readonly status: number; readonly body: any }

type Asked = {
  readonly port: number
  readonly path: string
  readonly by?: Issued | undefined
  readonly form?: Readonly<Record<string, string>>
  readonly token?: string
}

/** By a real connection of its own. */
function ask({ port, path, by, form, token }: Asked): Promise<Told> {
  const pair = by === undefined ? {} : { cert: by.cert, key: by.key }
  const headers = {
    ...(form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  const options = {
    host: '127.0.0.1',
    port,
    path,
    servername: 'localhost',
    ca: authority.cert,
    agent: false,
    headers,
    ...pair,
  }
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, method: form === undefined ? 'GET' : 'POST' }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) }),
      )
    })
    sent.on('error', reject).end(form === undefined ? undefined : new URLSearchParams(form).toString())
  })
}

const service = (members: Readonly<Record<string, unknown>>) =>
  register(plain.site.pool, { type: 'backend', tenant, scope: 'system/Patient.rs', ...members })

const formOf = (id: string) => ({ grant_type: 'client_credentials', client_id: id, scope: 'system/Patient.rs' })

const askToken = (id: string, by?: Issued, port = ports.mutual) =>
  ask({ port, path: '/oidc/token', by, form: formOf(id) })

test.each<[string, () => Readonly<Record<string, string>>]>([
  ['subject', () => ({ tls_client_auth_subject_dn: 'CN=ehr,O=Huon' })],
  ['name of a host', () => ({ tls_client_auth_san_dns: 'ehr.example.org' })],
  ['address', () => ({ tls_client_auth_san_uri: 'urn:ehr' })],
  ['certificate itself', () => ({ certificate: client.cert })],
])('RFC 8705 2: a service that is known by its %s gets a token with that certificate alone', async (_case, members) => {
  const id = await service(members())
  const own = await askToken(id, client)
  const others = await askToken(id, other)
  const without = await askToken(id, undefined, ports.port)
  const wrongPort = await askToken(id, client, ports.port)

  expect(own).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'system/Patient.rs' } })
  expect([others, without, wrongPort].map(({ status, body }) => [status, body.error])).toEqual([
    [401, 'invalid_client'],
    [401, 'invalid_client'],
    [401, 'invalid_client'],
  ])
})

test('RFC 8705 3: such a token counts with its certificate alone, and introspection names that', async () => {
  const id = await service({ tls_client_auth_san_dns: 'ehr.example.org' })
  const { body } = await askToken(id, client)
  const token: string = body.access_token
  const path = '/fhir/R4/Patient?_count=1'
  const read = async (by: Issued | undefined, port = ports.mutual) => (await ask({ port, path, by, token })).status
  const described = await ask({
    port: ports.mutual,
    path: '/oidc/token/introspection',
    by: client,
    form: { client_id: id, token },
  })

  expect([await read(client), await read(other), await read(undefined, ports.port)]).toEqual([200, 401, 401])
  expect(described.body).toMatchObject({ active: true, cnf: { 'x5t#S256': expect.stringMatching(/^[\w-]{43}$/) } })
})

test('D177: behind a trusted proxy the certificate comes by its header', async () => {
  const id = await service({ tls_client_auth_subject_dn: 'CN=ehr,O=Huon' })
  const post = async (base: string, by?: Issued) => {
    const headers = by === undefined ? {} : { 'X-SSL-Client-Cert': encodeURIComponent(by.cert) }
    const response = await fetch(`${base}/oidc/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(formOf(id)),
    })
    return response.status
  }

  expect([await post(behind.base, client), await post(behind.base, other), await post(behind.base)]).toEqual([
    200, 401, 401,
  ])
  // A server that takes no certificates does not know such a client.
  expect(await post(plain.base, client)).toBe(401)
})

test('RFC 8705 5: the descriptions name the port of mutual TLS where there is one', async () => {
  const read = async (base: string, path: string) => (await fetch(`${base}${path}`)).json()
  const paths = ['/fhir/R4/.well-known/smart-configuration', '/oidc/.well-known/openid-configuration']
  const own = (await Promise.all(paths.map((path) => ask({ port: ports.port, path })))).map(({ body }) => body)
  const [none] = await Promise.all(paths.map((path) => read(plain.base, path)))
  const proxied = (await read(behind.base, paths[0] ?? '')) as Record<string, unknown>

  for (const one of own) {
    expect(one.mtls_endpoint_aliases.token_endpoint).toBe(`https://localhost:${ports.mutual}/oidc/token`)
    expect(one.tls_client_certificate_bound_access_tokens).toBe(true)
    expect(one.token_endpoint_auth_methods_supported).toEqual(
      expect.arrayContaining(['tls_client_auth', 'self_signed_tls_client_auth']),
    )
  }
  expect(JSON.stringify(none)).not.toMatch(/mtls_endpoint_aliases|tls_client/)
  expect(proxied).toMatchObject({ tls_client_certificate_bound_access_tokens: true })
  expect(proxied['mtls_endpoint_aliases']).toBeUndefined()
})
