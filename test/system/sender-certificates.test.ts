/** Senders that are known by their client certificates, on a running server with TLS: by MLLP and by HTTPS. docs/inbound.md#senders, #reception, #by-https; D210. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { type Issued, makeAuthority } from '../http/tls/certificates.ts'
import { admissionOf, msaOf, openRawSender } from '../intake/receive/mllp-sender.ts'
import { waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { createSite, type Site, urlOf } from '../running-server.ts'
import { endAll, makeFolder, runCommand, serverFile, serverSettings, startMs, startNode } from './processes.ts'

type Ports = { readonly mllp: number; readonly mutual: number; readonly plain: number }

let site: Site
let ports: Ports
let authority: ReturnType<typeof makeAuthority>
let clients: Readonly<Record<string, Issued | undefined>>
let labId: string

beforeAll(async () => {
  const folder = makeFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${Buffer.alloc(32, 9).toString('base64')}\n`, { mode: 0o600 })
  site = await createSite()
  authority = makeAuthority(folder, 'Senders')
  const pair = authority.issue('server', { names: 'DNS:localhost,IP:127.0.0.1' })
  clients = {
    lab: authority.issue('lab'),
    pas: authority.issue('pas'),
    stranger: authority.issue('stranger'),
    expired: authority.issue('lab expired', { subject: '/O=Huon/CN=lab', from: -3, until: -1 }),
    foreign: makeAuthority(folder, 'Elsewhere').issue('lab elsewhere', { subject: '/O=Huon/CN=lab' }),
    none: undefined,
  }
  const [plain, mllp, mutual, status] = [await findPort(), await findPort(), await findPort(), await findPort()]
  const env = {
    ...serverSettings(data, plain),
    DATABASE_URL: urlOf(site.database.config),
    BANKSIA_KEY_FILE: keyFile,
    BANKSIA_BASE_URL: `https://localhost:${plain}`,
    BANKSIA_TLS_CERT_FILE: pair.certFile,
    BANKSIA_TLS_KEY_FILE: pair.keyFile,
    BANKSIA_TLS_CLIENT_CA_FILE: authority.certFile,
    BANKSIA_TLS_CLIENT_PORT: String(mutual),
    BANKSIA_STATUS_PORT: String(status),
    BANKSIA_MLLP_PORT: String(mllp),
  }
  ports = { mllp, mutual, plain }
  const server = startNode(serverFile, [], { env })
  await waitUntil(async () => {
    if (server.hasEnded()) throw new Error(server.errors())
    return (await fetch(`http://127.0.0.1:${status}/readyz`).catch(() => undefined))?.status === 200
  }, startMs)
  const create = async (name: string, ...known: readonly string[]): Promise<string> => {
    const given = ['--tenant', developmentTenants[0], '--name', name, '--application', name, '--json', ...known]
    const made = await runCommand(['sender', 'create', ...given], { env })
    expect(made).toMatchObject({ code: 0, errors: '' })
    return JSON.parse(made.output).id
  }
  // Certificates that nobody here has issued have the same subject.
  labId = await create('LAB', '--certificate-subject', 'CN=lab,O=Huon')
  await create('PAS', '--certificate', clients['pas']?.certFile ?? '')
  // Known at latest a second later.
  await waitUntil(async () => (await sendMllp('pas', probeOf('PAS'))) === 'AA')
})
afterAll(async () => {
  await endAll()
  await site?.remove()
})

const probeOf = (application: string): string =>
  admissionOf({ controlId: 'PROBE', number: '', application, processing: 'T' })

const connectionOf = (client: string, port: number): ConnectionOptions => {
  const { cert, key } = clients[client] ?? {}
  return { port, host: '127.0.0.1', servername: 'localhost', ca: authority.cert, ...(cert && key && { cert, key }) }
}

/** The code of the answer; `closed` without one. */
async function sendMllp(client: string, message: string): Promise<string> {
  const socket = connect(connectionOf(client, ports.mllp))
  const sender = openRawSender(socket)
  const [answer] = await sender.send(message)
  socket.destroy()
  return msaOf(answer)[0] ?? 'closed'
}

/** The status of the response with the code of the answer; `closed` without one. */
async function sendHttps(client: string, message: string, port = ports.mutual): Promise<string> {
  const headers = { 'content-type': 'x-application/hl7-v2+er7' }
  const path = `/v1/inbound/${labId}`
  const sent = request({ ...connectionOf(client, port), path, method: 'POST', agent: false, headers })
  sent.end(message)
  try {
    const [response] = await once(sent, 'response')
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part)
    const code = msaOf(Buffer.concat(parts).toString())[0]
    return `${response.statusCode}${code === undefined ? '' : ` ${code}`}`
  } catch {
    return 'closed'
  }
}

const listTaken = async (since: string): Promise<readonly string[]> => {
  const { rows } = await site.pool.query<{ sender: string }>(
    `select sender_id as sender from received_message where outcome in ('stored', 'unchanged') and control is not null and received_at > $1`,
    [since],
  )
  return rows.map(({ sender }) => sender)
}

// biome-ignore format: one row a line
test.each([
  // client      MSH-3   by MLLP   by HTTPS
  ['lab',       'LAB', 'AA',     '200 AA'],
  ['lab',       'PAS', 'AR',     '200 AR'],
  ['pas',       'LAB', 'AR',     '401'],
  ['pas',       'PAS', 'AA',     '401'],
  ['stranger',  'LAB', 'AR',     '401'],
  ['expired',   'LAB', 'closed', 'closed'],
  ['foreign',   'LAB', 'closed', 'closed'],
  ['none',      'LAB', 'closed', 'closed'],
])('D210: a message with the certificate %s that names %s', async (client, application, byMllp, byHttps) => {
  const { rows: [clock] } = await site.pool.query<{ now: string }>('select clock_timestamp()::text as now')
  const of = (way: string): string => admissionOf({ controlId: `${client}-${application}-${way}`, number: `${client}-${application}`, application })

  const told = [await sendMllp(client, of('M')), await sendHttps(client, of('H')), await sendHttps(client, of('P'), ports.plain)]

  // The port that asks nobody for a certificate knows none.
  expect(told).toEqual([byMllp, byHttps, '401'])
  const taken = [byMllp === 'AA', byHttps === '200 AA'].filter(Boolean).length
  expect(await listTaken(clock?.now ?? '')).toHaveLength(taken)
})
