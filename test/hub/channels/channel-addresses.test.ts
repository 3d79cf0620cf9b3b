/** A channel to what may never be called is refused when it is written, by the member and the setting. docs/design/exports-and-delivery.md#channels; D36. */
import { expect, test } from '@jest/globals'
import { channelRulesWithin } from '../../../src/channels/channels.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { Problem } from '../../../src/core/problems.ts'

const listed = [
  'receiver.example',
  '169.254.169.254',
  '10.1.2.3',
  '198.51.100.7',
  '8.8.8.8',
  '127.0.0.1',
  'fd00:ec2::254',
]
const rulesOf = (allowPrivate: boolean) =>
  channelRulesWithin({ folders: [], policy: { allowedHosts: listed, allowPrivate } })

function refusalOf(kind: 'fhir' | 'mllp', destination: JsonObject, allowPrivate = false) {
  const rules = rulesOf(allowPrivate)[kind]
  const parsed = rules.parse(destination, 'destination')
  try {
    rules.checkAddress(parsed, 'destination')
    return 'taken'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors.map(({ field, message }) => `${field}: ${message}`).join()
  }
}

const none = { type: 'none' }
const oauth2 = (tokenUrl: string) => ({ type: 'oauth2', tokenUrl, clientId: 'a', clientSecret: 'b' })
const mllp = (host: string, more: object = { tls: {} }) => ({ host, port: 2575, ...more })
const fhir = (baseUrl: string, auth: object = none) => ({ baseUrl, auth })

// biome-ignore format: one row a line
const rows: readonly (readonly [string, 'fhir' | 'mllp', object, RegExp])[] = [
  ['a host that is not listed', 'mllp', mllp('other.example'), /^destination\.host: .*BANKSIA_OUTBOUND_HOSTS/],
  ['a FHIR server that is not listed', 'fhir', fhir('https://other.example/fhir'), /^destination\.baseUrl: .*BANKSIA_OUTBOUND_HOSTS/],
  ['a token endpoint that is not listed', 'fhir', fhir('https://receiver.example/fhir', oauth2('https://other.example/t')), /^destination\.auth\.tokenUrl: .*BANKSIA_OUTBOUND_HOSTS/],
  ['a metadata address', 'fhir', fhir('http://169.254.169.254/latest'), /^destination\.baseUrl: .*never called/],
  ['a metadata address of IPv6', 'fhir', fhir('http://[fd00:ec2::254]/latest'), /^destination\.baseUrl: .*never called/],
  ['a reserved address', 'mllp', mllp('198.51.100.7'), /^destination\.host: .*never called/],
  ['a private address', 'mllp', mllp('10.1.2.3'), /^destination\.host: .*BANKSIA_OUTBOUND_PRIVATE/],
  ['loopback', 'mllp', mllp('127.0.0.1'), /^destination\.host: .*BANKSIA_OUTBOUND_PRIVATE/],
  ['a public address without TLS', 'mllp', mllp('8.8.8.8', {}), /^destination\.host: .*TLS/],
  ['a listed name', 'mllp', mllp('receiver.example'), /^taken$/],
  ['a listed FHIR server', 'fhir', fhir('https://receiver.example/fhir', oauth2('https://receiver.example/t')), /^taken$/],
]

test.each(rows)('RFC 6890: %s', (_, kind, destination, refusal) => {
  expect(refusalOf(kind, destination as JsonObject)).toMatch(refusal)
})

test('RFC 6890: where private networks are allowed, they are taken, and metadata still is not', () => {
  expect(refusalOf('mllp', mllp('10.1.2.3') as JsonObject, true)).toBe('taken')
  expect(refusalOf('mllp', mllp('127.0.0.1') as JsonObject, true)).toBe('taken')
  expect(refusalOf('fhir', fhir('http://169.254.169.254/') as JsonObject, true)).toMatch(/never called/)
})

test('RFC 6890: an address is the same however else the record changes', () => {
  const { mllp: rules } = rulesOf(false)
  expect(rules.addressOf({ ...mllp('a.example'), ackTimeoutMs: 50 })).toBe(
    rules.addressOf(mllp('a.example') as JsonObject),
  )
  expect(rules.addressOf(mllp('b.example') as JsonObject)).not.toBe(rules.addressOf(mllp('a.example') as JsonObject))
})
