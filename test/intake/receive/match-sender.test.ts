/** Whose a message is. D210. */
import { expect, test } from '@jest/globals'
import type { VerifiedCertificate } from '../../../src/core/certificate/verified-certificate.ts'
import { describe as describeSender } from '../../../src/intake/receive/known-senders.ts'
import { matchSender, type Origin } from '../../../src/intake/receive/match-sender.ts'
import type { SenderContent } from '../../../src/store/senders/sender-content.ts'

const content = (more: Partial<SenderContent>): SenderContent => ({
  ...{ name: 'Ward', status: 'active', addresses: [], applications: [], maxBytes: 1024 },
  ...more,
})
const sender = (id: string, more: Partial<SenderContent>, tenant = 'a') =>
  describeSender({ id, tenant, version: 1, content: content(more) })

const certificate: VerifiedCertificate = {
  ...{ thumbprint: 'T', subject: 'CN=lab', encoded: '' },
  names: [{ kind: 'dns', value: 'lab.example' }],
}
const from = (more: Partial<Origin> = {}): Origin => ({
  ...{ address: '10.0.0.7', application: 'LAB', facility: 'HARBOUR' },
  ...more,
})

const near = { addresses: ['10.0.0.0/24'] }
const lab = { applications: [{ application: 'LAB', facility: 'HARBOUR' }] }
const certified = { certificate: { dns: 'lab.example' } }
const off = { status: 'disabled' } as const

// biome-ignore format: one row a line
test.each([
  ['its address',                                            [sender('1', near)], from(), '1'],
  ['another address',                                        [sender('1', near)], from({ address: '10.0.1.7' }), 'unknown'],
  ['its address, MSH-3 and MSH-4',                           [sender('1', { ...near, ...lab })], from(), '1'],
  ['its address, and another MSH-4',                         [sender('1', { ...near, ...lab })], from({ facility: 'CITY' }), 'unknown'],
  ['MSH-3 of letters in another case',                       [sender('1', { ...near, ...lab })], from({ application: 'Lab' }), 'unknown'],
  ['one of two pairs',                                       [sender('1', { ...near, applications: [{ application: 'X' }, { facility: 'HARBOUR' }] })], from(), '1'],
  ['two of one address, told apart by MSH-3',                [sender('1', { ...near, ...lab }), sender('2', { ...near, applications: [{ application: 'PAS' }] })], from(), '1'],
  ['two senders',                                            [sender('1', near), sender('2', { ...near, ...lab })], from(), 'ambiguous'],
  ['two tenants',                                            [sender('1', near), sender('2', near, 'b')], from(), 'ambiguous'],
  ['its certificate',                                        [sender('1', certified)], from({ certificate }), '1'],
  ['no certificate, and its record has one',                 [sender('1', certified)], from(), 'unknown'],
  ['its certificate, from another address',                  [sender('1', { ...certified, addresses: ['10.9.0.0/16'] })], from({ certificate }), 'unknown'],
  ['its certificate, beside one of its address',             [sender('1', certified), sender('2', near)], from({ certificate }), '1'],
  ['another certificate, and its address',                   [sender('1', { ...certified, ...near })], from({ certificate: { ...certificate, names: [] } }), 'unknown'],
  ['a disabled one',                                         [sender('1', { ...near, ...off })], from(), 'disabled'],
  ['a disabled one and one of another tenant',               [sender('1', { ...near, ...off }), sender('2', near, 'b')], from(), 'ambiguous'],
  ['a disabled one and its successor',                       [sender('1', { ...near, ...off }), sender('2', near)], from(), '2'],
  ['one that has a secret alone',                            [sender('1', { secret: 's' })], from(), 'unknown'],
])('D210: %s', (_, senders, origin, expected) => {
  const found = matchSender(senders, origin)

  expect(typeof found === 'string' ? found : found.id).toBe(expected)
})

test('D244: a message with the certificate of one sender and the address of another of a second tenant is of neither', () => {
  const senders = [sender('1', certified), sender('2', near, 'b')]

  expect(matchSender(senders, from({ certificate }))).toBe('ambiguous')
})
