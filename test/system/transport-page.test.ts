/** docs/production.md on TLS, client certificates, secrets and tokens: its settings start servers, and its commands do what it says. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { type Authority, makeAuthority } from '../http/tls/certificates.ts'
import { testWithPrograms } from '../judges.ts'
import { type OutsideIssuer, openOutsideIssuer, productionEnv, writeKeyFile } from '../outside-issuer.ts'
import { waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { createSite, type Site, urlOf } from '../running-server.ts'
import { makeTokenStore, tokenModule, tokenPrograms } from '../server/token.ts'
import {
  checkout,
  endAll,
  makeFolder,
  type Program,
  run,
  runCommand,
  serverFile,
  startMs,
  startNode,
  stop,
} from './processes.ts'

const page = readFileSync(join(checkout, 'docs/production.md'), 'utf8')

/** The blocks of a section in that language. */
const blocksOf = (heading: string, language: string): readonly string[] => {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] ?? '',
  )
}

const tenant = '3f0d2c9e-6f0a-4a2e-9a51-3d6f1f6f7c11'

let issuer: OutsideIssuer
let folder: string
let site: Site
let authority: Authority
let ports: { readonly port: number; readonly mutual: number }
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  folder = makeFolder()
  mkdirSync(join(folder, 'etc/tls'), { recursive: true })
  mkdirSync(join(folder, 'etc/secrets'))
  issuer = await openOutsideIssuer(folder)
  site = await createSite()
  authority = makeAuthority(folder, 'Authority')
  ports = { port: await findPort(), mutual: await findPort() }
  const { BANKSIA_KEY_FILE: _key, ...common } = productionEnv(issuer, writeKeyFile(join(folder, 'etc/banksia.key')))
  env = { ...common, BANKSIA_DATA_DIR: site.dataDir }
})
afterAll(async () => {
  await endAll()
  await issuer.close()
  await site.remove()
})

/** On this machine its places and addresses are others. */
const here = (text: string): string =>
  text
    .replaceAll('/etc/banksia', join(folder, 'etc'))
    .replaceAll('/usr/lib/softhsm/libsofthsm2.so', tokenModule)
    .replaceAll('HOST=0.0.0.0', 'HOST=127.0.0.1')
    .replaceAll('-connect hub.example.org:8443', `-connect 127.0.0.1:${ports.port}`)
    .replaceAll('8443', String(ports.port))
    .replaceAll('9443', String(ports.mutual))
    .replaceAll('curl -s', `curl -s --cacert ${authority.certFile} --resolve hub.example.org:${ports.mutual}:127.0.0.1`)

function readSettings(text = ''): Readonly<Record<string, string>> {
  const lines = here(text).trim().split('\n')
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
}

const bash = (text: string, more: Readonly<Record<string, string>> = {}) =>
  run(['bash', '-euc', here(text)], { env: more, directory: folder })

const profiles = ['--profiles', 'base', '--references', 'allow', '--time-zone', 'Australia/Hobart']

const createTenant = (settings: Readonly<Record<string, string>>) =>
  runCommand(['tenant', 'create', '--id', tenant, '--name', 'Wards', ...profiles], { env: { ...env, ...settings } })

async function start(more: Readonly<Record<string, string>>): Promise<Program> {
  const status = await findPort()
  const program = startNode(serverFile, [], { env: { ...env, ...more, BANKSIA_STATUS_PORT: String(status) } })
  await waitUntil(async () => {
    if (program.hasEnded()) throw new Error(program.errors())
    return (await fetch(`http://127.0.0.1:${status}/readyz`).catch(() => undefined))?.status === 200
  }, startMs)
  return program
}

