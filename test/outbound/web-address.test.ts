import { expect, test } from '@jest/globals'
import { endpointOf, hostOf, targetOf } from '../../src/outbound/web-address.ts'

// biome-ignore format: one row a line
test.each([
  { address: 'https://fhir.example/R4',      target: { host: 'fhir.example', port: 443, clear: false } },
  { address: 'http://127.0.0.1/R4',          target: { host: '127.0.0.1', port: 80, clear: true } },
  { address: 'https://fhir.example:8443/R4', target: { host: 'fhir.example', port: 8443, clear: false } },
  { address: 'https://[2001:db8::1]/R4',     target: { host: '2001:db8::1', port: 443, clear: false } },
])('RFC 9110 4.2: where $address leads', ({ address, target }) => {
  const url = new URL(address)
  const { host, port, clear } = target

  expect(targetOf(url)).toEqual(target)
  expect(hostOf(url)).toBe(host)
  expect(endpointOf(url, { ca: 'pem' })).toEqual({ host, port, ...(clear ? {} : { tls: { ca: 'pem' } }) })
})
