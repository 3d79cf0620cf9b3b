/** A production server that speaks TLS itself: docs/security.md#transport as an operator and two clients meet it. */

import { X509Certificate } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeCertificate } from '../../src/core/certificate/verified-certificate.ts'
import { newId } from '../../src/core/ids.ts'
import { type Authority, type Issued, makeAuthority } from '../http/tls/certificates.ts'
import { type OutsideIssuer, openOutsideIssuer, productionEnv, writeKeyFile } from '../outside-issuer.ts'
import { waitFor, waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { createSite, type Site, urlOf } from '../running-server.ts'
import { endAll, makeFolder, type Program, run, runCommand, serverFile, startMs, startNode, stop } from './processes.ts'

const tenant = '0198f2a0-0000-7000-8000-00000000a15e'

let folder: string
let issuer: OutsideIssuer
let site: Site
let authority: Authority
let pair: Issued
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  folder = makeFolder()
  mkdirSync(join(folder, 'data'))
  issuer = await openOutsideIssuer(folder)
  site = await createSite()
  authority = makeAuthority(folder, 'Authority')
  pair = authority.issue('server', { names: 'DNS:localhost,DNS:hub.example.org', until: 5.5 })
  env = {
    ...productionEnv(issuer, writeKeyFile(join(folder, 'key'))),
    BANKSIA_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: urlOf(site.database.config),
    BANKSIA_TLS_CERT_FILE: pair.certFile,
    BANKSIA_TLS_KEY_FILE: pair.keyFile,
  }
  const created = await runCommand(
    [
      'tenant',
      'create',
      '--id',
      tenant,
      '--name',
      'Wards',
      '--profiles',
      'base',
      '--references',
      'allow',
      '--time-zone',
      'Australia/Hobart',
    ],
    { env },
  )
  expect(created).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await endAll()
  await issuer.close()
  await site.remove()
})

type Ports = { readonly port: number; readonly mutual: number; readonly status: number }

async function start(more: Readonly<Record<string, string>> = {}): Promise<Program & Ports> {
  const [port, mutual, status] = [await findPort(), await findPort(), await findPort()]
  const mutualTls = { BANKSIA_TLS_CLIENT_PORT: String(mutual), BANKSIA_TLS_CLIENT_CA_FILE: authority.certFile }
  const ports = { PORT: String(port), BANKSIA_STATUS_PORT: String(status), ...mutualTls }
  const program = startNode(serverFile, [], { env: { ...env, ...ports, ...more } })
  await waitUntil(async () => {
    if (program.hasEnded()) throw new Error(program.errors())
    return (await fetch(`http://127.0.0.1:${status}/readyz`).catch(() => undefined))?.status === 200
  }, startMs)
  return { ...program, port, mutual, status }
}

type Asked = {
  readonly port: number
  readonly path?: string
  readonly token: string
  readonly client?: ConnectionOptions
  readonly headers?: RequestOptions['headers']
  readonly body?: object
}
type Told = { readonly status: number; readonly text: string; readonly challenge: string }

function ask({ port, path = '/v1/spokes/whoami', token, client = {}, headers = {}, body }: Asked): Promise<Told> {
  const own = {
    authorization: `Bearer ${token}`,
    'x-tenant-id': tenant,
    'x-spoke-id': 'connect',
    'x-request-id': newId(),
  }
  const posted = body === undefined ? {} : { 'content-type': 'application/json', 'x-idempotency-key': newId() }
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const place = { host: '127.0.0.1', port, path, servername: 'localhost', ca: authority.cert, agent: false }
    const sent = request({ ...place, ...client, method, headers: { ...own, ...posted, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      const challenge = String(answer.headers['www-authenticate'])
      answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode ?? 0, text, challenge }))
    })
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const grants = {
  tenants: [tenant],
  spokes: ['connect'],
  roles: ['clinician'],
  scope: 'banksia/spoke.read banksia/spoke.write user/*.cruds',
}
const asClient = ({ cert, key }: Issued): ConnectionOptions => ({ cert, key })
const thumbprintOf = ({ cert }: Issued): string => describeCertificate(new X509Certificate(cert)).thumbprint

test('D159: a token that is bound to a certificate counts with it at the port of mutual TLS, and nowhere else', async () => {
  const server = await start()
  const [client, other] = [authority.issue('client'), authority.issue('other')]
  const bound = await issuer.sign({ ...grants, cnf: { 'x5t#S256': thumbprintOf(client) } })
  const [bearer, keyed] = [await issuer.sign(grants), await issuer.sign({ ...grants, cnf: { jkt: 'x' } })]
  const { port, mutual } = server

  expect(await ask({ port: mutual, token: bound, client: asClient(client) })).toMatchObject({ status: 200 })
  expect(await ask({ port: mutual, path: '/fhir/R4/Patient', token: bound, client: asClient(client) })).toMatchObject({
    status: 200,
  })
  // The same token again: it is known by now, and its certificate is asked for all the same.
  for (const asked of [
    { port: mutual, token: bound, client: asClient(other) },
    { port, token: bound },
    { port, token: bound, client: asClient(client) },
    { port, path: '/fhir/R4/Patient', token: bound },
  ])
    expect(await ask(asked)).toMatchObject({ status: 401, challenge: expect.stringContaining('certificate') })
  expect(await ask({ port: mutual, token: keyed, client: asClient(client) })).toMatchObject({ status: 401 })
  for (const asked of [
    { port, token: bearer },
    { port: mutual, token: bearer, client: asClient(other) },
  ])
    expect(await ask(asked)).toMatchObject({ status: 200 })
  await expect(ask({ port: mutual, token: bearer })).rejects.toThrow()
  await stop(server)
})