testWithPrograms('openssl', 'curl')(
  'D158: docs/production.md leads to a server that speaks TLS 1.3, knows clients by certificates and has its secrets in files',
  async () => {
    const server = authority.issue('server', { names: 'DNS:hub.example.org' })
    const client = authority.issue('client')
    const secrets = { 'database-url': urlOf(site.database.config), 'metrics-token': 'a'.repeat(32) }
    const put = (path: string, text: string): void => writeFileSync(join(folder, path), text, { mode: 0o600 })
    for (const [name, text] of Object.entries(secrets)) put(`etc/secrets/${name}`, `${text}\n`)
    put('etc/tls/fullchain.pem', server.cert)
    put('etc/tls/privkey.pem', server.key)
    put('etc/tls/clients.pem', authority.cert)
    put('etc/tls/clients.crl', authority.listRevoked())
    put('client.pem', client.cert)
    put('client.key', client.key)
    const [tls] = blocksOf('TLS without a proxy', 'ini')
    const [mutual] = blocksOf('Clients with certificates', 'ini')
    const { REDIS_URL_FILE, ...files } = readSettings(blocksOf('Secrets in files', 'ini')[0])
    const settings: Readonly<Record<string, string>> = {
      ...readSettings(tls),
      ...readSettings(mutual),
      ...files,
      BANKSIA_KEY_FILE: join(folder, 'etc/banksia.key'),
    }
    const created = await createTenant(settings)
    const running = await start(settings)

    const seen = await bash(blocksOf('TLS without a proxy', 'sh')[0] ?? '')
    const [thumbprint = '', asked = ''] = (blocksOf('Clients with certificates', 'sh')[0] ?? '').trim().split('\n')
    const printed = await bash(thumbprint)
    const grants = { tenants: [tenant], spokes: ['connect'], roles: ['clinician'], scope: 'banksia/spoke.read' }
    const TOKEN = await issuer.sign({
      ...grants,
      aud: settings['BANKSIA_BASE_URL'],
      cnf: { 'x5t#S256': printed.output.trim() },
    })
    const answered = await bash(asked, { TOKEN })
    await stop(running)

    expect(REDIS_URL_FILE).toBe(join(folder, 'etc/secrets/redis-url'))
    expect(created).toMatchObject({ code: 0, errors: '' })
    expect(seen).toMatchObject({ code: 0, output: expect.stringMatching(/TLSv1\.3[\s\S]*alert protocol version/) })
    expect(answered).toMatchObject({ code: 0, output: expect.stringContaining(`"tenantId":"${tenant}"`) })
  },
)

testWithPrograms(...tokenPrograms)(
  'D157: docs/production.md leads to a key in a token, and to a new one without a restart',
  async () => {
    const own = await createSite()
    const store = makeTokenStore(folder)
    const [wrap = '', rewrap = ''] = blocksOf('A key in a token', 'sh')
    const made = await bash(wrap, { ...store, SO_PIN: 'so-pin-1', PIN: 'pin-1234' })
    const settings = {
      ...readSettings(blocksOf('A key in a token', 'ini')[0]),
      ...store,
      BANKSIA_DATA_DIR: own.dataDir,
      DATABASE_URL: urlOf(own.database.config),
      PORT: String(await findPort()),
    }
    expect(made).toMatchObject({ code: 0 })
    // Before a tenant there is nothing that the key opens.
    expect(await createTenant(settings)).toMatchObject({ code: 0, errors: '' })
    const running = await start(settings)
    const rewrapped = await run(['bash', '-euc', here(rewrap)], { env: { ...env, ...settings } })
    expect(rewrapped).toMatchObject({ code: 0, output: expect.stringMatching(/^[1-9]\d* keys\n$/) })
    const again = await start({ ...settings, PORT: String(await findPort()) })
    const plain = {
      ...settings,
      BANKSIA_PKCS11_MODULE: '',
      BANKSIA_PKCS11_TOKEN: '',
      BANKSIA_PKCS11_KEY: '',
      BANKSIA_PKCS11_PIN_FILE: '',
    }
    const refused = startNode(serverFile, [], {
      env: { ...env, ...plain, PORT: String(await findPort()), BANKSIA_KEY_FILE: join(folder, 'etc/banksia.key') },
    })
    await refused.ended

    expect([running.hasEnded(), again.hasEnded()]).toEqual([false, false])
    expect(refused.errors()).toContain('holds another key')
    for (const program of [running, again]) await stop(program)
    await own.remove()
  },
)
