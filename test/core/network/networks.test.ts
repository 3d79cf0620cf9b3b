/** Addresses and networks in records and settings. RFC 4632, RFC 4291. */
import { expect, test } from '@jest/globals'
import { isNetwork, openNetworks } from '../../../src/core/network/networks.ts'

test.each([
  ['10.0.0.7', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/9', false],
  ['10.0.0.0/', false],
  ['ward.example', false],
  ['', false],
])('RFC 4632: %p is an address or a network: %p', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['10.0.0.7', ['10.0.0.7'], true],
  ['10.0.0.8', ['10.0.0.7'], false],
  ['2001:db8:0:0::1', ['2001:db8::/32'], true],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['2001:db9::1', ['2001:db8::/32', '10.0.0.0/8'], false],
  ['no address', ['0.0.0.0/0'], false],
  ['10.0.0.7', [], false],
])('RFC 4291: %p lies in %p: %p', (address, networks, expected) => {
  expect(openNetworks(networks)(address)).toBe(expected)
})
