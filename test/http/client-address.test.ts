/** The address of a request's client. RFC 7239; D42; src/http/request/client-address.ts. */
import type { IncomingMessage } from 'node:http'
import { expect, test } from '@jest/globals'
import { openAddresses } from '../../src/http/request/client-address.ts'

const proxies = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8']
const asked = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

// biome-ignore format: one row a line
test.each([
  ['no proxy',                               '203.0.113.9',        undefined,                                '203.0.113.9'],
  ['what a stranger says is not believed',   '203.0.113.9',        '198.51.100.1',                           '203.0.113.9'],
  ['whom a trusted proxy names',             '10.1.2.3',           '198.51.100.1',                           '198.51.100.1'],
  ['through two trusted ones',               '10.1.2.3',           '198.51.100.1, 192.0.2.7',                '198.51.100.1'],
  ['what the client had written before',     '10.1.2.3',           '198.51.100.66, 198.51.100.1',            '198.51.100.1'],
  ['what it wrote looks like a proxy',       '10.1.2.3',           '10.9.9.9, 198.51.100.1, 10.4.4.4',       '198.51.100.1'],
  ['with a port',                            '10.1.2.3',           '198.51.100.1:4711',                      '198.51.100.1'],
  ['IPv4 as IPv6',                           '::ffff:10.1.2.3',    '::ffff:198.51.100.1',                    '198.51.100.1'],
  ['a proxy by IPv6',                        'fd12::1',            '198.51.100.1',                           '198.51.100.1'],
  ['IPv6: the /64',                          '10.1.2.3',           '[2001:db8:0:42:1:2:3:4]:4711',           '2001:db8:0:42::/64'],
  ['IPv6: another of the same',              '10.1.2.3',           '2001:DB8::0042:ffff:0:0:1',              '2001:db8:0:42::/64'],
  ['nobody is named',                        '10.1.2.3',           undefined,                                '10.1.2.3'],
  ['what is no address',                     '10.1.2.3',           '198.51.100.1, unknown',                  '10.1.2.3'],
  ['all of them trusted',                    '10.1.2.3',           '10.1.1.1',                               '10.1.1.1'],
  ['no socket',                              undefined,            '198.51.100.1',                           ''],
])('D42: %s', (_title, remoteAddress, forwarded, expected) => {
  const find = openAddresses({ trustedProxies: proxies, trustedProxyHeader: 'x-forwarded-for' })

  expect(find(asked(remoteAddress, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }))).toBe(expected)
})

// biome-ignore format: one row a line
test.each([
  ['a name',                            'for=198.51.100.1;proto=https;by=10.1.2.3',          '198.51.100.1'],
  ['several, some quoted',              'for=203.0.113.5, for="198.51.100.1:4711"; host=h',  '198.51.100.1'],
  ['IPv6',                              'proto=https;For="[2001:db8:0:42::1]:4711"',         '2001:db8:0:42::/64'],
  ['a proxy that names nobody',         'for=198.51.100.1, proto=https',                     '10.1.2.3'],
  ['what is hidden',                    'for=198.51.100.1, for=_hidden',                     '10.1.2.3'],
  ['a comma in another value',          'for=198.51.100.1;host="a,for=203.0.113.9"',         '198.51.100.1'],
  ['a name in another value',           'host="a;for=203.0.113.9";for=198.51.100.1',         '198.51.100.1'],
  ['a quote in another value',          'host="a\\",for=203.0.113.9";for=198.51.100.1',      '198.51.100.1'],
  ['a quote that the client left open', 'for="203.0.113.9, for=198.51.100.1',                '198.51.100.1'],
  ['the same, closed by the proxy’s',   'host="a, for=198.51.100.1;host="b"',                '198.51.100.1'],
])('D42: Forwarded: %s', (_title, forwarded, expected) => {
  const find = openAddresses({ trustedProxies: proxies, trustedProxyHeader: 'forwarded' })

  expect(find(asked('10.1.2.3', { forwarded }))).toBe(expected)
})

test('D42: the header that the proxies do not write is the client’s own, and is not read', () => {
  const find = openAddresses({ trustedProxies: proxies, trustedProxyHeader: 'forwarded' })

  expect(find(asked('10.1.2.3', { 'x-forwarded-for': '198.51.100.1' }))).toBe('10.1.2.3')
})

test('D42: without a trusted proxy nothing that is said counts', () => {
  const find = openAddresses({ trustedProxies: [], trustedProxyHeader: 'x-forwarded-for' })

  expect(find(asked('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }))).toBe('127.0.0.1')
})
