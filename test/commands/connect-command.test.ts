/** `banksia connect` says what is at the other end, and writes nothing there. docs/channels.md#before-a-channel */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test } from '@jest/globals'
import { explainClass } from '../../src/domain/delivery/reason-classes.ts'
import { channelFile } from '../../src/hub/channels/apply/channel-file.ts'
import { openPeer } from '../channels/mllp-peer.ts'
import { full, openRestrictedServer } from '../channels/restricted-fhir-server.ts'
import { login, openSftpPeer } from '../channels/sftp/sftp-peer.ts'
import { makeAuthority } from '../http/tls/certificates.ts'
import { findPort } from '../ports.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { useRunning } from '../use-running.ts'
import { runInProcess } from './in-process.ts'

const server = useRunning()
const folder = makeScratchFolder('connect')
const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

type Check = { readonly check: string; readonly outcome: string; readonly class?: string }

const connect = async (address: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  const { code, output, errors } = await runInProcess(['connect', address, '--json', ...more], { env })
  const report = output === '' ? {} : JSON.parse(output)
  const checks = (report.checks ?? []).map(({ check, outcome }: Check) => `${check} ${outcome}`)
  return { ...{ code, output, errors, report, checks } }
}

const write = (name: string, value: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

test('a running Banksia tells its version and its authorisation, and wants credentials', async () => {
  const { code, report, checks } = await connect(`${server.base}/fhir/R4`)

  expect(code).toBe(1)
  expect(report.facts).toMatchObject({ fhirVersion: '4.0.1', authorization: 'SMART-on-FHIR', form: 'transaction' })
  expect(report.facts.software).toMatch(/^Banksia \d/)
  expect(checks).toEqual(['connection passed', 'response-time passed', 'authentication failed'])
  expect(report.checks.at(-1)).toMatchObject({ class: 'credentials', ...explainClass('credentials') })
})

test('a FHIR server that takes everything is usable, and gets no write and no question that finds a patient', async () => {
  const types = ['Patient', 'Condition', 'DocumentReference', 'Provenance', 'Bundle']
  const fhir = await openRestrictedServer({
    types: Object.fromEntries(types.map((type) => [type, full])),
    interactions: ['transaction'],
  })
  closers.push(fhir.close)

  const { code, report, checks } = await connect(fhir.baseUrl)

  expect([code, report.facts.form]).toEqual([0, 'document'])
  expect(checks.slice(2)).toEqual([
    ...['authentication passed', 'form passed', 'patient-lookup passed', 'document-creation skipped'],
  ])
  expect(fhir.requests.filter((request) => !/^GET (Patient\?identifier=|\.well-known\/)/.test(request))).toEqual([])
  expect(fhir.stored.size).toBe(0)
  expect(report.channel).toMatchObject({ transport: 'fhir', format: 'bundle', legalBasis: 'consent', templateIds: [] })
  expect(channelFile.safeParse(report.channel).success).toBe(true)
})

test('an MLLP receiver gets a connection and no byte', async () => {
  let bytes = 0
  const peer = await openPeer(() => {})
  closers.push(peer.close)
  const { code, report, checks } = await connect(`mllp://127.0.0.1:${peer.port}`)
  for (const socket of peer.sockets) bytes += socket.bytesRead

  expect([code, bytes, peer.sockets.length]).toEqual([0, 0, 2])
  expect(checks).toEqual(['connection passed', 'acknowledgement skipped'])
  expect(channelFile.safeParse(report.channel).success).toBe(true)
  expect(report.settings).toEqual({ BANKSIA_OUTBOUND_HOSTS: `127.0.0.1:${peer.port}` })
})

test.each(['http://HOST/fhir', 'mllp://HOST', 'mllps://HOST', 'sftp://clinic@HOST'])(
  'nothing at the port: %s',
  async (address) => {
    const { code, report, checks } = await connect(address.replace('HOST', `127.0.0.1:${await findPort()}`))

    expect([code, checks[0]]).toEqual([1, 'connection failed'])
    expect(report.checks[0]).toMatchObject({ class: 'unreachable', ...explainClass('unreachable') })
    expect(report.facts.fault).toContain('connect (ECONNREFUSED)')
    expect(report.channel).toBeUndefined()
  },
)

test('a host name that does not resolve is told from a closed port', async () => {
  const { code, report } = await connect('https://no-such-host.invalid/fhir')

  expect([code, report.checks[0].class]).toEqual([1, 'unreachable'])
  expect(report.facts.fault).toMatch(/^dns \(/)
})

test('a TLS server: a foreign certificate is refused, a known one tells version and end, and TLS 1.2 goes into the channel', async () => {
  const authority = makeAuthority(folder, 'Authority')
  const { cert, key } = authority.issue('receiver', { names: 'IP:127.0.0.1' })
  const tls = createTlsServer({ cert, key, maxVersion: 'TLSv1.2' }).listen(0, '127.0.0.1')
  tls.on('tlsClientError', () => {})
  await once(tls, 'listening')
  closers.push(() => tls.close())
  const address = `mllps://127.0.0.1:${(tls.address() as AddressInfo).port}`

  const foreign = await connect(address)
  const known = await connect(address, ['--destination', write('ca.json', { tls: { ca: authority.cert } })])

  expect([foreign.code, foreign.checks[0]]).toEqual([1, 'connection failed'])
  expect(foreign.report.facts.fault).toMatch(/^tls \([A-Z_]+\)/)
  expect([known.code, known.report.facts.tls]).toEqual([0, 'TLSv1.2'])
  expect(Date.parse(known.report.facts.certificateEnds)).toBeGreaterThan(Date.now())
  expect(known.report.channel.destination.tls.minVersion).toBe('TLSv1.2')
})

test('an SFTP server tells its host key and methods; a password goes only to a key that somebody named', async () => {
  const peer = await openSftpPeer()
  closers.push(peer.close)
  const address = `sftp://${login.username}@127.0.0.1:${peer.port}/in`
  const env = { CHANNEL_SECRET_WARD: login.password }
  const password = { secret: 'WARD' }

  const first = await connect(address)
  const unnamed = await connect(address, ['--destination', write('unnamed.json', { password })], env)
  const before = [...peer.passwords]
  const whole = write('whole.json', { password, hostKeys: [peer.hostKey] })
  const named = await connect(address, ['--destination', whole], env)

  expect(first.report.facts).toEqual({ hostKey: peer.hostKey, login: 'password' })
  expect([first.code, unnamed.code, before]).toEqual([0, 0, []])
  expect(first.checks).toEqual(['connection passed', 'host-key skipped', 'authentication skipped'])
  expect([named.code, peer.passwords]).toEqual([0, [login.password]])
  expect(named.checks.slice(2)).toEqual(['authentication passed', 'directory-writable skipped'])
  expect(peer.files.size).toBe(0)
  expect(named.output).not.toContain(login.password)
  expect(named.report.channel.destination).toMatchObject({ password, hostKeys: [peer.hostKey], directory: '/in' })
})

test('an SFTP server with another host key than the file says gets no password', async () => {
  const peer = await openSftpPeer()
  closers.push(peer.close)
  const file = write('other.json', { password: { secret: 'WARD' }, hostKeys: [`SHA256:${'A'.repeat(43)}`] })

  const { code, report } = await connect(`sftp://clinic@127.0.0.1:${peer.port}`, ['--destination', file], {
    CHANNEL_SECRET_WARD: login.password,
  })

  expect([code, report.checks.at(-1).check, peer.passwords]).toEqual([1, 'host-key', []])
})

test('no secret goes beyond this machine without TLS, and the metadata address is never called', async () => {
  const auth = { type: 'basic', username: 'clinic', password: { secret: 'WARD' } }
  const given = ['--destination', write('basic.json', { auth })]
  const clear = await connect('http://10.255.255.1/fhir', given, { CHANNEL_SECRET_WARD: login.password })
  const metadata = await connect('http://169.254.169.254/fhir')

  for (const { code, report } of [clear, metadata]) {
    expect([code, report.checks[0].class]).toEqual([1, 'misconfigured'])
    expect(report.facts.fault).toMatch(/^refused-by-policy: /)
  }
})

test.each([
  ['no address', [], 'one address is needed'],
  ['a scheme that is not known', ['ftp://127.0.0.1'], 'the address begins with'],
  ['a password in the address', ['sftp://clinic:Zebulon@127.0.0.1'], 'the address holds a password'],
  ['MLLP without a port', ['mllp://127.0.0.1'], 'mllp://HOST:PORT'],
  ['SFTP without a user', ['sftp://127.0.0.1'], 'sftp://USER@HOST'],
  ['a query', ['https://127.0.0.1/fhir?key=Zebulon'], 'no query'],
])('wrong usage: %s', async (_, given, said) => {
  const { code, output, errors } = await runInProcess(['connect', ...given])

  expect([code, output]).toEqual([2, ''])
  expect(errors).toContain(said)
  expect(errors).not.toContain('Zebulon')
})

test('wrong usage: a secret in clear, and a member that the address decides', async () => {
  const clear = await connect('mllp://127.0.0.1:1', ['--destination', write('clear.json', { tls: { key: 'Zebulon' } })])
  const moved = await connect('mllp://127.0.0.1:1', ['--destination', write('moved.json', { host: 'elsewhere' })])

  expect([clear.code, moved.code]).toEqual([2, 2])
  expect(clear.errors).toContain('destination.tls.key is a secret')
  expect(clear.errors).not.toContain('Zebulon')
  expect(moved.errors).toContain('host stands in the address')
})

test('without --json: each check with class, cause and remedy', async () => {
  const { code, output } = await runInProcess(['connect', `mllp://127.0.0.1:${await findPort()}`])

  expect(code).toBe(1)
  expect(output).toMatch(/^failed {3}connection: /m)
  expect(output).toContain(`class unreachable: ${explainClass('unreachable').cause}`)
  expect(output).toContain(`remedy: ${explainClass('unreachable').remedy}`)
})
