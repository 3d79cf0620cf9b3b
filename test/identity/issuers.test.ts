/** Why an issuer's keys cannot be read, told once for each change, and where an issuer may lie. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { exportJWK, generateKeyPair } from 'jose'
import { fetchKeys } from '../../src/identity/discovery.ts'
import { IssuerError, type IssuerFailure } from '../../src/identity/issuer-error.ts'
import { type IssuerState, openKeySets } from '../../src/identity/key-set.ts'
import { fetchTrusting } from '../../src/outbound/fetch.ts'
import type { OutboundPolicy } from '../../src/outbound/policy.ts'

type Manner = (response: ServerResponse, path: string) => boolean

let server: Server
let port: number
let issuer: string
let manner: Manner
let asked: string[]

beforeAll(async () => {
  const { publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one' }]
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.headers.host} ${path}`)
    if (manner(response, path)) return
    response.end(JSON.stringify(path === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  issuer = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.close()
})

const closed: OutboundPolicy = { allowedHosts: [], allowPrivate: false }
const plainly: Manner = () => false
const say =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Manner =>
  (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
    return true
  }

/** The report of the attempt; undefined if keys came. */
async function attempt(named: string, how: Manner = plainly, policy = closed): Promise<IssuerFailure | undefined> {
  manner = how
  asked = []
  return fetchKeys(named, fetchTrusting(policy, named)).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof IssuerError) return error.failure
      throw error
    },
  )
}

const here = (): string => `127.0.0.1:${port}`

test('D79: an issuer that is named may lie on loopback or a private network, where nothing else may be called', async () => {
  expect(await attempt(issuer)).toBeUndefined()
  expect(asked).toEqual([`${here()} /.well-known/openid-configuration`, `${here()} /keys`])
})

test('D79: what an issuer answers wrongly is told by its class and host', async () => {
  const hostOf = here()

  expect(await attempt(issuer, say('', 500))).toEqual({ host: hostOf, reason: 'status' })
  expect(await attempt(issuer, say({ issuer: 'https://other.example', jwks_uri: `${issuer}/keys` }))).toEqual({
    host: hostOf,
    reason: 'mismatch',
  })
  for (const body of [
    '<html>',
    '[]',
    'null',
    { issuer },
    { issuer, jwks_uri: 'keys' },
    { issuer, jwks_uri: 'http://u:p@127.0.0.1/' },
  ]) {
    const { reason } = (await attempt(issuer, say(body))) ?? {}
    expect(['malformed', 'mismatch']).toContain(reason)
  }
  expect(await attempt('https://issuer.invalid')).toEqual({ host: 'issuer.invalid', reason: 'dns' })
  expect(await attempt(`https://127.0.0.1:${port}`)).toEqual({ host: hostOf, reason: 'tls' })
  expect(await attempt('http://127.0.0.1:1')).toEqual({ host: '127.0.0.1:1', reason: 'connect' })
  const cut: Manner = (response) => {
    response.destroy()
    return true
  }
  expect(await attempt(issuer, cut)).toEqual({ host: hostOf, reason: 'closed' })
})

test('D79: a redirect is not followed, neither for the description nor for the keys', async () => {
  const elsewhere = { location: `http://localhost:${port}/keys` }

  expect(await attempt(issuer, say('', 302, elsewhere))).toMatchObject({ reason: 'status' })
  expect(asked).toHaveLength(1)
  const onKeys: Manner = (response, path) => path === '/keys' && say('', 307, elsewhere)(response, path)
  expect(await attempt(issuer, onKeys)).toMatchObject({ reason: 'status' })
  expect(asked).toHaveLength(2)
})

test('D79: keys at another host are read only as the settings allow it, and the setting is named', async () => {
  const named: Manner = (response, path) =>
    path === '/keys' ? false : say({ issuer, jwks_uri: `http://localhost:${port}/keys` })(response, path)
  const host = `localhost:${port}`

  expect(await attempt(issuer, named)).toEqual({ host, reason: 'refused', setting: 'BANKSIA_OUTBOUND_HOSTS' })
  expect(await attempt(issuer, named, { allowedHosts: ['localhost'], allowPrivate: false })).toEqual({
    host,
    reason: 'refused',
    setting: 'BANKSIA_OUTBOUND_PRIVATE',
  })
  expect(asked).toHaveLength(1)
  expect(await attempt(issuer, named, { allowedHosts: ['localhost'], allowPrivate: true })).toBeUndefined()
})

test.each([
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://[fd00:ec2::254]',
  'http://[fd20:ce::254]',
  'http://[::ffff:169.254.169.254]',
  'http://2852039166',
  'http://0xa9fea9fe',
  'http://100.100.100.200',
  'http://0.0.0.0',
])('D79: an issuer at %s is never asked, whatever the settings say', async (address) => {
  const open = { allowedHosts: ['*', new URL(address).hostname], allowPrivate: true }

  expect(await attempt(address, plainly, open)).toMatchObject({ reason: 'refused', setting: 'address' })
})

test('D79: the keys of an issuer of https are not read in the clear', async () => {
  const fetched: string[] = []
  const fetchOut = async (input: Parameters<typeof fetch>[0]): Promise<Response> => {
    fetched.push(String(input))
    return Response.json({ issuer: 'https://issuer.example', jwks_uri: 'http://issuer.example/keys' })
  }

  await expect(fetchKeys('https://issuer.example', fetchOut)).rejects.toMatchObject({ failure: { reason: 'clear' } })
  expect(fetched).toHaveLength(1)
})

test('D79: each change of an issuer is told once, however often it is asked, and held keys serve on', async () => {
  let now = Date.parse('2026-03-01T00:00:00Z')
  const told: IssuerState[] = []
  const loadKeys = () => fetchKeys(issuer, fetchTrusting(closed, issuer))
  const sets = openKeySets([{ issuer, loadKeys }], { clock: () => new Date(now), onChange: (one) => told.push(one) })
  const keySet = sets.get(issuer)
  const header = { alg: 'ES256', kid: 'one' }
  const find = () => keySet?.findKey(header, { payload: '', signature: '' })
  const later = (ms: number): void => {
    now += ms
  }

  expect(keySet?.check()).toMatchObject({ isHeld: false, failure: { reason: 'pending' } })
  manner = say('', 503)
  for (let count = 0; count < 3; count += 1) {
    later(6_000)
    await expect(find()).rejects.toThrow('dependency-unavailable')
  }
  manner = say('<html>')
  later(6_000)
  await expect(find()).rejects.toThrow('dependency-unavailable')
  manner = plainly
  later(6_000)
  await find()
  manner = say('', 503)
  later(11 * 60_000)
  await find()
  later(6_000)
  await find()

  expect(told.map(({ isHeld, failure }) => [isHeld, failure?.reason])).toEqual([
    [false, 'status'],
    [false, 'malformed'],
    [true, undefined],
    [true, 'status'],
  ])
  expect(keySet?.check()).toMatchObject({ host: here(), isHeld: true, failure: { reason: 'status' } })
})