test('D159: behind a trusted proxy its header brings the certificate, and from anybody else it counts as unsaid', async () => {
  const client = authority.issue('behind')
  const token = await issuer.sign({ ...grants, cnf: { 'x5t#S256': thumbprintOf(client) } })
  const headers = { 'client-cert': `:${new X509Certificate(client.cert).raw.toString('base64')}:` }
  const header = { BANKSIA_TRUSTED_PROXY_CERT_HEADER: 'client-cert' }
  const trusting = await start({ ...header, BANKSIA_TRUSTED_PROXIES: '127.0.0.1' })
  const distrusting = await start({ ...header, BANKSIA_TRUSTED_PROXIES: '192.0.2.1' })

  expect(await ask({ port: trusting.port, token, headers })).toMatchObject({ status: 200 })
  expect(await ask({ port: trusting.port, token })).toMatchObject({ status: 401 })
  expect(await ask({ port: distrusting.port, token, headers })).toMatchObject({ status: 401 })
  await Promise.all([stop(trusting), stop(distrusting)])
})

test('D158: health, metrics and the log tell the days that the certificate has left; the status port stays in the clear', async () => {
  const server = await start()
  const health = await ask({ port: server.port, path: '/v1/health', token: await issuer.sign(grants) })
  const metrics = await (await fetch(`http://127.0.0.1:${server.status}/metrics`)).text()

  expect(JSON.parse(health.text).checks).toContainEqual(
    expect.objectContaining({ name: 'certificate', ready: false, reason: 'ends_soon', count: 5 }),
  )
  expect(metrics).toContain('\ntls_certificate_days_left 5\n')
  expect(server.errors()).toContain('"msg":"tls.certificate-ends"')
  const exit = await stop(server)
  expect(exit).toEqual({ code: 0, signal: null })
})

test('D158: an event stream over TLS begins as in the clear, and ends with the server', async () => {
  const server = await start()
  const token = await issuer.sign({ ...grants, roles: ['operator'] })
  const following = ask({ port: server.port, path: '/v1/events', token, headers: { accept: 'text/event-stream' } })
  await waitFor(
    async () => (await site.pool.query(`select from audit where kind = 'events.followed'`)).rowCount,
    (count) => count === 1,
  )

  await stop(server)

  expect(await following).toMatchObject({ status: 200 })
})

test('D158: a pair that does not belong together ends the start with one sentence', async () => {
  const port = { PORT: String(await findPort()) }
  const other = { BANKSIA_TLS_KEY_FILE: authority.issue('another').keyFile }
  const program = startNode(serverFile, [], { env: { ...env, ...port, ...other } })

  expect(await program.ended).toEqual({ code: 1, signal: null })
  expect(program.errors()).toBe(
    'BANKSIA_TLS_KEY_FILE names the key of another certificate than the first one in BANKSIA_TLS_CERT_FILE\n',
  )
})

test('D160: clear text that is acknowledged is in the audit of each tenant at each start', async () => {
  const server = await start({ BANKSIA_PLAINTEXT: 'acknowledged' })
  await stop(server)
  const { rows } = await site.pool.query<{ reason: string; id: string }>(
    `select a.reason, t.id from audit a join tenant t on t.number = a.tenant where a.kind = 'plaintext.acknowledged'`,
  )

  expect(rows).toEqual([{ id: tenant, reason: 'receivers' }])
})

const channel = {
  name: 'Radiology',
  recipient: { name: 'Radiology' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'hl7v2',
  transport: 'mllp',
}

test('D160: a receiver of MLLP off the machine takes TLS, and banksia listen none', async () => {
  const server = await start({
    BANKSIA_OUTBOUND_HOSTS: '10.9.9.9,127.0.0.1,ris.example',
    BANKSIA_OUTBOUND_PRIVATE: 'allow',
  })
  const token = await issuer.sign({ ...grants, roles: ['operator'] })
  const add = async (destination: object): Promise<number> => {
    const body = { ...channel, destination }
    return (await ask({ port: server.port, path: '/v1/channels', token, body })).status
  }
  const listened = await run(
    [
      process.execPath,
      join(import.meta.dirname, '../../src/cli.ts'),
      'listen',
      '--port',
      '0',
      '--dir',
      folder,
      '--host',
      '0.0.0.0',
    ],
    { env },
  )

  expect(await add({ host: '10.9.9.9', port: 2575 })).toBe(400)
  expect(await add({ host: 'ris.example', port: 2575 })).toBe(400)
  expect(await add({ host: '10.9.9.9', port: 2575, tls: {} })).toBe(201)
  expect(await add({ host: '127.0.0.1', port: 2575 })).toBe(201)
  expect(listened).toMatchObject({ code: 2, errors: expect.stringContaining('BANKSIA_PLAINTEXT=acknowledged') })
  await stop(server)
})
