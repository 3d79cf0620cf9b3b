/** The client certificate that a trusted proxy passes on, and what others write in its place. */
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Context } from '../../../src/http/request/request-state.ts'
import { dropCertificateHeaders, openCertificates } from '../../../src/http/tls/client-certificate.ts'
import { type Issued, makeAuthority } from './certificates.ts'

let folder: string
let client: Issued
let der: string
let over: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-proxy-'))
  const authority = makeAuthority(folder, 'Authority')
  client = authority.issue('ehr')
  der = base64Of(client)
  over = base64Of(authority.issue('over', { from: -3, until: -1 }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const base64Of = ({ cert }: Issued): string => new X509Certificate(cert).raw.toString('base64')

const names = ['client-cert', 'x-ssl-client-cert', 'x-forwarded-tls-client-cert'] as const
type Name = (typeof names)[number]

const proxies = ['10.0.0.0/8']
const trusting = (trustedProxyCertHeader: Name | 'none') => ({ trustedProxies: proxies, trustedProxyCertHeader })

type Sent = { readonly from: string; readonly name: string; readonly value: string; readonly times?: number }

const sent = ({ from, name, value, times = 1 }: Sent) =>
  ({
    socket: { remoteAddress: from },
    headers: { [name]: Array(times).fill(value).join(', ') },
    rawHeaders: Array(times).fill([name, value]).flat(),
  }) as unknown as IncomingMessage

const written = (name: Name): string =>
  ({
    'client-cert': `:${der}:`,
    'x-ssl-client-cert': encodeURIComponent(client.cert),
    'x-forwarded-tls-client-cert': `${der},${over}`,
  })[name]

test.each(names)('D159: a trusted proxy passes the certificate on in %s', (name) => {
  const find = openCertificates(trusting(name))

  expect(find(sent({ from: '10.1.2.3', name, value: written(name) }))).toMatchObject({ subject: 'CN=ehr,O=Huon' })
  expect(find(sent({ from: '::ffff:10.1.2.3', name, value: written(name) }))).toMatchObject({
    subject: 'CN=ehr,O=Huon',
  })
})

test.each(names)('D159: %s counts from nobody else, and not where the settings name another header', (name) => {
  const other = names.find((one) => one !== name) ?? name

  expect(openCertificates(trusting(name))(sent({ from: '192.0.2.7', name, value: written(name) }))).toBeUndefined()
  expect(openCertificates(trusting(other))(sent({ from: '10.1.2.3', name, value: written(name) }))).toBeUndefined()
  expect(openCertificates(trusting('none'))(sent({ from: '10.1.2.3', name, value: written(name) }))).toBeUndefined()
})

test('D159: a header that came twice, is no certificate or has an expired one counts as none', () => {
  const find = (value: string, name: Name = 'client-cert', times = 1) =>
    openCertificates(trusting(name))(sent({ from: '10.1.2.3', name, value, times }))

  for (const name of names) expect([name, find(written(name), name, 2)]).toEqual([name, undefined])
  for (const value of [
    '',
    '::',
    der,
    `:${der}`,
    `:${over}:`,
    ':AAAA:',
    ':***:',
    `:${der.slice(0, 200)}:`,
    `:${der}:, :${der}:`,
  ])
    expect([value.length, find(value)]).toEqual([value.length, undefined])
  for (const value of ['%', '%E0%A4%A', 'x', encodeURIComponent(client.cert.slice(0, 300))])
    expect([value.length, find(value, 'x-ssl-client-cert')]).toEqual([value.length, undefined])
})

test.each(names)('D159: %s is dropped from everybody but the trusted proxy that writes it', async (name) => {
  const dropped = async (from: string, header: Name | 'none'): Promise<boolean> => {
    const req = sent({ from, name, value: written(name) })
    await dropCertificateHeaders(trusting(header))({ req } as unknown as Context, () => undefined)
    return req.headers[name] === undefined
  }

  expect(await dropped('10.1.2.3', name)).toBe(false)
  expect(await dropped('192.0.2.7', name)).toBe(true)
  expect(await dropped('10.1.2.3', 'none')).toBe(true)
})
